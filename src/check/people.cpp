// How is a finding told to people? In the width of their terminal, with a mark under the figure.
#include <fmt/ranges.h>

#include <algorithm>

#include "check/findings.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

using Verdict = Judgement::Verdict;

constexpr std::string_view kIndent = "    ";

class People {
 public:
  explicit People(const CheckOptions& options) : options_(options) {}

  std::string told(const CheckedFile& file) const {
    std::string text;
    for (const Finding& f : file.fixed) text += one(file.name, f, "fixed");
    for (const Finding& f : file.findings) {
      if (!options_.list && !is_told(f)) continue;
      text += one(file.name, f, !options_.list && is_note(f) ? "note" : name_of(f.verdict));
    }
    return text;
  }

 private:
  std::string painted(std::string_view text, std::string_view sgr) const {
    if (!options_.color) return std::string(text);
    return fmt::format("\x1b[{}m{}\x1b[0m", sgr, text);
  }

  static std::string_view color_of(std::string_view verdict) {
    return verdict == "wrong"                         ? "1;31"
           : verdict == "inherits"                    ? "1;35"
           : verdict == "right" || verdict == "fixed" ? "1;32"
                                                      : "1;33";
  }

  std::string one(const std::string& name, const Finding& f, std::string_view verdict) const {
    const std::string place = fmt::format(
        "{}{}:{}:{}", name, f.notebook_cell > 0 ? fmt::format(":cell {}", f.notebook_cell) : "",
        f.line, f.column);
    const std::string message =
        verdict == "fixed" ? change(f) : correction(f, room(place, verdict));
    std::string text = painted(place, "1") + ": " + painted(verdict, color_of(verdict)) +
                       (message.empty() ? "" : ": " + printable(message)) + "\n";
    text += source(f, color_of(verdict));
    if (!options_.explain) return text;
    for (const std::string& line : f.working) {
      for (const std::string& part : wrapped(printable(line), options_.width - 6)) {
        text += fmt::format("{}{}\n", kIndent, part);
      }
    }
    return text;
  }

  static std::string change(const Finding& f) {
    return fmt::format("{}, was {}", f.figures[0].is, f.figures[0].said);
  }

  int room(std::string_view place, std::string_view verdict) const {
    return options_.width - display_width(printable(place)) - static_cast<int>(verdict.size()) - 4;
  }

  // A window of the line that holds its first mark, and the marks under it.
  std::string source(const Finding& f, std::string_view color) const {
    const int width = options_.width - static_cast<int>(kIndent.size()) - 2;  // two for "…"
    if (f.marks.empty()) return "";
    std::string line, under;
    int columns = 0, shown_mark = -1;
    std::size_t at = std::min(f.source.find_first_not_of(" \t"), f.marks[0].begin);
    at = first_shown(f, at, width, line, columns);
    under.assign(static_cast<std::size_t>(columns), ' ');
    for (const std::string_view c : characters_of(std::string_view(f.source).substr(at))) {
      const std::string seen = c == "\t" ? " " : printable(c);
      const int more = display_width(seen);
      if (columns + more > width) {
        line += "…";
        break;
      }
      const bool marked = std::ranges::any_of(
          f.marks, [at](Span mark) { return mark.begin <= at && at < mark.end; });
      line += seen;
      under.append(static_cast<std::size_t>(more), !marked ? ' ' : f.figures.empty() ? '~' : '^');
      columns += more;
      shown_mark = marked ? columns : shown_mark;
      at += c.size();
    }
    under.erase(static_cast<std::size_t>(std::max(shown_mark, 0)));
    return fmt::format("{}{}\n{}{}\n", kIndent, line, kIndent, painted(under, color));
  }

  // Where the window begins, so that the first mark is well within it.
  static std::size_t first_shown(const Finding& f, std::size_t from, int width, std::string& line,
                                 int& columns) {
    const std::string_view source = f.source;
    const std::size_t mark = f.marks[0].begin;
    const int before = display_width(printable(source.substr(from, mark - from)));
    const int last = f.figures.empty() ? 1 : static_cast<int>(f.figures[0].said.size());
    if (before + last <= width) return from;
    int excess = before - width / 2;
    for (const std::string_view c : characters_of(source.substr(from, mark - from))) {
      if (excess <= 0) break;
      excess -= display_width(printable(c));
      from += c.size();
    }
    line = "…";
    columns = 1;
    return from;
  }

  const CheckOptions& options_;
};

}  // namespace

std::string told_to_people(const CheckedFile& file, const CheckOptions& options) {
  return People(options).told(file);
}

}  // namespace attn
