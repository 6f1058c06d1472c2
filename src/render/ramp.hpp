// From a value to a shade, for formats with real colours.
#pragma once

#include <optional>

#include "document/document.hpp"

namespace attn {

// Where a cell lies between the ends of its heatmap's ramp, 0 to 1; nothing for a cell that is
// hidden or not a number.
std::optional<double> place_on_ramp(const Heatmap& map, const Cell& cell);

struct Rgb {
  int red, green, blue;  // 0 to 255
};

// One hue from nearly white to dark: lightness falls all the way, so that the ramp reads the same
// in grey, in print and for every kind of colour vision. The colours are ColorBrewer's Blues
// (Brewer, 2013, colorbrewer2.org).
Rgb shade(double place);

// Whether figures on the shade have to be white to be read.
bool dark(Rgb colour);

}  // namespace attn
