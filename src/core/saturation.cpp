#include "core/saturation.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <thread>

#include "core/loops.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

// Mean and sample variance of numbers that come one by one (Welford, 1962).
class Moments {
 public:
  void add(double x) {
    const double change = x - mean_;
    count_ += 1.0;
    mean_ += change / count_;
    squares_ += change * (x - mean_);
  }

  double mean() const { return mean_; }
  double variance() const { return squares_ / (count_ - 1.0); }
  Estimate estimate() const { return {mean_, std::sqrt(variance() / count_)}; }

 private:
  double count_ = 0.0;
  double mean_ = 0.0;
  double squares_ = 0.0;
};

struct RowSharpness {
  double peak, entropy, jacobian;
};

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

struct DrawResult {
  std::vector<double> scores;  // (keys,)
  RowSharpness unscaled, scaled;
};

// A query and its keys, while their numbers come in pieces that may begin and end anywhere. A score
// is a sum over tiles of the row, at fixed places, so that its last bit does not depend on the
// pieces.
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

// Draws `first` to `last` of a sweep, numbered through all of its dims.
class Batch {
 public:
  Batch(const SweepShape& shape, std::size_t first, std::size_t last)
      : shape_(shape), first_(first), results_(last - first) {}

  std::uint64_t normals() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      sum += static_cast<std::uint64_t>(width(i) * (1 + shape_.keys));
    }
    return sum;
  }

  std::function<void()> visit(std::span<const double> normals);

  const std::vector<DrawResult>& results() const { return results_; }

 private:
  struct Piece {
    std::shared_ptr<Draw> draw;
    std::size_t position;
    std::span<const double> normals;
  };

  std::int64_t width(std::size_t i) const {
    return shape_.dims[(first_ + i) / static_cast<std::size_t>(shape_.draws)];
  }

  const SweepShape& shape_;
  const std::size_t first_;
  std::vector<DrawResult> results_;
  std::size_t begun_ = 0;       // draws begun
  std::shared_ptr<Draw> draw_;  // the last of them, unless it is complete
  std::size_t position_ = 0;    // in it
};

std::function<void()> Batch::visit(std::span<const double> normals) {
  std::vector<Piece> pieces;
  while (!normals.empty()) {
    if (!draw_) {
      draw_ = std::make_shared<Draw>(static_cast<std::size_t>(width(begun_)),
                                     static_cast<std::size_t>(shape_.keys), results_[begun_]);
      ++begun_;
      position_ = 0;
    }
    const auto piece = normals.first(std::min(normals.size(), draw_->size() - position_));
    draw_->keep(position_, piece);
    pieces.push_back({draw_, position_, piece});
    position_ += piece.size();
    if (position_ == draw_->size()) draw_.reset();
    normals = normals.subspan(piece.size());
  }
  return [pieces = std::move(pieces)] {
    for (const Piece& piece : pieces) piece.draw->score(piece.position, piece.normals);
  };
}

class Tally {
 public:
  void add(const DrawResult& result) {
    double squares = 0.0;
    for (const double score : result.scores) {
      scores_.add(score);
      squares += score * score;
    }
    squares_.add(squares / static_cast<double>(result.scores.size()));
    unscaled_.add(result.unscaled);
    scaled_.add(result.scaled);
  }

  Saturation saturation(std::int64_t d) const {
    // Scores of one draw share its query and are not independent; draws are. The error is therefore
    // that of a mean over draws, of Σ score² / keys.
    const Estimate variance{scores_.variance(), squares_.estimate().standard_error};
    return {d, unscaled_.sharpness(), scaled_.sharpness(), scores_.mean(), variance};
  }

 private:
  struct Side {
    Moments peak, entropy, jacobian;

    void add(const RowSharpness& row) {
      peak.add(row.peak);
      entropy.add(row.entropy);
      jacobian.add(row.jacobian);
    }
    Sharpness sharpness() const {
      return {peak.estimate(), entropy.estimate(), jacobian.estimate()};
    }
  };

  Moments scores_, squares_;
  Side unscaled_, scaled_;
};

void check(const SweepShape& shape) {
  for (const std::int64_t d : shape.dims) {
    if (d < 1) throw Error("a width of {} leaves no vectors to draw; use 1 or more", d);
  }
  if (shape.keys < 1) throw Error("{} keys leave nothing to attend to; use 1 or more", shape.keys);
  if (shape.draws < 2) {
    throw Error("{} draws have no spread to measure; use 2 or more", shape.draws);
  }
}

}  // namespace

std::vector<Saturation> saturation_sweep(Generator& generator, const SweepShape& shape,
                                         unsigned threads) {
  check(shape);
  constexpr std::size_t kBatchDraws = 4096;
  const auto draws = static_cast<std::size_t>(shape.draws);
  const std::size_t all = shape.dims.size() * draws;
  std::vector<Tally> tallies(shape.dims.size());
  for (std::size_t first = 0; first < all; first += kBatchDraws) {
    Batch batch(shape, first, std::min(all, first + kBatchDraws));
    generator.visit_normals(batch.normals(), threads, [&batch](std::span<const double> normals) {
      return batch.visit(normals);
    });
    std::size_t number = first;
    for (const DrawResult& result : batch.results()) tallies[number++ / draws].add(result);
  }
  std::vector<Saturation> sweep;
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    sweep.push_back(tallies[i].saturation(shape.dims[i]));
  }
  return sweep;
}

unsigned sweep_threads() { return std::clamp(std::thread::hardware_concurrency(), 1U, 4U); }

}  // namespace attn
