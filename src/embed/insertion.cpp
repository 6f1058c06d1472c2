#include "embed/insertion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

// A fence is longer than any run of backticks in what it holds.
std::string fenced(std::string_view text, std::string_view language) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}{}\n{}{}\n", fence, language, text, fence);
}

std::string verbatim(std::string_view text) {
  constexpr std::string_view kEnd = "\\end{verbatim}";
  if (text.find(kEnd) != std::string_view::npos) {
    throw Error("{} within its text would end its listing; leave --format out", kEnd);
  }
  return fmt::format("\\begin{{verbatim}}\n{}\\end{{verbatim}}\n", text);
}

std::string preformatted(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else {
      escaped += c;
    }
  }
  return fmt::format("<pre><code>{}</code></pre>\n", escaped);
}

// Markdown holds HTML, and both hold pictures.
bool holds(Syntax syntax, std::string_view format) {
  const bool web = format == "html" || format == "svg";
  return format == name_of(syntax) || (web && syntax != Syntax::latex);
}

std::string listing(std::string_view text, std::string_view format, Syntax syntax) {
  switch (syntax) {
    case Syntax::markdown:
      return fenced(text, format);
    case Syntax::latex:
      return verbatim(text);
    case Syntax::html:
      break;
  }
  return preformatted(text);
}

std::string replaced(std::string text, std::string_view part, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += by.size()) {
    text.replace(at, part.size(), by);
  }
  return text;
}

// What means itself in every syntax, as numbers do; but TeX has infinity as mathematics alone.
std::string plain_value(std::string_view text, Syntax syntax) {
  const std::string_view value = trimmed(text);
  if (value.empty() || value.find_first_of("\r\n<>&%\\$#_{}[]~^`*|") != std::string_view::npos) {
    throw Error("{} is no number, and only numbers stand within a sentence", in_quotes(value));
  }
  if (syntax != Syntax::latex) return std::string(value);
  return replaced(replaced(std::string(value), "−∞", "$-\\infty$"), "∞", "$\\infty$");
}

// Each line after the indent, and ended as the notes end theirs.
std::string indented(std::string_view text, const Place& place) {
  const std::string_view bare =
      trimmed(place.indent).empty()
          ? std::string_view{}
          : std::string_view(place.indent).substr(0, place.indent.find_last_not_of(" \t") + 1);
  std::string result;
  const Lines lines(text);
  for (std::size_t i = 0; i < lines.count(); ++i) {
    const std::string_view line = lines.content(i).of(text);
    result += line.empty() ? bare : std::string_view(place.indent);
    result += line;
    result += place.line_end;
  }
  return result;
}

}  // namespace

std::string insertion(const Answer& answer, const Place& place, Syntax syntax) {
  if (place.value) return plain_value(answer.text, syntax);
  const std::string text =
      holds(syntax, answer.format) ? answer.text : listing(answer.text, answer.format, syntax);
  // Blank lines keep a table apart from a comment in every dialect of Markdown; in LaTeX they
  // would begin a paragraph.
  return indented(syntax == Syntax::markdown ? "\n" + text + "\n" : text, place);
}

}  // namespace attn
