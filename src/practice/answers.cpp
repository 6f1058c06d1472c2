#include "practice/answers.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>

#include "files/read.hpp"
#include "practice/delimited.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn::practice {

namespace {

constexpr std::size_t kLongestNumber = 60;

// In lower case, without white space around it, a minus sign as a hyphen.
std::string plain(std::string_view text) {
  std::string result;
  for (const std::string& word : words_of(text)) result += (result.empty() ? "" : " ") + word;
  for (std::size_t at; (at = result.find("−")) != result.npos;) {
    result.replace(at, std::string_view("−").size(), "-");
  }
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

std::optional<double> infinity(std::string_view text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text != "inf" && text != "infinity" && text != "∞") return {};
  return negative ? -kInfinity : kInfinity;
}

int decimals_of(std::string_view text) {
  const std::size_t end = std::min(text.find('e'), text.size()), point = text.find('.');
  return point < end ? static_cast<int>(end - point - 1) : 0;
}

std::string why_none(std::string_view text) {
  if (text.find(',') != text.npos) {
    return "a comma; write 0.5 with a point, and 1048576 without separators";
  }
  if (text.find('/') != text.npos) return "a fraction; write 0.5 for 1/2";
  if (text.find('%') != text.npos) return "a percentage; write 0.5 for 50%";
  return "no number";
}

// What stands beside the name of a gap: "0,5" is two fields, of one answer.
std::string content_of(const Record& record) {
  std::string content;
  std::size_t count = record.fields.size();
  while (count > 2 && record.fields[count - 1].empty()) --count;
  for (std::size_t i = 1; i < count; ++i) content += (i > 1 ? "," : "") + record.fields[i];
  return content;
}

}  // namespace

Answer read_answer(std::string_view text, std::string place) {
  Answer answer{std::string(text), std::move(place)};
  std::string written = plain(text);
  if (written.empty()) return answer;
  if (written.size() > kLongestNumber) {
    answer.refused = "no number, and too long for one";
    return answer;
  }
  if (const auto infinite = infinity(written)) {
    answer.number = Number{*infinite, 0};
    return answer;
  }
  if (written.starts_with('+')) written.erase(0, 1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), value);
  const bool whole = end == written.data() + written.size();
  if (whole && error == std::errc::result_out_of_range) {
    answer.refused = "beyond what a number can be";
  } else if (!whole || error != std::errc{} || !std::isfinite(value)) {
    answer.refused = why_none(written);
  } else {
    answer.number = Number{value, decimals_of(written)};
  }
  return answer;
}

Answers parse_csv_answers(std::string_view text, const std::string& file) {
  const std::vector<Record> records = parse_records(text, file);
  const auto named = [](const Record& r, std::string_view name) {
    return plain(r.fields[0]) == name;
  };
  if (records.empty() || !named(records.front(), "gap")) {
    throw Error("{}:1: it is no template for answers, whose first line is \"gap,answer\"", file);
  }
  Answers answers{file, {}, {}, {}};
  for (const Record& record : records) {
    const std::string& name = record.fields[0];
    const std::string content = content_of(record);
    if (&record == &records.front()) continue;
    if (name == "sheet") {
      answers.sheet = content;
    } else if (name == "student") {
      answers.student = content;
    } else {
      const auto [at, fresh] =
          answers.gaps.emplace(name, read_answer(content, fmt::format("{}:{}", file, record.line)));
      if (!fresh) {
        throw Error("{}:{}: {} is answered a second time", file, record.line, in_quotes(name));
      }
    }
  }
  return answers;
}

Answers read_answers(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return std::tolower(c); });
  const std::string name = file_name(path);
  if (extension != ".csv" && extension != ".json") {
    throw Error("{}: answers are read from .csv and .json, filled in from a template", name);
  }
  const std::string text = read_text(path, kLargestAnswers);
  return extension == ".csv" ? parse_csv_answers(text, name) : parse_json_answers(text, name);
}

}  // namespace attn::practice
