// What did the measurements find?
#include "lessons/flash_tiling/measure_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lessons/shared/claims.hpp"

namespace attn::lessons::flash_tiling {

namespace {

constexpr const char *kLesson = "flash-tiling",
                     *kTitle = "Attention in tiles, measured on this machine";
constexpr double kGiga = 1e9, kMebi = 1024.0 * 1024.0, kMilli = 1e-3;
constexpr double kRestless = 0.1;       // probes that differ by more are worth a warning
constexpr Index kTellingLength = 4096;  // from which memory outgrows what every process holds
constexpr double kFloatError = 5e-6;    // sums of n products in float32

std::vector<const Way*> ways_of(const Measurements& measured) {
  return {&measured.naive, &measured.vectors, &measured.tiles, &measured.kernel};
}

std::string milliseconds(const Sample& sample) {
  const double figure = sample.median() / kMilli;
  return fmt::format("{:.{}f} ms", figure, figure < 10.0 ? 2 : 0);
}

double rate_of(const Sample& sample, Index width) {
  return operations_of(sample.n, width) / sample.median();
}

double share_of_peak(const Sample& sample, const MeasureOptions& options,
                     const Measurements& measured) {
  return 100.0 * rate_of(sample, options.width) /
         std::max(measured.peak_before, measured.peak_after);
}

// The longest sequence that both ways were measured at; nullptrs where there is none.
std::pair<const Sample*, const Sample*> longest_common(const Way& a, const Way& b) {
  for (Index i = a.samples.size(); i-- > 0;) {
    if (a.samples[i].measured() && b.samples[i].measured()) return {&a.samples[i], &b.samples[i]};
  }
  return {nullptr, nullptr};
}

// The median of the spreads.
double usual_spread(const Measurements& measured) {
  std::vector<double> spreads;
  for (const Way* way : ways_of(measured)) {
    for (const Sample& sample : way->samples) {
      if (sample.measured()) spreads.push_back(sample.spread());
    }
  }
  if (spreads.empty()) return 0.0;
  std::ranges::sort(spreads);
  return spreads[spreads.size() / 2];
}

void write_ways(Page& page, const MeasureOptions& options, const Measurements& measured) {
  page.section("four-ways", "Four ways to the same output");
  page.say(
      "Naive: BLAS multiplies Q by Kᵀ, a plain loop turns the n × n scores in memory into weights, "
      "BLAS multiplies them by V, all in float32. Vectors: naive, with that loop in its "
      "best form, in vectors and on all threads.");
  page.say(
      "Tiles: the algorithm of this lesson as it is easiest "
      "to read, in float64, blocks of {}. Kernel: the same algorithm in float32, its tiles in the "
      "registers of the processor.",
      options.block);
  page.say(
      "One head of random tokens, d_k = d_v = {}, no mask, {} {}. Each way has a process of its "
      "own "
      "for each n, so that its memory is its own. The first run only warms up, unless it takes "
      "long; of the others, the median counts.",
      options.width, measured.threads, measured.threads == 1 ? "thread" : "threads");
  page.table({"peak",
              fmt::format("The processor's peak with {} on {} {}: multiply-adds between registers "
                          "and nothing else",
                          measured.instruction_set, measured.threads,
                          measured.threads == 1 ? "thread" : "threads"),
              {{"when", "", ""}, {"rate", "peak", "GFLOP/s", 1}},
              {{"before the runs", measured.peak_before / kGiga},
               {"after the runs", measured.peak_after / kGiga}}});
  const double change = std::abs(measured.peak_after / measured.peak_before - 1.0);
  const double spread = usual_spread(measured);
  page.say(
      "The two differ by {:.1f} %, and half of the lines below have a spread, (slowest − fastest) "
      "/ "
      "median, of {:.0f} % or more: no figure is better than that.",
      100.0 * change, 100.0 * spread);
  if (change > kRestless || spread > kRestless) {
    page.note("A restless machine",
              {"Something else was using the processor. Close what is running, and measure again; "
               "ratios of neighbouring lines suffer less than the figures themselves."});
  }
}

Table timings(const MeasureOptions& options, const Measurements& measured) {
  Table table{"timings",
              "Time, rate and memory; the share is of the higher of the two peaks",
              {{"way", "way", ""},
               {"n", "n", ""},
               {"runs", "runs", ""},
               {"median", "median", "ms", 2},
               {"spread", "spread", "%", 0},
               {"rate", "rate", "GFLOP/s", 1},
               {"share", "of peak", "%", 1},
               {"memory", "memory", "MiB", 1},
               {"error", "error", "", 1, Column::Notation::scientific}},
              {}};
  for (const Way* way : ways_of(measured)) {
    for (const Sample& sample : way->samples) {
      if (!sample.measured()) {
        table.rows.push_back({way->name, Integer{sample.n}, Integer{0}, Missing{}, Missing{},
                              Missing{}, Missing{}, Missing{}, Missing{}});
        continue;
      }
      table.rows.push_back(
          {way->name, Integer{sample.n}, Integer{sample.seconds.size()}, sample.median() / kMilli,
           100.0 * sample.spread(), rate_of(sample, options.width) / kGiga,
           share_of_peak(sample, options, measured), sample.bytes / kMebi, sample.error});
    }
  }
  return table;
}

Chart chart_of(std::string id, std::string caption, std::string unit, const Measurements& measured,
               double (*figure)(const Sample&)) {
  Chart chart{std::move(id), std::move(caption), "n", std::move(unit), true, true, {}};
  for (const Way* way : ways_of(measured)) {
    Series series{way->name, {}};
    for (const Sample& sample : way->samples) {
      if (sample.measured() && figure(sample) > 0.0) {
        series.points.emplace_back(static_cast<double>(sample.n), figure(sample));
      }
    }
    if (!series.points.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

void add_chart(Page& page, Chart chart) {
  if (!chart.series.empty()) page.chart(std::move(chart));
}

void write_time(Page& page, const MeasureOptions& options, const Measurements& measured) {
  page.section("time", "Time");
  page.say(
      "Attention of n tokens takes 4·n²·d multiplications and additions, whichever way; a GFLOP/s "
      "is 10⁹ of them a second. The error is the largest difference from sums in float64, in some "
      "of the rows.");
  page.table(timings(options, measured));
  for (const Way* way : ways_of(measured)) {
    for (const Sample& sample : way->samples) {
      if (!sample.measured())
        page.say("No figures for {} at n = {}: {}.", way->name, sample.n, sample.skipped);
    }
  }
  add_chart(page, chart_of("time-chart", "Median time by number of tokens", "ms", measured,
                           [](const Sample& sample) { return sample.median() / kMilli; }));
  if (const auto [naive, fast] = longest_common(measured.naive, measured.kernel); naive && fast) {
    page.say(
        "At n = {} the kernel takes {}, the naive way {}, {:.1f} times as long: "
        "{:.0f} % "
        "and {:.0f} % of the peak. The products are the same. What differs is where the scores are "
        "meanwhile: in registers and the nearest cache, or in memory that is slower the more of it "
        "there is.",
        naive->n, milliseconds(*fast), milliseconds(*naive), naive->median() / fast->median(),
        share_of_peak(*fast, options, measured), share_of_peak(*naive, options, measured));
  }
  if (const auto [tiles, fast] = longest_common(measured.tiles, measured.kernel); tiles && fast) {
    page.say(
        "Readable tiles take {:.0f} times as long as the kernel at n = {}. They save the memory, "
        "not "
        "the time: that comes from how a tile is computed.",
        tiles->median() / fast->median(), tiles->n);
  }
  page.say(
      "On a graphics processor it is the same story: of the peak of an A100, FlashAttention "
      "reaches "
      "25 to 40 %, and FlashAttention-2, with its loops in another order, 50 to 73 % (Dao, 2023, "
      "arXiv 2307.08691).");
}

Cell exponent_cell(const std::optional<double>& exponent) {
  return exponent ? Cell{*exponent} : Cell{Missing{}};
}

void write_growth(Page& page, const Measurements& measured) {
  page.section("growth", "Growth");
  page.say(
      "A power law is a straight line on these charts, and its exponent is the slope: 2 means that "
      "twice the tokens take four times as much. Fitted to the figures above:");
  Table table{"exponents",
              "Exponents p of the power laws ∝ n^p that fit best",
              {{"way", "", ""}, {"time", "time", "", 2}, {"memory", "memory", "", 2}},
              {}};
  for (const Way* way : ways_of(measured)) {
    table.rows.push_back(
        {way->name, exponent_cell(time_exponent(*way)), exponent_cell(memory_exponent(*way))});
  }
  page.table(std::move(table));
  Chart chart = chart_of(
      "memory-chart", "Memory by number of tokens, beyond that for 16 tokens", "MiB", measured,
      [](const Sample& sample) { return sample.bytes < kLeastBytes ? 0.0 : sample.bytes / kMebi; });
  if (!chart.series.empty()) page.chart(std::move(chart));
  page.say(
      "Time grows with n² in every case, since every query meets every key. Memory does so only "
      "where the scores are stored.");
}

// What is true on any machine, however busy; times are not.
void claim_all(Page& page, const Measurements& measured) {
  for (const Way* way : ways_of(measured)) {
    double worst = 0.0;
    if (std::ranges::none_of(way->samples, &Sample::measured)) continue;
    for (const Sample& sample : way->samples) {
      if (sample.measured() && !(sample.error <= worst)) worst = sample.error;
    }
    page.claim(way->name + "-error",
               fmt::format("{}: the output is that of float64 sums, but for rounding", way->name),
               check(worst <= kFloatError, "largest difference {:.1e}", worst));
  }
  const auto [naive, fast] = longest_common(measured.naive, measured.kernel);
  if (naive && fast && naive->n >= kTellingLength) {
    const double saved = naive->bytes / fast->bytes;
    page.claim("memory-saved",
               fmt::format("the kernel does not hold the scores of {} tokens", naive->n),
               check(saved > 2.0, "{:.1f} MiB instead of {:.1f}", fast->bytes / kMebi,
                     naive->bytes / kMebi));
  }
}

}  // namespace

Document announced_page(const MeasureOptions& options) {
  Document page{.lesson = kLesson, .title = kTitle, .settings = {}, .blocks = {}, .arrays = {}};
  const std::vector<std::string> ways{"naive", "vectors", "tiles", "kernel"};
  announce<Heading>(page, "four-ways");
  announce_table(page, "peak", {"before the runs", "after the runs"});
  announce<Heading>(page, "time");
  announce_table(page, "timings", ways);
  announce<Chart>(page, "time-chart");
  announce<Heading>(page, "growth");
  announce_table(page, "exponents", ways);
  announce<Chart>(page, "memory-chart");
  announce_anatomy(page, options);
  for (const char* id : {"naive-error", "vectors-error", "tiles-error", "kernel-error"}) {
    announce<Claim>(page, id);
  }
  if (options.most >= kTellingLength) announce<Claim>(page, "memory-saved");
  return page;
}

Document measured_page(const MeasureOptions& options, const Measurements& measurements) {
  Page page{kLesson, kTitle};
  write_ways(page, options, measurements);
  write_time(page, options, measurements);
  write_growth(page, measurements);
  write_anatomy(page, options, measurements);
  claim_all(page, measurements);
  return std::move(page).finish();
}

}  // namespace attn::lessons::flash_tiling
