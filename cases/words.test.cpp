// Names, suggestions and quoting.
#include "cases/words.hpp"

#include "cases/error.hpp"
#include "cases/testing.hpp"

namespace attest {

TEST_CASE("names are those of the case language") {
  CHECK(name_of(CacheKind::static_) == "static");
  CHECK(name_of(CacheKind::static_sliding) == "static-sliding");
  CHECK(name_of(CacheKind::sink) == "sink");
  CHECK(name_of(Dtype::bf16) == "bf16");
  CHECK(name_of(PadSide::bits) == "bits");
  CHECK(name_of(Form::boolean) == "bool");
  CHECK(name_of(Form::additive_inf) == "additive-inf");
  CHECK(name_of(MaskShape::oneoneqk) == "11qk");
  CHECK(name_of(Rows::all) == "all");
  CHECK(name_of(Layout::bhds) == "bhds");
  CHECK(name_of(Memory::expanded) == "expanded");
  CHECK(name_of(Unfilled::canary) == "canary");
  CHECK(name_of(Data::zero_keys) == "zero-keys");
  CHECK(name_of(TermKind::blocks) == "blocks");
  CHECK(name_of(ErrorKind::file) == "file");
}

TEST_CASE("a name finds its value, another word finds none") {
  CHECK(named<CacheKind>("ring") == CacheKind::ring);
  CHECK(named<TermKind>("documents") == TermKind::documents);
  CHECK_FALSE(named<CacheKind>("Ring").has_value());
  CHECK_FALSE(named<CacheKind>("").has_value());
}

TEST_CASE("the numbers of caches have names") {
  CHECK(number_names_of(CacheKind::none).empty());
  CHECK(number_names_of(CacheKind::static_sliding).size() == 2);
  CHECK(number_names_of(CacheKind::sink)[0] == "first");
  CHECK(number_names_of(CacheKind::sink)[1] == "window");
}

TEST_CASE("a near miss is answered with the nearest word") {
  const std::vector<std::string_view> known = {"static", "sliding", "cache", "f16", "steps"};
  CHECK(suggestion("statik", known) == "; did you mean 'static'?");
  CHECK(suggestion("cahce", known) == "; did you mean 'cache'?");
  CHECK(suggestion("fp16", known) == "; did you mean 'f16'?");
  CHECK(suggestion("STEPS", known) == "; did you mean 'steps'?");
  CHECK(suggestion("elephant", known).empty());
  CHECK(suggestion("", known).empty());
  CHECK(suggestion(std::string(1000000, 's'), known).empty());
}

TEST_CASE("lists read like a sentence") {
  const std::vector<std::string_view> words = {"real", "some", "all"};
  CHECK(listed(words) == "real, some or all");
  CHECK(listed(std::span(words).first(2)) == "real or some");
  CHECK(listed(std::span(words).first(1)) == "real");
}

TEST_CASE("foreign text is shown printable and short") {
  CHECK(quote("steps=4") == "'steps=4'");
  CHECK(quote("a\tb\xff") == "'a\\x09b\\xff'");
  CHECK(quote(std::string(60, 'a')) == "'" + std::string(60, 'a') + "'");
  CHECK(quote(std::string(61, 'a')) == "'" + std::string(60, 'a') + "...'");
  CHECK(quote(std::string(1000, '\n')).size() < 70);
}

} // namespace attest
