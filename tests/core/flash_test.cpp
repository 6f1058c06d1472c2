#include "core/flash.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/attention.hpp"
#include "core/mask.hpp"

using namespace attn;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Inputs {
  Matrix q, k, v;
};

// Shapes and numbers that change with the seed: T, S, d_k and d_v from 1 to 9.
Inputs random_inputs(unsigned seed) {
  std::mt19937 engine(seed);
  const auto size = [&engine] { return Index{1 + engine() % 9}; };
  const auto matrix = [&engine](Index height, Index width) {
    std::normal_distribution<double> normal;
    Matrix m = xt::empty<double>({height, width});
    for (double& x : m) x = normal(engine);
    return m;
  };
  const Index queries = size(), keys = size(), d_k = size(), d_v = size();
  return {matrix(queries, d_k), matrix(keys, d_k), matrix(keys, d_v)};
}

Mask random_mask(Index queries, Index keys, unsigned seed) {
  std::mt19937 engine(seed);
  Mask mask = xt::empty<bool>({queries, keys});
  for (auto&& hidden : mask) hidden = engine() % 3 != 0;
  return mask;
}

// Attention as three loops: the oracle. A row without a key is 0.
Matrix by_hand(const Inputs& in, const Mask& mask) {
  Matrix output = xt::zeros<double>({rows(in.q), columns(in.v)});
  for (Index i = 0; i < rows(in.q); ++i) {
    double sum = 0.0;
    for (Index j = 0; j < rows(in.k); ++j) {
      if (mask(i, j)) continue;
      double score = 0.0;
      for (Index c = 0; c < columns(in.q); ++c) score += in.q(i, c) * in.k(j, c);
      const double e = std::exp(score / std::sqrt(static_cast<double>(columns(in.q))));
      sum += e;
      for (Index c = 0; c < columns(in.v); ++c) output(i, c) += e * in.v(j, c);
    }
    for (Index c = 0; c < columns(in.v); ++c) output(i, c) /= sum == 0.0 ? 1.0 : sum;
  }
  return output;
}

Mask nothing_hidden(const Inputs& in) { return xt::zeros<bool>({rows(in.q), rows(in.k)}); }

std::vector<Tile> tiles_of(const Inputs& in, const FlashOptions& options) {
  std::vector<Tile> tiles;
  flash_attention(in.q, in.k, in.v, options, [&](const Tile& tile) { tiles.push_back(tile); });
  return tiles;
}

// "The cat sat", queries, keys and values the same: scores of The are 1, 0, 0.5 once divided by 2.
Inputs cat_sat() {
  const Matrix x{{1, 0, 1, 0}, {0, 1, 0, 1}, {1, 1, 0, 0}};
  return {x, x, x};
}

bool has_nan(const Matrix& m, Index i) {
  return std::ranges::any_of(row(m, i), [](double x) { return std::isnan(x); });
}

}  // namespace

TEST_SUITE_BEGIN("flash attention");

TEST_CASE("equals attention and three loops for every shape, block and mask") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Inputs in = random_inputs(seed);
    for (const Mask& mask : {nothing_hidden(in), causal_mask(rows(in.q), rows(in.k)),
                             random_mask(rows(in.q), rows(in.k), seed)}) {
      const Matrix whole = attention(in.q, in.k, in.v, {.mask = mask}).output;
      CHECK(largest_difference(whole, by_hand(in, mask)) <= 1e-13);
      for (Index block = 1; block <= 12; ++block) {
        CAPTURE(seed);
        CAPTURE(block);
        const Matrix tiled = flash_attention(in.q, in.k, in.v, {.block = block, .mask = mask});
        CHECK(largest_difference(tiled, whole) <= 1e-13);
      }
    }
  }
}

