// Floats that start on a cache line, so that no vector straddles two.
#pragma once

#include <memory>
#include <new>

#include "kernel/instruction_set.hpp"

namespace attn::kernel {

class Buffer {
 public:
  // Not initialised. Throws std::bad_alloc.
  explicit Buffer(std::size_t count)
      : floats_(static_cast<float*>(
            ::operator new (count * sizeof(float), std::align_val_t{kAlignment}))) {}

  float* data() { return floats_.get(); }
  const float* data() const { return floats_.get(); }

 private:
  struct Free {
    void operator()(float* floats) const {
      ::operator delete (floats, std::align_val_t{kAlignment});
    }
  };
  std::unique_ptr<float, Free> floats_;
};

}  // namespace attn::kernel
