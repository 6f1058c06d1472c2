// What is there to say of the files that a reader names?
#include <algorithm>
#include <filesystem>

#include "check/check.hpp"
#include "check/findings.hpp"
#include "check/fix.hpp"
#include "check/folder.hpp"
#include "check/notebook.hpp"
#include "files/read.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

using Verdict = Judgement::Verdict;

struct Asked {
  std::string path;
  bool by_name;  // not as one of a folder
};

std::vector<Asked> files_of(const std::vector<std::string>& paths) {
  std::vector<Asked> files;
  for (const std::string& path : paths) {
    std::error_code none;
    if (path == "-" || !std::filesystem::is_directory(path, none)) {
      files.push_back({path, true});
      continue;
    }
    for (std::string& found : notes_in(path)) files.push_back({std::move(found), false});
  }
  return files;
}

void refuse_binary(std::string_view notes, const std::string& name) {
  if (notes.find('\0') == std::string_view::npos) return;
  throw Error("cannot read {}: it holds NUL bytes, as UTF-16 and binary files do; save it as UTF-8",
              name);
}

// With lines counted in each cell.
CheckedFile checked_notebook(const std::string& path, const CheckOptions& options) {
  const Notebook notebook = read_notebook(read_text(path), file_name(path));
  CheckedFile file{file_name(path),
                   check_notes(notebook.markdown, Syntax::markdown, options.digits)};
  const auto place = [&](std::size_t line) {
    return notebook.places[std::min(line, notebook.places.size()) - 1];
  };
  for (Finding& f : file.findings) {
    f.notebook_cell = place(f.line).cell;
    f.line = place(f.line).line;
    f.end_line = std::max(f.line, place(f.end_line).line);
    for (Finding::Figure& figure : f.figures) figure.line = place(figure.line).line;
    if (f.source_line > 0) {
      f.source_cell = place(f.source_line).cell;
      f.source_line = place(f.source_line).line;
    }
  }
  for (const std::size_t cell : notebook.unread) {
    file.findings.push_back({.verdict = Verdict::skipped,
                             .remark = "the cell holds neither text nor lines of it",
                             .notebook_cell = cell});
  }
  return file;
}

CheckedFile checked(const std::string& path, const CheckOptions& options, Outcome& outcome) {
  if (options.by_name && is_notebook(path)) return checked_notebook(path, options);
  const std::optional<Syntax> syntax = options.by_name ? syntax_by_name(path) : options.syntax;
  const std::string notes = read_text(path);
  refuse_binary(notes, file_name(path));
  CheckedFile file{file_name(path), {}};
  if (!options.fix) {
    file.findings = check_notes(notes, syntax, options.digits);
    return file;
  }
  Mended result = mended(notes, syntax, options.digits);
  file.findings = check_notes(result.notes, syntax, options.digits);
  file.fixed = std::move(result.fixed);
  if (!file.fixed.empty()) {
    const std::string before = read_file(path);
    const std::string mark = before.substr(0, before.size() - notes.size());  // of byte order
    outcome.files.push_back({.path = path, .bytes = mark + result.notes, .replaces = before});
  }
  return file;
}

void refuse_unfixable(const std::vector<std::string>& paths, const CheckOptions& options) {
  if (!options.fix) return;
  if (options.form != CheckOptions::Form::text) {
    throw Error("--fix says what it changed in text alone; leave out --format");
  }
  for (const std::string& path : paths) {
    if (path == "-") throw Error("--fix writes files, and - is standard input; name a file");
    if (options.by_name && is_notebook(path)) {
      throw Error("--fix does not write notebooks: leave {} out", file_name(path));
    }
  }
}

std::string written(const std::vector<CheckedFile>& files, const CheckOptions& options) {
  using Form = CheckOptions::Form;
  if (options.form == Form::json) return findings_as_json(files);
  if (options.form == Form::github) return findings_as_annotations(files);
  return findings_as_text(files, options);
}

}  // namespace

Outcome check(const std::vector<std::string>& paths, const CheckOptions& options) {
  const auto pipes = std::ranges::count(paths, "-");
  if (pipes > 1) throw Error("- is given {} times; standard input can be read once", pipes);
  refuse_unfixable(paths, options);
  std::vector<CheckedFile> files;
  Outcome outcome;
  for (const Asked& asked : files_of(paths)) {
    try {
      files.push_back(checked(asked.path, options, outcome));
    } catch (const Error& error) {
      if (asked.by_name) {
        outcome.code = 2;
        outcome.err += fmt::format("attn: {}\n", error.what());
      } else {
        files.push_back(
            {file_name(asked.path), {{.verdict = Verdict::skipped, .remark = error.what()}}});
      }
    }
  }
  if (outcome.code == 2) {
    outcome.files.clear();
    return outcome;
  }
  for (const CheckedFile& file : files) {
    for (const Finding& f : file.findings) {
      if (f.verdict == Verdict::wrong || f.verdict == Verdict::inherits) outcome.code = 1;
    }
  }
  outcome.out = written(files, options);
  return outcome;
}

}  // namespace attn
