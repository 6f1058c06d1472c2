// Is what notes state right?
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "check/claims/statement.hpp"
#include "check/normalise/normalised_text.hpp"

namespace attn {

// A number that is printed wrong.
struct WrongNumber {
  std::size_t begin = 0, end = 0;   // its digits in the reading, without a sign
  std::string is = {};              // what belongs in their place; "" where more is to change
  std::size_t row = 0, column = 0;  // in its array, from 1; 0 where there is none
};

struct Judgement {
  enum class Verdict {
    right,
    wrong,     // what is printed is not what its formula comes to
    inherits,  // it is, given a wrong number before; with the right one it is not
    unsure,    // it may be meant otherwise than it is read
    skipped    // too long to be read
  };

  Verdict verdict;
  std::size_t begin = 0, end = 0;         // in the reading
  std::string said = {}, is = {};         // of what is not right, at the digits printed
  std::string remark = {};                // why, or what to know of it
  std::size_t source = 0;                 // of what inherits, where in the reading the wrong one is
  std::vector<std::string> working = {};  // the arithmetic, step by step
  std::vector<WrongNumber> numbers = {};  // of what is said, those that are off
};

enum class PrintedDigits { round, truncate, either };

// One for each statement that can be computed, in their order.
std::vector<Judgement> judge(const NormalisedText& reading,
                             const std::vector<Statement>& statements, PrintedDigits digits);

}  // namespace attn
