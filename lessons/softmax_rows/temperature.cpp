#include "lessons/softmax_rows/softmax_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rows.hpp"
#include "core/softmax.hpp"
#include "lessons/shared/claims.hpp"
#include "support/error.hpp"

namespace attn::lessons::softmax_rows {

namespace {

// The rows at one sharpness; means are over rows.
struct Sharpened {
  double sharpness;
  Matrix weights;
  Vector entropies;      // nats
  double entropy, peak;  // means
};

Sharpened sharpened(const Matrix& scores, double sharpness) {
  const Matrix sharp = scores * sharpness;
  Sharpened at{sharpness, softmax(sharp), {}, 0.0, 0.0};
  at.entropies = entropy(at.weights);
  at.entropy = mean_of(at.entropies);
  at.peak = mean_of(row_max(at.weights));
  return at;
}

// The mean over rows of ln(keys that are not hidden): the entropy of uniform weights.
double uniform_entropy(const Matrix& scores) {
  return sharpened(xt::where(xt::isinf(scores), scores, 0.0), 1.0).entropy;
}

Table entropies_table(const std::vector<Sharpened>& sweep, double uniform) {
  Table table{"sharpness",
              "Means over the rows, as the scores are multiplied",
              {{"sharpness", "sharpness", "", 2},
               {"entropy", "entropy", "nats"},
               {"share", "of uniform", "%", 1},
               {"peak", "largest weight", ""}},
              {}};
  for (const Sharpened& at : sweep) {
    const Cell share = uniform > 0.0 ? Cell{100.0 * at.entropy / uniform} : Cell{Missing{}};
    table.rows.push_back({at.sharpness, at.entropy, share, at.peak});
  }
  return table;
}

Heatmap focus_map(const std::vector<Sharpened>& sweep, const ScoreRows& given) {
  Labels labels;
  Matrix weights = xt::empty<double>({sweep.size(), given.keys.size()});
  for (Index i = 0; i < sweep.size(); ++i) {
    labels.push_back(fmt::format("{:g}", sweep[i].sharpness));
    xt::view(weights, i, xt::all()) = xt::view(sweep[i].weights, given.focus, xt::all());
  }
  return matrix_heatmap("sharpness-map",
                        fmt::format("The weights of “{}”, by sharpness", given.focus_label()),
                        labels, given.keys, weights);
}

Chart entropy_chart(const std::vector<Sharpened>& sweep, double uniform) {
  Series mean{"mean entropy", {}}, even{"uniform", {}};
  for (const Sharpened& at : sweep) {
    mean.points.emplace_back(at.sharpness, at.entropy);
    even.points.emplace_back(at.sharpness, uniform);
  }
  return {"entropy-chart", "Entropy against sharpness",       "sharpness", "entropy (nats)", true,
          false,           {std::move(mean), std::move(even)}};
}

// d entropy / d sharpness = −sharpness · the variance of the scores under the weights: never above
// 0.
Check never_rises(const std::vector<Sharpened>& sweep) {
  double rise = 0.0;
  for (Index k = 1; k < sweep.size(); ++k) {
    for (Index i = 0; i < sweep[k].entropies.size(); ++i) {
      rise = std::max(rise, sweep[k].entropies(i) - sweep[k - 1].entropies(i));
    }
  }
  return check(rise <= kTolerance, "largest rise {:.2g}", rise);
}

// The key that leads at one sharpness leads at all of them.
Check same_leader(const std::vector<Sharpened>& sweep, const Matrix& scores) {
  const auto leaders = row_argmax(scores);
  double behind = 0.0;
  for (const Sharpened& at : sweep) {
    const Vector peaks = row_max(at.weights);
    for (Index i = 0; i < leaders.size(); ++i) {
      behind = std::max(behind, peaks(i) - at.weights(i, leaders(i)));
    }
  }
  return check(behind == 0.0, "furthest behind {:.2g}", behind);
}

}  // namespace

void write_sharpness(Page& page, const ScoreRows& given, std::vector<double> sharpness) {
  std::ranges::sort(sharpness);
  sharpness.erase(std::unique(sharpness.begin(), sharpness.end()), sharpness.end());
  if (std::isinf(largest_magnitude(given.scores) * sharpness.back())) {
    throw Error("--sharpness: {:g} times these scores overflows double precision; use less",
                sharpness.back());
  }
  std::vector<Sharpened> sweep;
  for (const double x : sharpness) sweep.push_back(sharpened(given.scores, x));
  const double uniform = uniform_entropy(given.scores);

  page.say(
      "Multiply the scores by a number before the softmax. Below 1 it blurs: the weights come "
      "closer to uniform. Above 1 it sharpens: the largest score takes all. Dividing by √d_k or by "
      "a temperature T does the same, with 1/√d_k or 1/T for the number.");
  page.say(
      "Entropy measures how spread a row is: 0 when one key has all the weight, ln n when n keys "
      "share it evenly ({:.4f} here).",
      uniform);
  page.equation("entropy", {R"(H_i = - \sum_j A_{ij} \ln A_{ij})"});
  page.table(entropies_table(sweep, uniform));
  page.heatmap(focus_map(sweep, given));
  if (sweep.size() > 1) page.chart(entropy_chart(sweep, uniform));
  page.claim("entropy-falls", "sharper rows never have more entropy", never_rises(sweep));
  page.claim("leader", "no sharpness changes which key leads a row",
             same_leader(sweep, given.scores));

  Vector numbers = xt::empty<double>({sweep.size()}), entropies = xt::empty_like(numbers);
  for (Index i = 0; i < sweep.size(); ++i) {
    numbers(i) = sweep[i].sharpness;
    entropies(i) = sweep[i].entropy;
  }
  page.array(array_of("sharpness", numbers));
  page.array(array_of("entropy", entropies));
}

}  // namespace attn::lessons::softmax_rows
