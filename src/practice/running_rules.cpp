// The rules of a softmax in pieces, of positions, and of counts.
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/attention.hpp"
#include "core/rows.hpp"
#include "core/sinusoids.hpp"
#include "practice/rules.hpp"

namespace attn::practice {

namespace {

using Sides = std::vector<std::string>;

// A step whose cells do not know of each other: value(in, r, c) in as many rows as its first input,
// and in so many columns, or its first input's.
template <typename Value>
auto cell_by_cell(Value value, Index width = 0) {
  return [value, width](const Inputs& in, const Rounding&) {
    Matrix result = xt::zeros<double>({rows(*in[0]), width > 0 ? width : columns(*in[0])});
    for (Index r = 0; r < rows(result); ++r) {
      for (Index c = 0; c < columns(result); ++c) result(r, c) = value(in, r, c);
    }
    return result;
  };
}

std::string row_text(const Matrix& m, Index r, std::string_view between, int digits) {
  Sides numbers;
  for (const double x : row(m, r)) numbers.push_back(number_text(x, digits));
  return fmt::format("{}", fmt::join(numbers, between));
}

double largest(const Matrix& m, Index r) { return row_max(m)(r); }
double total(const Matrix& m, Index r) { return attn::row_sum(m)(r); }

// The exponential of a difference.
Sides power_sides(Base base, double from, double less, int digits) {
  const std::string difference =
      fmt::format("{} − {}", number_text(from, digits), bracketed(less, digits));
  if (base == Base::e) return {fmt::format("exp({})", difference)};
  return {fmt::format("{}^({})", word_of(base), difference)};
}

// A maximum that is not a number makes none.
double either_largest(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? std::nan("") : std::max(a, b);
}

}  // namespace

Rule waves(Index angles) {
  return {{angles},
          [](const Inputs& in, const Rounding&) {
            Matrix result = xt::zeros<double>({rows(*in[0]), 2 * columns(*in[0])});
            for (Index i = 0; i < columns(*in[0]); ++i) {
              for (Index r = 0; r < rows(*in[0]); ++r) {
                const double angle = (*in[0])(r, i);
                const Matrix pair = sinusoids({&angle, 1}, 2);
                result(r, 2 * i) = pair(0, 0);
                result(r, 2 * i + 1) = pair(0, 1);
              }
            }
            return result;
          },
          [](const Inputs& in, Index r, Index c, int digits) {
            return Sides{fmt::format("{}({})", c % 2 == 0 ? "sin" : "cos",
                                     number_text((*in[0])(r, c / 2), digits))};
          }};
}

Rule row_maximum(Index a) {
  return {{a},
          cell_by_cell([](const Inputs& in, Index r, Index) { return largest(*in[0], r); }, 1),
          [](const Inputs& in, Index r, Index, int digits) {
            return Sides{fmt::format("max({})", row_text(*in[0], r, ", ", digits))};
          }};
}

Rule running_maximum(Index m, Index a) {
  const auto value = [](const Inputs& in, Index r, Index) {
    return either_largest((*in[0])(r, 0), largest(*in[1], r));
  };
  return {{m, a}, cell_by_cell(value), [](const Inputs& in, Index r, Index, int digits) {
            return Sides{fmt::format("max({}, {})", number_text((*in[0])(r, 0), digits),
                                     row_text(*in[1], r, ", ", digits))};
          }};
}

Rule exponentials(Index a, Index m, Base base) {
  const auto value = [base](const Inputs& in, Index r, Index c) {
    return power(base, (*in[0])(r, c) - (*in[1])(r, 0));
  };
  return {{a, m}, cell_by_cell(value), [base](const Inputs& in, Index r, Index c, int digits) {
            return power_sides(base, (*in[0])(r, c), (*in[1])(r, 0), digits);
          }};
}

Rule rescale(Index m, Index m_next, Base base) { return exponentials(m, m_next, base); }

Rule row_sum_of(Index a) {
  return {{a},
          cell_by_cell([](const Inputs& in, Index r, Index) { return total(*in[0], r); }, 1),
          [](const Inputs& in, Index r, Index, int digits) {
            return Sides{row_text(*in[0], r, " + ", digits)};
          }};
}

Rule running_sum(Index l, Index r, Index e) {
  const auto value = [](const Inputs& in, Index i, Index) {
    return (*in[1])(i, 0) * (*in[0])(i, 0) + total(*in[2], i);
  };
  return {{l, r, e}, cell_by_cell(value), [](const Inputs& in, Index i, Index, int digits) {
            return Sides{fmt::format("{}·{} + {}", number_text((*in[1])(i, 0), digits),
                                     number_text((*in[0])(i, 0), digits),
                                     row_text(*in[2], i, " + ", digits))};
          }};
}

Rule running_output(Index o, Index r, Index e, Index v) {
  const auto value = [](const Inputs& in, Index i, Index c) {
    return (*in[1])(i, 0) * (*in[0])(i, c) + weighted_sum(*in[2], *in[3])(i, c);
  };
  return {
      {o, r, e, v}, cell_by_cell(value), [](const Inputs& in, Index i, Index c, int digits) {
        Sides terms{number_text((*in[1])(i, 0), digits) + "·" + bracketed((*in[0])(i, c), digits)};
        for (Index j = 0; j < columns(*in[2]); ++j) {
          terms.push_back(number_text((*in[2])(i, j), digits) + "·" +
                          bracketed((*in[3])(j, c), digits));
        }
        return Sides{fmt::format("{}", fmt::join(terms, " + "))};
      }};
}

Rule divided(Index a, Index by) {
  const auto value = [](const Inputs& in, Index r, Index c) {
    return (*in[0])(r, c) / (*in[1])(r, 0);
  };
  return {{a, by}, cell_by_cell(value), [](const Inputs& in, Index r, Index c, int digits) {
            return Sides{fmt::format("{} / {}", number_text((*in[0])(r, c), digits),
                                     bracketed((*in[1])(r, 0), digits))};
          }};
}

namespace {

// The number of a factor that stands at place i among the inputs, for row r.
double number(const Inputs& in, const std::vector<Factor>& factors, std::size_t i, Index r) {
  return (*in[i])(rows(*in[i]) == 1 ? 0 : r, factors[i].column);
}

// As many rows as the longest input.
template <typename Value>
auto row_by_row(Value value) {
  return [value](const Inputs& in, const Rounding&) {
    Index height = 1;
    for (const Matrix* m : in) height = std::max(height, rows(*m));
    Matrix result = xt::zeros<double>({height, Index{1}});
    for (Index r = 0; r < height; ++r) result(r, 0) = value(in, r);
    return result;
  };
}

std::vector<Index> places(const std::vector<Factor>& factors) {
  std::vector<Index> result;
  for (const Factor& factor : factors) result.push_back(factor.step);
  return result;
}

}  // namespace

Rule counted(double factor, std::vector<Factor> numbers) {
  return {places(numbers), row_by_row([factor, numbers](const Inputs& in, Index r) {
            double result = factor;
            for (std::size_t i = 0; i < in.size(); ++i) result *= number(in, numbers, i, r);
            return result;
          }),
          [factor, numbers](const Inputs& in, Index r, Index, int digits) {
            Sides terms;
            if (factor != 1.0) terms.push_back(number_text(factor, digits));
            for (std::size_t i = 0; i < in.size(); ++i) {
              terms.push_back(bracketed(number(in, numbers, i, r), digits));
            }
            return Sides{fmt::format("{}", fmt::join(terms, "·"))};
          }};
}

Rule quotient(Factor above, Factor below) {
  const std::vector<Factor> both{above, below};
  return {places(both), row_by_row([both](const Inputs& in, Index r) {
            return number(in, both, 0, r) / number(in, both, 1, r);
          }),
          [both](const Inputs& in, Index r, Index, int digits) {
            return Sides{fmt::format("{} / {}", number_text(number(in, both, 0, r), digits),
                                     bracketed(number(in, both, 1, r), digits))};
          }};
}

Rule in_units(Factor above, double below) {
  const std::vector<Factor> one{above};
  return {places(one), row_by_row([one, below](const Inputs& in, Index r) {
            return number(in, one, 0, r) / below;
          }),
          [one, below](const Inputs& in, Index r, Index, int digits) {
            return Sides{fmt::format("{} / {}", number_text(number(in, one, 0, r), digits),
                                     number_text(below, digits))};
          }};
}

}  // namespace attn::practice
