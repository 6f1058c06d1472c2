#include "attend/problem.hpp"

#include <algorithm>
#include <cmath>

#include "attend/conventions.hpp"
#include "attend/masks.hpp"
#include "attend/shapes.hpp"
#include "files/read_tensor.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

// Two queries, three keys: scores, scale and weights can be checked by hand.
const ReadyTensors kExample{{{2, 4}, {1, 0, 1, 0, 0, 1, 0, 2}},
                            {{3, 4}, {1, 0, 1, 0, 0, 1, 0, 1, 2, 0, 0, 1}},
                            {{3, 2}, {10, 0, 0, 10, 5, 5}}};

void refuse_half_given(const TensorOptions& given) {
  if (given.q.has_value() != given.k.has_value() || given.q.has_value() != given.v.has_value()) {
    throw Error("--q, --k and --v go together: give all three, or none of them for the example");
  }
  if (given.past_k.has_value() != given.past_v.has_value()) {
    throw Error("--past-k and --past-v go together: give both, or neither");
  }
  if (given.mask && !given.mask_means) {
    throw Error(
        "--mask needs --mask-means: hide where 1 hides a key, keep where it takes part, add "
        "for numbers to add");
  }
  if (!given.mask && given.mask_means) throw Error("--mask-means says what --mask means; give one");
  const bool other_base = given.rope_base != TensorOptions{}.rope_base;
  if (!given.rope && (given.positions || given.rope_dim || other_base)) {
    throw Error("{} is for rotary positions; add --rope pairs or --rope half",
                given.positions  ? "--positions"
                : given.rope_dim ? "--rope-dim"
                                 : "--rope-base");
  }
  if (!given.causal && given.align != TensorOptions{}.align) {
    throw Error("{} says where the causal diagonal lies; add --causal", switch_for(given.align));
  }
  if (!given.save && given.save_as != TensorOptions{}.save_as) {
    throw Error("--save-as csv says in which format --save writes; add --save DIR");
  }
}

std::optional<double> scale_of(const TensorOptions& given) {
  if (!given.scale) return {};
  if (*given.scale == "none") return 1.0;
  constexpr double kLargest = 1e300;
  try {
    return parse_real(*given.scale, -kLargest, kLargest, "--scale");
  } catch (const Error& error) {
    throw Error("{}; or none, for 1", error.what());
  }
}

void read_tensors(AttendProblem& problem, const TensorOptions& given, const ReadyTensors& ready) {
  const auto read = [&problem](std::string_view option, const std::string& path) {
    problem.files.push_back(path);
    return read_tensor(option, path);
  };
  const Tensor q = given.q ? read("--q", *given.q) : ready.q;
  const Tensor k = given.k ? read("--k", *given.k) : ready.k;
  const Tensor v = given.v ? read("--v", *given.v) : ready.v;
  problem.rank = q.shape.size();
  problem.shapes = {q.shape, k.shape, v.shape};
  if (k.shape.size() != problem.rank || v.shape.size() != problem.rank) {
    throw Error("--q, --k and --v have the shapes {}, {} and {}; give all three as many dimensions",
                shape_text(q.shape), shape_text(k.shape), shape_text(v.shape));
  }
  if (problem.rank == 4 && (given.heads || given.kv_heads)) {
    throw Error("--q of shape {} has its heads apart already; drop --heads and --kv-heads",
                shape_text(q.shape));
  }
  const auto heads = static_cast<Index>(given.heads.value_or(1));
  const auto kv_heads = static_cast<Index>(given.kv_heads.value_or(given.heads.value_or(1)));
  problem.q = headed("--q", q, heads);
  problem.k = headed("--k", k, kv_heads);
  problem.v = headed("--v", v, kv_heads);
  if (given.past_k) problem.past_k = headed("--past-k", read("--past-k", *given.past_k), kv_heads);
  if (given.past_v) problem.past_v = headed("--past-v", read("--past-v", *given.past_v), kv_heads);
}

