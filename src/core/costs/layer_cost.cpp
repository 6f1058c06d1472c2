#include "core/costs/layer_cost.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <stdexcept>

#include "core/attention.hpp"
#include "core/rows.hpp"
#include "core/softmax.hpp"

namespace attn {

namespace {

Integer exact_product(std::initializer_list<Integer> factors) {
  Integer result = 1;
  for (const Integer factor : factors) result = checked_multiply(result, factor);
  return result;
}

struct CountedRow {
  Vector sums;  // (width,)
  Integer products = 0;
};

// row i of a, times b: (k) × (k, width).
CountedRow times(std::span<const double> a, const Matrix& b) {
  if (a.size() != rows(b)) throw std::logic_error("layer_cost: widths differ");
  CountedRow result{xt::zeros<double>({columns(b)})};
  for (Index c = 0; c < a.size(); ++c) {
    for (Index j = 0; j < columns(b); ++j) {
      result.sums(j) += a[c] * b(c, j);
      ++result.products;
    }
  }
  return result;
}

}  // namespace

LayerCost attention_cost(Integer n, Integer d) {
  return {exact_product({2, n, n, d}), exact_product({n, n}), 3, n > 1 ? 1 : 0};
}

LayerCost recurrent_cost(Integer n, Integer d) {
  return {exact_product({2, n, d, d}), exact_product({n, d}), n, n - 1};
}

Integer projection_products(Integer n, Integer d) { return exact_product({4, n, d, d}); }

Counted count_attention(const Matrix& q, const Matrix& k, const Matrix& v) {
  const Matrix keys = transposed(k);
  const double scale = 1.0 / std::sqrt(static_cast<double>(columns(q)));
  Counted result{xt::empty<double>({rows(q), columns(v)}), 0, Integer{rows(q)} * Integer{rows(k)},
                 3};
  for (Index i = 0; i < rows(q); ++i) {
    const CountedRow scores = times(row(q, i), keys);
    Matrix scaled = xt::empty<double>({Index{1}, rows(k)});
    for (Index j = 0; j < rows(k); ++j) scaled(0, j) = scores.sums(j) * scale;
    const CountedRow mixed = times(row(softmax(scaled), 0), v);
    std::ranges::copy(mixed.sums, result.output.data() + i * columns(v));
    result.products += scores.products + mixed.products;
  }
  return result;
}

Counted count_recurrent(const Matrix& x, const Matrix& w_x, const Matrix& w_h) {
  Counted result{xt::zeros<double>({rows(x), columns(w_h)}), 0, 0, 0};
  Matrix before = xt::zeros<double>({Index{1}, columns(w_h)});
  for (Index t = 0; t < rows(x); ++t) {
    const CountedRow in = times(row(x, t), w_x), carried = times(row(before, 0), w_h);
    for (Index c = 0; c < columns(w_h); ++c) {
      before(0, c) = std::tanh(in.sums(c) + carried.sums(c));
      result.output(t, c) = before(0, c);
    }
    result.products += in.products + carried.products;
    result.kept += Integer{columns(w_h)};
    ++result.rounds;
  }
  return result;
}

Vector recurrent_sensitivity(const Matrix& x, const Matrix& w_x, const Matrix& w_h,
                             const Matrix& nudge) {
  const Matrix states = count_recurrent(x, w_x, w_h).output;
  const double unit = norm(nudge);
  Vector moved = times(row(nudge, 0), w_x).sums;
  Vector sensitivity = xt::zeros<double>({rows(x)});
  for (Index t = 0; t < rows(x); ++t) {
    // d tanh(z) / dz = 1 − tanh²(z).
    for (Index c = 0; c < moved.size(); ++c) moved(c) *= 1.0 - states(t, c) * states(t, c);
    sensitivity(t) = norm(moved) / unit;
    const Vector next = times({moved.data(), moved.size()}, w_h).sums;
    moved = next;
  }
  return sensitivity;
}

// dO_i = A_i0 · dx_0 + Σ_j A_ij · ds_ij · (x_j − O_i), where ds_i0 = q_i · dk_0 / √d_k, and in row
// 0 ds_0j = dq_0 · k_j / √d_k as well; all other scores stay.
Vector attention_sensitivity(const Matrix& x, const Matrix& w_q, const Matrix& w_k,
                             const Matrix& nudge) {
  const Matrix q = product(x, w_q), k = product(x, w_k);
  const Attention attended = attention(q, k, x);
  const Matrix asks = product(product(nudge, w_q), transposed(k));     // (1, n)
  const Matrix answers = product(q, transposed(product(nudge, w_k)));  // (n, 1)
  const double scale = 1.0 / std::sqrt(static_cast<double>(columns(q)));
  const double unit = norm(nudge);
  Vector sensitivity = xt::empty<double>({rows(x)});
  for (Index i = 0; i < rows(x); ++i) {
    Vector moved = attended.weights(i, 0) * xt::view(nudge, 0, xt::all());
    for (Index j = 0; j < rows(x); ++j) {
      const double score = (i == 0 ? asks(0, j) : 0.0) + (j == 0 ? answers(i, 0) : 0.0);
      const double slope = attended.weights(i, j) * score * scale;
      for (Index c = 0; c < columns(x); ++c) moved(c) += slope * (x(j, c) - attended.output(i, c));
    }
    sensitivity(i) = norm(moved) / unit;
  }
  return sensitivity;
}

}  // namespace attn
