#include "check/formula/tokens.hpp"

#include <array>

#include "check/normalise/normalised_text.hpp"

namespace attn {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == kForeignLetter ||
         c == kUnspacedLetter;
}

class Tokens {
 public:
  Tokens(std::string_view text, std::size_t begin, std::size_t end)
      : text_(text.substr(0, end)), at_(begin) {}

  std::vector<Token> read() && {
    bool blank = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\n' || (c == '_' && !is_digit(at(at_ + 1))) || c == '\'') {
        if (!tokens_.empty()) tokens_.back().space_after = true;
        blank = true;
        ++at_;
        continue;
      }
      const std::size_t begin = at_;
      const Token::Kind kind = read_kind(c);
      tokens_.push_back({.kind = kind,
                         .text = text_.substr(begin, at_ - begin),
                         .begin = begin,
                         .end = at_,
                         .no_space_before = !blank});
      Token& token = tokens_.back();
      if (kind == Token::Kind::sign && c == 'x') token.text = "*";
      if (kind == Token::Kind::number) token.number = read_printed(token.text);
      if (kind == Token::Kind::sign) follow_brackets(c);
      blank = false;
    }
    if (!tokens_.empty()) tokens_.back().space_after = true;
    return std::move(tokens_);
  }

 private:
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  bool in_list() const { return !in_quotes_ && !lists_.empty() && lists_.back(); }

  Token::Kind read_kind(char c) {
    if (is_digit(c) || (c == '.' && is_digit(at(at_ + 1)) && !follows_name())) {
      read_number();
      return Token::Kind::number;
    }
    if (is_letter(c) || c == '_') {  // "_0" is a name, in a program
      if (c == 'x' && times_here()) {
        ++at_;
        return Token::Kind::sign;
      }
      read_word();
      return Token::Kind::word;
    }
    ++at_;
    return Token::Kind::sign;
  }

  bool follows_name() const {
    return at_ > 0 && (is_letter(text_[at_ - 1]) || is_digit(text_[at_ - 1]));
  }

  void read_number() {
    const std::size_t begin = at_;
    while (is_digit(at(at_))) ++at_;
    if (!in_list() && at_ - begin <= 3) {
      while (at(at_) == ',' && three_digits(at_ + 1)) at_ += 4;
    }
    if (at(at_) == '.' && (is_digit(at(at_ + 1)) || ends_number(at_ + 1))) {
      ++at_;
      while (is_digit(at(at_))) ++at_;
    }
    const std::size_t sign = at(at_ + 1) == '-' || at(at_ + 1) == '+' ? 1 : 0;
    if ((at(at_) == 'e' || at(at_) == 'E') && is_digit(at(at_ + 1 + sign))) {
      at_ += 1 + sign;
      while (is_digit(at(at_))) ++at_;
    }
  }

  bool three_digits(std::size_t i) const {
    return is_digit(at(i)) && is_digit(at(i + 1)) && is_digit(at(i + 2)) && !is_digit(at(i + 3));
  }

  // NumPy writes "1." in its arrays.
  bool ends_number(std::size_t i) const {
    if (at(i) == ' ' && at(i + 1) != '\0' &&
        std::string_view("=*/+~").find(at(i + 1)) != std::string_view::npos) {
      return true;  // "17 / 4. = 4.25"
    }
    return in_list() && (at(i) == ' ' || at(i) == ',' || at(i) == ']');
  }

  void read_word() {
    if (at(at_) == kUnspacedLetter) {  // "个token" is two words
      while (at(at_) == kUnspacedLetter) ++at_;
      return;
    }
    while (at(at_) != kUnspacedLetter &&
           (is_letter(at(at_)) || is_digit(at(at_)) || joins_word())) {
      ++at_;
    }
  }

  // "d_k", "GPT-4", "didn't", "S'".
  bool joins_word() const {
    const char c = at(at_), next = at(at_ + 1);
    if (c == '_') return is_letter(next) || is_digit(next);
    if (c == '\'') return true;
    const bool long_word = at_ > 1 && is_letter(text_[at_ - 1]) && is_letter(text_[at_ - 2]);
    return c == '-' && long_word && (is_letter(next) || is_digit(next));
  }

  // "3 x 4", "0.5x[1, 0]": not the name x.
  bool times_here() const {
    if (tokens_.empty() || at(at_ + 1) == '_') return false;
    const Token& before = tokens_.back();
    if (before.text == "0" && before.end == at_) return false;  // "0x1F"
    if (at_ >= before.end + 3) return false;                    // another column
    std::size_t after = at_ + 1;
    while (at(after) == ' ') ++after;
    const bool factor = before.kind == Token::Kind::number || before.is(']') || before.is(')');
    return factor && (is_digit(at(after)) || at(after) == '[' || at(after) == '(');
  }

  void follow_brackets(char c) {
    if (c == '"') in_quotes_ = !in_quotes_;  // of a label: ["8 × 2048 = 16,384 GPUs"]
    if (c == '[') lists_.push_back(true);
    if (c == '(') {
      const std::size_t n = tokens_.size();
      const bool call = n > 1 && tokens_[n - 2].kind == Token::Kind::word &&
                        tokens_[n - 2].text.back() != kUnspacedLetter &&
                        tokens_[n - 1].no_space_before;
      lists_.push_back(in_list() || call);
    }
    if ((c == ']' || c == ')') && !lists_.empty()) lists_.pop_back();
  }

  std::string_view text_;
  std::size_t at_;
  std::vector<Token> tokens_;
  bool in_quotes_ = false;
  std::vector<bool> lists_;  // of each bracket that is open, whether commas divide what it holds
};

}  // namespace

std::vector<Token> tokens_of(std::string_view reading, std::size_t begin, std::size_t end) {
  return Tokens(reading, begin, end).read();
}

}  // namespace attn
