#include "harness/broken.hpp"

#include "cases/printable.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <stdexcept>

namespace attest::harness {

namespace {

struct Breakage {
  std::string kind = "";
  std::string sentence = "";
  std::string message = "";
};

/// The line that says it: a traceback comes before.
std::string last_line(const std::string& text) {
  const auto lines = last_lines(text, 1);
  return lines.empty() ? "no message" : lines.front();
}

Breakage broke(const Broken& broken) {
  switch (broken.kind) {
  case Broken::Kind::crash: {
    const bool in_reply = broken.message.find("reply") != std::string::npos;
    return {.kind = "crash",
            .sentence = fmt::format("the testee {}{}", one_line(broken.message),
                                    in_reply ? "" : " while it answered"),
            .message = broken.message};
  }
  case Broken::Kind::timeout:
    return {.kind = "timeout",
            .sentence = fmt::format("the testee gave {}", one_line(broken.message)),
            .message = broken.message};
  case Broken::Kind::protocol:
    return {.kind = "protocol",
            .sentence = fmt::format("the testee's answer is not a reply: {}", one_line(broken.message)),
            .message = broken.message};
  }
  return {};
}

std::optional<Breakage> process_breakage(const Observation& observation) {
  if (const auto* broken = std::get_if<Broken>(&observation.result)) return broke(*broken);
  if (const auto* threw = std::get_if<ThrewAnswer>(&observation.result)) {
    const std::string step = threw->step ? fmt::format(" in step {}", *threw->step) : "";
    return Breakage{.kind = "throw",
                    .sentence = fmt::format("the backend threw{}: {}", step, last_line(threw->error)),
                    .message = threw->error};
  }
  if (const auto* refusal = std::get_if<RefusedAnswer>(&observation.result))
    return Breakage{.kind = "refusal",
                    .sentence = fmt::format("the backend refused a case inside its declaration: {}",
                                            one_line(refusal->reason)),
                    .message = refusal->reason};
  return {};
}

std::string_view element_name(Element element) {
  switch (element) {
  case Element::f32: return "F32";
  case Element::f64: return "F64";
  case Element::f16: return "F16";
  case Element::bf16: return "BF16";
  case Element::boolean: return "BOOL";
  }
  return "";
}

const Tensor* find(const std::vector<NamedTensor>& tensors, const std::string& name) {
  const auto found =
      std::find_if(tensors.begin(), tensors.end(), [&](const NamedTensor& t) { return t.name == name; });
  return found == tensors.end() ? nullptr : &found->tensor;
}

std::string name_of_output(const StepPlan& plan) { return fmt::format("out.{}", plan.step); }

std::optional<Breakage> output_breakage(const Question& question, const StepPlan& plan, const Tensor* out) {
  const Case& value = question.value;
  const std::string name = name_of_output(plan);
  if (!out) {
    const std::string message = fmt::format("the reply lacks tensor '{}'", name);
    return Breakage{.kind = "protocol", .sentence = message, .message = message};
  }
  const std::vector<std::int64_t> shape = {value.batch, value.query_heads, plan.fresh, value.value_dim};
  if (out->shape != shape) {
    const std::string message = fmt::format("{} has shape ({}), expected ({})", name,
                                            fmt::join(out->shape, ","), fmt::join(shape, ","));
    return Breakage{.kind = "shape", .sentence = message, .message = message};
  }
  const Element element = element_of(value.dtype);
  if (out->element == element) return {};
  const std::string message =
      fmt::format("{} has dtype {}, expected {}", name, element_name(out->element), element_name(element));
  return Breakage{.kind = "dtype", .sentence = message, .message = message};
}

std::optional<Breakage> answer_breakage(const Question& question, const Observation& observation) {
  const auto* answer = std::get_if<Answer>(&observation.result);
  if (!answer) throw std::logic_error("a request was not answered although nothing broke");
  for (const StepPlan& plan : question.plan)
    if (auto breakage = output_breakage(question, plan, find(answer->tensors, name_of_output(plan))))
      return breakage;
  return {};
}

Judgement judgement_of(const Breakage& breakage) {
  return {.verdict = reports::Verdict::broke,
          .kind = breakage.kind,
          .oracle = "process",
          .sentence = breakage.sentence,
          .message = breakage.message};
}

} // namespace

std::optional<Judgement> broken_by(const Question& question, const std::vector<Observation>& observations) {
  for (const Observation& observation : observations)
    if (const auto breakage = process_breakage(observation)) return judgement_of(*breakage);
  for (const Observation& observation : observations)
    if (const auto breakage = answer_breakage(question, observation)) return judgement_of(*breakage);
  return {};
}

Outputs outputs_of(const Question& question, const Observation& observation) {
  Outputs outputs;
  const auto& tensors = std::get<Answer>(observation.result).tensors;
  for (const StepPlan& plan : question.plan) {
    outputs.push_back(to_doubles(*find(tensors, name_of_output(plan))));
    // The sign of a NaN means nothing, so it is not said either.
    for (double& value : outputs.back())
      if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  }
  return outputs;
}

} // namespace attest::harness
