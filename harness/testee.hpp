// The harness's side of a testee: spawn, speak, time out, kill, restart, go on (CONTRACT section 11).
#pragma once

#include "cases/declaration.hpp"
#include "cases/plan.hpp"
#include "cases/tensor.hpp"
#include "harness/interrupt.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace attest::harness {

struct TesteeOptions {
  std::vector<std::string> command;          ///< words of the command, looked up in PATH, run without a shell
  std::chrono::milliseconds timeout{30'000}; ///< for one run request while it is the oldest unanswered one
  std::chrono::milliseconds hello_timeout{60'000}; ///< from start to the hello reply
  std::chrono::milliseconds stop_timeout{5'000};   ///< from stop until it is killed
  /// Asked many times a second while a reply is waited for; once true, hello and ask kill the testee and
  /// throw Interrupted.
  std::function<bool()> interrupted = {};
};

struct Hello {
  std::string name;
  std::map<std::string, std::string> versions;
  std::vector<Declaration> backends;
};

/// One run request. `tensors` are q.S, k.S, v.S and mask.S.
struct Request {
  std::string backend;
  std::string line;
  Case value;
  std::vector<StepPlan> plan;
  bool want_mask = false;
  std::vector<NamedTensor> tensors;
};

/// What came of a request.
struct Answer {
  std::vector<NamedTensor>
      tensors; ///< out.S for every step, perhaps mask.S; names and duplicates checked, shapes and dtypes not
};
struct RefusedAnswer {
  std::string reason;
  std::string feature; ///< empty if none was named
};
struct ThrewAnswer {
  std::string error;
  std::optional<std::int64_t> step;
};
/// The testee died, fell silent, or wrote something that is not a reply; it has been killed and will be
/// started again.
struct Broken {
  enum class Kind { crash, timeout, protocol } kind = Kind::crash;
  std::string message; ///< "was killed by signal 11 (SIGSEGV)", "no whole reply within 30 s", "the reply
                       ///< lacks tensor 'out.1'"
};
/// An earlier request of the same batch broke the testee, so this one was not answered; nobody is blamed for
/// it.
struct NotAsked {};

struct Observation {
  std::variant<Answer, RefusedAnswer, ThrewAnswer, Broken, NotAsked> result;
  /// The last 1 MiB at most of what the testee wrote to stderr during this batch; set in the last observation
  /// of a batch, or in the Broken one that ended it, and empty in the others.
  std::string stderr_text;
};

/// Thrown when the testee gives no hello, or fails to start three times in a row: exit code 4. what() is one
/// sentence; lines after it, if there are any, are the end of what the testee wrote to stderr.
struct TesteeFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A running testee. Not thread-safe: one per worker. The destructor stops the child (stop frame, then
/// SIGKILL after 5 s) and its process group, so that nothing is left behind.
class Testee {
public:
  explicit Testee(TesteeOptions);
  ~Testee();
  Testee(Testee&&) noexcept;
  Testee& operator=(Testee&&) noexcept;

  /// Starts the child if it is not running and returns what it said. Throws TesteeFailed.
  const Hello& hello();

  /// Sends all requests, pipelined with bounded memory, and collects the replies in order. The requests
  /// belong to one case: after the first Broken one the rest is NotAsked. A testee that dies between two
  /// batches is the fault of the second, whenever it is noticed, so that a verdict does not hang on timing.
  /// Throws TesteeFailed.
  std::vector<Observation> ask(const std::vector<Request>&);

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Splits a command as a shell would split words (quotes and backslashes, no expansion). Throws InputError.
std::vector<std::string> split_words(const std::string& command);

} // namespace attest::harness
