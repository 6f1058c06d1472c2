// The table of formats: a new one is a row here and a file of its own.
#include <array>
#include <vector>

#include "render/format.hpp"
#include "render/single.hpp"
#include "support/unknown.hpp"

namespace attn {

std::span<const Format> formats() {
  static constexpr std::array kFormats{
      Format{"text", "txt", "for a terminal", render_text},
      Format{"markdown", "md", "GitHub's Markdown, for notes", render_markdown},
      Format{"latex", "tex", "a fragment for amsmath and booktabs, or a whole file", render_latex},
      Format{"html", "html", "a fragment, or a page that needs nothing else", render_html},
      Format{"csv", "csv", "one table, every figure exact", render_csv, "table", table_ids},
      Format{"json", "json", "every figure at full precision, for programs", render_json},
      Format{"svg", "svg", "one heatmap or chart", render_svg, "picture", picture_ids},
  };
  return kFormats;
}

const Format& format_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Format& format : formats()) {
    if (format.name == name || format.extension == name) return format;
    names.push_back(format.name);
  }
  throw unknown_name("format", name, names);
}

}  // namespace attn
