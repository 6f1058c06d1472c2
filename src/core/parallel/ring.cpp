#include "core/parallel/ring.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/rows.hpp"

namespace attn {

namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

// Where the i-th of `count` pieces of a sequence begins.
Index border(Index n, Index count, Index i) { return n * i / count; }

Matrix chosen_rows(const Matrix& m, const std::vector<Index>& chosen) {
  Matrix result = xt::empty<double>({Index{chosen.size()}, columns(m)});
  for (Index i = 0; i < chosen.size(); ++i) std::ranges::copy(row(m, chosen[i]), &result(i, 0));
  return result;
}

// exp(before − after), 0 where nothing was seen before: −∞ − (−∞) is NaN.
double factor(double before, double after) {
  return before == kNone ? 0.0 : std::exp(before - after);
}

OnlineSoftmax of_no_key(Index queries, Index width) {
  return {xt::zeros<double>({queries}) + kNone, xt::zeros<double>({queries}),
          xt::zeros<double>({queries, width})};
}

// Queries of the sequence's rows `queries` over keys of its rows `keys`.
struct Part {
  Index scores = 0;
  OnlineSoftmax state;
};
Part attend_to(const Matrix& q, const Matrix& k, const Matrix& v, const std::vector<Index>& queries,
               const std::vector<Index>& keys, bool causal) {
  const double scale = 1.0 / std::sqrt(static_cast<double>(columns(q)));
  Matrix exps = product(q, transposed(k)) * scale;
  Part part{0, of_no_key(rows(q), columns(v))};
  for (Index i = 0; i < rows(exps); ++i) {
    for (Index j = 0; j < columns(exps); ++j) {
      const bool hidden = causal && keys[j] > queries[i];
      if (hidden) exps(i, j) = kNone;
      part.scores += hidden ? 0 : 1;
    }
  }
  part.state.peaks = row_max(exps);
  for (Index i = 0; i < rows(exps); ++i) {
    for (Index j = 0; j < columns(exps); ++j) {
      exps(i, j) = factor(exps(i, j), part.state.peaks(i));
    }
  }
  part.state.sums = row_sum(exps);
  part.state.output = product(exps, v);
  return part;
}

// What stays with a rank, and what is with it for now.
struct Rank {
  std::vector<Index> own;  // rows of the sequence
  Matrix q, k, v;
  Index source;
  OnlineSoftmax state;
};

std::vector<Rank> deal(const Matrix& q, const Matrix& k, const Matrix& v,
                       const RingOptions& options) {
  std::vector<Rank> ranks;
  for (Index r = 0; r < options.ranks; ++r) {
    const std::vector<Index> own = rows_dealt(rows(q), options.ranks, r, options.dealing);
    ranks.push_back({own, chosen_rows(q, own), chosen_rows(k, own), chosen_rows(v, own), r,
                     of_no_key(own.size(), columns(v))});
  }
  return ranks;
}

// Everyone's keys and values to the next rank.
void pass_on(std::vector<Rank>& ranks, Index step, std::vector<RingMessage>& messages) {
  for (Index r = 0; r < ranks.size(); ++r) {
    messages.push_back(
        {step, r, (r + 1) % ranks.size(), ranks[r].source, ranks[r].k.size() + ranks[r].v.size()});
  }
  for (Index r = ranks.size(); r-- > 1;) {
    std::swap(ranks[r].k, ranks[r - 1].k);
    std::swap(ranks[r].v, ranks[r - 1].v);
    std::swap(ranks[r].source, ranks[r - 1].source);
  }
}

Matrix gathered(const std::vector<Rank>& ranks, Index n, Index width) {
  Matrix output = xt::zeros<double>({n, width});
  for (const Rank& rank : ranks) {
    for (Index i = 0; i < rank.own.size(); ++i) {
      for (Index c = 0; c < width; ++c) {
        output(rank.own[i], c) = rank.state.output(i, c) / rank.state.sums(i);
      }
    }
  }
  return output;
}

}  // namespace

std::vector<Index> rows_dealt(Index n, Index ranks, Index rank, Dealing dealing) {
  if (rank >= ranks) throw std::logic_error("rows_dealt: there is no such rank");
  std::vector<Index> result;
  const auto add = [&](Index count, Index piece) {
    for (Index i = border(n, count, piece); i < border(n, count, piece + 1); ++i) {
      result.push_back(i);
    }
  };
  if (dealing == Dealing::in_order) {
    add(ranks, rank);
  } else {
    add(2 * ranks, rank);
    add(2 * ranks, 2 * ranks - 1 - rank);
  }
  return result;
}

OnlineSoftmax joined(const OnlineSoftmax& one, const OnlineSoftmax& two) {
  if (one.output.shape() != two.output.shape()) {
    throw std::logic_error("joined: the parts have different shapes");
  }
  OnlineSoftmax both = one;
  for (Index i = 0; i < both.peaks.size(); ++i) {
    both.peaks(i) = std::max(one.peaks(i), two.peaks(i));
    const double of_one = factor(one.peaks(i), both.peaks(i));
    const double of_two = factor(two.peaks(i), both.peaks(i));
    both.sums(i) = of_one * one.sums(i) + of_two * two.sums(i);
    for (Index c = 0; c < columns(both.output); ++c) {
      both.output(i, c) = of_one * one.output(i, c) + of_two * two.output(i, c);
    }
  }
  return both;
}

RingRun ring_attention(const Matrix& q, const Matrix& k, const Matrix& v,
                       const RingOptions& options) {
  if (rows(q) != rows(k) || rows(k) != rows(v) || columns(q) != columns(k)) {
    throw std::logic_error("ring_attention: shapes differ");
  }
  if (options.ranks == 0) throw std::logic_error("ring_attention: there are no ranks");
  std::vector<Rank> ranks = deal(q, k, v, options);
  RingRun run;
  for (Index step = 0; step < options.ranks; ++step) {
    for (Index r = 0; r < options.ranks; ++r) {
      Rank& rank = ranks[r];
      Part part =
          attend_to(rank.q, rank.k, rank.v, rank.own, ranks[rank.source].own, options.causal);
      rank.state = joined(rank.state, part.state);
      run.steps.push_back({step, r, rank.source, part.scores, std::move(part.state), rank.state});
    }
    if (step + 1 < options.ranks) pass_on(ranks, step, run.messages);
  }
  run.output = gathered(ranks, rows(q), columns(v));
  return run;
}

}  // namespace attn
