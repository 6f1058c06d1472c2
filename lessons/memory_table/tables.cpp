#include "lessons/memory_table/memory_table.hpp"

#include <fmt/format.h>

#include <utility>

namespace attn::lessons::memory_table {

namespace {

using Cost = Integer (*)(const AttentionShape&, Integer);

// Cells are whole bytes: people see them in a unit that fits, programs as they are.
Column size_column(std::string id, std::string title, SizeUnits units) {
  using enum Column::Notation;
  return {std::move(id), std::move(title), "", 1, units == SizeUnits::iec ? iec_bytes : si_bytes};
}

const Column kTokensColumn{"n", "tokens", ""};

// How many times the cost grows from n to 2n, exact.
Cell growth(Cost cost, const AttentionShape& shape, Integer n) {
  return Cell{cost(shape, 2 * n) / cost(shape, n)};
}

}  // namespace

Table score_table(const MemoryPlan& plan) {
  Table table{"scores",
              fmt::format("One matrix of scores in {}", plan.dtype),
              {kTokensColumn,
               {"entries", "entries", ""},
               {"bytes", "bytes", ""},
               size_column("size_bytes", "size", plan.units),
               size_column("doubled_bytes", "at 2n", plan.units),
               {"growth", "times", ""}},
              {}};
  for (const Integer n : plan.tokens) {
    table.rows.push_back({n, score_entries(n), score_bytes(plan.one_head, n),
                          score_bytes(plan.one_head, n), score_bytes(plan.one_head, 2 * n),
                          growth(score_bytes, plan.one_head, n)});
  }
  return table;
}

Table head_table(const MemoryPlan& plan) {
  const AttentionShape& shape = plan.one_head;
  Table table{"head",
              fmt::format("One head, d_k = {}, in {}", shape.head_dim, plan.dtype),
              {kTokensColumn,
               size_column("scores_bytes", "scores", plan.units),
               size_column("qkvo_bytes", "Q, K, V, output", plan.units),
               {"qkvo_growth", "times at 2n", ""},
               size_column("flash_bytes", "flash's state", plan.units),
               {"flash_growth", "times at 2n", ""}},
              {}};
  for (const Integer n : plan.tokens) {
    table.rows.push_back({n, score_bytes(shape, n), qkvo_bytes(shape, n),
                          growth(qkvo_bytes, shape, n), flash_state_bytes(shape, n),
                          growth(flash_state_bytes, shape, n)});
  }
  return table;
}

Table model_table(const MemoryPlan& plan) {
  const AttentionShape& shape = plan.shape;
  Table table{"model",
              fmt::format("Score matrices of {} layers, {} heads, batch {}, in {}", shape.layers,
                          shape.heads, shape.batch, plan.dtype),
              {kTokensColumn, size_column("one_head_bytes", "one head", plan.units),
               size_column("one_layer_bytes", "one layer", plan.units),
               size_column("all_layers_bytes", "all layers", plan.units)},
              {}};
  for (const Integer n : plan.tokens) {
    table.rows.push_back(
        {n, score_bytes(shape, n), layer_score_bytes(shape, n), all_score_bytes(shape, n)});
  }
  return table;
}

Table cache_table(const MemoryPlan& plan) {
  const AttentionShape& shape = plan.shape;
  std::vector<std::pair<Column, AttentionShape>> kinds;
  const auto add = [&](const char* id, const char* name, const AttentionShape& kind) {
    const std::string title = fmt::format("{} ({})", name, kind.kv_heads);
    kinds.emplace_back(size_column(id, title, plan.units), kind);
  };
  add("mha_bytes", "MHA", as_mha(shape));
  if (shape.kv_heads > 1 && shape.kv_heads < shape.heads) add("gqa_bytes", "GQA", shape);
  if (shape.heads > 1) add("mqa_bytes", "MQA", as_mqa(shape));

  Table table{"cache",
              fmt::format("KV cache of {} layers, batch {}, in {}, by KV heads", shape.layers,
                          shape.batch, plan.dtype),
              {kTokensColumn},
              {}};
  for (const auto& [column, kind] : kinds) table.columns.push_back(column);
  table.columns.push_back({"growth", "times at 2n", ""});
  for (const Integer n : plan.tokens) {
    std::vector<Cell> row{n};
    for (const auto& [column, kind] : kinds) row.emplace_back(kv_cache_bytes(kind, n));
    row.push_back(growth(kv_cache_bytes, shape, n));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table known_models_table(const MemoryPlan& plan) {
  Table table{"models",
              fmt::format("KV cache of one sequence in {}", plan.dtype),
              {{"model", "model", ""},
               {"group", "KV head shared by", ""},
               size_column("token_bytes", "a token", plan.units),
               {"context", "context", ""},
               size_column("context_bytes", "at context", plan.units),
               {"source", "source", ""}},
              {}};
  for (const Model& model : known_models()) {
    AttentionShape shape = model.shape;
    shape.number_bytes = plan.shape.number_bytes;
    table.rows.push_back({model.name, shape.heads / shape.kv_heads, kv_cache_bytes(shape, 1),
                          model.context, kv_cache_bytes(shape, model.context), model.source});
  }
  return table;
}

std::vector<LargestFit> fits(const MemoryPlan& plan) {
  const Integer budget = plan.budget.value_or(0);
  std::vector<LargestFit> result;
  const auto square = [&](const char* what, Cost cost) {
    result.push_back({what, cost, plan.shape, integer_sqrt(budget / cost(plan.shape, 1))});
  };
  const auto linear = [&](const char* what, Cost cost, const AttentionShape& of) {
    result.push_back({what, cost, of, budget / cost(of, 1)});
  };
  square("scores of all layers", all_score_bytes);
  square("scores of one layer", layer_score_bytes);
  linear("KV cache, MHA", kv_cache_bytes, as_mha(plan.shape));
  if (plan.shape.kv_heads < plan.shape.heads) {
    const bool one = plan.shape.kv_heads == 1;
    linear(one ? "KV cache, MQA" : "KV cache, GQA", kv_cache_bytes, plan.shape);
  }
  linear("Q, K, V, output of one layer", qkvo_bytes, plan.shape);
  return result;
}

Table fit_table(const MemoryPlan& plan, const std::vector<LargestFit>& fits) {
  Table table{"fit",
              fmt::format("The largest n that fits in {}, if nothing else is there",
                          natural_size(*plan.budget, plan.units)),
              {{"what", "what is counted", ""},
               {"n", "tokens", ""},
               {"bytes", "bytes", ""},
               size_column("spare_bytes", "to spare", plan.units)},
              {}};
  for (const LargestFit& fit : fits) {
    const Integer bytes = fit.cost(fit.shape, fit.n);
    table.rows.push_back({fit.what, fit.n, bytes, *plan.budget - bytes});
  }
  return table;
}

Chart growth_chart(const MemoryPlan& plan) {
  Series scores{"scores of one layer", {}}, cache{"KV cache of all layers", {}};
  for (Integer n = plan.tokens.front(); n <= 2 * plan.tokens.back(); n *= 2) {
    const auto x = static_cast<double>(n);
    scores.points.emplace_back(x, static_cast<double>(layer_score_bytes(plan.shape, n)));
    cache.points.emplace_back(x, static_cast<double>(kv_cache_bytes(plan.shape, n)));
  }
  return {"growth",
          "Bytes against tokens, both axes logarithmic: n² has twice the slope of n",
          "tokens",
          "bytes",
          true,
          true,
          {std::move(scores), std::move(cache)}};
}

Integer crossing(const MemoryPlan& plan) {
  return kv_cache_bytes(plan.shape, 1) / layer_score_bytes(plan.shape, 1);
}

}  // namespace attn::lessons::memory_table
