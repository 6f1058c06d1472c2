// What goes over the wires, and when does computing hide it?
#include <fmt/format.h>

#include <algorithm>

#include "lessons/ring/ring.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::ring {

namespace {

// The most that a rank sends, and all of them together.
struct Sent {
  Index most = 0, all = 0;
};
Sent sent(const RingRun& run, Index ranks) {
  std::vector<Index> of_rank(ranks, 0);
  for (const RingMessage& m : run.messages) of_rank[m.from] += m.numbers;
  Sent result;
  for (const Index numbers : of_rank) {
    result.most = std::max(result.most, numbers);
    result.all += numbers;
  }
  return result;
}

double formula(Index n, Index width, Index ranks) {
  return 2.0 * static_cast<double>(n * width * (ranks - 1)) / static_cast<double>(ranks);
}

void write_sent(Page& page, const Setup& setup) {
  const Index n = setup.count(), width = columns(setup.q);
  Table table{"sent",
              "The same tokens on more and more ranks, in numbers",
              {{"ranks", "ranks", ""},
               {"most", "a rank sends", ""},
               {"formula", "2nd(p − 1) / p", "", 1},
               {"all", "all send", ""},
               {"held", "keys, values held", ""}},
              {}};
  bool holds = true;
  for (Index ranks = 1; 2 * ranks <= n && ranks <= 8; ++ranks) {
    const RingRun run = ring_attention(setup.q, setup.k, setup.v, {.ranks = ranks});
    const Sent counted = sent(run, ranks);
    const double expected = formula(n, width, ranks);
    holds &= counted.all == 2 * n * width * (ranks - 1);
    if (n % ranks == 0) holds &= static_cast<double>(counted.most) == expected;
    const Index block = 2 * width * ((n + ranks - 1) / ranks);
    table.rows.push_back({Integer{ranks}, Integer{counted.most}, expected, Integer{counted.all},
                          Integer{std::min(ranks, Index{2}) * block}});
  }
  const Index counts = table.rows.size();
  page.table(std::move(table));
  page.claim("sent-as-counted",
             "all ranks together send 2nd(p − 1) numbers, and each its share of them",
             check(holds, "{} rings of 1 to {} ranks, every message counted", counts, counts));
}

// What one link carries in one direction, as its makers state it.
struct Link {
  const char* name;
  double bytes_per_second;
};
constexpr Link kLinks[]{{"NVLink 3 of an A100", 300e9},
                        {"InfiniBand HDR, 200 Gbit/s", 25e9},
                        {"Ethernet, 100 Gbit/s", 12.5e9},
                        {"Ethernet, 10 Gbit/s", 1.25e9}};

void write_links(Page& page) {
  constexpr double kRate = 312e12, kBytes = 2.0;  // A100, bf16
  page.say(
      "Sending costs no time as long as it is done before the step is. A step is 4(n/p)²d "
      "multiplications and additions at a rate F; meanwhile 2(n/p)d numbers of b bytes go over a "
      "link of bandwidth B. The width falls out, and a rank needs so many tokens:");
  page.equation("hidden", {R"(\frac{n}{p} \ge \frac{b F}{2 B})"});
  Table table{"links",
              "Tokens a rank from which an A100 hides its sending: F = 312 TFLOP/s, b = 2 (NVIDIA, "
              "2020)",
              {{"link", "link", ""},
               {"bandwidth", "bandwidth", "GB/s", 2},
               {"tokens", "tokens a rank", ""}},
              {}};
  for (const Link& link : kLinks) {
    const double tokens = kBytes * kRate / (2.0 * link.bytes_per_second);
    table.rows.push_back(
        {link.name, link.bytes_per_second / 1e9, Integer{static_cast<Index>(tokens + 0.5)}});
  }
  page.table(std::move(table));
  page.say(
      "These are rates that nobody reaches, on either side of the fraction. What your own "
      "processors and their links do, attn ring --measure says under mpirun.");
}

}  // namespace

void write_sending(Page& page, const Setup& setup) {
  page.say(
      "Of each of the p blocks a rank sends all but one on. A block has n/p keys and as many "
      "values of width d, so a rank sends 2nd(p − 1)/p numbers, which is hardly more for many "
      "ranks than for two. What it holds falls with p.");
  write_sent(page, setup);
  write_links(page);
}

}  // namespace attn::lessons::ring
