// How do ranks share the heads instead, and what do they send then?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/multi_head.hpp"
#include "core/parallel/all_reduce.hpp"
#include "core/random/generator.hpp"
#include "lessons/ring/ring.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::ring {

namespace {

constexpr Index kHeadWidth = 2;

struct Layer {
  Matrix x, w_q, w_k, w_v, w_o;  // (n, d_model), (d_model, d_model)
};

// A head for each rank.
Layer draw_layer(const Setup& setup) {
  const Index width = setup.ranks * kHeadWidth;
  Layer layer{xt::empty<double>({setup.count(), width}), {}, {}, {}, {}};
  Generator generator(setup.seed);
  generator.fill_normal({layer.x.data(), layer.x.size()});
  for (Matrix* w : {&layer.w_q, &layer.w_k, &layer.w_v, &layer.w_o}) {
    *w = xt::empty<double>({width, width});
    generator.fill_normal({w->data(), w->size()});
    *w /= std::sqrt(static_cast<double>(width));
  }
  return layer;
}

Matrix own_columns(const Matrix& w, Index rank) {
  return xt::view(w, xt::all(), xt::range(rank * kHeadWidth, (rank + 1) * kHeadWidth));
}

Matrix own_rows(const Matrix& w, Index rank) {
  return xt::view(w, xt::range(rank * kHeadWidth, (rank + 1) * kHeadWidth), xt::all());
}

// What a rank adds to the output, (n, d_model), from its own part of the weights alone.
Matrix term_of(const Layer& layer, Index rank) {
  const auto projected = [&](const Matrix& w) { return product(layer.x, own_columns(w, rank)); };
  const Attention head =
      attention(projected(layer.w_q), projected(layer.w_k), projected(layer.w_v));
  return product(head.output, own_rows(layer.w_o, rank));
}

Table ranks_table(const Setup& setup, const Layer& layer, const AllReduce& sum) {
  Table table{"heads",
              fmt::format("{} {} of width {} on as many ranks, in numbers", setup.ranks,
                          setup.ranks == 1 ? "head" : "heads", kHeadWidth),
              {{"rank", "rank", ""},
               {"head", "head", ""},
               {"weights", "weights", ""},
               {"cached", "keys, values", ""},
               {"sent", "sends", ""}},
              {}};
  for (Index rank = 0; rank < setup.ranks; ++rank) {
    Index sent = 0;
    for (const SumMessage& m : sum.messages) sent += m.from == rank ? m.numbers : 0;
    table.rows.push_back({Integer{rank}, Integer{rank},
                          Integer{4 * own_columns(layer.w_q, rank).size()},
                          Integer{2 * setup.count() * kHeadWidth}, Integer{sent}});
  }
  return table;
}

// Which part of the sum each rank sends in each step.
Table sums_table(const Setup& setup, const AllReduce& sum) {
  Table table{"sums",
              "Which part of the rows each rank sends on, and what becomes of it",
              {{"step", "step", ""}, {"what", "the next rank", ""}},
              {}};
  for (Index rank = 0; rank < setup.ranks; ++rank) {
    table.columns.push_back({fmt::format("rank{}", rank), fmt::format("rank {}", rank), ""});
  }
  for (const SumMessage& m : sum.messages) {
    if (m.from == 0) table.rows.push_back({Integer{m.step}, m.adds ? "adds it" : "keeps it"});
    table.rows.back().push_back(Integer{m.part});
  }
  return table;
}

void claim_sum(Page& page, const Setup& setup, const Layer& layer, const AllReduce& sum) {
  const Matrix alone =
      multi_head_attention(product(layer.x, layer.w_q), product(layer.x, layer.w_k),
                           product(layer.x, layer.w_v), layer.w_o, setup.ranks, setup.ranks)
          .output;
  Vector differences = xt::zeros<double>({setup.ranks});
  for (Index rank = 0; rank < setup.ranks; ++rank) {
    differences(rank) = largest_difference(sum.copies[rank], alone);
  }
  page.claim("heads-equal", "every rank comes to the output of one process that has all heads",
             all_small(differences));
  Index sent = 0;
  for (const SumMessage& m : sum.messages) sent += m.numbers;
  page.claim("heads-sent", "all ranks together send 2nd(p − 1) numbers, d being d_model",
             check(sent == 2 * alone.size() * (setup.ranks - 1), "{} numbers in {} messages",
                   grouped(Integer{sent}), sum.messages.size()));
}

}  // namespace

void write_heads(Page& page, const Setup& setup) {
  page.say(
      "No head needs anything of another. So rank r may take head r: its columns of W_Q, W_K and "
      "W_V, its rows of W_O, and its keys and values of all {} tokens. What it computes is a term "
      "of the output, and the terms have to be added.",
      setup.count());
  const Layer layer = draw_layer(setup);
  std::vector<Matrix> terms;
  for (Index rank = 0; rank < setup.ranks; ++rank) terms.push_back(term_of(layer, rank));
  const AllReduce sum = all_reduce(terms);
  page.table(ranks_table(setup, layer, sum));
  page.say(
      "The sum goes round too, in p parts of its rows (Patarasuk and Yuan, 2009, “Bandwidth "
      "optimal all-reduce algorithms for clusters of workstations”). In p − 1 steps each part is "
      "added to at every rank; in as many more, what is complete is handed on.");
  if (!sum.messages.empty()) page.table(sums_table(setup, sum));
  claim_sum(page, setup, layer, sum);
  page.array(array_of("heads_output", sum.copies.front()));
  page.say(
      "Both ways send 2nd(p − 1) numbers in all. But this one waits for them: the sum can only "
      "begin when the heads are done. It divides weights and not tokens, over no more ranks than "
      "there are heads. So it is used within a machine, and rings between machines.");
}

}  // namespace attn::lessons::ring
