// Frames as bytes: written plainly, read with distrust, since the other side may be the very thing that is
// broken.
#include "cases/frame.hpp"

#include "cases/error.hpp"
#include "cases/frame_header.hpp"
#include "cases/json.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace attest {
namespace {

constexpr std::size_t length_bytes = 8;
constexpr std::size_t header_alignment = 8;
/// q, k, v and a mask for each of 4096 steps.
constexpr std::size_t most_tensors = 4 * 4096;
/// Keys of a header: four per tensor, and two for the message.
constexpr std::size_t most_keys = 4 * most_tensors + 2;
/// Commas of a header: eleven per tensor of rank 4, with room for a few larger ranks.
constexpr std::size_t most_commas = 16 * most_tensors;

[[noreturn]] void refuse(const std::string& sentence) {
  throw InputError(ErrorKind::file, "frame: " + sentence);
}

std::string quoted(const std::string& text) { return dump_json(Json(text)); }

/// The header, written by hand: an ordered JSON object searches all its keys at each insertion.
std::string header_of(const Frame& frame) {
  std::string header = fmt::format("{{\"__metadata__\":{{\"attest\":{}}}", quoted(frame.message));
  std::size_t begin = 0;
  for (const NamedTensor& named : frame.tensors) {
    const std::size_t end = begin + named.tensor.bytes.size();
    header += fmt::format(",{}:{{\"dtype\":\"{}\",\"shape\":[{}],\"data_offsets\":[{},{}]}}",
                          quoted(named.name), element_names[static_cast<std::size_t>(named.tensor.element)],
                          fmt::join(named.tensor.shape, ","), begin, end);
    begin = end;
  }
  header += '}';
  header.append((header_alignment - header.size() % header_alignment) % header_alignment, ' ');
  return header;
}

void append(std::vector<std::byte>& bytes, const void* data, std::size_t size) {
  const auto* first = static_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), first, first + size);
}

void append_length(std::vector<std::byte>& bytes, std::uint64_t length) {
  append(bytes, &length, sizeof length);
}

/// Refuses headers that would take far more memory or time to parse than they have bytes.
void check_header_size(std::string_view header) {
  std::size_t keys = 0;
  std::size_t commas = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const char c = header[i];
    if (c == '"') in_text = !in_text;
    if (in_text && c == '\\') ++i;
    if (!in_text) keys += c == ':';
    if (!in_text) commas += c == ',';
  }
  if (keys > most_keys || commas > most_commas)
    refuse(fmt::format("its header announces more than {} tensors", most_tensors));
}

Element element_from(const std::string& name, const std::string& pointer) {
  const auto element = element_named(name);
  if (!element) refuse(fmt::format("{}: {} is not {}", pointer, quote(name), listed(element_names)));
  return *element;
}

/// Bytes of a tensor, or nothing if they are more than `most`; no product overflows.
std::optional<std::size_t> size_within(const Announced& entry, std::size_t most) {
  std::size_t size = static_cast<std::size_t>(bytes_of(entry.element));
  if (std::find(entry.shape.begin(), entry.shape.end(), 0) != entry.shape.end()) return 0;
  for (const std::int64_t length : entry.shape) {
    if (static_cast<std::uint64_t>(length) > most / size) return {};
    size *= static_cast<std::size_t>(length);
  }
  return size;
}

Announced entry_from(const std::string& name, const Json& json, std::size_t body_size) {
  ObjectReader reader(json, "tensor " + quote(name));
  Announced entry = {.name = name, .element = element_from(reader.text("dtype"), reader.pointer("dtype"))};
  const auto integers = [&](const std::string& key, std::size_t high) {
    std::vector<std::int64_t> values;
    for (const Json& value : reader.array(key))
      values.push_back(integer_in(value, reader.pointer(key), 0, static_cast<std::int64_t>(high)));
    return values;
  };
  entry.shape = integers("shape", largest_frame);
  const std::vector<std::int64_t> offsets = integers("data_offsets", body_size);
  reader.done();
  if (offsets.size() != 2 || offsets[0] > offsets[1])
    refuse(fmt::format("{}: is not [begin, end]", reader.pointer("data_offsets")));
  entry.begin = static_cast<std::size_t>(offsets[0]);
  entry.end = static_cast<std::size_t>(offsets[1]);
  if (size_within(entry, body_size) != entry.end - entry.begin)
    refuse(fmt::format("tensor {} has {} bytes, which is not what its shape and dtype need", quote(name),
                       entry.end - entry.begin));
  return entry;
}

