// How much of the first word arrives at the last, through a recurrent layer and through attention?
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/costs/layer_cost.hpp"
#include "core/random/generator.hpp"
#include "lessons/cost/cost.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::cost {

namespace {

constexpr Index kWidth = 16;
constexpr std::array kGains{0.5, 1.0, 1.5};
constexpr Index kFar = 50;           // words: where the page calls a nudge forgotten when
constexpr double kForgotten = 1e-3;  // less than this arrives

Matrix draw(Generator& generator, Index height, double deviation) {
  Matrix m = xt::empty<double>({height, kWidth});
  generator.fill_normal({m.data(), m.size()});
  m *= deviation;
  return m;
}

// One layer of each kind on the same random words.
struct Sensitivity {
  Index steps;
  std::array<Vector, kGains.size()> recurrent;  // by the gain of w_h, (steps,)
  Vector attention;                             // (steps,)
};

Sensitivity measure(const CostOptions& options) {
  Generator generator(options.seed);
  Sensitivity sensitivity{static_cast<Index>(options.steps), {}, {}};
  const double unit = 1.0 / std::sqrt(static_cast<double>(kWidth));
  const Matrix x = draw(generator, sensitivity.steps, 1.0);
  const Matrix w_x = draw(generator, kWidth, unit), w_h = draw(generator, kWidth, unit);
  const Matrix nudge = draw(generator, 1, 1.0);
  for (Index g = 0; g < kGains.size(); ++g) {
    const Matrix scaled = kGains[g] * w_h;
    sensitivity.recurrent[g] = recurrent_sensitivity(x, w_x, scaled, nudge);
  }
  const Matrix w_q = draw(generator, kWidth, unit), w_k = draw(generator, kWidth, unit);
  sensitivity.attention = attention_sensitivity(x, w_q, w_k, nudge);
  return sensitivity;
}

std::string gain_name(double gain) { return fmt::format("gain {:g}", gain); }

Table sensitivity_table(const Sensitivity& sensitivity) {
  Table table{"reach",
              "What is left of a nudge to word 1, by the word that it should arrive at",
              {{"word", "word", ""}},
              {}};
  for (Index g = 0; g < kGains.size(); ++g) {
    table.columns.push_back({fmt::format("gain{}", g), "recurrent, " + gain_name(kGains[g]), "", 3,
                             Column::Notation::general});
  }
  table.columns.push_back({"attention", "attention", "", 3, Column::Notation::general});
  for (Index t = 0; t < sensitivity.steps; ++t) {
    const bool shown = t + 1 == sensitivity.steps || t < 2 ||
                       (t + 1) % std::max<Index>(sensitivity.steps / 5, 1) == 0;
    if (!shown) continue;
    std::vector<Cell> cells{Integer{t + 1}};
    for (const Vector& v : sensitivity.recurrent) cells.emplace_back(v(t));
    cells.emplace_back(sensitivity.attention(t));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// At most about thirty points: a format without pictures shows them as rows.
Chart sensitivity_chart(const Sensitivity& sensitivity) {
  const Index step = sensitivity.steps / 30 + 1;
  Chart chart{
      "reach-chart", "What arrives of a nudge to word 1", "word", "what is left", false, true, {}};
  const auto add = [&](const std::string& name, const Vector& v) {
    Series series{name, {}};
    for (Index t = 0; t < sensitivity.steps; t += step) {
      if (v(t) > 0.0) series.points.emplace_back(static_cast<double>(t + 1), v(t));
    }
    chart.series.push_back(std::move(series));
  };
  for (Index g = 0; g < kGains.size(); ++g) add(gain_name(kGains[g]), sensitivity.recurrent[g]);
  add("attention", sensitivity.attention);
  return chart;
}

}  // namespace

void write_sensitivity(Page& page, const CostOptions& options) {
  const Sensitivity sensitivity = measure(options);
  const Index last = sensitivity.steps - 1;
  page.say(
      "A path of one step is worth more than speed. Nudge the first of {} words. In the recurrent "
      "layer the nudge is multiplied by W_h, and by the slope of tanh, {} time{} before it comes "
      "to the last state; a gradient on its way back meets the same factors.",
      sensitivity.steps, last, last == 1 ? "" : "s");
  page.table(sensitivity_table(sensitivity));
  page.chart(sensitivity_chart(sensitivity));
  const double small = sensitivity.recurrent[0](last), arrived = sensitivity.attention(last);
  if (sensitivity.steps >= kFar) {
    page.claim("forgets",
               fmt::format("with gain {:g} less than {:g} of it arrives", kGains[0], kForgotten),
               check(small < kForgotten, "{:.1e}", small));
  }
  page.claim("reaches", "through attention some of it arrives at every word",
             check(*std::ranges::min_element(sensitivity.attention) > 0.0, "at the last one {:.1e}",
                   arrived));
  page.say(
      "A gain below 1 forgets; above it the states saturate or the nudge grows without control. "
      "In attention one step leads from the first word to the last, however far they are apart: "
      "its value moves with its weight, its key moves the weights. Here {:.4f} of the nudge "
      "arrives. Gated recurrence (LSTM, Hochreiter and Schmidhuber, 1997) forgets less; it does "
      "not shorten the path.",
      arrived);
}

}  // namespace attn::lessons::cost
