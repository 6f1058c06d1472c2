#include "check/check.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "check/findings.hpp"
#include "check/layout.hpp"
#include "files/read.hpp"
#include "notes/lines.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

constexpr std::size_t kLongestExcerpt = 100;  // characters

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// From the bytes of a reading to lines and columns of the notes.
class Places {
 public:
  Places(std::string_view notes, const NormalisedText& reading)
      : notes_(notes), reading_(reading), lines_(notes) {}

  Finding finding(const Judgement& j) {
    const std::size_t begin = with_commands(origin(j.begin));
    const std::size_t last = std::max(begin, origin(j.end - 1));
    const std::size_t end =
        with_braces(begin, last + characters_of(notes_.substr(last, 4)).front().size());
    return {.verdict = j.verdict,
            .line = lines_.at(begin) + 1,
            .column = column(lines_.at(begin), begin),
            .end_line = lines_.at(end - 1) + 1,
            .end_column = column(lines_.at(end - 1), end),
            .text = excerpt(begin, end),
            .said = j.said,
            .is = j.is,
            .remark = j.remark,
            .source_line =
                j.verdict == Judgement::Verdict::inherits ? lines_.at(origin(j.source)) + 1 : 0,
            .working = j.working};
  }

 private:
  std::size_t origin(std::size_t at) const {
    return reading_.origin[std::min(at, reading_.origin.size() - 1)];
  }

  // Of "\mathrm{softmax}(…)", which is read from its "softmax" on, where the command begins.
  std::size_t with_commands(std::size_t begin) const {
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
  std::size_t with_braces(std::size_t begin, std::size_t end) const {
    const std::string_view inside = notes_.substr(begin, end - begin);
    auto open = std::ranges::count(inside, '{') - std::ranges::count(inside, '}');
    for (; open > 0 && end < notes_.size() && notes_[end] == '}'; --open) ++end;
    return end;
  }

  // In characters, from 1. Goes on from where it was asked last.
  std::size_t column(std::size_t line, std::size_t offset) {
    const std::size_t begin = lines_.whole(line).begin;
    if (begin != counted_.begin || offset < counted_.end) {
      counted_ = {begin, begin};
      column_ = 1;
    }
    column_ += characters_of(notes_.substr(counted_.end, offset - counted_.end)).size();
    counted_.end = offset;
    return column_;
  }

  std::string excerpt(std::size_t begin, std::size_t end) const {
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

  std::string_view notes_;
  const NormalisedText& reading_;
  Lines lines_;
  Span counted_ = {};  // of a line, what the column is known of
  std::size_t column_ = 1;
};

// Whether nothing stands there but what introduces a definition: "Let d = 4 and".
bool introduces(std::string_view gap, bool array) {
  constexpr std::array<std::string_view, 14> kIntroductions{
      "",    "Let",  "let",  "With", "with", "Where", "where",
      "and", "Take", "take", "So",   "so",   "Given", "given"};
  const std::size_t first = std::min(gap.find_first_not_of(" .,;|$"), gap.size());
  const std::size_t last = gap.find_last_not_of(" .,;|$");
  gap = first == gap.size() ? "" : gap.substr(first, last - first + 1);
  return (array && gap.ends_with(':')) ||
         std::ranges::find(kIntroductions, gap) != kIntroductions.end();
}

// Which statements have their line to themselves, or share it with others alone?
void find_alone(std::vector<Statement>& statements, std::string_view reading) {
  const Lines lines(reading);
  const Statement* before = nullptr;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    Statement& s = statements[i];
    if (s.kind != Statement::Kind::chain) continue;
    const std::size_t line = lines.whole(lines.at(s.begin)).begin;
    const bool shared = before != nullptr && before->end > line && before->end <= s.begin;
    const std::size_t from = shared ? before->end : line;
    std::size_t to = lines.content(lines.at(s.end - 1)).end;
    if (i + 1 < statements.size() && statements[i + 1].begin >= s.end) {
      to = std::min(to, statements[i + 1].begin);
    }
    const bool array = !s.members.empty() && s.members.back().kind == Expression::Kind::array;
    s.alone = (!shared || before->alone) &&
              introduces(reading.substr(from, s.begin - from), array) &&
              introduces(reading.substr(s.end, to - s.end), false);
    before = &s;
  }
}

// Without those that the notes silence, and with where they stand.
std::vector<Statement> placed_statements(std::string_view notes, std::optional<Syntax> syntax,
                                         const NormalisedText& reading) {
  const Layout layout(notes, syntax);
  std::vector<Statement> statements = find_statements(reading);
  find_alone(statements, reading.text);
  for (Statement& s : statements) {
    s.place = reading.origin[s.begin];
    s.paragraph = layout.paragraph(s.place);
    s.section_end = layout.section_end(s.place);
  }
  std::erase_if(statements, [&](const Statement& s) { return layout.is_silent(s.place); });
  return statements;
}

CheckedFile checked(const std::string& path, const CheckOptions& options) {
  std::optional<Syntax> syntax = options.syntax;
  if (options.by_name) syntax = syntax_by_name(path);
  const std::string notes = read_text(path);
  if (notes.find('\0') != std::string::npos) {
    throw Error(
        "cannot read {}: it holds NUL bytes, as UTF-16 and binary files do; save it as UTF-8",
        file_name(path));
  }
  return {file_name(path), check_notes(notes, syntax, options.digits)};
}

}  // namespace

std::vector<Finding> check_notes(std::string_view notes, std::optional<Syntax> syntax,
                                 PrintedDigits digits) {
  const NormalisedText reading = with_blocks_joined(read_notes(notes, syntax));
  Places places(notes, reading);
  std::vector<Finding> findings;
  for (const Judgement& j : judge(reading, placed_statements(notes, syntax, reading), digits)) {
    findings.push_back(places.finding(j));
  }
  std::ranges::stable_sort(findings, {},
                           [](const Finding& f) { return std::pair(f.line, f.column); });
  return findings;
}

Outcome check(const std::vector<std::string>& paths, const CheckOptions& options) {
  const auto pipes = std::ranges::count(paths, "-");
  if (pipes > 1) throw Error("- is given {} times; standard input can be read once", pipes);
  std::vector<CheckedFile> files;
  Outcome outcome;
  for (const std::string& path : paths) {
    try {
      files.push_back(checked(path, options));
    } catch (const Error& error) {
      outcome.code = 2;
      outcome.err += fmt::format("attn: {}\n", error.what());
    }
  }
  if (outcome.code == 2) return outcome;
  for (const CheckedFile& file : files) {
    for (const Finding& f : file.findings) {
      const bool fails =
          f.verdict == Judgement::Verdict::wrong || f.verdict == Judgement::Verdict::inherits;
      if (fails) outcome.code = 1;
    }
  }
  using Form = CheckOptions::Form;
  outcome.out = options.form == Form::json ? findings_as_json(files)
                : options.form == Form::github
                    ? findings_as_annotations(files)
                    : findings_as_text(files, options.list, options.explain);
  return outcome;
}

}  // namespace attn
