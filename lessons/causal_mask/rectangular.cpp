#include "lessons/causal_mask/causal_mask.hpp"

#include "core/mask.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::causal_mask {

namespace {

Index visible_keys(const Mask& mask, Index query) {
  Index count = 0;
  for (Index j = 0; j < mask.shape(1); ++j) count += mask(query, j) ? 0 : 1;
  return count;
}

Index queries_without_key(const Mask& mask) {
  Index count = 0;
  for (Index i = 0; i < mask.shape(0); ++i) count += visible_keys(mask, i) == 0 ? 1 : 0;
  return count;
}

}  // namespace

void write_alignments(Page& page, Index queries, Index keys) {
  const Labels query_labels = numbered("q", queries), key_labels = numbered("k", keys);
  const Mask bottom = attn::causal_mask(queries, keys, Align::bottom_right);
  const Mask top = attn::causal_mask(queries, keys, Align::top_left);
  page.say(
      "In generation the keys of earlier tokens are kept, and only the new tokens ask. Then the "
      "mask is not square, and “the future” can be counted from either end. Here {} queries meet "
      "{} keys.",
      queries, keys);
  page.table(mask_table("bottom-right", "Aligned bottom-right: the last query sees the last key",
                        "query", query_labels, key_labels, bottom));
  page.table(mask_table("top-left", "Aligned top-left: the first query sees the first key only",
                        "query", query_labels, key_labels, top));
  page.say(
      "With a cache, bottom-right is what you want: FlashAttention does so since version 2.1 (its "
      "README). PyTorch's is_causal is top-left (its documentation of "
      "scaled_dot_product_attention), which then hides keys that are in the past.");
  const Index all = visible_keys(bottom, queries - 1), few = visible_keys(top, queries - 1);
  page.claim("bottom-right-last", "aligned bottom-right, the last query sees every key",
             check(all == keys, "{} of {}", all, keys));
  page.claim("top-left-last", "aligned top-left, it sees no more keys than there are queries",
             check(few == std::min(queries, keys), "{} of {}", few, keys));
  if (const Index none = queries_without_key(bottom); none > 0) {
    page.say("With more queries than keys, bottom-right leaves {} without any key.",
             none == 1 ? "1 query" : fmt::format("{} queries", none));
  }
}

}  // namespace attn::lessons::causal_mask
