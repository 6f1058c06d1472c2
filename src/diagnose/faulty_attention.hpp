// What does attention come to when something in it is done wrongly?
#pragma once

#include <optional>

#include "core/attention_variants.hpp"

namespace attn {

// What is attended to before heads are joined, cached or rotated, and what was asked for.
struct KnownTensors {
  Batch q, k, v;  // (batch, h, T, d), (batch, h_kv, S, d), (batch, h_kv, S, d_v)
  std::optional<Batch> past_k, past_v;  // (batch, h_kv, past, …)
  AttendOptions options = {};
};

// One head of one sequence: q (T, d), k (S, d), v (S, d_v). Where only scores are known, let q be
// these, k the unit matrix and the scale 1.
KnownTensors known_tensors(const Matrix& q, const Matrix& k, const Matrix& v,
                           AttendOptions options = {});

// How each step is done. The first of each is right.
struct AttentionChoices {
  // (T, h·d) to heads and back: by transposing, or by reading the numbers in order.
  enum class Layout { transposed, reshaped } split = {}, join = {};
  enum class Positions { as_asked, other_layout, none, from_zero } positions = {};
  enum class KeyHead { neighbours, in_turn } key_head = {};
  enum class Scores { queries_by_keys, keys_by_queries, keys_as_they_are } scores = {};
  enum class Scale {
    as_asked,
    none,
    by_width,
    by_joined_width,
    multiplied,
    after_softmax
  } scale = {};
  enum class Hidden {
    as_asked,
    nothing,
    the_others,
    future_too,
    one_key_less,
    one_key_more,
    other_diagonal,
    wider_window,
    narrower_window
  } hidden = {};
  enum class Hiding { minus_infinity, large_added, large_put, zero_put, after_softmax } hiding = {};
  enum class Along { row, column, everything } along = {};
  enum class Base { e, two } base = {};
  enum class Sink { as_asked, left_out } sink = {};
  enum class Weights { as_they_are, transposed } weights = {};
  enum class Mixed { values, keys, queries } mixed = {};
  enum class Digits { as_asked, float16 } digits = {};

  bool operator==(const AttentionChoices&) const = default;
};

struct AttentionNumbers {
  Batch weights;  // (batch, h, T, S)
  Batch output;   // (batch, h, T, d_v)
};

// Every step in double, then rounded as asked for. Throws std::logic_error when shapes do not go
// together, or a choice is not there for them.
AttentionNumbers faulty_attention(const KnownTensors& known, const AttentionChoices& choices);

}  // namespace attn
