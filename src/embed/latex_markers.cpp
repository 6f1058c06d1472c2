// Which comments of a LaTeX file are markers?
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "embed/marker.hpp"

namespace attn {

namespace {

// Environments in which % begins no comment, or that drop what they hold.
constexpr std::array<std::string_view, 11> kVerbatim{
    "verbatim", "verbatim*", "Verbatim", "BVerbatim",    "LVerbatim",    "lstlisting",
    "minted",   "alltt",     "comment",  "filecontents", "filecontents*"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The name in "\begin{name}" if the line has that at `at` and it is one of kVerbatim.
std::string_view verbatim_begun(std::string_view line, std::size_t at) {
  constexpr std::string_view kBegin = "\\begin{";
  if (line.substr(at, kBegin.size()) != kBegin) return {};
  constexpr std::size_t kLongest = 13;  // of the names above, and their "}"
  const std::string_view rest = line.substr(at + kBegin.size(), kLongest + 1);
  const std::string_view name = rest.substr(0, rest.find('}'));
  return std::ranges::find(kVerbatim, name) == kVerbatim.end() ? std::string_view{} : name;
}

// Where what the backslash at `at` begins is over: a "\verb|…|", or an escaped character.
std::size_t after_command(std::string_view line, std::size_t at) {
  constexpr std::string_view kVerb = "\\verb";
  if (line.substr(at, kVerb.size()) != kVerb) return at + 2;
  std::size_t bar = at + kVerb.size();
  if (bar < line.size() && line[bar] == '*') ++bar;
  if (bar >= line.size() || is_letter(line[bar])) return at + 2;
  const std::size_t end = line.find(line[bar], bar + 1);
  return end == std::string_view::npos ? at + 2 : end + 1;
}

// Reads a file line by line, as TeX does.
struct Reader {
  std::string_view verbatim = {};  // the environment that the line is in

  // Where the line's comment begins; its size when it has none.
  std::size_t comment_in(std::string_view line) {
    std::size_t at = 0;
    while (at < line.size()) {
      if (!verbatim.empty()) {
        const std::string end = fmt::format("\\end{{{}}}", verbatim);
        const std::size_t found = line.find(end, at);
        if (found == std::string_view::npos) return line.size();
        verbatim = {};
        at = found + end.size();
      } else if (line[at] == '%') {
        return at;
      } else if (line[at] != '\\') {
        ++at;
      } else {
        verbatim = verbatim_begun(line, at);
        at = verbatim.empty() ? after_command(line, at) : at + 1;
      }
    }
    return line.size();
  }
};

}  // namespace

std::vector<Marker> latex_markers(std::string_view notes) {
  std::vector<Marker> markers;
  Reader reader;
  const Lines lines(notes);
  for (std::size_t i = 0; i < lines.count(); ++i) {
    const Span line = lines.content(i);
    const Span comment{line.begin + reader.comment_in(line.of(notes)), line.end};
    if (comment.begin == comment.end) continue;
    if (const auto marker = marker_in(notes, comment, {comment.begin + 1, comment.end})) {
      markers.push_back(*marker);
    }
  }
  return markers;
}

}  // namespace attn
