// NumPy's random stream, bit for bit: Generator("42") gives what numpy.random.default_rng(42) does.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "core/random/pcg64.hpp"

namespace attn {

// Is shown a stream in order, one stretch after another. What it returns is called next, before the
// stretch is gone, but while others are being shown.
using Visit = std::function<std::function<void()>(std::span<const double> stretch)>;

class Generator {
 public:
  // A whole number of any size in decimal digits; throws Error for anything else, naming the
  // option.
  explicit Generator(std::string_view seed = "0", std::string_view option = "--seed")
      : engine_(seeded_pcg64(seed, option)) {}

  std::uint64_t raw() { return engine_.next(); }  // bit_generator.random_raw()
  double uniform();                               // random(), in [0, 1)
  double normal();                                // standard_normal()

  // standard_normal(out.size()); the same bits for every number of threads.
  void fill_normal(std::span<double> out, unsigned threads = 1);

  // The next `count` normals, never all in memory, but shown in stretches of whatever length.
  // Neither `visit` nor what it returns may throw.
  void visit_normals(std::uint64_t count, unsigned threads, const Visit& visit);

 private:
  Pcg64 engine_;
};

}  // namespace attn
