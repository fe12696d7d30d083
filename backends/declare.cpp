// Builds declarations: the features of the parts together, less what no cache implementation can do.
#include "backends/declare.hpp"

#include "cases/words.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace attest::backends {

namespace {

using Features = std::set<std::string>;

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::string cache_feature(CacheKind kind) { return "cache." + std::string(name_of(kind)); }

// The operations that the case language knows with a kind (CONTRACT section 2).
bool is_legal(const std::string& operation, CacheKind kind) {
  const bool crops = kind == CacheKind::dynamic || kind == CacheKind::static_ ||
                     kind == CacheKind::quantized || kind == CacheKind::paged;
  return kind != CacheKind::none && (operation != "crop" || crops);
}

Features features_of_parts(const Kernel& kernel, const Policy& policy) {
  const auto of_policy = policy.features(kernel.family);
  Features all(of_policy.begin(), of_policy.end());
  all.insert(kernel.features.begin(), kernel.features.end());
  for (const auto& feature : all)
    if (!contains(known_features(), feature))
      throw std::logic_error(kernel.name + "@" + policy.name +
                             " names a feature that does not exist: " + feature);
  return all;
}

void drop_missing_kinds(Features& features, const std::vector<CacheType>& caches) {
  Features present;
  for (const auto& cache : caches) present.insert(cache_feature(cache.kind));
  std::erase_if(features, [&](const std::string& feature) {
    return feature.compare(0, 6, "cache.") == 0 && present.count(feature) == 0;
  });
}

// An operation stays a feature if some cache can do it; the caches that can't are refused in combination.
void limit_operations(Features& features, const std::vector<CacheType>& caches,
                      std::vector<Combination>& refuses) {
  for (const std::string operation : {"crop", "reorder", "reset"}) {
    std::vector<Combination> lacking;
    bool some = false;
    for (const auto& cache : caches) {
      if (features.count(cache_feature(cache.kind)) == 0 || !is_legal(operation, cache.kind)) continue;
      if (contains(cache.operations, operation)) {
        some = true;
      } else {
        lacking.push_back({.all = {operation, cache_feature(cache.kind)},
                           .reason = "the cache " + cache.name + " has no " + operation});
      }
    }
    if (!some) features.erase(operation);
    if (features.count(operation) != 0) refuses.insert(refuses.end(), lacking.begin(), lacking.end());
  }
}

std::map<std::string, EmptyRow> empty_rows_of(const Kernel& kernel, const Policy& policy) {
  auto rows = policy.empty_row ? policy.empty_row(kernel.family) : std::map<std::string, EmptyRow>{};
  rows.emplace("*", kernel.empty_row);
  return rows;
}

} // namespace

Declaration declare(const Kernel& kernel, const Policy& policy, const std::vector<CacheType>& caches) {
  Declaration declaration{.name = kernel.name + "@" + policy.name,
                          .empty_row = empty_rows_of(kernel, policy),
                          .profile = kernel.profile,
                          .deterministic = kernel.deterministic,
                          .limits = kernel.limits,
                          .refuses = kernel.refuses};
  if (policy.refuses) {
    const auto more = policy.refuses(kernel.family);
    declaration.refuses.insert(declaration.refuses.end(), more.begin(), more.end());
  }
  Features features = features_of_parts(kernel, policy);
  drop_missing_kinds(features, caches);
  limit_operations(features, caches, declaration.refuses);
  for (const auto& feature : known_features())
    if (features.count(feature) != 0) declaration.features.push_back(feature);
  return declaration;
}

} // namespace attest::backends
