// Frames byte for byte as the contract shows them, and the reader against everything that a broken testee may
// send.
#include "cases/frame.hpp"
#include "cases/error.hpp"
#include "cases/testing.hpp"

#include <algorithm>
#include <cstring>

using namespace attest;

namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of_text(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

Bytes length_of(std::uint64_t length) {
  Bytes bytes(sizeof length);
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes;
}

/// A blob with this header, padded as it should be, and `body` bytes of zeros.
Bytes blob_of(std::string header, std::size_t body = 0) {
  header.append((8 - header.size() % 8) % 8, ' ');
  Bytes blob = length_of(header.size());
  const Bytes text = bytes_of_text(header);
  blob.insert(blob.end(), text.begin(), text.end());
  blob.resize(blob.size() + body);
  return blob;
}

std::string header_with(const std::string& tensors) {
  return R"({"__metadata__":{"attest":"{}"})" + tensors + "}";
}

/// Decodes a blob with these tensors in its header.
Frame decode_with(const std::string& tensors, std::size_t body) {
  return decode_frame(blob_of(header_with(tensors), body));
}

Frame example() {
  return {.message = R"({"type":"run","text":"\u00e9 \"quoted\""})",
          .tensors = {{"q.0", from_doubles(Element::f32, {1, 1, 2, 1}, {-1, 2})},
                      {"empty", zeros(Element::f64, {3, 0})},
                      {"mask.0", from_doubles(Element::boolean, {3}, {1, 0, 1})},
                      {"k.0", from_doubles(Element::f16, {2}, {0.5, 65504})},
                      {"scalar", from_doubles(Element::bf16, {}, {3})}}};
}

/// The frame's blob: what follows its length.
Bytes blob_of(const Frame& frame) {
  const Bytes bytes = encode_frame(frame);
  return {bytes.begin() + 8, bytes.end()};
}

/// What the InputError says that `act` throws, or "".
template <class Act> std::string error_of(Act&& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& sentence, const std::string& piece) {
  return sentence.find(piece) != std::string::npos;
}

} // namespace

TEST_CASE("the hello request has the contract's 88 bytes") {
  Bytes expected = length_of(80);
  const Bytes rest = blob_of(R"({"__metadata__":{"attest":"{\"type\":\"hello\",\"protocol\":1}"}})");
  expected.insert(expected.end(), rest.begin(), rest.end());
  const Bytes hello = encode_frame({.message = R"({"type":"hello","protocol":1})"});
  REQUIRE(hello.size() == 88);
  CHECK(hello == expected);
  CHECK(hello[0] == std::byte{0x50});
  CHECK(hello[8] == std::byte{0x48});
  CHECK(std::count(hello.end() - 7, hello.end(), std::byte{' '}) == 7);
}

TEST_CASE("tensors lie in the order given, without gaps, offsets from the end of the header") {
  const Frame frame = {.message = "{}",
                       .tensors = {{"q.0", from_doubles(Element::f32, {1, 1, 1, 1}, {-1})},
                                   {"k.0", from_doubles(Element::f32, {1, 1, 1, 1}, {1})}}};
  const std::string header = header_with(R"(,"q.0":{"dtype":"F32","shape":[1,1,1,1],"data_offsets":[0,4]})"
                                         R"(,"k.0":{"dtype":"F32","shape":[1,1,1,1],"data_offsets":[4,8]})");
  Bytes expected = blob_of(header);
  for (const int byte : {0x00, 0x00, 0x80, 0xBF, 0x00, 0x00, 0x80, 0x3F})
    expected.push_back(static_cast<std::byte>(byte));
  CHECK(blob_of(frame) == expected);
}

