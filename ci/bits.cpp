// Checks the data function, the rounding and the quantiser against cases/vectors/data.json; ci/check_bits
// compiles it with several compilers and levels of optimisation.
#include "cases/data.hpp"
#include "cases/files.hpp"
#include "cases/json.hpp"
#include "cases/quantiser.hpp"
#include "cases/words.hpp"

#include <cstdio>

namespace {

using namespace attest;

TensorName tensor_named(const std::string& name) {
  return name == "q" ? TensorName::q : name == "k" ? TensorName::k : TensorName::v;
}

bool value_holds(const Json& vector) {
  const Address address{.seed = vector.at("seed").get<std::uint64_t>(),
                        .tensor = tensor_named(vector.at("tensor")),
                        .epoch = vector.at("epoch"),
                        .row = vector.at("row"),
                        .head = vector.at("head"),
                        .token = vector.at("token"),
                        .channel = vector.at("channel")};
  const Dtype dtype = *named<Dtype>(vector.at("dtype").get<std::string>());
  const Data family = *named<Data>(vector.at("family").get<std::string>());
  const std::uint64_t bits = std::stoull(vector.at("bits").get<std::string>(), nullptr, 16);
  return to_bits(dtype, exact_value(family, address)) == bits;
}

bool quantised_holds(const Json& vector) {
  auto values = vector.at("in").get<std::vector<double>>();
  quantise(values, vector.at("bits"), *named<Dtype>(vector.at("dtype").get<std::string>()));
  return values == vector.at("out").get<std::vector<double>>();
}

} // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  const Json vectors = parse_json(read_file(words[1]), words[1]);
  int wrong = 0;
  for (const auto& vector : vectors.at("values")) wrong += !value_holds(vector);
  for (const auto& vector : vectors.at("quantized")) wrong += !quantised_holds(vector);
  std::printf("%zu values, %zu quantised vectors, %d wrong\n", vectors.at("values").size(),
              vectors.at("quantized").size(), wrong);
  return wrong != 0;
}
