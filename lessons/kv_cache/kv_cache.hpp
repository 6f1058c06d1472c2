// The sections of the lesson kv-cache, and what they are about.
#pragma once

#include <string>
#include <vector>

#include "document/page.hpp"
#include "files/models.hpp"
#include "lessons/shared/heads_run.hpp"
#include "lessons/shared/memory_plan.hpp"
#include "lessons/shared/steps.hpp"

namespace attn::lessons::kv_cache {

struct CacheOptions {
  InputOptions input;
  std::string like = "llama-3-8b";
  NumberType dtype = kBf16;
  std::vector<Integer> requests;  // plan_cache chooses some where there are none
  Integer page = 16, window = 3, sinks = 1;
  std::optional<Integer> devices;
  double sink_score = 4.0;
};

struct CachePlan {
  CacheOptions options;
  Steps steps;  // causal
  Model model;  // number_bytes as the dtype says
};

// Tokens whose keys and values a model keeps at most: its context, or its window where it has one
// in every layer.
Integer longest_cache(const Model& model);

// One token at a time, with the cache and without. Table steps; claims cached-equals-afresh,
// cached-equals-causal and triangle; arrays cached_keys and cached_values.
void write_generation(Page& page, const CachePlan& plan);
// Which cached rows an edit of one word spoils, where layers stack. Table stale; claim
// prefix-stays.
bool can_go_stale(const CachePlan& plan);
void write_staleness(Page& page, const CachePlan& plan);
// Bytes a token in real models, and what sharing heads saves. Equation cache-bytes; picture
// growth-chart; table models; claim factor.
void write_cache_growth(Page& page, const CachePlan& plan);
// Memory in one piece a request, and in pages. Tables waste and page-table; claims
// less-than-a-page and paged-equals-contiguous.
void write_paging(Page& page, const CachePlan& plan);
// A cache that forgets, and what the first token is for. Picture window-map; equation sink-formula;
// tables eviction and softmax-sink; claims rolling, eviction-scale and sink-is-a-key.
void write_windows(Page& page, const CachePlan& plan);
// Heads dealt out to devices. Tables devices and devices-model; claims joined and devices-cache.
// Throws Error where the devices do not share the heads evenly.
void write_devices(Page& page, const CachePlan& plan);

}  // namespace attn::lessons::kv_cache
