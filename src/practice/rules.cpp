#include "practice/rules.hpp"

#include <fmt/ranges.h>

#include <cmath>

#include "core/attention.hpp"
#include "core/heads.hpp"
#include "core/mask.hpp"
#include "core/softmax.hpp"

namespace attn::practice {

namespace {

using Sides = std::vector<std::string>;

Matrix head_columns(const Matrix& m, Head head) { return split_heads(m, head.of)[head.number]; }

Matrix joined(const Inputs& in) {
  std::vector<Matrix> parts;
  for (std::size_t i = 0; i + 1 < in.size(); ++i) parts.push_back(*in[i]);
  return join_heads(parts);
}

// "1·2 + 0.5·(−1)" of a row of a and a column of b.
std::string products(const Matrix& a, Index r, const Matrix& b, Index c, int digits) {
  Sides terms;
  for (Index i = 0; i < columns(a); ++i) {
    terms.push_back(bracketed(a(r, i), digits) + "·" + bracketed(b(i, c), digits));
  }
  return fmt::format("{}", fmt::join(terms, " + "));
}

// "exp(0.5)", "2^0.5", "3^(−1)".
std::string power_text(Base base, double x, int digits) {
  if (base == Base::e) return fmt::format("exp({})", number_text(x, digits));
  return fmt::format("{}^{}", word_of(base), bracketed(x, digits));
}

Matrix times(const Matrix& m, double factor) {
  Matrix result = m;
  for (double& x : result) x *= factor;
  return result;
}

// With every exponential and their sum rounded, as somebody writes them down.
Matrix pencilled_softmax(const Matrix& scores, Base base, const Rounding& round) {
  Matrix weights = scores;
  for (Index i = 0; i < rows(scores); ++i) {
    double total = 0.0;
    for (Index j = 0; j < columns(scores); ++j) {
      weights(i, j) = round(power(base, scores(i, j)));
      total += weights(i, j);
    }
    for (Index j = 0; j < columns(scores); ++j) weights(i, j) /= round(total);
  }
  return weights;
}

Sides softmax_sides(const Matrix& scores, Index r, Index c, Base base, int digits) {
  Sides powers, values;
  double total = 0.0;
  const auto value = [&](Index j) { return power(base, scores(r, j)); };
  for (Index j = 0; j < columns(scores); ++j) {
    if (std::isinf(scores(r, j))) continue;  // hidden
    powers.push_back(power_text(base, scores(r, j), digits));
    values.push_back(number_text(value(j), digits));
    total += value(j);
  }
  if (std::isinf(scores(r, c))) return {};
  const std::string above = number_text(value(c), digits);
  return {
      fmt::format("{} / ({})", power_text(base, scores(r, c), digits), fmt::join(powers, " + ")),
      fmt::format("{} / ({})", above, fmt::join(values, " + ")),
      fmt::format("{} / {}", above, number_text(total, digits))};
}

}  // namespace

Rule product(Index a, Index b) {
  return {{a, b},
          [](const Inputs& in, const Rounding&) { return weighted_sum(*in[0], *in[1]); },
          [](const Inputs& in, Index r, Index c, int digits) {
            return Sides{products(*in[0], r, *in[1], c, digits)};
          }};
}

Rule product_of_head(Index a, Index b, Head head) {
  return {{a, b},
          [head](const Inputs& in, const Rounding&) {
            return weighted_sum(*in[0], head_columns(*in[1], head));
          },
          [head](const Inputs& in, Index r, Index c, int digits) {
            return Sides{products(*in[0], r, head_columns(*in[1], head), c, digits)};
          }};
}

Rule joined_product(std::vector<Index> parts, Index b) {
  parts.push_back(b);
  return {std::move(parts),
          [](const Inputs& in, const Rounding&) { return attn::product(joined(in), *in.back()); },
          [](const Inputs& in, Index r, Index c, int digits) {
            return Sides{products(joined(in), r, *in.back(), c, digits)};
          }};
}

Rule dots(Index a, Index b, Head head) {
  const auto turned = [head](const Matrix& m) { return transposed(head_columns(m, head)); };
  return {{a, b},
          [head, turned](const Inputs& in, const Rounding&) {
            return attn::product(head_columns(*in[0], head), turned(*in[1]));
          },
          [head, turned](const Inputs& in, Index r, Index c, int digits) {
            return Sides{products(head_columns(*in[0], head), r, turned(*in[1]), c, digits)};
          }};
}

Rule scaled(Index a, Index d_k) {
  const double root = std::sqrt(static_cast<double>(d_k));
  return {{a},
          [root](const Inputs& in, const Rounding&) { return times(*in[0], 1.0 / root); },
          [root](const Inputs& in, Index r, Index c, int digits) {
            return Sides{fmt::format("{} / {}", number_text((*in[0])(r, c), digits), root)};
          }};
}

Rule hidden(Index a, Mask mask) {
  const auto worked = [mask](const Inputs&, Index, Index, int) { return Sides{}; };
  return {{a}, [mask](const Inputs& in, const Rounding&) { return hide(*in[0], mask); }, worked};
}

Rule softmaxed(Index a, Base base) {
  return {{a},
          [base](const Inputs& in, const Rounding& round) {
            if (round.digits) return pencilled_softmax(*in[0], base, round);
            return softmax(base == Base::e ? *in[0] : times(*in[0], std::log(number_of(base))));
          },
          [base](const Inputs& in, Index r, Index c, int digits) {
            return softmax_sides(*in[0], r, c, base, digits);
          }};
}

Rule sum(Index a, Index b) {
  return {{a, b},
          [](const Inputs& in, const Rounding&) -> Matrix { return *in[0] + *in[1]; },
          [](const Inputs& in, Index r, Index c, int digits) {
            return Sides{fmt::format("{} + {}", number_text((*in[0])(r, c), digits),
                                     bracketed((*in[1])(r, c), digits))};
          }};
}

}  // namespace attn::practice
