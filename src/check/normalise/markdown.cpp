// What do notes say once the marks of Markdown and of lists are gone?
#include <algorithm>

#include "check/normalise/html.hpp"
#include "check/normalise/normalised_text.hpp"
#include "notes/lines.hpp"
#include "notes/markdown_blocks.hpp"

namespace attn {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0'; }
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ')' || c == ']' ||
         c == '(' || c == '[';
}

// What begins a line and is no part of what it says: "> ", "- ", "3. ", "# ".
std::size_t length_of_mark(std::string_view line) {
  const std::size_t blank = std::min(line.find_first_not_of(" \t"), line.size());
  const std::string_view rest = line.substr(blank);
  if (rest.empty()) return 0;
  if (rest[0] == '>') return blank + 1;
  std::size_t end = 0;
  if (rest[0] == '-' || rest[0] == '*') {
    end = 1;
  } else if (rest[0] == '#') {
    end = std::min(rest.find_first_not_of('#'), rest.size());
  } else {
    while (end < rest.size() && is_digit(rest[end])) ++end;
    if (end == 0 && rest.size() > 1 && rest[0] >= 'a' && rest[0] <= 'z') end = 1;
    if (end == 0 || end == rest.size() || (rest[end] != '.' && rest[end] != ')')) return 0;
    ++end;
  }
  return end < rest.size() && rest[end] == ' ' ? blank + end + 1 : 0;
}

class Markup {
 public:
  explicit Markup(std::string_view notes) : notes_(notes) {
    out_.text.reserve(notes.size());
    out_.origin.reserve(notes.size());
  }

  NormalisedText plain() && {
    prose({0, notes_.size()}, false);
    return std::move(out_);
  }

  NormalisedText markdown() && {
    for (const MarkdownBlock& block : markdown_blocks(notes_)) {
      if (block.kind == MarkdownBlock::Kind::code) {
        copy(block.at);
      } else {
        prose(block.at, true);
      }
    }
    return std::move(out_);
  }

 private:
  char at(std::size_t i) const { return i < notes_.size() ? notes_[i] : '\0'; }

  void put(std::string_view plain, std::size_t length) {
    out_.put(plain, at_);
    at_ += length;
  }

  // Code: no brace of it is LaTeX's, unless the fence says so; "- " begins an item of a list there
  // as well.
  void copy(Span span) {
    static constexpr Plain kPlain("*{}\n");
    const std::string_view first = span.of(notes_).substr(0, span.of(notes_).find('\n'));
    at_ = span.begin;
    skip_dash(span.end);
    const bool latex = first.ends_with("tex") || first.ends_with("math");
    while (at_ < span.end) {
      if (verbatim(kPlain, span.end)) continue;
      const char c = notes_[at_];
      if (c == '*') {
        const bool power = notes_.substr(at_, 2) == "**";
        put(power ? "^" : "*", power ? 2 : 1);
      } else if (c == '\n') {
        put("\n", 1);
        skip_dash(span.end);
      } else {
        put(!latex && (c == '{' || c == '}') ? "?" : notes_.substr(at_, 1), 1);
      }
    }
  }

  void skip_dash(std::size_t end) {
    std::size_t dash = at_;
    while (dash < end && (notes_[dash] == ' ' || notes_[dash] == '\t')) ++dash;
    if (dash + 1 < end && notes_[dash] == '-' && notes_[dash + 1] == ' ') put(";", dash + 2 - at_);
  }

  bool verbatim(const Plain& plain, std::size_t end) {
    const std::size_t run = plain.run(notes_.substr(0, end), at_);
    if (run == 0) return false;
    out_.put_verbatim(notes_.substr(at_, run), at_);
    at_ += run;
    return true;
  }

