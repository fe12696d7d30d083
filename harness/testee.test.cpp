// Every way in which a testee may break costs one case, is told as what it was, and the next case is
// answered.
#include "harness/faulty.test.hpp"

#include <fmt/format.h>

using namespace attest;
using namespace attest::harness;
using namespace attest::testing;

namespace {

void check_breaks(const std::string& mode, Broken::Kind kind, const std::string& message) {
  INFO(mode);
  const Broken how = broken(curse(faulty(mode)));
  CHECK(how.kind == kind);
  CHECK(how.message == message);
}

void check_protocol(const std::string& mode, const std::string& part) {
  INFO(mode);
  const Broken how = broken(curse(faulty(mode)));
  CHECK(how.kind == Broken::Kind::protocol);
  CHECK_THAT(how.message, Catch::Matchers::Contains(part));
}

/// A request with this many MiB of v, which the testee sends back.
Request large_request(std::int64_t mebibytes) {
  const std::int64_t tokens = mebibytes * (1 << 20) / 32; // 8 channels of 4 bytes
  Request request = right();
  request.value.steps = {Entry(Feed{tokens})};
  request.plan[0].fresh = tokens;
  request.plan[0].slots = {{0, tokens}};
  Tensor values{
      .element = Element::f32, .shape = {1, 1, tokens, 8}, .bytes = request.tensors.back().tensor.bytes};
  while (values.bytes.size() < static_cast<std::size_t>(tokens) * 32) {
    const std::vector<std::byte> half = values.bytes;
    values.bytes.insert(values.bytes.end(), half.begin(), half.end());
  }
  request.tensors = {{"v.0", values}};
  return request;
}

} // namespace

TEST_CASE("a testee that answers gives its declaration and its tensors") {
  Testee testee(faulty("right"));
  CHECK(testee.hello().name == "faulty");
  CHECK(testee.hello().versions == std::map<std::string, std::string>{{"python", "3"}});
  REQUIRE(testee.hello().backends.size() == 1);
  CHECK(testee.hello().backends[0].name == "echo");
  const auto observations = testee.ask({right(1), right(5), cursed(), right(-3)});
  REQUIRE(observations.size() == 4);
  CHECK(answers(observations[0], right(1)));
  CHECK(answers(observations[1], right(5)));
  CHECK(answers(observations[2], cursed()));
  CHECK(answers(observations[3], right(-3)));
  CHECK(testee.ask({}).empty());
}

TEST_CASE("a testee that dies has crashed") {
  check_breaks("kill", Broken::Kind::crash, "was killed by signal 9 (SIGKILL)");
  check_breaks("segv", Broken::Kind::crash, "was killed by signal 11 (SIGSEGV)");
  check_breaks("exit-3", Broken::Kind::crash, "exited with status 3");
  check_breaks("exit-0", Broken::Kind::crash, "exited with status 0");
  check_breaks("half-then-exit", Broken::Kind::crash, "exited with status 4 in the middle of a reply");
}

TEST_CASE("a testee that falls silent is given up after the timeout") {
  for (const std::string mode : {"sleep", "half-then-sleep"}) {
    INFO(mode);
    const Broken how = broken(curse(faulty(mode, 1s)));
    CHECK(how.kind == Broken::Kind::timeout);
    CHECK(how.message == "no whole reply within 1 s");
  }
}

TEST_CASE("the time of a request runs only while it is the oldest unanswered one") {
  // 8 requests of 0.15 s each: the last waits for 1.2 s in all.
  Testee testee(faulty("slow", 900ms));
  for (const auto& observation : testee.ask(std::vector<Request>(8, cursed())))
    CHECK(answers(observation, cursed()));
}

TEST_CASE("what is no frame is told from its first bytes") {
  check_protocol("garbage", "does something print to standard output?");
  check_protocol("garbage-inside", "");
  check_protocol("huge", "announces 68719476737 bytes");
  check_protocol("larger-than-any-answer", "announces 34359738368 bytes");
  check_protocol("print", "cannot begin with \"loading \"");
  check_protocol("print-newline", "does something print to standard output?");
}

TEST_CASE("a whole frame that is no answer to the request is a breach of the protocol") {
  check_protocol("wrong-id", "the reply's id is not that of the oldest unanswered request");
  check_protocol("unknown-field", "note");
  check_protocol("unknown-tensor", "tensor 'lse.0', which nobody asked for");
  check_protocol("unasked-mask", "tensor 'mask.0', which nobody asked for");
  check_protocol("missing-output", "lacks tensor 'out.0'");
  check_protocol("bad-status", "status is 'fine'");
  check_protocol("bad-json", "");
  check_protocol("not-an-object", "not a JSON object");
  check_protocol("error", "I do not understand");
  check_protocol("refuse-with-tensors", "carries no tensors");
  check_protocol("refuse-unknown-feature", "weekday");
  check_protocol("throw-at-no-step", "step");
}

