#include "attend/masks.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "files/read_tensor.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

void check_values(const Tensor& mask, AttendMask::Means means) {
  for (const double value : mask.values) {
    if (means == AttendMask::Means::add) {
      if (std::isnan(value) || value == std::numeric_limits<double>::infinity()) {
        throw Error("--mask holds {}; add finite numbers, or -inf to hide a key", value);
      }
    } else if (value != 0.0 && value != 1.0) {
      throw Error(
          "--mask holds {}; --mask-means hide and keep take 0 and 1; for numbers that are "
          "added, say --mask-means add",
          value);
    }
  }
}

}  // namespace

std::vector<Index> kv_lengths(const TensorOptions& given, Index sequences, Index keys) {
  if (!given.kv_len.empty() && given.kv_len.size() != 1 && given.kv_len.size() != sequences) {
    throw Error("--kv-len gives {} lengths; expected one, or one for each of {} sequences",
                given.kv_len.size(), sequences);
  }
  std::vector<Index> lengths;
  for (const Integer length : given.kv_len) {
    if (length > Integer{keys}) throw Error("--kv-len {}: there are only {} keys", length, keys);
    lengths.push_back(static_cast<Index>(length));
  }
  return lengths;
}

AttendMask read_mask(const TensorOptions& given, const std::array<Index, 4>& scores,
                     const std::vector<Index>& kv_len) {
  const Tensor mask = read_tensor("--mask", *given.mask);
  std::vector<Index> shape = mask.shape;
  const auto refuse = [&] {
    throw Error(
        "--mask has the shape {}; expected ({}) or 1 for any of them, the first ones left "
        "out at will",
        shape_text(mask.shape), fmt::join(scores, ", "));
  };
  if (shape.empty() || shape.size() > 4) refuse();
  shape.insert(shape.begin(), 4 - shape.size(), 1);
  const bool padded = !kv_len.empty() && *std::ranges::max_element(kv_len) <= shape[3];
  for (Index axis = 0; axis < 4; ++axis) {
    const bool fits = shape[axis] == 1 || shape[axis] == scores[axis];
    const bool falls_short = axis == 3 && padded && shape[3] < scores[3];
    if (!fits && !falls_short) refuse();
  }
  AttendMask result{xt::empty<double>({shape[0], shape[1], shape[2], shape[3]}), *given.mask_means};
  check_values(mask, result.means);
  std::ranges::copy(mask.values, result.values.begin());
  return result;
}

Vector read_sink(const std::string& path, Index heads) {
  const Tensor sink = read_tensor("--sink", path);
  if (sink.values.size() != 1 && sink.values.size() != heads) {
    throw Error("--sink has the shape {}; expected a number for each of {} heads",
                shape_text(sink.shape), heads);
  }
  Vector scores = xt::empty<double>({heads});
  for (Index head = 0; head < heads; ++head) {
    const double score = sink.values[sink.values.size() == 1 ? 0 : head];
    if (std::isnan(score) || score == std::numeric_limits<double>::infinity()) {
      throw Error("--sink holds {}; expected finite numbers, or -inf for none", score);
    }
    scores(head) = score;
  }
  return scores;
}

}  // namespace attn
