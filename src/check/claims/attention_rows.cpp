#include "check/claims/attention_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace attn {

namespace {

template <std::size_t n>
bool among(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::size_t rows_of(const Expression& array) { return std::max<std::size_t>(array.rows, 1); }

}  // namespace

bool calls_weights(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames{"weights", "attention_weights", "attn_weights",
                                                   "attn", "A"};
  return among(kNames, name);
}

bool calls_output(std::string_view name) {
  constexpr std::array<std::string_view, 4> kNames{"Output", "Context", "Out", "O"};
  std::string capitalised(name);
  if (capitalised[0] >= 'a' && capitalised[0] <= 'z' && capitalised.size() > 1) {
    capitalised[0] = static_cast<char>(capitalised[0] - 'a' + 'A');
  }
  return among(kNames, capitalised);
}

std::string why_no_sum_of_one(const Expression& array) {
  const std::size_t rows = rows_of(array);
  for (std::size_t i = 0; i < rows; ++i) {
    double sum = 0.0, slack = 1e-12;
    for (std::size_t j = 0; j < array.columns; ++j) {
      const Printed& p = array.numbers[i * array.columns + j];
      sum += p.value;
      slack += p.decimals > 0 ? p.step / 2 : 0.0;
    }
    // Cut off digits make a sum too small by up to twice as much.
    if (sum > 1 + slack || sum < 1 - 2 * slack) {
      return fmt::format("{} to {:.6g}, beyond what rounding explains",
                         rows > 1 ? fmt::format("row {} adds up", i) : "it adds up", sum);
    }
  }
  return "";
}

std::string why_no_weights(const Expression& array) {
  const auto decimal = [](const Printed& p) { return p.decimals > 0; };
  if (array.columns < 2 || !std::ranges::any_of(array.numbers, decimal)) return "";
  for (const Printed& p : array.numbers) {
    if (p.value < 0) return fmt::format("{:g} is below 0, and no weight is", p.value);
  }
  return why_no_sum_of_one(array);
}

std::string why_no_output(const Expression& array, const Computed& values) {
  if (!values || values->columns != array.columns || values->is_scalar()) return "";
  for (std::size_t i = 0; i < array.numbers.size(); ++i) {
    const Printed& p = array.numbers[i];
    const std::size_t column = i % array.columns;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t r = 0; r < values->rows; ++r) {
      low = std::min(low, values->at(r, column).low);
      high = std::max(high, values->at(r, column).high);
    }
    const bool outside = p.value + p.step < low || p.value - p.step > high;
    if (outside) {
      return fmt::format("{:g} lies outside the values it mixes, {:g} to {:g}", p.value, low, high);
    }
  }
  return "";
}

}  // namespace attn
