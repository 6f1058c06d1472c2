// The parts of the text format: what a terminal can show, and blocks laid out as lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"
#include "render/format.hpp"

namespace attn {

using Lines = std::vector<std::string>;

// SGR parameters of the terminal's colours; what they mean is the same in every block.
namespace paint {
inline constexpr std::string_view kNone = "", kBold = "1", kDim = "2", kItalic = "3", kCode = "36",
                                  kGood = "32", kBad = "1;31";
}  // namespace paint

// What the terminal at the other end can show.
class Look {
 public:
  explicit Look(const RenderOptions& options) : options_(options) {}

  int width() const { return options_.width; }
  int digits() const { return options_.digits; }
  bool color() const { return options_.color; }
  // The second where only ASCII will do.
  const char* sign(const char* unicode, const char* ascii) const {
    return options_.ascii ? ascii : unicode;
  }
  // Any text, a reader's word included, as it can be shown: no control characters.
  std::string words(std::string_view text) const;
  // Coloured, where there is colour; the text is laid out before, since colours have no width.
  std::string painted(std::string_view text, std::string_view sgr) const;

 private:
  RenderOptions options_;
};

// A column of a table: its fields are laid out by width, then painted.
struct Strip {
  struct Field {
    std::string text;
    std::string paint = {};
  };
  std::string title, unit = {};
  std::vector<Field> fields = {};
  bool left = false;  // aligned left: words
};

// The columns side by side, `gap` between them. Where they do not fit, words are wrapped, then the
// columns cut in blocks that repeat the first.
Lines side_by_side(const Look& look, const std::vector<Strip>& strips, int gap, int width);

// Items that are not broken, `between` them, in lines that fit.
Lines flowed(const std::vector<std::string>& items, std::string_view between, int width);

// Paragraphs: pieces that touch stay together, colours take no room.
Lines prose_lines(const Look& look, const Prose& prose, int width);

Lines table_lines(const Look& look, const Table& table, int width);
Lines heatmap_lines(const Look& look, const Heatmap& heatmap, int width);
Lines chart_lines(const Look& look, const Chart& chart, int width);

}  // namespace attn
