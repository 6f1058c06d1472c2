// What do the commands of LaTeX say?
#include <algorithm>

#include "check/normalise/latex_names.hpp"
#include "check/normalise/normalised_text.hpp"

namespace attn {

namespace {

constexpr std::size_t kNone = std::string::npos;

template <std::size_t n>
bool among(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// Of each "{" the place of its "}"; of one that nothing closes, kNone.
std::vector<std::size_t> braces(std::string_view text) {
  std::vector<std::size_t> matches(text.size(), kNone), open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '{') {
      open.push_back(i);
    } else if (text[i] == '}' && !open.empty()) {
      matches[open.back()] = i;
      open.pop_back();
    }
  }
  return matches;
}

class Commands {
 public:
  Commands(const NormalisedText& in, bool latex)
      : in_(in), text_(in.text), latex_(latex), matches_(braces(in.text)) {}

  NormalisedText read() && {
    static constexpr Plain kPlain("\\{}^_%&~\n$");
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const std::size_t run = kPlain.run(text_, at_);
      if (run > 0) {
        out_.put_part(in_, at_, at_ + run);
        at_ += run;
      } else if (c == '\\') {
        command();
      } else if (c == '{' || c == '}') {
        brace(c);
      } else if (c == '^' || c == '_') {
        script(c);
      } else {
        sign(c);
      }
    }
    return std::move(out_);
  }

 private:
  enum class Environment { matrix, table, formula, other };

  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  bool in(Environment kind) const { return !inside_.empty() && inside_.back() == kind; }
  void put(std::string_view plain) { out_.put(plain, in_.origin[std::min(at_, text_.size() - 1)]); }

  // A space, unless one stands there: several part columns.
  void blank() {
    if (out_.text.empty() || out_.text.back() != ' ') put(" ");
  }

  // Reads the braces that begin here, if any do; at their end stands `plain` instead.
  bool open(std::string_view plain) {
    if (at(at_) != '{' || matches_[at_] == kNone) return false;
    closing_.push_back({matches_[at_], plain});
    ++at_;
    return true;
  }

  void skip_group() {
    while (at(at_) == '[' || at(at_) == '*') {
      constexpr std::size_t kLongest = 200;
      const std::size_t end = text_.substr(at_, kLongest).find(']');
      at_ += at(at_) == '*' || end == kNone ? 1 : end + 1;
    }
    if (at(at_) == '{' && matches_[at_] != kNone) at_ = matches_[at_] + 1;
  }

  void brace(char c) {
    if (c == '{' && text_.substr(at_, 3) == "{,}") {
      put({&kInnerComma, 1});
      at_ += 3;
      return;
    }
    if (!closing_.empty() && closing_.back().at == at_) {
      put(closing_.back().plain);
      closing_.pop_back();
    } else if (!latex_ && matches_.size() > at_ && c == '{' && matches_[at_] == kNone) {
      put("?");
    }
    ++at_;
  }

  void script(char c) {
    for (const std::string_view degrees : {"^\\circ", "^{\\circ}"}) {
      if (text_.substr(at_).starts_with(degrees)) {
        put("°");
        at_ += degrees.size();
        return;
      }
    }
    put({&c, 1});
    ++at_;
    if (at(at_) != '{' || matches_[at_] == kNone) return;
    while (equal_ < text_.size() && (equal_ < at_ || text_[equal_] != '=')) ++equal_;
    const std::string_view inside = text_.substr(at_ + 1, matches_[at_] - at_ - 1);
    if (c == '_' && inside.find_first_of(",|;:") != kNone) {  // "w_{4,1}", of a matrix
      for (const char i : inside) put(is_letter(i) || is_digit(i) ? std::string{i} : "_");
      at_ = matches_[at_] + 1;
    } else if (c == '_' && equal_ < matches_[at_]) {  // the bounds of a sum
      put("?");
      at_ = matches_[at_] + 1;
    } else if (c == '_') {
      open("");
    } else {
      put("(");
      open(")");
    }
  }

