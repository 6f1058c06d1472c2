// Answers as JSON, heard token by token, so that hostile text is refused before it takes memory.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "files/json_syntax.hpp"
#include "practice/answers.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn::practice {

namespace {

using Json = nlohmann::json;

class Listener {
 public:
  Listener(std::string_view text, const std::string& file) : text_(text), file_(file) {
    answers_.file = file;
  }

  Answers answers() && { return std::move(answers_); }

  bool null() { return take("", "null"); }
  bool boolean(bool value) { return take(value ? "true" : "false", "a truth value"); }
  bool number_integer(Json::number_integer_t value) { return number(fmt::format("{}", value)); }
  bool number_unsigned(Json::number_unsigned_t value) { return number(fmt::format("{}", value)); }
  bool number_float(Json::number_float_t, const std::string& written) { return number(written); }
  bool string(std::string& value) { return take(value, "text"); }
  bool binary(Json::binary_t&) { return false; }

  bool start_object(std::size_t) {
    if (depth_ == 0 || (depth_ == 1 && key_ == "answers")) {
      ++depth_;
      return true;
    }
    refuse_brackets("an object");
  }
  bool end_object() {
    --depth_;
    return true;
  }
  bool start_array(std::size_t) { refuse_brackets("an array"); }
  bool end_array() { return true; }

  bool key(std::string& name) {
    key_ = std::move(name);
    const bool known = key_ == "sheet" || key_ == "student" || key_ == "answers";
    if (depth_ == 1 && !known) {
      throw Error("{}: unknown key {}; there are: sheet, student, answers", file_, in_quotes(key_));
    }
    if (depth_ == 2 && answers_.gaps.contains(key_)) {
      throw Error("{}: {} is answered a second time", file_, in_quotes(key_));
    }
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const Json::exception& exception) {
    throw Error("{}", json_syntax_error(text_, file_, position, exception.what()));
  }

 private:
  bool number(std::string written) { return take(std::move(written), "a number"); }

  bool take(std::string content, std::string_view what) {
    if (depth_ == 2) {
      answers_.gaps.emplace(key_, read_answer(content, file_));
    } else if (depth_ == 1 && (key_ == "sheet" || key_ == "student")) {
      (key_ == "sheet" ? answers_.sheet : answers_.student) = std::move(content);
    } else {
      throw Error("{}: {} is {}; expected an object", file_,
                  depth_ == 0 ? "the whole" : "\"" + key_ + "\"", what);
    }
    return true;
  }

  [[noreturn]] void refuse_brackets(std::string_view what) const {
    if (depth_ == 0) throw Error("{}: the whole is {}; expected an object", file_, what);
    throw Error("{}: {} is {}; expected {}", file_, in_quotes(key_), what,
                depth_ == 2         ? "a number"
                : key_ == "answers" ? "an object"
                                    : "text");
  }

  std::string_view text_;
  const std::string& file_;
  Answers answers_;
  std::string key_;
  int depth_ = 0;
};

}  // namespace

Answers parse_json_answers(std::string_view text, const std::string& file) {
  Listener listener(text, file);
  Json::sax_parse(text.begin(), text.end(), &listener);
  return std::move(listener).answers();
}

}  // namespace attn::practice
