// A frame is the same in whatever pieces it comes, and garbage is told by its first bytes.
#include "harness/incoming.hpp"
#include "cases/error.hpp"
#include "cases/frame.hpp"
#include "cases/testing.hpp"

#include <algorithm>

using namespace attest;
using attest::harness::Incoming;

namespace {

constexpr std::uint64_t plenty = 1 << 24;

/// Gives it as much of the bytes as it wants, `piece` at most at once; the number of bytes taken.
std::size_t pour(Incoming& incoming, const std::vector<std::byte>& bytes, std::size_t piece) {
  std::size_t taken = 0;
  for (auto room = incoming.room(); !room.empty() && taken < bytes.size(); room = incoming.room()) {
    const std::size_t count = std::min({room.size(), piece, bytes.size() - taken});
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(taken), count, room.begin());
    taken += count;
    incoming.filled(count);
  }
  return taken;
}

std::vector<std::byte> text(const std::string& characters) {
  std::vector<std::byte> bytes;
  for (const char c : characters) bytes.push_back(static_cast<std::byte>(c));
  return bytes;
}

std::vector<std::byte> frame() {
  return encode_frame({.message = R"({"type":"stop"})", .tensors = {{"out.0", zeros(Element::f64, {3, 5})}}});
}

} // namespace

TEST_CASE("a frame arrives whole and nothing is taken of what follows it") {
  attest::testing::property("pieces of any size", [] {
    const std::size_t piece = *rc::gen::inRange<std::size_t>(1, 400);
    std::vector<std::byte> bytes = frame();
    bytes.push_back(std::byte{7});
    Incoming incoming(plenty);
    RC_ASSERT(pour(incoming, bytes, piece) == bytes.size() - 1);
    RC_ASSERT(incoming.whole());
    RC_ASSERT(decode_frame(incoming.blob()).tensors.size() == 1u);
  });
}

TEST_CASE("a frame that is cut is begun but not whole") {
  attest::testing::property("cut anywhere", [] {
    std::vector<std::byte> bytes = frame();
    bytes.resize(*rc::gen::inRange<std::size_t>(0, bytes.size()));
    Incoming incoming(plenty);
    pour(incoming, bytes, 1000);
    RC_ASSERT(!incoming.whole());
    RC_ASSERT(incoming.begun() == !bytes.empty());
  });
}

TEST_CASE("garbage is told by its first bytes") {
  const auto fault = [](std::vector<std::byte> bytes, std::uint64_t largest) -> std::string {
    Incoming incoming(largest);
    try {
      pour(incoming, bytes, 5);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(fault(text("warning: slow\n"), plenty), Contains("\"warning:\""));
  CHECK_THAT(fault(text("\n\x01 hello"), plenty), Contains(R"("\x0a\x01 hello)"));
  CHECK_THAT(fault(std::vector<std::byte>(8), plenty), Contains("announces 0 bytes"));
  CHECK_THAT(fault(frame(), 100), Contains("announces"));
  CHECK(fault(frame(), plenty).empty());
  std::vector<std::byte> shifted = text("\n");
  for (const std::byte byte : frame()) shifted.push_back(byte);
  CHECK_FALSE(fault(shifted, plenty).empty());
  std::vector<std::byte> no_brace = frame();
  no_brace[16] = std::byte{'['};
  CHECK_THAT(fault(no_brace, plenty), Contains("is not the start of a frame"));
  std::vector<std::byte> long_header = frame();
  long_header[14] = std::byte{1};
  CHECK_THAT(fault(long_header, plenty), Contains("is not the start of a frame"));
}
