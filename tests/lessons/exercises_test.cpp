// Do the exercises ask for what the lessons compute, and do their solutions grade in full?
#include "lessons/exercises.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "check/check.hpp"
#include "core/attention.hpp"
#include "core/costs/cost.hpp"
#include "core/costs/layer_cost.hpp"
#include "core/flash.hpp"
#include "core/mask.hpp"
#include "core/multi_head.hpp"
#include "core/sinusoids.hpp"
#include "core/softmax.hpp"
#include "practice/judge.hpp"
#include "practice/page.hpp"

using namespace attn;
using namespace attn::practice;

namespace {

constexpr std::array kLevels{Level::cell, Level::row, Level::all};
constexpr std::array kBases{Base::e, Base::two, Base::three};
constexpr std::array kLayouts{Layout::rows, Layout::columns};

Sheet sheet_of(std::string_view lesson, int seed = 0, SheetOptions options = {}) {
  options.lesson = lesson;
  options.seed = std::to_string(seed);
  return make_sheet(exercises(), options);
}

const Matrix& values(const Sheet& sheet, std::string_view id) {
  const auto step = std::ranges::find(sheet.steps, id, &Step::id);
  REQUIRE(step != sheet.steps.end());
  return step->values;
}

double given(const Sheet& sheet, std::string_view id, Index column, Index r = 0) {
  return values(sheet, id)(r, column);
}

// Visits sheets of every lesson, level, base and layout, with so many seeds each.
template <typename Visit>
void for_each_sheet(int seeds, const Visit& visit) {
  for (const Exercise& exercise : exercises()) {
    int seed = 0;
    for (const Level level : kLevels) {
      for (const Base base : kBases) {
        for (const Layout layout : kLayouts) {
          for (int i = 0; i < seeds; ++i, ++seed) {
            visit(
                sheet_of(exercise.lesson, seed,
                         {.level = level, .base = base, .digits = 1 + seed % 6, .layout = layout}));
          }
        }
      }
    }
  }
}

Answers solved(const Sheet& sheet) { return parse_csv_answers(csv_template(sheet, true), "a.csv"); }

bool near(const Matrix& a, const Matrix& b) { return largest_difference(a, b) < 1e-12; }

}  // namespace

TEST_SUITE_BEGIN("exercises");

TEST_CASE("solve to themselves: of ten thousand sheets each grades in full") {
  int sheets = 0;
  for_each_sheet(62, [&sheets](const Sheet& sheet) {
    ++sheets;
    const Grade full = grade(sheet, solved(sheet), {});
    if (full.points == full.possible && full.possible >= 1.0) return;
    CAPTURE(sheet.code);
    CAPTURE(sheet.options.seed);
    CHECK(full.points == full.possible);
  });
  CHECK(sheets == 9 * 18 * 62);
}

TEST_CASE("name every gap once, and have numbers in all") {
  for_each_sheet(1, [](const Sheet& sheet) {
    CAPTURE(sheet.code);
    std::set<std::string> names;
    for_each_gap(sheet, [&](Index s, Index r, Index c) {
      CHECK(names.insert(gap_name(sheet, sheet.steps[s], r, c)).second);
      const double x = sheet.steps[s].values(r, c);
      CHECK((std::isfinite(x) || x == -HUGE_VAL));
    });
    CHECK(names.size() >= 4);
  });
}

TEST_CASE("show in their solutions only lines that attn check finds right") {
  int claims = 0;
  for_each_sheet(1, [&claims](const Sheet& sheet) {
    if (sheet.options.digits < 2) return;  // fewer count as exact, not as rounded
    CAPTURE(sheet.code);
    CAPTURE(sheet.options.seed);
    std::string notes;
    for_each_gap(sheet,
                 [&](Index s, Index r, Index c) { notes += worked_cell(sheet, s, r, c) + "\n"; });
    for (const Finding& finding : check_notes(notes, {}, PrintedDigits::either)) {
      ++claims;
      CAPTURE(finding.text);
      CHECK(finding.verdict == attn::Judgement::Verdict::right);
    }
  });
  CHECK(claims > 500);
}

