// How is a piece of work done by several threads?
#pragma once

#include <cstddef>
#include <functional>

namespace attn::kernel {

// The number of threads that 0 stands for: as many as there are processors.
std::size_t thread_count(unsigned asked);

// task(0), …, task(count − 1) at the same time, task(0) in the calling thread; returns when all are
// done. Where the system grants no further thread, the rest are not called: a task takes what work
// is left from a shared counter. A task does not throw.
void in_parallel(std::size_t count, const std::function<void(std::size_t)>& task);

}  // namespace attn::kernel
