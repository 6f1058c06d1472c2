#include "core/random/generator.hpp"

#include "core/random/ziggurat.hpp"

namespace attn {

double Generator::uniform() { return unit(engine_.next()); }

double Generator::normal() {
  for (;;) {
    const std::uint64_t word = engine_.next();
    const FirstTry attempt = first_try(word);
    if (attempt.accepted) return attempt.value;
    if (layer_of(word) == 0) return tail(word, engine_);
    if (under_curve(word, engine_.next())) return attempt.value;
  }
}

void Generator::fill_normal(std::span<double> out) {
  for (double& x : out) x = normal();
}

}  // namespace attn
