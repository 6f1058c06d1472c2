// What does one who calls often keep from one call to the next?
#pragma once

#include <optional>
#include <vector>

#include "kernel/buffer.hpp"
#include "kernel/thread_team.hpp"

namespace attn::kernel {

// Threads and scratch memory, which are made when a call first needs them. For one call at a time.
class Workspace {
 public:
  // At most so many threads; 0: one a processor.
  explicit Workspace(unsigned threads = 0) : threads_(thread_count(threads)) {}

  std::size_t threads() const { return threads_; }

  // task(scratch) by `size` threads or fewer at the same time, each with scratch of its own;
  // returns when all are done. A task does not throw.
  template <typename Task>
  void run(std::size_t size, std::size_t scratch_size, const Task& task) {
    if (size > 1 && !team_) team_.emplace(threads_);
    const std::size_t members = size > 1 ? team_->size() : 1;
    if (scratch_.size() < members) scratch_.resize(members);
    std::vector<float*> scratch;
    for (std::size_t i = 0; i < members; ++i) scratch.push_back(scratch_[i].of(scratch_size));
    const auto part = [&](std::size_t member) {
      if (member < size) task(scratch[member]);
    };
    if (members > 1) {
      team_->run(part);
    } else {
      part(0);
    }
  }

 private:
  std::size_t threads_;
  std::optional<ThreadTeam> team_;
  std::vector<Buffer> scratch_;
};

}  // namespace attn::kernel
