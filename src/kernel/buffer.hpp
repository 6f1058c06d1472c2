// Floats that start on a cache line, so that no vector straddles two.
#pragma once

#include <memory>
#include <new>

#include "kernel/instruction_set.hpp"

namespace attn::kernel {

class Buffer {
 public:
  // At least `count` floats, not initialised; what it held is lost when it grows. Throws
  // std::bad_alloc.
  float* of(std::size_t count) {
    if (count > count_) {
      floats_.reset();
      count_ = 0;
      floats_.reset(static_cast<float*>(
          ::operator new (count * sizeof(float), std::align_val_t{kAlignment})));
      count_ = count;
    }
    return floats_.get();
  }

 private:
  struct Free {
    void operator()(float* floats) const {
      ::operator delete (floats, std::align_val_t{kAlignment});
    }
  };
  std::unique_ptr<float, Free> floats_;
  std::size_t count_ = 0;
};

}  // namespace attn::kernel
