// Do two members of a chain come to the same?
#pragma once

#include "check/claims/judgement.hpp"
#include "check/claims/symbol_table.hpp"

namespace attn {

struct Equality {
  const Expression* formula;  // what is computed
  const Expression* result;   // what is printed, or computed as well
  char sign;                  // = ~ > ` or &
  bool first;                 // the formula is exact: it begins its chain, or equals what does
};

struct Comparison {
  enum class How { not_at_all, rounded, truncated, unknown };

  How how = How::unknown;  // unknown when one side cannot be computed, or their shapes differ
  Computed computed = {};  // of the formula; of the attempt that fits, or the first one
  Computed stated = {};    // of the result, where it is no literal
  Counting counting = {};  // what units count in it
  bool cut_off = false;    // it would fit, if last digits could be cut off

  bool holds() const { return how == How::rounded || how == How::truncated; }
};

// Tries every reading of what is written: units by 1000 and by 1024, products of arrays and by
// element, digits rounded and truncated as asked.
Comparison fit(const Equality& link, const SymbolTable& symbols, Trust trust, PrintedDigits digits);

// Printed numbers of a literal with their unit; after "~", zeros at the end of one say nothing.
std::vector<Printed> printed_cells(const Expression& literal, const Counting& counting,
                                   bool roughly);

}  // namespace attn
