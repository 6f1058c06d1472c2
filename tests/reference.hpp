// NumPy's figures (tests/reference/*.json, written by NumPy 1.24.2 in float64: the source lesson's
// script, run; each file names its generator's seed), and comparisons that a NaN fails.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "document/find.hpp"

namespace attn {

inline nlohmann::json reference(const std::string& name) {
  std::ifstream file(std::string(ATTN_TESTS) + "/reference/" + name + ".json");
  return nlohmann::json::parse(file);
}

// Whether an array equals nested JSON numbers to 1e-12 of the size of one.
inline bool equals(const Array& array, const nlohmann::json& expected) {
  std::vector<double> numbers;
  for (const auto& row : expected) {
    for (const auto& number : row) numbers.push_back(number.get<double>());
  }
  if (numbers.size() != array.values.size()) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!(std::abs(numbers[i] - array.values[i]) <= 1e-12 * std::max(1.0, std::abs(numbers[i])))) {
      return false;
    }
  }
  return true;
}

inline bool near(double a, double b, double tolerance = 1e-12) {
  return std::abs(a - b) <= tolerance;
}

}  // namespace attn