Rope rope_of(const TensorOptions& given, AttendProblem& problem) {
  const Index width = problem.q.shape(3), keys = problem.k.shape(2), queries = problem.q.shape(2);
  Rope rope{*given.rope, given.rope_base, {}, {}};
  rope.width = static_cast<Index>(given.rope_dim.value_or(Integer{width}));
  if (*rope.width > width || *rope.width % 2 != 0) {
    throw Error(
        "{} components cannot turn in pairs, in heads of {}; give --rope-dim an even number "
        "up to {}",
        *rope.width, width, width - width % 2);
  }
  if (!given.positions) return rope;
  const Tensor positions = read_tensor("--positions", *given.positions);
  problem.files.push_back(*given.positions);
  for (const double place : positions.values) {
    if (!std::isfinite(place)) throw Error("--positions holds {}; give finite numbers", place);
  }
  const Index rank = positions.shape.size();
  const Index lines = rank == 2 ? positions.shape[0] : 1;
  if (rank < 1 || rank > 2 || positions.shape.back() != keys ||
      (lines != 1 && lines != problem.q.shape(0))) {
    throw Error("--positions has the shape {}; expected one for each new key, ({},) or ({}, {})",
                shape_text(positions.shape), keys, problem.q.shape(0), keys);
  }
  if (queries > keys) {
    throw Error("--positions holds {} positions, for {} queries; there must be a new key for each",
                keys, queries);
  }
  rope.positions = xt::empty<double>({lines, keys});
  std::ranges::copy(positions.values, rope.positions->begin());
  return rope;
}

Batch read_expected(const std::string& path, const AttendProblem& problem) {
  Batch expected = headed("--expect", read_tensor("--expect", path), problem.q.shape(1));
  if (expected.shape(0) != problem.q.shape(0) || expected.shape(1) != problem.q.shape(1) ||
      expected.shape(2) != problem.q.shape(2) || expected.shape(3) != problem.v.shape(3)) {
    throw Error(
        "--expect holds ({}, {}, {}, {}) numbers (batch, heads, T, d_v); the output is "
        "({}, {}, {}, {})",
        expected.shape(0), expected.shape(1), expected.shape(2), expected.shape(3),
        problem.q.shape(0), problem.q.shape(1), problem.q.shape(2), problem.v.shape(3));
  }
  return expected;
}

}  // namespace

AttendOptions options_of(const TensorOptions& given) {
  refuse_half_given(given);
  AttendOptions options{.scale = scale_of(given), .softcap = given.softcap, .causal = given.causal};
  options.align = given.align;
  if (given.window) options.window = static_cast<Index>(*given.window);
  options.empty_row = given.empty_row;
  options.precision = given.precision;
  return options;
}

AttendProblem read_problem(const TensorOptions& given) {
  AttendProblem problem = read_problem(given, kExample);
  problem.example = !given.q;
  return problem;
}

AttendProblem read_problem(const TensorOptions& given, const ReadyTensors& ready) {
  AttendProblem problem;
  problem.example = false;
  problem.options = options_of(given);
  read_tensors(problem, given, ready);
  check_agreement(problem);
  const Index keys = problem.k.shape(2) + (problem.past_k ? problem.past_k->shape(2) : 0);
  problem.options.kv_len = kv_lengths(given, problem.q.shape(0), keys);
  if (given.mask) {
    problem.options.mask =
        read_mask(given, {problem.q.shape(0), problem.q.shape(1), problem.q.shape(2), keys},
                  problem.options.kv_len);
    problem.files.push_back(*given.mask);
  }
  if (given.sink) {
    problem.options.sink = read_sink(*given.sink, problem.q.shape(1));
    problem.files.push_back(*given.sink);
  }
  if (given.rope) problem.options.rope = rope_of(given, problem);
  if (given.expect) {
    problem.expected = read_expected(*given.expect, problem);
    problem.files.push_back(*given.expect);
  }
  return problem;
}

}  // namespace attn
