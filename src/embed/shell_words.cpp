#include "embed/shell_words.hpp"

#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

// Reads a command character by character.
struct Splitter {
  std::string_view rest;
  std::string word = {};

  char next() {
    const char c = rest.front();
    rest.remove_prefix(1);
    return c;
  }

  // After the quote that opens it.
  void quoted(char quote) {
    const std::string_view all = rest;
    for (;;) {
      if (rest.empty()) throw Error("the quote before {} is not closed", in_quotes(all));
      const char c = next();
      if (c == quote) return;
      const bool escape = quote == '"' && c == '\\' && !rest.empty() &&
                          (rest.front() == '"' || rest.front() == '\\');
      word += escape ? next() : c;
    }
  }
};

}  // namespace

std::vector<std::string> split_words(std::string_view command) {
  std::vector<std::string> words;
  Splitter splitter{command};
  bool in_word = false;  // which may be empty: ''
  while (!splitter.rest.empty()) {
    const char c = splitter.next();
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (in_word) words.push_back(std::exchange(splitter.word, {}));
      in_word = false;
      continue;
    }
    in_word = true;
    if (c == '\'' || c == '"') {
      splitter.quoted(c);
    } else {
      splitter.word += c == '\\' && !splitter.rest.empty() ? splitter.next() : c;
    }
  }
  if (in_word) words.push_back(splitter.word);
  return words;
}

}  // namespace attn
