// How is a piece of work done by several threads?
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <vector>

#include "support/threads.hpp"

namespace attn::kernel {

// The number of threads that 0 stands for: as many as there are processors.
std::size_t thread_count(unsigned asked);

// Threads that stand ready between one piece of work and the next: to start one takes about as long
// as attention of 256 tokens.
class ThreadTeam {
 public:
  using Task = std::function<void(std::size_t)>;

  // `members` with the thread that calls `run`; fewer where the system grants no more.
  explicit ThreadTeam(std::size_t members);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  std::size_t size() const { return others_.size() + 1; }

  // task(0), …, task(size() − 1) at the same time, task(0) in the calling thread; returns when all
  // are done. A task does not throw.
  void run(const Task& task);

 private:
  void serve(std::size_t member);

  const Task* task_ = nullptr;  // none: the team is dismissed
  std::atomic<std::size_t> round_ = 0, busy_ = 0;
  std::vector<Thread> others_;
};

}  // namespace attn::kernel
