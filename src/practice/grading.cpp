#include "practice/grading.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "files/read.hpp"
#include "practice/delimited.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn::practice {

namespace {

namespace fs = std::filesystem;

bool is_hidden_file(const fs::path& path) { return path.filename().string().starts_with('.'); }

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error), end;
  for (; !error && entry != end; entry.increment(error)) {
    if (is_hidden_file(entry->path())) {
      entry.disable_recursion_pending();
    } else if (entry->is_symlink() || !entry->is_directory()) {
      files.push_back(entry->path().string());
    }
  }
  if (error) throw Error("cannot read {}: {}", file_name(folder), error.message());
  std::ranges::sort(files);
  return files;
}

// A link in an upload may lead anywhere, and a pipe may never end.
void refuse_other_than_file(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (fs::is_regular_file(status)) return;
  throw Error("{}: {}", file_name(path),
              fs::is_symlink(status)     ? "it is a link, which is not followed"
              : fs::is_directory(status) ? "it is a folder in place of a file"
                                         : "it is no regular file");
}

Handed handed(const std::string& path, std::span<const Exercise> exercises, SheetOptions options,
              const Rubric& rubric, const Explain& explain) {
  Handed result{file_name(path)};
  try {
    refuse_other_than_file(path);
    const Answers answers = read_answers(path);
    if (!options.course.empty()) {
      if (answers.student.empty()) throw Error("{}: it names no student", file_name(path));
      options.student = answers.student;
    }
    result.sheet = make_sheet(exercises, options);
    result.grade = grade(*result.sheet, answers, rubric);
    if (explain) name_mistakes(*result.grade, *result.sheet, answers, explain);
  } catch (const std::exception& error) {
    result.refused = printable(error.what());
    result.grade.reset();
  }
  return result;
}

}  // namespace

std::vector<std::string> handed_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      for (std::string& found : files_in(path)) files.push_back(std::move(found));
    } else if (fs::exists(path, error)) {
      files.push_back(path);
    } else {
      throw Error("cannot read {}: no such file", file_name(path));
    }
  }
  if (files.empty()) throw Error("there are no answers in {}", file_name(paths.front()));
  return files;
}

std::vector<Handed> grade_files(const std::vector<std::string>& files,
                                std::span<const Exercise> exercises, const SheetOptions& options,
                                const Rubric& rubric, const Explain& explain) {
  refuse_unknown_steps(rubric, make_sheet(exercises, options));
  std::vector<Handed> result;
  for (const std::string& file : files) {
    result.push_back(handed(file, exercises, options, rubric, explain));
  }
  return result;
}

std::vector<std::string> class_names(std::string_view text, const std::string& file) {
  constexpr std::size_t kMost = 10'000;
  const std::vector<Record> records = parse_records(text, file);
  std::size_t column = 0, first = 0;
  for (std::size_t c = 0; !records.empty() && c < records[0].fields.size(); ++c) {
    std::string head = records[0].fields[c];
    std::ranges::transform(head, head.begin(), [](unsigned char x) { return std::tolower(x); });
    if (head != "student" && head != "name") continue;
    column = c;
    first = 1;
  }
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (std::size_t i = first; i < records.size(); ++i) {
    const auto& fields = records[i].fields;
    if (column >= fields.size() || fields[column].empty()) continue;
    names.push_back(fields[column]);
    if (!seen.insert(names.back()).second) {
      throw Error("{}:{}: {} stands there twice; give each student a name of their own", file,
                  records[i].line, in_quotes(names.back()));
    }
  }
  if (names.empty()) throw Error("{}: it holds no names; give it a column \"student\"", file);
  if (names.size() > kMost) throw Error("{}: it holds more than {} names", file, kMost);
  return names;
}

std::string safe_name(Index number, std::string_view name) {
  constexpr std::size_t kLongest = 40;  // bytes
  const std::string visible = composed(printable(name));
  std::string safe;
  for (const std::string_view character : characters_of(visible)) {
    if (safe.size() + character.size() > kLongest) break;
    if (character.size() > 1) {
      safe += character;
    } else if (std::isalnum(static_cast<unsigned char>(character[0])) != 0) {
      safe += static_cast<char>(std::tolower(static_cast<unsigned char>(character[0])));
    } else if (!safe.empty() && safe.back() != '-') {
      safe += '-';
    }
  }
  while (safe.ends_with('-')) safe.pop_back();
  return fmt::format("{:03}{}{}", number, safe.empty() ? "" : "-", safe);
}

}  // namespace attn::practice
