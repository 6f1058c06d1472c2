// Which mistakes are made in computing attention, and how is it computed with each?
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "diagnose/faulty_attention.hpp"

namespace attn {

// A single mistake. Where tests/faults/faults.txt puts the same one into attn, it has the same id.
struct Fault {
  std::string_view id;       // "softmax_along_the_other_axis"
  std::string_view words;    // what was done: "softmax runs down the columns"
  std::string_view instead;  // what is right: "each query's row of scores has a softmax of its own"
  bool (*applies)(const KnownTensors&);  // whether it can be made on such tensors
  void (*make)(AttentionChoices&);
};

std::span<const Fault> faults();

// Throws std::logic_error when there is none.
const Fault& fault_named(std::string_view id);

// One or two of them, made at once.
using Faults = std::vector<const Fault*>;

AttentionChoices choices_with(const Faults& faults);

// Each that can be made on these tensors, in the order of the table.
std::vector<Faults> single_faults(const KnownTensors& known);

// Each two of them of which neither undoes the other.
std::vector<Faults> fault_pairs(const KnownTensors& known);

}  // namespace attn
