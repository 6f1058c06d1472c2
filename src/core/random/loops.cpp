#include "core/random/loops.hpp"

#include <array>

#include "core/random/ziggurat.hpp"

namespace attn {

namespace {

void words(Pcg64 engine, std::uint64_t* words, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) words[i] = engine.next();
}

void first_tries(const std::uint64_t* words, double* values, std::uint64_t* refused,
                 std::size_t count) {
  for (std::size_t block = 0; block < count; block += 64) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < 64; ++i) {
      const FirstTry attempt = first_try(words[block + i]);
      values[block + i] = attempt.value;
      bits |= std::uint64_t{!attempt.accepted} << i;
    }
    refused[block / 64] = bits;
  }
}

double dot(const double* a, const double* b, std::size_t count) {
  std::array<double, 16> sums{};
  std::size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    for (std::size_t lane = 0; lane < 16; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  for (; i < count; ++i) sums[i % 16] += a[i] * b[i];
  for (std::size_t half = 8; half != 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  }
  return sums[0];
}

}  // namespace

const Loops& portable_loops() {
  static constexpr Loops kLoops{words, first_tries, dot};
  return kLoops;
}

const Loops& fastest_loops() {
  const Loops* wide = avx2_loops();
  return wide ? *wide : portable_loops();
}

}  // namespace attn
