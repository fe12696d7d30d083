// The line: the vectors, the sentences, hostile text, and the laws of printing.
#include "cases/line.hpp"

#include "cases/error.hpp"
#include "cases/files.hpp"
#include "cases/json.hpp"
#include "cases/numbers.hpp"
#include "cases/random_case.testing.hpp"
#include "cases/testing.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <optional>

namespace attest {

namespace {

std::optional<ErrorKind> kind_of(const std::string& line) {
  try {
    parse_line(line);
    return {};
  } catch (const InputError& error) {
    return error.kind();
  }
}

std::string message_of(const std::string& line) {
  try {
    parse_line(line);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

Json vectors() {
  return parse_json(read_file(testing::source_path("cases/vectors/lines.json")), "lines.json");
}

/// Rules that need slots belong to the reference, which tests these vectors.
bool needs_slots(const std::string& line, ErrorKind kind) {
  return kind == ErrorKind::evicted || kind == ErrorKind::size ||
         line == "batch=2 steps=4 pad=left:1,0 form=bool mask_shape=11qk";
}

std::string joined(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += word;
  }
  return line;
}

} // namespace

TEST_CASE("valid lines of the vectors print canonically") {
  const Json all = vectors();
  REQUIRE(all["valid"].size() > 50);
  for (const Json& vector : all["valid"]) {
    const std::string line = vector["line"];
    const std::string canonical = vector["canonical"];
    INFO(line);
    CHECK(print_line(parse_line(line)) == canonical);
    CHECK(parse_line(line) == parse_line(canonical));
  }
}

TEST_CASE("invalid lines of the vectors have their kind") {
  const Json all = vectors();
  int checked = 0;
  for (const Json& vector : all["invalid"]) {
    const std::string line = vector["line"];
    const auto kind = named<ErrorKind>(vector["kind"].get<std::string>());
    REQUIRE(kind.has_value());
    INFO(line);
    if (needs_slots(line, *kind)) {
      CHECK_FALSE(kind_of(line).has_value());
      continue;
    }
    CHECK(kind_of(line) == kind);
    ++checked;
  }
  CHECK(checked > 100);
}

TEST_CASE("sentences name the word, the fault and the nearest known word") {
  CHECK(message_of("steps=4 cahce=static:6") ==
        "word 2 'cahce=static:6': unknown key 'cahce'; did you mean 'cache'?");
  CHECK(message_of("steps=4 cache=statik:6") ==
        "word 2 'cache=statik:6': unknown cache kind 'statik'; did you mean 'static'?");
  CHECK(message_of("batch=0 steps=4") == "word 1 'batch=0': batch must be 1 to 1048576, not 0");
  CHECK(message_of("steps=4 mask=causal&widow:3") ==
        "word 2 'mask=causal&widow:3': character 8: unknown mask term 'widow'; did you mean 'window'?");
  CHECK(message_of("steps=5 cache=static:4") ==
        "cache=static:4 is too small for 5 tokens; static:5 would do");
  CHECK(message_of("steps=4 pad=left:5") == "pad=left:5: a number of pads must be 0 to 4, not 5");
  CHECK(message_of("batch=2 steps=4 pad=left:1") ==
        "pad=left:1: pad needs 2 entries, one per batch row, not 1");
  CHECK(message_of("batch=2 steps=4,reorder:0/2,1 cache=dynamic") ==
        "steps entry reorder:0/2: a row number of reorder must be 0 to 1, not 2");
  CHECK(message_of("steps=4 layout=zyx") ==
        "word 2 'layout=zyx': unknown layout 'zyx'; known are bhsd, bshd, sbhd or bhds");
  CHECK(message_of("steps=4 cache=static") == "word 2 'cache=static': cache=static takes 1 number: capacity");
  CHECK(message_of("steps=4 steps=5") == "word 2 'steps=5': the key 'steps' was given before");
}

TEST_CASE("the first error from left to right wins, then the rules across keys") {
  CHECK(kind_of("batch=0 colour=red") == ErrorKind::range);
  CHECK(kind_of("colour=red batch=0") == ErrorKind::unknown);
  CHECK(kind_of("steps=4,1 batch=0") == ErrorKind::range);
  CHECK(kind_of("steps=4,crop:9,1 cache=lru") == ErrorKind::range);
  CHECK(kind_of("batch=0") == ErrorKind::range);
  CHECK(kind_of("steps=4 steps=x") == ErrorKind::duplicate);
}

TEST_CASE("defaults may be written out anywhere") {
  CHECK(parse_line(
            "steps=4 mask_shape=b1qk mask_dtype=io form=none pad=none keys=4 offset=0 is_causal=unset") ==
        parse_line("steps=4"));
  CHECK(parse_line("steps=4,1 cache=dynamic mask_shape=b1qk mask_dtype=io") ==
        parse_line("steps=4,1 cache=dynamic"));
  CHECK(kind_of("steps=4 dtype=f16 form=additive mask_dtype=f16") == ErrorKind::conflict);
}

TEST_CASE("one entry is enough where one serves all") {
  CHECK_FALSE(kind_of("batch=3 steps=4 mask=documents:2,2").has_value());
  CHECK_FALSE(kind_of("heads=4 steps=4 sink=0.5 alibi=1,2,3,4").has_value());
}

TEST_CASE("more lines with their kinds") {
  const std::vector<std::pair<std::string, ErrorKind>> bad = {
      {"steps=4 cache=static:", ErrorKind::syntax},
      {"steps=4 cache=:4", ErrorKind::syntax},
      {"steps=4 pad=left:", ErrorKind::syntax},
      {"steps=4 pad=bits:", ErrorKind::syntax},
      {"steps=4 heads=4/", ErrorKind::syntax},
      {"steps=4 softcap=none", ErrorKind::syntax},
      {"steps=4\r", ErrorKind::syntax},
      {"steps=4 batch=\xc3\xa9", ErrorKind::syntax},
      {"steps=99999999999999999999999", ErrorKind::range},
      {"steps=4 seed=-1", ErrorKind::range},
      {"steps=4 seed=18446744073709551617", ErrorKind::range},
      {"steps=4 keys=1048577", ErrorKind::range},
      {"steps=4 cache=static:99999999999999999999", ErrorKind::range},
      {"steps=1,1 cache=dynamic pad=bits:111", ErrorKind::range},
      {"steps=2 keys=3 pad=left:4", ErrorKind::range},
      {"steps=4 cache=cross keys=2 pad=right:3", ErrorKind::range},
      {"steps=1,reset,1", ErrorKind::conflict},
      {"steps=4 form=padding mask_shape=qk", ErrorKind::conflict},
      {"steps=4,1 cache=dynamic keys=5", ErrorKind::conflict},
      {"steps=4,1 cache=quantized:2 offset=4", ErrorKind::conflict},
  };
  for (const auto& [line, kind] : bad) {
    INFO(line);
    CHECK(kind_of(line) == kind);
  }
}

TEST_CASE("hostile lines cost one short printable sentence") {
  const std::size_t million = 1000000;
  std::vector<std::string> lines = {
      std::string(million, 'a'),
      std::string(million, '='),
      "steps=" + std::string(million, '9'),
      "steps=4 mask=" + std::string(100000, '(') + "causal" + std::string(100000, ')'),
      "steps=4 batch=\x1b[31m",
      std::string("steps=4 \0batch=2", 16),
      "steps=1000000000x1 cache=dynamic",
      "steps=4 scale=0." + std::string(million, '1'),
  };
  std::string commas = "steps=1";
  for (std::size_t i = 0; i < million / 2; ++i) commas += ",1";
  lines.push_back(commas);
  for (const std::string& line : lines) {
    const std::string message = message_of(line);
    CHECK_FALSE(message.empty());
    CHECK(message.size() < 400);
    CHECK(std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; }));
  }
}

