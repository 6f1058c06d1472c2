// Which paragraph and which section of the notes does a place belong to? And is it to be checked?
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "notes/lines.hpp"
#include "notes/markdown_blocks.hpp"
#include "notes/syntax.hpp"

namespace attn {

class Layout {
 public:
  Layout(std::string_view notes, std::optional<Syntax> syntax) : notes_(notes), lines_(notes) {
    const std::vector<Span> code = code_of(notes, syntax);
    std::size_t next = 0;
    bool silent = false, blank = true;
    std::vector<int> levels;  // of each line, as a heading
    for (std::size_t i = 0; i < lines_.count(); ++i) {
      const Span at = lines_.content(i);
      while (next < code.size() && code[next].end <= at.begin) ++next;
      const bool in_code = next < code.size() && code[next].begin <= at.begin;
      const std::string_view line = trimmed(at.of(notes));
      if (!in_code) silent = is_silent_after(line, silent);
      silent_.push_back(silent);
      levels.push_back(in_code ? 0 : heading_level(line));
      const bool heading = levels.back() > 0;
      if (blank || heading || begins_paragraph(line)) paragraphs_.push_back(at.begin);
      blank = line.empty() || heading;
      find_tags(at);
    }
    find_section_ends(levels);
  }

  bool is_silent(std::size_t at) const { return silent_[lines_.at(at)]; }

  std::size_t paragraph(std::size_t at) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(paragraphs_, at) -
                                    paragraphs_.begin());
  }

  // Where the section ends that holds the place: at the next heading that is not below its own.
  std::size_t section_end(std::size_t at) const { return section_ends_[lines_.at(at)]; }

 private:
  static constexpr int kLowest = 9;  // below every heading
  static constexpr std::array<std::string_view, 12> kTags{
      "<p>", "<p ", "<li", "<td", "<h", "<fig", "<div", "<dd", "<dt", "<tr", "<sec", "<art"};
  static constexpr std::array<std::string_view, 8> kBeginnings{
      "- ", "* ", "+ ", "|", "\\item", "\\caption", "\\begin", "\\end"};

  void find_section_ends(const std::vector<int>& levels) {
    std::vector<int> sections = levels;  // of each line, the level of the heading that it is under
    for (std::size_t i = 0; i < sections.size(); ++i) {
      if (sections[i] == 0) sections[i] = i == 0 ? kLowest : sections[i - 1];
    }
    std::array<std::size_t, kLowest + 1> next{};  // heading of each level
    next.fill(notes_.size());
    section_ends_.resize(levels.size());
    for (std::size_t i = levels.size(); i-- > 0;) {
      section_ends_[i] = *std::min_element(next.begin(), next.begin() + sections[i] + 1);
      if (levels[i] > 0) next[static_cast<std::size_t>(levels[i])] = lines_.whole(i).begin;
    }
  }

  static std::vector<Span> code_of(std::string_view notes, std::optional<Syntax> syntax) {
    std::vector<Span> code;
    if (syntax != Syntax::markdown) return code;
    for (const MarkdownBlock& block : markdown_blocks(notes)) {
      if (block.kind == MarkdownBlock::Kind::code) code.push_back(block.at);
    }
    return code;
  }

  // HTML may have several paragraphs in a line.
  void find_tags(Span line) {
    const std::string_view text = line.of(notes_);
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string_view::npos; ++at) {
      const auto begins = [&](std::string_view tag) { return text.substr(at).starts_with(tag); };
      if (std::ranges::any_of(kTags, begins)) paragraphs_.push_back(line.begin + at);
    }
  }

  static bool begins_paragraph(std::string_view line) {
    const auto begins = [line](std::string_view mark) { return line.starts_with(mark); };
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    const bool numbered = digits > 0 && digits < 4 && line.substr(digits, 2) == ". ";
    return numbered || std::ranges::any_of(kBeginnings, begins);
  }

  // 1 for "# …", \chapter and <h1>, and so on; 0 for what is no heading.
  static int heading_level(std::string_view line) {
    const std::size_t marks = std::min(line.find_first_not_of('#'), line.size());
    if (marks > 0 && marks < 7 && line.substr(marks, 1) == " ") return static_cast<int>(marks);
    if (line.size() > 2 && line.starts_with("<h") && line[2] >= '1' && line[2] <= '6') {
      return line[2] - '0';
    }
    constexpr std::array<std::string_view, 5> kCommands{"\\chapter", "\\section", "\\subsection",
                                                        "\\subsubsection", "\\paragraph"};
    for (std::size_t i = 0; i < kCommands.size(); ++i) {
      if (line.starts_with(kCommands[i])) return static_cast<int>(i) + 1;
    }
    return 0;
  }

  // "<!-- attn-check: off -->" and "% attn-check: off", on lines of their own.
  static bool is_silent_after(std::string_view line, bool silent) {
    constexpr std::string_view kKeyword = "attn-check:";
    const std::size_t at = line.find(kKeyword);
    if (at == std::string_view::npos) return silent;
    const std::string_view before = trimmed(line.substr(0, at));
    std::string_view word = trimmed(line.substr(at + kKeyword.size()));
    if (before == "<!--" && word.ends_with("-->")) {
      word = trimmed(word.substr(0, word.size() - 3));
    } else if (before != "%") {
      return silent;
    }
    return word == "off" || (silent && word != "on");
  }

  std::string_view notes_;
  Lines lines_;
  std::vector<bool> silent_;
  std::vector<std::size_t> paragraphs_;  // where each begins
  std::vector<std::size_t> section_ends_;
};

}  // namespace attn
