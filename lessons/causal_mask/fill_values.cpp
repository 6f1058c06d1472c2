#include "lessons/causal_mask/causal_mask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/mask.hpp"
#include "core/precision.hpp"
#include "core/rows.hpp"
#include "core/softmax.hpp"
#include "lessons/shared/claims.hpp"
#include "render/number.hpp"

namespace attn::lessons::causal_mask {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr std::array kPrecisions{kFloat64, kFloat32, kFloat16};

struct Fill {
  double value;
  const char* name;
};
constexpr std::array kFills{Fill{-kInfinity, "−∞"}, Fill{-1e9, "−1e9"}, Fill{-1e4, "−1e4"}};

// The weights of a row of which every key is hidden: the fill in place of the scores, or added to
// them, all of it in that precision. (1, keys).
Matrix filled(const Matrix& row, double fill, bool added, const Precision& precision) {
  const Matrix replaced = xt::full_like(row, fill);
  return softmax_in(added ? sum_in(row, fill, precision) : replaced, precision);
}

// How far the weights are from those of the row with nothing hidden, in double precision.
double off_unmasked(const Matrix& row, const Matrix& weights) {
  return largest_difference(weights, softmax(row));
}

std::string verdict(const Matrix& row, const Matrix& weights) {
  constexpr double kNear = 0.01;
  const double off = off_unmasked(row, weights);
  const auto [low, high] = range_of(weights);
  if (std::isnan(off)) return "NaN";
  if (low == high) return "uniform";
  return off < kNear ? "as unmasked" : "neither";
}

Table fills_table(const Matrix& row) {
  Table table{"fills",
              "What a row with every key hidden becomes",
              {{"fill", "fill", ""}, {"way", "way", ""}},
              {}};
  for (const Precision& precision : kPrecisions) {
    table.columns.push_back({std::string(precision.name), std::string(precision.name), ""});
  }
  for (const Fill& fill : kFills) {
    for (const bool added : {false, true}) {
      std::vector<Cell> cells{fill.name, added ? "added" : "in place"};
      for (const Precision& precision : kPrecisions) {
        cells.emplace_back(verdict(row, filled(row, fill.value, added, precision)));
      }
      table.rows.push_back(std::move(cells));
    }
  }
  return table;
}

// Why adding differs by precision: a score keeps only what the numbers next to the fill can hold.
Table added_table(const Matrix& row) {
  constexpr auto kScientific = Column::Notation::scientific;
  Table table{"added",
              "A finite fill added: numbers next to it, and how far the weights are off unmasked",
              {{"fill", "fill", ""},
               {"precision", "precision", ""},
               {"spacing", "numbers apart by", "", 1, kScientific},
               {"off", "weights off by", "", 1, kScientific}},
              {}};
  for (const Fill& fill : kFills) {
    for (const Precision& precision : kPrecisions) {
      if (std::isinf(rounded(fill.value, precision))) continue;
      table.rows.push_back({fill.name, std::string(precision.name), spacing(fill.value, precision),
                            off_unmasked(row, filled(row, fill.value, true, precision))});
    }
  }
  return table;
}

// Of the fills that are stored as −∞ (or are not), the ones whose rows all get that verdict.
Check all_become(const Matrix& row, bool infinite, const std::vector<bool>& ways,
                 std::string_view expected) {
  Index tried = 0, good = 0;
  for (const Fill& fill : kFills) {
    for (const Precision& precision : kPrecisions) {
      if (std::isinf(rounded(fill.value, precision)) != infinite) continue;
      for (const bool added : ways) {
        ++tried;
        good += verdict(row, filled(row, fill.value, added, precision)) == expected ? 1 : 0;
      }
    }
  }
  return check(good == tried, "{} of {}", good, tried);
}

}  // namespace

void write_fills(Page& page, std::span<const double> scores) {
  Matrix row = xt::empty<double>({Index{1}, scores.size()});
  std::ranges::copy(scores, row.begin());
  page.say(
      "Pad a prompt on its left, and the first query is padding: the causal mask leaves it its own "
      "key only, the padding mask hides that. Softmax then has to divide by nothing. What comes "
      "out depends on the number that stands for “hidden”.");
  page.say(
      "Here all {} keys of the first query are hidden, by three such numbers, in three precisions, "
      "every operation rounded. “In place” overwrites a score, “added” adds to it.",
      scores.size());
  page.table(fills_table(row));
  page.say(
      "−∞ fails loudly, and float16 has no −1e9: it is stored as {}. A finite fill fails silently. "
      "In place it makes all keys equal: uniform weights, the future included. Added, it cancels, "
      "for only differences count: the row is as unmasked, unless its numbers are rounded away.",
      shown(rounded(-1e9, kFloat16), 0));
  page.table(added_table(row));
  page.claim("fill-infinite", "where the fill is stored as −∞, the row is NaN",
             all_become(row, true, {false, true}, "NaN"));
  page.claim("fill-in-place", "a finite fill put in place of the scores gives uniform weights",
             all_become(row, false, {false}, "uniform"));
  const double off = off_unmasked(row, filled(row, -1e9, true, kFloat64));
  const double farthest = 1e9 + std::max(-range_of(row).low, range_of(row).high);
  page.claim("fill-added", "added in float64, −1e9 leaves the row as unmasked, but for rounding",
             check(off <= 2.0 * spacing(farthest, kFloat64), "off by {:.1e}", off));
  const Range own = range_of(softmax(hide(row, xt::ones<bool>(row.shape()))));
  page.claim("empty-row", "attn itself gives such a row weights of 0, and so an output of 0",
             check(own.low == 0.0 && own.high == 0.0, "from {:g} to {:g}", own.low, own.high));
}

void write_leak(Page& page, double lowest) {
  // Row 1 of a GPT-2 trained at a high rate, as printed in github.com/karpathy/minGPT/issues/75
  // (2022): two visible scores, then two hidden ones overwritten by the fill.
  constexpr Fill kFill = kFills.back();
  const Matrix filled{{-15044.7910, -16940.4766, kFill.value, kFill.value}};
  const Matrix infinite{{filled(0, 0), filled(0, 1), -kInfinity, -kInfinity}};
  const Matrix leaky = softmax(filled), tight = softmax(infinite);
  page.say(
      "Hidden must mean lower than everything visible, and a finite fill need not be. A GPT-2 "
      "trained at a high rate drove its visible scores below {} and read the tokens that it was "
      "to predict (github.com/karpathy/minGPT/issues/75, 2022). This is one row of its scores:",
      kFill.name);
  Table table{"leak",
              "Two keys visible, two hidden",
              {{"key", "key", ""},
               {"score", "score", "", 2},
               {"weight", fmt::format("weight, fill {}", kFill.name), ""},
               {"infinite", "weight, fill −∞", ""}},
              {}};
  for (Index j = 0; j < 4; ++j) {
    table.rows.push_back({j < 2 ? "visible" : "hidden",
                          j < 2 ? Cell{filled(0, j)} : Cell{Missing{}}, leaky(0, j), tight(0, j)});
  }
  page.table(std::move(table));
  page.claim("leak-hidden", "under the finite fill all weight goes to hidden keys, under −∞ none",
             check(leaky(0, 2) + leaky(0, 3) == 1.0 && tight(0, 2) + tight(0, 3) == 0.0,
                   "{:g} and {:g}", leaky(0, 2) + leaky(0, 3), tight(0, 2) + tight(0, 3)));
  page.say("The lowest score on this page is {}. Such a row takes training gone astray.",
           shown(lowest, 2));
}

}  // namespace attn::lessons::causal_mask
