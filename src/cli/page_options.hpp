// The options of every page: which part of it, in which format, and where to.
#pragma once

#include "cli/console.hpp"
#include "cli/knobs.hpp"
#include "render/format.hpp"

namespace attn {

enum class Color { automatic, always, never };

struct PageOptions {
  std::string format;
  std::vector<std::string> outputs, only, rows;
  std::optional<std::string> value;
  std::optional<Integer> digits, width, level;
  Color color = Color::automatic;
  bool ascii = false, standalone = false;
};

void declare_page_options(CommandLine& line, PageOptions& options);

// The same as declarations.
Section page_section();

// The part of the page that --only and --rows ask for.
Document wanted_part(const Document& page, const PageOptions& options);

inline constexpr std::string_view kStandardOutput = "-";

struct Target {
  std::string path;  // kStandardOutput, or a file
  const Format* format;
  RenderOptions render;
};

// One per -o, or standard output. The extension of a file names its format, --format that of
// everything else. Throws Error when a file's format stays unknown, or the two contradict.
std::vector<Target> targets_of(const PageOptions& options, const Console& console);

}  // namespace attn
