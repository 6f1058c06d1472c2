// How do several devices share one layer of attention, head by head?
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/costs/cost.hpp"
#include "lessons/kv_cache/kv_cache.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"
#include "support/error.hpp"
#include "support/size.hpp"

namespace attn::lessons::kv_cache {

namespace {

Matrix some_columns(const Matrix& m, Index first, Index count) {
  return xt::view(m, xt::all(), xt::range(first, first + count));
}

Matrix some_rows(const Matrix& m, Index first, Index count) {
  return xt::view(m, xt::range(first, first + count), xt::all());
}

// What one device computes: its heads' columns of W_Q, W_K and W_V, its rows of W_O, and nothing of
// the others'. (T, d_model): a part of the output.
struct Device {
  Matrix part;
  Index parameters, cached;  // cached: numbers a token
};

Device device_part(const HeadsRun& run, Index device, Index devices) {
  const Steps& steps = run.steps;
  const Index own_k = columns(steps.k) / devices, own_v = columns(steps.v) / devices;
  const auto own = [&](const Matrix& w, Index width) {
    return some_columns(w, device * width, width);
  };
  const Matrix w_q = own(steps.sentence.w_q, own_k), w_k = own(steps.sentence.w_k, own_k),
               w_v = own(steps.sentence.w_v, own_v),
               w_o = some_rows(run.w_o, device * own_v, own_v);
  const Matrix& x = steps.sentence.embeddings;
  const Index heads = run.heads / devices;
  const MultiHead result = multi_head_attention(product(x, w_q), product(x, w_k), product(x, w_v),
                                                w_o, heads, heads, {.mask = steps.mask});
  return {result.output, w_q.size() + w_k.size() + w_v.size() + w_o.size(), own_k + own_v};
}

Index devices_for(Index heads, std::optional<Integer> asked) {
  if (!asked) return std::gcd(heads, Index{2});
  const auto devices = static_cast<Index>(*asked);
  if (heads % devices == 0) return devices;
  throw Error("--devices: {} devices cannot share {} head{} evenly; use a divisor of {}", devices,
              heads, heads == 1 ? "" : "s", heads);
}

// A KV head that more devices need than one is held by each of them.
void write_model_devices(Page& page, const Model& model) {
  const AttentionShape& shape = model.shape;
  Table table{"devices-model",
              fmt::format("{} on several devices", model.name),
              {{"devices", "devices", ""},
               {"heads", "heads each", ""},
               {"kv_heads", "KV heads each", ""},
               {"each_bytes", "a token, each", "", 1, Column::Notation::iec_bytes},
               {"all_bytes", "a token, all", "", 1, Column::Notation::iec_bytes}},
              {}};
  bool holds = true;
  for (Integer devices = 1; devices <= shape.heads; ++devices) {
    const bool even = shape.kv_heads % devices == 0 || devices % shape.kv_heads == 0;
    if (shape.heads % devices != 0 || !even) continue;
    AttentionShape own = shape;
    own.heads = shape.heads / devices;
    own.kv_heads = std::max(Integer{1}, shape.kv_heads / devices);
    const Integer each = kv_cache_bytes(own, 1);
    holds &= (each * devices == kv_cache_bytes(shape, 1)) == (devices <= shape.kv_heads);
    table.rows.push_back({devices, own.heads, own.kv_heads, each, each * devices});
  }
  const Index ways = table.rows.size();
  page.table(std::move(table));
  page.claim(
      "devices-cache",
      fmt::format("up to {} device{} the cache is divided; beyond that it is held more than once",
                  shape.kv_heads, shape.kv_heads == 1 ? "" : "s"),
      check(holds, "{} ways to share out {} heads", ways, shape.heads));
}

}  // namespace

void write_devices(Page& page, const CachePlan& plan) {
  const HeadsRun run =
      run_heads({.sentence = {.input = plan.options.input, .causal = true}, .heads = {}});
  const Index devices = devices_for(run.heads, plan.options.devices);
  page.say(
      "No head needs anything of another until W_O adds them up. So a device takes some of the "
      "heads: their columns of W_Q, W_K and W_V, their rows of W_O, their part of the cache. One "
      "sum over devices joins the outputs (tensor parallelism: Shoeybi et al., 2019, arXiv "
      "1909.08053).");
  Table table{"devices",
              fmt::format("{} head{} on {} device{}", run.heads, run.heads == 1 ? "" : "s", devices,
                          devices == 1 ? "" : "s"),
              {{"device", "device", ""},
               {"heads", "heads", ""},
               {"parameters", "parameters", ""},
               {"cached", "cached a token", "numbers"}},
              {}};
  Matrix sum = xt::zeros_like(run.m.output);
  for (Index d = 0; d < devices; ++d) {
    const Device own = device_part(run, d, devices);
    sum += own.part;
    table.rows.push_back(
        {Integer{d}, Integer{run.heads / devices}, Integer{own.parameters}, Integer{own.cached}});
  }
  page.table(std::move(table));
  page.claim(
      "joined", "the parts of all devices add up to the output of one that does everything",
      same(sum, run.m.output, tolerance_of(run.steps) * static_cast<double>(columns(run.steps.v))));
  write_model_devices(page, plan.model);
}

}  // namespace attn::lessons::kv_cache