TEST_CASE("are kind to a pencil: halves at most, and short products") {
  for_each_sheet(2, [](const Sheet& sheet) {
    for (const Step& step : sheet.steps) {
      if (step.rule) continue;
      for (const double x : step.values) {
        if (step.id != "frequencies") CHECK(2.0 * x == std::round(2.0 * x));
        if (std::abs(x) < 64.0) CHECK(std::abs(x) <= 32.0);
      }
    }
  });
}

TEST_CASE("have the numbers of attention in the walkthrough") {
  const Sheet s = sheet_of("walkthrough");
  const Matrix& x = values(s, "embeddings");
  const Attention a = attention(product(x, values(s, "w_q")), product(x, values(s, "w_k")),
                                product(x, values(s, "w_v")));
  CHECK(near(values(s, "scores"), a.scores));
  CHECK(near(values(s, "scaled"), a.scaled));
  CHECK(near(values(s, "weights"), a.weights));
  CHECK(near(values(s, "output"), a.output));
}

TEST_CASE("have those of a softmax in softmax-rows, to every base") {
  for (const Base base : kBases) {
    const Sheet s = sheet_of("softmax-rows", 5, {.base = base});
    const Matrix natural = values(s, "scores") * std::log(number_of(base));
    CHECK(near(values(s, "weights"), softmax(natural)));
  }
}

TEST_CASE("have those under a mask in causal-mask") {
  const Sheet s = sheet_of("causal-mask", 1);
  const Matrix visible = hide(values(s, "scaled"), causal_mask(4));
  CHECK(values(s, "visible") == visible);
  CHECK(near(values(s, "weights"), softmax(visible)));
  CHECK(near(values(s, "output"), weighted_sum(softmax(visible), values(s, "v"))));
}

TEST_CASE("have those of several heads in heads") {
  const Sheet s = sheet_of("heads", 2);
  const MultiHead m =
      multi_head_attention(values(s, "q"), values(s, "k"), values(s, "v"), values(s, "w_o"), 2, 2);
  CHECK(near(values(s, "weights_0"), m.heads[0].weights));
  CHECK(near(values(s, "output_1"), m.heads[1].output));
  CHECK(near(values(s, "output"), m.output));
}

TEST_CASE("have those of the tiled algorithm in flash-tiling") {
  const Sheet s = sheet_of("flash-tiling", 3);
  Matrix scores = xt::zeros<double>({2, 4}), v = xt::zeros<double>({4, 2});
  for (Index i = 0; i < 2; ++i) {
    for (Index j = 0; j < 4; ++j) {
      scores(i, j) = values(s, j < 2 ? "scores_1" : "scores_2")(i, j % 2);
      v(j, i) = values(s, j < 2 ? "values_1" : "values_2")(j % 2, i);
    }
  }
  CHECK(near(values(s, "output"), weighted_sum(softmax(scores), v)));
  // Queries that are their own scores, of keys that are unit vectors: the core's run of the tiles.
  Matrix units = xt::zeros<double>({4, 4});
  for (Index j = 0; j < 4; ++j) units(j, j) = 1.0;
  int tiles = 0;
  flash_attention(scores, units, v, {.block = 2, .scale = 1.0}, [&](const Tile& tile) {
    const std::string n = tile.first_key == 0 ? "1" : "2";
    ++tiles;
    for (Index i = 0; i < 2; ++i) {
      CHECK(values(s, "m_" + n)(i, 0) == tile.after.peaks(i));
      CHECK(values(s, "l_" + n)(i, 0) == doctest::Approx(tile.after.sums(i)));
      if (n == "2") CHECK(values(s, "r")(i, 0) == doctest::Approx(tile.rescale(i)));
    }
    CHECK(near(values(s, "exps_" + n), tile.exps));
    CHECK(near(values(s, "o_" + n), tile.after.output));
  });
  CHECK(tiles == 2);
}

TEST_CASE("have the sinusoids of the core in order") {
  const Sheet s = sheet_of("order", 4);
  const Matrix& places = values(s, "places");
  const Matrix p = sinusoids({places.data(), places.size()}, 4, 100.0);
  CHECK(near(values(s, "positions"), p));
  CHECK(near(values(s, "dots"), product(p, transposed(p))));
}

