// Numbers in lines.
#include "cases/numbers.hpp"

#include "cases/error.hpp"
#include "cases/testing.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace attest {

namespace {

template <class Parse> std::optional<ErrorKind> kind_of(Parse parse) {
  try {
    parse();
    return {};
  } catch (const InputError& error) {
    return error.kind();
  }
}

} // namespace

TEST_CASE("whole numbers") {
  CHECK(parse_whole("0") == 0);
  CHECK(parse_whole("-17") == -17);
  CHECK(parse_whole("9007199254740991") == 9007199254740991);
  for (const char* bad : {"", "-", "+1", "01", "-0", "-01", "1.0", " 1", "1 ", "0x10", "1e3", "one"}) {
    INFO(bad);
    CHECK(kind_of([&] { parse_whole(bad); }) == ErrorKind::syntax);
  }
}

TEST_CASE("a number that int64 does not hold lies beyond every limit") {
  CHECK(parse_whole("99999999999999999999999") == std::numeric_limits<std::int64_t>::max());
  CHECK(parse_whole("-99999999999999999999999") == std::numeric_limits<std::int64_t>::min());
  CHECK(kind_of([] { check_range("x", parse_whole("18446744073709551617"), 0, 10); }) == ErrorKind::range);
}

TEST_CASE("decimals") {
  CHECK(parse_decimal("0.5") == 0.5);
  CHECK(parse_decimal("-2") == -2.0);
  CHECK(parse_decimal("0.1") == 0.1);
  CHECK(parse_decimal("999999.999999999") == 999999.999999999);
  CHECK_FALSE(std::signbit(parse_decimal("-0.0")));
  for (const char* bad :
       {"", "-", ".5", "5.", "1e-3", "nan", "inf", "+1", "00.5", "01", "1.2.3", "0,5", "0x1p3"}) {
    INFO(bad);
    CHECK(kind_of([&] { parse_decimal(bad); }) == ErrorKind::syntax);
  }
  for (const char* far : {"1000000", "0.0000000001", "1234567.5", "0.1000000000"}) {
    INFO(far);
    CHECK(kind_of([&] { parse_decimal(far); }) == ErrorKind::range);
  }
}

TEST_CASE("decimals print without trailing zeros") {
  CHECK(print_decimal(0.5) == "0.5");
  CHECK(print_decimal(30) == "30");
  CHECK(print_decimal(-0.0) == "0");
  CHECK(print_decimal(0.000000001) == "0.000000001");
  CHECK(print_decimal(-100000) == "-100000");
  CHECK(print_decimal(0.1) == "0.1");
}

TEST_CASE("which doubles are decimals") {
  CHECK(is_decimal(0.1));
  CHECK(is_decimal(-999999.999999999));
  CHECK_FALSE(is_decimal(1e6));
  CHECK_FALSE(is_decimal(1.0 / 3));
  CHECK_FALSE(is_decimal(1e-10));
  CHECK_FALSE(is_decimal(std::nan("")));
  CHECK_FALSE(is_decimal(std::numeric_limits<double>::infinity()));
}

TEST_CASE("every decimal reads back as it was printed") {
  testing::property("round trip", [](std::int64_t number, std::uint8_t choice) {
    std::int64_t divisor = 1;
    for (int places = choice % 10; places > 0; --places) divisor *= 10;
    const std::int64_t digits = number % (1000000 * divisor);
    const double value = static_cast<double>(digits) / static_cast<double>(divisor);
    RC_ASSERT(is_decimal(value));
    RC_ASSERT(parse_decimal(print_decimal(value)) == value);
  });
}

TEST_CASE("pieces between separators") {
  CHECK(split("a,b,,c", ',') == std::vector<std::string_view>{"a", "b", "", "c"});
  CHECK(split("", ',') == std::vector<std::string_view>{""});
  CHECK(split("a,", ',') == std::vector<std::string_view>{"a", ""});
  CHECK(parse_wholes("3/-1/0", '/') == std::vector<std::int64_t>{3, -1, 0});
}

TEST_CASE("a range error names what, limits and value") {
  CHECK_THROWS_WITH(check_range("batch", 0, 1, 8), "batch must be 1 to 8, not 0");
  CHECK_NOTHROW(check_range("batch", 8, 1, 8));
}

} // namespace attest
