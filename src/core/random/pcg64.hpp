// PCG64, the engine below NumPy's default_rng, and the way from a seed to its first state.
#pragma once

#include <cstdint>
#include <string_view>

namespace attn {

__extension__ using Unsigned128 = unsigned __int128;

// a·b (mod 2^128). WebAssembly multiplies 64 bits; there a compiler would call a function each
// time.
constexpr Unsigned128 product_128(Unsigned128 a, Unsigned128 b) {
#if defined(__wasm__)
  constexpr std::uint64_t kHalf = 0xffffffff;
  const auto a_low = static_cast<std::uint64_t>(a), b_low = static_cast<std::uint64_t>(b);
  const auto a_high = static_cast<std::uint64_t>(a >> 64),
             b_high = static_cast<std::uint64_t>(b >> 64);
  const std::uint64_t low = (a_low & kHalf) * (b_low & kHalf);
  const std::uint64_t left = (a_low >> 32) * (b_low & kHalf),
                      right = (a_low & kHalf) * (b_low >> 32);
  const std::uint64_t middle = (low >> 32) + (left & kHalf) + (right & kHalf);
  const std::uint64_t high = (a_low >> 32) * (b_low >> 32) + (left >> 32) + (right >> 32) +
                             (middle >> 32) + a_low * b_high + a_high * b_low;
  return Unsigned128{high} << 64 | (middle << 32 | (low & kHalf));
#else
  return a * b;
#endif
}

// x -> factor·x + term (mod 2^128). A step of the engine is such a map, and so are n steps in a
// row: one multiplication leaps over any stretch of the stream.
struct Leap {
  Unsigned128 factor;
  Unsigned128 term;

  constexpr Unsigned128 operator()(Unsigned128 x) const { return product_128(factor, x) + term; }
};

// `leap` taken `count` times, by repeated squaring (Brown, "Random number generation with arbitrary
// strides", 1994).
constexpr Leap repeated(Leap leap, std::uint64_t count) {
  Leap all{1, 0};
  for (; count != 0; count >>= 1) {
    if (count & 1) all = {leap.factor * all.factor, leap(all.term)};
    leap = {leap.factor * leap.factor, leap(leap.term)};
  }
  return all;
}

// PCG XSL RR 128/64 (O'Neill, "PCG: a family of simple fast space-efficient statistically good
// algorithms for random number generation", HMC-CS-2014-0905): a linear congruential state of 128
// bits, folded to 64 and rotated by its own top six bits.
struct Pcg64 {
  Unsigned128 state;
  Unsigned128 increment;  // odd; chooses the stream

  constexpr Leap step() const {
    return {(Unsigned128{0x2360ed051fc65da4} << 64) | 0x4385df649fccf645, increment};
  }

  constexpr std::uint64_t next() {
    state = step()(state);
    const auto folded = static_cast<std::uint64_t>(state >> 64) ^ static_cast<std::uint64_t>(state);
    const auto turn = static_cast<unsigned>(state >> 122);
    return (folded >> turn) | (folded << (-turn & 63));
  }
};

// The engine of numpy.random.default_rng(seed), where the seed is a whole number of any size in
// decimal digits: SeedSequence hashes it into state and increment. Throws Error for any other text,
// which names the option that the text was given to.
Pcg64 seeded_pcg64(std::string_view seed, std::string_view option = "--seed");

}  // namespace attn
