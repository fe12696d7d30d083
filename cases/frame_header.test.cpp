// The quick reader of headers takes what encode_frame writes, and leaves everything else to JSON.
#include "cases/frame_header.hpp"

#include "cases/frame.hpp"
#include "cases/testing.hpp"

#include <cstring>

using namespace attest;

namespace {

std::string header_text(const Frame& frame) {
  const auto bytes = encode_frame(frame);
  std::uint64_t size = 0;
  std::memcpy(&size, bytes.data() + 8, sizeof size);
  return {reinterpret_cast<const char*>(bytes.data()) + 16, size};
}

const std::string tensors = R"(,"q.0":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},)"
                            R"("m":{"dtype":"BOOL","shape":[],"data_offsets":[8,9]})";
const std::string right = R"({"__metadata__":{"attest":"{\"a\":\"\\\\\"}"})" + tensors + "}  ";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = right;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

} // namespace

TEST_CASE("a plain header is read") {
  const FrameHeader header{
      .message = R"({"a":"\\"})",
      .tensors = {{.name = "q.0", .element = Element::f32, .shape = {2, 1}, .begin = 0, .end = 8},
                  {.name = "m", .element = Element::boolean, .shape = {}, .begin = 8, .end = 9}}};
  CHECK(read_plain_header(right) == header);
  CHECK(read_plain_header(R"({"__metadata__":{"attest":""}})") == FrameHeader{});
}

TEST_CASE("what encode_frame writes is read plainly") {
  const Frame frame{.message = R"({"type":"run","line":"steps=1 mask=\"x\\\""})",
                    .tensors = {{.name = "q.0", .tensor = zeros(Element::bf16, {1, 2, 3, 4})},
                                {.name = "mask.11", .tensor = zeros(Element::boolean, {0, 5})}}};
  const auto header = read_plain_header(header_text(frame));
  REQUIRE(header);
  CHECK(header->message == frame.message);
  REQUIRE(header->tensors.size() == 2);
  CHECK(header->tensors[0].shape == std::vector<std::int64_t>{1, 2, 3, 4});
  CHECK(header->tensors[1].name == "mask.11");
  const auto bytes = encode_frame(frame);
  CHECK(decode_frame(std::span(bytes).subspan(8)) == frame);
}

TEST_CASE("anything else is left to JSON") {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"attest\":", "\"attest\": "},     // a space
           {"\\\"a", "\\u0061"},                // another escape
           {"\\\"a", "\t"},                     // a control character, which is no JSON
           {"\\\"a", "\xc3\xa9"},               // not ASCII
           {"F32", "F8"},                       // a dtype that nobody knows
           {"[2,1]", "[02,1]"},                 // a leading zero
           {"[2,1]", "[-2,1]"},                 //
           {"[2,1]", "[2.0,1]"},                //
           {"[2,1]", "[99999999999999999999]"}, // more than 64 bits
           {"[2,1]", "[2,]"},                   //
           {"[0,8]", "[0]"},                    //
           {"[0,8]", "[0,8,8]"},                //
           {"\"m\"", "\"q.0\""},                // a name twice
           {"\"m\"", "\"__metadata__\""},       //
           {"}  ", "} x"},                      // more text
           {"}}  ", "}"},                       // less
       }) {
    INFO(to);
    CHECK_FALSE(read_plain_header(changed(from, to)));
  }
  for (std::size_t size = 0; size < right.size() - 2; ++size)
    CHECK_FALSE(read_plain_header(right.substr(0, size)));
  std::string many = R"({"__metadata__":{"attest":""})";
  for (int i = 0; i < 65; ++i)
    many += ",\"" + std::to_string(i) + R"(":{"dtype":"F32","shape":[0],"data_offsets":[0,0]})";
  CHECK_FALSE(read_plain_header(many + "}"));
}
