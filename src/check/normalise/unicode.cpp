// How is a formula of Unicode signs written in ASCII?
#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "check/normalise/normalised_text.hpp"

namespace attn {

namespace {

struct Sign {
  std::string_view unicode, plain;
};

// Sorted by the bytes of the sign.
constexpr auto kSigns = [] {
  std::array signs{
      Sign{"×", "*"}, Sign{"∗", "*"}, Sign{"✕", "*"}, Sign{"·", "@"}, Sign{"⋅", "@"},
      Sign{"•", ";"}, Sign{"∙", "@"}, Sign{"⊙", "$"}, Sign{"∘", "$"}, Sign{"÷", "/"},
      Sign{"∕", "/"}, Sign{"⁄", "/"}, Sign{"−", "-"}, Sign{"‐", "-"}, Sign{"‑", "-"},
      Sign{"–", "?"}, Sign{"—", ";"}, Sign{"√", " sqrt "}, Sign{"≈", "~"}, Sign{"≃", "~"},
      Sign{"≅", "~"}, Sign{"→", ">"}, Sign{"⟶", ">"}, Sign{"⇒", ">"}, Sign{"⟹", ">"},
      Sign{"↦", ">"}, Sign{"…", "!"}, Sign{"⋯", "!"}, Sign{"∞", " inf "}, Sign{"ᵀ", "^T"},
      Sign{"⊤", "T"}, Sign{"ₖ", "_k"}, Sign{"ᵢ", "_i"}, Sign{"ⱼ", "_j"}, Sign{"ₙ", "_n"},
      Sign{"⟨", "<"}, Sign{"⟩", "<"}, Sign{"“", "\""}, Sign{"”", "\""}, Sign{"„", "\""},
      Sign{"‘", "\""}, Sign{"’", "'"}, Sign{"′", "'"}, Sign{"✓", ";"}, Sign{"✔", ";"},
      Sign{"✗", ";"}, Sign{"✘", ";"}, Sign{"│", "|"}, Sign{"┃", "|"}, Sign{"α", "alpha"},
      Sign{"β", "beta"}, Sign{"σ", "sigma"}, Sign{"τ", "tau"}, Sign{"π", "pi"}, Sign{"λ", "lambda"},
      Sign{"Σ", " Sigma "}, Sign{"≔", "="}, Sign{"≠", ";"}, Sign{"≤", ";"}, Sign{"≥", ";"},
      Sign{"≪", "?"}, Sign{"≫", "?"}, Sign{"⎡", "[["}, Sign{"⎦", "]]"}, Sign{"⎢", "["},
      Sign{"⎥", "]"}, Sign{"⎣", "["}, Sign{"⎤", "]"}, Sign{"⌊", " floor("}, Sign{"⌋", ") "},
      Sign{"⌈", " ceil("}, Sign{"⌉", ") "}, Sign{"½", "(1/2)"}, Sign{"⅓", "(1/3)"},
      Sign{"⅔", "(2/3)"}, Sign{"¾", "(3/4)"}, Sign{"⅕", "(1/5)"}, Sign{"⅖", "(2/5)"},
      Sign{"⅗", "(3/5)"}, Sign{"⅘", "(4/5)"}, Sign{"⅙", "(1/6)"}, Sign{"⅛", "(1/8)"},
      Sign{"¼", "(1/4)"}, Sign{"∼", "`"}, Sign{"°", " degrees "},
      // Counters and punctuation of Chinese, Japanese and Korean.
      Sign{"万", " wan "}, Sign{"萬", " wan "}, Sign{"亿", " yi "}, Sign{"億", " yi "},
      Sign{"만", " wan "}, Sign{"억", " yi "}, Sign{"（", " ("}, Sign{"）", ") "}, Sign{"，", ";"},
      Sign{"：", ":"}, Sign{"！", ";"}, Sign{"～", "?"}, Sign{"〜", "?"}, Sign{"．", "."},
      Sign{"｜", "|"}};
  std::ranges::sort(signs, {}, &Sign::unicode);
  return signs;
}();

constexpr std::string_view kPlainWide = "0123456789+-*/=%[]";
constexpr std::string_view kRaisedMinus = "⁻", kRaisedPlus = "⁺";
constexpr std::array<std::string_view, 10> kSuperscripts{"⁰", "¹", "²", "³", "⁴",
                                                         "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr std::string_view kSubscripts = "\xe2\x82";  // ₀ to ₉ are this and 0x80 to 0x89

class Signs {
 public:
  explicit Signs(const NormalisedText& in) : in_(in) {
    out_.text.reserve(in.text.size());
    out_.origin.reserve(in.text.size());
  }

  NormalisedText plain() && {
    static constexpr Plain kPlain("\r\t\x7f\x1f.-=~!<>:+*/$?\\{}`&#|");
    while (at_ < in_.text.size()) {
      const std::size_t run = kPlain.run(in_.text, at_);
      if (run > 0) {
        if (rest().substr(0, run).find('\n') != std::string_view::npos) in_norm_ = false;
        out_.put_part(in_, at_, at_ + run);
        at_ += run;
      } else if (static_cast<unsigned char>(in_.text[at_]) < 0x80) {
        ascii();
      } else {
        unicode();
      }
    }
    return std::move(out_);
  }

 private:
  std::string_view rest() const { return std::string_view(in_.text).substr(at_); }

  void put(std::string_view plain, std::size_t length) {
    out_.put(plain, in_.origin[at_]);
    at_ += length;
  }

  // "||v||" is a norm, where it is closed on the line and no cells of a table are meant.
  bool bars() {
    if (!rest().starts_with("||")) return false;
    const std::size_t end = rest().substr(2, 80).find("||"), line = rest().find('\n');
    const bool closes = end != std::string_view::npos && end > 0 && end + 2 < line &&
                        rest()[2] != ' ' && rest()[2] != '|';
    if (!in_norm_ && !closes) return false;
    norm(rest().substr(0, 2));
    return true;
  }

  // Of a program, "// 14 × 14 = 196".
  bool begins_comment() const {
    const std::string_view before = out_.text;
    return before.empty() || before.ends_with('\n') || before.ends_with("  ") ||
           before.ends_with("; ") || before.ends_with(") ");
  }

  void ascii() {
    if (bars()) return;
    if (rest().starts_with("//") && begins_comment()) return put(";", 2);
    static constexpr std::array kWritten{
        Sign{"<< ", "? "}, Sign{">> ", "? "}, Sign{"...", "!"},  Sign{"..", "!"},   Sign{"->", ">"},
        Sign{"=>", ">"},   Sign{"~=", "~"},   Sign{"=~", "~"},   Sign{"~", "`"},    Sign{"++", "?"},
        Sign{"!=", ";"},   Sign{"==", "&"},   Sign{"<=", ";"},   Sign{">=", ";"},   Sign{":=", "="},
        Sign{"+=", "?"},   Sign{"-=", "?"},   Sign{"*=", "?"},   Sign{"/=", "?"},   Sign{"//", "?"},
        Sign{"--", ";"},   Sign{"!", "?"},    Sign{"<", ";"},    Sign{">", ";"},    Sign{"$", " "},
        Sign{"?", ";"},    Sign{"\\", "?"},   Sign{"{", "?"},    Sign{"}", "?"},    Sign{"`", " "},
        Sign{"&", "?"},    Sign{"#", ";"},    Sign{"\x7f", " "}, Sign{"\x1f", " "}, Sign{"\t", "|"},
        Sign{"\r", ""}};
    for (const Sign& sign : kWritten) {
      if (!rest().starts_with(sign.unicode)) continue;
      return put(sign.plain, sign.unicode.size());
    }
    put(rest().substr(0, 1), 1);
  }

  void unicode() {
    const std::string_view here = rest();
    utf8proc_int32_t point = 0;
    const auto read = utf8proc_iterate(
        reinterpret_cast<const utf8proc_uint8_t*>(here.data()),
        static_cast<utf8proc_ssize_t>(std::min<std::size_t>(here.size(), 4)), &point);
    if (read <= 0) return latin();
    const std::string_view sign = here.substr(0, static_cast<std::size_t>(read));
    if (sign == "‖") return norm(sign);
    if (groups_thousands(sign)) return put(",", sign.size());
    if (superscript() || subscript(sign) || microseconds(sign)) return;
    if (point > 0xff01 && point < 0xff5e &&
        kPlainWide.find(static_cast<char>(point - 0xfee0)) != std::string_view::npos) {
      const char plain = static_cast<char>(point - 0xfee0);  // a full-width digit or sign
      return put({&plain, 1}, sign.size());
    }
    put(plain_of(sign, point), sign.size());
  }

  // "‖v‖" and "‖v‖₂" are norm(v), within a line.
  void norm(std::string_view sign) {
    put(in_norm_ ? ")" : " norm (", sign.size());
    in_norm_ = !in_norm_;
    for (const std::string_view two : {"₂", "_2"}) {
      if (!in_norm_ && rest().starts_with(two)) put("", two.size());
    }
  }

  // A byte that is no UTF-8 is most often of Latin-1.
  void latin() {
    const unsigned byte = static_cast<unsigned char>(in_.text[at_]);
    const std::string sign{static_cast<char>(0xc0 | byte >> 6),
                           static_cast<char>(0x80 | (byte & 0x3f))};
    const auto raised = std::ranges::find(kSuperscripts, sign);
    if (raised != kSuperscripts.end()) {
      return put(std::string{'^', static_cast<char>('0' + (raised - kSuperscripts.begin()))}, 1);
    }
    put(byte < 0xa0 ? " " : plain_of(sign, static_cast<utf8proc_int32_t>(byte)), 1);
  }

  static std::string_view plain_of(std::string_view sign, utf8proc_int32_t point) {
    const auto found = std::ranges::lower_bound(kSigns, sign, {}, &Sign::unicode);
    const bool known = found != kSigns.end() && found->unicode == sign;
    return known ? found->plain : other(utf8proc_category(point));
  }

  // A thin space between digits, three of which follow: "16 777 216".
  bool groups_thousands(std::string_view sign) const {
    if (sign != "\u2009" && sign != "\u202f") return false;
    const auto digit = [this](std::size_t at) {
      return at < in_.text.size() && in_.text[at] >= '0' && in_.text[at] <= '9';
    };
    const std::size_t next = at_ + sign.size();
    return at_ > 0 && digit(at_ - 1) && digit(next) && digit(next + 1) && digit(next + 2) &&
           !digit(next + 3);
  }

  // "²" is ^2, and "⁵⁻²" is ^(5-2).
  bool superscript() {
    std::size_t next = raised_sign(0).size();
    if (next == 0) return false;
    const bool several = !raised_sign(next).empty();
    put(several ? "^(" : "^", 0);
    for (; next > 0; next = raised_sign(0).size()) {
      const std::string_view sign = raised_sign(0);
      const auto digit = std::ranges::find(kSuperscripts, sign);
      const bool last = several && raised_sign(next).empty();
      const char plain = digit != kSuperscripts.end()
                             ? static_cast<char>('0' + (digit - kSuperscripts.begin()))
                         : sign == kRaisedMinus ? '-'
                                                : '+';
      put(last ? std::string{plain, ')'} : std::string{plain}, sign.size());
    }
    return true;
  }

  // "377 μs", which LaTeX writes with a space in it.
  bool microseconds(std::string_view sign) {
    if (sign != "μ" && sign != "µ") return false;
    const std::string_view after = rest().substr(sign.size());
    const std::size_t s = after.starts_with(' ') ? 1 : 0;
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (after.substr(s, 1) != "s" || (after.size() > s + 1 && letter(after[s + 1]))) return false;
    put("us", sign.size() + s + 1);
    return true;
  }

  std::string_view raised_sign(std::size_t ahead) const {
    const std::string_view here = rest().substr(std::min(ahead, rest().size()));
    for (const std::string_view sign : kSuperscripts) {
      if (here.starts_with(sign)) return sign;
    }
    return here.starts_with(kRaisedMinus)  ? kRaisedMinus
           : here.starts_with(kRaisedPlus) ? kRaisedPlus
                                           : std::string_view();
  }

  bool subscript(std::string_view sign) {
    if (sign.size() != 3 || !sign.starts_with(kSubscripts)) return false;
    const int digit = static_cast<unsigned char>(sign[2]) - 0x80;
    if (digit > 9) return false;
    const std::string plain{'_', static_cast<char>('0' + digit)};
    put(plain, sign.size());
    return true;
  }

  static std::string_view other(utf8proc_category_t category) {
    switch (category) {
      case UTF8PROC_CATEGORY_ZS:
      case UTF8PROC_CATEGORY_CF:
        return " ";
      case UTF8PROC_CATEGORY_LU:
      case UTF8PROC_CATEGORY_LL:
      case UTF8PROC_CATEGORY_LT:
      case UTF8PROC_CATEGORY_MN:
      case UTF8PROC_CATEGORY_MC:
        return "\x7f";
      case UTF8PROC_CATEGORY_LM:
      case UTF8PROC_CATEGORY_LO:
        return "\x1f";
      case UTF8PROC_CATEGORY_PO:
      case UTF8PROC_CATEGORY_PS:
      case UTF8PROC_CATEGORY_PE:
      case UTF8PROC_CATEGORY_PI:
      case UTF8PROC_CATEGORY_PF:
      case UTF8PROC_CATEGORY_SO:
        return ";";
      default:
        return "?";
    }
  }

  const NormalisedText& in_;
  NormalisedText out_;
  std::size_t at_ = 0;
  bool in_norm_ = false;
};

}  // namespace

NormalisedText in_plain_signs(const NormalisedText& reading) { return Signs(reading).plain(); }

NormalisedText read_notes(std::string_view notes, std::optional<Syntax> syntax) {
  return with_decimal_points(
      in_plain_signs(without_commands(without_markup(notes, syntax), syntax == Syntax::latex)));
}

}  // namespace attn
