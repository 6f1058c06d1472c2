// What crosses between slow and fast memory, and what either way has to hold?
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/costs/cost.hpp"
#include "core/costs/memory_traffic.hpp"
#include "lessons/flash_tiling/flash_tiling.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/errata_figures.hpp"
#include "support/size.hpp"

namespace attn::lessons::flash_tiling {

namespace {

constexpr Integer kBytes = sizeof(float);
constexpr double kMega = 1e6;

// A size that models have: one head of 64 over 4096 tokens.
constexpr HeadShape kRealHead{4096, 64, 64};

constexpr Integer kA100Fast = 192 * 1024;  // bytes; Dao et al., 2022, section 2.1

Integer largest_that_fits(const HeadShape& shape, const std::vector<Integer>& blocks,
                          Integer bytes) {
  Integer largest = 0;
  for (const Integer block : blocks) {
    if (kBytes * flash_fast_memory(shape, block) <= bytes) largest = std::max(largest, block);
  }
  return largest;
}

double ratio(Integer a, Integer b) { return static_cast<double>(a) / static_cast<double>(b); }

// A line for the naive way, then one for each block.
Table traffic_table(std::string id, const HeadShape& shape, const std::vector<Integer>& blocks) {
  const Traffic naive = naive_traffic(shape);
  Table table{std::move(id),
              fmt::format("Bytes moved for {} tokens, d_k = {}, d_v = {}, in float32", shape.tokens,
                          shape.d_k, shape.d_v),
              {{"way", "", ""},
               {"fast", "kept fast", "bytes"},
               {"loads", "loaded", "bytes"},
               {"stores", "stored", "bytes"},
               {"times", "naive / this", "×", 2}},
              {}};
  table.rows.push_back({"naive", Missing{}, kBytes * naive.loads, kBytes * naive.stores, 1.0});
  for (const Integer block : blocks) {
    const Traffic tiled = flash_traffic(shape, block);
    table.rows.push_back({fmt::format("block {}", block), kBytes * flash_fast_memory(shape, block),
                          kBytes * tiled.loads, kBytes * tiled.stores,
                          ratio(naive.total(), tiled.total())});
  }
  return table;
}

// 1, 2, 4, … up to n, and the block that is in use.
std::vector<Integer> blocks_up_to(Integer n, Integer block) {
  std::vector<Integer> blocks{std::min(block, n)};
  for (Integer b = 1; b <= n; b *= 2) blocks.push_back(b);
  std::ranges::sort(blocks);
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

// What the run really loaded: its queries once, and the keys and values of every tile.
Integer loads_counted(const Steps& steps, const FlashTrace& trace) {
  Integer loads = Integer{steps.q.size()};
  for (const Tile& tile : trace.tiles) {
    loads += Integer{columns(tile.scores) * (columns(steps.k) + columns(steps.v))};
  }
  return loads;
}

// Bytes moved against the block, both ways, for a head of real size.
Chart traffic_chart(const HeadShape& shape, const std::vector<Integer>& blocks) {
  Series naive{"naive", {}}, tiled{"tiles", {}};
  for (const Integer block : blocks) {
    const auto add = [block](Series& series, const Traffic& traffic) {
      series.points.emplace_back(static_cast<double>(block),
                                 static_cast<double>(kBytes * traffic.total()) / kMega);
    };
    add(naive, naive_traffic(shape));
    add(tiled, flash_traffic(shape, block));
  }
  return {"traffic-chart",
          fmt::format("MB (10^6 bytes) moved for {} tokens and d = {}, by block", shape.tokens,
                      shape.d_k),
          "block",
          "MB",
          true,
          true,
          {naive, tiled}};
}

}  // namespace

void write_traffic(Page& page, const Steps& steps, Index block) {
  const HeadShape shape{Integer{steps.count()}, Integer{columns(steps.k)},
                        Integer{columns(steps.v)}};
  page.say(
      "A processor computes faster than its large memory delivers. The naive way goes there "
      "three times: it writes the scores, reads them for the softmax and writes weights, reads "
      "those to average the values. Every one of these is n × n.");
  page.say(
      "Tiles keep scores where the arithmetic is. A block of queries is loaded once, keys and "
      "values once for each block of queries, and the output is stored once: larger blocks, "
      "fewer visits.");
  page.table(traffic_table("traffic", shape, blocks_up_to(shape.tokens, Integer{block})));
  const FlashTrace trace =
      trace_flash(steps, {.block = block, .scale = steps.a.scale, .skip = false});
  page.claim("loads-counted", "the formula counts what the run loads",
             check(loads_counted(steps, trace) == flash_traffic(shape, Integer{block}).loads,
                   "{} numbers", loads_counted(steps, trace)));
  const std::vector<Integer> blocks{1, 4, 16, 64, 128, 256};
  page.table(traffic_table("traffic-4096", kRealHead, blocks));
  page.chart(traffic_chart(kRealHead, blocks));
  page.say(
      "The block cannot grow for ever: it has to fit. With a fast memory of M numbers tiles "
      "move Θ(n² d² / M) of them, the naive way Θ(n d + n²) (Dao et al., 2022, arXiv "
      "2205.14135, theorem 2). An A100 has {} KB for each of its 108 multiprocessors (the same "
      "paper, section 2.1): of these blocks, {} is the largest that fits.",
      kA100Fast / 1024, largest_that_fits(kRealHead, blocks, kA100Fast));
}

void write_held_memory(Page& page) {
  const FlashSaving held = flash_saving();
  const std::string tensors = natural_size(held.tensors);
  page.table({"held",
              fmt::format("One head, {} tokens, d = {}, float32", held.tokens, held.head.head_dim),
              {{"what", "", ""}, {"naive", "naive", ""}, {"flash", "flash", ""}},
              {{"Q, K, V and output", tensors, tensors},
               {"n × n scores", natural_size(held.scores), Missing{}},
               {"m and l, 2 numbers a row", Missing{}, natural_size(held.state)}}});
  page.say(
      "What flash itself adds is two numbers a row, {}: {} times less than the scores. It grows "
      "with n, the scores with n².",
      natural_size(held.state), held.scores / held.state);
  note_flash_saving(page);
  page.claim("quoted-ratio", kSixteenfold, sixteenfold(held));
  page.paragraph({"What tiles save in time depends on how they are written. ",
                  code("attn flash-tiling --measure"), " times three ways on your machine."});
}

}  // namespace attn::lessons::flash_tiling