  void sign(char c) {
    if (latex_ && c == '%') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    if (c == '$') {
      if (at(at_ + 1) == '$') {
        in_display_ = !in_display_ && display_closes();
        put("\n");
        ++at_;
      } else {
        put("$");
        find_formula();
      }
      ++at_;
      return;
    }
    if (c == '\n' && at(at_ + 1) == '\n') in_display_ = false;  // no formula holds an empty line
    if (c == '&' && (latex_ || !inside_.empty())) {
      const bool table = in(Environment::table) || inside_.empty();
      if (in(Environment::matrix) || table) {
        put(table ? "|" : ", ");
      } else {
        blank();
        while (at(at_ + 1) == ' ') ++at_;
      }
    } else if (c == '~' && (latex_ || in_display_ || at_ < formula_end_)) {
      blank();
      while (at(at_ + 1) == ' ') ++at_;
    } else if (c == '\n' && (in_display_ || in(Environment::matrix) || in(Environment::formula))) {
      blank();
      while (at(at_ + 1) == ' ') ++at_;
    } else {
      put({&c, 1});
    }
    ++at_;
  }

  // Where "$" closes what is a formula, as its commands tell.
  void find_formula() {
    constexpr std::size_t kLongest = 2000;
    const std::string_view ahead = text_.substr(at_ + 1, kLongest);
    const std::string_view line = ahead.substr(0, ahead.find('\n'));
    const std::size_t close = line.find('$');
    const bool formula = close != kNone && line.substr(0, close).find('\\') != kNone;
    if (at_ >= formula_end_) formula_end_ = formula ? at_ + 1 + close : 0;
  }

  void command() {
    std::size_t end = at_ + 1;
    while (is_letter(at(end))) ++end;
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    if (name.empty()) return control_symbol();
    if (name == "begin" || name == "end") return environment(name, end);
    if (name == "frac" || name == "dfrac" || name == "tfrac") return fraction(end);
    if (name == "sqrt") return root(end);
    if (name == "SI" || name == "qty") return quantity(end);
    if (among(kSilent, name)) {
      at_ = end;
      skip_group();
      return put(" ");
    }
    word(name, end);
  }

  void word(std::string_view name, std::size_t end) {
    const auto plain = std::ranges::find(kPlain, name, &CommandName::name);
    if (plain != kPlain.end()) {
      put(plain->plain);
    } else if (!among(kStyles, name)) {
      if (!out_.text.empty() && is_letter(out_.text.back())) put(" ");
      put(name);
    }
    at_ = end;
    const bool letter = is_letter(at(at_)) || (at(at_) >= '0' && at(at_) <= '9');
    if (letter) put(" ");
    if ((name == "left" || name == "right") && at(at_) == '.') ++at_;
  }

  void control_symbol() {
    const char c = at(at_ + 1);
    if (c == '\\') {
      put(in(Environment::matrix) ? "], [" : "\n");
      at_ += 2;
      skip_measure();
      return;
    } else if (c == ',' || c == ';' || c == ':' || c == '!' || c == ' ') {
      const bool grouped = is_digit(at(at_ - 1)) && is_digit(at(at_ + 2)) && at_ > 0;
      const bool magnitude = is_digit(at(at_ - 1)) && at_ > 0 && is_magnitude(at_ + 2);
      if (grouped) put(",");
      if (!grouped && !magnitude) blank();
      while (!grouped && at(at_ + 2) == ' ') ++at_;
    } else if (c == '[' || c == ']') {
      in_display_ = c == '[';
      put("\n");
    } else if (c == '(' || c == ')' || c == '$') {
      put(" ");
    } else if (c == '|') {
      put("‖");
    } else if (c == '%' || c == '_' || c == '#') {
      put({&c, 1});
    } else {
      put("?");
    }
    at_ = std::min(at_ + 2, text_.size());
  }

  // "\\[2mm]": how far below the next row is.
  void skip_measure() {
    constexpr std::size_t kLongest = 12;
    if (at(at_) != '[' || !(is_digit(at(at_ + 1)) || at(at_ + 1) == '-' || at(at_ + 1) == '.'))
      return;
    const std::string_view inside = text_.substr(at_, kLongest);
    const std::size_t end = inside.find(']');
    for (const std::string_view unit : {"pt]", "mm]", "cm]", "em]", "ex]", "in]"}) {
      if (end != kNone && inside.substr(0, end + 1).ends_with(unit)) at_ += end + 1;
    }
  }

  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  // "524\,K"
  bool is_magnitude(std::size_t i) const {
    return std::string_view("kKMBGT").find(at(i)) != kNone && at(i) != '\0' &&
           !is_letter(at(i + 1));
  }

