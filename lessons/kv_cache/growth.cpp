// How fast does the cache of a real model grow, and by what do shared heads divide it?
#include <fmt/format.h>

#include <algorithm>

#include "core/costs/cost.hpp"
#include "lessons/kv_cache/kv_cache.hpp"
#include "lessons/shared/claims.hpp"
#include "support/size.hpp"

namespace attn::lessons::kv_cache {

namespace {

constexpr double kGibi = 1073741824.0;
constexpr const char* kWindowed = "mistral-7b";  // Jiang et al., 2023, arXiv 2310.06825
constexpr Integer kLongWindow = 4096;

Column size_column(std::string id, std::string title) {
  return {std::move(id), std::move(title), "", 1, Column::Notation::iec_bytes};
}

AttentionShape stored_as(AttentionShape shape, const Model& like) {
  shape.number_bytes = like.shape.number_bytes;
  return shape;
}

Table models_table(const Model& like, std::string_view dtype) {
  Table table{"models",
              fmt::format("The KV cache of published models in {}", dtype),
              {{"model", "model", ""},
               {"heads", "heads", ""},
               {"kv_heads", "KV heads", ""},
               size_column("token_bytes", "a token"),
               size_column("mha_bytes", "unshared"),
               {"factor", "divided by", ""}},
              {}};
  for (const Model& model : known_models()) {
    const AttentionShape shape = stored_as(model.shape, like);
    const Integer token = kv_cache_bytes(shape, 1), unshared = kv_cache_bytes(as_mha(shape), 1);
    table.rows.push_back(
        {model.name, shape.heads, shape.kv_heads, token, unshared, unshared / token});
  }
  return table;
}

Chart growth_chart(const Model& model) {
  Chart chart{"growth-chart",
              fmt::format("GiB (2^30 bytes) of cache in {} by tokens", model.name),
              "tokens",
              "GiB",
              true,
              true,
              {}};
  const auto add = [&](std::string name, const AttentionShape& shape, Integer window) {
    Series series{std::move(name), {}};
    for (Integer n = 1024; n <= 131072; n *= 2) {
      const Integer kept = window > 0 ? std::min(n, window) : n;
      series.points.emplace_back(static_cast<double>(n),
                                 static_cast<double>(kv_cache_bytes(shape, kept)) / kGibi);
    }
    chart.series.push_back(std::move(series));
  };
  add("a KV head a head (MHA)", as_mha(model.shape), 0);
  if (model.shape.kv_heads > 1 && model.shape.kv_heads < model.shape.heads) {
    add("as published (GQA)", model.shape, 0);
  }
  add("one KV head (MQA)", as_mqa(model.shape), 0);
  add(fmt::format("as published, window of {}", grouped(kLongWindow)), model.shape, kLongWindow);
  return chart;
}

// What fills a model's cache, and what the full cache takes.
std::string full_cache(const Model& model) {
  const Integer longest = longest_cache(model);
  const std::string size = natural_size(kv_cache_bytes(model.shape, longest));
  if (longest == model.context) {
    return fmt::format("its context of {} tokens {}", grouped(longest), size);
  }
  return fmt::format("its window of {} tokens {}, which is all it keeps of a context of {}",
                     grouped(longest), size, grouped(model.context));
}

}  // namespace

Integer longest_cache(const Model& model) {
  return model.name == kWindowed ? std::min(kLongWindow, model.context) : model.context;
}

void write_cache_growth(Page& page, const CachePlan& plan) {
  const Model& model = plan.model;
  const AttentionShape& shape = model.shape;
  const Integer token = kv_cache_bytes(shape, 1);
  page.equation(
      "cache-bytes",
      {R"(C = 2 \times L \times g \times d_k \times b \times n)",
       fmt::format(R"(C = 2 \times {} \times {} \times {} \times {} \times n = {} \times n)",
                   shape.layers, shape.kv_heads, shape.head_dim, shape.number_bytes, token)});
  page.say(
      "A key and a value, in each of L layers, of each of g KV heads, d_k numbers of b bytes, for "
      "n tokens. For {} in {} a token takes {}, and {}. That is for each request that is being "
      "served.",
      model.name, plan.options.dtype.name, natural_size(token), full_cache(model));
  page.chart(growth_chart(model));
  page.say(
      "The cache grows in a straight line. Fewer KV heads make the line lower (GQA, MQA: see attn "
      "heads), a window makes it end: Mistral-7B looks back {} tokens and overwrites what is older "
      "(Jiang et al., 2023, arXiv 2310.06825).",
      grouped(kLongWindow));
  page.table(models_table(model, plan.options.dtype.name));
  const std::vector<Model> models = known_models();
  const bool exact = std::ranges::all_of(models, [](const Model& each) {
    return kv_cache_bytes(as_mha(each.shape), 1) ==
           kv_cache_bytes(each.shape, 1) * (each.shape.heads / each.shape.kv_heads);
  });
  page.claim("factor", "sharing divides the cache by heads ÷ KV heads, in every model of the table",
             check(exact, "{} models", models.size()));
  const auto factor = [&models](const char* name) {
    const AttentionShape one = model_named(models, name).shape;
    return one.heads / one.kv_heads;
  };
  page.say(
      "So GQA has no one factor: it is {} for llama-3-8b and {} for mistral-7b, {} for "
      "llama-3-70b, {} for llama-3.1-405b.",
      factor("llama-3-8b"), factor("mistral-7b"), factor("llama-3-70b"), factor("llama-3.1-405b"));
}

}  // namespace attn::lessons::kv_cache
