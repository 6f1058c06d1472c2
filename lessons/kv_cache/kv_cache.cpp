// Lesson: kv-cache. What does a model keep while it writes, and how is that kept small?
#include <algorithm>

#include "lessons/kv_cache/kv_cache.hpp"
#include "lessons/shared/tables.hpp"
#include "support/error.hpp"

namespace attn::lessons::kv_cache {

namespace {

void declare(Knobs& knobs, CacheOptions& options) {
  knobs.example("attn kv-cache", "Six words one at a time, then Llama 3's cache");
  knobs.example("attn kv-cache --like falcon-7b --requests 100,2000",
                "Another model, your requests");
  knobs.example("attn kv-cache --text \"a b c d e f g h\" --window 2 --sinks 0",
                "A narrower window, and no sink");
  knobs.choice("--like", options.like, model_names(), "A published model to count bytes for");
  declare_number_type(knobs, options.dtype, "How a cached number is stored");
  knobs.counts("--requests", options.requests, 1, Integer{1} << 40,
               "Tokens of each request to serve (five between 37 and 3000 unless given)");
  knobs.count("--page", options.page, 1, Integer{1} << 20, "Tokens a page");
  knobs.count("--window", options.window, 1, kMostWords,
              "Keys that a window shows, the query's own too");
  knobs.count("--sinks", options.sinks, 0, kMostWords,
              "First keys that stay visible beside the window");
  knobs.real("--sink-score", options.sink_score, -100.0, 100.0,
             "What is added to the first key's scores");
  knobs.count("--devices", options.devices, 1, kMostHeads,
              "Devices to deal the heads out to (2 unless given, or 1 where heads are odd)");
  declare_input(knobs, options.input);
}

// The reader's, which have to fit the model's context; or five of our own, cut to it.
std::vector<Integer> requests_for(const CacheOptions& options, const Model& model) {
  if (options.requests.empty()) {
    std::vector<Integer> some{37, 512, 1200, 90, 3000};
    for (Integer& tokens : some) tokens = std::min(tokens, model.context);
    return some;
  }
  const Integer longest = std::ranges::max(options.requests);
  if (longest > model.context) {
    throw Error("--requests: {} tokens are more than the context of {}; use at most {}", longest,
                model.name, model.context);
  }
  return options.requests;
}

CachePlan plan_cache(const CacheOptions& options) {
  constexpr std::size_t kMostRequests = 64;
  if (options.requests.size() > kMostRequests) {
    throw Error("--requests: {} requests are too many for a table; use at most {}",
                options.requests.size(), kMostRequests);
  }
  CachePlan plan{options, take_steps({.input = options.input, .causal = true}),
                 model_named(known_models(), options.like)};
  plan.options.requests = requests_for(options, plan.model);
  plan.model.shape.number_bytes = options.dtype.bytes;
  return plan;
}

Document write(const CacheOptions& options) {
  const CachePlan plan = plan_cache(options);
  Page page{"kv-cache", "The KV cache: what a model keeps while it writes"};
  page.say(
      "A model that writes looks back at every token so far, again for each new one. What it keeps "
      "of them is the KV cache: filled token by token, weighed, cut into pages and windows, and "
      "dealt out to devices.");
  page.section("one-token", "One token at a time");
  write_generation(page, plan);
  if (can_go_stale(plan)) {
    page.section("staleness", "When the cache is stale");
    write_staleness(page, plan);
  }
  page.section("growth", "What it weighs");
  write_cache_growth(page, plan);
  page.section("pages", "Pages");
  write_paging(page, plan);
  page.section("windows", "Windows, and the first token");
  write_windows(page, plan);
  page.section("several-devices", "Several devices");
  write_devices(page, plan);
  page.try_next(
      {{"attn kv-cache --like llama-3-70b --dtype fp8", {"More layers, half the bytes."}},
       {"attn kv-cache --requests 15,16,17 --page 16", {"Pages that just fit, and do not."}},
       {"attn kv-cache --sinks 0", {"A window without its sink."}},
       {"attn memory-table --like llama-3-8b --fit 24GiB --dtype bf16",
        {"How long may a context be?"}}});
  add_arrays(page, plan.steps);
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<CacheOptions, declare, write>(knobs); }

}  // namespace attn::lessons::kv_cache
