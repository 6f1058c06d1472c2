// Lesson: memory-table. What does attention cost in bytes, and which part of it is the bill?
#include <fmt/format.h>

#include <algorithm>

#include "lessons/memory_table/memory_table.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/errata_figures.hpp"

namespace attn::lessons::memory_table {

namespace {

using Cost = Integer (*)(const AttentionShape&, Integer);

// cost(2n) is `factor` times cost(n), with no remainder, for every n of the page.
Check grows(const MemoryPlan& plan, Cost cost, const AttentionShape& shape, Integer factor) {
  const Integer n = plan.focus;
  const bool holds = std::ranges::all_of(plan.tokens, [&](Integer each) {
    return cost(shape, 2 * each) == checked_multiply(factor, cost(shape, each));
  });
  return check(holds, "{} = {} · {} for {} tokens, and so in every row",
               grouped(cost(shape, 2 * n)), factor, grouped(cost(shape, n)), grouped(2 * n));
}

void write_scores(Page& page, const MemoryPlan& plan) {
  const Integer n = plan.focus, bytes = score_bytes(plan.one_head, n);
  page.equation("score-formula", score_formula(plan));
  page.say(
      "n tokens make n² scores of b bytes, for each head of each layer. For {} tokens that is {} "
      "entries in {} bytes, or {}.",
      grouped(n), grouped(score_entries(n)), grouped(bytes), natural_size(bytes, plan.units));
  page.table(score_table(plan));
  page.claim("scores-quadruple", "twice the tokens, exactly four times the scores",
             grows(plan, score_bytes, plan.one_head, 4));
  page.claim("operations-quadruple",
             "twice the tokens, exactly four times the multiplications and additions",
             grows(plan, attention_operations, plan.one_head, 4));
  note_units(page);
}

void write_head(Page& page, const MemoryPlan& plan) {
  const Integer even = 4 * plan.one_head.head_dim;
  page.say(
      "Queries, keys, values and outputs have one row of d_k numbers a token: R(n) bytes a head.");
  page.equation("head-formula", head_formula(plan));
  page.say(
      "Flash attention (Dao et al., 2022, arXiv 2205.14135) stores these and no scores. Beside "
      "them it keeps two numbers a query, a running maximum and a running sum, in float32 at "
      "least.");
  page.table(head_table(plan));
  page.claim("rows-double", "twice the tokens, exactly twice the queries, keys, values and outputs",
             grows(plan, qkvo_bytes, plan.one_head, 2));
  page.claim("state-doubles", "twice the tokens, exactly twice the state of flash attention",
             grows(plan, flash_state_bytes, plan.one_head, 2));
  page.claim("even-at-4d",
             fmt::format("at n = 4 · d_k = {} the scores weigh as much as Q, K, V and output",
                         grouped(even)),
             check(score_bytes(plan.one_head, even) == qkvo_bytes(plan.one_head, even),
                   "both take {} bytes", grouped(score_bytes(plan.one_head, even))));
  note_flash_saving(page);
}

void write_model(Page& page, const MemoryPlan& plan) {
  const AttentionShape& shape = plan.shape;
  page.say(
      "Now a whole model: {}{} ({}, {}). {} layers, {} query heads a layer, {} KV heads, d_k = {}, "
      "batch {}.",
      plan.model.name, plan.changed ? ", changed as you asked" : "", plan.model.source,
      plan.model.place, shape.layers, shape.heads, shape.kv_heads, shape.head_dim, shape.batch);
  if (plan.focus > plan.model.context) {
    page.say("It was published for {} tokens; past that, this is arithmetic.",
             grouped(plan.model.context));
  }
  page.equation("model-formula", layer_formula(plan));
  page.say(
      "Layers run one after another, so one layer's matrices are there at once: a matrix for each "
      "of h heads of each of B sequences. Training keeps every layer's, for the backward pass. A "
      "softmax that writes a second matrix beside the first doubles this.");
  page.table(model_table(plan));
  const Integer bytes = layer_score_bytes(kPrintedLayer, kPrintedTokens);
  page.claim(
      "course-example",
      fmt::format("{} tokens, {} heads and batch {} take 32 GiB of float32 scores in one layer",
                  grouped(kPrintedTokens), kPrintedLayer.heads, kPrintedLayer.batch),
      check(bytes == checked_multiply(32, Integer{1} << 30), "{} bytes", grouped(bytes)));
}

void claim_sharing(Page& page, const MemoryPlan& plan) {
  const AttentionShape& shape = plan.shape;
  const Integer n = plan.focus, cache = kv_cache_bytes(shape, n),
                mha = kv_cache_bytes(as_mha(shape), n);
  if (shape.kv_heads == shape.heads) {
    page.say("At {} tokens the cache takes {}: no head shares its keys and values.", grouped(n),
             natural_size(cache, plan.units));
    return;
  }
  page.say(
      "At {} tokens the cache takes {}; with a KV head for each of the {} heads it would take {}.",
      grouped(n), natural_size(cache, plan.units), shape.heads, natural_size(mha, plan.units));
  page.claim("cache-shared", "sharing divides the cache by heads ÷ KV heads, exactly",
             check(mha == checked_multiply(cache, shape.heads / shape.kv_heads), "{} = {} · {}",
                   grouped(mha), shape.heads / shape.kv_heads, grouped(cache)));
}

void write_cache(Page& page, const MemoryPlan& plan) {
  const AttentionShape& shape = plan.shape;
  page.say(
      "Generating a token needs the keys and values of all tokens before it, in every layer. They "
      "are kept: the KV cache, C(n) bytes.");
  page.equation("cache-formula", cache_formula(plan));
  page.say(
      "Query heads can share keys and values: all of them in multi-query attention (MQA, Shazeer, "
      "2019, arXiv 1911.02150), groups of them in grouped-query attention (GQA, Ainslie et al., "
      "2023, arXiv 2305.13245). The cache shrinks; the scores do not.");
  page.table(cache_table(plan));
  page.claim("cache-doubles", "twice the tokens, exactly twice the cache",
             grows(plan, kv_cache_bytes, shape, 2));
  claim_sharing(page, plan);
  note_sharing(page);
  page.table(known_models_table(plan));
  page.say("Models with a sliding window keep less than this; here every token counts.");
}

void write_growth(Page& page, const MemoryPlan& plan) {
  const Integer even = crossing(plan);
  page.chart(growth_chart(plan));
  if (even < 1) return;
  const auto scores = [&](Integer n) { return layer_score_bytes(plan.shape, n); };
  const auto cache = [&](Integer n) { return kv_cache_bytes(plan.shape, n); };
  page.claim("crossing",
             fmt::format("up to {} tokens one layer's scores take no more than the whole cache; "
                         "from the next token on they take more",
                         grouped(even)),
             check(scores(even) <= cache(even) && scores(even + 1) > cache(even + 1),
                   "{} against {}, then {} against {}", grouped(scores(even)), grouped(cache(even)),
                   grouped(scores(even + 1)), grouped(cache(even + 1))));
}

void write_fit(Page& page, const MemoryPlan& plan) {
  const std::vector<LargestFit> found = fits(plan);
  page.say(
      "Each row has the memory to itself: the model's own weights, and the other rows, are not "
      "counted. Subtract what you need for them first.");
  page.table(fit_table(plan, found));
  const bool tight = std::ranges::all_of(found, [&plan](const LargestFit& fit) {
    return fit.cost(fit.shape, fit.n) <= *plan.budget &&
           fit.cost(fit.shape, fit.n + 1) > *plan.budget;
  });
  page.claim("tight", "each n fits, and one token more does not",
             check(tight, "{} bytes to spend", grouped(*plan.budget)));
}

Document write(const MemoryOptions& options) {
  const MemoryPlan plan = plan_memory(options);
  Page page{"memory-table", "Why the score matrix is the bill"};
  page.say(
      "Every token is compared with every token, and a plain implementation writes each comparison "
      "down. Everything else that attention stores has one row a token. This page counts both, "
      "exactly, in {}: {} bytes a number.",
      plan.dtype, plan.shape.number_bytes);
  page.heading("One score matrix");
  write_scores(page, plan);
  page.heading("What grows with n alone");
  write_head(page, plan);
  page.heading("Every head of every layer");
  write_model(page, plan);
  page.heading("The KV cache");
  write_cache(page, plan);
  page.heading("The square wins");
  write_growth(page, plan);
  if (plan.budget) {
    page.heading("What fits");
    write_fit(page, plan);
  }
  page.try_next({{"attn memory-table --like llama-3-8b --n 32768 --dtype bf16",
                  {"A long context, as served."}},
                 {"attn memory-table --like falcon-7b --n 2048",
                  {"One KV head for all: how small is the cache?"}},
                 {"attn memory-table --fit 24GiB --dtype fp16",
                  {"How many tokens fit, with and without scores?"}},
                 {"attn memory-table --n 8192 --heads 32 --batch 4 --show-work",
                  {"Every figure, formula and all."}},
                 {"attn flash-tiling", {"How to never store the scores."}}});
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<MemoryOptions, declare_memory, write>(knobs); }

}  // namespace attn::lessons::memory_table
