// Equations: a small part of LaTeX, read once into a tree that every format writes its own way.
//
// The subset: letters and numbers; + - = < > ( ) [ ] , | and the like as they are; ^ and _ with a
// single token or {…}; \frac{}{} \sqrt{} \mathrm{} \text{} \left \right; Greek letters; \cdot
// \times \div \le \ge \ne \approx \to \in \infty \partial \sum \max \min \exp \ln \log \top \ldots \odot
// \lVert \rVert \vert \quad.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct Math {
  enum class Kind {
    row,         // children, side by side
    identifier,  // text: a variable, set in italics
    upright,     // text: a name or words, set upright (softmax, max)
    number,      // text
    operation,   // text: Unicode of an operator, relation, bracket or comma
    fence,       // children: bracket, row, bracket: \left and \right, as tall as the row
    fraction,    // children: above, below
    root,        // children: under the root
    script       // children: base, below (an empty row if none), above (an empty row if none)
  };
  Kind kind = Kind::row;
  std::string text = {};
  std::vector<Math> children = {};
};

// Throws std::logic_error for anything outside the subset, naming it.
Math parse_math(std::string_view latex);

// Where the first relation sign (= < > ≤ ≥ ≠ ≈ → ∈) outside braces and brackets begins, as an
// offset into the LaTeX; npos when there is none. The lines of an equation are aligned there.
std::size_t relation_at(std::string_view latex);

// One line of Unicode for a terminal: softmax(Q Kᵀ / √d_k) V.
std::string plain_math(const Math& math);

// The lines of an equation as text of equal beginnings: up to the relation sign, and from there.
struct MathLine {
  std::string left, right;
};
MathLine plain_line(std::string_view latex);

}  // namespace attn