TEST_CASE("frames come back as they were, headers a multiple of 8 long") {
  CHECK(decode_frame(blob_of(example())) == example());
  testing::property("any message, any tensor",
                    [](const std::string& message, const std::vector<double>& values) {
                      Frame frame = example();
                      std::string ascii;
                      for (const char c : message) ascii += static_cast<char>(c & 0x7F);
                      frame.message = ascii;
                      const auto count = static_cast<std::int64_t>(values.size());
                      frame.tensors.push_back({"values", from_doubles(Element::f16, {count, 1}, values)});
                      const Bytes blob = blob_of(frame);
                      RC_ASSERT(decode_frame(blob) == frame);
                      RC_ASSERT(static_cast<int>(blob[0]) % 8 == 0);
                    });
}

TEST_CASE("decoded tensors come in the order of their bytes") {
  const Frame frame = decode_with(R"(,"b":{"dtype":"BOOL","shape":[2],"data_offsets":[4,6]},)"
                                  R"("a":{"shape":[1],"data_offsets":[0,4],"dtype":"F32"})",
                                  6);
  REQUIRE(frame.tensors.size() == 2);
  CHECK(frame.tensors[0].name == "a");
  CHECK(frame.tensors[1].tensor == zeros(Element::boolean, {2}));
}

TEST_CASE("wrong headers are refused") {
  for (const char* header :
       {"{}", "[]", "null", "{", "", R"({"__metadata__":{}})", R"({"__metadata__":"attest"})",
        R"({"__metadata__":{"attest":{}}})", R"({"__metadata__":{"attest":"{}","more":"x"}})",
        R"({"__metadata__":{"attest":"{}"},"__metadata__":{"attest":"{}"}})",
        " {\"__metadata__\":{\"attest\":\"{}\"}}", R"({"__metadata__":{"attest":"{}"}} x)",
        "{\"__metadata__\":{\"attest\":\"\xff\"}}"}) {
    INFO(header);
    CHECK_THROWS_AS(decode_frame(blob_of(std::string(header))), InputError);
  }
  CHECK_NOTHROW(decode_frame(blob_of(header_with(""))));
}

TEST_CASE("wrong tensors are refused") {
  for (const char* entry :
       {R"({"dtype":"F8","shape":[4],"data_offsets":[0,4]})",
        R"({"dtype":"f32","shape":[1],"data_offsets":[0,4]})",
        R"({"dtype":"F32","shape":[2],"data_offsets":[0,4]})",
        R"({"dtype":"F32","shape":[1],"data_offsets":[0,8]})",
        R"({"dtype":"F32","shape":[-1],"data_offsets":[0,4]})",
        R"({"dtype":"F32","shape":[1.0],"data_offsets":[0,4]})",
        R"({"dtype":"F32","shape":1,"data_offsets":[0,4]})",
        R"({"dtype":"F32","shape":[1],"data_offsets":[4,0]})",
        R"({"dtype":"F32","shape":[1],"data_offsets":[4]})",
        R"({"dtype":"F32","shape":[1],"data_offsets":[0,4,8]})",
        R"({"dtype":"F32","shape":[1],"data_offsets":[0,4],"more":1})", R"({"dtype":"F32","shape":[1]})",
        R"({"dtype":"F32","shape":[4294967296,4294967296,4294967296],"data_offsets":[0,4]})",
        R"({"dtype":"F32","shape":[68719476736,68719476736],"data_offsets":[0,0]})",
        R"({"dtype":"F32","shape":[],"data_offsets":[0,0]})", "[]", "null"}) {
    INFO(entry);
    CHECK_THROWS_AS(decode_with(std::string(",\"t\":") + entry, 4), InputError);
  }
  CHECK_NOTHROW(decode_with(R"(,"t":{"dtype":"F32","shape":[],"data_offsets":[0,4]})", 4));
  CHECK_NOTHROW(
      decode_with(R"(,"t":{"dtype":"F32","shape":[4294967296,0,4294967296],"data_offsets":[0,0]})", 0));
}

