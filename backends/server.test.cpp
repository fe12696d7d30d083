// The server over real pipes: the bytes of the contract's section 11, and requests that no honest harness
// sends.
#include "backends/server.hpp"
#include "backends/request_for_tests.hpp"
#include "cases/case_json.hpp"
#include "cases/frame.hpp"
#include "cases/json.hpp"
#include "cases/testing.hpp"

#include <cmath>
#include <cstring>
#include <thread>
#include <unistd.h>

using namespace attest;
using namespace attest::backends;
using namespace attest::backends::for_tests;

namespace {

using Bytes = std::vector<std::byte>;

struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() { REQUIRE(::pipe(ends) == 0); }
  ~Pipe() { close_read(), close_write(); }
  void close_read() { close_end(ends[0]); }
  void close_write() { close_end(ends[1]); }

private:
  static void close_end(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
};

Server a_server() {
  return {.name = "a-testee", .versions = {{"lib", "1.2"}}, .backends = composed_backends()};
}

/// What the server answers to these bytes, until it stops.
Bytes conversation(const Server& server, const Bytes& requests) {
  Pipe to;
  Pipe from;
  std::thread testee([&] {
    serve_on(server, to.ends[0], from.ends[1]);
    from.close_write();
  });
  std::thread writer([&] {
    for (std::size_t done = 0; done < requests.size();)
      done += static_cast<std::size_t>(::write(to.ends[1], requests.data() + done, requests.size() - done));
    to.close_write();
  });
  Bytes answer;
  std::byte piece[4096];
  for (ssize_t count = 0; (count = ::read(from.ends[0], piece, sizeof piece)) > 0;)
    answer.insert(answer.end(), piece, piece + count);
  testee.join();
  writer.join();
  return answer;
}

std::vector<Frame> frames_of(const Bytes& bytes) {
  std::vector<Frame> frames;
  for (std::size_t at = 0; at < bytes.size();) {
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data() + at, sizeof length);
    frames.push_back(decode_frame(std::span(bytes).subspan(at + 8, length)));
    at += 8 + length;
  }
  return frames;
}

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Bytes request(const std::string& message, std::vector<NamedTensor> tensors = {}) {
  return encode_frame({.message = message, .tensors = std::move(tensors)});
}

Bytes bytes_of_text(const std::string& text) {
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

Json reply_to(const Bytes& one) {
  const auto frames = frames_of(conversation(a_server(), one));
  REQUIRE(frames.size() == 1);
  return parse_json(frames[0].message, "reply");
}

/// The bytes of the contract's example, written out: length, header length, header, numbers.
Bytes contract_request() {
  const std::string line = "dim=1 steps=1,1 cache=static:3 data=integers seed=6";
  std::string message =
      R"({"type":"run","id":1,"backend":"plain@exact","line":")" + line + R"(","case":)" +
      dump_json(case_to_json(parse_line(line))) +
      R"(,"plan":[{"step":0,"before":0,"q0":0,"new":1,"slots":[[0,1],[-1,2]],"sequence":[0]},)"
      R"({"step":1,"before":1,"q0":1,"new":1,"slots":[[0,2],[-1,1]],"sequence":[0]}],"want_mask":false})";
  std::string header = R"({"__metadata__":{"attest":)" + Json(message).dump() + "}";
  const char* names[] = {"q.0", "k.0", "v.0", "q.1", "k.1", "v.1"};
  for (int i = 0; i < 6; ++i)
    header += std::string(",\"") + names[i] + R"(":{"dtype":"F32","shape":[1,1,1,1],"data_offsets":[)" +
              std::to_string(4 * i) + "," + std::to_string(4 * i + 4) + "]}";
  header += "}";
  header.append((8 - header.size() % 8) % 8, ' ');
  const std::uint64_t lengths[] = {8 + header.size() + 24, header.size()};
  const float numbers[] = {-1, 1, -2, -2, 2, 1};
  Bytes bytes(16);
  std::memcpy(bytes.data(), lengths, 16);
  bytes = bytes + bytes_of_text(header);
  bytes.resize(bytes.size() + 24);
  std::memcpy(bytes.data() + bytes.size() - 24, numbers, 24);
  return bytes;
}

std::string run_message(const RunRequest& run, const std::string& backend, std::int64_t id) {
  Json message;
  message["type"] = "run";
  message["id"] = id;
  message["backend"] = backend;
  message["line"] = run.line;
  message["case"] = case_to_json(run.value);
  message["plan"] = plan_to_json(run.plan);
  message["want_mask"] = true;
  message["unheard_of"] = 7; // a testee ignores fields that it does not know
  return dump_json(message);
}

} // namespace

TEST_CASE("the contract's example, byte for byte") {
  const Bytes reply = conversation(a_server(), contract_request());
  std::string header = R"({"__metadata__":{"attest":"{\"type\":\"result\",\"id\":1,\"status\":\"ok\"}"},)"
                       R"("out.0":{"dtype":"F32","shape":[1,1,1,1],"data_offsets":[0,4]},)"
                       R"("out.1":{"dtype":"F32","shape":[1,1,1,1],"data_offsets":[4,8]}})";
  header.append((8 - header.size() % 8) % 8, ' ');
  REQUIRE(reply.size() == 16 + header.size() + 8);
  CHECK(Bytes(reply.begin() + 16, reply.end() - 8) == bytes_of_text(header));
  float out[2];
  std::memcpy(out, reply.data() + reply.size() - 8, 8);
  CHECK(out[0] == -2);
  CHECK(std::fabs(out[1] - -1.6423912f) < 3e-7f); // the last bit is libm's
}