TEST_CASE("the full line's words") {
  CHECK(joined(full_words(parse_line("steps=4"))) ==
        "batch=1 heads=1 dim=8 steps=4 cache=none keys=4 mask=causal pad=none is_causal=unset form=none "
        "mask_shape=b1qk "
        "mask_dtype=io offset=0 rows=real dtype=f32 scale=auto softcap=none sink=none alibi=none layout=bhsd "
        "memory=plain "
        "unfilled=zeros data=normal seed=0");
  CHECK(joined(full_words(parse_line(
            "heads=4/2 steps=3x1 cache=static:6 pad=left:1 scale=0.50 sink=0.5,1,2,3 is_causal=true"))) ==
        "batch=1 heads=4/2 dim=8 steps=3x1 cache=static:6 keys=none mask=causal pad=left:1 is_causal=true "
        "form=padding "
        "mask_shape=b1qk mask_dtype=io offset=none rows=real dtype=f32 scale=0.5 softcap=none sink=0.5,1,2,3 "
        "alibi=none "
        "layout=bhsd memory=plain unfilled=zeros data=normal seed=0");
}

TEST_CASE("laws of printing") {
  testing::property("a printed case reads back", [] {
    const Case value = *testing::random_case();
    RC_ASSERT(parse_line(print_line(value)) == value);
  });
  testing::property("the words' order does not matter", [] {
    const Case value = *testing::random_case();
    const std::string line = print_line(value);
    std::string reversed;
    for (std::size_t end = line.size(); end > 0;) {
      const std::size_t space = line.rfind(' ', end - 1);
      const std::size_t start = space == std::string::npos ? 0 : space + 1;
      reversed += line.substr(start, end - start) + "  ";
      end = space == std::string::npos ? 0 : space;
    }
    RC_ASSERT(print_line(parse_line(reversed)) == line);
  });
  testing::property("every word of the line is a word of the full line", [] {
    const Case value = *testing::random_case();
    const std::vector<std::string> full = full_words(value);
    const std::string line = print_line(value);
    for (const std::string_view word : split(line, ' '))
      RC_ASSERT(std::find(full.begin(), full.end(), word) != full.end());
  });
}

} // namespace attest
