// Reading a case from JSON, key by key in the order of the table, with the same rules as for lines.
#include "cases/case_json.hpp"

#include "cases/draft.hpp"
#include "cases/error.hpp"
#include "cases/json.hpp"
#include "cases/validate.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace attest {

namespace {

[[noreturn]] void fail(ErrorKind kind, const std::string& pointer, const std::string& sentence) {
  throw InputError(kind, fmt::format("{}: {}", pointer, sentence));
}

/// Limits are check_key's business; here a number only has to be one.
std::int64_t whole_in(const Json& value, const std::string& pointer) {
  using Limits = std::numeric_limits<std::int64_t>;
  return integer_in(value, pointer, Limits::min(), Limits::max());
}

/// A finite number; adding zero turns -0 into 0.
double decimal_in(const Json& value, const std::string& pointer) {
  if (!value.is_number()) fail(ErrorKind::syntax, pointer, "expected a number");
  return value.get<double>() + 0.0;
}

std::string item(const std::string& pointer, std::size_t index) {
  return fmt::format("{}/{}", pointer, index);
}

std::vector<std::int64_t> wholes_in(const Json& value, const std::string& pointer) {
  std::vector<std::int64_t> numbers;
  for (const Json& number : array_in(value, pointer))
    numbers.push_back(whole_in(number, item(pointer, numbers.size())));
  return numbers;
}

std::vector<double> decimals_in(const Json& value, const std::string& pointer) {
  std::vector<double> numbers;
  for (const Json& number : array_in(value, pointer))
    numbers.push_back(decimal_in(number, item(pointer, numbers.size())));
  return numbers;
}

template <class Enum> Enum word_in(const Json& value, const std::string& pointer) {
  const std::string text = text_in(value, pointer);
  const auto word = named<Enum>(text);
  if (!word) fail(ErrorKind::unknown, pointer, unknown_word("word", text, names_of<Enum>()));
  return *word;
}

/// [Q, KV] or [D, DV].
void read_two(const Json& value, const std::string& pointer, std::int64_t& first, std::int64_t& second) {
  const std::vector<std::int64_t> numbers = wholes_in(value, pointer);
  if (numbers.size() != 2)
    fail(ErrorKind::syntax, pointer, fmt::format("expected 2 numbers, not {}", numbers.size()));
  first = numbers[0];
  second = numbers[1];
}

Entry entry_in(const Json& value, const std::string& pointer) {
  constexpr std::string_view operations[] = {"feed", "crop", "reorder", "reset"};
  ObjectReader reader(value, pointer);
  const std::string op = reader.text("op");
  Entry entry = Reset{};
  if (op == "feed")
    entry = Feed{whole_in(reader.at("tokens"), reader.pointer("tokens"))};
  else if (op == "crop")
    entry = Crop{whole_in(reader.at("length"), reader.pointer("length"))};
  else if (op == "reorder")
    entry = Reorder{wholes_in(reader.at("rows"), reader.pointer("rows"))};
  else if (op != "reset")
    fail(ErrorKind::unknown, reader.pointer("op"), unknown_word("operation", op, operations));
  reader.done();
  return entry;
}

std::vector<Entry> steps_in(const Json& value, const std::string& pointer) {
  std::vector<Entry> steps;
  for (const Json& entry : array_in(value, pointer))
    steps.push_back(entry_in(entry, item(pointer, steps.size())));
  return steps;
}

Cache cache_in(const Json& value, const std::string& pointer) {
  ObjectReader reader(value, pointer);
  Cache cache{.kind = word_in<CacheKind>(reader.at("kind"), reader.pointer("kind"))};
  for (const std::string_view name : number_names_of(cache.kind)) {
    const std::string key(name);
    cache.numbers.push_back(whole_in(reader.at(key), reader.pointer(key)));
  }
  reader.done();
  return cache;
}

Pad pad_in(const Json& value, const std::string& pointer) {
  ObjectReader reader(value, pointer);
  Pad pad{.side = word_in<PadSide>(reader.at("side"), reader.pointer("side"))};
  if (pad.side == PadSide::left || pad.side == PadSide::right)
    pad.counts = wholes_in(reader.at("counts"), reader.pointer("counts"));
  if (pad.side == PadSide::bits) pad.bits = reader.texts("bits");
  reader.done();
  return pad;
}

/// Reads the keys of a case one after the other into a draft.
class CaseReader {
public:
  CaseReader(const Json& object, const std::string& pointer) : reader_(object, pointer) {}

