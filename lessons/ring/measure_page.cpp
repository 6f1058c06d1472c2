// What did the ranks find?
#include "lessons/ring/measure_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lessons/shared/claims.hpp"

namespace attn::lessons::ring {

namespace {

constexpr const char *kLesson = "ring",
                     *kTitle = "Attention on several machines, measured on these ranks";
constexpr double kGiga = 1e9, kMilli = 1e-3, kMebi = 1024.0 * 1024.0;
constexpr double kFloatError = 5e-6;  // sums of n products in float32, in two orders

// 4·d of a score: a multiplication and an addition for q·k, and for the value's share.
double operations(const RingFigures& ring, const MeasureOptions& options) {
  return 4.0 * static_cast<double>(options.width) * ring.sum(&RankFigures::scores);
}

double rate_of(const RingFigures& ring, const MeasureOptions& options) {
  return operations(ring, options) / ring.most(&RankFigures::seconds);
}

double sent_in_theory(const MeasureOptions& options, Index ranks) {
  return 2.0 * static_cast<double>(options.n * options.width * (ranks - 1)) * sizeof(float) /
         static_cast<double>(ranks);
}

void write_rings(Page& page, const MeasureOptions& options, const RingMeasurements& m) {
  page.section("time", "Time by ranks");
  page.say(
      "{} random tokens of width {}, no mask, on {} ranks with {} {} each; {} instructions. The "
      "same kernel computes on every rank, and the messages of a step are on their way meanwhile. "
      "Of {} runs the middle one counts, and of its ranks the slowest.",
      grouped(Integer{options.n}), options.width, m.ranks, m.threads,
      m.threads == 1 ? "thread" : "threads", m.instruction_set, 3);
  Table table{"rings",
              "The same tokens on one rank, and on more",
              {{"ranks", "ranks", ""},
               {"time", "time", "ms", 1},
               {"speedup", "times as fast", "", 2},
               {"computing", "computing", "ms", 1},
               {"waiting", "waiting", "ms", 1},
               {"rate", "rate", "GFLOP/s", 1},
               {"error", "error", "", 1, Column::Notation::scientific}},
              {}};
  const double alone = m.rings.front().most(&RankFigures::seconds);
  for (const RingFigures& ring : m.rings) {
    const double seconds = ring.most(&RankFigures::seconds);
    table.rows.push_back({Integer{ring.ranks.size()}, seconds / kMilli, alone / seconds,
                          ring.most(&RankFigures::computing) / kMilli,
                          ring.most(&RankFigures::waiting) / kMilli, rate_of(ring, options) / kGiga,
                          ring.difference});
  }
  page.table(std::move(table));
  page.say(
      "Waiting is what computing did not hide. The error is the largest difference from the output "
      "of one process, which adds up the same numbers in another order.");
  if (m.ranks_here * m.threads > m.processors) {
    page.note("More threads than processors",
              {fmt::format("This machine has {} processors for {} ranks with {} each: they take "
                           "turns, and more ranks are no faster. Messages, scores and outputs are "
                           "what they would be.",
                           m.processors, m.ranks_here,
                           m.threads == 1 ? "a thread" : fmt::format("{} threads", m.threads))});
  }
}

void write_sending(Page& page, const MeasureOptions& options, const RingMeasurements& m) {
  page.section("what-was-sent", "What was sent");
  const RingFigures& ring = m.rings.back();
  Table table{
      "sending",
      fmt::format("What each of {} ranks sent, as counted where it is handed to MPI", m.ranks),
      {{"rank", "rank", ""},
       {"sent", "sent", "MiB", 3},
       {"theory", "2nd(p − 1) / p", "MiB", 3},
       {"computing", "computing", "ms", 1},
       {"waiting", "waiting", "ms", 1}},
      {}};
  const double theory = sent_in_theory(options, m.ranks);
  bool equal = true;
  for (Index rank = 0; rank < m.ranks; ++rank) {
    const RankFigures& f = ring.ranks[rank];
    equal &= options.n % m.ranks != 0 || f.sent == theory;
    table.rows.push_back(
        {Integer{rank}, f.sent / kMebi, theory / kMebi, f.computing / kMilli, f.waiting / kMilli});
  }
  page.table(std::move(table));
  const double all = ring.sum(&RankFigures::sent);
  const double expected = theory * static_cast<double>(m.ranks);
  page.claim("sent-in-theory",
             "the ranks send 2nd(p − 1) numbers of 4 bytes in all, and each as many if pieces are "
             "equal",
             check(equal && all == expected, "{:.0f} bytes, against {:.0f}", all, expected));
}

void write_dealings(Page& page, const MeasureOptions& options, const RingMeasurements& m) {
  page.section("hidden-future", "When the future is hidden");
  page.say(
      "Under a causal mask the first rank has little to compute and waits for the last, when "
      "tokens are dealt in order. In zigzag each has a piece from the beginning and one from the "
      "end.");
  Table table{"dealings",
              "Under a causal mask, by rank",
              {{"dealing", "dealt", ""},
               {"rank", "rank", ""},
               {"scores", "scores", "millions", 2},
               {"computing", "computing", "ms", 1},
               {"waiting", "waiting", "ms", 1},
               {"time", "time", "ms", 1}},
              {}};
  for (const RingFigures* ring : {&m.in_order, &m.zigzag}) {
    for (Index rank = 0; rank < ring->ranks.size(); ++rank) {
      const RankFigures& f = ring->ranks[rank];
      table.rows.push_back({ring->zigzag ? "in zigzag" : "in order", Integer{rank}, f.scores / 1e6,
                            f.computing / kMilli, f.waiting / kMilli, f.seconds / kMilli});
    }
  }
  page.table(std::move(table));
  const double in_order = m.in_order.most(&RankFigures::seconds);
  const double zigzag = m.zigzag.most(&RankFigures::seconds);
  page.say("In order it takes {:.1f} ms, in zigzag {:.1f} ms: {:.2f} times as long in order.",
           in_order / kMilli, zigzag / kMilli, in_order / zigzag);
  if (options.n % (2 * m.ranks) != 0) return;
  const double most = m.zigzag.most(&RankFigures::scores), all = m.zigzag.sum(&RankFigures::scores);
  page.claim("zigzag-even", "in zigzag every rank computes equally many scores",
             check(most * static_cast<double>(m.ranks) == all, "{:.0f} of {:.0f} on {} ranks", most,
                   all, m.ranks));
}

// What one link carries in one direction, as its makers state it.
struct Link {
  const char* name;
  double bytes_per_second;
};
constexpr Link kLinks[]{{"Ethernet, 1 Gbit/s", 0.125e9},
                        {"Ethernet, 10 Gbit/s", 1.25e9},
                        {"Ethernet, 100 Gbit/s", 12.5e9},
                        {"InfiniBand HDR, 200 Gbit/s", 25e9}};

void write_nodes(Page& page, const MeasureOptions& options, const RingMeasurements& m) {
  constexpr double kNodes = 64.0;
  const double rate = rate_of(m.rings.front(), options), width = static_cast<double>(options.width);
  page.section("sixty-four-nodes", "A calculation: 64 nodes");
  page.say(
      "Nobody measured this. Say that 64 machines compute as fast as one rank alone did here, "
      "{:.1f} GFLOP/s, and that each has a link of its own at the speed stated. A step takes the "
      "longer of computing, 4(n/p)²d operations, and sending, 2(n/p)d numbers of 4 bytes; there "
      "are "
      "64.",
      rate / kGiga);
  Table table{"nodes",
              fmt::format("Calculated, not measured: n tokens of width {} on 64 nodes, one head",
                          options.width),
              {{"link", "link", ""},
               {"n", "n", ""},
               {"computing", "computing a step", "ms", 2},
               {"sending", "sending a step", "ms", 2},
               {"whole", "whole", "s", 3},
               {"share", "computing", "%", 1}},
              {}};
  for (const Index n : {Index{1} << 14, Index{1} << 20}) {
    const double piece = static_cast<double>(n) / kNodes;
    const double computing = 4.0 * piece * piece * width / rate;
    for (const Link& link : kLinks) {
      const double sending = 2.0 * piece * width * sizeof(float) / link.bytes_per_second;
      const double whole = (kNodes - 1.0) * std::max(computing, sending) + computing;
      table.rows.push_back({link.name, Integer{n}, computing / kMilli, sending / kMilli, whole,
                            100.0 * kNodes * computing / whole});
    }
  }
  page.table(std::move(table));
  page.say(
      "What is left out makes it slower: latency, switches that nodes share, and the slowest of "
      "64. "
      "More heads change nothing, since both sides of a step grow with them.");
}

void claim_outputs(Page& page, const RingMeasurements& m) {
  double worst = 0.0;
  for (const RingFigures& ring : m.rings) {
    if (!(ring.difference <= worst)) worst = ring.difference;
  }
  const auto claim = [&page](const char* id, const char* what, double difference) {
    page.claim(id, fmt::format("{}: the output is that of one process, but for rounding", what),
               check(difference <= kFloatError, "largest difference {}", tiny(difference)));
  };
  claim("ring-near", "without a mask", worst);
  claim("in-order-near", "causal, dealt in order", m.in_order.difference);
  claim("zigzag-near", "causal, dealt in zigzag", m.zigzag.difference);
}

}  // namespace

Document announced_page(const MeasureOptions& options) {
  Document page{.lesson = kLesson, .title = kTitle, .settings = {}, .blocks = {}, .arrays = {}};
  std::vector<std::string> counts, links;
  for (Index rank = 0; rank < options.n / 2; ++rank) {
    if (rank <= 64) counts.push_back(std::to_string(rank));
  }
  for (const Link& link : kLinks) links.push_back(link.name);
  announce<Heading>(page, "time");
  announce_table(page, "rings", counts);
  announce<Heading>(page, "what-was-sent");
  announce_table(page, "sending", counts);
  announce<Heading>(page, "hidden-future");
  announce_table(page, "dealings", {"in order", "in zigzag"});
  announce<Heading>(page, "sixty-four-nodes");
  announce_table(page, "nodes", links);
  for (const char* id :
       {"sent-in-theory", "zigzag-even", "ring-near", "in-order-near", "zigzag-near"}) {
    announce<Claim>(page, id);
  }
  return page;
}

Document measured_page(const MeasureOptions& options, const RingMeasurements& measurements) {
  Page page{kLesson, kTitle};
  write_rings(page, options, measurements);
  write_sending(page, options, measurements);
  write_dealings(page, options, measurements);
  write_nodes(page, options, measurements);
  claim_outputs(page, measurements);
  return std::move(page).finish();
}

}  // namespace attn::lessons::ring
