// Does every block size give the same output?
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/mask.hpp"
#include "lessons/flash_tiling/flash_tiling.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::flash_tiling {

namespace {

struct Masking {
  std::string id, title;
  std::optional<Mask> mask;
  Matrix naive;
};

// No mask, a causal one, and the reader's own if it is another.
std::vector<Masking> maskings_of(const Steps& steps) {
  const auto naive = [&steps](const std::optional<Mask>& mask) {
    return attention(steps.q, steps.k, steps.v, {steps.a.scale, mask}).output;
  };
  const Mask causal = causal_mask(steps.count());
  std::vector<Masking> list{{"plain", "no mask", {}, naive({})},
                            {"causal", "causal", causal, naive(causal)}};
  if (steps.mask && *steps.mask != causal)
    list.push_back({"own", "your mask", steps.mask, naive(steps.mask)});
  return list;
}

Mask columns_in_order(const Mask& mask, const std::vector<Index>& order) {
  Mask result = xt::empty_like(mask);
  for (Index i = 0; i < mask.shape(0); ++i) {
    for (Index j = 0; j < order.size(); ++j) result(i, j) = mask(i, order[j]);
  }
  return result;
}

// How far naive attention is from itself when it adds up the keys in another order: each rotation
// of them, forwards and backwards.
double reordering_noise(const Steps& steps, const Masking& masking) {
  const auto difference = [&](const std::vector<Index>& order) {
    AttentionOptions options{steps.a.scale, {}};
    if (masking.mask) options.mask = columns_in_order(*masking.mask, order);
    const Matrix k = rows_in_order(steps.k, order), v = rows_in_order(steps.v, order);
    return largest_difference(attention(steps.q, k, v, options).output, masking.naive);
  };
  std::vector<Index> order(steps.count());
  std::iota(order.begin(), order.end(), Index{0});
  double noise = 0.0;
  for (Index turn = 0; turn < steps.count(); ++turn) {
    std::rotate(order.begin(), order.begin() + 1, order.end());
    noise = std::max({noise, difference(order), difference({order.rbegin(), order.rend()})});
  }
  return noise;
}

// A line for each block: tiles taken in, and the difference from naive, under each mask.
Table block_table(const Steps& steps, const std::vector<Masking>& maskings, Index blocks) {
  Table table{"blocks",
              fmt::format("Flash against naive attention, every block from 1 to {}", blocks),
              {{"block", "block", ""}},
              {}};
  for (const Masking& masking : maskings) {
    table.columns.push_back({masking.id + "_tiles", masking.title + ": tiles", ""});
    table.columns.push_back(
        {masking.id + "_difference", "difference", "", 1, Column::Notation::scientific});
  }
  for (Index block = 1; block <= blocks; ++block) {
    std::vector<Cell> cells{Integer{block}};
    for (const Masking& masking : maskings) {
      const FlashTrace trace = trace_flash(steps, {block, steps.a.scale, masking.mask});
      cells.emplace_back(Integer{trace.tiles.size()});
      cells.emplace_back(largest_difference(trace.output, masking.naive));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// The differences of one mask, which follow the block, two columns to a mask.
Vector differences_in(const Table& table, Index masking) {
  Vector differences = xt::empty<double>({table.rows.size()});
  for (Index i = 0; i < table.rows.size(); ++i) {
    differences(i) = std::get<double>(table.rows[i][2 + 2 * masking]);
  }
  return differences;
}

}  // namespace

void write_equality(Page& page, const Steps& steps) {
  constexpr Index kBeyond = 3;
  const std::vector<Masking> maskings = maskings_of(steps);
  const Table blocks = block_table(steps, maskings, steps.count() + kBeyond);
  Table noise{"noise",
              "The largest differences, and what the order of a sum makes of naive attention",
              {{"mask", "mask", ""},
               {"flash", "flash, any block", "", 1, Column::Notation::scientific},
               {"naive", "naive, keys reordered", "", 1, Column::Notation::scientific}},
              {}};
  page.say(
      "The block need not divide the number of tokens: the last tile is cut short. A block "
      "wider than the sentence is one tile: naive attention, up to rounding.");
  page.table(blocks);
  for (Index m = 0; m < maskings.size(); ++m) {
    const Vector differences = differences_in(blocks, m);
    noise.rows.push_back({maskings[m].title, *std::ranges::max_element(differences),
                          reordering_noise(steps, maskings[m])});
    page.claim(
        fmt::format("{}-blocks", maskings[m].id),
        fmt::format("{}: every block gives the output of naive attention", maskings[m].title),
        all_small(differences, tolerance_of(steps)));
  }
  page.say(
      "What differs is rounding, since tiles add up in another order. To judge it, see how far "
      "naive attention is from itself when its keys come in another order:");
  page.table(std::move(noise));
}

}  // namespace attn::lessons::flash_tiling
