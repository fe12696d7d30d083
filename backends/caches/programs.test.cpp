// Caches as state machines: random programs of calls and operations, and after every call each slot of each
// row holds what a plain list of tokens says.
#include "backends/caches/feeder.testing.hpp"
#include "backends/caches/token_model.testing.hpp"
#include "cases/timeline.hpp"

#include <utility>

using namespace attest;
using namespace attest::backends;
using namespace attest::backends::for_tests;

namespace {

/// What to do next, and how: any numbers make a program, so that RapidCheck can drop and lessen them.
using Choices = std::vector<std::pair<std::uint8_t, std::uint16_t>>;

bool may_crop(CacheKind kind) {
  return kind == CacheKind::dynamic || kind == CacheKind::static_ || kind == CacheKind::quantized ||
         kind == CacheKind::paged;
}

std::vector<std::int64_t> rows_from(std::uint16_t number, std::int64_t batch) {
  std::vector<std::int64_t> rows;
  for (std::int64_t b = 0; b < batch; ++b) {
    rows.push_back(number % batch);
    number = static_cast<std::uint16_t>(number / batch);
  }
  return rows;
}

/// Begins and ends with a call of one token.
std::vector<Entry> program_of(const Choices& choices, CacheKind kind, std::int64_t batch) {
  std::vector<Entry> program = {Feed{1}};
  std::int64_t length = 1;
  for (const auto& [word, number] : choices) {
    const int wanted = word % 8;
    if (wanted == 5 && may_crop(kind)) {
      program.push_back(Crop{length = number % (length + 1)});
    } else if (wanted == 6) {
      program.push_back(Reorder{rows_from(number, batch)});
    } else if (wanted == 7) {
      program.push_back(Reset{});
      length = 0;
    } else {
      program.push_back(Feed{1 + number % 5});
      length += 1 + number % 5;
    }
  }
  program.push_back(Feed{1});
  return program;
}

std::vector<std::int64_t> cache_numbers(CacheKind kind, std::int64_t longest, std::uint8_t a,
                                        std::uint8_t b) {
  switch (kind) {
  case CacheKind::dynamic: return {};
  case CacheKind::static_: return {longest + a % 3};
  case CacheKind::quantized: return {std::int64_t{2} << a % 3};
  case CacheKind::static_sliding:
  case CacheKind::sink: return {1 + a % 6, 1 + b % 6};
  default: return {1 + a % 6};
  }
}

/// What a token holds as key (sign 1) or value (-1): one number per kv head, so that a quantiser, which works
/// on one head's channels, returns it exactly.
constexpr std::int64_t facts = 3;
double fact(const Fed& token, std::int64_t head, double sign) {
  const std::int64_t number = head == 0 ? token.number + 1 : head == 1 ? token.row + 1 : token.epoch + 1;
  return sign * static_cast<double>(number);
}

View newest(const Case& value, const Model& model, std::int64_t count, double sign) {
  View fed = make_view(Element::f64, {value.batch, facts, count, 1});
  for (std::int64_t b = 0; b < value.batch; ++b)
    for (std::int64_t i = 0; i < count; ++i)
      for (std::int64_t head = 0; head < facts; ++head)
        set(fed, b, head, i, 0,
            fact(model.row(b).at(static_cast<std::size_t>(model.length() - count + i)), head, sign));
  return fed;
}

void compare(const Model& model, const View& read, const std::vector<std::int64_t>& slots, double sign) {
  RC_ASSERT(read.shape[2] == static_cast<std::int64_t>(slots.size()));
  for (std::int64_t b = 0; b < read.shape[0]; ++b)
    for (std::size_t j = 0; j < slots.size(); ++j)
      for (std::int64_t head = 0; head < facts && slots[j] >= 0; ++head)
        RC_ASSERT(get(read, b, head, static_cast<std::int64_t>(j), 0) ==
                  fact(model.row(b).at(static_cast<std::size_t>(slots[j])), head, sign));
}

void run_program(const Case& value) {
  const auto cache = cache_of(value.cache.kind).make(value);
  Model model(value);
  for (const Entry& entry : value.steps) {
    if (const auto* crop = std::get_if<Crop>(&entry)) {
      cache->crop(crop->length);
      model.crop(crop->length);
    } else if (const auto* reorder = std::get_if<Reorder>(&entry)) {
      cache->reorder(reorder->rows);
      model.reorder(reorder->rows);
    } else if (const auto* feed = std::get_if<Feed>(&entry)) {
      const std::int64_t before = model.length();
      model.feed(feed->tokens);
      const KeysValues read =
          cache->update(newest(value, model, feed->tokens, 1), newest(value, model, feed->tokens, -1));
      const auto slots = slots_by_table(value.cache, before, model.length());
      compare(model, read.k, slots, 1);
      compare(model, read.v, slots, -1);
    } else {
      cache->reset();
      model.crop(0);
    }
  }
}

} // namespace

TEST_CASE("any program of calls, crops, reorders and resets leaves every cache with its rows' own tokens") {
  for (const CacheType& type : cache_types()) {
    if (type.name != name_of(type.kind) || type.kind == CacheKind::none || type.kind == CacheKind::cross)
      continue;
    testing::property(
        type.name, [&](const Choices& choices, std::uint8_t rows, std::uint8_t a, std::uint8_t b) {
          Case value{.batch = 1 + rows % 3, .kv_heads = facts, .dim = 1, .value_dim = 1, .dtype = Dtype::f64};
          value.query_heads = facts;
          value.steps = program_of(choices, type.kind, value.batch);
          value.cache = {.kind = type.kind,
                         .numbers = cache_numbers(type.kind, longest_sequence(value.steps), a, b)};
          RC_LOG() << "program: " << print_line(value) << "\n";
          run_program(value);
        });
  }
}
