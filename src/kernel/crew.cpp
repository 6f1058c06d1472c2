#include "kernel/crew.hpp"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

namespace attn::kernel {

std::size_t thread_count(unsigned asked) {
  return asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
}

void in_parallel(std::size_t count, const std::function<void(std::size_t)>& task) {
  std::vector<std::jthread> others;
  others.reserve(count);
  try {
    for (std::size_t i = 1; i < count; ++i) others.emplace_back(task, i);
  } catch (const std::system_error&) {
    // Fewer hands, the same work.
  }
  task(0);
}

}  // namespace attn::kernel
