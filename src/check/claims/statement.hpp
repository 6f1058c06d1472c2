// What do notes state that can be computed? Found in their order, nothing judged.
#pragma once

#include <string>
#include <vector>

#include "check/formula/expression.hpp"
#include "check/normalise/normalised_text.hpp"

namespace attn {

struct Statement {
  enum class Kind {
    chain,        // members, joined by the signs = ~ > and `; perhaps given a name
    ratio,        // sizes, and last by how much the first ones are more than the one before last
    saving,       // two sizes, and by how many per cent one is less
    sums_to_one,  // members[0]: a vector that is said to
    unread        // a line that is too long for formulas to be looked for in it
  };

  Kind kind = Kind::chain;
  std::size_t begin = 0, end = 0;  // in the reading
  std::vector<Expression> members = {};
  std::string links = {};                 // links[i] joins members i and i + 1
  std::vector<std::string> defines = {};  // "Q", "K" of "Q = K = X W"
  std::string follows = {};               // the word behind the last member, which may be its unit
  bool after_word = false;                // a word stands before it
  bool quotes_an_error = false;  // the line speaks of an error, or of arithmetic that is not exact
  bool weights = false;          // the line speaks of attention weights
  bool alone = false;            // it has its line to itself, as a definition does
  std::size_t place = 0, paragraph = 0, section_end = 0;  // in the notes
};

inline constexpr std::size_t kLongestLine =
    100'000;  // bytes of a reading, with those it goes on in

std::vector<Statement> find_statements(const NormalisedText& reading);

// The reading with matrices that stand side by side, one row a line, each put into one line; and
// with a line that gives a name to rows which stand under it: "X (3, 4):".
NormalisedText with_blocks_joined(const NormalisedText& reading);

}  // namespace attn