  // "\frac16" and "\frac 1 6" of single digits.
  bool short_fraction(std::size_t end) {
    while (at(end) == ' ') ++end;
    std::size_t below = end + 1;
    while (at(below) == ' ') ++below;
    if (!is_digit(at(end)) || !is_digit(at(below))) return false;
    put("((");
    put(text_.substr(end, 1));
    put(")/(");
    put(text_.substr(below, 1));
    put("))");
    at_ = below + 1;
    return true;
  }

  void fraction(std::size_t end) {
    if (short_fraction(end)) return;
    const std::size_t above = at(end) == '{' ? matches_[end] : kNone;
    const std::size_t below = above != kNone && at(above + 1) == '{' ? matches_[above + 1] : kNone;
    put(below == kNone ? "?" : "((");
    at_ = end;
    if (below == kNone) return;
    closing_.push_back({below, "))"});
    closing_.push_back({above, ")/("});
    ++at_;
  }

  // Whether "$$" ends the display that begins here, before an empty line does.
  bool display_closes() const {
    constexpr std::size_t kLongest = 4000;
    const std::string_view ahead = text_.substr(std::min(at_ + 2, text_.size()), kLongest);
    const std::size_t close = ahead.find("$$");
    return close < ahead.find("\n\n");
  }

  // \SI{64}{MB} of siunitx.
  void quantity(std::size_t end) {
    at_ = end;
    if (at(end) != '{' || matches_[end] == kNone || at(matches_[end] + 1) != '{') return put("?");
    closing_.push_back({matches_[end], " "});
    ++at_;
  }

  void root(std::size_t end) {
    blank();
    put(at(end) == '[' ? "?" : "sqrt ");
    at_ = end;
    if (at(at_) != '{') return;
    put("(");
    open(")");
  }

  static Environment kind_of(std::string_view name) {
    if (among(kMatrices, name)) return Environment::matrix;
    if (name.starts_with("tabular") || name == "cases") return Environment::table;
    if (name.ends_with('*')) name.remove_suffix(1);
    return among(kFormulas, name) ? Environment::formula : Environment::other;
  }

  void environment(std::string_view which, std::size_t end) {
    const std::size_t close = at(end) == '{' ? matches_[end] : kNone;
    if (close == kNone) {
      put("?");
      at_ = end;
      return;
    }
    const std::string_view name = text_.substr(end + 1, close - end - 1);
    const bool matrix = kind_of(name) == Environment::matrix;
    if (which == "begin") {
      const bool goes_on = in_display_ && kind_of(name) == Environment::formula &&
                           out_.text.find_last_not_of(" ") + 1 > 0 &&
                           out_.text[out_.text.find_last_not_of(" ")] != '\n';
      put(matrix ? "[[" : goes_on ? " " : "\n");
      at_ = close + 1;
      if (name == "array" || name.starts_with("tabular")) skip_group();
      inside_.push_back(kind_of(name));
    } else {
      at_ = close;
      put(matrix ? "]]" : "\n");
      ++at_;
      if (!inside_.empty()) inside_.pop_back();
    }
  }

  struct Closing {
    std::size_t at;
    std::string_view plain;
  };

  const NormalisedText& in_;
  std::string_view text_;
  bool latex_;
  std::vector<std::size_t> matches_;
  std::vector<Closing> closing_;  // braces that are open and mean something, the innermost last
  std::vector<Environment> inside_;
  NormalisedText out_;
  std::size_t at_ = 0;
  bool in_display_ = false;      // between $$ and $$, or \[ and \]: line ends say nothing there
  std::size_t formula_end_ = 0;  // of the one between $ and $
  std::size_t equal_ = 0;        // the first "=" from at_ on
};

}  // namespace

NormalisedText without_commands(NormalisedText reading, bool latex) {
  const auto holds = [&reading](std::string_view sign) { return reading.text.find(sign) != kNone; };
  if (!latex && !holds("\\") && !holds("^{") && !holds("_{") && !holds("$$")) return reading;
  return Commands(reading, latex).read();
}

}  // namespace attn
