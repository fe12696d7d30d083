// Frames through pipes: whole ones pass in any pieces, and nothing that ends early or lies about its length
// does harm.
#include "cases/error.hpp"
#include "cases/frame.hpp"
#include "cases/testing.hpp"

#include <csignal>
#include <cstring>
#include <thread>
#include <unistd.h>

using namespace attest;

namespace {

using Bytes = std::vector<std::byte>;

Bytes length_of(std::uint64_t length) {
  Bytes bytes(sizeof length);
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes;
}

Frame small_frame() {
  return {.message = "{}", .tensors = {{"q.0", from_doubles(Element::f32, {1, 1, 2, 1}, {-1, 2})}}};
}

/// Both ends of a pipe, closed at the end.
struct Pipe {
  int read_end = -1;
  int write_end = -1;
  Pipe() {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    read_end = ends[0];
    write_end = ends[1];
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    ::close(read_end);
    close_writer();
  }
  void close_writer() {
    if (write_end >= 0) ::close(write_end);
    write_end = -1;
  }
};

void put(const Pipe& pipe, const Bytes& bytes) {
  REQUIRE(::write(pipe.write_end, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
}

} // namespace

TEST_CASE("frames pass a pipe, however small the pieces") {
  Pipe pipe;
  Frame large = small_frame();
  large.tensors.push_back(
      {"large", zeros(Element::f64, {400, 1000})}); // more than a pipe or a first chunk holds
  std::thread writer([&] {
    write_frame(pipe.write_end, small_frame());
    write_frame(pipe.write_end, large);
    pipe.close_writer();
  });
  Frame first;
  Frame second;
  Frame third;
  const bool came[] = {read_frame(pipe.read_end, first), read_frame(pipe.read_end, second),
                       read_frame(pipe.read_end, third)};
  writer.join();
  CHECK((came[0] && came[1] && !came[2]));
  CHECK(first == small_frame());
  CHECK(second == large);
}

TEST_CASE("a stream that ends within a frame is an error") {
  const Bytes whole = encode_frame(small_frame());
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{20}, whole.size() - 1}) {
    Pipe pipe;
    put(pipe, {whole.begin(), whole.begin() + size});
    pipe.close_writer();
    Frame frame;
    CHECK_THROWS_AS(read_frame(pipe.read_end, frame), InputError);
  }
}

TEST_CASE("a length that nobody could have sent costs no memory") {
  for (const std::uint64_t length : {largest_frame, largest_frame + 1, ~std::uint64_t{0}}) {
    Pipe pipe;
    put(pipe, length_of(length));
    pipe.close_writer();
    Frame frame;
    CHECK_THROWS_AS(read_frame(pipe.read_end, frame), InputError);
  }
}

TEST_CASE("writing to a closed pipe is an error, once SIGPIPE is ignored") {
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  ::close(pipe.read_end);
  CHECK_THROWS_AS(write_frame(pipe.write_end, small_frame()), InputError);
  pipe.read_end = ::dup(pipe.write_end);
  std::signal(SIGPIPE, before);
}