TEST_CASE("gives the figures of The cat sat that a pencil gives") {
  const std::vector<Tile> tiles = tiles_of(cat_sat(), {.block = 2});
  REQUIRE(tiles.size() == 4);
  const OnlineSoftmax& first = tiles[0].after;
  CHECK(first.peaks(0) == 1.0);
  CHECK(first.sums(0) == doctest::Approx(1.0 + std::exp(-1.0)).epsilon(1e-15));
  const OnlineSoftmax& last = tiles[1].after;
  CHECK(tiles[1].rescale(0) == 1.0);
  CHECK(last.peaks(0) == 1.0);
  CHECK(last.sums(0) == doctest::Approx(1.0 + std::exp(-1.0) + std::exp(-0.5)).epsilon(1e-15));
  const Inputs in = cat_sat();
  const Matrix output = flash_attention(in.q, in.k, in.v, {.block = 2});
  const double expected[] = {0.8137, 0.4935, 0.5065, 0.1863};
  for (Index c = 0; c < 4; ++c) CHECK(std::abs(output(0, c) - expected[c]) < 5e-5);
}

TEST_CASE("rescales what it has when a tile brings a larger score") {
  // sat: 0.5 and 0.5 in the first tile, 1 in the second.
  const std::vector<Tile> tiles = tiles_of(cat_sat(), {.block = 2});
  CHECK(tiles[2].after.peaks(0) == 0.5);
  CHECK(tiles[2].after.sums(0) == 2.0);
  CHECK(tiles[3].after.peaks(0) == 1.0);
  CHECK(tiles[3].rescale(0) == doctest::Approx(std::exp(-0.5)).epsilon(1e-15));
  CHECK(tiles[3].after.sums(0) == doctest::Approx(2.0 * std::exp(-0.5) + 1.0).epsilon(1e-15));
}

TEST_CASE("takes in tiles in order, the last ones cut short") {
  const std::vector<Tile> tiles = tiles_of(cat_sat(), {.block = 2});
  CHECK(tiles[1].first_query == 0);
  CHECK(tiles[1].first_key == 2);
  CHECK(columns(tiles[1].scores) == 1);
  CHECK(tiles[3].first_query == 2);
  CHECK(rows(tiles[3].scores) == 1);
}

TEST_CASE("is one tile when the block is wider than the sentence, however wide") {
  const Inputs in = cat_sat();
  for (const Index block : {Index{3}, Index{4}, std::numeric_limits<Index>::max()}) {
    CHECK(tiles_of(in, {.block = block}).size() == 1);
    CHECK(largest_difference(flash_attention(in.q, in.k, in.v, {.block = block}),
                             attention(in.q, in.k, in.v).output) <= 1e-15);
  }
}

TEST_CASE("skips the tiles that a causal mask hides, and takes them in when asked to") {
  const Inputs in{xt::ones<double>({8, 1}), xt::ones<double>({8, 1}), xt::ones<double>({8, 1})};
  CHECK(tiles_of(in, {.block = 2, .mask = causal_mask(8)}).size() == 10);  // 4 + 3 + 2 + 1 of 16
  CHECK(tiles_of(in, {.block = 2, .mask = causal_mask(8), .skip = false}).size() == 16);
}

TEST_CASE("gives 0 to a row with no key left") {
  const Inputs in = cat_sat();
  const Mask all = xt::ones<bool>({3, 3});
  for (const bool skip : {true, false}) {
    const Matrix output =
        flash_attention(in.q, in.k, in.v, {.block = 2, .mask = all, .skip = skip});
    CHECK(largest_difference(output, xt::zeros<double>({3, 4})) == 0.0);
  }
}

TEST_CASE("keeps a NaN or an infinity in a hidden key or value from the output") {
  for (const double poison : {kNan, kInfinity, -kInfinity}) {
    Inputs in = cat_sat();
    const Mask padding = padding_mask(3, 3, 1);
    const Matrix clean = flash_attention(in.q, in.k, in.v, {.block = 2, .mask = padding});
    in.k(0, 1) = in.v(0, 2) = poison;
    const Matrix output = flash_attention(in.q, in.k, in.v, {.block = 2, .mask = padding});
    CHECK(largest_difference(output, clean) <= 1e-15);
  }
}

TEST_CASE("lets a NaN in a visible key reach the rows that see it, and no other") {
  Inputs in = cat_sat();
  in.k(1, 0) = kNan;
  const Matrix output = flash_attention(in.q, in.k, in.v, {.block = 1, .mask = causal_mask(3)});
  CHECK_FALSE(has_nan(output, 0));
  CHECK(has_nan(output, 1));
  CHECK(has_nan(output, 2));
}