/// In the order of their bytes, which they must fill without gap or overlap.
std::vector<Announced> entries_from(const Json& header, std::size_t body_size) {
  std::vector<Announced> entries;
  for (const auto& item : header.items())
    if (item.key() != "__metadata__") entries.push_back(entry_from(item.key(), item.value(), body_size));
  std::stable_sort(entries.begin(), entries.end(), [](const Announced& a, const Announced& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::size_t filled = 0;
  for (const Announced& entry : entries) {
    if (entry.begin != filled)
      refuse(fmt::format("tensor {} begins at byte {}, not at {}", quote(entry.name), entry.begin, filled));
    filled = entry.end;
  }
  if (filled != body_size) refuse(fmt::format("its tensors end at byte {} of {}", filled, body_size));
  return entries;
}

std::string message_from(const Json& header) {
  const auto found = header.find("__metadata__");
  if (found == header.end()) refuse("its header has no __metadata__");
  ObjectReader reader(*found, "/__metadata__");
  const std::string message = reader.text("attest");
  reader.done();
  return message;
}

/// True if these tensors are as large as they must be and fill the body in their order.
bool fill(const std::vector<Announced>& entries, std::size_t body_size) {
  std::size_t filled = 0;
  for (const Announced& entry : entries) {
    const auto is_too_large = [](std::int64_t length) {
      return static_cast<std::uint64_t>(length) > largest_frame;
    };
    if (std::any_of(entry.shape.begin(), entry.shape.end(), is_too_large)) return false;
    if (entry.begin != filled || entry.end < filled || entry.end > body_size) return false;
    if (size_within(entry, body_size) != entry.end - entry.begin) return false;
    filled = entry.end;
  }
  return filled == body_size;
}

FrameHeader header_from(std::string_view text, std::size_t body_size) {
  if (auto plain = read_plain_header(text); plain && fill(plain->tensors, body_size)) return *plain;
  check_header_size(text);
  if (!text.starts_with('{')) refuse("its header is not a JSON object");
  const Json header = parse_json(text, "frame header");
  return {.message = message_from(header), .tensors = entries_from(header, body_size)};
}

NamedTensor tensor_from(const Announced& entry, std::span<const std::byte> body) {
  const auto bytes = body.subspan(entry.begin, entry.end - entry.begin);
  const auto is_wrong = [](std::byte b) { return b > std::byte{1}; };
  if (entry.element == Element::boolean && std::any_of(bytes.begin(), bytes.end(), is_wrong))
    refuse(fmt::format("tensor {} holds a BOOL that is neither 0 nor 1", quote(entry.name)));
  return {.name = entry.name,
          .tensor = {.element = entry.element, .shape = entry.shape, .bytes = {bytes.begin(), bytes.end()}}};
}

} // namespace

std::vector<std::byte> encode_frame(const Frame& frame) {
  const std::string header = header_of(frame);
  std::size_t length = length_bytes + header.size();
  for (const NamedTensor& named : frame.tensors) length += named.tensor.bytes.size();
  if (length > largest_frame)
    refuse(fmt::format("{} bytes are more than the {} allowed", length, largest_frame));
  std::vector<std::byte> bytes;
  bytes.reserve(length_bytes + length);
  append_length(bytes, length);
  append_length(bytes, header.size());
  append(bytes, header.data(), header.size());
  for (const NamedTensor& named : frame.tensors)
    append(bytes, named.tensor.bytes.data(), named.tensor.bytes.size());
  return bytes;
}

Frame decode_frame(std::span<const std::byte> blob) {
  if (blob.size() < length_bytes) refuse("it is too short for the length of its header");
  std::uint64_t header_size = 0;
  std::memcpy(&header_size, blob.data(), sizeof header_size);
  if (header_size > blob.size() - length_bytes || header_size % header_alignment != 0)
    refuse(fmt::format("the length of its header, {}, is not a multiple of {} within its {} bytes",
                       header_size, header_alignment, blob.size()));
  const std::string_view text(reinterpret_cast<const char*>(blob.data()) + length_bytes, header_size);
  const std::span<const std::byte> body = blob.subspan(length_bytes + header_size);
  FrameHeader header = header_from(text, body.size());
  Frame frame = {.message = std::move(header.message)};
  for (const Announced& entry : header.tensors) frame.tensors.push_back(tensor_from(entry, body));
  return frame;
}

} // namespace attest
