// What does a piece of work take, when a process does nothing else?
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace attn {

struct ChildRun {
  std::vector<double> numbers;  // what the task returned
  std::string failure;          // in words; empty when the task returned
};

// Runs the task in a copy of this process. Throws std::system_error when there can be none.
ChildRun in_own_process(const std::function<std::vector<double>()>& task);

// The most memory that this process has held at once, in bytes.
std::int64_t peak_memory();

}  // namespace attn
