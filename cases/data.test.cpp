// The vectors that every language's data function must give, bit for bit, and the agreement of its plain and
// fast forms.
#include "cases/data.hpp"
#include "cases/json.hpp"
#include "cases/quantiser.hpp"
#include "cases/testing.hpp"
#include "cases/words.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

using namespace attest;

namespace {

const Json& vectors() {
  static const Json json = [] {
    std::ifstream file(testing::source_path("cases/vectors/data.json"));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return parse_json(text, "data.json");
  }();
  return json;
}

std::uint64_t from_hex(const Json& text) { return std::stoull(text.get<std::string>(), nullptr, 16); }

TensorName tensor_named(const std::string& name) {
  return name == "q" ? TensorName::q : name == "k" ? TensorName::k : TensorName::v;
}

Address address_of(const Json& item) {
  return {.seed = item["seed"].get<std::uint64_t>(),
          .tensor = tensor_named(item["tensor"].get<std::string>()),
          .epoch = item["epoch"].get<std::int64_t>(),
          .row = item["row"].get<std::int64_t>(),
          .head = item["head"].get<std::int64_t>(),
          .token = item["token"].get<std::int64_t>(),
          .channel = item["channel"].get<std::int64_t>()};
}

Case case_of(const Json& item) {
  return {.dtype = named<Dtype>(item["dtype"].get<std::string>()).value(),
          .data = named<Data>(item["family"].get<std::string>()).value()};
}

std::vector<double> doubles(const Json& array) { return array.get<std::vector<double>>(); }

} // namespace

TEST_CASE("mix gives the vectors of data.json") {
  REQUIRE(vectors()["mix"].size() == 6);
  for (const Json& item : vectors()["mix"]) CHECK(mix(from_hex(item["in"])) == from_hex(item["out"]));
}

TEST_CASE("hash, exact value, value and bits are those of data.json") {
  REQUIRE(vectors()["values"].size() > 200);
  for (const Json& item : vectors()["values"]) {
    INFO(item.dump());
    const Case problem = case_of(item);
    const Address address = address_of(item);
    CHECK(hash_of(address) == from_hex(item["hash"]));
    CHECK(exact_value(problem.data, address) ==
          std::strtod(item["exact"].get<std::string>().c_str(), nullptr));
    CHECK(value_of(problem, address) == item["value"].get<double>());
    CHECK(to_bits(problem.dtype, value_of(problem, address)) == from_hex(item["bits"]));
  }
}

TEST_CASE("the example of the contract") {
  const Address address = {.seed = 7, .tensor = TensorName::k, .row = 1, .token = 5, .channel = 2};
  CHECK(hash_of(address) == 0xdc5deac86f15d01d);
  CHECK(exact_value(Data::normal, address) == 0.09900712966918945);
  CHECK(to_bits(Dtype::f32, value_of({}, address)) == 0x3dcac440);
  CHECK(to_bits(Dtype::bf16, value_of({.dtype = Dtype::bf16}, address)) == 0x3dcb);
}

TEST_CASE("each family differs from normal where the contract says so") {
  const Address q = {.seed = 3, .tensor = TensorName::q, .epoch = 2, .row = 1, .token = -3, .channel = 4};
  Address k = q;
  k.tensor = TensorName::k;
  Address v = q;
  v.tensor = TensorName::v;
  const auto z = [](const Address& address) { return exact_value(Data::normal, address); };

  CHECK(exact_value(Data::large, q) == 4 * z(q));
  CHECK(exact_value(Data::large, k) == 4 * z(k));
  CHECK(exact_value(Data::large, v) == z(v));
  CHECK(exact_value(Data::offset, v) == 16 + z(v));
  CHECK(exact_value(Data::offset, k) == z(k));
  CHECK(exact_value(Data::constant, v) == 1);
  CHECK(exact_value(Data::constant, q) == z(q));
  CHECK(exact_value(Data::zero_keys, k) == 0);
  CHECK(exact_value(Data::zero_keys, q) == z(q));

  Address first = k;
  first.epoch = first.token = 0;
  CHECK(exact_value(Data::near_tie, k) == z(first) + z(k) / 256);
  CHECK(exact_value(Data::near_tie, v) == z(v));
  k.token = 4;
  CHECK(exact_value(Data::zero_keys, k) == z(k));
}

