// Which array of a page comes from which others, and how?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace attn {

struct Relation {
  enum class Rule {
    product,  // x[i][j] = Σ a[i][c] · b[c][j]
    dots,     // x[i][j] = Σ a[i][c] · b[j][c]
    scaled,   // x[i][j] = a[i][j] · factor
    softmax,  // x[i][j] = exp(a[i][j]) / Σ exp(a[i][t]), over what b, a mask, does not hide
    same      // x[i][j] = a[i][j]
  };

  Rule rule;
  const Array* a;
  const Array* b = nullptr;
  double factor = 1.0;
};

// The relation that an array of the page holds to, checked on its numbers; nothing for a leaf, and
// for what is no matrix.
std::vector<Relation> relation_of(const Document& page, const Array& array);

double cell(const Array& matrix, std::size_t i, std::size_t j);
bool is_hidden(const Relation& softmax, std::size_t i, std::size_t j);

}  // namespace attn
