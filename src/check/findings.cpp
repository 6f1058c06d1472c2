#include "check/findings.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>

#include "support/text.hpp"

namespace attn {

namespace {

using Verdict = Judgement::Verdict;

constexpr std::array kVerdicts{Verdict::right, Verdict::wrong, Verdict::inherits, Verdict::unsure};

bool fails(const Finding& f) {
  return f.verdict == Verdict::wrong || f.verdict == Verdict::inherits;
}

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
  if (!f.remark.empty()) text += text.empty() ? f.remark : fmt::format(" ({})", f.remark);
  return printable(text);
}

std::size_t count(std::span<const CheckedFile> files, Verdict verdict) {
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

// "4 claims: 1 right, 2 wrong, 1 inherits", with what stands behind "claims".
std::string tally(std::span<const CheckedFile> files, std::string_view where = "") {
  std::size_t all = 0, fixed = 0;
  std::vector<std::string> parts;
  for (const Verdict verdict : kVerdicts) {
    const std::size_t n = count(files, verdict);
    all += n;
    if (n > 0) parts.push_back(fmt::format("{} {}", n, name_of(verdict)));
  }
  for (const CheckedFile& file : files) fixed += file.fixed.size();
  const std::size_t skipped = count(files, Verdict::skipped);
  return fmt::format("{}{}{}{}{}{}", counted(all, "claim"), where, parts.empty() ? "" : ": ",
                     fmt::join(parts, ", "), fixed == 0 ? "" : fmt::format("; {} fixed", fixed),
                     skipped == 0 ? "" : fmt::format("; {} skipped", counted(skipped, "place")));
}

std::string summary(const std::vector<CheckedFile>& files) {
  return tally(files, fmt::format(" in {}", counted(files.size(), "file"))) + "\n";
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

bool is_note(const Finding& f) { return f.verdict == Verdict::right && !f.remark.empty(); }

bool is_told(const Finding& f) { return fails(f) || is_note(f) || f.verdict == Verdict::skipped; }

std::string correction(const Finding& f, int width) {
  std::string text;
  const bool off = f.verdict == Verdict::wrong || f.verdict == Verdict::inherits;
  if (off && f.figures.size() == 1 && f.figures[0].cell > 0 && !f.figures[0].is.empty()) {
    const Finding::Figure& figure = f.figures[0];
    text = fmt::format("{}{} {}: {}, not {}",
                       figure.row > 0 ? fmt::format("row {}, ", figure.row) : "",
                       figure.row > 0 ? "column" : "number", figure.cell, figure.is, figure.said);
  } else if (off && !f.is.empty()) {
    text = fmt::format("{}, not {}", shortened(f.is), shortened(f.said));
    if (display_width(printable(text)) > width) text = fmt::format("it is {}", shortened(f.is));
    if (display_width(printable(text)) > width) {
      text = fmt::format("{} of its numbers are off", std::max<std::size_t>(1, f.figures.size()));
    }
  }
  if (f.verdict == Verdict::inherits) {
    text += fmt::format("{}follows from {}line {}", text.empty() ? "" : "; ",
                        f.source_cell > 0 ? fmt::format("cell {}, ", f.source_cell) : "",
                        f.source_line);
  }
  if (!f.remark.empty()) {
    text += text.empty() ? f.remark : fmt::format(" ({})", f.remark);
  }
  return text;
}

std::string findings_as_text(const std::vector<CheckedFile>& files, const CheckOptions& options) {
  std::string text;
  for (const CheckedFile& file : files) text += told_to_people(file, options);
  if (files.size() > 1) {
    for (const CheckedFile& file : files) {
      text += fmt::format("{}: {}\n", file.name, tally(std::span(&file, 1)));
    }
  }
  return text + summary(files);
}

namespace {

nlohmann::ordered_json figures_of(const Finding& f) {
  auto figures = nlohmann::ordered_json::array();
  for (const Finding::Figure& figure : f.figures) {
    figures.push_back({{"line", figure.line},
                       {"column", figure.column},
                       {"end_column", figure.end_column},
                       {"said", figure.said},
                       {"is", figure.is}});
  }
  return figures;
}

// The lines of a notebook's cells are none of its file.
std::string annotated_place(const CheckedFile& file, const Finding& f) {
  const std::string name = escaped(file.name, true);
  if (f.notebook_cell > 0) return fmt::format("file={}", name);
  return fmt::format("file={},line={},endLine={},col={},endColumn={}", name, f.line, f.end_line,
                     f.column, f.end_column);
}

}  // namespace

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
      if (f.notebook_cell > 0) claim["cell"] = f.notebook_cell;
      if (!f.said.empty()) claim["said"] = f.said;
      if (!f.is.empty()) claim["is"] = f.is;
      if (f.source_cell > 0) claim["follows_from_cell"] = f.source_cell;
      if (f.source_line > 0) claim["follows_from_line"] = f.source_line;
      if (!f.remark.empty()) claim["remark"] = f.remark;
      claim["figures"] = figures_of(f);
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
      const std::string cell =
          f.notebook_cell > 0
              ? fmt::format("cell {}, line {}, column {}: ", f.notebook_cell, f.line, f.column)
              : "";
      text +=
          fmt::format("::{} {},title=attn check%3A {}::{}{}\n", level, annotated_place(file, f),
                      is_note(f) ? "note" : name_of(f.verdict), cell, escaped(message(f), false));
    }
  }
  return text;
}

}  // namespace attn
