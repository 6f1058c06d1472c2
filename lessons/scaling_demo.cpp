// Lesson: scaling-demo. Why are scores divided by √d_k, and what happens when they are not?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lessons/shared/claims.hpp"
#include "lessons/shared/saturation_sweep.hpp"

namespace attn::lessons::scaling_demo {

namespace {

void declare(Knobs& knobs, SweepOptions& options) {
  knobs.example("attn scaling-demo", "Widths 8 to 4096, as models have them");
  knobs.example("attn scaling-demo --dims 64,128 --keys 1000", "Your own widths and context");
  declare_sweep(knobs, options);
}

Table spread_table(const Sweep& sweep) {
  Table table{"variance",
              "Scores of random queries and keys: variance, measured and in theory",
              {{"d", "d", ""},
               {"variance", "variance", "", 2},
               {"error", "± standard error", "", 2},
               {"theory", "theory: d", ""},
               {"after", "after dividing by √d", ""}},
              {}};
  for (const Saturation& at : sweep) {
    const double d = static_cast<double>(at.d);
    table.rows.push_back({Integer{at.d}, at.score_variance.mean, at.score_variance.standard_error,
                          Integer{at.d}, at.score_variance.mean / d});
  }
  return table;
}

// The theory is put to the test only where the standard error means something.
void claim_variance(Page& page, const Sweep& sweep, Integer draws) {
  constexpr Integer kFewDraws = 30;
  constexpr double kErrors = 6.0;
  if (draws < kFewDraws) {
    page.note("Too few draws", {fmt::format("With {} draws the standard error is a guess; the "
                                            "theory is tested from {} on.",
                                            draws, kFewDraws)});
    return;
  }
  double furthest = 0.0;
  for (const Saturation& at : sweep) {
    const double d = static_cast<double>(at.d);
    furthest =
        std::max(furthest, std::abs(at.score_variance.mean - d) / at.score_variance.standard_error);
  }
  page.claim("variance-is-d", "a dot product of d random terms has variance d",
             check(furthest <= kErrors, "furthest off by {:.1f} standard errors", furthest));
}

Chart peaks_chart(const Sweep& sweep, Integer keys) {
  Chart chart{"peaks-chart",
              "The largest weight against the width",
              "d",
              "largest weight",
              true,
              false,
              {{"undivided", {}}, {"divided by √d", {}}, {"uniform", {}}}};
  for (const Saturation& at : sweep) {
    const double d = static_cast<double>(at.d);
    chart.series[0].points.emplace_back(d, at.unscaled.peak.mean);
    chart.series[1].points.emplace_back(d, at.scaled.peak.mean);
    chart.series[2].points.emplace_back(d, 1.0 / static_cast<double>(keys));
  }
  for (Series& series : chart.series) std::ranges::sort(series.points);
  return chart;
}

Table entropy_table(const Sweep& sweep) {
  Table table{"entropy",
              "Entropy of the weights in nats (ln of the number of keys that share them)",
              {{"d", "d", ""}, {"unscaled", "undivided", ""}, {"scaled", "divided by √d", ""}},
              {}};
  for (const Saturation& at : sweep) {
    table.rows.push_back({Integer{at.d}, at.unscaled.entropy.mean, at.scaled.entropy.mean});
  }
  return table;
}

Table gradient_table(const Sweep& sweep) {
  Table table{"gradient",
              "Mean size (Frobenius norm) of the softmax Jacobian",
              {{"d", "d", ""},
               {"unscaled", "undivided", ""},
               {"scaled", "divided by √d", ""},
               {"ratio", "ratio", "", 2}},
              {}};
  for (const Saturation& at : sweep) {
    const double unscaled = at.unscaled.jacobian.mean, scaled = at.scaled.jacobian.mean;
    table.rows.push_back({Integer{at.d}, unscaled, scaled,
                          scaled > 0.0 ? Cell{unscaled / scaled} : Cell{Missing{}}});
  }
  return table;
}

// Dividing by √d ≥ 1 softens every single draw, so the means must agree.
Check never(const Sweep& sweep, double (*harm)(const Saturation&)) {
  double worst = -std::numeric_limits<double>::infinity();
  for (const Saturation& at : sweep) worst = std::max(worst, harm(at));
  return check(worst <= kTolerance, "largest change the wrong way: {}", tiny(std::max(worst, 0.0)));
}

void write_saturation(Page& page, const Sweep& sweep, const SweepOptions& options) {
  page.heading("What that does to the softmax");
  page.say(
      "Softmax cares about differences: two scores {0:.0f} apart make weights that differ by a "
      "factor of e^{0:.0f}, about {1:.0f}. A spread of √d is soon far more. Over {2} keys a "
      "uniform weight would be 1/{2} = {3:.4f}; here is the largest one instead.",
      5.0, std::exp(5.0), options.keys, 1.0 / static_cast<double>(options.keys));
  page.table(peaks_table(sweep, options));
  page.chart(peaks_chart(sweep, options.keys));
  page.claim("dividing-softens", "dividing never raises the largest weight",
             never(sweep, [](const Saturation& at) {
               return at.scaled.peak.mean - at.unscaled.peak.mean;
             }));
  page.table(entropy_table(sweep));
  page.claim("dividing-spreads", "dividing never lowers the entropy",
             never(sweep, [](const Saturation& at) {
               return at.unscaled.entropy.mean - at.scaled.entropy.mean;
             }));
}

void write_gradient(Page& page, const Sweep& sweep) {
  page.heading("Why that stops learning");
  page.equation("jacobian", {R"(J = \mathrm{diag}(a) - a a^\top)"});
  page.say(
      "J says how much each weight moves when a score moves; every gradient on its way back to W_Q "
      "and W_K is multiplied by it. When one weight is near 1 and the others near 0, all entries "
      "of J are near 0, and so is what is left of the gradient.");
  page.table(gradient_table(sweep));
  const Saturation& widest = *std::ranges::max_element(sweep, {}, &Saturation::d);
  page.say(
      "At d = {} the undivided softmax passes on {:.1f} % of what the divided one does. What gets "
      "no gradient is not corrected by training.",
      grouped(widest.d), 100.0 * widest.unscaled.jacobian.mean / widest.scaled.jacobian.mean);
}

Document write(const SweepOptions& options) {
  const Sweep sweep = run_sweep(options);
  Page page{"scaling-demo", "Why scores are divided by √d_k"};
  page.say(
      "Take a query and {} keys with independent entries of mean 0 and variance 1, {} times for "
      "each width d. Nothing else is chosen: what follows is what dot products do.",
      options.keys, options.draws);
  page.heading("How far scores spread");
  page.equation("variance-formula",
                {R"(\mathrm{Var}(q \cdot k) = \sum_{c=1}^{d} \mathrm{Var}(q_c k_c) = d)"});
  page.say(
      "Each of the d products has variance 1, and variances of independent terms add up. So scores "
      "spread like √d, and dividing by √d brings the spread back to 1 at every width.");
  page.table(spread_table(sweep));
  claim_variance(page, sweep, options.draws);
  write_saturation(page, sweep, options);
  write_gradient(page, sweep);
  page.try_next({{"attn scaling-demo --dims 1,4,16,64,256", {"Where does saturation set in?"}},
                 {"attn scaling-demo --keys 1000 --draws 100", {"More keys: does √d still do?"}},
                 {"attn softmax-rows", {"The softmax itself, row by row."}}});
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<SweepOptions, declare, write>(knobs); }

}  // namespace attn::lessons::scaling_demo
