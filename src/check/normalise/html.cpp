#include "check/normalise/html.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace attn {

namespace {

struct Entity {
  std::string_view name, text;
};

constexpr std::array kEntities{
    Entity{"amp", "&"},   Entity{"lt", "<"},     Entity{"gt", ">"},     Entity{"quot", "\""},
    Entity{"times", "×"}, Entity{"minus", "−"},  Entity{"middot", "·"}, Entity{"sdot", "⋅"},
    Entity{"nbsp", " "},  Entity{"thinsp", " "}, Entity{"rarr", "→"},   Entity{"asymp", "≈"},
    Entity{"radic", "√"}, Entity{"sup2", "²"},   Entity{"sup3", "³"},   Entity{"divide", "÷"},
    Entity{"infin", "∞"}, Entity{"hellip", "…"}, Entity{"ndash", "–"},  Entity{"mdash", "—"},
    Entity{"apos", "'"},  Entity{"ne", "≠"},     Entity{"le", "≤"},     Entity{"ge", "≥"}};

constexpr std::array<std::string_view, 26> kBlocks{
    "p",       "div",     "br",      "li",      "ul",   "ol",  "tr",     "table",     "h1",
    "h2",      "h3",      "h4",      "h5",      "h6",   "pre", "dt",     "dd",        "hr",
    "caption", "section", "details", "summary", "body", "mtr", "figure", "blockquote"};

// What is no prose, from its tag to the end of it.
constexpr std::array<std::string_view, 6> kSkipped{"script", "style",    "svg",
                                                   "head",   "template", "annotation"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_alphanumeric(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// Of an entity by number, "#215" or "#xd7".
std::string numbered_entity(std::string_view name) {
  const bool hexadecimal = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
  name.remove_prefix(hexadecimal ? 2 : 1);
  unsigned point = 0;
  const auto [end, error] =
      std::from_chars(name.data(), name.data() + name.size(), point, hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != name.data() + name.size() || point > 0x10ffff) return "?";
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(point), bytes.data());
  return std::string(bytes.begin(), bytes.begin() + size);
}

template <std::size_t n>
bool among(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

class Page {
 public:
  explicit Page(std::string_view notes) : notes_(notes) { out_.text.reserve(notes.size()); }

  NormalisedText read() && {
    while (at_ < notes_.size()) {
      const char c = notes_[at_];
      const Tag tag = c == '<'   ? read_tag(notes_, at_)
                      : c == '&' ? read_entity(notes_, at_)
                                 : Tag{at_};
      if (tag.end == at_) {
        character(c);
      } else {
        markup(tag);
      }
    }
    return std::move(out_);
  }

 private:
  void put(std::string_view plain) { out_.put(plain, at_); }

  void character(char c) {
    const bool blank = (c == '\n' || c == '\t') && preformatted_ == 0;
    put(blank ? " " : std::string_view(&c, 1));
    ++at_;
  }

  void markup(const Tag& tag) {
    if (!tag.closes && among(kSkipped, tag.name)) return skip(tag);
    if (!tag.closes && is_picture(tag)) return skip_element(tag);
    if (tag.name == "pre" || tag.name == "textarea") {
      preformatted_ = std::max(0, preformatted_ + (tag.closes ? -1 : 1));
    }
    put(splits_number(tag) ? "?" : math(tag));
    at_ = tag.end;
  }

  // "2<em>120</em>18": where Markdown was taken for emphasis, a product is lost.
  bool splits_number(const Tag& tag) const {
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    return (tag.name == "em" || tag.name == "i") && !out_.text.empty() && digit(out_.text.back()) &&
           tag.end < notes_.size() && digit(notes_[tag.end]);
  }

  void skip(const Tag& tag) {
    const std::size_t end = notes_.find("</" + tag.name, tag.end);
    at_ = std::min(end, notes_.size());
    // The tag that ends it is read as any other.
  }

  // What KaTeX sets beside the MathML that says the same.
  bool is_picture(const Tag& tag) const {
    return tag.name == "span" &&
           notes_.substr(at_, tag.end - at_).find("katex-html") != std::string_view::npos;
  }

  void skip_element(const Tag& first) {
    int depth = 1;
    at_ = first.end;
    while (depth > 0 && (at_ = notes_.find('<', at_)) < notes_.size()) {
      const Tag tag = read_tag(notes_, at_);
      if (tag.name == first.name) depth += tag.closes ? -1 : 1;
      at_ = std::max(tag.end, at_ + 1);
    }
    at_ = std::min(at_, notes_.size());
  }

  // Of MathML, the elements whose place says what they mean; the others are as in HTML.
  std::string math(const Tag& tag) {
    static constexpr std::array<std::string_view, 5> kOpaque{"munder", "mover", "munderover",
                                                             "msubsup", "mroot"};
    if (tag.name.empty() || tag.name[0] != 'm' || tag.name == "main" || tag.name == "mark" ||
        tag.name == "meta") {
      return tag.name == "math" || tag.name.empty() ? tag.text : plain_of(tag);
    }
    if (tag.name == "math") {
      formula_.clear();
      return " ";
    }
    if (tag.name == "mspace") return " ";
    if (tag.closes) return closed(tag.name);
    std::string plain = between();
    formula_.push_back({tag.name, 0});
    if (tag.name == "mfrac") return plain + "((";
    if (tag.name == "msqrt") return plain + " sqrt (";
    if (among(kOpaque, tag.name)) return plain + "?";
    const bool joins = !out_.text.empty() && plain.empty() && is_alphanumeric(out_.text.back());
    if (joins && (tag.name == "mi" || tag.name == "mn")) return " ";
    return tag.name == "mtr" ? "\n" : plain;
  }

  // What stands between the first child of an element and its second, which begins.
  std::string between() {
    if (formula_.empty() || formula_.back().children++ != 1) return "";
    const std::string& name = formula_.back().name;
    return name == "mfrac" ? ")/(" : name == "msup" ? "^(" : name == "msub" ? "_" : "";
  }

  std::string closed(const std::string& name) {
    if (formula_.empty() || formula_.back().name != name) return "?";
    const bool whole = formula_.back().children == 2;
    formula_.pop_back();
    if (name == "mfrac") return whole ? "))" : "?";
    if (name == "msup") return whole ? ")" : "?";
    return name == "msqrt" ? ")" : "";
  }

  struct Element {
    std::string name;
    int children;
  };

  std::string_view notes_;
  NormalisedText out_;
  std::size_t at_ = 0;
  int preformatted_ = 0;
  std::vector<Element> formula_;  // the elements of MathML that are open
};

}  // namespace

Tag read_tag(std::string_view text, std::size_t at) {
  constexpr std::size_t kNone = std::string_view::npos;
  if (text.substr(at, 4) == "<!--") {
    const std::size_t end = text.find("-->", at + 4);
    return {end == kNone ? text.size() : end + 3};
  }
  std::size_t name = at + 1;
  const bool closes = name < text.size() && text[name] == '/';
  if (closes) ++name;
  if (name >= text.size() || (!is_letter(text[name]) && text[name] != '!')) return {at};
  std::size_t end = name;
  while (end < text.size() && (is_alphanumeric(text[end]) || text[end] == '!')) ++end;
  const std::size_t close = text.substr(0, std::min(text.size(), end + 2000)).find('>', end);
  if (close == kNone) return {at};
  return {close + 1, lowered(text.substr(name, end - name)), closes};
}

Tag read_entity(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 12;
  const std::size_t end = text.substr(at, kLongest).find(';');
  if (end == std::string_view::npos || end < 2) return {at};
  const std::string_view name = text.substr(at + 1, end - 1);
  if (name[0] == '#') return {at + end + 1, "", false, numbered_entity(name)};
  const auto found = std::ranges::find(kEntities, name, &Entity::name);
  return {at + end + 1, "", false, std::string(found == kEntities.end() ? "?" : found->text)};
}

std::string plain_of(const Tag& tag) {
  if (tag.name.empty()) return tag.text;
  if (among(kBlocks, tag.name)) return "\n";
  if (tag.name == "td" || tag.name == "th") return "|";
  if (tag.name == "sup") return tag.closes ? ")" : "^(";
  if (tag.name == "sub") return tag.closes ? "" : "_";
  return "";
}

NormalisedText without_tags(std::string_view notes) { return Page(notes).read(); }

}  // namespace attn
