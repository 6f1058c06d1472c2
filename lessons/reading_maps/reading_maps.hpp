// The sections of the lesson reading-maps that look at one row, and at several layers.
#pragma once

#include "document/page.hpp"
#include "lessons/shared/steps.hpp"

namespace attn::lessons::reading_maps {

// What each key really adds to the focused row's output: its weight, the length of its value, and
// how far the output moves when it goes.
void write_contributions(Page& page, const Steps& steps);

// Other weights that give the focused row the same output, when only the first `components` of the
// values are kept.
void write_other_weights(Page& page, const Steps& steps, Index components);

// What stands at a place of the map after `layers` layers with the same projections.
void write_depth(Page& page, const Steps& steps, Index layers);

}  // namespace attn::lessons::reading_maps
