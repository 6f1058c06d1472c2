#include "core/random/draw.hpp"

#include <algorithm>
#include <cmath>

namespace attn {

// Of softmax(scores / divisor), the maximum subtracted first. Nothing here is the difference of
// nearly equal numbers, so that the figures stay exact where a weight is all but 1.
RowSharpness row_sharpness(std::span<const double> scores, double divisor) {
  const auto top =
      static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
  double others = 0.0;  // Σ exp(z) but for the peak, where z = 0 and exp(z) = 1
  double moment = 0.0;  // Σ z·exp(z)
  std::vector<double> weights(scores.size(), 1.0);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (i == top) continue;
    const double z = scores[i] / divisor - scores[top] / divisor;
    weights[i] = std::exp(z);
    others += weights[i];
    moment += z * weights[i];
  }
  const double sum = 1.0 + others;
  // ‖diag(a) − a·aᵀ‖² = Σ a_i²(1 − a_i)² + 2 Σ_{j<i} a_i²a_j²
  double diagonal = 0.0, below = 0.0, before = 0.0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double weight = weights[i] / sum;
    const double rest = i == top ? others / sum : 1.0 - weight;
    diagonal += weight * rest * weight * rest;
    below += weight * weight * before;
    before += weight * weight;
  }
  return {1.0 / sum, std::log1p(others) - moment / sum, std::sqrt(diagonal + 2.0 * below)};
}

void Draw::keep(std::size_t position, std::span<const double> piece) {
  const std::size_t end = position + piece.size();
  if (position < d_) {
    std::copy_n(piece.begin(), std::min(end, d_) - position,
                query_.begin() + static_cast<std::ptrdiff_t>(position));
  }
  if (!begun_.empty()) {
    const auto rest = piece.first(std::min(piece.size(), tile_end(position) - position));
    begun_.insert(begun_.end(), rest.begin(), rest.end());
    const std::size_t reached = position + rest.size();
    if (reached == tile_end(position)) {
      scored(score_tile(reached - begun_.size(), begun_));
      begun_.clear();
    }
  }
  if (const std::size_t begin = tile_begin(end); begin >= position) {
    const auto tail = piece.last(end - begin);
    begun_.assign(tail.begin(), tail.end());
  }
}

void Draw::score(std::size_t position, std::span<const double> piece) {
  const std::size_t end = position + piece.size();
  std::size_t begin = tile_begin(position) == position ? position : tile_end(position);
  std::size_t tiles = 0;
  while (begin < end && tile_end(begin) <= end) {
    const std::size_t size = tile_end(begin) - begin;
    tiles += score_tile(begin, piece.subspan(begin - position, size));
    begin += size;
  }
  scored(tiles);
}

// How many tiles of scores it was: 0 where the tile is one of the query.
std::size_t Draw::score_tile(std::size_t position, std::span<const double> tile) {
  const std::size_t row = position / d_, column = position % d_;
  if (row == 0) return 0;
  sums_[(row - 1) * tiles_ + column / kTile] =
      loops_.dot(query_.data() + column, tile.data(), tile.size());
  return 1;
}

void Draw::scored(std::size_t tiles) {
  if (tiles == 0 || missing_.fetch_sub(tiles, std::memory_order_acq_rel) != tiles) return;
  result_.scores.assign(keys_, 0.0);
  for (std::size_t i = 0; i < sums_.size(); ++i) result_.scores[i / tiles_] += sums_[i];
  result_.unscaled = row_sharpness(result_.scores, 1.0);
  result_.scaled = row_sharpness(result_.scores, std::sqrt(static_cast<double>(d_)));
}

}  // namespace attn
