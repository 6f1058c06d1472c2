#include "lessons/attend/input.hpp"

#include <algorithm>
#include <cmath>

#include "files/read_tensor.hpp"
#include "lessons/attend/mask.hpp"
#include "lessons/attend/shapes.hpp"
#include "support/error.hpp"

namespace attn::lessons::attend {

namespace {

// Two queries, three keys: scores, scale and weights can be checked by hand.
const Tensor kQueries{{2, 4}, {1, 0, 1, 0, 0, 1, 0, 2}};
const Tensor kKeys{{3, 4}, {1, 0, 1, 0, 0, 1, 0, 1, 2, 0, 0, 1}};
const Tensor kValues{{3, 2}, {10, 0, 0, 10, 5, 5}};

void read_tensors(AttendProblem& p, const TensorOptions& o) {
  const auto read = [&p](std::string_view option, const std::string& path) {
    p.files.push_back(path);
    return read_tensor(option, path);
  };
  p.example = !o.q;
  const Tensor q = o.q ? read("--q", *o.q) : kQueries;
  const Tensor k = o.k ? read("--k", *o.k) : kKeys;
  const Tensor v = o.v ? read("--v", *o.v) : kValues;
  p.rank = q.shape.size();
  p.shapes = {q.shape, k.shape, v.shape};
  if (k.shape.size() != p.rank || v.shape.size() != p.rank) {
    throw Error("--q, --k and --v have the shapes {}, {} and {}; give all three as many dimensions",
                shape_text(q.shape), shape_text(k.shape), shape_text(v.shape));
  }
  if (p.rank == 4 && (o.heads || o.kv_heads)) {
    throw Error("--q of shape {} has its heads apart already; drop --heads and --kv-heads",
                shape_text(q.shape));
  }
  const auto heads = static_cast<Index>(o.heads.value_or(1));
  const auto kv_heads = static_cast<Index>(o.kv_heads.value_or(o.heads.value_or(1)));
  p.q = headed("--q", q, heads);
  p.k = headed("--k", k, kv_heads);
  p.v = headed("--v", v, kv_heads);
  if (o.past_k) p.past_k = headed("--past-k", read("--past-k", *o.past_k), kv_heads);
  if (o.past_v) p.past_v = headed("--past-v", read("--past-v", *o.past_v), kv_heads);
}

Rope rope_of(const TensorOptions& o, AttendProblem& p) {
  const Index width = p.q.shape(3), keys = p.k.shape(2), queries = p.q.shape(2);
  Rope rope{o.rope == "pairs" ? RotaryLayout::pairs : RotaryLayout::half, o.rope_base, {}, {}};
  rope.width = static_cast<Index>(o.rope_dim.value_or(Integer{width}));
  if (*rope.width > width || *rope.width % 2 != 0) {
    throw Error(
        "{} components cannot turn in pairs, in heads of {}; give --rope-dim an even number "
        "up to {}",
        *rope.width, width, width - width % 2);
  }
  if (!o.positions) return rope;
  const Tensor t = read_tensor("--positions", *o.positions);
  p.files.push_back(*o.positions);
  for (const double place : t.values) {
    if (!std::isfinite(place)) throw Error("--positions holds {}; give finite numbers", place);
  }
  const Index rank = t.shape.size();
  const Index lines = rank == 2 ? t.shape[0] : 1;
  if (rank < 1 || rank > 2 || t.shape.back() != keys || (lines != 1 && lines != p.q.shape(0))) {
    throw Error("--positions has the shape {}; expected one for each new key, ({},) or ({}, {})",
                shape_text(t.shape), keys, p.q.shape(0), keys);
  }
  if (queries > keys) {
    throw Error("--positions holds {} positions, for {} queries; there must be a new key for each",
                keys, queries);
  }
  rope.positions = xt::empty<double>({lines, keys});
  std::ranges::copy(t.values, rope.positions->begin());
  return rope;
}

Batch read_expected(const std::string& path, const AttendProblem& p) {
  Batch e = headed("--expect", read_tensor("--expect", path), p.q.shape(1));
  if (e.shape(0) != p.q.shape(0) || e.shape(1) != p.q.shape(1) || e.shape(2) != p.q.shape(2) ||
      e.shape(3) != p.v.shape(3)) {
    throw Error(
        "--expect holds ({}, {}, {}, {}) numbers (batch, heads, T, d_v); the output is "
        "({}, {}, {}, {})",
        e.shape(0), e.shape(1), e.shape(2), e.shape(3), p.q.shape(0), p.q.shape(1), p.q.shape(2),
        p.v.shape(3));
  }
  return e;
}

}  // namespace

AttendProblem read_problem(const TensorOptions& o) {
  AttendProblem p;
  p.options = options_of(o);
  read_tensors(p, o);
  check_agreement(p);
  const Index keys = p.k.shape(2) + (p.past_k ? p.past_k->shape(2) : 0);
  p.options.kv_len = kv_lengths(o, p.q.shape(0), keys);
  if (o.mask) {
    p.options.mask =
        read_mask(o, {p.q.shape(0), p.q.shape(1), p.q.shape(2), keys}, p.options.kv_len);
    p.files.push_back(*o.mask);
  }
  if (o.sink) {
    p.options.sink = read_sink(*o.sink, p.q.shape(1));
    p.files.push_back(*o.sink);
  }
  if (o.rope != "none") p.options.rope = rope_of(o, p);
  if (o.expect) {
    p.expected = read_expected(*o.expect, p);
    p.files.push_back(*o.expect);
  }
  return p;
}

}  // namespace attn::lessons::attend
