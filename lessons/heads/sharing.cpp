// What do several heads cost, and what can they share?
#include <fmt/format.h>

#include <algorithm>

#include "core/costs/cost.hpp"
#include "core/heads.hpp"
#include "files/models.hpp"
#include "lessons/heads/heads.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::heads {

namespace {

// The first transformer's: Vaswani et al., 2017, table 3, "base".
constexpr Integer kModelWidth = 512, kTokens = 512;

struct HeadsCost {
  Integer parameters, projecting, attending, scores;
};

// Of `heads` heads in a model of that width: W_Q, W_K, W_V and W_O; multiplications for n tokens.
HeadsCost cost_of(Integer heads, Integer width, Integer n) {
  const AttentionShape shape{.heads = heads, .kv_heads = heads, .head_dim = width / heads};
  return {4 * width * width, 4 * n * width * width,
          attention_operations(shape, n) / 2,  // half of them are additions
          heads * score_entries(n)};
}

// What this run multiplied, from the shapes of what it computed: scores, and weights times values.
Index multiplications(const MultiHead& result) {
  Index count = 0;
  for (const Attention& head : result.heads) {
    const Index d_k = columns(result.joined) / result.heads.size();
    count += head.scores.size() * d_k + head.weights.size() * columns(head.output);
  }
  return count;
}

// The multiples of the heads' number by which they can be grouped: h, …, 2, 1 KV heads.
std::vector<Index> sharings(Index heads) {
  std::vector<Index> counts;
  for (Index kv = heads; kv >= 1; --kv) {
    if (heads % kv == 0) counts.push_back(kv);
  }
  return counts;
}

void write_models(Page& page) {
  const std::vector<Model> models = known_models();
  Table table{"models",
              "Heads of published models",
              {{"model", "model", ""},
               {"heads", "query heads", ""},
               {"kv_heads", "KV heads", ""},
               {"group", "share one", ""},
               {"head_dim", "d_k", ""},
               {"source", "source", ""}},
              {}};
  for (const Model& model : models) {
    table.rows.push_back({model.name, model.shape.heads, model.shape.kv_heads,
                          model.shape.heads / model.shape.kv_heads, model.shape.head_dim,
                          model.source});
  }
  page.table(std::move(table));
  const auto heads = [](const Model& model) { return model.shape.heads; };
  const auto width = [](const Model& model) { return model.shape.head_dim; };
  page.say(
      "How many heads? The first transformer had 8 of 64 components in 512 (Vaswani et al., 2017, "
      "section 3.2.2). Here they are {} to {}, of {} to {} components.",
      heads(std::ranges::min(models, {}, heads)), heads(std::ranges::max(models, {}, heads)),
      width(std::ranges::min(models, {}, width)), width(std::ranges::max(models, {}, width)));
}

}  // namespace

void write_heads_cost(Page& page, const HeadsRun& run) {
  page.say(
      "Heads share out the components that there are. Here is a model of width {} on {} tokens, in "
      "1 to 16 heads: more of them, each narrower.",
      kModelWidth, kTokens);
  Table table{"cost",
              fmt::format("A layer {} wide on {} tokens; products to project words, and to attend",
                          kModelWidth, kTokens),
              {{"heads", "heads", ""},
               {"d_k", "d_k", ""},
               {"parameters", "parameters", ""},
               {"projecting", "to project", ""},
               {"attending", "to attend", ""},
               {"scores", "scores held", ""}},
              {}};
  const HeadsCost one = cost_of(1, kModelWidth, kTokens);
  bool same_cost = true, scores_grow = true;
  for (const Integer h : {1, 2, 4, 8, 16}) {
    const HeadsCost cost = cost_of(h, kModelWidth, kTokens);
    same_cost &= cost.parameters == one.parameters && cost.projecting == one.projecting &&
                 cost.attending == one.attending;
    scores_grow &= cost.scores == h * one.scores;
    table.rows.push_back(
        {h, kModelWidth / h, cost.parameters, cost.projecting, cost.attending, cost.scores});
  }
  page.table(std::move(table));
  page.claim("same-arithmetic",
             "parameters and multiplications do not depend on the number of heads",
             check(same_cost, "{} and {}", grouped(one.parameters),
                   grouped(one.projecting + one.attending)));
  page.claim("scores-grow", "scores, and exponentials, do: each head has a matrix of its own",
             check(scores_grow, "{} for each head", grouped(one.scores)));
  const Steps& steps = run.steps;
  const MultiHead single = multi_head_attention(steps.q, steps.k, steps.v, run.w_o, 1, 1);
  page.claim("counted-here",
             fmt::format("{} head{} multiplied as much on this page as one does", run.heads,
                         run.heads == 1 ? "" : "s"),
             check(multiplications(run.m) == multiplications(single), "{} multiplications",
                   multiplications(run.m)));
}

void write_sharing(Page& page, const HeadsRun& run) {
  const Steps& steps = run.steps;
  const AttentionOptions options{.scale = run.m.heads.front().scale, .mask = steps.mask};
  page.say(
      "A model that writes keeps all keys and values. Query heads can share them: "
      "all of them in multi-query attention (MQA, Shazeer, 2019, arXiv 1911.02150), groups of "
      "neighbours in grouped-query attention (GQA, Ainslie et al., 2023, arXiv 2305.13245). Of h "
      "heads on g KV heads, the first h/g read KV head 0, the next h/g KV head 1, and so on.");
  Table table{"sharing",
              fmt::format("{} query head{} on fewer KV heads, each the mean of those it replaces",
                          run.heads, run.heads == 1 ? "" : "s"),
              {{"kv_heads", "KV heads g", ""},
               {"name", "", ""},
               {"group", "share one", ""},
               {"kept", "kept a token", "numbers"},
               {"change", "output changes, largest component", ""}},
              {}};
  double worst = 0.0;
  for (const Index g : sharings(run.heads)) {
    const Matrix k = pooled_heads(steps.k, run.heads, g), v = pooled_heads(steps.v, run.heads, g);
    const MultiHead shared = multi_head_attention(steps.q, k, v, run.w_o, run.heads, g, options);
    const MultiHead repeated = multi_head_attention(steps.q, repeated_heads(k, run.heads, g),
                                                    repeated_heads(v, run.heads, g), run.w_o,
                                                    run.heads, run.heads, options);
    worst = std::max(worst, largest_difference(shared.output, repeated.output));
    table.rows.push_back({Integer{g},
                          g == run.heads ? "MHA"
                          : g == 1       ? "MQA"
                                         : "GQA",
                          Integer{run.heads / g}, Integer{columns(k) + columns(v)},
                          largest_difference(shared.output, run.m.output)});
  }
  page.table(std::move(table));
  page.claim("shared-is-repeated", "sharing a KV head is the same as repeating it for each reader",
             check(worst <= tolerance_of(steps), "largest difference {}", tiny(worst)));
  page.say(
      "Averaged here without any training, sharing changes the outputs. A model is trained with "
      "shared heads, or converted like this and trained a little on. Queries keep all their heads: "
      "there are as many views as before.");
  write_models(page);
}

}  // namespace attn::lessons::heads
