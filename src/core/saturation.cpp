#include "core/saturation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

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

// Σ a[i]·b[i] as sixteen running sums, the i-th product in sum i mod 16, folded in halves: the
// order of the additions depends on the size alone, and a compiler may take several at a time.
double striped_dot(std::span<const double> a, std::span<const double> b) {
  std::array<double, 16> sums{};
  std::size_t i = 0;
  for (; i + 16 <= a.size(); i += 16) {
    for (std::size_t lane = 0; lane < 16; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  for (; i < a.size(); ++i) sums[i % 16] += a[i] * b[i];
  for (std::size_t half = 8; half != 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  }
  return sums[0];
}

// A query and its keys, drawn one after the other into the same memory; scores (keys,).
class Draw {
 public:
  Draw(std::int64_t d, std::int64_t keys)
      : query_(static_cast<std::size_t>(d)),
        key_(query_.size()),
        scores_(static_cast<std::size_t>(keys)) {}

  std::span<const double> scores(Generator& generator) {
    generator.fill_normal(query_);
    for (double& score : scores_) {
      generator.fill_normal(key_);
      score = 0.0;
      for (std::size_t at = 0; at < key_.size(); at += kTile) {
        const std::size_t size = std::min(kTile, key_.size() - at);
        score +=
            striped_dot(std::span(query_).subspan(at, size), std::span(key_).subspan(at, size));
      }
    }
    return scores_;
  }

 private:
  static constexpr std::size_t kTile = 256;  // keeps rounding errors of long sums small

  std::vector<double> query_, key_, scores_;
};

class Tally {
 public:
  void add(std::span<const double> scores, double divisor) {
    double squares = 0.0;
    for (const double score : scores) {
      scores_.add(score);
      squares += score * score;
    }
    squares_.add(squares / static_cast<double>(scores.size()));
    unscaled_.add(row_statistics(scores, 1.0));
    scaled_.add(row_statistics(scores, divisor));
  }

  Saturation saturation(std::int64_t d) const {
    // Scores of one draw share its query and are not independent; draws are. The error is therefore
    // that of a mean over draws, of Σ score² / keys.
    const Estimate variance{scores_.variance(), squares_.estimate().standard_error};
    return {d, unscaled_.means(), scaled_.means(), scores_.mean(), variance};
  }

 private:
  struct Side {
    Moments peak, entropy, jacobian;

    void add(const RowStatistics& row) {
      peak.add(row.peak);
      entropy.add(row.entropy);
      jacobian.add(row.jacobian);
    }
    MeanStatistics means() const {
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

// Of softmax(scores / divisor), the maximum subtracted first. Nothing here is the difference of
// nearly equal numbers, so that the figures stay exact where a weight is all but 1.
RowStatistics row_statistics(std::span<const double> scores, double divisor) {
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

std::vector<Saturation> saturation_sweep(Generator& generator, const SweepShape& shape) {
  check(shape);
  std::vector<Saturation> sweep;
  for (const std::int64_t d : shape.dims) {
    Draw draw(d, shape.keys);
    Tally tally;
    for (std::int64_t i = 0; i < shape.draws; ++i) {
      tally.add(draw.scores(generator), std::sqrt(static_cast<double>(d)));
    }
    sweep.push_back(tally.saturation(d));
  }
  return sweep;
}

}  // namespace attn
