#include "lessons/checks.hpp"

namespace attn {

Check all_near(const Vector& values, double target, double tolerance) {
  const Vector targets = xt::full_like(values, target);
  const double difference = largest_difference(values, targets);
  return check(difference <= tolerance, "largest |x − {}| = {:.1e}", target, difference);
}

Check same(const Matrix& a, const Matrix& b, double tolerance) {
  const double difference = largest_difference(a, b);
  return check(difference <= tolerance, "largest difference {:.1e}", difference);
}

}  // namespace attn
