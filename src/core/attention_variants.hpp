// What is attention under every convention in which its implementations differ? Each is an option;
// every step is kept.
#pragma once

#include <optional>
#include <vector>

#include "core/heads.hpp"
#include "core/precision.hpp"
#include "core/rotary.hpp"
#include "core/softmax.hpp"
#include "core/visibility.hpp"

namespace attn {

// A mask of the reader's. Each length is that of (batch, heads, T, S), or 1 to stand for all; only
// the last may fall short, of keys that are padding.
struct AttendMask {
  enum class Means {
    hide,  // other than 0 = hidden: the lessons, nn.MultiheadAttention
    keep,  // other than 0 = takes part: scaled_dot_product_attention, ONNX, Keras, JAX
    add    // added to the scaled scores; −∞ hides
  };

  Batch values;
  Means means = Means::hide;
};

struct Rope {
  RotaryLayout layout = RotaryLayout::pairs;
  double base = kRotaryBase;
  std::optional<Index> width = {};       // components that turn; all of d unless given
  std::optional<Matrix> positions = {};  // (batch or 1, new keys); queries have the last T
};

struct AttendOptions {
  std::optional<double> scale = {};    // 1/√d unless given
  std::optional<double> softcap = {};  // c: scaled scores become c · tanh(x / c), Gemma 2's
  bool causal = false;
  Align align = Align::bottom_right;
  std::optional<Index> window = {};
  std::vector<Index> kv_len = {};  // (batch,), or one for all
  std::optional<AttendMask> mask = {};
  std::optional<Vector> sink = {};  // (heads,): a score that takes weight, without a value
  std::optional<Rope> rope = {};
  EmptyRow empty_row = EmptyRow::zero;
  Precision precision = kFloat64;  // every step is computed in double, then rounded
};

// What is attended to: with the cache in front of the new keys and values, and rotated.
struct AttendInput {
  Batch q, k, v;   // (batch, h, T, d), (batch, h_kv, S, d), (batch, h_kv, S, d_v)
  Index past = 0;  // of the S keys
};

// `past_k` and `past_v` come in front, rotated already. Throws std::logic_error when shapes do not
// go together.
AttendInput with_cache_and_rotation(const Batch& q, const Batch& k, const Batch& v,
                                    const std::optional<Batch>& past_k,
                                    const std::optional<Batch>& past_v,
                                    const AttendOptions& options);

// Some queries of one head of one sequence, which is all that need be held at once.
struct QueryBlock {
  Index sequence = 0, head = 0, first = 0, count = 0;
};

// What causality, a window and padding leave to the queries of one sequence.
Visibility visibility_of(const AttendInput& input, const AttendOptions& options, Index sequence);

// Lays a mask of the reader's on scores (count, S): sets `hidden`, and adds to `visible` what is to
// be added.
void lay(const AttendMask& mask, const QueryBlock& at, Mask& hidden, Matrix& visible);

struct AttendSteps {
  double scale = 1.0;
  Matrix scores;   // (count, S)   q · kᵀ
  Matrix scaled;   // (count, S)   scores · scale
  Matrix capped;   // (count, S)   after the softcap
  Mask hidden;     // (count, S)
  Matrix visible;  // (count, S)   capped plus the mask that is added, −∞ where hidden
  Matrix weights;  // (count, S)   softmax of visible, the sink in its sum
  Matrix output;   // (count, d_v)
};

// What stands under a hidden key reaches no weight, and under a hidden value no output, NaN
// included. Throws std::logic_error when shapes do not go together.
AttendSteps attend(const AttendInput& input, const AttendOptions& options, const QueryBlock& slice);

// The same but the output, which stays empty.
AttendSteps attend_weights(const AttendInput& input, const AttendOptions& options,
                           const QueryBlock& slice);

// What is added to the scores once they are scaled and capped, −∞ where a key is hidden: (count,
// S).
Matrix added_to_scores(const AttendInput& input, const AttendOptions& options,
                       const QueryBlock& slice);

// The output alone, (batch, h, T, d_v), without any step being kept.
Batch attend_output(const AttendInput& input, const AttendOptions& options);

}  // namespace attn
