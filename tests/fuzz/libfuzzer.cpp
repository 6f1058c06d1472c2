// The door of libFuzzer to one target, which ATTN_FUZZ_TARGET names.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  attn::ATTN_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
