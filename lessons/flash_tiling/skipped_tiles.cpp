// What does a mask save, when keys come in tiles?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/mask.hpp"
#include "lessons/flash_tiling/flash_tiling.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::flash_tiling {

namespace {

Labels block_labels(const Labels& words, Index block) {
  Labels labels;
  for (Index first = 0; first < words.size(); first += block) {
    labels.push_back(stretch(words, first, std::min(block, words.size() - first)));
  }
  return labels;
}

// Tiles by how much of them is visible, and the scores that they hold.
struct Tally {
  Integer tiles = 0, scores = 0;
};
struct TileTally {
  Tally whole, partly, skipped;
};
TileTally tally(const Matrix& share, Index n, Index block) {
  TileTally result;
  for (Index i = 0; i < rows(share); ++i) {
    for (Index j = 0; j < columns(share); ++j) {
      const double visible = share(i, j);
      Tally& tally = visible == 1.0 ? result.whole : visible > 0.0 ? result.partly : result.skipped;
      tally.tiles += 1;
      tally.scores +=
          Integer{std::min(block, n - i * block)} * Integer{std::min(block, n - j * block)};
    }
  }
  return result;
}

Table counts_table(const TileTally& tiles, Index block) {
  Table table{"tile-counts",
              fmt::format("Tiles of {} × {}, and the scores they hold", block, block),
              {{"state", "tile", ""},
               {"tiles", "tiles", ""},
               {"scores", "scores", ""},
               {"share", "of all", "%", 1}},
              {}};
  const auto all =
      static_cast<double>(tiles.whole.scores + tiles.partly.scores + tiles.skipped.scores);
  const auto add = [&](std::string state, const Tally& some) {
    table.rows.push_back({std::move(state), some.tiles, some.scores,
                          100.0 * static_cast<double>(some.scores) / all});
  };
  add("computed whole", tiles.whole);
  add("computed, partly hidden", tiles.partly);
  add("skipped", tiles.skipped);
  return table;
}

}  // namespace

void write_skipped_tiles(Page& page, const Steps& steps, Index block) {
  const Index n = steps.count();
  const Mask mask = steps.mask.value_or(causal_mask(n));
  const Matrix share = visible_share(mask, block);
  const auto [whole, partly, skipped] = tally(share, n, block);
  const Integer all = whole.scores + partly.scores + skipped.scores;
  page.say(
      "{} Of a tile that is hidden whole, nothing is loaded and nothing computed. The map shows "
      "how much of each tile is visible; rows are blocks of queries, columns are tiles of keys.",
      steps.mask ? "This is your mask." : "Suppose no token may look ahead (a causal mask).");
  const Mask unseen = xt::equal(share, 0.0);
  const Labels labels = block_labels(steps.words(), block);
  page.heatmap(matrix_heatmap("tile-map", "Visible share of each tile; a missing one is skipped",
                              labels, labels, share, 0.0, 1.0, &unseen));
  page.table(counts_table({whole, partly, skipped}, block));
  const FlashTrace trace = trace_flash(steps, {block, steps.a.scale, mask});
  page.claim("tiles-skipped", "the run takes in the tiles of the map, and no other",
             check(Integer{trace.tiles.size()} == whole.tiles + partly.tiles, "tiles taken in: {}",
                   trace.tiles.size()));
  const auto saved = [&](Index b) {
    const TileTally one = tally(visible_share(mask, b), n, b);
    return 100.0 * static_cast<double>(one.skipped.scores) / static_cast<double>(all);
  };
  page.paragraph(
      {fmt::format("Smaller tiles follow the mask more closely: blocks of 1 skip {:.1f} % "
                   "of the scores, blocks of {} skip {:.1f} %, a single tile {:.1f} %. "
                   "What smaller tiles cost is in section ",
                   saved(1), block, saved(block), saved(n)),
       section_number("moved-bytes"), "."});
}

}  // namespace attn::lessons::flash_tiling
