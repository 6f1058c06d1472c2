// In which points do implementations of attention part, by which switch is each chosen, and what
// else is there? Options and pages read this table: a new convention is one row.
#pragma once

#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/attention_variants.hpp"

namespace attn {

// One value of a switch: its word, and what a table calls it where it is in force (`here`), and
// where it is tried instead.
template <typename Value>
struct Choice {
  const char* word;
  Value value;
  const char *here, *instead;
};

// A switch that takes one of a few values.
template <typename Value, std::size_t count>
struct Switch {
  const char* name;
  std::array<Choice<Value>, count> choices;

  // Throws std::logic_error for a value that has no word.
  const Choice<Value>& operator[](const Value& value) const {
    for (const Choice<Value>& choice : choices) {
      if (choice.value == value) return choice;
    }
    throw std::logic_error(std::string(name) + ": a value without a word");
  }
};

inline constexpr Switch<AttendMask::Means, 3> kMaskMeans{
    "--mask-means",
    {{{"hide", AttendMask::Means::hide, "1 = hidden", "1 in the mask hides"},
      {"keep", AttendMask::Means::keep, "1 = takes part", "1 in the mask takes part"},
      {"add", AttendMask::Means::add, "added to scaled scores", "the mask is added"}}}};
inline constexpr Switch<Align, 2> kAlign{
    "--align",
    {{{"bottom-right", Align::bottom_right, "last query at last key", "last query at last key"},
      {"top-left", Align::top_left, "first query at first new key",
       "first query at first new key"}}}};
inline constexpr Switch<RotaryLayout, 2> kRotary{
    "--rope",
    {{{"pairs", RotaryLayout::pairs, "neighbours pair up", "neighbours pair up"},
      {"half", RotaryLayout::half, "halves pair up", "halves pair up"}}}};
inline constexpr Switch<EmptyRow, 3> kEmptyRow{
    "--empty-row",
    {{{"zero", EmptyRow::zero, "0", "rows without a key"},
      {"nan", EmptyRow::nan, "NaN", "rows without a key"},
      {"uniform", EmptyRow::uniform, "1/S for each key", "rows without a key"}}}};
inline constexpr Switch<Precision, 3> kRounding{
    "--dtype",
    {{{"float64", kFloat64, "float64", "other rounding"},
      {"float32", kFloat32, "float32", "other rounding"},
      {"float16", kFloat16, "float16", "other rounding"}}}};

// What gives a value on the command line: "--align top-left".
std::string switch_for(AttendMask::Means means);
std::string switch_for(Align align);
std::string switch_for(RotaryLayout layout);
std::string switch_for(EmptyRow empty);
std::string switch_for(const Precision& precision);

// The conventions in force but for one, or for one and what it needs.
struct Variant {
  std::string words, switches;  // "rows without a key", "--causal --empty-row nan"
  AttendOptions options;
};

struct Convention {
  const char *name, *switches;  // "a row without a key", "--empty-row"

  // What is done, in words.
  std::string (*here)(const AttendInput& input, const AttendOptions& options);
  // What else there is.
  std::vector<Variant> (*instead)(const AttendInput& input, const AttendOptions& options);
};

std::span<const Convention> conventions();

}  // namespace attn
