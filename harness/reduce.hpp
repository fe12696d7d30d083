// The findings of a run: each is shrunk, and cases that show the same fault are counted under its smallest.
#pragma once

#include "harness/collect.hpp"
#include "harness/outcome.hpp"
#include "harness/shrink.hpp"
#include "harness/shrink/size.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace attest::harness {

/// Takes the wrong cases of a run in their order. Cases of one backend and class belong together when what
/// the smallest case of one needs (mechanism.hpp) is part of what the other has: a case that has all that a
/// finding needs is counted under it unshrunk; any other is shrunk, and then grouped by what is left of it.
/// The smallest is shown. All this follows from the order alone.
class Reducer {
public:
  /// Adds the case to the report's findings, and its id to the verdict that was added last. Returns the
  /// finding if it is to be shown: a new one, or one that got smaller.
  const reports::Finding* add(reports::Report&, const Outcome&, const Provenance&, const Shrinker&);

private:
  struct Group {
    std::string id = "";
    std::string backend = "";
    std::string kind = "";
    std::set<std::string> mechanism = {};
    Size size = {};
  };

  const Group* explaining(const std::string& backend, const std::string& kind,
                          const std::set<std::string>& mechanism) const;
  const reports::Finding* place(reports::Report&, reports::Finding, Group);

  std::vector<Group> groups_ = {};
  std::map<std::pair<std::string, std::string>, std::int64_t> shrunk_ = {}; ///< by backend and class
};

} // namespace attest::harness
