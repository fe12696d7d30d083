// The loop of a testee: one reply to each request, in order; a wrong request is answered, never died of.
#include "backends/server.hpp"

#include "cases/case_json.hpp"
#include "cases/error.hpp"
#include "cases/frame.hpp"
#include "cases/json.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace attest::backends {

namespace {

// A descriptor that can't be read fails for ever; nobody sends so many wrong frames in a row.
constexpr int most_failures_in_a_row = 1000;

constexpr std::int64_t largest_id = std::int64_t{1} << 53;

Json error_message(const std::string& text) {
  Json message;
  message["type"] = "error";
  message["message"] = text;
  return message;
}

Json result_message(std::int64_t id, const std::string& status) {
  Json message;
  message["type"] = "result";
  message["id"] = id;
  message["status"] = status;
  return message;
}

Frame frame_of(const Json& message) { return {.message = dump_json(message)}; }

Frame hello_reply(const Server& server, ObjectReader& request) {
  request.integer("protocol", 1, 1);
  Json reply;
  reply["type"] = "hello";
  reply["protocol"] = 1;
  reply["name"] = server.name;
  reply["versions"] = Json::object();
  for (const auto& [library, version] : server.versions) reply["versions"][library] = version;
  reply["backends"] = Json::array();
  for (const auto& backend : server.backends)
    reply["backends"].push_back(declaration_to_json(backend.declaration));
  return frame_of(reply);
}

RunRequest run_request(ObjectReader& message) {
  return {.backend = message.text("backend"),
          .line = message.text("line"),
          .value = case_from_json(message.at("case"), message.pointer("case")),
          .plan = plan_from_json(message.at("plan"), message.pointer("plan")),
          .want_mask = message.boolean("want_mask")};
}

const Backend& named_backend(const Server& server, const std::string& name) {
  std::vector<std::string_view> known;
  for (const auto& backend : server.backends) {
    if (backend.declaration.name == name) return backend;
    known.push_back(backend.declaration.name);
  }
  throw InputError(ErrorKind::unknown,
                   fmt::format("{} has no backend '{}'{}", server.name, name, suggestion(name, known)));
}

Json threw_message(std::int64_t id, const std::string& error, const Json& step) {
  Json message = result_message(id, "threw");
  message["error"] = error;
  message["step"] = step;
  return message;
}

/// The last run request that was read. The runs of one case differ in id and tensors only, and to read the
/// rest again takes longer than most answers.
struct LastRun {
  std::string text = ""; ///< of its message, from behind the id
  RunRequest request = {};
};

/// A run message that begins as the harness writes it, parted behind its id.
struct Parted {
  std::int64_t id = 0;
  std::string_view rest = {};
};
std::optional<Parted> parted(std::string_view message) {
  constexpr std::string_view start = R"({"type":"run","id":)";
  if (!message.starts_with(start)) return {};
  Parted parts;
  const auto [end, error] =
      std::from_chars(message.data() + start.size(), message.data() + message.size(), parts.id);
  if (error != std::errc() || parts.id < -largest_id || parts.id > largest_id) return {};
  parts.rest = message.substr(static_cast<std::size_t>(end - message.data()));
  return parts;
}

Frame run_reply(const Server& server, std::int64_t id, const RunRequest& request) {
  const Backend& backend = named_backend(server, request.backend);
  try {
    std::vector<NamedTensor> answer = backend.run(request);
    return {.message = dump_json(result_message(id, "ok")), .tensors = std::move(answer)};
  } catch (const InputError&) {
    throw; // the request is wrong, not the backend
  } catch (const Refused& refusal) {
    Json reply = result_message(id, "refused");
    reply["reason"] = refusal.what();
    if (!refusal.feature.empty()) reply["feature"] = refusal.feature;
    return frame_of(reply);
  } catch (const Threw& error) {
    return frame_of(threw_message(id, error.what(), error.step));
  } catch (const std::exception& error) {
    return frame_of(threw_message(id, error.what(), nullptr));
  }
}

/// Nothing for `stop`.
std::optional<Frame> reply_to(const Server& server, Frame request, LastRun& last) {
  const auto parts = parted(request.message);
  if (parts && !last.text.empty() && parts->rest == last.text) {
    last.request.tensors = std::move(request.tensors);
    return run_reply(server, parts->id, last.request);
  }
  const Json json = parse_json(request.message, "the message");
  ObjectReader message(json, "");
  const std::string type = message.text("type");
  if (type == "stop") return {};
  if (type == "hello") return hello_reply(server, message);
  if (type == "run") {
    const std::int64_t id = message.integer("id", -largest_id, largest_id);
    last = {.text = "", .request = run_request(message)};
    if (parts) last.text = parts->rest;
    last.request.tensors = std::move(request.tensors);
    return run_reply(server, id, last.request);
  }
  throw InputError(ErrorKind::unknown,
                   fmt::format("unknown request '{}'{}", type, suggestion(type, {"hello", "run", "stop"})));
}

enum class Heard { request, wrong, end };

Heard hear(int in, Frame& request, std::string& error) {
  try {
    return read_frame(in, request) ? Heard::request : Heard::end;
  } catch (const std::exception& wrong) {
    error = wrong.what();
    return Heard::wrong;
  }
}

std::optional<Frame> answer_safely(const Server& server, Frame request, LastRun& last) {
  try {
    return reply_to(server, std::move(request), last);
  } catch (const std::exception& wrong) {
    return frame_of(error_message(wrong.what()));
  }
}

bool send(int out, const Frame& reply) {
  try {
    write_frame(out, reply);
    return true;
  } catch (const std::exception&) {
    return false; // the harness has gone: nobody is left to tell
  }
}

} // namespace

int serve_on(const Server& server, int in, int out) {
  int failures = 0;
  LastRun last;
  while (failures < most_failures_in_a_row) {
    Frame request;
    std::string error;
    const Heard heard = hear(in, request, error);
    if (heard == Heard::end) return 0;
    failures = heard == Heard::wrong ? failures + 1 : 0;
    const auto reply = heard == Heard::wrong ? frame_of(error_message(error))
                                             : answer_safely(server, std::move(request), last);
    if (!reply || !send(out, *reply)) return 0;
  }
  return 0;
}

int serve(const Server& server) {
  std::signal(SIGPIPE, SIG_IGN);
  const int out = ::dup(STDOUT_FILENO);
  if (out < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    throw std::system_error(errno, std::generic_category(), "cannot keep descriptor 1 for the replies");
  return serve_on(server, STDIN_FILENO, out);
}

} // namespace attest::backends
