// What the harness writes.
#include "harness/request.hpp"

#include "cases/case_json.hpp"
#include "cases/frame.hpp"
#include "cases/json.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace attest::harness {

namespace {

/// The message from behind the id.
std::string text_of(const Request& request) {
  Json message;
  message["backend"] = request.backend;
  message["line"] = request.line;
  message["case"] = case_to_json(request.value);
  message["plan"] = plan_to_json(request.plan);
  message["want_mask"] = request.want_mask;
  return dump_json(message).substr(1);
}

} // namespace

std::vector<std::byte> encode_hello() {
  return encode_frame({.message = dump_json(Json{{"type", "hello"}, {"protocol", 1}})});
}

std::vector<std::byte> encode_stop() { return encode_frame({.message = dump_json(Json{{"type", "stop"}})}); }

std::vector<std::byte> RunEncoder::encode(const Request& request, std::int64_t id) {
  const bool is_known = !text_.empty() && request.backend == common_.backend &&
                        request.line == common_.line && request.value == common_.value &&
                        request.plan == common_.plan && request.want_mask == common_.want_mask;
  if (!is_known) {
    common_ = {.backend = request.backend,
               .line = request.line,
               .value = request.value,
               .plan = request.plan,
               .want_mask = request.want_mask,
               .tensors = {}};
    text_ = text_of(request);
  }
  return encode_frame(
      {.message = fmt::format(R"({{"type":"run","id":{},{})", id, text_), .tensors = request.tensors});
}

std::uint64_t size_of(const Request& request) {
  std::uint64_t bytes = 0;
  for (const auto& named : request.tensors) bytes += named.tensor.bytes.size();
  return bytes;
}

// An answer of a wrong dtype or shape must still be read to be told as such, so there is room for the widest
// dtype, one output per returned slot instead of per query, and then some; 64 MiB more are for texts and
// headers.
std::uint64_t largest_reply(const Request& request) {
  const Case& value = request.value;
  double numbers = 0; // in double, which cannot overflow
  for (const auto& step : request.plan) {
    const double width = static_cast<double>(width_of(step));
    const double channels =
        static_cast<double>(std::max(value.dim, value.value_dim)) + (request.want_mask ? width : 0);
    const double rows = static_cast<double>(value.batch * value.query_heads);
    numbers += rows * std::max(static_cast<double>(step.fresh), width) * channels;
  }
  return static_cast<std::uint64_t>(std::min(static_cast<double>(largest_frame), 0x1p26 + 32 * numbers));
}

} // namespace attest::harness
