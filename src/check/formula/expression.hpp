// What does a formula in notes say? A tree of it, nothing computed.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/formula/tokens.hpp"
#include "notes/printed.hpp"

namespace attn {

struct Function;

// "MB" is a million bytes or 2^20, as the notes may have it: `power` 2 of a base that is not said.
struct Unit {
  int power = 0;
  int base = 0;  // 1000 or 1024; 0 when either may be meant
  bool bytes = false;
  bool percent = false;
  bool degrees = false;   // of an angle
  bool bits = false;      // eighths of a byte, where bytes are counted
  bool billions = false;  // "B" behind a number, which may count them
  bool rate = false;      // "GB/s", "5 minutes": of each of something, or a time

  bool base_is_unstated() const { return power > 0 && base == 0; }
  bool is_size() const { return bytes || power > 0; }
};

// What joins "Q K^T" and "2(3 + 4)".
inline constexpr char kJuxtaposed = ' ';
// What joins "2^13 KB": the second is 1 of the unit.
inline constexpr char kUnitFollows = '#';
// What joins "7 mod 3".
inline constexpr char kRest = '%';

struct Expression {
  enum class Kind {
    number,     // numbers[0], with its unit
    array,      // numbers, row-major; `rows` is 0 for a vector
    list,       // parts: the components of a vector, or of a matrix, row-major
    name,       // name
    sum,        // parts, joined by the operators + and -
    term,       // parts, joined by the operators * @ $ /, kJuxtaposed, kUnitFollows and kRest
    negative,   // parts[0]
    power,      // parts[0] to the power of parts[1]
    transpose,  // parts[0]
    call        // `function`, called `name`, applied to parts; perhaps with a `base`
  };

  Kind kind;
  std::size_t begin = 0, end = 0;  // in the reading
  std::string name = {};
  std::vector<Printed> numbers = {};
  std::size_t rows = 0, columns = 0;
  Unit unit = {};
  int exponent = 0;    // of "3.2 × 10^9", 9; its number has it in
  bool tuple = false;  // an array in parentheses, which may be a shape
  bool loose =
      false;  // an array that commas alone hold together; a factor said to be about so much
  std::string operators = {};
  double base = 0.0;
  const Function* function = nullptr;  // of a call
  std::vector<Expression> parts = {};

  bool is_literal() const { return kind == Kind::number || kind == Kind::array; }
};

// Whether it holds for the formula or for one of its parts.
template <typename Predicate>
bool anywhere(const Expression& e, const Predicate& holds) {
  return holds(e) || std::ranges::any_of(e.parts, [&holds](const Expression& part) {
           return anywhere(part, holds);
         });
}

using Names = std::set<std::string, std::less<>>;

// What a formula ended at: the first token that is no part of it.
struct Parsed {
  Expression expression;
  std::size_t next;
};

// The longest formula that begins with the token; nothing when none does. A word is a name when it
// is one letter, has an index or a digit in it, or is among `names`.
std::optional<Parsed> parse_formula(const std::vector<Token>& tokens, std::size_t first,
                                    const Names& names);

bool is_name(const Token& token, const Names& names);

// Whether the word is one that a formula begins with: softmax, sqrt, exp and the like.
bool is_function(std::string_view word);

}  // namespace attn
