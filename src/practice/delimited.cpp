#include "practice/delimited.hpp"

#include <algorithm>

#include "support/error.hpp"
#include "support/text.hpp"

namespace attn::practice {

namespace {

char separator_of(std::string_view first_line) {
  for (const char c : {',', ';', '\t'}) {
    if (first_line.find(c) != first_line.npos) return c;
  }
  return ',';
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == text.npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin));
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view file)
      : text_(text), file_(file), separator_(separator_of(text.substr(0, text.find('\n')))) {}

  std::vector<Record> records() && {
    std::vector<Record> records;
    while (at_ < text_.size()) {
      Record record{line_, {}};
      do {
        record.fields.push_back(takes('"') ? quoted() : bare());
      } while (takes(separator_));
      takes('\r');
      takes('\n');
      ++line_;
      const bool empty = std::ranges::all_of(record.fields, &std::string::empty);
      if (!empty) records.push_back(std::move(record));
    }
    return records;
  }

 private:
  bool takes(char c) {
    const bool found = at_ < text_.size() && text_[at_] == c;
    if (found) ++at_;
    return found;
  }

  bool ends_field() const {
    return at_ == text_.size() || text_[at_] == separator_ || text_[at_] == '\n' ||
           text_[at_] == '\r';
  }

  std::string bare() {
    const std::size_t begin = at_;
    while (!ends_field()) ++at_;
    return trimmed(text_.substr(begin, at_ - begin));
  }

  std::string quoted() {
    const std::size_t opened = line_;
    std::string content;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '\n') ++line_;
      if (c != '"' || takes('"')) {
        content += c;
        continue;
      }
      if (!bare().empty()) throw Error("{}:{}: text follows a closed quote", file_, line_);
      return trimmed(content);
    }
    throw Error("{}:{}: a quote is opened and not closed", file_, opened);
  }

  std::string_view text_, file_;
  char separator_;
  std::size_t at_ = 0, line_ = 1;
};

}  // namespace

std::vector<Record> parse_records(std::string_view text, std::string_view file) {
  const std::size_t nul = text.find('\0');
  if (nul != text.npos) {
    throw Error("{}:{}: it holds NUL bytes, as UTF-16 and binary files do; save it as UTF-8", file,
                1 + std::ranges::count(text.substr(0, nul), '\n'));
  }
  if (!valid_utf8(text)) throw Error("{}: it is not UTF-8; save it as UTF-8", file);
  return Reader(text, file).records();
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",;\t\"\r\n") == text.npos) return std::string(text);
  std::string quoted;
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return '"' + quoted + '"';
}

}  // namespace attn::practice
