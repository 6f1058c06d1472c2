// Exact whole numbers: 128 bits hold n² for every n that a lesson accepts.
#pragma once

#include <string>
#include <string_view>

namespace attn {

__extension__ using Integer = __int128;

// Sum and product, exact; throw Error when the result does not fit in 128 bits.
Integer checked_add(Integer a, Integer b);
Integer checked_multiply(Integer a, Integer b);

// Decimal digits in groups of three: 1,073,741,824.
std::string grouped(Integer value);

// A range in words, for help and errors: "1 to 4096", "0 or more"; "" when nothing bounds it.
std::string interval(Integer low, Integer high);
std::string interval(double low, double high);

// A whole number written in decimal digits, nothing else ("12", "-3"; not "0x1f", "1e3", "", " 1").
// Throws Error naming `what` when the text is not one, or lies outside [low, high].
Integer parse_integer(std::string_view text, Integer low, Integer high, std::string_view what);

// A finite real number: digits with an optional sign, point and exponent ("-0.5", "1e-3").
// Throws Error naming `what` when the text is not one, or lies outside [low, high].
double parse_real(std::string_view text, double low, double high, std::string_view what);

}  // namespace attn
