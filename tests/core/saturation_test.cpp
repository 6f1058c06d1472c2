#include "core/saturation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/error.hpp"

using namespace attn;

namespace {

// A comparison that fails when one side is NaN.
bool near(double a, double b, double tolerance = 1e-12) { return std::abs(a - b) <= tolerance; }

bool same(const Estimate& a, const Estimate& b) {
  return a.mean == b.mean && a.standard_error == b.standard_error;
}

bool same(const MeanStatistics& a, const MeanStatistics& b) {
  return same(a.peak, b.peak) && same(a.entropy, b.entropy) && same(a.jacobian, b.jacobian);
}

bool same(const Saturation& a, const Saturation& b) {
  return a.d == b.d && same(a.unscaled, b.unscaled) && same(a.scaled, b.scaled) &&
         a.score_mean == b.score_mean && same(a.score_variance, b.score_variance);
}

// Mean, sample variance and standard error in two passes.
struct Statistics {
  double mean, variance, standard_error;
};

Statistics statistics(const std::vector<double>& numbers) {
  const double count = static_cast<double>(numbers.size());
  double sum = 0.0, squares = 0.0;
  for (const double x : numbers) sum += x;
  for (const double x : numbers) squares += (x - sum / count) * (x - sum / count);
  const double variance = squares / (count - 1.0);
  return {sum / count, variance, std::sqrt(variance / count)};
}

bool near(const Estimate& a, const std::vector<double>& numbers) {
  const Statistics b = statistics(numbers);
  return near(a.mean, b.mean) && near(a.standard_error, b.standard_error);
}

// The figures of one row of weights, as their definitions say.
struct Rows {
  std::vector<double> peaks, entropies, jacobians;

  void add(const std::vector<double>& scores, double divisor) {
    double sum = 0.0, entropy = 0.0, squares = 0.0;
    std::vector<double> a = scores;
    for (double& weight : a) weight = std::exp(weight / divisor);
    for (const double weight : a) sum += weight;
    for (double& weight : a) weight /= sum;
    for (std::size_t i = 0; i < a.size(); ++i) {
      entropy -= a[i] * std::log(a[i]);
      for (std::size_t j = 0; j < a.size(); ++j) {
        const double slope = (i == j ? a[i] : 0.0) - a[i] * a[j];
        squares += slope * slope;
      }
    }
    peaks.push_back(*std::max_element(a.begin(), a.end()));
    entropies.push_back(entropy);
    jacobians.push_back(std::sqrt(squares));
  }

  bool near_to(const MeanStatistics& means) const {
    return near(means.peak, peaks) && near(means.entropy, entropies) &&
           near(means.jacobian, jacobians);
  }
};

std::vector<double> draw(Generator& generator, std::size_t count) {
  std::vector<double> normals(count);
  for (double& x : normals) x = generator.normal();
  return normals;
}

// The scores (keys,) of one draw, by the textbook.
std::vector<double> draw_scores(Generator& generator, std::size_t d, std::size_t keys) {
  const std::vector<double> query = draw(generator, d), all_keys = draw(generator, keys * d);
  std::vector<double> scores(keys, 0.0);
  for (std::size_t i = 0; i < keys * d; ++i) scores[i / d] += query[i % d] * all_keys[i];
  return scores;
}

}  // namespace

TEST_SUITE_BEGIN("saturation");

TEST_CASE("equals NumPy's peaks after the six-word sentence") {
  // NumPy 1.24.2: rng = default_rng(0), 248 normals drawn for the sentence, then for each d in turn
  // 300 times q = rng.normal(size=d), ks = rng.normal(size=(16, d)), and the means of
  // softmax(ks @ q).max() and softmax(ks @ q / sqrt(d)).max(); at the end rng.normal().
  const double peaks[][2] = {{0.553270942160933, 0.23527557644807304},
                             {0.8239653109264418, 0.25338379986778187},
                             {0.946547373266813, 0.2443051474059988},
                             {0.9852184825274515, 0.24603060030010962}};
  Generator generator("0");
  draw(generator, 6 * 8 + 8 + 3 * 8 * 8);
  const std::vector<Saturation> sweep = saturation_sweep(generator, SweepShape{});
  REQUIRE(sweep.size() == 4);
  for (std::size_t i = 0; i < sweep.size(); ++i) {
    CAPTURE(sweep[i].d);
    CHECK(near(sweep[i].unscaled.peak.mean, peaks[i][0]));
    CHECK(near(sweep[i].scaled.peak.mean, peaks[i][1]));
    CHECK(std::abs(sweep[i].score_variance.mean - static_cast<double>(sweep[i].d)) <=
          5.0 * sweep[i].score_variance.standard_error);
  }
  CHECK(generator.normal() == 0.46743665998908585);
}