  void prose(Span span, bool tags) {
    static constexpr Plain kPlain("*<&\\\n~");
    bool fresh = true;  // at the beginning of a line
    for (at_ = span.begin; at_ < span.end;) {
      if (fresh) {
        skip_marks(span.end);
        bold_ = false;
      }
      if (at_ >= span.end) break;
      const char c = notes_[at_];
      fresh = c == '\n';
      if (verbatim(kPlain, span.end)) continue;
      if (tags && (c == '<' || c == '&')) {
        markup();
      } else if (tags && c == '\\' && escaped()) {
        put(notes_.substr(at_ + 1, 1), 2);
      } else if (tags && c == '~' && subscript()) {
        continue;
      } else if (c == '*') {
        stars(tags);
      } else {
        put(notes_.substr(at_, 1), 1);
      }
    }
  }

  void skip_marks(std::size_t end) {
    for (int marks = 0; marks < 8; ++marks) {
      const std::size_t line_end = std::min(notes_.find('\n', at_), end);
      const std::size_t mark =
          length_of_mark(notes_.substr(at_, std::min<std::size_t>(line_end - at_, 80)));
      if (mark == 0) {
        listing_ = listing_ && marks > 0;
        return;
      }
      const bool minus = mark > 1 && notes_[at_ + mark - 2] == '-';
      const std::string_view rest = notes_.substr(at_ + mark, 3);
      const bool links = rest.starts_with("≈") || rest.starts_with("=");  // an item of its own
      put(minus && !listing_ && ends_formula() ? "?"
          : links && notes_[at_] != '>'        ? ";"
                                               : "",
          mark);
      listing_ = minus;
    }
  }

  // Whether the line before may go on here with a minus sign.
  bool ends_formula() const {
    const std::size_t size = out_.text.size();
    if (size < 2 || out_.text.back() != '\n') return false;
    const char last = out_.text[size - 2];
    return is_digit(last) || last == ')' || last == ']';
  }

  // Pandoc's "x~1~".
  bool subscript() {
    constexpr std::size_t kLongest = 3;
    std::size_t end = at_ + 1;
    while (end <= at_ + kLongest && is_word(at(end)) && at(end) != '(' && at(end) != ')') ++end;
    if (end == at_ + 1 || at(end) != '~' || at_ == 0 || is_space(at(at_ - 1))) return false;
    put("_" + std::string(notes_.substr(at_ + 1, end - at_ - 1)), end + 1 - at_);
    return true;
  }

  bool escaped() const {
    constexpr std::string_view kEscapes = "*_`#|[]()<>~+-.";
    return kEscapes.find(at(at_ + 1)) != std::string_view::npos;
  }

  void markup() {
    const Tag tag = notes_[at_] == '<' ? read_tag(notes_, at_) : read_entity(notes_, at_);
    if (tag.end == at_) return put(notes_.substr(at_, 1), 1);
    out_.put(plain_of(tag), at_);
    at_ = tag.end;
  }

  // Emphasis, a product or a power: "**bold**", "2 * 3", "2**3".
  void stars(bool emphasis) {
    std::size_t end = at_;
    while (at(end) == '*') ++end;
    const char before = at_ == 0 ? '\0' : notes_[at_ - 1], after = at(end);
    const bool tight = is_word(before) && is_word(after);
    const bool loose = is_space(before) && is_space(after);
    const std::size_t count = end - at_;
    if (emphasis && count == 2 && (bold_ || (!tight && !loose))) {
      bold_ = !bold_;
      return put("", 2);
    }
    if (count == 1) return put(tight || loose || !emphasis ? "*" : "", 1);
    put(count == 2 && (tight || loose) ? "^" : "", count);
  }

  std::string_view notes_;
  NormalisedText out_;
  std::size_t at_ = 0;
  bool bold_ = false;     // "**" was read, and closes
  bool listing_ = false;  // the line before was an item of a list
};

}  // namespace

NormalisedText without_markup(std::string_view notes, std::optional<Syntax> syntax) {
  if (syntax == Syntax::html) return without_tags(notes);
  Markup markup(notes);
  return syntax == Syntax::markdown ? std::move(markup).markdown() : std::move(markup).plain();
}

}  // namespace attn
