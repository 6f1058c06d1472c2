// What do positions mean past the length that a model was trained on?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lessons/order/order.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"
#include "render/number.hpp"

namespace attn::lessons::order {

namespace {

// Of Llama 3: Grattafiori et al., 2024, arXiv 2407.21783, section 3.2.
constexpr double kLongBase = 500000.0;

double frequency(Integer pair, Integer width, double base) {
  return std::pow(base, -2.0 * static_cast<double>(pair) / static_cast<double>(width));
}

double wavelength(Integer pair, Integer width, double base) {
  return 2.0 * std::numbers::pi / frequency(pair, width, base);
}

// Pairs that have not gone round once at the last position of training.
Integer unfinished(const OrderOptions& options, double base) {
  Integer count = 0;
  for (Integer i = 0; i < options.width / 2; ++i) {
    count += wavelength(i, options.width, base) > static_cast<double>(options.trained) ? 1 : 0;
  }
  return count;
}

Table waves_table(const OrderOptions& options, double other) {
  const Integer pairs = options.width / 2;
  const double tokens = static_cast<double>(options.trained);
  Table table{"waves",
              fmt::format("Positions to a full turn, and turns in {} of them; d_k = {}",
                          grouped(options.trained), options.width),
              {{"pair", "pair", ""},
               {"wave", "base " + brief(options.base), "", 1},
               {"turns", "turns", "", 2},
               {"long_wave", "base " + brief(other), "", 1},
               {"long_turns", "turns", "", 2}},
              {}};
  Integer before = -1;
  for (const Integer eighth : {0, 2, 4, 6, 7, 8}) {
    const Integer pair = std::min(pairs - 1, pairs * eighth / 8);
    if (pair == before) continue;
    before = pair;
    const double wave = wavelength(pair, options.width, options.base),
                 wide = wavelength(pair, options.width, other);
    table.rows.push_back({pair, wave, tokens / wave, wide, tokens / wide});
  }
  return table;
}

}  // namespace

void write_extrapolation(Page& page, const OrderOptions& options) {
  const double other = options.base == kLongBase ? kRotaryBase : kLongBase;
  const Integer pairs = options.width / 2, slow = unfinished(options, options.base);
  page.say(
      "Say a model was trained on {} tokens, with keys of {} components. {} A slow pair that has "
      "not gone round once meets angles after the last trained position that it has never seen.",
      grouped(options.trained), options.width,
      slow < pairs ? "Fast pairs have been at every angle by then."
                   : "No pair has been at every angle by then.");
  page.table(waves_table(options, other));
  page.say(
      "With base {}, {} of {} pairs have not gone round; with {}, {}. A larger base is for "
      "training on longer text: Llama 3 took {} (arXiv 2407.21783, section 3.2).",
      brief(options.base), slow, pairs, brief(other), unfinished(options, other), brief(kLongBase));
  Integer never = 0;  // counted from angles, not from wavelengths
  for (Integer i = 0; i < pairs; ++i) {
    const double angle =
        static_cast<double>(options.trained) * frequency(i, options.width, options.base);
    never += angle < 2.0 * std::numbers::pi ? 1 : 0;
  }
  page.claim("slow-pairs",
             fmt::format("{} of {} pairs stand below a full turn at position {}", slow, pairs,
                         grouped(options.trained)),
             check(never == slow, "counted by angle: {}", never));
  page.say(
      "So a formula that is defined for every position does not promise sense at every position. "
      "Sinusoids fail soon after the trained length; rotary positions hold out somewhat longer, "
      "not far (Press et al., 2021, arXiv 2108.12409).");
  page.equation("interpolation", {R"(t' = t \cdot \frac{L}{n})"});
  page.say(
      "A repair is to squeeze n positions into the L of training, and train a little more "
      "(position interpolation, Chen et al., 2023, arXiv 2306.15595). No angle is new, but "
      "neighbours stand closer together than they ever did.");
}

}  // namespace attn::lessons::order
