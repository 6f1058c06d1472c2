// What does one new token compute, with the keys and values of those before it kept, and without?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/attention_stack.hpp"
#include "core/mask.hpp"
#include "lessons/kv_cache/kv_cache.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::kv_cache {

namespace {

// x with `extra` below it.
Matrix with_row(const Matrix& x, std::span<const double> extra) {
  Matrix result = xt::empty<double>({rows(x) + 1, extra.size()});
  std::copy_n(x.data(), x.size(), result.data());
  std::ranges::copy(extra, result.data() + x.size());
  return result;
}

// What one new token computes, by number of rows projected and of scores.
struct Step {
  Index projected_cached, projected_afresh, scores_cached, scores_afresh;
};

struct Generation {
  Matrix keys, values, output;  // the cache at the end; one row a step
  double difference = 0.0;      // of a step's output from the last row of attention done afresh
  std::vector<Step> steps;
};

// Token by token: project one row, add it to the cache, let one query look at the cache. Beside it
// the same token with everything computed again.
Generation generate(const Steps& steps) {
  Generation generation{xt::zeros<double>({Index{0}, columns(steps.k)}),
                        xt::zeros<double>({Index{0}, columns(steps.v)}),
                        xt::zeros<double>({Index{0}, columns(steps.v)}),
                        0.0,
                        {}};
  Matrix seen = xt::zeros<double>({Index{0}, columns(steps.sentence.embeddings)});
  for (Index t = 0; t < steps.count(); ++t) {
    const Matrix x = rows_in_order(steps.sentence.embeddings, {t});
    const Matrix q = product(x, steps.sentence.w_q), k = product(x, steps.sentence.w_k),
                 v = product(x, steps.sentence.w_v);
    generation.keys = with_row(generation.keys, row(k, 0));
    generation.values = with_row(generation.values, row(v, 0));
    const Attention one = attention(q, generation.keys, generation.values);
    generation.output = with_row(generation.output, row(one.output, 0));

    seen = with_row(seen, row(x, 0));
    const Attention all =
        attention(product(seen, steps.sentence.w_q), product(seen, steps.sentence.w_k),
                  product(seen, steps.sentence.w_v), {.mask = causal_mask(t + 1)});
    generation.difference = std::max(
        generation.difference, largest_difference(one.output, rows_in_order(all.output, {t})));
    generation.steps.push_back({rows(k), rows(seen), one.scores.size(), all.scores.size()});
  }
  return generation;
}

Table steps_table(const Steps& steps, const Generation& generation) {
  Table table{"steps",
              "Each new token, with a cache and without",
              {{"token", "token", ""},
               {"cache", "rows cached", ""},
               {"projected", "projected", ""},
               {"scores", "scores", ""},
               {"projected_afresh", "projected without", ""},
               {"scores_afresh", "scores without", ""}},
              {}};
  Step sum{};
  for (Index t = 0; t < generation.steps.size(); ++t) {
    const Step& step = generation.steps[t];
    sum.projected_cached += step.projected_cached;
    sum.projected_afresh += step.projected_afresh;
    sum.scores_cached += step.scores_cached;
    sum.scores_afresh += step.scores_afresh;
    table.rows.push_back({steps.words()[t], Integer{t + 1}, Integer{step.projected_cached},
                          Integer{step.scores_cached}, Integer{step.projected_afresh},
                          Integer{step.scores_afresh}});
  }
  table.rows.push_back({"all", Missing{}, Integer{sum.projected_cached}, Integer{sum.scores_cached},
                        Integer{sum.projected_afresh}, Integer{sum.scores_afresh}});
  return table;
}

}  // namespace

void write_generation(Page& page, const CachePlan& plan) {
  const Steps& steps = plan.steps;
  const Generation generation = generate(steps);
  page.say(
      "A model writes token by token, and each new one looks back at all others. Their keys and "
      "values do not change any more: under a causal mask nothing before a token depends on it. So "
      "they are kept. Queries are not: no later token asks an old one's question.");
  page.table(steps_table(steps, generation));
  page.claim("cached-equals-afresh", "with the cache every output is the one computed afresh",
             check(generation.difference <= tolerance_of(steps), "largest difference {}",
                   tiny(generation.difference)));
  page.claim("cached-equals-causal", "and the same as all tokens at once under a causal mask",
             same(generation.output, steps.a.output, tolerance_of(steps)));
  const Index n = steps.count();
  Index projected = 0;
  for (const Step& step : generation.steps) projected += step.projected_afresh;
  page.claim("triangle", "without the cache n(n + 1)/2 rows are projected instead of n",
             check(projected == n * (n + 1) / 2, "{} instead of {}", projected, n));
  page.array(array_of("cached_keys", generation.keys, steps.words()));
  page.array(array_of("cached_values", generation.values, steps.words()));
}

bool can_go_stale(const CachePlan& plan) {
  const Steps& steps = plan.steps;
  return columns(steps.v) == columns(steps.sentence.embeddings) && steps.count() > 1;
}

void write_staleness(Page& page, const CachePlan& plan) {
  const Steps& steps = plan.steps;
  const Index changed = steps.count() / 2;
  Matrix edited = steps.sentence.embeddings;
  for (Index c = 0; c < columns(edited); ++c) edited(changed, c) = 1.0 - edited(changed, c);
  const auto second_input = [&steps](const Matrix& x) {
    return attention_stack(x, steps.sentence.w_q, steps.sentence.w_k, steps.sentence.w_v, 1,
                           {.mask = steps.mask})
        .states.back();
  };
  const Matrix first_keys = product(edited, steps.sentence.w_k) - steps.k;
  const Matrix second_keys = product(second_input(edited), steps.sentence.w_k) -
                             product(second_input(steps.sentence.embeddings), steps.sentence.w_k);
  page.say(
      "Change token {}, counting from 0, “{}”, into another. In the first layer one key changes. "
      "In the second, whatever has looked at it is different, and so are the keys of all that come "
      "after.",
      changed, steps.words()[changed]);
  Table table{"stale",
              "How far cached keys are off after the change (largest component)",
              {{"token", "token", ""}, {"first", "layer 1", ""}, {"second", "layer 2", ""}},
              {}};
  double before = 0.0;
  for (Index t = 0; t < steps.count(); ++t) {
    double first = 0.0, second = 0.0;
    for (Index c = 0; c < columns(steps.k); ++c) {
      first = std::max(first, std::abs(first_keys(t, c)));
      second = std::max(second, std::abs(second_keys(t, c)));
    }
    if (t < changed) before = std::max({before, first, second});
    table.rows.push_back({steps.words()[t], first, second});
  }
  page.table(std::move(table));
  page.claim("prefix-stays", "everything before the change stays valid in every layer",
             check(before <= tolerance_of(steps), "largest difference {}", tiny(before)));
  page.say(
      "So requests that begin alike can share the cache of their common beginning, and an edit "
      "costs everything after it. A model that sees both ways, such as BERT, has no such "
      "beginning.");
}

}  // namespace attn::lessons::kv_cache
