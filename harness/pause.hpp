// Waiting for what no descriptor announces (that a process ends): short sleeps that grow, until patience runs
// out.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace attest::harness {

class Pause {
public:
  explicit Pause(std::chrono::milliseconds patience)
      : deadline_(std::chrono::steady_clock::now() + patience) {}

  /// Sleeps a while; false if patience had run out already.
  bool again() {
    if (std::chrono::steady_clock::now() >= deadline_) return false;
    std::this_thread::sleep_for(nap_);
    nap_ = std::min<std::chrono::microseconds>(nap_ * 2, std::chrono::milliseconds(20));
    return true;
  }

private:
  std::chrono::steady_clock::time_point deadline_;
  std::chrono::microseconds nap_{200};
};

} // namespace attest::harness
