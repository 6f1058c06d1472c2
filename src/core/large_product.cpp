#include "core/large_product.hpp"

#include <new>

#include "support/late_blas.hpp"
#include "support/threads.hpp"

#if __has_include(<xtensor-blas/xlinalg.hpp>)
#include <xtensor-blas/xlinalg.hpp>
#endif

namespace attn {

namespace {

// OpenBLAS takes a buffer of 128 MiB at its first product, of which it uses little, and where it is
// not granted asks again for ever: so it has to be there.
void reserve_buffer() {
  constexpr std::size_t kBuffer = std::size_t{144} << 20;
  void* volatile buffer = ::operator new(kBuffer);
  ::operator delete(buffer);
}

// One thread: sums are then added in the same order whatever the machine, and sharing out matrices
// of a lesson's size costs more than it saves.
bool on_one_thread() {
  reserve_buffer();
  limit_blas_threads(1);
  return true;
}

}  // namespace

Matrix large_product(const Matrix& a, const Matrix& b) {
  // One product at a time, and so one buffer.
  static Mutex turn;
  const std::lock_guard mine(turn);
  [[maybe_unused]] static const bool once = on_one_thread();
  return xt::linalg::dot(a, b);
}

}  // namespace attn
