#include "notes/lines.hpp"

#include <algorithm>

namespace attn {

namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

}  // namespace

Lines::Lines(std::string_view text) : text_(text) {
  starts_.push_back(0);
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const bool ends = text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n');
    if (ends) starts_.push_back(i + 1);
  }
}

std::size_t Lines::at(std::size_t offset) const {
  const auto after = std::ranges::upper_bound(starts_, offset);
  return static_cast<std::size_t>(after - starts_.begin()) - 1;
}

Span Lines::whole(std::size_t line) const {
  return {starts_[line], line + 1 < starts_.size() ? starts_[line + 1] : text_.size()};
}

Span Lines::content(std::size_t line) const {
  Span span = whole(line);
  const auto ends_in = [&](char c) { return span.begin < span.end && text_[span.end - 1] == c; };
  if (ends_in('\n')) --span.end;
  if (ends_in('\r')) --span.end;
  return span;
}

std::string_view Lines::line_end(std::size_t line) const {
  const Span end{content(line).end, whole(line).end};
  return end.begin == end.end ? "\n" : end.of(text_);
}

Span trimmed(std::string_view text, Span span) {
  const std::string_view inside = span.of(text);
  const std::size_t first = inside.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {span.end, span.end};
  return {span.begin + first, span.begin + inside.find_last_not_of(kWhiteSpace) + 1};
}

std::string_view trimmed(std::string_view text) { return trimmed(text, {0, text.size()}).of(text); }

}  // namespace attn
