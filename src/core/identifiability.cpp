#include "core/identifiability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "core/rows.hpp"

namespace attn {

namespace {

using Numbers = std::vector<double>;

// What is left of a vector of length 1 below this is rounding: it depends on the others.
constexpr double kDependent = 1e-13;

// The vector with length 1; of zeros when it has none. Divided by its largest entry first, so that
// no square overflows.
Numbers normalised(Numbers x) {
  const auto size = [](double largest, double e) { return std::max(largest, std::abs(e)); };
  const double largest = std::accumulate(x.begin(), x.end(), 0.0, size);
  if (largest == 0.0) return x;
  for (double& e : x) e /= largest;
  const double length = norm(x);
  for (double& e : x) e /= length;
  return x;
}

// x less its part along each of the basis vectors; twice, since once leaves rounding behind.
Numbers orthogonal_part(Numbers x, const std::vector<Numbers>& basis) {
  for (int pass = 0; pass < 2; ++pass) {
    for (const Numbers& b : basis) {
      const double along = dot(x, b);
      for (Index i = 0; i < x.size(); ++i) x[i] -= along * b[i];
    }
  }
  return x;
}

// Gram–Schmidt: x joins the basis unless it depends on it.
void extend(std::vector<Numbers>& basis, const Numbers& x) {
  const Numbers rest = orthogonal_part(normalised(x), basis);
  if (norm(rest) <= kDependent) return;
  basis.push_back(normalised(orthogonal_part(normalised(rest), basis)));
}

// What a free change must be at right angles to: the ones, and each component of the values.
std::vector<Numbers> fixed_directions(const Matrix& v) {
  std::vector<Numbers> basis;
  extend(basis, Numbers(rows(v), 1.0));
  for (Index c = 0; c < columns(v); ++c) {
    const auto component = xt::view(v, xt::all(), c);
    extend(basis, {component.begin(), component.end()});
  }
  return basis;
}

Numbers unit(Index size, Index at) {
  Numbers x(size, 0.0);
  x[at] = 1.0;
  return x;
}

// How often `change` can be added before a weight falls below 0.
double furthest_step(std::span<const double> weights, const Numbers& change) {
  double step = std::numeric_limits<double>::infinity();
  for (Index j = 0; j < change.size(); ++j) {
    if (change[j] < -kDependent) step = std::min(step, weights[j] / -change[j]);
  }
  return std::isfinite(step) ? step : 0.0;
}

}  // namespace

Matrix free_changes(const Matrix& v) {
  const std::vector<Numbers> fixed = fixed_directions(v);
  std::vector<Numbers> basis = fixed;
  for (Index j = 0; j < rows(v); ++j) extend(basis, unit(rows(v), j));
  Matrix changes = xt::empty<double>({basis.size() - fixed.size(), rows(v)});
  for (Index i = fixed.size(); i < basis.size(); ++i) {
    std::ranges::copy(basis[i], changes.data() + (i - fixed.size()) * rows(v));
  }
  return changes;
}

Matrix farthest_weights(const Matrix& weights, const Matrix& v) {
  if (rows(weights) != 1 || columns(weights) != rows(v)) {
    throw std::logic_error("farthest_weights: one row, and a weight per value");
  }
  const std::vector<Numbers> fixed = fixed_directions(v);
  Matrix farthest = weights;
  double distance = 0.0;
  for (Index j = 0; j < rows(v); ++j) {
    for (const double sign : {1.0, -1.0}) {
      Numbers change = orthogonal_part(unit(rows(v), j), fixed);
      for (double& x : change) x *= sign;
      const double step = furthest_step(row(weights, 0), change);
      const double moved =
          std::accumulate(change.begin(), change.end(), 0.0,
                          [step](double s, double x) { return s + step * std::abs(x); });
      if (!(moved > distance)) continue;
      distance = moved;
      for (Index k = 0; k < change.size(); ++k) {
        farthest(0, k) = std::max(0.0, weights(0, k) + step * change[k]);
      }
    }
  }
  return farthest;
}

}  // namespace attn
