#include "lessons/attend_input.hpp"

#include <algorithm>
#include <cmath>

#include "lessons/attend_mask.hpp"
#include "lessons/tensor_file.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

// Two queries, three keys: scores, scale and weights can be checked by hand.
const Tensor kQueries{{2, 4}, {1, 0, 1, 0, 0, 1, 0, 2}};
const Tensor kKeys{{3, 4}, {1, 0, 1, 0, 0, 1, 0, 1, 2, 0, 0, 1}};
const Tensor kValues{{3, 2}, {10, 0, 0, 10, 5, 5}};

// An array without numbers may have lengths of any size, and its file none.
void check_size(std::string_view option, const std::vector<Index>& shape) {
  const bool empty = std::ranges::find(shape, Index{0}) != shape.end();
  const double kMost = empty ? 1e6 : 1e15;
  double size = 1.0;
  for (const Index length : shape) size *= static_cast<double>(std::max(length, Index{1}));
  if (size > kMost)
    throw Error("{} has the shape {}, which is too large", option, shape_text(shape));
  if (!shape.empty() && shape.back() == 0) {
    throw Error("{} has the shape {}; expected a component at least", option, shape_text(shape));
  }
}

// What the page is to be computed in: minutes, and memory for the output.
void check_work(const AttendProblem& p) {
  constexpr double kMostProducts = 2e12, kMostNumbers = 5e8;
  const double rows =
      static_cast<double>(p.q.shape(0) * p.q.shape(1)) * static_cast<double>(p.q.shape(2));
  const double keys = static_cast<double>(p.k.shape(2) + (p.past_k ? p.past_k->shape(2) : 0));
  const double products = rows * keys * static_cast<double>(p.q.shape(3) + p.v.shape(3));
  if (products > kMostProducts) {
    throw Error(
        "{:.0f} queries of --q and {:.0f} keys of --k take {:.1e} products; give at most {:.0e}",
        rows, keys, products, kMostProducts);
  }
  const double numbers = rows * static_cast<double>(p.v.shape(3));
  if (numbers > kMostNumbers) {
    throw Error("the output of --q and --v has {:.1e} numbers; give at most {:.0e}", numbers,
                kMostNumbers);
  }
}

// (T, h·d), (batch, T, h·d) or (batch, h, T, d), as (batch, h, T, d).
Batch headed(std::string_view option, const Tensor& tensor, Index heads) {
  const std::vector<Index>& shape = tensor.shape;
  check_size(option, shape);
  if (shape.size() < 2 || shape.size() > 4) {
    throw Error("{} has the shape {}; expected (T, d), (batch, T, heads·d) or (batch, heads, T, d)",
                option, shape_text(shape));
  }
  if (shape.size() == 4) {
    Batch batch = xt::empty<double>({shape[0], shape[1], shape[2], shape[3]});
    std::ranges::copy(tensor.values, batch.begin());
    return batch;
  }
  const Index sequences = shape.size() == 3 ? shape[0] : 1;
  const Index length = shape[shape.size() - 2], width = shape.back();
  if (width % heads != 0) {
    throw Error("{}: rows of {} numbers do not divide into {} heads", option, width, heads);
  }
  Batch batch = xt::empty<double>({sequences, heads, length, width / heads});
  if (tensor.values.empty()) return batch;
  auto next = tensor.values.begin();
  for (Index b = 0; b < sequences; ++b) {
    for (Index t = 0; t < length; ++t) {
      for (Index h = 0; h < heads; ++h) {
        for (Index c = 0; c < width / heads; ++c) batch(b, h, t, c) = *next++;
      }
    }
  }
  return batch;
}

void refuse_unless(bool agree, std::string_view what, std::string_view option, Index found,
                   std::string_view other, Index expected) {
  if (!agree) {
    throw Error("{} has {} {}, and {} has {}; they must agree", option, found, what, other,
                expected);
  }
}

