// Replies, read strictly: a field or tensor that the contract does not name is an error (CONTRACT section
// 11).
#pragma once

#include "harness/testee.hpp"

#include <cstddef>
#include <span>
#include <variant>

namespace attest::harness {

/// The reply to hello. Throws InputError with a sentence.
Hello read_hello(std::span<const std::byte> blob);

/// True if both describe the same testee; the order of features, which a set in Python may shuffle, says
/// nothing.
bool same(const Hello&, const Hello&);

/// The reply to a run request, which had this id. Throws InputError with a sentence (the id is never part of
/// it: it depends on what a worker did before, and a report must not).
std::variant<Answer, RefusedAnswer, ThrewAnswer> read_result(std::span<const std::byte> blob, const Request&,
                                                             std::int64_t id);

} // namespace attest::harness
