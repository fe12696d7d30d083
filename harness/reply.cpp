// What the harness takes as a reply, and what it says about everything else.
#include "harness/reply.hpp"

#include "cases/error.hpp"
#include "cases/frame.hpp"
#include "cases/json.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace attest::harness {
namespace {

constexpr std::int64_t any_id = std::numeric_limits<std::int64_t>::max();

[[noreturn]] void refuse(const std::string& sentence) { throw InputError(ErrorKind::file, sentence); }

Json message_of(const Frame& frame) {
  Json message = parse_json(frame.message, "reply");
  if (!message.is_object()) refuse("the reply's message is not a JSON object");
  return message;
}

void check_type(ObjectReader& reply, const std::string& wanted) {
  const std::string type = reply.text("type");
  if (type == wanted) return;
  if (type == "error" && reply.has("message"))
    refuse(fmt::format("it could not read the request: {}", reply.text("message")));
  refuse(fmt::format("the reply's type is {}, expected '{}'", quote(type), wanted));
}

std::vector<Declaration> read_backends(ObjectReader& reply) {
  std::vector<Declaration> backends;
  std::set<std::string> names;
  std::size_t index = 0;
  for (const Json& item : reply.array("backends")) {
    backends.push_back(declaration_from_json(item, fmt::format("{}/{}", reply.pointer("backends"), index++)));
    if (!names.insert(backends.back().name).second)
      refuse(fmt::format("it declares backend '{}' twice", backends.back().name));
  }
  if (backends.empty()) refuse("it declares no backend");
  return backends;
}

Answer read_answer(Frame frame, const Request& request) {
  std::set<std::string> missing, allowed;
  for (const auto& step : request.plan) {
    missing.insert(fmt::format("out.{}", step.step));
    if (request.want_mask) allowed.insert(fmt::format("mask.{}", step.step));
  }
  allowed.insert(missing.begin(), missing.end());
  std::set<std::string> seen;
  for (const auto& named : frame.tensors) {
    if (!allowed.contains(named.name))
      refuse(fmt::format("the reply has a tensor {}, which nobody asked for", quote(named.name)));
    if (!seen.insert(named.name).second) refuse(fmt::format("the reply has tensor '{}' twice", named.name));
    missing.erase(named.name);
  }
  if (!missing.empty()) refuse(fmt::format("the reply lacks tensor '{}'", *missing.begin()));
  return {.tensors = std::move(frame.tensors)};
}

RefusedAnswer read_refusal(ObjectReader& reply) {
  RefusedAnswer answer{.reason = reply.text("reason"), .feature = ""};
  if (!reply.has("feature") || reply.at("feature").is_null()) return answer;
  answer.feature = reply.text("feature");
  const auto& known = known_features();
  if (std::find(known.begin(), known.end(), answer.feature) == known.end())
    refuse(fmt::format("it refuses for {}, which is not the name of a feature", quote(answer.feature)));
  return answer;
}

ThrewAnswer read_throw(ObjectReader& reply, const Request& request) {
  ThrewAnswer answer{.error = reply.text("error"), .step = {}};
  if (reply.at("step").is_null()) return answer;
  const auto steps = static_cast<std::int64_t>(request.plan.size());
  answer.step = reply.integer("step", 0, std::max<std::int64_t>(steps - 1, 0));
  return answer;
}

} // namespace

Hello read_hello(std::span<const std::byte> blob) {
  const Frame frame = decode_frame(blob);
  const Json message = message_of(frame);
  ObjectReader reply(message, "");
  check_type(reply, "hello");
  reply.integer("protocol", 1, 1);
  Hello hello{.name = reply.text("name"), .versions = {}, .backends = {}};
  const Json& versions = reply.at("versions");
  if (!versions.is_object())
    refuse(fmt::format("{}: expected an object of version texts", reply.pointer("versions")));
  for (const auto& [library, version] : versions.items())
    hello.versions[library] = text_in(version, fmt::format("{}/{}", reply.pointer("versions"), library));
  hello.backends = read_backends(reply);
  reply.done();
  if (!frame.tensors.empty()) refuse("a reply to hello carries no tensors");
  return hello;
}

bool same(const Hello& a, const Hello& b) {
  const auto sorted = [](std::vector<Declaration> backends) {
    for (auto& backend : backends) std::sort(backend.features.begin(), backend.features.end());
    return backends;
  };
  return a.name == b.name && a.versions == b.versions && sorted(a.backends) == sorted(b.backends);
}

std::variant<Answer, RefusedAnswer, ThrewAnswer> read_result(std::span<const std::byte> blob,
                                                             const Request& request, std::int64_t id) {
  Frame frame = decode_frame(blob);
  const Json message = message_of(frame);
  ObjectReader reply(message, "");
  check_type(reply, "result");
  if (reply.integer("id", -any_id, any_id) != id)
    refuse("the reply's id is not that of the oldest unanswered request");
  const std::string status = reply.text("status");
  if (status == "ok") {
    reply.done();
    return read_answer(std::move(frame), request);
  }
  std::variant<Answer, RefusedAnswer, ThrewAnswer> result;
  if (status == "refused")
    result = read_refusal(reply);
  else if (status == "threw")
    result = read_throw(reply, request);
  else
    refuse(fmt::format("the reply's status is {}, expected 'ok', 'refused' or 'threw'", quote(status)));
  reply.done();
  if (!frame.tensors.empty()) refuse(fmt::format("a reply with status '{}' carries no tensors", status));
  return result;
}

} // namespace attest::harness
