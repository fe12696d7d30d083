// Greedy descent: the first smaller candidate with the same class is the new best, until no move helps.
#include "harness/shrink.hpp"

#include "harness/shrink/moves.hpp"
#include "harness/shrink/size.hpp"
#include "harness/shrink/valid.hpp"

#include <algorithm>
#include <set>

namespace attest::harness {
namespace {

/// Candidates that may hang: each costs the whole timeout.
constexpr std::int64_t most_hangs = 4;

class Descent {
public:
  Descent(const Case& original, const Judgement& judgement, const Shrinker& shrinker)
      : shrinker_(shrinker), smallest_(size_of(original)) {
    best_.value = original;
    best_.judgement = judgement;
    tried_.insert(smallest_.line);
  }

  Shrunk run() {
    bool improved = true;
    while (improved && !over_) {
      improved = false;
      for (const Move& move : moves())
        while (step(move)) improved = true;
    }
    return best_;
  }

private:
  /// True if one proposal of the move was taken.
  bool step(const Move& move) {
    for (const Case& proposal : move.proposals(best_.value)) {
      if (over_) return false;
      if (accept(settled(proposal))) return true;
    }
    return false;
  }

  bool accept(const Case& candidate) {
    if (!is_valid(candidate)) return false;
    Size size = size_of(candidate);
    if (!(size < smallest_) || !tried_.insert(size.line).second) return false;
    if (refusal_of(candidate, shrinker_.declaration)) return false;
    const std::optional<Judgement> judgement = judge(candidate);
    if (!judgement) return false;
    if (judgement->kind != best_.judgement.kind) {
      note_other(candidate, judgement->kind);
      return false;
    }
    best_.value = candidate;
    best_.judgement = *judgement;
    smallest_ = std::move(size);
    return true;
  }

  std::optional<Judgement> judge(const Case& candidate) {
    if (best_.judged >= shrinker_.budget || hangs_ >= most_hangs) {
      over_ = true;
      return {};
    }
    const auto judgement = shrinker_.judge(candidate);
    over_ = !judgement;
    if (!judgement) return {};
    ++best_.judged;
    hangs_ += judgement->kind == "timeout" ? 1 : 0;
    return judgement;
  }

  void note_other(const Case& candidate, const std::string& kind) {
    const auto same = [&](const OtherClass& other) { return other.kind == kind; };
    if (kind.empty() || std::any_of(best_.others.begin(), best_.others.end(), same)) return;
    best_.others.push_back({.value = candidate, .kind = kind});
  }

  const Shrinker& shrinker_;
  Shrunk best_ = {};
  Size smallest_;
  std::set<std::string> tried_ = {};
  std::int64_t hangs_ = 0;
  bool over_ = false;
};

} // namespace

Shrunk shrink(const Case& original, const Judgement& judgement, const Shrinker& shrinker) {
  return Descent(original, judgement, shrinker).run();
}

} // namespace attest::harness