void check_agreement(const AttendProblem& p) {
  const auto same = [](const Batch& a, std::string_view option, const Batch& b,
                       std::string_view other, Index axis, std::string_view what) {
    refuse_unless(a.shape(axis) == b.shape(axis), what, option, a.shape(axis), other,
                  b.shape(axis));
  };
  same(p.k, "--k", p.q, "--q", 0, "sequences");
  same(p.k, "--k", p.q, "--q", 3, "components a head");
  same(p.v, "--v", p.k, "--k", 0, "sequences");
  same(p.v, "--v", p.k, "--k", 1, "heads");
  same(p.v, "--v", p.k, "--k", 2, "rows");
  if (p.past_k) {
    same(*p.past_k, "--past-k", p.k, "--k", 0, "sequences");
    same(*p.past_k, "--past-k", p.k, "--k", 1, "heads");
    same(*p.past_k, "--past-k", p.k, "--k", 3, "components a head");
    same(*p.past_v, "--past-v", p.v, "--v", 0, "sequences");
    same(*p.past_v, "--past-v", p.v, "--v", 1, "heads");
    same(*p.past_v, "--past-v", p.v, "--v", 3, "components a head");
    same(*p.past_v, "--past-v", *p.past_k, "--past-k", 2, "rows");
  }
  const Index heads = p.q.shape(1), kv_heads = p.k.shape(1);
  if (heads == 0 || kv_heads == 0 || heads % kv_heads != 0) {
    throw Error(
        "{} heads of --q cannot share {} heads of --k evenly; say how many there are by "
        "--heads and --kv-heads",
        heads, kv_heads);
  }
  check_work(p);
}

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

void refuse_half_given(const TensorOptions& o) {
  if (o.q.has_value() != o.k.has_value() || o.q.has_value() != o.v.has_value()) {
    throw Error("--q, --k and --v go together: give all three, or none of them for the example");
  }
  if (o.past_k.has_value() != o.past_v.has_value()) {
    throw Error("--past-k and --past-v go together: give both, or neither");
  }
  if (o.mask && o.mask_means.empty()) {
    throw Error(
        "--mask needs --mask-means: hide where 1 hides a key, keep where it takes part, add "
        "for numbers to add");
  }
  if (!o.mask && !o.mask_means.empty())
    throw Error("--mask-means says what --mask means; give one");
  const bool other_base = o.rope_base != TensorOptions{}.rope_base;
  if (o.rope == "none" && (o.positions || o.rope_dim || other_base)) {
    throw Error("{} is for rotary positions; add --rope pairs or --rope half",
                o.positions  ? "--positions"
                : o.rope_dim ? "--rope-dim"
                             : "--rope-base");
  }
  if (!o.causal && o.align != TensorOptions{}.align) {
    throw Error("--align {} says where the causal diagonal lies; add --causal", o.align);
  }
  if (!o.save && o.save_as != TensorOptions{}.save_as) {
    throw Error("--save-as {} says in which format --save writes; add --save DIR", o.save_as);
  }
}

std::optional<double> scale_of(const TensorOptions& o) {
  if (!o.scale) return {};
  if (*o.scale == "none") return 1.0;
  constexpr double kLargest = 1e300;
  try {
    return parse_real(*o.scale, -kLargest, kLargest, "--scale");
  } catch (const Error& error) {
    throw Error("{}; or none, for 1", error.what());
  }
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

// What needs no file, and no shape.
AttendOptions options_of(const TensorOptions& o) {
  AttendOptions options{.scale = scale_of(o), .softcap = o.softcap, .causal = o.causal};
  options.align = o.align == "top-left" ? Align::top_left : Align::bottom_right;
  if (o.window) options.window = static_cast<Index>(*o.window);
  options.empty_row = o.empty_row == "nan"       ? EmptyRow::nan
                      : o.empty_row == "uniform" ? EmptyRow::uniform
                                                 : EmptyRow::zero;
  options.precision = o.dtype == "float16" ? kFloat16 : o.dtype == "float32" ? kFloat32 : kFloat64;
  return options;
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
  refuse_half_given(o);
  AttendProblem p;
  read_tensors(p, o);
  check_agreement(p);
  p.options = options_of(o);
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

}  // namespace attn
