#include "lessons/shared/claims.hpp"

#include <algorithm>
#include <cmath>

namespace attn {

std::string tiny(double difference) {
  return difference == 0.0 ? "0" : fmt::format("{:.1e}", difference);
}

Check all_near(const Vector& values, double target, double tolerance) {
  const Vector targets = xt::full_like(values, target);
  const double difference = largest_difference(values, targets);
  const std::string measured = target == 0.0 ? "|x|" : fmt::format("|x − {}|", target);
  return check(difference <= tolerance, "largest {} = {}", measured, tiny(difference));
}

Check same(const Matrix& a, const Matrix& b, double tolerance) {
  const double difference = largest_difference(a, b);
  return check(difference <= tolerance, "largest difference {}", tiny(difference));
}

Check all_small(const Vector& differences, double tolerance) {
  const Vector nothing = xt::zeros_like(differences);
  const double largest = largest_difference(differences, nothing);
  return check(largest <= tolerance, "largest difference {}", tiny(largest));
}

Check within_columns(const Matrix& values, const Matrix& bounds, double tolerance) {
  double furthest = 0.0;
  for (Index c = 0; c < columns(values); ++c) {
    double low = bounds(0, c), high = bounds(0, c);
    for (Index i = 1; i < rows(bounds); ++i) {
      low = std::min(low, bounds(i, c));
      high = std::max(high, bounds(i, c));
    }
    for (Index i = 0; i < rows(values); ++i) {
      const double outside = std::max(low - values(i, c), values(i, c) - high);
      if (!(outside <= furthest)) furthest = outside;
      if (std::isnan(furthest)) return {false, "an entry is not a number"};
    }
  }
  return check(furthest <= tolerance, "furthest outside: {}", tiny(furthest));
}

}  // namespace attn
