// What becomes of a row that finds no key in its first tile?
#include <fmt/format.h>

#include <algorithm>

#include "core/mask.hpp"
#include "lessons/flash_tiling/flash_tiling.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/nan_guard.hpp"

namespace attn::lessons::flash_tiling {

namespace {

constexpr Index kWindow = 3, kPadding = 2;  // that make a row miss its first tile

// A mask and a block with which the recurrence goes wrong, or happens not to.
struct Case {
  std::string name;
  Mask mask;
  Index block;

  FlashOptions options(const Steps& steps, bool skip, bool guarded) const {
    return {block, steps.a.scale, mask, skip, guarded};
  }
};

std::vector<Case> cases_for(Index n) {
  std::vector<Case> cases;
  for (const Index block : {Index{2}, Index{4}}) {
    cases.push_back({fmt::format("window of {}", kWindow), window_mask(n, kWindow), block});
    cases.push_back(
        {fmt::format("left padding of {}", kPadding), padding_mask(n, n, kPadding), block});
  }
  return cases;
}

// The tiles that a row meets when none is skipped, without the guard and with it.
Table two_runs(const Steps& steps, const Case& tried, Index query) {
  const auto traced = [&](bool guarded) {
    return steps_of(trace_flash(steps, tried.options(steps, false, guarded)), query);
  };
  const std::vector<RowStep> plain = traced(false), guarded = traced(true);
  Table table{"trap-steps",
              fmt::format("The row of “{}” under a {}, block {}", steps.words()[query], tried.name,
                          tried.block),
              {{"keys", "keys", ""},
               {"m", "m", ""},
               {"plain_r", "r unguarded", ""},
               {"plain_l", "l unguarded", ""},
               {"r", "r guarded", ""},
               {"l", "l guarded", ""}},
              {}};
  for (Index t = 0; t < plain.size(); ++t) {
    table.rows.push_back({stretch(steps.words(), plain[t].first_key, plain[t].scores.size()),
                          guarded[t].peak, plain[t].rescale, plain[t].sum, guarded[t].rescale,
                          guarded[t].sum});
  }
  return table;
}

// What came of it: the rows that are NaN, and how far the guarded output is from the naive one.
struct Outcome {
  Case c;
  std::vector<Index> plain, skipping, guarded;
  double difference = 0.0;
};

Outcome try_out(const Steps& steps, const Case& tried) {
  const auto output = [&](bool skip, bool guarded) {
    return flash_attention(steps.q, steps.k, steps.v, tried.options(steps, skip, guarded));
  };
  const Matrix guarded = output(true, true);
  const Matrix naive = attention(steps.q, steps.k, steps.v, {steps.a.scale, tried.mask}).output;
  return {tried, nan_rows(output(false, false)), nan_rows(output(true, false)), nan_rows(guarded),
          largest_difference(guarded, naive)};
}

Table outcome_table(const std::vector<Outcome>& outcomes) {
  Table table{"trap",
              "Rows that come out as NaN",
              {{"mask", "mask", ""},
               {"block", "block", ""},
               {"plain", "unguarded", ""},
               {"skipping", "unguarded, skipping", ""},
               {"guarded", "guarded", ""}},
              {}};
  for (const Outcome& outcome : outcomes) {
    table.rows.push_back({outcome.c.name, Integer{outcome.c.block}, row_list(outcome.plain),
                          row_list(outcome.skipping), row_list(outcome.guarded)});
  }
  return table;
}

void claim_outcomes(Page& page, const Steps& steps, const std::vector<Outcome>& outcomes) {
  const auto as_predicted = [](const Outcome& outcome) {
    return outcome.plain == spoiled_rows(outcome.c.mask, outcome.c.block, false) &&
           outcome.skipping == spoiled_rows(outcome.c.mask, outcome.c.block, true);
  };
  page.claim(
      "unguarded-rows",
      "without the guard, NaN stands in the rows that find no key in their first tile, and in "
      "no other",
      check(std::ranges::all_of(outcomes, as_predicted), "{} runs, row by row",
            2 * outcomes.size()));
  Vector differences = xt::empty<double>({outcomes.size()});
  std::ranges::transform(outcomes, differences.begin(), &Outcome::difference);
  page.claim("guarded-equals-naive",
             "with the guard, every one of these runs equals naive attention",
             all_small(differences, tolerance_of(steps)));
}

}  // namespace

void claim_run(Page& page, const Steps& steps, const FlashTrace& trace,
               const FlashOptions& options) {
  const Matrix& output = trace.output;
  if (options.guarded) {
    page.claim("equals-naive", "every row of this run is that of naive attention",
               same(output, steps.a.output, tolerance_of(steps)));
    return;
  }
  const Mask mask = steps.mask.value_or(xt::zeros<bool>({steps.count(), steps.count()}));
  const std::vector<Index> spoiled = nan_rows(output);
  std::vector<Index> others;
  for (Index i = 0; i < steps.count(); ++i) {
    if (std::ranges::find(spoiled, i) == spoiled.end()) others.push_back(i);
  }
  page.claim("unguarded", "NaN stands in the rows that see no key in their first tile, no other",
             check(spoiled == spoiled_rows(mask, options.block, false), "rows with NaN: {}",
                   row_list(spoiled)));
  page.claim("unguarded-others", "every other row is that of naive attention",
             same(rows_in_order(output, others), rows_in_order(steps.a.output, others),
                  tolerance_of(steps)));
  page.paragraph({"Section ", section_number("hidden-first-tile"),
                  " says how that comes about. From here on the guard is in its place."});
}

void write_nan_trap(Page& page, const Steps& steps) {
  page.say(
      "A row may be unable to see any key of its first tile. Its maximum is then still −∞, and "
      "the recurrence subtracts it from itself:");
  page.equation("trap-formula", {R"(r = \exp(m - m') = \exp(-\infty - (-\infty)) = \mathrm{NaN})"});
  page.say(
      "No later tile can wash it out: the next factor is exp(−∞ − m') = 0, and 0 × NaN is NaN. "
      "The guard: as long as m' is −∞, subtract 0 instead. Every exponential is then exp(−∞) = "
      "0, which is what a row that has seen nothing should add.");
  page.say(
      "Two masks can do it: a causal window, in which no token sees further back than {} keys, "
      "its own included, and {} tokens of padding at the left.",
      kWindow, kPadding);
  std::vector<Outcome> outcomes;
  std::ranges::transform(cases_for(steps.count()), std::back_inserter(outcomes),
                         [&steps](const Case& tried) { return try_out(steps, tried); });
  page.table(outcome_table(outcomes));
  claim_outcomes(page, steps, outcomes);
  page.say(
      "Skipping hidden tiles is no guard: a tile that one query of a block may see is taken in "
      "by all of them. It only makes the fault depend on the block, so that code which passes "
      "its test at one size fails at the next.");
  const auto spoilt =
      std::ranges::find_if(outcomes, [](const Outcome& outcome) { return !outcome.plain.empty(); });
  if (spoilt != outcomes.end()) page.table(two_runs(steps, spoilt->c, spoilt->plain.front()));
}

}  // namespace attn::lessons::flash_tiling