TEST_CASE("has the figures of its definitions, for widths that no tile divides") {
  // Narrow enough for the naive softmax of unscaled scores.
  const SweepShape shape{{1, 7, 300, 5000}, 3, 4};
  Generator generator("9"), expected("9");
  for (const Saturation& at : saturation_sweep(generator, shape)) {
    CAPTURE(at.d);
    Rows unscaled, scaled;
    std::vector<double> scores, squares;
    for (int i = 0; i < 4; ++i) {
      const std::vector<double> row = draw_scores(expected, static_cast<std::size_t>(at.d), 3);
      unscaled.add(row, 1.0);
      scaled.add(row, std::sqrt(static_cast<double>(at.d)));
      scores.insert(scores.end(), row.begin(), row.end());
      squares.push_back((row[0] * row[0] + row[1] * row[1] + row[2] * row[2]) / 3.0);
    }
    CHECK(unscaled.near_to(at.unscaled));
    CHECK(scaled.near_to(at.scaled));
    const Statistics all = statistics(scores);
    CHECK(near(at.score_mean, all.mean, 1e-12 * static_cast<double>(at.d)));
    CHECK(near(at.score_variance.mean, all.variance, 1e-12 * all.variance));
    CHECK(near(at.score_variance.standard_error, statistics(squares).standard_error,
               1e-12 * all.variance));
  }
  CHECK(generator.raw() == expected.raw());
}

TEST_CASE("is the same for two widths at once or one after the other") {
  Generator generator("12"), at_once("12");
  const Saturation two = saturation_sweep(generator, {{2}, 16, 2500}).front();
  const Saturation three = saturation_sweep(generator, {{3}, 16, 2500}).front();
  const std::vector<Saturation> both = saturation_sweep(at_once, {{2, 3}, 16, 2500});
  CHECK(same(both[0], two));
  CHECK(same(both[1], three));
  CHECK(at_once.raw() == generator.raw());
}

TEST_CASE("keeps the digits of what is left where a weight is all but 1") {
  // To first order in e = exp(-50): a = (1 - e, e), entropy e + 50e, Jacobian e·((1, -1), (-1, 1)).
  const double e = std::exp(-50.0);
  const RowStatistics row = row_statistics(std::vector<double>{200.0, 100.0}, 2.0);
  CHECK(row.peak == 1.0);
  CHECK(near(row.entropy / e, 51.0));
  CHECK(near(row.jacobian / e, 2.0));
}

TEST_CASE("has no gradient left, and no NaN, where a weight is all but 1") {
  Generator generator("13");
  const Saturation at = saturation_sweep(generator, {{200'000}, 2, 5}).front();
  CHECK(at.unscaled.peak.mean <= 1.0);
  CHECK(at.unscaled.peak.mean >= 0.999);
  CHECK(at.unscaled.jacobian.mean >= 0.0);
  CHECK(at.unscaled.jacobian.mean <= 1e-3);
  CHECK(at.unscaled.entropy.mean >= 0.0);
  CHECK(at.unscaled.entropy.mean <= 1e-3);
}

TEST_CASE("gives a single key all the weight") {
  Generator generator("14");
  const Saturation at = saturation_sweep(generator, {{4}, 1, 2}).front();
  CHECK(same(at.unscaled.peak, {1.0, 0.0}));
  CHECK(same(at.unscaled.entropy, {0.0, 0.0}));
  CHECK(same(at.unscaled.jacobian, {0.0, 0.0}));
}

TEST_CASE("refuses widths, keys and draws that measure nothing") {
  Generator generator;
  CHECK_THROWS_WITH_AS(saturation_sweep(generator, {{8, 0}, 16, 300}),
                       "a width of 0 leaves no vectors to draw; use 1 or more", Error);
  CHECK_THROWS_WITH_AS(saturation_sweep(generator, {{8}, 0, 300}),
                       "0 keys leave nothing to attend to; use 1 or more", Error);
  CHECK_THROWS_WITH_AS(saturation_sweep(generator, {{8}, 16, 1}),
                       "1 draws have no spread to measure; use 2 or more", Error);
}

TEST_SUITE_END();
