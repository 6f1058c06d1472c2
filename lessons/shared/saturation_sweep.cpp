#include "lessons/shared/saturation_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lessons/shared/input.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

constexpr Integer kWidest = 1 << 20, kMostKeys = 4096, kMostDraws = 1'000'000;
constexpr Integer kMostNumbers = Integer{1} << 33;  // about half a minute of them
constexpr Integer kMostAtOnce = Integer{1} << 22;   // 32 MiB of one query and its keys

void check_size(const SweepOptions& options) {
  Integer numbers = 0;
  for (const Integer d : options.dims) {
    if (d * (options.keys + 1) > kMostAtOnce) {
      throw Error(
          "--keys: {} keys of width {} are too many numbers at once; use at most {} keys, or "
          "smaller --dims",
          grouped(options.keys), grouped(d), grouped(std::max<Integer>(1, kMostAtOnce / d - 1)));
    }
    numbers += d * (options.keys + 1) * options.draws;
  }
  if (numbers > kMostNumbers) {
    throw Error(
        "--draws: {} take {} random numbers; use fewer, or smaller --dims or --keys (at "
        "most {} in all)",
        grouped(options.draws), grouped(numbers), grouped(kMostNumbers));
  }
}

}  // namespace

void declare_sweep(Knobs& knobs, SweepOptions& options) {
  knobs.counts("--dims", options.dims, 1, kWidest, "Widths d of queries and keys");
  knobs.count("--keys", options.keys, 1, kMostKeys, "Keys that share the weight");
  knobs.count("--draws", options.draws, 2, kMostDraws, "Random draws for each width");
  knobs.text("--seed", options.seed, "DIGITS", "Seed of NumPy's default_rng, of any size");
}

Sweep run_sweep(const SweepOptions& options) {
  check_size(options);
  Generator generator(options.seed);
  std::array<double, kDrawnBeforeSweep> of_the_sentence;
  generator.fill_normal(of_the_sentence);
  const SweepShape shape{{options.dims.begin(), options.dims.end()},
                         static_cast<std::int64_t>(options.keys),
                         static_cast<std::int64_t>(options.draws)};
  return saturation_sweep(generator, shape);
}

Table peaks_table(const Sweep& sweep, const SweepOptions& options) {
  Table table{"peaks",
              fmt::format("The largest of {} weights, mean of {} random draws", options.keys,
                          options.draws),
              {{"d", "d", ""}, {"unscaled", "undivided", ""}, {"scaled", "divided by √d", ""}},
              {}};
  for (const Saturation& at : sweep) {
    table.rows.push_back({Integer{at.d}, at.unscaled.peak.mean, at.scaled.peak.mean});
  }
  return table;
}

}  // namespace attn
