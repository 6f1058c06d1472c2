// What becomes of a sentence, block after block, with and without what holds it together?
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "lessons/block/block.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"
#include "render/number.hpp"
#include "support/error.hpp"

namespace attn::lessons::block {

namespace {

struct Arrangement {
  const char *id, *name;
  BlockShape shape;
};
constexpr std::array kArrangements{
    Arrangement{"pre", "pre-norm", {.norms = Norms::before}},
    Arrangement{"post", "post-norm", {.norms = Norms::after}},
    Arrangement{"bare", "no residual", {.norms = Norms::before, .residual = false}},
    Arrangement{"none", "no norm", {.norms = Norms::none}}};

// What is smaller, as a share, is rounding, and another on every machine: it counts as 0.
constexpr double kSmallestDifference = 1e-12;

// What is left at some depth, for each arrangement.
struct Level {
  Index depth;
  std::array<double, kArrangements.size()> size, difference, nudge;
};

double square_sum(const Matrix& m) {
  double sum = 0.0;
  for (const double a : m) sum += a * a;
  return sum;
}

// Each row minus the mean row: what tells words apart.
Matrix apart(const Matrix& x) {
  Matrix result = x;
  const auto count = static_cast<double>(rows(x));
  for (Index c = 0; c < columns(x); ++c) {
    double mean = 0.0;
    for (Index i = 0; i < rows(x); ++i) mean += x(i, c) / count;
    for (Index i = 0; i < rows(x); ++i) result(i, c) -= mean;
  }
  return result;
}

// Of the whole of x, the share that tells words apart.
double share_apart(const Matrix& x) {
  const double square = square_sum(x);
  const double share = square > 0.0 ? std::sqrt(square_sum(apart(x)) / square) : 0.0;
  return share < kSmallestDifference ? 0.0 : share;
}

// slope: how x moves for each unit of the nudge.
Level measure(Index depth, const std::array<Matrix, 4>& x, const std::array<Matrix, 4>& slope) {
  Level level{depth, {}, {}, {}};
  for (Index k = 0; k < x.size(); ++k) {
    const double square = square_sum(x[k]);
    level.size[k] = std::sqrt(square / static_cast<double>(x[k].size()));
    level.difference[k] = share_apart(x[k]);
    level.nudge[k] = share_apart(slope[k]) * std::sqrt(square_sum(slope[k]));
    if (!std::isfinite(square) || !std::isfinite(level.nudge[k])) {
      throw Error("block {} overflows double precision; use smaller embeddings or fewer --blocks",
                  depth);
    }
  }
  return level;
}

BlockWeights draw_block(Generator& generator, Index width, Index expansion) {
  BlockWeights weights;
  for (Matrix* m : {&weights.w_q, &weights.w_k, &weights.w_v, &weights.w_o})
    *m = draw_weights(generator, width, width);
  weights.feed_forward.up = draw_weights(generator, width, expansion * width);
  weights.feed_forward.down = draw_weights(generator, expansion * width, width);
  return weights;
}

std::vector<Level> descend(const Matrix& start, Index focus, const BlockOptions& options,
                           Generator& generator) {
  std::array<Matrix, 4> x, slope;
  x.fill(start);
  slope.fill(xt::zeros_like(start));
  for (Matrix& m : slope) m(focus, 0) = 1.0;
  std::vector<Level> levels{measure(0, x, slope)};
  for (Index depth = 1; depth <= static_cast<Index>(options.blocks); ++depth) {
    const BlockWeights weights =
        draw_block(generator, columns(start), static_cast<Index>(options.expansion));
    for (Index k = 0; k < x.size(); ++k) {
      const BlockSteps steps = run_block(x[k], weights, kArrangements[k].shape);
      slope[k] = block_slope(steps, x[k], slope[k], weights, kArrangements[k].shape);
      x[k] = steps.output;
    }
    levels.push_back(measure(depth, x, slope));
  }
  return levels;
}

// 0, then the powers of two, then the last.
bool shown(const Level& level, Index last) {
  return level.depth == last || (level.depth & (level.depth - 1)) == 0;
}

Table level_table(const std::string& id, const std::string& caption,
                  const std::vector<Level>& levels, std::array<double, 4> Level::*figures) {
  Table table{id, caption, {{"depth", "blocks", ""}}, {}};
  for (const Arrangement& arrangement : kArrangements) {
    table.columns.push_back({arrangement.id, arrangement.name, "", 3, Column::Notation::general});
  }
  for (const Level& level : levels) {
    if (!shown(level, levels.back().depth)) continue;
    std::vector<Cell> cells{Integer{level.depth}};
    for (const double figure : level.*figures) cells.emplace_back(figure);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// At most about thirty points: a format without pictures shows them as rows.
Chart size_chart(const std::vector<Level>& levels) {
  const Index step = levels.size() / 33 + 1;
  Chart chart{"sizes-chart", "Size of a number by depth", "blocks", "size", false, true, {}};
  for (Index k = 0; k < kArrangements.size(); ++k) {
    Series series{kArrangements[k].name, {}};
    for (const Level& level : levels) {
      if (level.depth % step == 0 && level.size[k] > 0.0) {
        series.points.emplace_back(static_cast<double>(level.depth), level.size[k]);
      }
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

constexpr Index kPre = 0, kPost = 1, kBare = 2, kNone = 3;

void write_sizes(Page& page, const std::vector<Level>& levels, const BlockOptions& options) {
  const Level& last = levels.back();
  page.say("First the size of the numbers: the root of their mean square.");
  page.table(level_table("sizes", "Size by depth", levels, &Level::size));
  page.chart(size_chart(levels));
  double post = 0.0;
  for (Index i = 1; i < levels.size(); ++i) post = std::max(post, levels[i].size[kPost]);
  page.claim("post-norm", "post-norm keeps every size at 1 or below",
             check(post <= 1.0 + kTolerance, "largest {:.4f}", post));
  if (options.usual()) {
    page.claim("norm-holds", "without a norm sizes grow a hundred times beyond pre-norm's",
               check(last.size[kNone] > 100.0 * last.size[kPre], "{} and {}",
                     brief(last.size[kNone], 3), brief(last.size[kPre], 3)));
  }
  page.say(
      "Pre-norm lets the sum grow, slowly, since every sublayer is fed numbers of size 1 and adds "
      "its share. Post-norm, the arrangement of 2017, resets it each time. Xiong et al. (2020, "
      "arXiv 2002.04745) show why pre-norm trains without a warm-up and post-norm does not.");
}

void write_differences(Page& page, const std::vector<Level>& levels) {
  page.say(
      "Next, how different the words still are: the distance of their vectors from the mean one, "
      "as a share of their size. Less than {:g} is rounding and counts as 0.",
      kSmallestDifference);
  page.table(
      level_table("differences", "Difference between words by depth", levels, &Level::difference));
  page.say(
      "Attention averages, and averages of averages are alike. Without “+ x” all words soon have "
      "one and the same vector (Dong et al., 2021, arXiv 2103.03404).");
}

void write_nudges(Page& page, const std::vector<Level>& levels, const BlockOptions& options) {
  const Level& last = levels.back();
  page.say(
      "Last, nudge one number of one word by very little and see what still arrives that tells "
      "this word from the others, as a multiple of the nudge (the exact derivative; less than "
      "{:g} of all that moves counts as 0).",
      kSmallestDifference);
  page.say("What does not get through on the way forward sends no gradient back.");
  page.table(level_table("nudges", "What is left of a nudge by depth", levels, &Level::nudge));
  if (!options.usual()) return;
  page.claim("collapse", "without residual connections the words become the same",
             check(last.difference[kBare] == 0.0 && last.difference[kPre] > 0.05,
                   "no difference is left, with pre-norm {:.2f}", last.difference[kPre]));
  page.claim("clean-path", "pre-norm's residual connections let a nudge through all blocks",
             check(last.nudge[kPre] > 0.1 && last.nudge[kBare] == 0.0,
                   "{:.2f} of it arrives, without them nothing", last.nudge[kPre]));
  page.say(
      "Post-norm lies between: its norms shrink the sum, old parts with new, so that of a nudge "
      "{:.1g} is left here. Untrained, it lets almost nothing through.",
      last.nudge[kPost]);
}

}  // namespace

void write_depth_of_blocks(Page& page, const Matrix& x, Index focus, const BlockOptions& options,
                           Generator& generator) {
  const std::vector<Level> levels = descend(x, focus, options, generator);
  page.say(
      "Stack blocks, each with fresh random weights (variance 1 over the inputs of the matrix), "
      "and compare four ways to build them: pre-norm (a layer norm before each sublayer), "
      "post-norm (one after each addition), no residual (pre-norm without “+ x”), no norm (“+ x” "
      "and no layer norm).");
  write_sizes(page, levels, options);
  write_differences(page, levels);
  write_nudges(page, levels, options);
}

}  // namespace attn::lessons::block
