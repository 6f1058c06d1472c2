// What does a number that stands in notes leave open?
#pragma once

#include <string>
#include <string_view>

namespace attn {

struct Printed {
  double value = 0.0;
  double step = 0.0;  // one unit in the last place that is printed; 0 when it is exact
  int decimals = 0;   // after the point; fewer than 0 where an exponent leaves none
  std::string_view text = {};
};

// Digits with commas between thousands, a point, an exponent; "16,777,216", ".5", "2.2e-16".
Printed read_printed(std::string_view text);

// The number with as many digits after the point, as notes would print it.
std::string printed_like(double value, int decimals);

}  // namespace attn
