#include "attend/shapes.hpp"

#include <algorithm>

#include "files/read_tensor.hpp"
#include "support/error.hpp"

namespace attn {

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
void check_work(const AttendProblem& problem) {
  constexpr double kMostProducts = 2e12, kMostNumbers = 5e8;
  const double rows = static_cast<double>(problem.q.shape(0) * problem.q.shape(1)) *
                      static_cast<double>(problem.q.shape(2));
  const double keys =
      static_cast<double>(problem.k.shape(2) + (problem.past_k ? problem.past_k->shape(2) : 0));
  const double products =
      rows * keys * static_cast<double>(problem.q.shape(3) + problem.v.shape(3));
  if (products > kMostProducts) {
    throw Error(
        "{:.0f} queries of --q and {:.0f} keys of --k take {:.1e} products; give at most {:.0e}",
        rows, keys, products, kMostProducts);
  }
  const double numbers = rows * static_cast<double>(problem.v.shape(3));
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

void check_agreement(const AttendProblem& problem) {
  const auto same = [](const Batch& one, std::string_view option, const Batch& two,
                       std::string_view other, Index axis, std::string_view what) {
    refuse_unless(one.shape(axis) == two.shape(axis), what, option, one.shape(axis), other,
                  two.shape(axis));
  };
  same(problem.k, "--k", problem.q, "--q", 0, "sequences");
  same(problem.k, "--k", problem.q, "--q", 3, "components a head");
  same(problem.v, "--v", problem.k, "--k", 0, "sequences");
  same(problem.v, "--v", problem.k, "--k", 1, "heads");
  same(problem.v, "--v", problem.k, "--k", 2, "rows");
  if (problem.past_k) {
    same(*problem.past_k, "--past-k", problem.k, "--k", 0, "sequences");
    same(*problem.past_k, "--past-k", problem.k, "--k", 1, "heads");
    same(*problem.past_k, "--past-k", problem.k, "--k", 3, "components a head");
    same(*problem.past_v, "--past-v", problem.v, "--v", 0, "sequences");
    same(*problem.past_v, "--past-v", problem.v, "--v", 1, "heads");
    same(*problem.past_v, "--past-v", problem.v, "--v", 3, "components a head");
    same(*problem.past_v, "--past-v", *problem.past_k, "--past-k", 2, "rows");
  }
  const Index heads = problem.q.shape(1), kv_heads = problem.k.shape(1);
  if (heads == 0 || kv_heads == 0 || heads % kv_heads != 0) {
    throw Error(
        "{} heads of --q cannot share {} heads of --k evenly; say how many there are by "
        "--heads and --kv-heads",
        heads, kv_heads);
  }
  check_work(problem);
}

}  // namespace attn
