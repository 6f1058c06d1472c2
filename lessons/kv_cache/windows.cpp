// What happens when the oldest keys are dropped, and why must the first one stay?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/mask.hpp"
#include "core/rows.hpp"
#include "core/softmax.hpp"
#include "lessons/kv_cache/kv_cache.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::kv_cache {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Matrix weights_under(const Matrix& scores, const Mask& mask) { return softmax(hide(scores, mask)); }

// The output of each token from a cache that holds `window` rows and no more, oldest out first.
Check rolling_equals_window(const Steps& steps, Index window, const Matrix& windowed) {
  double worst = 0.0;
  for (Index t = 0; t < steps.count(); ++t) {
    const Index first = t + 1 - std::min(window, t + 1);
    std::vector<Index> kept;
    for (Index j = first; j <= t; ++j) kept.push_back(j);
    const Matrix output = attention(rows_in_order(steps.q, {t}), rows_in_order(steps.k, kept),
                                    rows_in_order(steps.v, kept), {.scale = steps.a.scale})
                              .output;
    worst = std::max(worst, largest_difference(output, rows_in_order(windowed, {t})));
  }
  return check(worst <= tolerance_of(steps), "largest difference {}", tiny(worst));
}

// Half of Σ |a − b| over a row: the weight that stands elsewhere.
double moved(const Matrix& a, const Matrix& b, Index i) {
  double sum = 0.0;
  for (Index j = 0; j < columns(a); ++j) sum += std::abs(a(i, j) - b(i, j)) / 2.0;
  return sum;
}

void write_window(Page& page, const Steps& steps, Index window) {
  const Matrix weights = weights_under(steps.a.scaled, window_mask(steps.count(), window));
  const Matrix output = weighted_sum(weights, steps.v);
  const Mask hidden = window_mask(steps.count(), window);
  page.say(
      "A window lets a query see {}. What is older can be dropped, and the cache stops growing. "
      "Through several layers more comes in: what a token saw, it hands on.",
      window == 1 ? "its own key alone"
                  : fmt::format("the last {} keys, its own included", window));
  page.heatmap(matrix_heatmap("window-map", fmt::format("Weights in a window of {}", window),
                              steps.words(), steps.words(), weights, 0.0, 1.0, &hidden));
  page.claim("rolling", "a cache that overwrites its oldest row gives the outputs of the window",
             rolling_equals_window(steps, window, output));
}

Table eviction_table(const Steps& steps, const Matrix& full, const Matrix& window,
                     const Matrix& sinks) {
  const Index last = steps.count() - 1;
  Table table{"eviction",
              fmt::format("The weights of the last token, “{}”", steps.words()[last]),
              {{"key", "key", ""},
               {"full", "whole cache", ""},
               {"window", "window", ""},
               {"sinks", "window and sinks", ""}},
              {}};
  for (Index j = 0; j < steps.count(); ++j) {
    table.rows.push_back({steps.words()[j], full(last, j), window(last, j), sinks(last, j)});
  }
  table.rows.push_back(
      {"stands elsewhere", Missing{}, moved(full, window, last), moved(full, sinks, last)});
  return table;
}

std::string made_sink(double added) {
  if (added > 0.0) {
    return fmt::format("Here is one, made by adding {:g} to the first key's scores.", added);
  }
  return fmt::format("With {:g} added to the first key's scores there is none here.", added);
}

void write_eviction(Page& page, const CachePlan& plan) {
  const Steps& steps = plan.steps;
  const Index n = steps.count(), last = n - 1;
  const auto window = static_cast<Index>(plan.options.window),
             sinks = static_cast<Index>(plan.options.sinks);
  Matrix scores = steps.a.scaled;
  for (Index i = 0; i < n; ++i) scores(i, 0) += plan.options.sink_score;
  const Mask windowed = window_mask(n, window);
  const Matrix full = weights_under(scores, causal_mask(n)),
               dropped = weights_under(scores, windowed),
               kept = weights_under(scores, sink_window_mask(n, window, sinks));
  page.say(
      "Language models put a large share of the weight on the first token, whatever it is: a row "
      "has to sum to 1, and this is where it goes when nothing fits. Xiao et al. (2023, arXiv "
      "2309.17453), who found it, call it an attention sink. {}",
      made_sink(plan.options.sink_score));
  page.table(eviction_table(steps, full, dropped, kept));
  double lost = 0.0, worst = 0.0;
  for (Index j = 0; j < n; ++j) lost += windowed(last, j) ? full(last, j) : 0.0;
  for (Index j = 0; j < n; ++j) {
    if (windowed(last, j)) continue;
    worst = std::max(worst, std::abs(dropped(last, j) * (1.0 - lost) - full(last, j)));
  }
  page.claim("eviction-scale",
             "dropping weight w makes every weight that is left 1/(1 − w) times as large",
             check(worst <= kTolerance, "w = {:.4f}", lost));
  page.say(
      "Drop the sink, and what it held falls on keys that were not meant to have it; models that "
      "were trained with it break down. StreamingLLM keeps the first few keys, 4 in the paper, "
      "beside the window, and so writes on without end. It does not remember the middle.");
}

void write_softmax_sink(Page& page, const Steps& steps) {
  const Index last = steps.count() - 1;
  const Matrix visible = rows_in_order(steps.a.visible, {last});
  page.equation("sink-formula", {R"(A_j = \frac{\exp(s_j)}{\exp(z) + \sum_k \exp(s_k)})"});
  page.say(
      "A model can have its sink without a token: a score z in the sum that belongs to no key, so "
      "that a row may give away less than 1. In gpt-oss every head learns its own (2025, arXiv "
      "2508.10925).");
  Table table{
      "softmax-sink",
      fmt::format("How much “{}” gives away, by z", steps.words()[last]),
      {{"z", "z", ""}, {"sum", "sum of the weights", ""}, {"largest", "largest weight", ""}},
      {}};
  double worst = 0.0;
  for (const double z : {-kInfinity, 0.0, 2.0, 4.0}) {
    const Matrix weights = softmax_with_sink(visible, z);
    table.rows.push_back(
        {std::isinf(z) ? "−∞" : fmt::format("{:g}", z), row_sum(weights)(0), row_max(weights)(0)});
    // A key of score z with a value of nothing but zeros.
    Matrix q = xt::zeros<double>({Index{1}, steps.count() + 1}),
           v = xt::zeros<double>({steps.count() + 1, columns(steps.v)});
    for (Index j = 0; j < steps.count(); ++j) {
      q(0, j) = visible(0, j);
      for (Index c = 0; c < columns(steps.v); ++c) v(j, c) = steps.v(j, c);
    }
    q(0, steps.count()) = z;
    worst = std::max(
        worst, largest_difference(weighted_sum(softmax(q), v), weighted_sum(weights, steps.v)));
  }
  page.table(std::move(table));
  page.claim("sink-is-a-key", "it is the same as one more key of score z with a value of zeros",
             check(worst <= tolerance_of(steps), "largest difference {}", tiny(worst)));
}

}  // namespace

void write_windows(Page& page, const CachePlan& plan) {
  write_window(page, plan.steps, static_cast<Index>(plan.options.window));
  write_eviction(page, plan);
  write_softmax_sink(page, plan.steps);
}

}  // namespace attn::lessons::kv_cache
