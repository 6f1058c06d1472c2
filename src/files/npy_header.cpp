#include "files/npy_header.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

constexpr std::size_t kMostDimensions = 32;  // NumPy's own

bool is_one_of(char c, std::string_view set) { return set.find(c) != set.npos; }

// What the reader's type is, where it is not one of numbers; empty for a kind unknown to NumPy too.
std::string_view other_kind(char kind) {
  constexpr std::array<std::pair<char, std::string_view>, 8> kOthers{{{'c', "complex numbers"},
                                                                      {'U', "strings"},
                                                                      {'S', "byte strings"},
                                                                      {'a', "byte strings"},
                                                                      {'O', "Python objects"},
                                                                      {'M', "dates"},
                                                                      {'m', "time differences"},
                                                                      {'V', "raw records"}}};
  for (const auto& [letter, name] : kOthers) {
    if (letter == kind) return name;
  }
  return {};
}

std::optional<NpyType> number_type(char order, std::string_view code) {
  constexpr std::array<std::string_view, 13> kCodes{"f2", "f4", "f8", "f16", "i1", "i2", "i4",
                                                    "i8", "u1", "u2", "u4",  "u8", "b1"};
  for (const std::string_view known : kCodes) {
    if (code != known) continue;
    std::size_t size = 0;
    std::from_chars(code.data() + 1, code.data() + code.size(), size);
    return NpyType{code.front(), size, order == '>'};
  }
  return {};
}

// Reads what the three keys may hold, and no more of Python than that.
class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  NpyHeader header();

 private:
  void skip_space();
  bool take(char c);
  void expect(char c);
  bool take_word(std::string_view word);
  std::string_view string();
  bool boolean();
  std::int64_t integer();
  std::vector<std::int64_t> shape();
  NpyType type();

  template <typename... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) const {
    throw Error("{}: .npy header: {}", file_, fmt::format(format, std::forward<Args>(args)...));
  }
  [[noreturn]] void expected(std::string_view what) const {
    if (at_ == text_.size()) refuse("expected {}, found its end", what);
    refuse("expected {}, found {} at byte {}", what, in_quotes(text_.substr(at_, 12)), at_);
  }

  std::string_view text_, file_;
  std::size_t at_ = 0;
};

void Parser::skip_space() {
  while (at_ < text_.size() && is_one_of(text_[at_], " \t\r\n\f#")) {
    if (text_[at_] == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      ++at_;
    }
  }
}

bool Parser::take(char c) {
  skip_space();
  if (at_ == text_.size() || text_[at_] != c) return false;
  ++at_;
  return true;
}

void Parser::expect(char c) {
  if (!take(c)) expected(std::string{'\'', c, '\''});
}

bool Parser::take_word(std::string_view word) {
  skip_space();
  if (!text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

std::string_view Parser::string() {
  skip_space();
  if (at_ == text_.size() || !is_one_of(text_[at_], "'\"")) expected("a string");
  const std::size_t start = at_ + 1;
  const std::size_t end = text_.find(text_[at_], start);
  const std::string_view value = text_.substr(start, end - start);
  if (end == text_.npos || value.find('\\') != value.npos) expected("a plain string");
  at_ = end + 1;
  return value;
}

bool Parser::boolean() {
  if (take_word("True")) return true;
  if (take_word("False")) return false;
  expected("True or False");
}

// Python's: decimal without leading zeros, or 0x, 0o, 0b; Python 2 wrote an L behind it.
std::int64_t Parser::integer() {
  const bool negative = take('-');
  skip_space();
  const std::size_t start = at_;
  int base = 10;
  if (text_.substr(at_).starts_with('0') && at_ + 1 < text_.size()) {
    const std::size_t prefix = std::string_view("xXoObB").find(text_[at_ + 1]);
    if (prefix != std::string_view::npos) {
      base = prefix < 2 ? 16 : prefix < 4 ? 8 : 2;
      at_ += 2;
    }
  }
  std::int64_t value = 0;
  const bool digit = at_ < text_.size() && text_[at_] != '-';
  const auto [end, code] =
      std::from_chars(text_.data() + at_, text_.data() + text_.size(), value, base);
  if (code == std::errc::result_out_of_range) refuse("a dimension does not fit in 64 bits");
  const bool padded =
      base == 10 && text_.substr(start).starts_with('0') && end > text_.data() + start + 1;
  if (!digit || code != std::errc{} || padded) expected("a whole number");
  at_ = static_cast<std::size_t>(end - text_.data());
  if (text_.substr(at_).starts_with('L')) ++at_;
  return negative ? -value : value;
}

std::vector<std::int64_t> Parser::shape() {
  std::vector<std::int64_t> result;
  expect('(');
  while (!take(')')) {
    if (result.size() == kMostDimensions) refuse("more than {} dimensions", kMostDimensions);
    result.push_back(integer());
    if (take(',')) continue;
    // One number in brackets is a number to Python, not a shape.
    if (result.size() == 1) expected("','");
    expect(')');
    break;
  }
  return result;
}

NpyType Parser::type() {
  if (take('[')) refuse("a structured type holds records, not numbers; save one field of it");
  const std::string_view code = string();
  const char order = code.empty() || !is_one_of(code.front(), "<>=|") ? '=' : code.front();
  const std::string_view plain = code.substr(!code.empty() && is_one_of(code.front(), "<>=|"));
  const std::string_view other = plain.empty() ? "" : other_kind(plain.front());
  if (!other.empty()) {
    refuse("the type {} holds {}; save real numbers, for example float32", in_quotes(code), other);
  }
  const std::optional<NpyType> type = number_type(order, plain);
  if (!type) refuse("there is no type {}; expected one like \"<f4\"", in_quotes(code));
  return *type;
}

NpyHeader Parser::header() {
  std::optional<NpyType> type;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::int64_t>> shape;
  expect('{');
  while (!take('}')) {
    const std::string_view key = string();
    expect(':');
    if (key == "descr") {
      type = this->type();
    } else if (key == "fortran_order") {
      fortran_order = boolean();
    } else if (key == "shape") {
      shape = this->shape();
    } else {
      refuse("unknown key {}; there are: descr, fortran_order, shape", in_quotes(key));
    }
    if (take(',')) continue;
    expect('}');
    break;
  }
  skip_space();
  if (at_ != text_.size()) expected("its end");
  if (!type) refuse("the key \"descr\" is missing");
  if (!fortran_order) refuse("the key \"fortran_order\" is missing");
  if (!shape) refuse("the key \"shape\" is missing");
  return {*type, *fortran_order, *std::move(shape)};
}

}  // namespace

NpyHeader parse_npy_header(std::string_view text, std::string_view file) {
  // Python reads no source with a NUL in it, not even in a comment.
  if (text.find('\0') != text.npos) throw Error("{}: .npy header: a NUL byte stands in it", file);
  return Parser(text, file).header();
}

}  // namespace attn
