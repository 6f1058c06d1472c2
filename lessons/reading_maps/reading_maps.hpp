// The sections of the lesson reading-maps that look at one row, and at several layers.
#pragma once

#include "document/page.hpp"
#include "lessons/shared/steps.hpp"

namespace attn::lessons::reading_maps {

// What each key really adds to the focused row's output: its weight, the length of its value, and
// how far the output moves when it goes. Equation sum; tables contributions and leaders; claims
// gradient, hidden-key and blind-to-values.
void write_contributions(Page& page, const Steps& steps);

// Other weights that give the focused row the same output, when only the first `components` of the
// values are kept. Tables other-weights and other-outputs; claims same-output and other-sums; all
// of them only where there are such weights.
void write_other_weights(Page& page, const Steps& steps, Index components);

// What stands at a place of the map after `layers` layers with the same projections, if the values
// are as wide as the embeddings. Equations stack and rollout-formula; table depth; claims
// parts-add-up and rollout-sums. Throws Error where a layer overflows.
void write_depth(Page& page, const Steps& steps, Index layers);

}  // namespace attn::lessons::reading_maps
