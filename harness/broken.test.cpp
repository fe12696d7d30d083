// What is said of an answer that is none: the sentence is fit for a terminal, the message keeps everything.
#include "harness/broken.hpp"

#include "harness/fake.test.hpp"

using namespace attest;
using namespace attest::harness;

namespace {

const std::string loud = "\x1b[31mred\x1b[0m " + std::string(1000, 'x');
const std::string quiet = "\\x1b[31mred\\x1b[0m " + std::string(181, 'x') + "..."; // 200 characters are shown

Judgement judgement_of(const Observation& observation) {
  const Case value = reference::read_line("steps=1");
  return judge_with(value, testing::able(), [&](const std::vector<Request>& requests) {
    return std::vector<Observation>(requests.size(), observation);
  });
}

} // namespace

TEST_CASE("an error shows its last line, and keeps all") {
  const auto judgement =
      judgement_of({.result = ThrewAnswer{.error = "first\n" + loud + "\n", .step = 0}, .stderr_text = ""});
  CHECK(judgement.kind == "throw");
  CHECK(judgement.sentence == "the backend threw in step 0: " + quiet);
  CHECK(judgement.message == "first\n" + loud + "\n");
}

TEST_CASE("a reason shows as one line, and keeps all") {
  const auto judgement =
      judgement_of({.result = RefusedAnswer{.reason = "a\nb " + loud, .feature = ""}, .stderr_text = ""});
  CHECK(judgement.sentence.rfind(
            "the backend refused a case inside its declaration: a\\x0ab \\x1b[31mred\\x1b[0m x", 0) == 0);
  CHECK(judgement.message == "a\nb " + loud);
}

TEST_CASE("what a testee said instead of a reply shows as one line, and is kept") {
  const auto judgement =
      judgement_of({.result = Broken{.kind = Broken::Kind::protocol, .message = loud}, .stderr_text = ""});
  CHECK(judgement.sentence == "the testee's answer is not a reply: " + quiet);
  CHECK(judgement.message == loud);
}

TEST_CASE("a reason of the declaration shows as one line") {
  Declaration declaration = testing::able();
  declaration.refuses = {{.all = {"cache.none"}, .reason = loud}};
  CHECK(testing::judge_line("steps=1", {}, declaration).sentence == quiet);
}
