// What did a student hand in? Read from a file that may hold anything.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace attn::practice {

struct Number {
  double value = 0.0;
  int decimals = 0;  // after the point, as written
};

// What stands in a gap: a number, or why it is none; neither where nothing does.
struct Answer {
  std::string text;   // as written
  std::string place;  // "ada.csv:7", or "ada.json"
  std::optional<Number> number = {};
  std::string refused = {};  // "a comma; write …"
};

// Any text as an answer. "−0.5" and "-inf" are numbers; "1,024", "1e999" and "nan" are not.
Answer read_answer(std::string_view text, std::string place);

struct Answers {
  std::string file, sheet, student;  // as written; may be empty
  std::map<std::string, Answer, std::less<>> gaps;
};

inline constexpr std::size_t kLargestAnswers = std::size_t{1} << 20;  // bytes

// Throw Error, one line that begins with the file and the place, for what is not of the form of a
// template: broken syntax, brackets too deep, a gap that is answered twice.
Answers parse_csv_answers(std::string_view text, const std::string& file);
Answers parse_json_answers(std::string_view text, const std::string& file);

// By the extension of the file. Throws Error as above, and where there is no such file.
Answers read_answers(const std::string& path);

}  // namespace attn::practice
