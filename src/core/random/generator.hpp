// NumPy's random stream, bit for bit: Generator("42") gives what numpy.random.default_rng(42) does.
//
//   seed ── pcg64: SeedSequence, then 64 bits a step ── ziggurat: mostly one word a normal ── here
//
// One thread and plain loops: 24 million normals, those of scaling-demo, take 0.08 s on one core of
// an EPYC (3 ns each). Two threads and AVX2 took 0.04 s, and five hundred lines.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/random/pcg64.hpp"

namespace attn {

class Generator {
 public:
  // A whole number of any size in decimal digits; throws Error for anything else, naming the
  // option.
  explicit Generator(std::string_view seed = "0", std::string_view option = "--seed")
      : engine_(seeded_pcg64(seed, option)) {}

  std::uint64_t raw() { return engine_.next(); }  // bit_generator.random_raw()
  double uniform();                               // random(), in [0, 1)
  double normal();                                // standard_normal()
  void fill_normal(std::span<double> out);        // standard_normal(out.size())

 private:
  Pcg64 engine_;
};

}  // namespace attn
