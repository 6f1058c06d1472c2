// Whose keys and values are where, and when are they sent?
#include <fmt/ranges.h>

#include "core/attention.hpp"
#include "lessons/ring/ring.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::ring {

namespace {

Table schedule(const Setup& setup, const RingRun& run) {
  Table table{"schedule",
              "Whose keys and values are with each rank, step by step",
              {{"rank", "rank", ""}, {"rows", "its own tokens", ""}},
              {}};
  for (Index step = 0; step < setup.ranks; ++step) {
    table.columns.push_back({fmt::format("step{}", step), fmt::format("step {}", step), ""});
  }
  for (Index rank = 0; rank < setup.ranks; ++rank) {
    const std::vector<Index> own = rows_dealt(setup.count(), setup.ranks, rank, Dealing::in_order);
    std::vector<Cell> row{Integer{rank}, row_text(own)};
    for (Index step = 0; step < setup.ranks; ++step) {
      row.push_back(Integer{run.steps[step * setup.ranks + rank].source});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table messages(const RingRun& run) {
  Table table{"messages",
              "What is sent while a step is computed",
              {{"step", "step", ""},
               {"from", "from rank", ""},
               {"to", "to rank", ""},
               {"source", "keys and values of", ""},
               {"numbers", "numbers", ""}},
              {}};
  for (const RingMessage& m : run.messages) {
    table.rows.push_back(
        {Integer{m.step}, Integer{m.from}, Integer{m.to}, Integer{m.source}, Integer{m.numbers}});
  }
  return table;
}

}  // namespace

std::string row_text(const std::vector<Index>& rows) {
  if (rows.size() > 2 && rows.back() - rows.front() + 1 == rows.size()) {
    return fmt::format("{}–{}", rows.front(), rows.back());
  }
  return fmt::format("{}", fmt::join(rows, ", "));
}

void write_rotation(Page& page, const Setup& setup, const RingRun& run) {
  page.say(
      "A rank keeps the queries of its own tokens. In step 0 it attends to their keys and values. "
      "While it computes, it sends these to the next rank, and takes in those of the one before. "
      "After {} {} every query has met every key.",
      setup.ranks, setup.ranks == 1 ? "step" : "steps");
  page.table(schedule(setup, run));
  if (!run.messages.empty()) page.table(messages(run));
  page.say(
      "In the last step nothing is sent. A rank never has more than two blocks of keys and values: "
      "the one it computes with and the one that is coming.");
}

void write_joins(Page& page, const Setup& setup, const RingRun& run) {
  page.say(
      "Each step leaves what attn flash-tiling carries from tile to tile: the largest score m, the "
      "sum of exponentials l, and the output o that is not yet divided by it. Two such parts are "
      "joined as if their keys had come one after another:");
  page.equation("join", {R"(m = \max(m_1, m_2))", R"(l = l_1 \exp(m_1 - m) + l_2 \exp(m_2 - m))",
                         R"(o = o_1 \exp(m_1 - m) + o_2 \exp(m_2 - m))"});
  constexpr Index kShown = 2;  // what fits beside the rest
  const Index width = std::min(kShown, columns(setup.v));
  Table table{"joins",
              "Token 0, whose query is with rank 0, after each step",
              {{"step", "step", ""},
               {"source", "keys of", ""},
               {"part_peak", "their m", ""},
               {"part_sum", "their l", ""},
               {"peak", "m", ""},
               {"sum", "l", ""}},
              {}};
  for (Index c = 0; c < width; ++c) {
    table.columns.push_back({fmt::format("o{}", c), fmt::format("o[{}]", c), ""});
  }
  for (const RingStep& step : run.steps) {
    if (step.rank != 0) continue;
    table.rows.push_back({Integer{step.step}, Integer{step.source}, step.part.peaks(0),
                          step.part.sums(0), step.after.peaks(0), step.after.sums(0)});
    for (Index c = 0; c < width; ++c) table.rows.back().push_back(step.after.output(0, c));
  }
  page.table(std::move(table));
  const RingStep& last = run.steps[(setup.ranks - 1) * setup.ranks];
  page.say("Divided by l, the last line is the output: o[0] = {:.4f} / {:.4f} = {:.4f}.",
           last.after.output(0, 0), last.after.sums(0), run.output(0, 0));
  page.claim("ring-equal", "the output of the ring is that of one process that holds everything",
             same(run.output, attention(setup.q, setup.k, setup.v).output));
}

}  // namespace attn::lessons::ring
