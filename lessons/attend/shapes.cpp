#include "lessons/attend/shapes.hpp"

#include <algorithm>

#include "files/read_tensor.hpp"
#include "support/error.hpp"

namespace attn::lessons::attend {

namespace {

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

void refuse_unless(bool agree, std::string_view what, std::string_view option, Index found,
                   std::string_view other, Index expected) {
  if (!agree) {
    throw Error("{} has {} {}, and {} has {}; they must agree", option, found, what, other,
                expected);
  }
}

}  // namespace

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

}  // namespace attn::lessons::attend
