#include "core/saturation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <thread>

#include "core/random/draw.hpp"
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
  constexpr std::int64_t kMostScores = 32768;  // kept at a time
  const auto batch_draws =
      static_cast<std::size_t>(std::max(kMostScores / shape.keys, std::int64_t{1}));
  const auto draws = static_cast<std::size_t>(shape.draws);
  const std::size_t all = shape.dims.size() * draws;
  std::vector<Tally> tallies(shape.dims.size());
  for (std::size_t first = 0; first < all; first += batch_draws) {
    Batch batch(shape, first, std::min(all, first + batch_draws));
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
