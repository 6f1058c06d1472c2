#include "lessons/ring/measure.hpp"

#include <array>
#include <chrono>
#include <cmath>

#include "core/random/generator.hpp"
#include "kernel/flash_attention.hpp"
#include "kernel/instruction_set.hpp"
#include "kernel/ring_attention.hpp"
#include "kernel/thread_team.hpp"
#include "kernel/workspace.hpp"

namespace attn::lessons::ring {

namespace {

constexpr int kRuns = 3;

using Floats = std::vector<float>;
using kernel::Piece;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Inputs {
  Floats q, k, v;  // (n, width)
};

Inputs draw(const MeasureOptions& options) {
  Inputs in;
  Generator generator(options.seed);
  for (Floats* x : {&in.q, &in.k, &in.v}) {
    x->resize(options.n * options.width);
    for (float& number : *x) number = static_cast<float>(generator.normal());
  }
  return in;
}

// What all ranks have to agree about: one who has other options would wait for ever.
void compare(Ranks& ranks, const MeasureOptions& options) {
  const std::array own{static_cast<double>(options.n), static_cast<double>(options.width),
                       static_cast<double>(std::hash<std::string>{}(options.seed) % (1U << 30U))};
  const std::vector<double> all = gathered(ranks, own);
  for (Index i = 0; i < all.size(); ++i) {
    if (all[i] != own[i % own.size()]) {
      throw AgreedError(kWrongInput,
                        "the ranks are asked for different --n, --dim or --seed; start all of them "
                        "with the same");
    }
  }
}

// A rank at its work, and what it works with.
struct Lab {
  Ranks& ranks;
  const MeasureOptions& options;
  kernel::Workspace& workspace;
  Inputs in = {};
};

Floats rows_of(const Floats& whole, Index width, const std::vector<Piece>& pieces) {
  Floats rows;
  for (const Piece& piece : pieces) {
    const auto from = whole.begin() + static_cast<std::ptrdiff_t>(piece.first * width);
    rows.insert(rows.end(), from, from + static_cast<std::ptrdiff_t>(piece.count * width));
  }
  return rows;
}

Floats single_output(Lab& lab, bool causal) {
  const Index n = lab.options.n, width = lab.options.width;
  return kernel::flash_attention(
      lab.in.q, lab.in.k, lab.in.v, {1, 1, n, n, width, width},
      {.causal = causal ? kernel::Causal::bottom_right : kernel::Causal::no,
       .workspace = &lab.workspace});
}

// How far one's own rows are off, where rank 0 has told the single process's.
double difference_of(Lab& lab, const Floats& output, const std::vector<Piece>& pieces,
                     const Floats& single) {
  const Floats expected = rows_of(single, lab.options.width, pieces);
  double largest = 0.0;
  for (Index i = 0; i < output.size(); ++i) {
    const double off = std::abs(double{output[i]} - double{expected[i]});
    if (!(off <= largest)) largest = off;
  }
  return largest;
}

// Rank 0's, on all of them.
Floats told_by_first(Ranks& ranks, Floats numbers) {
  Floats all(numbers.size() * ranks.count());
  ranks.gather(std::as_bytes(std::span(numbers)), std::as_writable_bytes(std::span(all)));
  all.resize(numbers.size());
  return all;
}

// One run of the first `count` ranks; the others wait.
RankFigures run_once(Lab& lab, const kernel::RingOptions& ring, const Inputs& own, Floats& output) {
  agree(lab.ranks, {});  // all begin at once
  if (lab.ranks.rank() >= ring.ranks) return {};
  const Index width = lab.options.width;
  const double begin = now();
  const kernel::RingWork work = kernel::ring_attention(
      lab.ranks, own.q, own.k, own.v, {lab.options.n, 1, 1, width, width}, ring, output);
  return {now() - begin, work.computing, work.waiting, work.sent, work.scores};
}

// The figures of all ranks in every run, by run.
RingFigures run_ring(Lab& lab, Index count, bool causal, bool zigzag, const Floats& single) {
  const kernel::RingOptions ring{
      .ranks = count, .causal = causal, .zigzag = zigzag, .workspace = &lab.workspace};
  const Index width = lab.options.width;
  std::vector<Piece> pieces;
  if (lab.ranks.rank() < count) {
    pieces = kernel::pieces_of(lab.options.n, count, lab.ranks.rank(), zigzag);
  }
  const Inputs own{rows_of(lab.in.q, width, pieces), rows_of(lab.in.k, width, pieces),
                   rows_of(lab.in.v, width, pieces)};
  Floats output(own.q.size());
  std::vector<RingFigures> runs;
  for (int i = 0; i < kRuns; ++i) {
    const RankFigures f = run_once(lab, ring, own, output);
    const std::array figures{f.seconds, f.computing, f.waiting,
                             f.sent,    f.scores,    difference_of(lab, output, pieces, single)};
    const std::vector<double> all = gathered(lab.ranks, figures);
    RingFigures run{causal, zigzag, {}, 0.0};
    for (Index rank = 0; rank < count; ++rank) {
      const double* at = all.data() + rank * figures.size();
      run.ranks.push_back({at[0], at[1], at[2], at[3], at[4]});
      if (!(at[5] <= run.difference)) run.difference = at[5];
    }
    runs.push_back(std::move(run));
  }
  std::ranges::sort(runs, {}, [](const RingFigures& r) { return r.most(&RankFigures::seconds); });
  return runs[kRuns / 2];
}

// 1, 2, 4, … and all.
std::vector<Index> counts_up_to(Index ranks) {
  std::vector<Index> counts;
  for (Index count = 1; count < ranks; count *= 2) counts.push_back(count);
  counts.push_back(ranks);
  return counts;
}

RingMeasurements measured(Lab& lab) {
  const auto told = [&lab](bool causal) {
    Floats single(lab.in.q.size());
    if (lab.ranks.rank() == 0) single = single_output(lab, causal);
    return told_by_first(lab.ranks, std::move(single));
  };
  RingMeasurements m{.instruction_set = kernel::instruction_sets().front()->name,
                     .ranks = lab.ranks.count(),
                     .threads = lab.workspace.threads(),
                     .processors = kernel::thread_count(0),
                     .ranks_here = ranks_here()};
  const Floats single = told(false), causal_single = told(true);
  for (const Index count : counts_up_to(lab.ranks.count())) {
    m.rings.push_back(run_ring(lab, count, false, false, single));
  }
  m.in_order = run_ring(lab, lab.ranks.count(), true, false, causal_single);
  m.zigzag = run_ring(lab, lab.ranks.count(), true, true, causal_single);
  return m;
}

}  // namespace

RingMeasurements measure(Ranks& ranks, const MeasureOptions& options) {
  const auto shared =
      static_cast<unsigned>(std::max<Index>(1, kernel::thread_count(0) / ranks_here()));
  kernel::Workspace workspace(options.threads > 0 ? options.threads : shared);
  Lab lab{ranks, options, workspace};
  together(ranks, [&] { lab.in = draw(options); });
  compare(ranks, options);
  RingMeasurements result;
  exchanging(ranks, [&] { result = measured(lab); });
  return result;
}

}  // namespace attn::lessons::ring
