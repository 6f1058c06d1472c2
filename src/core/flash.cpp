#include "core/flash.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/attention.hpp"
#include "core/mask.hpp"
#include "core/rows.hpp"

namespace attn {

namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

// From `first` up to, not including, `last`.
struct Span {
  Index first, last;
};

std::vector<Span> blocks_of(Index length, Index block) {
  if (block == 0) throw std::logic_error("flash: a block holds at least one row");
  std::vector<Span> spans;
  for (Index first = 0; first < length; first = spans.back().last) {
    spans.push_back(
        {first, first + std::min(block, length - first)});  // no first + block: overflow
  }
  return spans;
}

template <typename Tensor>
Tensor cut(const Tensor& m, Span some_rows, Span some_columns) {
  return xt::view(m, xt::range(some_rows.first, some_rows.last),
                  xt::range(some_columns.first, some_columns.last));
}

Matrix cut_rows(const Matrix& m, Span some_rows) { return cut(m, some_rows, {0, columns(m)}); }

Index count_visible(const Mask& mask, Span queries, Span keys) {
  Index count = 0;
  for (Index i = queries.first; i < queries.last; ++i) {
    for (Index j = keys.first; j < keys.last; ++j) count += mask(i, j) ? 0 : 1;
  }
  return count;
}

void check(const Matrix& q, const Matrix& k, const Matrix& v, const FlashOptions& options) {
  if (columns(q) != columns(k)) throw std::logic_error("flash: widths of q and k differ");
  if (rows(k) != rows(v)) throw std::logic_error("flash: lengths of k and v differ");
  if (options.mask && (options.mask->shape(0) != rows(q) || options.mask->shape(1) != rows(k))) {
    throw std::logic_error("flash: the mask has another shape");
  }
}

OnlineSoftmax before_any_key(Index queries, Index width) {
  return {xt::zeros<double>({queries}) + kNone, xt::zeros<double>({queries}),
          xt::zeros<double>({queries, width})};
}

// What is subtracted from a row's scores before exp: its maximum. A row that has met no visible key
// has −∞ for one, and −∞ − (−∞) is NaN; with 0 in its place every exp is exp(−∞) = 0.
double shift_of(double peak, bool guarded) { return guarded && peak == kNone ? 0.0 : peak; }

// One step of the online softmax, for each row:
//   m' = max(m, max_j s_j)   r = exp(m − m')   p_j = exp(s_j − m')
//   l' = r · l + Σ_j p_j     o' = r · o + Σ_j p_j · v_j
Tile take_in(const OnlineSoftmax& before, const Matrix& scores, const Matrix& values,
             bool guarded) {
  const Vector tile_peaks = row_max(scores);
  Vector peaks = xt::empty_like(tile_peaks);
  Vector rescale = xt::empty_like(tile_peaks);
  Matrix exps = xt::empty_like(scores);
  for (Index i = 0; i < rows(scores); ++i) {
    peaks(i) = std::max(before.peaks(i), tile_peaks(i));
    const double shift = shift_of(peaks(i), guarded);
    rescale(i) = std::exp(before.peaks(i) - shift);
    for (Index j = 0; j < columns(scores); ++j) exps(i, j) = std::exp(scores(i, j) - shift);
  }
  const Vector sums = rescale * before.sums + row_sum(exps);
  Matrix output = weighted_sum(exps, values);
  for (Index i = 0; i < rows(output); ++i) {
    for (Index c = 0; c < columns(output); ++c) output(i, c) += rescale(i) * before.output(i, c);
  }
  return {0, 0, scores, rescale, exps, {peaks, sums, output}};
}

// A block of queries meets the keys, tile by tile.
OnlineSoftmax attend_to_keys(const Matrix& q_block, Span queries, const Matrix& k, const Matrix& v,
                             const FlashOptions& options,
                             const std::function<void(const Tile&)>& watch) {
  const double scale = options.scale.value_or(1.0 / std::sqrt(static_cast<double>(columns(k))));
  OnlineSoftmax state = before_any_key(rows(q_block), columns(v));
  for (const Span keys : blocks_of(rows(k), options.block)) {
    if (options.skip && options.mask && count_visible(*options.mask, queries, keys) == 0) continue;
    Matrix scores = product(q_block, transposed(cut_rows(k, keys))) * scale;
    if (options.mask) scores = hide(scores, cut(*options.mask, queries, keys));
    Tile tile = take_in(state, scores, cut_rows(v, keys), options.guarded);
    tile.first_query = queries.first;
    tile.first_key = keys.first;
    if (watch) watch(tile);
    state = std::move(tile.after);
  }
  return state;
}

}  // namespace

Matrix flash_attention(const Matrix& q, const Matrix& k, const Matrix& v,
                       const FlashOptions& options, const std::function<void(const Tile&)>& watch) {
  check(q, k, v, options);
  Matrix output = xt::empty<double>({rows(q), columns(v)});
  for (const Span queries : blocks_of(rows(q), options.block)) {
    const OnlineSoftmax last = attend_to_keys(cut_rows(q, queries), queries, k, v, options, watch);
    for (Index i = queries.first; i < queries.last; ++i) {
      const double sum = last.sums(i - queries.first);
      const bool no_key_left = options.guarded && sum == 0.0;
      for (Index c = 0; c < columns(v); ++c) {
        output(i, c) = no_key_left ? 0.0 : last.output(i - queries.first, c) / sum;
      }
    }
  }
  return output;
}

Matrix visible_share(const Mask& mask, Index block) {
  const std::vector<Span> queries = blocks_of(mask.shape(0), block);
  const std::vector<Span> keys = blocks_of(mask.shape(1), block);
  Matrix share = xt::empty<double>({queries.size(), keys.size()});
  for (Index i = 0; i < queries.size(); ++i) {
    for (Index j = 0; j < keys.size(); ++j) {
      const Index size = (queries[i].last - queries[i].first) * (keys[j].last - keys[j].first);
      share(i, j) =
          static_cast<double>(count_visible(mask, queries[i], keys[j])) / static_cast<double>(size);
    }
  }
  return share;
}

}  // namespace attn
