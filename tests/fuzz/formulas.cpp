#include "fuzz/formulas.hpp"

#include <array>
#include <span>

#include "check/check.hpp"
#include "check/findings.hpp"
#include "check/formula/functions.hpp"
#include "fuzz/targets.hpp"

namespace attn {

namespace {

using Words = std::span<const std::string_view>;

// Writes what the bytes choose; when they are at an end, the shortest.
class Growth {
 public:
  explicit Growth(std::string_view bytes) : bytes_(bytes) {}

  std::string notes() {
    constexpr int kMostLines = 12;
    for (int i = 0; i < kMostLines && at_ < bytes_.size(); ++i) line();
    return std::move(out_);
  }

 private:
  std::size_t choice(std::size_t of) {
    return at_ < bytes_.size() ? static_cast<unsigned char>(bytes_[at_++]) % of : 0;
  }
  template <std::size_t n>
  void one_of(const std::array<std::string_view, n>& words) {
    out_ += words[choice(n)];
  }

  void line() {
    static constexpr std::array<std::string_view, 12> kBefore{
        "",   "x = ",     "The sum is ", "- ", "$",   "$$",
        "| ", "Logits: ", "softmax of ", "(",  "1. ", "结果为："};
    static constexpr std::array<std::string_view, 10> kAfter{
        "\n", ".\n", "$\n", "$$\n\n", " |\n", " (60K)\n", " tokens\n", "。\n", " \\\\\n", ""};
    one_of(kBefore);
    sum(0);
    for (std::size_t i = choice(4); i > 0; --i) {
      static constexpr std::array<std::string_view, 9> kLinks{
          " = ", " ≈ ", " → ", "=", " ~ ", " =~ ", "\n = ", " is ", " \\approx "};
      one_of(kLinks);
      sum(0);
    }
    one_of(kAfter);
  }

  void sum(int depth) {
    static constexpr std::array<std::string_view, 12> kSigns{
        " + ", " - ", " × ", " · ", "/", " @ ", "^", "**", " ⊙ ", " of ", " ", ""};
    factor(depth);
    for (std::size_t i = depth < kDeepest ? choice(4) : 0; i > 0; --i) {
      one_of(kSigns);
      factor(depth + 1);
    }
  }

  void factor(int depth) {
    if (depth >= kDeepest) return number();
    switch (choice(10)) {
      case 0:
      case 1:
        number();
        break;
      case 2:
        array(depth);
        break;
      case 3:
        call(depth);
        break;
      case 4:
        out_ += "(";
        sum(depth + 1);
        one_of(std::array<std::string_view, 3>{")", "", "))"});
        break;
      case 5:
        out_ += "\\frac{";
        sum(depth + 1);
        out_ += "}{";
        sum(depth + 1);
        out_ += "}";
        break;
      case 6:
        one_of(std::array<std::string_view, 4>{"√", "-", "e^", "||"});
        factor(depth + 1);
        break;
      case 7:
        out_ += "\\begin{bmatrix} ";
        sum(depth + 1);
        one_of(std::array<std::string_view, 3>{" & ", " \\\\ ", " \\\\[2mm] "});
        sum(depth + 1);
        out_ += " \\end{bmatrix}";
        break;
      default:
        one_of(std::array<std::string_view, 10>{"x", "Q", "K", "QKᵀ", "d_k", "W_{1,2}", "e", "T",
                                                "B", "QPS"});
    }
  }

  void array(int depth) {
    out_ += "[";
    for (std::size_t i = choice(5); i > 0; --i) {
      choice(3) == 0 ? array(depth + 1) : sum(depth + 1);
      one_of(std::array<std::string_view, 4>{", ", " ", ",", "; "});
      if (depth >= kDeepest) break;
    }
    out_ += "]";
  }

  void call(int depth) {
    const std::span<const Function> all = functions();
    const Function& function = all[choice(all.size())];
    out_ += function.spellings[choice(function.spellings.size())];
    one_of(std::array<std::string_view, 3>{"(", " ", " of "});
    for (std::size_t i = choice(4); i > 0; --i) {
      sum(depth + 1);
      if (i > 1) out_ += ", ";
    }
    one_of(std::array<std::string_view, 4>{")", "", ", T=2)", ", dim=-1)"});
  }

  void number() {
    static constexpr std::array<std::string_view, 22> kNumbers{"0",
                                                               "1",
                                                               "2",
                                                               "0.5",
                                                               "10",
                                                               "-1",
                                                               "3.14",
                                                               "1e400",
                                                               "1e-400",
                                                               "nan",
                                                               "inf",
                                                               "-inf",
                                                               "1,000",
                                                               "1.000",
                                                               "0,5",
                                                               "0x1F",
                                                               "00110",
                                                               "1e308",
                                                               "9007199254740993",
                                                               "2^64",
                                                               "10^-9",
                                                               "99999999999999999999999"};
    static constexpr std::array<std::string_view, 22> kUnits{
        "",  "",  "",  " MB", "GiB",     "B",  "%",         "K",      " bits",    "万",  "亿",
        "°", "x", "×", " ms", " tokens", "/s", " KB/token", " heads", " degrees", " of", " 10^9"};
    one_of(kNumbers);
    one_of(kUnits);
  }

  static constexpr int kDeepest = 6;

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::string out_ = {};
};

}  // namespace

std::string notes_of(std::string_view bytes) { return Growth(bytes).notes(); }

void fuzz_formulas(std::string_view bytes) {
  constexpr std::size_t kMostBytes = 4096;
  fuzz_check(notes_of(bytes.substr(0, kMostBytes)));
}

}  // namespace attn
