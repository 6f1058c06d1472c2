// Sheets of the softmax, in one piece and in tiles, and of a step with a cache.
#include "lessons/exercises/parts.hpp"
#include "lessons/exercises/sheets.hpp"

namespace attn::lessons::exercises {

namespace rules = practice;

void softmax_rows(Plan& plan) {
  constexpr Index kWords = 3;
  const Labels words = sentence(plan, kWords);
  const std::string b = plan.base() == practice::Base::e ? "e" : practice::word_of(plan.base());
  const Index scores = plan.given("scores", "Scores, scaled", queries(words), keys(words),
                                  plan.halves(kWords, kWords, -4, 6));
  const Index peaks = plan.step(
      "row_max", plan.either("The largest score of each row", "The largest score of each column"),
      "m_i = \\max_j s_{ij}", queries(words), {}, rules::row_maximum(scores));
  const Index exps =
      plan.step("exps", "Exponentials", "e_{ij} = " + b + "^{s_{ij} - m_i}", queries(words),
                keys(words), rules::exponentials(scores, peaks, plan.base()));
  const Index sums = plan.step("row_sum", "Their sums", "l_i = \\sum_j e_{ij}", queries(words), {},
                               rules::row_sum_of(exps));
  plan.weights("weights", "Weights", "A_{ij} = \\frac{e_{ij}}{l_i}", queries(words), keys(words),
               rules::divided(exps, sums));
}

namespace {

struct State {
  Index peak, sum, output;
};

struct TileOf {
  Index scores, values;
  Labels keys;
};

std::string tile_title(const char* what, int tile) {
  return std::string(what) + " after tile " + std::to_string(tile);
}

Index tile_exponentials(Plan& plan, const TileOf& tile, Index peak, int number,
                        const Labels& words) {
  const std::string n = std::to_string(number);
  const std::string b = plan.base() == practice::Base::e ? "e" : practice::word_of(plan.base());
  return plan.step("exps_" + n, "Exponentials of tile " + n, "e_j = " + b + "^{s_j - m_" + n + "}",
                   queries(words), keys(tile.keys),
                   rules::exponentials(tile.scores, peak, plan.base()));
}

State first_tile(Plan& plan, const TileOf& tile, const Labels& words, Index d_v) {
  const Index peak = plan.step("m_1", tile_title("Largest score", 1), "m_1 = \\max_j s_j",
                               queries(words), {}, rules::row_maximum(tile.scores));
  const Index exps = tile_exponentials(plan, tile, peak, 1, words);
  const Index sum = plan.step("l_1", tile_title("Sum", 1), "l_1 = \\sum_j e_j", queries(words), {},
                              rules::row_sum_of(exps));
  const Index output =
      plan.step("o_1", tile_title("Output, not yet divided,", 1), "o_1 = \\sum_j e_j v_j",
                queries(words), components(d_v), rules::product(exps, tile.values));
  return {peak, sum, output};
}

State next_tile(Plan& plan, const State& before, const TileOf& tile, const Labels& words,
                Index d_v) {
  const std::string b = plan.base() == practice::Base::e ? "e" : practice::word_of(plan.base());
  const Index peak =
      plan.step("m_2", tile_title("Largest score", 2), "m_2 = \\max(m_1, \\max_j s_j)",
                queries(words), {}, rules::running_maximum(before.peak, tile.scores));
  const Index rescale =
      plan.step("r", "What is carried over is multiplied by", "r = " + b + "^{m_1 - m_2}",
                queries(words), {}, rules::rescale(before.peak, peak, plan.base()));
  const Index exps = tile_exponentials(plan, tile, peak, 2, words);
  const Index sum = plan.step("l_2", tile_title("Sum", 2), "l_2 = r l_1 + \\sum_j e_j",
                              queries(words), {}, rules::running_sum(before.sum, rescale, exps));
  const Index output = plan.step("o_2", tile_title("Output, not yet divided,", 2),
                                 "o_2 = r o_1 + \\sum_j e_j v_j", queries(words), components(d_v),
                                 rules::running_output(before.output, rescale, exps, tile.values));
  plan.insist(plan.values(peak)(0, 0) > plan.values(before.peak)(0, 0));
  return {peak, sum, output};
}

}  // namespace

void flash_tiling(Plan& plan) {
  constexpr Index kQueries = 2, kTile = 2, kValue = 2;
  const Labels words{"t0", "t1"};
  std::vector<TileOf> tiles;
  for (const Labels& names : {Labels{"t0", "t1"}, Labels{"t2", "t3"}}) {
    const std::string n = std::to_string(tiles.size() + 1);
    const Index scores = plan.given("scores_" + n, "Scaled scores s of tile " + n, queries(words),
                                    keys(names), plan.halves(kQueries, kTile, -4, 6));
    const Index values = plan.given("values_" + n, "Values v of tile " + n, keys(names),
                                    components(kValue), plan.halves(kTile, kValue, -4, 8));
    tiles.push_back({scores, values, names});
  }
  const State before = first_tile(plan, tiles[0], words, kValue);
  const State last = next_tile(plan, before, tiles[1], words, kValue);
  plan.step("output", "Output", "\\frac{o_2}{l_2}", queries(words), components(kValue),
            rules::divided(last.output, last.sum));
  for (Index i = 0; i < kQueries; ++i) {  // no tile is as good as nothing
    const double l = plan.values(last.sum)(i, 0),
                 r = plan.values(last.peak)(i, 0) - plan.values(before.peak)(i, 0);
    plan.insist(r <= 2.5 && l <= 6.0);
  }
}

}  // namespace attn::lessons::exercises