TEST_CASE("gaps, overlaps, leftovers and odd booleans are refused") {
  const auto two = [](const std::string& first, const std::string& second, std::size_t body) {
    return decode_with(R"(,"a":{"dtype":"F16","shape":[2],"data_offsets":)" + first +
                           R"(},"b":{"dtype":"F16","shape":[2],"data_offsets":)" + second + "}",
                       body);
  };
  CHECK_NOTHROW(two("[0,4]", "[4,8]", 8));
  CHECK_NOTHROW(two("[4,8]", "[0,4]", 8));
  CHECK_THROWS_AS(two("[0,4]", "[4,8]", 9), InputError);
  CHECK_THROWS_AS(two("[0,4]", "[6,10]", 10), InputError);
  CHECK_THROWS_AS(two("[0,4]", "[2,6]", 6), InputError);
  CHECK_THROWS_AS(two("[0,4]", "[0,4]", 4), InputError);
  CHECK_THROWS_AS(two("[1,5]", "[5,9]", 9), InputError);
  Bytes blob = blob_of(header_with(R"(,"m":{"dtype":"BOOL","shape":[2],"data_offsets":[0,2]})"), 2);
  blob.back() = std::byte{2};
  CHECK_THROWS_AS(decode_frame(blob), InputError);
}

TEST_CASE("wrong header lengths are refused") {
  CHECK_THROWS_AS(decode_frame({}), InputError);
  CHECK_THROWS_AS(decode_frame(Bytes(7)), InputError);
  for (const std::uint64_t length :
       {std::uint64_t{7}, std::uint64_t{1} << 40, ~std::uint64_t{0}, ~std::uint64_t{7}}) {
    Bytes blob = blob_of(header_with(""));
    std::memcpy(blob.data(), &length, sizeof length);
    CHECK_THROWS_AS(decode_frame(blob), InputError);
  }
}

TEST_CASE("headers with a flood of keys or numbers are refused before they are parsed") {
  std::string keys;
  for (int i = 0; i < 100000; ++i) keys += ",\"" + std::to_string(i) + "\":0";
  CHECK(says(error_of([&] { decode_with(keys, 0); }), "more than 16384 tensors"));
  std::string numbers = "0";
  for (int i = 0; i < 300000; ++i) numbers += ",0";
  CHECK(says(error_of([&] { decode_with(",\"t\":[" + numbers + "]", 0); }), "more than 16384 tensors"));
  std::string message;
  for (int i = 0; i < 300000; ++i) message += ":,\"";
  CHECK(decode_frame(blob_of(Frame{.message = message})).message == message);
}

TEST_CASE("a damaged frame is an error or a right frame, never anything else") {
  const Bytes whole = blob_of(example());
  const auto is_handled = [](const Bytes& blob) {
    try {
      const Frame frame = decode_frame(blob);
      for (const NamedTensor& named : frame.tensors)
        if (to_doubles(named.tensor).size() * static_cast<std::size_t>(bytes_of(named.tensor.element)) !=
            named.tensor.bytes.size())
          return false;
    } catch (const InputError& error) {
      return error.what()[0] != '\0';
    }
    return true;
  };
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK(is_handled({whole.begin(), whole.begin() + size}));
  testing::property("flipped bytes", [&](const std::vector<std::pair<std::uint16_t, std::uint8_t>>& flips) {
    Bytes blob = whole;
    for (const auto& [place, value] : flips) blob[place % blob.size()] = static_cast<std::byte>(value);
    RC_ASSERT(is_handled(blob));
  });
  testing::property("digits and brackets in the header",
                    [&](const std::vector<std::pair<std::uint16_t, std::uint8_t>>& flips) {
                      const std::string likely = "0123456789[]{},:\" ";
                      Bytes blob = whole;
                      for (const auto& [place, value] : flips)
                        blob[8 + place % 400] = static_cast<std::byte>(likely[value % likely.size()]);
                      RC_ASSERT(is_handled(blob));
                    });
}
