// The SVG format: one heatmap or one chart.
#include "render/svg/parts.hpp"

#include <fmt/format.h>

#include <vector>

#include "render/format.hpp"
#include "render/single.hpp"
#include "support/text.hpp"

namespace attn {

namespace svg {

// Tenths of a pixel are finer than any screen.
std::string number(double length) {
  const std::string text = fmt::format("{:.1f}", length);
  if (text == "-0.0") return "0";
  return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

// No font is loaded, so none can be measured: wide letters of a common one.
double text_width(std::string_view text) { return 7.5 * display_width(printable(text)); }

std::string label(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", number(x), number(y),
                     anchor, escape(text));
}

std::string picture(double width, double height, std::string_view caption, Place place,
                    std::string_view content) {
  const bool file = place == Place::file;
  const std::string size = fmt::format("width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\"",
                                       number(width), number(height));
  const std::string paper = file ? fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"#fff\"/>\n",
                                               number(width), number(height))
                                 : "";
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" {} role=\"img\" font-family=\"sans-serif\" "
      "font-size=\"13\" fill=\"{}\">\n<title>{}</title>\n{}{}</svg>\n",
      size, file ? "#1a1a1a" : "currentColor", escape(caption), paper, content);
}

}  // namespace svg

std::string render_svg(const Document& document, const RenderOptions& options) {
  require_single("svg", "picture", picture_ids(document));
  for (const Block& block : document.blocks) {
    if (const auto* map = std::get_if<Heatmap>(&block)) {
      return svg::heatmap(*map, options.digits, svg::Place::file);
    }
    if (const auto* chart = std::get_if<Chart>(&block)) {
      return svg::chart(*chart, svg::Place::file);
    }
  }
  return {};
}

}  // namespace attn