TEST_CASE("count as the core does in cost, memory-table and kv-cache") {
  for (int seed = 0; seed < 20; ++seed) {
    const Sheet c = sheet_of("cost", seed), m = sheet_of("memory-table", seed),
                k = sheet_of("kv-cache", seed);
    const auto integer = [](double x) { return static_cast<Integer>(x); };
    for (Index r = 0; r < 3; ++r) {
      const Integer n = integer(given(c, "n", 0, r)), d = integer(given(c, "d", 0));
      CHECK(integer(values(c, "attention")(r, 0)) == attention_cost(n, d).products);
      CHECK(integer(values(c, "recurrent")(r, 0)) == recurrent_cost(n, d).products);
      CHECK(integer(values(c, "projections")(r, 0)) == projection_products(n, d));
      const AttentionShape shape{.layers = integer(given(m, "shape", 0)),
                                 .heads = integer(given(m, "shape", 1)),
                                 .kv_heads = integer(given(m, "shape", 1)),
                                 .head_dim = integer(given(m, "shape", 2)),
                                 .number_bytes = integer(given(m, "shape", 3))};
      const Integer tokens = integer(given(m, "n", 0, r));
      CHECK(integer(values(m, "score_bytes")(r, 0)) == score_bytes(shape, tokens));
      CHECK(integer(values(m, "layer_bytes")(r, 0)) == layer_score_bytes(shape, tokens));
      CHECK(integer(values(m, "all_bytes")(r, 0)) == all_score_bytes(shape, tokens));
      CHECK(integer(values(m, "qkvo_bytes")(r, 0)) == qkvo_bytes(shape, tokens));
    }
    const AttentionShape model{.layers = integer(given(k, "shape", 0)),
                               .heads = integer(given(k, "shape", 1)),
                               .kv_heads = integer(given(k, "shape", 2)),
                               .head_dim = integer(given(k, "shape", 3)),
                               .number_bytes = integer(given(k, "shape", 4))};
    CHECK(integer(values(k, "token_bytes")(0, 0)) == kv_cache_bytes(model, 1));
    CHECK(integer(values(k, "cache_bytes")(0, 0)) ==
          kv_cache_bytes(model, integer(given(k, "shape", 5))));
    CHECK(near(values(k, "output"),
               attention(values(k, "q"), values(k, "k"), values(k, "v")).output));
  }
}

TEST_CASE("follow through a whole walkthrough from one wrong query") {
  const Sheet sheet = sheet_of("walkthrough", 7);
  // As a student would who has one number of Q wrong, and computes on without a mistake.
  std::vector<Matrix> own;
  Answers answers{"a.csv", sheet.code, "", {}};
  for (const Step& step : sheet.steps) {
    own.push_back(step.rule ? values_of(*step.rule, own, {}) : step.values);
    if (step.id == "q") own.back()(0, 0) += 1.0;
    for (Index r = 0; step.rule && r < rows(step.values); ++r) {
      for (Index c = 0; c < columns(step.values); ++c) {
        answers.gaps.emplace(gap_name(sheet, step, r, c),
                             read_answer(std::to_string(own.back()(r, c)), ""));
      }
    }
  }
  const Grade graded = grade(sheet, answers, {});
  CHECK(graded.count(Verdict::wrong) == 1);
  CHECK(graded.count(Verdict::follows) > 2);
  CHECK(graded.points == graded.possible - 1.0);
}

TEST_SUITE_END();

TEST_CASE("solve to themselves: a softmax down the columns is named, and right weights are not") {
  const Sheet sheet = sheet_of("walkthrough");
  const auto step = std::ranges::find(sheet.steps, "weights", &Step::id);
  REQUIRE(step != sheet.steps.end());
  const auto scaled = std::ranges::find(sheet.steps, "scaled", &Step::id);
  REQUIRE(scaled != sheet.steps.end());
  const Matrix down = transposed(softmax(transposed(scaled->values)));
  Matrix written = down;
  for (double& number : written) number = rounded(number, sheet.options.digits);
  CHECK(mistake_in(sheet, *step, written).find("column") != std::string::npos);
  CHECK(mistake_in(sheet, *step, step->values).empty());
}
