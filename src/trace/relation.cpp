#include "trace/relation.hpp"

#include <algorithm>
#include <cmath>

namespace attn {

using Rule = Relation::Rule;

bool is_hidden(const Relation& r, Spot spot) {
  return r.mask && number_at(*r.mask, shared(*r.mask, r.x, spot)) != 0.0;
}

bool sees_nothing(const Relation& r, Spot spot) {
  for (spot.column = 0; spot.column < r.a.columns; ++spot.column) {
    if (!is_hidden(r, spot) && number_at(r.a, shared(r.a, r.x, spot)) != -HUGE_VAL) return false;
  }
  return true;
}

std::vector<Factors> factors_of(const Relation& r, Spot spot, const Arithmetic& with) {
  std::vector<Factors> factors;
  Spot a = shared(r.a, r.x, spot), b = shared(*r.b, r.x, spot);
  for (std::size_t c = 0; c < r.a.columns; ++c) {
    a.column = c;
    (r.rule == Rule::product ? b.row : b.column) = c;
    if (r.rule == Rule::dots) b.row = spot.column;
    const bool weightless =
        r.rule == Rule::product && number_at(r.a, a) == 0.0 && !std::isfinite(with.number(*r.b, b));
    if (!weightless) factors.push_back({a, b});
  }
  return factors;
}

Exponentials exponentials(const Relation& r, Spot spot, const Arithmetic& with) {
  constexpr double kLarge = 5.0;  // from here on, the largest score goes first
  std::vector<double> scores;     // of what is hidden, −∞
  for (spot.column = 0; spot.column < r.a.columns; ++spot.column) {
    const Spot at = shared(r.a, r.x, spot);
    scores.push_back(is_hidden(r, spot) ? -HUGE_VAL : with.number(r.a, at));
  }
  if (r.sink) scores.push_back(with.number(*r.sink, {.column = spot.head}));
  Exponentials e;
  for (const double score : scores) {
    if (score != -HUGE_VAL && std::abs(score) > kLarge) e.peak = *std::ranges::max_element(scores);
  }
  for (const double score : scores) {
    const double power = r.base ? std::pow(*r.base, score - e.peak) : std::exp(score - e.peak);
    e.values.push_back(with.rounded(power));
    e.sum += e.values.back();
  }
  e.sum = with.rounded(e.sum);
  if (r.sink) {
    e.sink = e.values.back();
    e.values.pop_back();
  }
  return e;
}

double computed(const Relation& r, Spot spot, const Arithmetic& with) {
  const Spot at = shared(r.a, r.x, spot);
  switch (r.rule) {
    case Rule::softmax: {
      if (is_hidden(r, spot)) return 0.0;
      const Exponentials e = exponentials(r, spot, with);
      return std::isfinite(e.peak) ? e.values[spot.column] / e.sum : std::nan("");
    }
    case Rule::scaled:
      return with.number(r.a, at) * r.factor;
    case Rule::capped:
      return r.factor * std::tanh(with.number(r.a, at) / r.factor);
    case Rule::sum:
      if (is_hidden(r, spot)) return -HUGE_VAL;
      return with.number(r.a, at) + with.number(*r.b, shared(*r.b, r.x, spot));
    case Rule::same:
      return with.number(r.a, at);
    case Rule::product:
    case Rule::dots:
      break;
  }
  double sum = 0.0;
  for (const Factors& f : factors_of(r, spot, with)) {
    sum += with.number(r.a, f.a) * with.number(*r.b, f.b);
  }
  return sum;
}

}  // namespace attn
