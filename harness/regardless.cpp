// The factors and their variants.
#include "harness/regardless.hpp"

#include "harness/shrink/moves.hpp"
#include "harness/shrink/valid.hpp"

#include <algorithm>

namespace attest::harness {
namespace {

struct Factor {
  std::string phrase = "";
  std::vector<Case> (*variants)(const Case&) = nullptr;
};

template <class Value>
std::vector<Case> with_each(const Case& value, Value Case::*member, const std::vector<Value>& others) {
  std::vector<Case> cases;
  for (const Value& other : others) {
    if (value.*member == other) continue;
    cases.push_back(value);
    cases.back().*member = other;
  }
  return cases;
}

std::vector<Case> dtypes(const Case& value) {
  return with_each(value, &Case::dtype, {Dtype::f32, Dtype::f64, Dtype::f16, Dtype::bf16});
}

std::vector<Case> heads(const Case& value) {
  std::vector<Case> cases;
  if (value.query_heads > 1 || value.sink.size() + value.alibi.size() > 0) return cases;
  for (const std::int64_t kv : {2, 1}) {
    cases.push_back(value);
    cases.back().query_heads = 2;
    cases.back().kv_heads = kv;
  }
  return cases;
}

/// The single row twice; a row's own pads and documents go with it.
std::vector<Case> batches(const Case& value) {
  if (value.batch > 1) return {};
  Case two = value;
  two.batch = 2;
  const auto doubled = [](auto& list) {
    const auto once = list;
    list.insert(list.end(), once.begin(), once.end());
  };
  doubled(two.pad.counts);
  doubled(two.pad.bits);
  for (Entry& entry : two.steps)
    if (auto* reorder = std::get_if<Reorder>(&entry)) reorder->rows = {0, 1};
  return {two};
}

std::vector<Case> dims(const Case& value) {
  std::vector<Case> cases;
  for (const std::int64_t dim : {16, 64}) {
    cases.push_back(value);
    cases.back().dim = cases.back().value_dim = dim;
  }
  return cases;
}

std::vector<Case> data(const Case& value) {
  return with_each(value, &Case::data, {Data::normal, Data::integers, Data::large});
}

std::vector<Case> layouts(const Case& value) {
  return with_each(value, &Case::layout, {Layout::bhsd, Layout::bshd, Layout::bhds});
}

std::vector<Case> forms(const Case& value) {
  return with_each(value, &Case::form, {Form::padding, Form::boolean, Form::additive});
}

/// One more token in front of all, as it is or as a pad.
Case with_first_token(Case value) {
  auto* feed = std::get_if<Feed>(&value.steps.front());
  if (feed == nullptr) return value;
  ++feed->tokens;
  if (value.keys) ++*value.keys;
  for (std::int64_t& number : value.cache.numbers)
    if (value.cache.kind == CacheKind::static_) ++number;
  return value;
}

std::vector<Case> longer(const Case& value) { return {with_first_token(value)}; }

std::vector<Case> padded(const Case& value) {
  if (value.pad.side != PadSide::none) return {};
  Case pads = with_first_token(value);
  pads.pad = {.side = PadSide::left,
              .counts = std::vector<std::int64_t>(static_cast<std::size_t>(value.batch), 1)};
  return {pads};
}

const std::vector<Factor>& factors() {
  static const std::vector<Factor> list = {{"any dtype", dtypes},
                                           {"any head count", heads},
                                           {"any batch size", batches},
                                           {"any dim", dims},
                                           {"any data", data},
                                           {"any layout", layouts},
                                           {"any form of the mask", forms},
                                           {"more tokens", longer},
                                           {"padding", padded}};
  return list;
}

/// True if a variant was taken and all that were showed the class.
bool is_indifferent(const std::vector<Case>& variants, const std::string& kind, const Shrinker& shrinker) {
  bool taken = false;
  for (const Case& variant : variants) {
    const Case value = settled(variant);
    if (!is_valid(value) || refusal_of(value, shrinker.declaration)) continue;
    const std::optional<Judgement> judgement = shrinker.judge(value);
    if (!judgement || judgement->kind != kind) return false;
    taken = true;
  }
  return taken;
}

} // namespace

std::vector<std::string> regardless_of(const Shrunk& shrunk, const Shrinker& shrinker) {
  std::vector<std::string> phrases;
  const std::string& kind = shrunk.judgement.kind;
  if (kind == "timeout") return phrases;
  for (const Factor& factor : factors())
    if (is_indifferent(factor.variants(shrunk.value), kind, shrinker)) phrases.push_back(factor.phrase);
  return phrases;
}

} // namespace attest::harness