TEST_CASE("normal values have mean 0 and deviation 1 and stay inside 3; integers are -2 to 2, evenly") {
  double sum = 0;
  double squares = 0;
  int counts[5] = {};
  for (std::int64_t token = 0; token < 50000; ++token) {
    const double z = exact_value(Data::normal, {.seed = 1, .token = token});
    REQUIRE(std::abs(z) < 3);
    sum += z;
    squares += z * z;
    ++counts[static_cast<int>(exact_value(Data::integers, {.seed = 1, .token = token})) + 2];
  }
  CHECK(std::abs(sum / 50000) < 0.02);
  CHECK(std::abs(squares / 50000 - 1) < 0.02);
  for (const int count : counts) CHECK(std::abs(count - 10000) < 500);
}

TEST_CASE("filling a head agrees with the plain form") {
  testing::property("all families, dtypes, tensors", [](std::uint64_t seed,
                                                        const std::vector<std::uint8_t>& picks) {
    const auto pick = [&picks](std::size_t i) { return i < picks.size() ? int{picks[i]} : 0; };
    const Case problem = {.dtype = static_cast<Dtype>(pick(0) % 4), .data = static_cast<Data>(pick(1) % 7)};
    Address address = {.seed = seed,
                       .tensor = static_cast<TensorName>(pick(2) % 3),
                       .epoch = pick(3) % 3,
                       .row = pick(4) % 5,
                       .head = pick(5) % 5,
                       .token = pick(6) - 100};
    std::vector<double> channels(5);
    HeadValues(problem, address).fill(address.token, channels);
    for (address.channel = 0; address.channel < 5; ++address.channel)
      RC_ASSERT(channels[static_cast<std::size_t>(address.channel)] == value_of(problem, address));
  });
}

TEST_CASE("the quantiser gives the vectors of data.json") {
  REQUIRE(vectors()["quantized"].size() == 9);
  for (const Json& item : vectors()["quantized"]) {
    INFO(item.dump());
    std::vector<double> x = doubles(item["in"]);
    quantise(x, item["bits"].get<int>(), named<Dtype>(item["dtype"].get<std::string>()).value());
    CHECK(x == doubles(item["out"]));
  }
}

TEST_CASE("a constant vector, and one that lies on the codes, pass the quantiser unchanged") {
  std::vector<double> constant(8, -1.25);
  quantise(constant, 2, Dtype::f32);
  CHECK(constant == std::vector<double>(8, -1.25));
  std::vector<double> on_codes = {-1, 0, 1, 2};
  quantise(on_codes, 2, Dtype::f32);
  CHECK(on_codes == std::vector<double>{-1, 0, 1, 2});
  std::vector<double> ties = {0, 3, 0.5, 1.5, 2.5}; // rint goes to even
  quantise(ties, 2, Dtype::f32);
  CHECK(ties == std::vector<double>{0, 3, 0, 2, 2});
}

TEST_CASE("quantised values are at most half a step away and take few values") {
  testing::property("error and count", [](std::uint64_t seed) {
    std::vector<double> x(16);
    HeadValues({.dtype = Dtype::f64}, {.seed = seed}).fill(0, x);
    std::vector<double> y = x;
    quantise(y, 4, Dtype::f64);
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    const double step = (*high - *low) / 15;
    for (std::size_t i = 0; i < x.size(); ++i) RC_ASSERT(std::abs(x[i] - y[i]) <= step / 2 * (1 + 1e-12));
    RC_ASSERT(std::abs(*std::min_element(y.begin(), y.end()) - *low) < 1e-15);
  });
}
