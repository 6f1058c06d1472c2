// One draw of the saturation sweep: a query and its keys are scored while their numbers stream by.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

#include "core/random/loops.hpp"

namespace attn {

// How sharp a row of weights is; saturation.hpp says what each figure means.
struct RowSharpness {
  double peak, entropy, jacobian;
};

// Of softmax(scores / divisor).
RowSharpness row_sharpness(std::span<const double> scores, double divisor);

struct DrawResult {
  std::vector<double> scores;  // (keys,)
  RowSharpness unscaled, scaled;
};

// A query and its keys, while their numbers come in pieces that may begin and end anywhere. A score
// is a sum over tiles of the row, at fixed places, so that no bit of it depends on the pieces.
class Draw {
 public:
  Draw(std::size_t d, std::size_t keys, DrawResult& result)
      : d_(d),
        keys_(keys),
        tiles_((d + kTile - 1) / kTile),
        result_(result),
        loops_(fastest_loops()),
        query_(d),
        sums_(keys * tiles_),
        missing_(sums_.size()) {}

  std::size_t size() const { return d_ + keys_ * d_; }

  // To be called for piece after piece: keeps the query, and scores the tile that began in the
  // piece before.
  void keep(std::size_t position, std::span<const double> piece);

  // To be called for each piece after keep, at any time: scores the tiles that lie in it.
  void score(std::size_t position, std::span<const double> piece);

 private:
  static constexpr std::size_t kTile = 256;

  std::size_t tile_begin(std::size_t position) const { return position - position % d_ % kTile; }
  std::size_t tile_end(std::size_t position) const {
    const std::size_t column = position % d_;
    return position - column + std::min(d_, (column / kTile + 1) * kTile);
  }

  std::size_t score_tile(std::size_t position, std::span<const double> tile);
  void scored(std::size_t tiles);

  const std::size_t d_, keys_, tiles_;
  DrawResult& result_;
  const Loops& loops_;
  std::vector<double> query_;
  std::vector<double> begun_;  // the tile of which the rest is in the next piece
  std::vector<double> sums_;   // (keys, tiles)
  std::atomic<std::size_t> missing_;
};

}  // namespace attn
