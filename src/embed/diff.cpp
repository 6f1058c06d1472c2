#include "embed/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace attn {

namespace {

constexpr std::size_t kContext = 3;

std::string marked(char mark, std::string_view line) {
  return fmt::format("{}{}{}", mark, line,
                     line.ends_with('\n') ? "" : "\n\\ No newline at end of file\n");
}

// "12,3": lines are numbered from 1; an empty range names the line before it.
std::string range(std::size_t begin, std::size_t count) {
  return fmt::format("{},{}", count == 0 ? begin : begin + 1, count);
}

// Changes so near to each other that their context overlaps. `shift` is how many lines more than
// the old text the new one has before them.
std::string hunk(std::span<const std::string_view> lines, std::span<const LineChange> changes,
                 std::size_t shift) {
  const std::size_t begin = changes.front().begin - std::min(changes.front().begin, kContext);
  const std::size_t end = std::min(changes.back().end + kContext, lines.size());
  std::string body;
  std::size_t at = begin, count = end - begin;
  for (const LineChange& change : changes) {
    for (; at < change.begin; ++at) body += marked(' ', lines[at]);
    for (; at < change.end; ++at) body += marked('-', lines[at]);
    for (const std::string& line : change.added) body += marked('+', line);
    count += change.added.size() - (change.end - change.begin);
  }
  for (; at < end; ++at) body += marked(' ', lines[at]);
  return fmt::format("@@ -{} +{} @@\n{}", range(begin, end - begin), range(begin + shift, count),
                     body);
}

}  // namespace

Diff::Diff(std::string name, std::string_view text)
    : name_(std::move(name)), text_(text), lines_(text_lines(text)) {
  std::size_t start = 0;
  for (const std::string_view line : lines_) {
    starts_.push_back(start);
    start += line.size();
  }
  starts_.push_back(start);
}

std::size_t Diff::line_at(std::size_t offset) const {
  const auto after = std::ranges::upper_bound(starts_, offset);
  const auto line = static_cast<std::size_t>(after - starts_.begin()) - 1;
  return lines_.empty() ? 0 : std::min(line, lines_.size() - 1);
}

// Splices that share a line are looked at together.
std::vector<LineChange> Diff::changes(std::span<const Splice> splices) const {
  std::vector<LineChange> all;
  while (!splices.empty()) {
    const std::size_t first = line_at(splices.front().at.begin);
    std::size_t last = line_at(splices.front().at.end), count = 1;
    while (count < splices.size() && line_at(splices[count].at.begin) <= last) {
      last = line_at(splices[count++].at.end);
    }
    std::ranges::move(changes(first, last, splices.first(count)), std::back_inserter(all));
    splices = splices.subspan(count);
  }
  return all;
}

// Of splices that lie in the lines from the first to the last.
std::vector<LineChange> Diff::changes(std::size_t first, std::size_t last,
                                      std::span<const Splice> splices) const {
  const std::size_t begin = starts_[first], end = starts_[std::min(last + 1, lines_.size())];
  std::vector<Splice> local(splices.begin(), splices.end());
  for (Splice& splice : local) {
    splice.at.begin -= begin;
    splice.at.end -= begin;
  }
  const std::string_view before = text_.substr(begin, end - begin);
  const std::string after = spliced(before, local);
  return line_changes(text_lines(before), text_lines(after), first);
}

std::string Diff::unified(std::span<const Splice> splices) const {
  const std::vector<LineChange> all = changes(splices);
  std::span<const LineChange> rest = all;
  std::string hunks;
  std::size_t shift = 0;  // wraps below zero, and back
  while (!rest.empty()) {
    std::size_t count = 1;
    while (count < rest.size() && rest[count].begin <= rest[count - 1].end + 2 * kContext) ++count;
    hunks += hunk(lines_, rest.first(count), shift);
    for (const LineChange& change : rest.first(count)) {
      shift += change.added.size() - (change.end - change.begin);
    }
    rest = rest.subspan(count);
  }
  if (hunks.empty()) return "";
  const std::string_view tab = name_.find(' ') == std::string_view::npos ? "" : "\t";
  return fmt::format("--- {0}{1}\n+++ {0}{1}\n{2}", name_, tab, hunks);
}

}  // namespace attn
