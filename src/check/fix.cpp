#include "check/fix.hpp"

#include <algorithm>

namespace attn {

namespace {

using Verdict = Judgement::Verdict;

bool is_simple(const Finding& f, const std::vector<Finding>& all) {
  if (f.verdict != Verdict::wrong || !f.remark.empty() || f.figures.size() != 1) return false;
  const Finding::Figure& figure = f.figures[0];
  if (figure.is.empty() || figure.is == figure.said) return false;
  return std::ranges::none_of(all, [&](const Finding& other) {
    const bool follows = other.verdict == Verdict::inherits && other.source_line >= f.line &&
                         other.source_line <= f.end_line;
    const bool same = &other != &f && std::ranges::any_of(other.figures, [&](const auto& number) {
      return number.at.begin < figure.at.end && figure.at.begin < number.at.end;
    });
    return follows || same;
  });
}

std::string with_fixes(std::string_view notes, const std::vector<Finding>& found,
                       std::vector<std::size_t> fixes) {
  const auto place = [&found](std::size_t i) { return found[i].figures[0].at.begin; };
  std::ranges::sort(fixes, {}, place);
  std::string text;
  std::size_t done = 0;
  for (const std::size_t i : fixes) {
    const Finding::Figure& figure = found[i].figures[0];
    text.append(notes.substr(done, figure.at.begin - done)).append(figure.is);
    done = figure.at.end;
  }
  return text.append(notes.substr(done));
}

// Whether nothing has changed but that what is fixed is right now; of what is not right, no fix is
// left.
bool holds(const std::vector<Finding>& before, const std::vector<Finding>& after,
           std::vector<std::size_t>& fixes) {
  if (before.size() != after.size()) {
    fixes.clear();
    return false;
  }
  const std::vector<std::size_t> tried = fixes;
  std::erase_if(fixes, [&](std::size_t i) { return after[i].verdict != Verdict::right; });
  for (std::size_t i = 0; i < after.size(); ++i) {
    const bool fixed = std::ranges::binary_search(tried, i);
    if (!fixed && after[i].verdict != before[i].verdict) fixes.clear();
  }
  return fixes.size() == tried.size();
}

}  // namespace

Mended mended(std::string_view notes, std::optional<Syntax> syntax, PrintedDigits digits) {
  const std::vector<Finding> found = check_notes(notes, syntax, digits);
  std::vector<std::size_t> fixes;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (is_simple(found[i], found)) fixes.push_back(i);
  }
  while (!fixes.empty()) {
    std::string text = with_fixes(notes, found, fixes);
    if (!holds(found, check_notes(text, syntax, digits), fixes)) continue;
    Mended result{std::move(text), {}};
    for (const std::size_t i : fixes) result.fixed.push_back(found[i]);
    return result;
  }
  return {std::string(notes), {}};
}

}  // namespace attn
