// What do the sections of this page say, and which ids do they add?
#pragma once

#include "core/parallel/ring.hpp"
#include "document/page.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::ring {

// What the page is about: queries, keys and values of one head, (n, d).
struct Setup {
  Matrix q, k, v;
  Index ranks = 4;
  std::string seed;

  Index count() const { return rows(q); }
  RingRun run(Dealing dealing, bool causal) const {
    return ring_attention(q, k, v, {ranks, dealing, causal});
  }
};

// "0, 7", or "0–15" where they follow one another.
std::string row_text(const std::vector<Index>& rows);

// Tables "schedule", of whose keys and values are where in each step, and "messages"; picture
// "shares", of the scores that each rank computes in each step.
void write_rotation(Page& page, const Setup& setup, const RingRun& run);

// Table "joins": what a query knows after each step; claim "ring-equal".
void write_joins(Page& page, const Setup& setup, const RingRun& run);

// Tables "sent", of what goes over the wires by number of ranks, and "links", of how many tokens
// hide it; claim "sent-as-counted".
void write_sending(Page& page, const Setup& setup);

// Tables "work-in-order" and "work-zigzag": scores by rank and step under a causal mask; claims
// "causal-equal", "zigzag-equal", "zigzag-shorter", and "zigzag-even" where pieces are equal.
void write_causal(Page& page, const Setup& setup);

// Tables "heads", of what each rank has, and "sums", of what it sends when; claims "heads-equal"
// and "heads-sent".
void write_heads(Page& page, const Setup& setup);

}  // namespace attn::lessons::ring
