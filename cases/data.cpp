// The one place that makes values: hash of an address, number from the hash, family of numbers.
#include "cases/data.hpp"

#include "cases/dtype.hpp"

namespace attest {
namespace {

std::uint64_t mixed_in(std::uint64_t hash, std::int64_t part) {
  return mix(hash ^ static_cast<std::uint64_t>(part));
}

std::uint64_t hash_of_head(const Address& address) {
  std::uint64_t hash = mixed_in(mix(address.seed), static_cast<std::int64_t>(address.tensor));
  hash = mixed_in(hash, address.epoch);
  hash = mixed_in(hash, address.row);
  return mixed_in(hash, address.head);
}

/// The sum of three 21-bit numbers, centred and scaled: mean 0, deviation 1, inside (-3, 3), exact in f32.
double bell(std::uint64_t hash) {
  const std::uint64_t sum = (hash >> 43) + (hash >> 22 & 0x1FFFFF) + (hash >> 1 & 0x1FFFFF);
  return static_cast<double>(static_cast<std::int64_t>(2 * sum) - 6291453) / 2097152.0;
}

double small_integer(std::uint64_t hash) {
  return static_cast<double>(static_cast<std::int64_t>((hash >> 32) * 5 >> 32) - 2);
}

/// channels[c] = number(hash of channel c).
template <class Number> void each(std::span<double> channels, std::uint64_t token_hash, Number number) {
  for (std::size_t c = 0; c < channels.size(); ++c) channels[c] = number(mix(token_hash ^ c));
}

} // namespace

std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

std::uint64_t hash_of(const Address& address) {
  return mixed_in(mixed_in(hash_of_head(address), address.token), address.channel);
}

double exact_value(Data family, const Address& address) {
  const std::uint64_t hash = hash_of(address);
  const double z = bell(hash);
  switch (family) {
  case Data::normal: break;
  case Data::integers: return small_integer(hash);
  case Data::near_tie: {
    if (address.tensor != TensorName::k) break;
    Address tie = address;
    tie.epoch = tie.token = 0;
    return bell(hash_of(tie)) + z / 256;
  }
  case Data::large: return address.tensor == TensorName::v ? z : 4 * z;
  case Data::offset: return address.tensor == TensorName::v ? 16 + z : z;
  case Data::constant: return address.tensor == TensorName::v ? 1 : z;
  case Data::zero_keys: return address.tensor == TensorName::k && address.token % 2 != 0 ? 0 : z;
  }
  return z;
}

double value_of(const Case& problem, const Address& address) {
  return round_to(problem.dtype, exact_value(problem.data, address));
}

HeadValues::HeadValues(const Case& problem, const Address& address)
    : family_(problem.data), dtype_(problem.dtype), tensor_(address.tensor),
      head_hash_(hash_of_head(address)) {
  Address tie = address;
  tie.epoch = 0;
  first_token_hash_ = mixed_in(hash_of_head(tie), 0);
}

void HeadValues::fill(std::int64_t token, std::span<double> channels) const {
  fill_exact(token, channels);
  round_all(dtype_, channels);
}

void HeadValues::fill_exact(std::int64_t token, std::span<double> channels) const {
  const std::uint64_t hash = mixed_in(head_hash_, token);
  const bool is_key = tensor_ == TensorName::k;
  const bool is_value = tensor_ == TensorName::v;
  if (family_ == Data::integers) return each(channels, hash, small_integer);
  if (family_ == Data::constant && is_value) return each(channels, hash, [](std::uint64_t) { return 1.0; });
  if (family_ == Data::zero_keys && is_key && token % 2 != 0)
    return each(channels, hash, [](std::uint64_t) { return 0.0; });
  each(channels, hash, bell);
  if (family_ == Data::large && !is_value)
    for (double& value : channels) value *= 4;
  if (family_ == Data::offset && is_value)
    for (double& value : channels) value += 16;
  if (family_ == Data::near_tie && is_key)
    for (std::size_t c = 0; c < channels.size(); ++c)
      channels[c] = bell(mix(first_token_hash_ ^ c)) + channels[c] / 256;
}

} // namespace attest
