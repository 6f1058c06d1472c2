#include "core/attention.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/mask.hpp"

namespace attn {

Attention attention(const Matrix& q, const Matrix& k, const Matrix& v,
                    const AttentionOptions& options) {
  Attention a;
  a.scale = options.scale.value_or(1.0 / std::sqrt(static_cast<double>(columns(q))));
  a.scores = product(q, transposed(k));
  a.scaled = a.scores * a.scale;
  a.visible = options.mask ? hide(a.scaled, *options.mask) : a.scaled;
  a.weights = softmax(a.visible, options.empty_row);
  a.output = weighted_sum(a.weights, v);
  return a;
}

Matrix weighted_sum(const Matrix& weights, const Matrix& v) {
  if (columns(weights) != rows(v)) throw std::logic_error("weighted_sum: one weight per value");
  const auto finite = [](double x) { return std::isfinite(x); };
  if (std::all_of(v.data(), v.data() + v.size(), finite)) return product(weights, v);
  Matrix output = xt::zeros<double>({rows(weights), columns(v)});
  for (Index i = 0; i < rows(weights); ++i) {
    for (Index j = 0; j < columns(weights); ++j) {
      if (weights(i, j) == 0.0) continue;
      for (Index c = 0; c < columns(v); ++c) output(i, c) += weights(i, j) * v(j, c);
    }
  }
  return output;
}

}  // namespace attn
