// The normal distribution, cut as NumPy cuts it: 256 layers of equal area (Marsaglia and Tsang,
// "The ziggurat method for generating random variables", 2000).
//
// A word chooses a layer (bits 0-7), a sign (bit 8) and a place in the layer's width (bits 9-60). A
// place under the layer above is accepted at once, in 98.9 % of all cases, and has used one word.
// Only the rest needs further words: a wedge at the edge of the curve, or the tail beyond it.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace attn {

struct ZigguratLayer {
  double step;   // the layer's width / 2^52
  double limit;  // places below it lie under the layer above; a whole number below 2^52
};

inline constexpr std::size_t kLayerCount = 256;
extern const std::array<ZigguratLayer, kLayerCount> kLayers;
extern const std::array<double, kLayerCount> kHeights;  // exp(−x²/2) at each layer's edge

inline constexpr double kTailStart = 3.6541528853610087963519472518;
inline constexpr double kInverseTailStart = 0.27366123732975827203338247596;

inline constexpr std::size_t layer_of(std::uint64_t word) { return word & 0xff; }
inline constexpr std::uint64_t place_of(std::uint64_t word) {
  return (word >> 9) & 0x000fffffffffffff;
}

// A word as a number in [0, 1): its upper 53 bits.
inline constexpr double unit(std::uint64_t word) {
  return static_cast<double>(word >> 11) * 0x1p-53;
}

struct FirstTry {
  double value;
  bool accepted;
};

inline FirstTry first_try(std::uint64_t word) {
  const ZigguratLayer& layer = kLayers[layer_of(word)];
  // Signed, because that conversion is one instruction.
  const double place = static_cast<double>(static_cast<std::int64_t>(place_of(word)));
  const std::uint64_t sign = (word & 0x100) << 55;
  const double value =
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(place * layer.step) ^ sign);
  return {value, place < layer.limit};
}

// Whether a refused word of a layer other than 0 gives its value after all: the word that follows
// chooses a height within the layer, and the point has to lie under the curve.
inline bool under_curve(std::uint64_t word, std::uint64_t next_word) {
  const double x = first_try(word).value;
  const double top = kHeights[layer_of(word) - 1];
  const double bottom = kHeights[layer_of(word)];
  return (top - bottom) * unit(next_word) + bottom < std::exp(-0.5 * x * x);
}

// What a refused word of layer 0 gives: a number from the tail, by as many of words.next() as it
// takes (Marsaglia, "Generating a variable from the tail of the normal distribution", 1964).
template <typename Words>
double tail(std::uint64_t word, Words& words) {
  for (;;) {
    const double x = -kInverseTailStart * std::log1p(-unit(words.next()));
    const double y = -std::log1p(-unit(words.next()));
    // NumPy takes the sign from bit 8 of the place, not from the sign bit.
    if (y + y > x * x) return (place_of(word) & 0x100) ? -(kTailStart + x) : kTailStart + x;
  }
}

}  // namespace attn
