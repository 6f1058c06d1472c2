// The formats: from a document to bytes, one file a format.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace attn {

struct RenderOptions {
  int digits = -1;          // overrides every column's digits unless negative
  int width = 80;           // columns, for text
  bool color = false;       // ANSI colour, for text
  bool ascii = false;       // nothing beyond ASCII, for text
  bool title = true;        // the page's title first; off for a part of a page
  int level = 1;            // of the title's heading in a fragment; sections are one below
  bool standalone = false;  // a file of its own rather than a fragment, for LaTeX and HTML
};

struct Format {
  std::string_view name, extension, summary;
  // Pure. Throws Error when the format cannot hold the document, saying what would work.
  std::string (*render)(const Document& document, const RenderOptions& options);
  // Where it holds one thing: what ("picture"), and the ids of those that a document has.
  std::string_view holds = {};
  std::vector<std::string_view> (*ids)(const Document& document) = nullptr;
};

std::span<const Format> formats();

// By name or extension ("markdown", "md"); throws Error naming the nearest, and all there are.
const Format& format_named(std::string_view name);

// One per format; each escapes in its own way.
std::string render_text(const Document& document, const RenderOptions& options);
std::string render_markdown(const Document& document, const RenderOptions& options);
std::string render_latex(const Document& document, const RenderOptions& options);
std::string render_html(const Document& document, const RenderOptions& options);
std::string render_csv(const Document& document, const RenderOptions& options);
std::string render_svg(const Document& document, const RenderOptions& options);
std::string render_json(const Document& document, const RenderOptions& options);

}  // namespace attn
