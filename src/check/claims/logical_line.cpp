#include "check/claims/logical_line.hpp"

#include <algorithm>
#include <array>

#include "check/formula/grammar.hpp"

namespace attn {

namespace {

constexpr std::string_view kBlank = " ";
constexpr int kMostLines = 200;

struct Shape {
  char first = '\0', last = '\0';
  int depth = 0;  // brackets that it opens, less those that it closes
  bool may_hold_formula = false;
  bool links = false;
};

Shape shape_of(std::string_view line) {
  Shape shape;
  const std::size_t first = line.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return shape;
  shape.first = line[first];
  shape.last = line[line.find_last_not_of(kBlank)];
  char before = '\0';
  for (const char c : line) {
    if (c == '[') ++shape.depth;
    if (c == ']') --shape.depth;
    const bool times = (c == '*' || c == 'x') && before >= '0' && before <= '9';  // "8× fewer"
    shape.links = shape.links || c == '=' || c == '~';
    shape.may_hold_formula = shape.may_hold_formula || c == '&' || times || c == '=' || c == '~' ||
                             c == '`' || c == '>' || c == '|' || c == '[' || c == 'B';
    before = c;
  }
  return shape;
}

bool among(std::string_view signs, char c) {
  return c != '\0' && signs.find(c) != std::string_view::npos;
}

// Whether a line goes on with what the one before it began.
bool goes_on(const Shape& before, int depth, const Shape& line) {
  if (line.first == '\0' || before.first == '\0') return false;
  if (among("=~", line.first) || among("=~@*", before.last)) return true;
  if (depth > 0) return among("[]-.0123456789", line.first);
  if (before.links && line.links) return false;  // "1 + 1 = 2", and below it "+1 - 1 = 0"
  return among("+/", before.last) || (among("+", line.first) && among("])0123456789", before.last));
}

template <std::size_t n>
bool among(const std::array<std::string_view, n>& words, const Token& token) {
  return token.kind == Token::Kind::word && std::ranges::find(words, token.text) != words.end();
}

constexpr std::array<std::string_view, 34> kHedges{
    "mod",        "said",     "claimed",   "claims",      "quoted",    "wrong",   "Wrong",
    "WRONG",      "error",    "Error",     "incorrect",   "Incorrect", "mistake", "mistaken",
    "erratum",    "printed",  "prints",    "typo",        "bug",       "Bug",     "hallucinated",
    "fp16",       "float16",  "bf16",      "bfloat16",    "fp32",      "float32", "overflows",
    "underflows", "overflow", "underflow", "hexadecimal", "modulo",    "binary"};

constexpr std::array<std::string_view, 5> kWeights{"attention", "Attention", "attn", "softmax",
                                                   "Softmax"};

constexpr std::array<std::string_view, 6> kSums{"sum", "sums", "summing", "add", "adds", "adding"};

constexpr std::array<std::string_view, 7> kDenials{"not",    "never",  "don't", "doesn't",
                                                   "cannot", "nearly", "if"};

bool says_one(const std::vector<Token>& tokens) {
  if (std::ranges::any_of(tokens, [](const Token& t) { return among(kDenials, t); })) return false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!among(kSums, tokens[i])) continue;
    std::size_t to = i + 1;
    if (to < tokens.size() && tokens[to].is_word("up")) ++to;
    if (to + 1 >= tokens.size() || !tokens[to].is_word("to")) continue;
    const Token& one = tokens[to + 1];
    if (one.is_word("one") || (one.kind == Token::Kind::number && one.number.value == 1.0)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<LogicalLine> logical_lines(std::string_view reading) {
  constexpr int kMostBlanks = 3;  // of a display that ends and the next one, which begins with "="
  std::vector<LogicalLine> found;
  Shape before;
  std::size_t owner = 0;  // the line that `before` belongs to
  int depth = 0, lines = 0, blanks = 0;
  for (std::size_t begin = 0; begin < reading.size();) {
    const std::size_t end = std::min(reading.find('\n', begin), reading.size());
    const Shape line = shape_of(reading.substr(begin, end - begin));
    const bool blank = line.first == '\0';
    const bool near = blanks == 0 || (blanks <= kMostBlanks && among("=~", line.first));
    if (blank) {
      found.push_back({begin, end, false});
      ++blanks;
    } else if (lines > 0 && lines < kMostLines && near && goes_on(before, depth, line)) {
      found.resize(owner + 1);
      found.back().end = end;
      found.back().may_hold_formula = found.back().may_hold_formula || line.may_hold_formula;
      depth += line.depth;
      ++lines;
    } else {
      owner = found.size();
      found.push_back({begin, end, line.may_hold_formula});
      depth = line.depth;
      lines = 1;
    }
    if (!blank) {
      before = line;
      blanks = 0;
    }
    begin = end + 1;
  }
  return found;
}

LineContext context_of(const std::vector<Token>& tokens) {
  LineContext context;
  for (const Token& token : tokens) {
    context.links = context.links || is_link(token);
    context.calls = context.calls || token.is_word("softmax") || token.is_word("Softmax");
    context.quotes_an_error = context.quotes_an_error || among(kHedges, token);
    context.weights = context.weights || among(kWeights, token);
  }
  return context;
}

std::vector<Statement> sums_to_one(const std::vector<Token>& tokens) {
  if (!says_one(tokens)) return {};
  std::vector<Statement> found;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].is('[')) continue;
    std::optional<Parsed> parsed = parse_formula(tokens, i, {});
    if (!parsed || parsed->expression.kind != Expression::Kind::array) continue;
    const std::vector<Printed>& cells = parsed->expression.numbers;
    const auto one = [](const Printed& p) { return p.value == 1.0; };
    if (parsed->expression.columns < 2) continue;   // "[3]" is an index
    if (std::ranges::all_of(cells, one)) continue;  // the sums of several rows
    Statement sum{.kind = Statement::Kind::sums_to_one,
                  .begin = parsed->expression.begin,
                  .end = parsed->expression.end};
    i = parsed->next - 1;
    sum.members.push_back(std::move(parsed->expression));
    found.push_back(std::move(sum));
  }
  if (found.size() > 1) found.clear();  // which one is meant is not said
  return found;
}

}  // namespace attn
