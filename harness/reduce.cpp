// Shrinks and groups.
#include "harness/reduce.hpp"

#include "harness/mechanism.hpp"
#include "harness/regardless.hpp"

#include <algorithm>

namespace attest::harness {
namespace {

/// Cases shrunk of one backend and class; later ones that nothing explains are counted under the smallest.
constexpr std::int64_t most_shrunk = 16;

reports::Finding& finding_with(reports::Report& report, const std::string& id) {
  return *std::find_if(report.findings.begin(), report.findings.end(),
                       [&](const reports::Finding& finding) { return finding.id == id; });
}

void rename(reports::Report& report, const std::string& from, const std::string& to) {
  for (reports::Judged& judged : report.verdicts)
    if (judged.finding == from) judged.finding = to;
}

} // namespace

const Reducer::Group* Reducer::explaining(const std::string& backend, const std::string& kind,
                                          const std::set<std::string>& mechanism) const {
  const bool enough = [&] {
    const auto shrunk = shrunk_.find({backend, kind});
    return shrunk != shrunk_.end() && shrunk->second >= most_shrunk;
  }();
  const Group* smallest = nullptr;
  for (const Group& group : groups_) {
    if (group.backend != backend || group.kind != kind) continue;
    if (!enough && !is_within(group.mechanism, mechanism)) continue;
    if (smallest == nullptr || group.size < smallest->size) smallest = &group;
  }
  return smallest;
}

const reports::Finding* Reducer::add(reports::Report& report, const Outcome& outcome, const Provenance& from,
                                     const Shrinker& shrinker) {
  const std::string& kind = outcome.judgement.kind;
  if (const Group* group = explaining(from.backend, kind, mechanism_of(outcome.value))) {
    ++finding_with(report, group->id).cases;
    report.verdicts.back().finding = group->id;
    return nullptr;
  }
  ++shrunk_[{from.backend, kind}];
  const Shrunk shrunk = shrink(outcome.value, outcome.judgement, shrinker);
  reports::Finding finding = finding_of(outcome.value, shrunk, from);
  finding.regardless = regardless_of(shrunk, shrinker);
  report.verdicts.back().finding = finding.id;
  return place(report, std::move(finding),
               {.id = "",
                .backend = from.backend,
                .kind = kind,
                .mechanism = mechanism_of(shrunk.value),
                .size = size_of(shrunk.value)});
}

/// One finding of all that belong together, under the smallest of them; the first case stays the first.
const reports::Finding* Reducer::place(reports::Report& report, reports::Finding finding, Group group) {
  group.id = finding.id;
  bool is_smallest = true;
  for (auto other = groups_.begin(); other != groups_.end();) {
    const bool together =
        other->backend == group.backend && other->kind == group.kind &&
        (is_within(other->mechanism, group.mechanism) || is_within(group.mechanism, other->mechanism));
    if (!together) {
      ++other;
      continue;
    }
    reports::Finding& present = finding_with(report, other->id);
    const bool smaller = group.size < other->size;
    rename(report, smaller ? present.id : finding.id, smaller ? finding.id : present.id);
    finding.line = present.line;
    present.cases += finding.cases;
    finding.cases = present.cases;
    if (!smaller) {
      finding = present;
      group = *other;
      is_smallest = false;
    }
    report.findings.erase(report.findings.begin() + (&present - report.findings.data()));
    other = groups_.erase(other);
  }
  groups_.push_back(group);
  report.findings.push_back(std::move(finding));
  return is_smallest ? &report.findings.back() : nullptr;
}

} // namespace attest::harness
