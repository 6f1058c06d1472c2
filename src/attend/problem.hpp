// Do the reader's tensors go together, and what is to be computed on them?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention_variants.hpp"
#include "files/nd_array.hpp"
#include "support/integer.hpp"

namespace attn {

enum class ArrayFormat { npy, csv };

// As given on the command line: names of files, and conventions.
struct TensorOptions {
  std::optional<std::string> q = {}, k = {}, v = {};
  std::optional<Integer> heads = {}, kv_heads = {};
  std::optional<std::string> mask = {};
  std::optional<AttendMask::Means> mask_means = {};
  bool causal = false;
  Align align = Align::bottom_right;
  std::optional<Integer> window = {};
  std::vector<Integer> kv_len = {};
  std::optional<std::string> past_k = {}, past_v = {};
  std::optional<std::string> scale = {};
  std::optional<double> softcap = {};
  std::optional<std::string> sink = {};
  std::optional<RotaryLayout> rope = {};
  double rope_base = kRotaryBase;
  std::optional<Integer> rope_dim = {};
  std::optional<std::string> positions = {};
  EmptyRow empty_row = EmptyRow::zero;
  Precision precision = kFloat64;
  std::optional<std::string> expect = {};
  std::optional<std::string> save = {};
  ArrayFormat save_as = ArrayFormat::npy;
};

struct AttendProblem {
  Batch q, k, v;
  std::optional<Batch> past_k, past_v;
  AttendOptions options;
  Index rank = 2;                          // of the queries as they were given
  bool example = true;                     // whether the numbers are the built-in ones
  std::optional<Batch> expected;           // (batch, heads, T, d_v)
  std::vector<std::string> files;          // every one that was read
  std::vector<std::vector<Index>> shapes;  // of q, k and v as they were given

  AttendInput input() const { return input(options); }
  AttendInput input(const AttendOptions& other) const {
    return with_cache_and_rotation(q, k, v, past_k, past_v, other);
  }
};

// What needs no file, and no shape. Throws Error for options that exclude or need each other.
AttendOptions options_of(const TensorOptions& options);

// Reads the files that are named, or takes the example. Throws Error, naming the option and what
// would work, when a file cannot be read, shapes do not go together, or options exclude each other.
AttendProblem read_problem(const TensorOptions& options);

// The same of tensors that are at hand, in place of --q, --k and --v.
struct ReadyTensors {
  Tensor q, k, v;
};
AttendProblem read_problem(const TensorOptions& options, const ReadyTensors& ready);

}  // namespace attn
