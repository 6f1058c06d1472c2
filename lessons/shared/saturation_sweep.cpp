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

void check_size(const SweepOptions& o) {
  Integer numbers = 0;
  for (const Integer d : o.dims) {
    if (d * (o.keys + 1) > kMostAtOnce) {
      throw Error(
          "--keys: {} keys of width {} are too many numbers at once; use at most {} keys, or "
          "smaller --dims",
          grouped(o.keys), grouped(d), grouped(std::max<Integer>(1, kMostAtOnce / d - 1)));
    }
    numbers += d * (o.keys + 1) * o.draws;
  }
  if (numbers > kMostNumbers) {
    throw Error(
        "--draws: {} take {} random numbers; use fewer, or smaller --dims or --keys (at "
        "most {} in all)",
        grouped(o.draws), grouped(numbers), grouped(kMostNumbers));
  }
}

}  // namespace

void declare_sweep(Knobs& knobs, SweepOptions& o) {
  knobs.counts("--dims", o.dims, 1, kWidest, "Widths d of queries and keys");
  knobs.count("--keys", o.keys, 1, kMostKeys, "Keys that share the weight");
  knobs.count("--draws", o.draws, 2, kMostDraws, "Random draws for each width");
  knobs.text("--seed", o.seed, "DIGITS", "Seed of NumPy's default_rng, of any size");
}

Sweep run_sweep(const SweepOptions& o) {
  check_size(o);
  Generator generator(o.seed);
  std::array<double, kDrawnBeforeSweep> of_the_sentence;
  generator.fill_normal(of_the_sentence);
  const SweepShape shape{{o.dims.begin(), o.dims.end()},
                         static_cast<std::int64_t>(o.keys),
                         static_cast<std::int64_t>(o.draws)};
  return saturation_sweep(generator, shape);
}

Table peaks_table(const Sweep& sweep, const SweepOptions& o) {
  Table table{"peaks",
              fmt::format("The largest of {} weights, mean of {} random draws", o.keys, o.draws),
              {{"d", "d", ""}, {"unscaled", "undivided", ""}, {"scaled", "divided by √d", ""}},
              {}};
  for (const Saturation& at : sweep) {
    table.rows.push_back({Integer{at.d}, at.unscaled.peak.mean, at.scaled.peak.mean});
  }
  return table;
}

}  // namespace attn