  /// Calls `read(value, pointer)` if the key is there, and then the rules of that key.
  template <class Read> void key(const std::string& name, Read read) {
    if (!reader_.has(name)) return;
    const std::string pointer = reader_.pointer(name);
    read(reader_.at(name), pointer);
    try {
      check_key(name, draft.value);
    } catch (const InputError& error) {
      fail(error.kind(), pointer, error.what());
    }
  }

  /// The same for a number that may be null.
  template <class Read> void key_or_null(const std::string& name, Read read) {
    key(name, [&](const Json& value, const std::string& pointer) {
      if (!value.is_null()) read(value, pointer);
    });
  }

  template <class Enum> void word(const std::string& name, Enum& target) {
    key(name, [&](const Json& value, const std::string& pointer) { target = word_in<Enum>(value, pointer); });
  }

  void done() const { reader_.done(); }

  Draft draft = {};

private:
  ObjectReader reader_;
};

using Value = const Json&;
using Pointer = const std::string&;

void read_problem(CaseReader& reader) {
  Case& c = reader.draft.value;
  reader.key("batch", [&](Value v, Pointer p) { c.batch = whole_in(v, p); });
  reader.key("heads", [&](Value v, Pointer p) { read_two(v, p, c.query_heads, c.kv_heads); });
  reader.key("dim", [&](Value v, Pointer p) { read_two(v, p, c.dim, c.value_dim); });
  reader.key("steps", [&](Value v, Pointer p) { c.steps = steps_in(v, p); });
  reader.key("cache", [&](Value v, Pointer p) { c.cache = cache_in(v, p); });
  reader.key_or_null("keys", [&](Value v, Pointer p) { c.keys = whole_in(v, p); });
}

Mask mask_in(const Json& value, const std::string& pointer) {
  const std::string text = text_in(value, pointer);
  try {
    return parse_mask(text);
  } catch (const InputError& error) {
    fail(error.kind(), pointer, error.what());
  }
}

void read_masking(CaseReader& reader) {
  Draft& draft = reader.draft;
  Case& c = draft.value;
  reader.key("mask", [&](Value v, Pointer p) {
    c.mask = mask_in(v, p);
    draft.has_mask = true;
  });
  reader.key("pad", [&](Value v, Pointer p) { c.pad = pad_in(v, p); });
  reader.key_or_null("is_causal", [&](Value v, Pointer p) { c.is_causal = boolean_in(v, p); });
  reader.key("form", [&](Value v, Pointer p) {
    c.form = word_in<Form>(v, p);
    draft.has_form = true;
  });
  reader.word("mask_shape", c.mask_shape);
  reader.key("mask_dtype", [&](Value v, Pointer p) {
    if (v != "io") c.mask_dtype = word_in<Dtype>(v, p);
  });
  reader.key_or_null("offset", [&](Value v, Pointer p) { c.offset = whole_in(v, p); });
}

void read_numerics(CaseReader& reader) {
  Case& c = reader.draft.value;
  reader.word("rows", c.rows);
  reader.word("dtype", c.dtype);
  reader.key_or_null("scale", [&](Value v, Pointer p) { c.scale = decimal_in(v, p); });
  reader.key_or_null("softcap", [&](Value v, Pointer p) { c.softcap = decimal_in(v, p); });
  reader.key("sink", [&](Value v, Pointer p) { c.sink = decimals_in(v, p); });
  reader.key("alibi", [&](Value v, Pointer p) { c.alibi = decimals_in(v, p); });
  reader.word("layout", c.layout);
  reader.word("memory", c.memory);
  reader.word("unfilled", c.unfilled);
  reader.word("data", c.data);
  // A negative number wraps to one above the limit, which check_key refuses.
  reader.key("seed", [&](Value v, Pointer p) { c.seed = static_cast<std::uint64_t>(whole_in(v, p)); });
}

Draft draft_from_json(const Json& object, const std::string& pointer) {
  CaseReader reader(object, pointer);
  read_problem(reader);
  read_masking(reader);
  read_numerics(reader);
  reader.done();
  if (reader.draft.value.steps.empty()) fail(ErrorKind::syntax, pointer + "/steps", "this key must be given");
  return reader.draft;
}

} // namespace

Case case_from_json(const Json& object, const std::string& pointer) {
  Draft draft;
  try {
    draft = draft_from_json(object, pointer);
  } catch (const JsonError& error) {
    throw InputError(error.in_case(), error.what());
  }
  try {
    return completed(draft);
  } catch (const InputError& error) {
    throw InputError(error.kind(),
                     pointer.empty() ? error.what() : fmt::format("{}: {}", pointer, error.what()));
  }
}

} // namespace attest
