// Testees that do not answer as the protocol asks: they die, hang, throw, refuse or answer something else.
#include "backends/seeded/around.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace attest::backends {

namespace {

using Answer = std::vector<NamedTensor>;

bool has_reset(const RunRequest& request) {
  const auto& steps = request.value.steps;
  return std::any_of(steps.begin(), steps.end(),
                     [](const Entry& entry) { return std::holds_alternative<Reset>(entry); });
}

bool has_reorder(const RunRequest& request) {
  const auto& steps = request.value.steps;
  return std::any_of(steps.begin(), steps.end(),
                     [](const Entry& entry) { return std::holds_alternative<Reorder>(entry); });
}

/// plain@exact under this name, which does `first` before it answers and `last` to the answer.
Backend misbehaving(const std::string& name, std::function<void(const RunRequest&)> first,
                    std::function<void(const RunRequest&, Answer&)> last = {}) {
  Kernel kernel = kernel_named("plain");
  kernel.name = name;
  Backend backend = on_exact(kernel);
  backend.run = [run = backend.run, first, last](const RunRequest& request) {
    if (first) first(request);
    Answer answer = run(request);
    if (last) last(request, answer);
    return answer;
  };
  return backend;
}

void die_on_second_step(const RunRequest& request) {
  if (request.plan.size() >= 2) std::abort();
}

/// An exit that a supervisor takes for success.
void leave_on_third_row(const RunRequest& request) {
  if (request.value.batch >= 3) std::_Exit(0);
}

void hang_on_reorder(const RunRequest& request) {
  while (has_reorder(request)) std::this_thread::sleep_for(std::chrono::seconds(1));
}

void throw_on_reset(const RunRequest& request) {
  if (has_reset(request)) throw Threw("this cache cannot be reset", 0);
}

void refuse_f64(const RunRequest& request) {
  if (request.value.dtype == Dtype::f64) throw Refused("no kernel for this dtype", "dtype.f64");
}

void drop_batch_dimension(const RunRequest& request, Answer& answer) {
  if (request.value.batch > 1) return;
  for (NamedTensor& named : answer)
    if (named.name.front() == 'o') named.tensor.shape.erase(named.tensor.shape.begin());
}

/// As a kernel does that writes (batch, queries, heads, channels).
void swap_heads_and_queries(const RunRequest&, Answer& answer) {
  for (NamedTensor& named : answer)
    if (named.name.front() == 'o') std::swap(named.tensor.shape[1], named.tensor.shape[2]);
}

void answer_bf16_in_f32(const RunRequest& request, Answer& answer) {
  if (request.value.dtype != Dtype::bf16) return;
  for (NamedTensor& named : answer)
    if (named.name.front() == 'o')
      named.tensor = from_doubles(Element::f32, named.tensor.shape, to_doubles(named.tensor));
}

void leave_out_last_step(const RunRequest& request, Answer& answer) {
  if (request.plan.size() >= 2)
    std::erase_if(answer, [&](const NamedTensor& named) {
      return named.name == "out." + std::to_string(request.plan.size() - 1);
    });
}

void give_statistics(const RunRequest& request, Answer& answer) {
  if (request.plan.size() >= 2) answer.push_back({"logsumexp.0", zeros(Element::f32, {1})});
}

std::vector<Mutant> silent() {
  return {{.backend = misbehaving("aborts-on-second-step", die_on_second_step),
           .expects = {"crash"},
           .says = "the process aborts when a case has two steps"},
          {.backend = misbehaving("leaves-on-third-row", leave_on_third_row),
           .expects = {"crash"},
           .says = "the process exits with 0 when a case has three batch rows"},
          {.backend = misbehaving("hangs-on-reorder", hang_on_reorder),
           .expects = {"timeout"},
           .says = "the process never answers a case with a reorder"},
          {.backend = misbehaving("throws-on-reset", throw_on_reset),
           .expects = {"throw"},
           .says = "a reset, which is declared, throws"},
          {.backend = misbehaving("refuses-f64", refuse_f64),
           .expects = {"refusal"},
           .says = "f64, which is declared, is refused"}};
}

std::vector<Mutant> garbled() {
  return {{.backend = misbehaving("no-batch-dimension", {}, drop_batch_dimension),
           .expects = {"shape"},
           .says = "with one batch row the answer has no batch dimension"},
          {.backend = misbehaving("heads-behind-queries", {}, swap_heads_and_queries),
           .expects = {"shape"},
           .says = "the answer is (batch, queries, heads, channels)"},
          {.backend = misbehaving("bf16-in-f32", {}, answer_bf16_in_f32),
           .expects = {"dtype"},
           .says = "bf16 cases are answered in f32"},
          {.backend = misbehaving("last-step-missing", {}, leave_out_last_step),
           .expects = {"protocol"},
           .says = "the answer lacks the output of the last step"},
          {.backend = misbehaving("unasked-tensor", {}, give_statistics),
           .expects = {"protocol"},
           .says = "with two steps the answer has a tensor that nobody asked for"}};
}

const Seeded<Mutant> no_answers{silent};
const Seeded<Mutant> wrong_answers{garbled};

} // namespace

} // namespace attest::backends
