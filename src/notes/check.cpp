#include "notes/check.hpp"

#include <algorithm>

#include "files/read.hpp"
#include "notes/findings.hpp"
#include "notes/lines.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

constexpr std::size_t kLongestExcerpt = 100;  // characters

// From the bytes of a reading to lines and columns of the notes.
class Places {
 public:
  Places(std::string_view notes, const Reading& reading)
      : notes_(notes), reading_(reading), lines_(notes) {}

  Finding finding(const Judgement& j) const {
    const std::size_t begin = origin(j.begin);
    const std::size_t last = std::max(begin, origin(j.end - 1));
    const std::size_t end = last + characters_of(notes_.substr(last, 4)).front().size();
    return {.verdict = j.verdict,
            .line = lines_.at(begin) + 1,
            .column = column(begin),
            .end_line = lines_.at(end - 1) + 1,
            .end_column = column(last) + 1,
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

  std::size_t column(std::size_t offset) const {
    const std::size_t begin = lines_.whole(lines_.at(offset)).begin;
    return characters_of(notes_.substr(begin, std::min<std::size_t>(offset - begin, 4096))).size() +
           1;
  }

  std::string excerpt(std::size_t begin, std::size_t end) const {
    std::string line;
    std::size_t count = 0;
    for (const std::string_view c : characters_of(notes_.substr(begin, end - begin))) {
      const bool blank = c == " " || c == "\n" || c == "\r" || c == "\t";
      if (blank && (line.empty() || line.ends_with(' '))) continue;
      if (++count > kLongestExcerpt) return line + "…";
      line += blank ? " " : c;
    }
    return line;
  }

  std::string_view notes_;
  const Reading& reading_;
  Lines lines_;
};

CheckedFile checked(const std::string& path, const CheckOptions& options) {
  std::optional<Syntax> syntax = options.syntax;
  if (options.by_name) syntax = syntax_by_name(path);
  return {file_name(path), check_notes(read_text(path), syntax, options.digits)};
}

}  // namespace

std::vector<Finding> check_notes(std::string_view notes, std::optional<Syntax> syntax,
                                 PrintedDigits digits) {
  const Reading reading = with_blocks_joined(read_notes(notes, syntax));
  const Places places(notes, reading);
  std::vector<Finding> findings;
  for (const Judgement& j : judge(reading, find_statements(reading), digits)) {
    findings.push_back(places.finding(j));
  }
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
