// Who waits when the future is hidden, and how is that mended?
#include <fmt/format.h>

#include <algorithm>

#include "core/attention.hpp"
#include "core/mask.hpp"
#include "lessons/ring/ring.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::ring {

namespace {

// Scores by rank and step, (ranks, steps).
xt::xtensor<Index, 2> work_of(const RingRun& run, Index ranks) {
  xt::xtensor<Index, 2> work = xt::zeros<Index>({ranks, ranks});
  for (const RingStep& step : run.steps) work(step.rank, step.step) = step.scores;
  return work;
}

// In each step everyone waits for the slowest.
Index slowest(const xt::xtensor<Index, 2>& work, Index step) {
  Index most = 0;
  for (Index rank = 0; rank < work.shape(0); ++rank) most = std::max(most, work(rank, step));
  return most;
}

Index in_all(const xt::xtensor<Index, 2>& work) {
  Index sum = 0;
  for (Index step = 0; step < work.shape(1); ++step) sum += slowest(work, step);
  return sum;
}

Table work_table(const Setup& setup, std::string id, std::string caption, Dealing dealing,
                 const xt::xtensor<Index, 2>& work) {
  Table table{
      std::move(id), std::move(caption), {{"rank", "rank", ""}, {"rows", "tokens", ""}}, {}};
  for (Index step = 0; step < setup.ranks; ++step) {
    table.columns.push_back({fmt::format("step{}", step), fmt::format("step {}", step), ""});
  }
  table.columns.push_back({"all", "all", ""});
  for (Index rank = 0; rank < setup.ranks; ++rank) {
    const std::vector<Index> own = rows_dealt(setup.count(), setup.ranks, rank, dealing);
    const std::string text = own.size() > 4 ? fmt::format("{} tokens", own.size()) : row_text(own);
    table.rows.push_back({fmt::format("{}", rank), text});
    Index sum = 0;
    for (Index step = 0; step < setup.ranks; ++step) {
      table.rows.back().push_back(Integer{work(rank, step)});
      sum += work(rank, step);
    }
    table.rows.back().push_back(Integer{sum});
  }
  table.rows.push_back({"the slowest", ""});
  for (Index step = 0; step < setup.ranks; ++step) {
    table.rows.back().push_back(Integer{slowest(work, step)});
  }
  table.rows.back().push_back(Integer{in_all(work)});
  return table;
}

bool is_even(const xt::xtensor<Index, 2>& work) {
  for (Index step = 0; step < work.shape(1); ++step) {
    for (Index rank = 0; rank < work.shape(0); ++rank) {
      if (work(rank, step) != slowest(work, step)) return false;
    }
  }
  return true;
}

void claim_work(Page& page, const Setup& setup, const xt::xtensor<Index, 2>& in_order,
                const xt::xtensor<Index, 2>& zigzag) {
  if (setup.ranks > 1) {
    page.claim("zigzag-shorter", "in zigzag the steps together are shorter than in order",
               check(in_all(zigzag) < in_all(in_order), "{} scores at the slowest, against {}",
                     in_all(zigzag), in_all(in_order)));
  }
  if (setup.count() % (2 * setup.ranks) != 0) return;
  page.claim("zigzag-even", "in zigzag all ranks have equally much to do in every step",
             check(is_even(zigzag), "{} ranks, {} steps", setup.ranks, setup.ranks));
}

}  // namespace

void write_causal(Page& page, const Setup& setup) {
  page.say(
      "Under a causal mask half of the scores are hidden, and half of the time might be saved. But "
      "the first rank is done after step 0, with nothing but the future to come, and the others "
      "wait for the last one, which sees all. Scores to compute:");
  const RingRun in_order = setup.run(Dealing::in_order, true);
  const RingRun zigzag = setup.run(Dealing::zigzag, true);
  const auto work = work_of(in_order, setup.ranks), even_work = work_of(zigzag, setup.ranks);
  page.table(work_table(setup, "work-in-order", "Tokens dealt in order", Dealing::in_order, work));
  page.say(
      "The mending is in the dealing. Cut the sequence into 2p pieces, and give rank r piece r and "
      "piece 2p − 1 − r: one from the beginning that sees little, one from the end that sees much "
      "(Llama 3, Dubey et al., 2024, arXiv 2407.21783, section 3.3.2).");
  page.table(
      work_table(setup, "work-zigzag", "Tokens dealt in zigzag", Dealing::zigzag, even_work));
  const Matrix alone =
      attention(setup.q, setup.k, setup.v, {.mask = causal_mask(setup.count())}).output;
  page.claim("causal-equal", "dealt in order: the output is that of one process",
             same(in_order.output, alone));
  page.claim("zigzag-equal", "dealt in zigzag: the output is that of one process",
             same(zigzag.output, alone));
  claim_work(page, setup, work, even_work);
  page.say(
      "The steps last as long as {} scores one after another in order, and {} in zigzag: "
      "{:.0f} % of it.",
      in_all(work), in_all(even_work),
      100.0 * static_cast<double>(in_all(even_work)) / static_cast<double>(in_all(work)));
}

}  // namespace attn::lessons::ring
