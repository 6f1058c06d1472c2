#include "check/findings.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "support/text.hpp"

namespace attn {

namespace {

using Verdict = Judgement::Verdict;

constexpr std::array kVerdicts{Verdict::right, Verdict::wrong, Verdict::inherits, Verdict::unsure};

bool fails(const Finding& f) {
  return f.verdict == Verdict::wrong || f.verdict == Verdict::inherits;
}

// Right, but there is something to know.
bool is_note(const Finding& f) { return f.verdict == Verdict::right && !f.remark.empty(); }

bool is_told(const Finding& f) { return fails(f) || is_note(f) || f.verdict == Verdict::skipped; }

// What a line has room for.
std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 120;
  return text.size() <= kMost ? text : text.substr(0, kMost) + "…";
}

std::string message(const Finding& f) {
  std::string text = f.text;
  if (f.verdict == Verdict::inherits) {
    text += fmt::format("; follows from line {}, with which put right it is {}", f.source_line,
                        shortened(f.is));
  } else if (f.verdict == Verdict::wrong && !f.is.empty()) {
    text += fmt::format("; not {} but {}", shortened(f.said), shortened(f.is));
  }
  if (!f.remark.empty()) text += fmt::format(" ({})", f.remark);
  return printable(text);
}

std::size_t count(const std::vector<CheckedFile>& files, Verdict verdict) {
  std::size_t result = 0;
  for (const CheckedFile& file : files) {
    result +=
        static_cast<std::size_t>(std::ranges::count(file.findings, verdict, &Finding::verdict));
  }
  return result;
}

std::string counted(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count == 0 ? "no" : std::to_string(count), thing,
                     count == 1 ? "" : "s");
}

std::string summary(const std::vector<CheckedFile>& files) {
  std::size_t all = 0;
  std::vector<std::string> parts;
  for (const Verdict verdict : kVerdicts) {
    const std::size_t n = count(files, verdict);
    all += n;
    if (n > 0) parts.push_back(fmt::format("{} {}", n, name_of(verdict)));
  }
  const std::size_t skipped = count(files, Verdict::skipped);
  return fmt::format("{} in {}{}{}{}\n", counted(all, "claim"), counted(files.size(), "file"),
                     parts.empty() ? "" : ": ", fmt::join(parts, ", "),
                     skipped == 0 ? "" : fmt::format("; {} skipped", counted(skipped, "place")));
}

// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
std::string escaped(std::string_view text, bool property) {
  std::string result;
  for (const char c : text) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    result += special ? fmt::format("%{:02X}", static_cast<unsigned>(c)) : std::string(1, c);
  }
  return result;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::right:
      return "right";
    case Verdict::wrong:
      return "wrong";
    case Verdict::inherits:
      return "inherits";
    case Verdict::unsure:
      return "unsure";
    case Verdict::skipped:
      return "skipped";
  }
  return "";
}

std::string findings_as_text(const std::vector<CheckedFile>& files, bool list, bool explain) {
  std::string text;
  for (const CheckedFile& file : files) {
    for (const Finding& f : file.findings) {
      if (!list && !is_told(f)) continue;
      const std::string_view verdict = !list && is_note(f) ? "note" : name_of(f.verdict);
      text += fmt::format("{}:{}:{}: {}: {}\n", file.name, f.line, f.column, verdict, message(f));
      if (!explain) continue;
      for (const std::string& line : f.working) text += fmt::format("    {}\n", printable(line));
    }
  }
  return text + summary(files);
}

std::string findings_as_json(const std::vector<CheckedFile>& files) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const CheckedFile& file : files) {
    for (const Finding& f : file.findings) {
      Json claim{{"file", file.name},
                 {"line", f.line},
                 {"column", f.column},
                 {"end_line", f.end_line},
                 {"end_column", f.end_column},
                 {"verdict", name_of(f.verdict)},
                 {"text", f.text}};
      if (!f.said.empty()) claim["said"] = f.said;
      if (!f.is.empty()) claim["is"] = f.is;
      if (f.source_line > 0) claim["follows_from_line"] = f.source_line;
      if (!f.remark.empty()) claim["remark"] = f.remark;
      claim["working"] = f.working;
      list.push_back(std::move(claim));
    }
  }
  Json counts;
  for (const Verdict verdict : kVerdicts) {
    counts[std::string(name_of(verdict))] = count(files, verdict);
  }
  counts["skipped"] = count(files, Verdict::skipped);
  const Json report{{"schema", "attn-check/1"}, {"counts", counts}, {"claims", list}};
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string findings_as_annotations(const std::vector<CheckedFile>& files) {
  std::string text;
  for (const CheckedFile& file : files) {
    for (const Finding& f : file.findings) {
      if (!is_told(f)) continue;
      const std::string_view level = f.verdict == Verdict::wrong      ? "error"
                                     : f.verdict == Verdict::inherits ? "warning"
                                                                      : "notice";
      text += fmt::format(
          "::{} file={},line={},endLine={},col={},endColumn={},title=attn check%3A {}::{}\n", level,
          escaped(file.name, true), f.line, f.end_line, f.column, f.end_column,
          is_note(f) ? "note" : name_of(f.verdict), escaped(message(f), false));
    }
  }
  return text;
}

}  // namespace attn
