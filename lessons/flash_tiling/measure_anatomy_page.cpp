// What did the measurements find about the kernel itself, and about the machine?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lessons/flash_tiling/measure_page.hpp"
#include "lessons/flash_tiling/measure_runs.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::flash_tiling {

namespace {

constexpr double kGiga = 1e9, kMilli = 1e-3, kMicro = 1e-6;

void write_calls(Page& page, const MeasureOptions& options, const Measurements& measured) {
  const Calls& calls = measured.anatomy.calls;
  page.section("first-call", "The first call, and the next");
  if (calls.n == 0) {
    page.say("No figures: the process that was to call the kernel could not.");
    return;
  }
  page.say(
      "The first call starts threads and touches memory that nobody has touched before. The system "
      "has to find each such page and clear it, which costs more than filling it. Whoever calls "
      "again, with memory that stays, has all of it already; and new memory is often what the call "
      "before has given back.");
  Table table{"calls",
              fmt::format("The kernel called for {} tokens, in a process of its own",
                          grouped(Integer{calls.n})),
              {{"call", "call", ""},
               {"time", "time", "ms", 2},
               {"rate", "rate", "GFLOP/s", 1},
               {"faults", "pages touched first", "", 0}},
              {}};
  for (const auto& [name, call] : {std::pair{"the first", calls.first},
                                   {"again, new memory for the output", calls.again},
                                   {"again, memory that stays", calls.kept}}) {
    table.rows.push_back({name, call.seconds / kMilli,
                          operations_of(calls.n, options.width) / call.seconds / kGiga,
                          call.faults});
  }
  page.table(std::move(table));
  page.claim("first-touch", "the first call touches pages that a call with kept memory does not",
             check(calls.first.faults > calls.kept.faults, "{:.0f} pages, then {:.0f}",
                   calls.first.faults, calls.kept.faults));
}

Heatmap shares_of(const std::vector<Parts>& parts) {
  Heatmap map{.id = "parts-map",
              .caption = "The shares of these parts as a picture",
              .row_labels = {},
              .column_labels = {"packing", "products", "exponentials", "memory"},
              .cells = {},
              .low = 0.0,
              .high = 1.0};
  for (const Parts& p : parts) {
    map.row_labels.push_back(std::to_string(p.n));
    std::vector<Cell> shares;
    for (const double part : {p.packing, p.products, p.exponentials, p.memory}) {
      shares.push_back(std::clamp(part / p.all(), 0.0, 1.0));
    }
    map.cells.push_back(std::move(shares));
  }
  return map;
}

void write_parts(Page& page, const Measurements& measured) {
  page.section("where-time-goes", "Where the time goes");
  page.say(
      "The same kernel on one thread, with parts of its work left out: queries packed into lanes "
      "and "
      "output out of them; the two products added, over one block of keys again and again; the "
      "softmax between them; and last, keys and values from where they lie. Each part is the "
      "difference from the one before, so noise may make it negative.");
  Table table{"parts",
              "Time a query, by part",
              {{"n", "n", ""},
               {"packing", "packing", "µs", 3},
               {"products", "products", "µs", 3},
               {"exponentials", "exponentials", "µs", 3},
               {"memory", "memory", "µs", 3},
               {"all", "all", "µs", 3}},
              {}};
  for (const Parts& p : measured.anatomy.parts) {
    table.rows.push_back({Integer{p.n}, p.packing / kMicro, p.products / kMicro,
                          p.exponentials / kMicro, p.memory / kMicro, p.all() / kMicro});
  }
  page.table(std::move(table));
  page.heatmap(shares_of(measured.anatomy.parts));
  page.say(
      "Products grow with n for each query, and exponentials with them: one for each score, beside "
      "2d multiply-adds. Packing does not grow, and is soon nothing.");
}

// A way of computing under the roof: operations for each byte that has to come from memory or go
// there, and what it reached.
struct UnderRoof {
  std::string name;
  Index n;
  double intensity, rate;
};

std::vector<UnderRoof> under_roof(const MeasureOptions& options, const Measurements& measured) {
  std::vector<UnderRoof> ways;
  const auto add = [&](const Way& way, bool stores_scores) {
    const auto last = std::find_if(way.samples.rbegin(), way.samples.rend(),
                                   [](const Sample& sample) { return sample.measured(); });
    if (last == way.samples.rend()) return;
    const double n = static_cast<double>(last->n), width = static_cast<double>(options.width);
    const double numbers = 4.0 * n * width + (stores_scores ? 4.0 * n * n : 0.0);
    const double operations = operations_of(last->n, options.width);
    ways.push_back(
        {way.name, last->n, operations / (sizeof(float) * numbers), operations / last->median()});
  };
  add(measured.naive, true);
  add(measured.vectors, true);
  add(measured.kernel, false);
  const Decoding& d = measured.anatomy.decoding;
  ways.push_back(
      {"kernel, one query", options.most, d.operations / d.bytes, d.operations / d.seconds});
  return ways;
}

Chart roof_chart(const std::vector<UnderRoof>& ways, double peak, double bandwidth) {
  Chart chart{"roofline-chart",
              "The roof, and what is under it",
              "operations per byte",
              "GFLOP/s",
              true,
              true,
              {}};
  Series roof{"the roof", {}};
  const double ridge = peak / bandwidth;
  double furthest = ridge * 4.0;
  for (const UnderRoof& way : ways) furthest = std::max(furthest, way.intensity * 2.0);
  for (const double x : {0.25, ridge, furthest}) {
    roof.points.emplace_back(x, std::min(peak, x * bandwidth) / kGiga);
  }
  chart.series.push_back(std::move(roof));
  for (const UnderRoof& way : ways) {
    chart.series.push_back({way.name, {{way.intensity, way.rate / kGiga}}});
  }
  return chart;
}

void write_roofline(Page& page, const MeasureOptions& options, const Measurements& measured) {
  const double peak = std::max(measured.peak_before, measured.peak_after),
               bandwidth = measured.anatomy.read_rate;
  page.section("the-roof", "The roof");
  page.say(
      "A processor that computes {:.0f} GFLOP/s and reads {:.1f} GB/s from memory can be kept busy "
      "only by work of {:.0f} operations or more for each byte. With fewer, memory decides: that "
      "is the slope of the roof (Williams, Waterman and Patterson, 2009, “Roofline: an insightful "
      "visual performance model for multicore architectures”).",
      peak / kGiga, bandwidth / kGiga, peak / bandwidth);
  page.say(
      "The bytes are those that cannot be saved: q, k, v and the output once; and where scores are "
      "stored, each written, read and written by the softmax, and read. A query at a time, as a "
      "model writes, reads all keys and values for two operations a number.");
  Table table{"roofline",
              "Operations per byte, what the roof allows, and what is reached",
              {{"way", "way", ""},
               {"n", "n", ""},
               {"intensity", "operations a byte", "", 1},
               {"roof", "roof", "GFLOP/s", 1},
               {"reached", "reached", "GFLOP/s", 1},
               {"share", "of roof", "%", 0}},
              {}};
  const std::vector<UnderRoof> ways = under_roof(options, measured);
  for (const UnderRoof& way : ways) {
    const double roof = std::min(peak, way.intensity * bandwidth);
    table.rows.push_back({way.name, Integer{way.n}, way.intensity, roof / kGiga, way.rate / kGiga,
                          100.0 * way.rate / roof});
  }
  page.table(std::move(table));
  page.chart(roof_chart(ways, peak, bandwidth));
  if (std::ranges::any_of(ways, [&](const UnderRoof& way) {
        return way.rate > std::min(peak, way.intensity * bandwidth);
      })) {
    page.say("More than 100 % means that a cache gave what memory was counted for.");
  }
}

}  // namespace

void write_anatomy(Page& page, const MeasureOptions& options, const Measurements& measurements) {
  write_calls(page, options, measurements);
  write_parts(page, measurements);
  write_roofline(page, options, measurements);
}

void announce_anatomy(Document& page, const MeasureOptions& options) {
  std::vector<std::string> lengths;
  for (const Index n : ladder(options.most)) lengths.push_back(std::to_string(n));
  announce<Heading>(page, "first-call");
  announce_table(page, "calls",
                 {"the first", "again, new memory for the output", "again, memory that stays"});
  announce<Heading>(page, "where-time-goes");
  announce_table(page, "parts", lengths);
  announce<Heatmap>(page, "parts-map");
  announce<Heading>(page, "the-roof");
  announce_table(page, "roofline", {"naive", "vectors", "kernel", "kernel, one query"});
  announce<Chart>(page, "roofline-chart");
  announce<Claim>(page, "first-touch");
}

}  // namespace attn::lessons::flash_tiling
