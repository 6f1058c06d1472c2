// Heatmaps and charts as SVG, for a file of its own or inside an HTML page.
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"
#include "render/xml.hpp"

namespace attn::svg {

using xml::escape;

// In a file: dark ink on white paper. In a page: the page's own ink, and no paper.
enum class Place { file, page };

// Loads nothing: no script, no font, no style from elsewhere. `digits` as in RenderOptions.
std::string heatmap(const Heatmap& map, int digits, Place place);
std::string chart(const Chart& chart, Place place);

// What both are drawn with. Lengths are pixels; text is 13 of them high.
std::string number(double length);
double text_width(std::string_view text);
std::string label(double x, double y, std::string_view anchor, std::string_view text);
std::string picture(double width, double height, std::string_view caption, Place place,
                    std::string_view content);

}  // namespace attn::svg
