// What does a formula come to, given what its names and its numbers stand for?
#pragma once

#include <algorithm>
#include <functional>
#include <string>

#include "check/formula/expression.hpp"
#include "check/formula/value.hpp"

namespace attn {

// How many numbers are computed for one file of notes: hostile ones multiply large matrices line by
// line.
class Budget {
 public:
  // False once there is no more to spend.
  bool spend(std::size_t numbers) {
    spent_ += std::min(numbers, kMost);
    return !is_spent();
  }
  bool is_spent() const { return spent_ > kMost; }

 private:
  static constexpr std::size_t kMost = 20'000'000;
  std::size_t spent_ = 0;
};

// What units stand for, where notes leave it open.
struct Counting {
  int thousand = 1000;    // or 1024: what a "k" counts that does not say
  bool billions = false;  // "8B" are 8 × 10^9, not 8 bytes
  bool ignored = false;   // they are of the result alone: "7 + 8 = 15 GB"
  double bit = 1.0;       // 1/8 where bytes are counted
  double degree = 1.0;    // π/180 where a sine or a cosine is of them
};

struct Environment {
  std::function<Computed(const std::string&)> name;  // nothing when it is not known
  std::function<Interval(const Printed&, bool has_unit)> number;
  Counting counting = {};
  bool by_element = false;  // what * between arrays means
  Budget* budget = nullptr;
};

// Nothing when a name is not known, shapes do not go together, or a result is no number.
Computed evaluate(const Expression& formula, const Environment& environment);

// The factor that a unit stands for.
double factor_of(const Unit& unit, const Counting& counting);

}  // namespace attn