TEST_CASE("survives scores of ±1e30: the largest takes all the weight, in whatever tile") {
  const Matrix q{{1e30}}, v{{1.0}, {2.0}, {3.0}};
  for (Index largest = 0; largest < 3; ++largest) {
    Matrix k{{-1.0}, {-1.0}, {-1.0}};
    k(largest, 0) = 1.0;
    const Matrix output = flash_attention(q, k, v, {.block = 1});
    CHECK(output(0, 0) == v(largest, 0));
  }
}

TEST_CASE("needs nothing but d = 1 and n = 1: the output is the value") {
  CHECK(flash_attention({{5.0}}, {{-7.0}}, {{3.0}}, {.block = 1})(0, 0) == 3.0);
}

TEST_CASE("multiplies scores by the scale that is given") {
  const Inputs in = cat_sat();
  const Matrix tiled = flash_attention(in.q, in.k, in.v, {.block = 2, .scale = 3.0});
  CHECK(largest_difference(tiled, attention(in.q, in.k, in.v, {.scale = 3.0}).output) <= 1e-15);
}

TEST_CASE("refuses shapes that do not fit, and an empty block") {
  const Inputs in = cat_sat();
  CHECK_THROWS_AS(flash_attention(xt::ones<double>({3, 5}), in.k, in.v), std::logic_error);
  CHECK_THROWS_AS(flash_attention(in.q, xt::ones<double>({4, 4}), in.v), std::logic_error);
  CHECK_THROWS_AS(flash_attention(in.q, in.k, in.v, {.block = 0}), std::logic_error);
  CHECK_THROWS_AS(flash_attention(in.q, in.k, in.v, {.mask = causal_mask(4)}), std::logic_error);
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("flash attention without its guard");

TEST_CASE("spoils rows 4 to 7 under a window of 3 with tiles of 2") {
  const Inputs in{xt::ones<double>({8, 1}), xt::ones<double>({8, 1}), xt::ones<double>({8, 1})};
  const Matrix output = flash_attention(
      in.q, in.k, in.v, {.block = 2, .mask = window_mask(8, 3), .skip = false, .guarded = false});
  for (Index i = 0; i < 8; ++i) CHECK(has_nan(output, i) == (i >= 4));
}

TEST_CASE("spoils every row when two tokens at the left are padding and tiles hold two") {
  const Inputs in{xt::ones<double>({8, 1}), xt::ones<double>({8, 1}), xt::ones<double>({8, 1})};
  const Matrix output =
      flash_attention(in.q, in.k, in.v,
                      {.block = 2, .mask = padding_mask(8, 8, 2), .skip = false, .guarded = false});
  for (Index i = 0; i < 8; ++i) CHECK(has_nan(output, i));
}

TEST_CASE("is not mended by skipping hidden tiles") {
  // Rows 6 and 7 see nothing of the first four keys, but rows 4 and 5 do: the tile is taken in.
  const Inputs in{xt::ones<double>({8, 1}), xt::ones<double>({8, 1}), xt::ones<double>({8, 1})};
  const Matrix output =
      flash_attention(in.q, in.k, in.v, {.block = 4, .mask = window_mask(8, 3), .guarded = false});
  for (Index i = 0; i < 8; ++i) CHECK(has_nan(output, i) == (i >= 6));
}

TEST_CASE("equals attention while every row sees a key of its first tile") {
  const Inputs in = cat_sat();
  const Matrix tiled = flash_attention(
      in.q, in.k, in.v, {.block = 2, .mask = causal_mask(3), .skip = false, .guarded = false});
  const Matrix whole = attention(in.q, in.k, in.v, {.mask = causal_mask(3)}).output;
  CHECK(largest_difference(tiled, whole) <= 1e-15);
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("the visible share of a tile");

TEST_CASE("is 1 below the diagonal of a causal mask, 0 above it, and between on it") {
  const Matrix share = visible_share(causal_mask(5), 2);
  const Matrix expected{{0.75, 0.0, 0.0}, {1.0, 0.75, 0.0}, {1.0, 1.0, 1.0}};
  CHECK(largest_difference(share, expected) == 0.0);
}

TEST_SUITE_END();