TEST_CASE("a mask that was asked for is welcome") {
  Testee testee(faulty("unasked-mask"));
  Request request = cursed();
  request.want_mask = true;
  const auto observations = testee.ask({request, right()});
  REQUIRE(std::holds_alternative<Answer>(observations[0].result));
  CHECK(std::get<Answer>(observations[0].result).tensors.size() == 2);
  CHECK(answers(observations[1], right()));
}

TEST_CASE("refusals and errors are answers, and the testee goes on") {
  const auto ask = [](const std::string& mode) {
    Testee testee(faulty(mode));
    const auto observations = testee.ask({cursed(), right()});
    CHECK(answers(observations[1], right()));
    return observations[0].result;
  };
  CHECK(std::get<RefusedAnswer>(ask("refuse")).reason == "no softcap here");
  CHECK(std::get<RefusedAnswer>(ask("refuse")).feature == "softcap");
  CHECK(std::get<RefusedAnswer>(ask("refuse-without-feature")).feature.empty());
  CHECK(std::get<ThrewAnswer>(ask("throw")).error == "Traceback\nValueError: no");
  CHECK(std::get<ThrewAnswer>(ask("throw")).step == 0);
  CHECK_FALSE(std::get<ThrewAnswer>(ask("throw-without-step")).step.has_value());
}

TEST_CASE("a flood on stderr costs nothing, and its end is kept") {
  const std::string end = "\nthe end\n";
  Testee testee(faulty("flood"));
  const auto observations = testee.ask({cursed()});
  CHECK(answers(observations[0], cursed()));
  CHECK(observations[0].stderr_text.size() == std::size_t{1} << 20);
  CHECK(observations[0].stderr_text.ends_with(end));
  CHECK(testee.ask({right()})[0].stderr_text.empty());

  const Observation crashed = curse(faulty("flood-then-exit"));
  CHECK(broken(crashed).message == "exited with status 6");
  CHECK(crashed.stderr_text.ends_with(end + "dying\n"));
}

TEST_CASE("what holds the pipes open after the testee's death neither hangs us nor outlives it") {
  const Observation died = curse(faulty("grandchild"));
  CHECK(broken(died).message == "exited with status 5");
  CHECK(is_gone(died.stderr_text.substr(0, died.stderr_text.find('\n'))));

  const Observation slept = curse(faulty("grandchild-sleeps", 1s));
  CHECK(broken(slept).kind == Broken::Kind::timeout);
  CHECK(is_gone(slept.stderr_text.substr(0, slept.stderr_text.find('\n'))));
}

TEST_CASE("a testee that closes its output has ended, even if it lives on") {
  const Broken how = broken(curse(faulty("close")));
  CHECK(how.kind == Broken::Kind::crash);
  CHECK(how.message == "closed its standard output");
}

TEST_CASE("what a testee does after its answer is the next request's trouble, in the batch or after it") {
  const std::vector<std::pair<std::string, std::string>> modes = {
      {"answer-then-exit", "exited with status 0"},
      {"answer-twice", "the reply's id is not that of the oldest unanswered request"}};
  for (const auto& [mode, message] : modes) {
    INFO(mode);
    Testee together(faulty(mode));
    const auto both = together.ask({cursed(), right()});
    CHECK(answers(both[0], cursed()));
    CHECK(broken(both[1]).message == message);

    Testee apart(faulty(mode));
    CHECK(answers(apart.ask({cursed()})[0], cursed()));
    CHECK(broken(apart.ask({right()})[0]).message == message);
    CHECK(answers(apart.ask({right()})[0], right()));
  }
}

TEST_CASE("large tensors pass both ways at once") {
  // 8 MiB are far more than a pipe holds: the testee writes the reply to one request while we write the next.
  Testee testee(faulty("right", 60s));
  const std::vector<Request> some(6, large_request(8));
  for (const auto& observation : testee.ask(some)) CHECK(answers(observation, some[0]));
  const Request large = large_request(64);
  CHECK(answers(testee.ask({large})[0], large));
}

TEST_CASE("many small requests are answered in order") {
  Testee testee(faulty("right"));
  std::vector<Request> many;
  for (int i = 0; i < 500; ++i) many.push_back(right(i));
  const auto replies = testee.ask(many);
  for (std::size_t i = 0; i < many.size(); ++i) CHECK(answers(replies[i], many[i]));
}
