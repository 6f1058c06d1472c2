#include "check/places.hpp"

#include <algorithm>

#include "support/text.hpp"

namespace attn {

namespace {

constexpr std::size_t kLongestExcerpt = 100;                    // characters
constexpr std::size_t kSourceBefore = 200, kSourceAfter = 400;  // bytes around a figure

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_inside_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

// "1.234,5" for "1,234.5", and back.
std::string with_commas_as_points(std::string_view number) {
  std::string swapped(number);
  for (char& c : swapped) c = c == ',' ? '.' : c == '.' ? ',' : c;
  return swapped;
}

}  // namespace

Finding PlacesInNotes::finding(const Judgement& j) {
  const std::size_t begin = with_commands(origin(j.begin));
  const std::size_t last = std::max(begin, origin(j.end - 1));
  const std::size_t end =
      with_braces(begin, last + characters_of(notes_.substr(last, 4)).front().size());
  Finding finding{.verdict = j.verdict,
                  .line = lines_.at(begin) + 1,
                  .column = column(lines_.at(begin), begin),
                  .end_line = lines_.at(end - 1) + 1,
                  .text = excerpt(begin, end),
                  .said = j.said,
                  .is = j.is,
                  .remark = j.remark,
                  .working = j.working};
  if (j.verdict == Judgement::Verdict::inherits) {
    finding.source_line = lines_.at(origin(j.source)) + 1;
  }
  for (const WrongNumber& number : j.numbers) finding.figures.push_back(figure(number));
  finding.end_column = column(lines_.at(end - 1), end);  // columns are counted forward
  show_source(finding, {begin, end});
  return finding;
}

// Its correction is sure where the notes print the digits as they were read, or with the marks of
// decimals and thousands the other way round.
Finding::Figure PlacesInNotes::figure(const WrongNumber& number) {
  const std::size_t begin = origin(number.begin), last = origin(number.end - 1);
  const Span at{begin, std::max(begin, last) + 1};
  const std::size_t line = lines_.at(begin);
  Finding::Figure figure{.at = at,
                         .line = line + 1,
                         .column = column(line, at.begin),
                         .end_column = column(line, at.end),
                         .said = std::string(at.of(notes_)),
                         .row = number.row,
                         .cell = number.column};
  const std::string_view read =
      std::string_view(reading_.text).substr(number.begin, number.end - number.begin);
  if (figure.said == read) figure.is = number.is;
  if (figure.said != read && figure.said == with_commas_as_points(read)) {
    figure.is = with_commas_as_points(number.is);
  }
  return figure;
}

void PlacesInNotes::show_source(Finding& finding, Span claim) const {
  const std::size_t from = finding.figures.empty() ? claim.begin : finding.figures[0].at.begin;
  const Span line = lines_.content(lines_.at(from));
  Span shown{from - std::min(from - line.begin, kSourceBefore),
             std::min(line.end, from + kSourceAfter)};
  while (shown.begin < from && is_inside_character(notes_[shown.begin])) ++shown.begin;
  while (shown.end < line.end && is_inside_character(notes_[shown.end])) ++shown.end;
  shown = {shown.begin, std::max(shown.begin, shown.end)};
  finding.source = shown.of(notes_);
  const auto mark = [&](Span at) {
    if (at.begin >= shown.begin && at.begin < shown.end) {
      finding.marks.push_back({at.begin - shown.begin, std::min(at.end, shown.end) - shown.begin});
    }
  };
  for (const Finding::Figure& figure : finding.figures) mark(figure.at);
  if (finding.figures.empty()) mark(claim);
}

std::size_t PlacesInNotes::origin(std::size_t at) const {
  return reading_.origin[std::min(at, reading_.origin.size() - 1)];
}

// Of "\mathrm{softmax}(…)", which is read from its "softmax" on, where the command begins.
std::size_t PlacesInNotes::with_commands(std::size_t begin) const {
  while (begin > 0) {
    const std::size_t end = notes_[begin - 1] == '{' ? begin - 1 : begin;
    std::size_t name = end;
    while (name > 0 && is_letter(notes_[name - 1])) --name;
    if (name == 0 || name == end || notes_[name - 1] != '\\') break;
    begin = name - 1;
  }
  return begin;
}

// With the braces that end there and began within.
std::size_t PlacesInNotes::with_braces(std::size_t begin, std::size_t end) const {
  const std::string_view inside = notes_.substr(begin, end - begin);
  auto open = std::ranges::count(inside, '{') - std::ranges::count(inside, '}');
  for (; open > 0 && end < notes_.size() && notes_[end] == '}'; --open) ++end;
  return end;
}

// In characters, from 1. Goes on from where it was asked last.
std::size_t PlacesInNotes::column(std::size_t line, std::size_t offset) {
  const std::size_t begin = lines_.whole(line).begin;
  if (begin != counted_.begin || offset < counted_.end) {
    counted_ = {begin, begin};
    column_ = 1;
  }
  column_ += characters_of(notes_.substr(counted_.end, offset - counted_.end)).size();
  counted_.end = offset;
  return column_;
}

std::string PlacesInNotes::excerpt(std::size_t begin, std::size_t end) const {
  constexpr std::size_t kMostBytes = 40 * kLongestExcerpt;  // blanks count as one
  std::string line;
  std::size_t count = 0;
  for (const std::string_view c :
       characters_of(notes_.substr(begin, std::min(end - begin, kMostBytes)))) {
    const bool blank = c == " " || c == "\n" || c == "\r" || c == "\t";
    if (blank && (line.empty() || line.ends_with(' '))) continue;
    if (++count > kLongestExcerpt) return line + "…";
    line += blank ? " " : c;
  }
  return line;
}

}  // namespace attn
