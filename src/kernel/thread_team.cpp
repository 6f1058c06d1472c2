#include "kernel/thread_team.hpp"

#include <algorithm>
#include <system_error>
#include <thread>

namespace attn::kernel {

namespace {

// Waits until `x` is no longer `old`, and returns what it is then: awake at first, since to wake up
// takes tens of microseconds, and asleep if it lasts.
std::size_t await_change(const std::atomic<std::size_t>& x, std::size_t old) {
  constexpr int kYields = 1000;  // some hundred microseconds, while nobody else wants the processor
  std::size_t now = x;
  for (int i = 0; now == old && i < kYields; ++i, now = x) std::this_thread::yield();
  for (; now == old; now = x) x.wait(old);
  return now;
}

}  // namespace

std::size_t thread_count(unsigned asked) { return asked > 0 ? asked : processors(); }

ThreadTeam::ThreadTeam(std::size_t members) {
  others_.reserve(members);
  try {
    for (std::size_t i = 1; i < members; ++i) others_.emplace_back([this, i] { serve(i); });
  } catch (const std::system_error&) {
    // Fewer threads, the same work.
  }
}

ThreadTeam::~ThreadTeam() {
  task_ = nullptr;
  ++round_;
  round_.notify_all();
}

void ThreadTeam::run(const Task& task) {
  task_ = &task;
  busy_ = others_.size();
  ++round_;
  round_.notify_all();
  task(0);
  for (std::size_t left = busy_; left > 0;) left = await_change(busy_, left);
}

void ThreadTeam::serve(std::size_t member) {
  for (std::size_t round = 0;;) {
    round = await_change(round_, round);
    if (task_ == nullptr) return;
    (*task_)(member);
    if (--busy_ == 0) busy_.notify_one();
  }
}

}  // namespace attn::kernel
