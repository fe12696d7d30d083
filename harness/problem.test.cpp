// What a testee is sent, against the examples of the contract.
#include "cases/testing.hpp"

#include "harness/problem.hpp"
#include "reference/rules.hpp"

#include <limits>

using namespace attest;

namespace {

harness::Request request_of_line(const std::string& line) {
  Declaration declaration;
  declaration.name = "fake";
  const harness::Question question = harness::question_of(reference::read_line(line), declaration);
  return harness::request_of(question, question.value, harness::tensors_of(question.value, question.own));
}

const Tensor& tensor_in(const harness::Request& request, const std::string& name) {
  for (const NamedTensor& named : request.tensors)
    if (named.name == name) return named.tensor;
  throw std::logic_error("no tensor " + name);
}

std::vector<std::string> names_in(const harness::Request& request) {
  std::vector<std::string> names;
  for (const NamedTensor& named : request.tensors) names.push_back(named.name);
  return names;
}

/// One character per element: '1' for true or 0 as a number that shows, '0' for the rest.
std::string bits(const Tensor& mask) {
  std::string text;
  for (const double x : to_doubles(mask))
    text += (mask.element == Element::boolean ? x != 0 : x == 0) ? '1' : '0';
  return text;
}

} // namespace

TEST_CASE("the request of the contract's example") {
  const harness::Request request = request_of_line("dim=1 steps=1,1 cache=static:3 data=integers seed=6");
  CHECK(request.line == "dim=1 steps=1,1 cache=static:3 data=integers seed=6");
  CHECK(names_in(request) == std::vector<std::string>{"q.0", "k.0", "v.0", "q.1", "k.1", "v.1"});
  const std::vector<double> values = {-1, 1, -2, -2, 2, 1};
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(request.tensors[i].tensor.shape == std::vector<std::int64_t>{1, 1, 1, 1});
    CHECK(get(request.tensors[i].tensor, 0) == values[i]);
  }
  REQUIRE(request.plan.size() == 2);
  CHECK(request.plan[1].slots == std::vector<SlotRun>{{0, 2}, {-1, 1}});
}

TEST_CASE("the padding mask counts tokens, the others slots") {
  const std::string line = "batch=2 steps=3,1 cache=static:6 pad=left:1,0";
  const harness::Request padding = request_of_line(line);
  CHECK(tensor_in(padding, "mask.1").shape == std::vector<std::int64_t>{2, 4});
  CHECK(bits(tensor_in(padding, "mask.1")) == "01111111");
  CHECK(bits(tensor_in(padding, "mask.0")) == "011111");
  const harness::Request boolean = request_of_line(line + " form=bool");
  CHECK(tensor_in(boolean, "mask.1").shape == std::vector<std::int64_t>{2, 1, 1, 6});
  CHECK(bits(tensor_in(boolean, "mask.1")) == "011100111100");
}

TEST_CASE("additive masks and their shapes") {
  const harness::Request heads =
      request_of_line("heads=2 steps=2 form=additive mask_shape=bhqk mask_dtype=f16");
  const Tensor& additive = tensor_in(heads, "mask.0");
  CHECK(additive.element == Element::f16);
  CHECK(additive.shape == std::vector<std::int64_t>{1, 2, 2, 2});
  CHECK(to_doubles(additive) == std::vector<double>{0, -65504, 0, 0, 0, -65504, 0, 0});
  const harness::Request flat = request_of_line("batch=2 steps=2 form=additive-inf mask_shape=qk dtype=bf16");
  const Tensor& infinite = tensor_in(flat, "mask.0");
  CHECK(infinite.element == Element::bf16);
  CHECK(infinite.shape == std::vector<std::int64_t>{2, 2});
  CHECK(to_doubles(infinite) == std::vector<double>{0, -std::numeric_limits<double>::infinity(), 0, 0});
  const harness::Request ones = request_of_line("batch=2 steps=2 form=bool mask_shape=11qk");
  CHECK(tensor_in(ones, "mask.0").shape == std::vector<std::int64_t>{1, 1, 2, 2});
}

TEST_CASE("cross hands over the encoder once, and its padding mask is as wide") {
  const harness::Request request = request_of_line("batch=2 steps=2,1 cache=cross keys=3 pad=right:0,1");
  CHECK(names_in(request) == std::vector<std::string>{"q.0", "k.0", "v.0", "q.1", "mask.0", "mask.1"});
  CHECK(tensor_in(request, "k.0").shape == std::vector<std::int64_t>{2, 1, 3, 8});
  CHECK(bits(tensor_in(request, "mask.1")) == "111110");
}