TEST_CASE("hello tells name, versions and every backend") {
  const Json reply = reply_to(request(R"({"type":"hello","protocol":1})"));
  CHECK(reply["type"] == "hello");
  CHECK(reply["protocol"] == 1);
  CHECK(reply["name"] == "a-testee");
  CHECK(reply["versions"]["lib"] == "1.2");
  CHECK(reply["backends"].size() == composed_backends().size());
  CHECK(reply_to(request(R"({"type":"hello","protocol":2})"))["type"] == "error");
}

TEST_CASE("stop and the end of the stream end it, without a reply") {
  CHECK(conversation(a_server(), {}).empty());
  CHECK(conversation(a_server(), request(R"({"type":"stop"})") + request(R"({"type":"hello","protocol":1})"))
            .empty());
}

TEST_CASE("what cannot be read is an error, and the next request is answered") {
  Bytes garbage;
  SECTION("not a blob") { garbage = Bytes(8); }
  SECTION("a header length beyond the blob") {
    garbage = bytes_of_text(std::string("\x10\0\0\0\0\0\0\0\xff\0\0\0\0\0\0\0{}      ", 24));
  }
  SECTION("not JSON") { garbage = request("{"); }
  SECTION("no type") { garbage = request("{}"); }
  SECTION("an unknown type") { garbage = request(R"({"type":"bye"})"); }
  SECTION("not an object") { garbage = request("[1]"); }
  SECTION("a run without a case") { garbage = request(R"({"type":"run","id":3,"backend":"plain@exact"})"); }
  SECTION("a run without tensors") {
    garbage = request(run_message(request_of("steps=1", {step_plan(0, 0, 1, {{0, 1}})}), "plain@exact", 3));
  }
  SECTION("a case that breaks a rule") {
    garbage = request(
        R"({"type":"run","id":3,"backend":"plain@exact","line":"","case":{"steps":[]},"plan":[],"want_mask":false})");
  }
  const auto frames =
      frames_of(conversation(a_server(), garbage + request(R"({"type":"hello","protocol":1})")));
  REQUIRE(frames.size() == 2);
  CHECK(parse_json(frames[0].message, "reply")["type"] == "error");
  CHECK(parse_json(frames[0].message, "reply")["message"].get<std::string>().size() > 10);
  CHECK(parse_json(frames[1].message, "reply")["type"] == "hello");
}

TEST_CASE("a stream that ends within a frame ends it") {
  Bytes torn = request(R"({"type":"hello","protocol":1})");
  torn.resize(torn.size() - 3);
  CHECK(frames_of(conversation(a_server(), torn)).size() == 1);
}

TEST_CASE("an unknown backend is named, with the nearest one") {
  const auto run = request_of("steps=1", {step_plan(0, 0, 1, {{0, 1}})});
  const Json reply = reply_to(request(run_message(run, "plane@exact", 3), run.tensors));
  CHECK(reply["type"] == "error");
  CHECK(reply["message"].get<std::string>().find("did you mean 'plain@exact'") != std::string::npos);
}

TEST_CASE("refused, threw and ok have their own fields, and ids come back") {
  Server server = a_server();
  server.backends = {
      {.declaration = {.name = "refuses"},
       .run = [](const RunRequest&) -> std::vector<NamedTensor> { throw Refused("too warm", "gqa"); }},
      {.declaration = {.name = "refuses-plainly"},
       .run = [](const RunRequest&) -> std::vector<NamedTensor> { throw Refused("too cold"); }},
      {.declaration = {.name = "throws"},
       .run = [](const RunRequest&) -> std::vector<NamedTensor> { throw Threw("oh\xff", 2); }},
      {.declaration = {.name = "dies"},
       .run = [](const RunRequest&) -> std::vector<NamedTensor> { throw std::runtime_error("ah"); }},
      {.declaration = {.name = "answers"}, .run = [](const RunRequest& run) { return run.tensors; }}};
  const auto run = request_of("steps=1", {step_plan(0, 0, 1, {{0, 1}})});
  Bytes all;
  std::int64_t id = 0;
  for (const auto& backend : server.backends)
    all = all + request(run_message(run, backend.declaration.name, ++id), run.tensors);
  const auto frames = frames_of(conversation(server, all));
  REQUIRE(frames.size() == 5);
  const auto text = [&](std::size_t i) { return frames[i].message; };
  CHECK(text(0) == R"({"type":"result","id":1,"status":"refused","reason":"too warm","feature":"gqa"})");
  CHECK(text(1) == R"({"type":"result","id":2,"status":"refused","reason":"too cold"})");
  CHECK(text(2) ==
        "{\"type\":\"result\",\"id\":3,\"status\":\"threw\",\"error\":\"oh\xef\xbf\xbd\",\"step\":2}");
  CHECK(text(3) == R"({"type":"result","id":4,"status":"threw","error":"ah","step":null})");
  CHECK(text(4) == R"({"type":"result","id":5,"status":"ok"})");
  for (std::size_t i = 0; i < 4; ++i) CHECK(frames[i].tensors.empty());
  CHECK(frames[4].tensors == run.tensors);
}
