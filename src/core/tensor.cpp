#include "core/tensor.hpp"

#include <cmath>
#include <mutex>
#include <new>
#include <stdexcept>

#include "core/ordered_product.hpp"
#include "support/late_blas.hpp"

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

double largest_difference(std::span<const double> a, std::span<const double> b) {
  double largest = 0.0;
  for (Index i = 0; i < a.size(); ++i) {
    const double difference = a[i] == b[i] ? 0.0 : std::abs(a[i] - b[i]);  // inf equals inf
    if (std::isnan(difference)) return difference;
    largest = std::max(largest, difference);
  }
  return largest;
}

}  // namespace

Matrix product(const Matrix& a, const Matrix& b) {
  if (columns(a) != rows(b)) throw std::logic_error("product: inner widths differ");
  if (a.size() == 0 || b.size() == 0) return xt::zeros<double>({rows(a), columns(b)});
  // A page's matrices are small: plain loops are as fast, and load nothing.
  constexpr double kFewTerms = 1 << 21;
  const auto size = [](Index count) { return static_cast<double>(count); };
  if (size(rows(a)) * size(columns(a)) * size(columns(b)) <= kFewTerms)
    return ordered_product(a, b);
  // One product at a time, and so one buffer.
  static std::mutex turn;
  const std::lock_guard mine(turn);
  [[maybe_unused]] static const bool once = on_one_thread();
  return xt::linalg::dot(a, b);
}

Matrix transposed(const Matrix& m) { return xt::transpose(m); }

double largest_difference(const Matrix& a, const Matrix& b) {
  if (a.shape() != b.shape()) throw std::logic_error("largest_difference: shapes differ");
  return largest_difference(std::span(a.data(), a.size()), std::span(b.data(), b.size()));
}

double largest_difference(const Vector& a, const Vector& b) {
  if (a.shape() != b.shape()) throw std::logic_error("largest_difference: shapes differ");
  return largest_difference(std::span(a.data(), a.size()), std::span(b.data(), b.size()));
}

}  // namespace attn
