// What do notes say, whichever language they are written in?
//
// One notation for Markdown, LaTeX, HTML and plain text, in ASCII:
//   *  times (×, \times)       @  product (·, \cdot, @)    $  element by element (⊙, \odot)
//   /  divided by (÷, \frac)   ^  to the power (², **)     sqrt(…)  the root (√, \sqrt)
//   =  equal   ~  nearly equal (≈, \approx)   >  becomes (→, \to)   `  about, or up to (~)   &
//   equal, in a program (==)
//   [[1, 2], [3, 4]]  a matrix (\begin{bmatrix})    |  between cells    ;  where no formula goes on
//   !  and so on (…)           ?  what no formula of ours holds
// A letter outside ASCII is kForeignLetter, or kUnspacedLetter where a script may set words and
// numbers side by side without a space. "\n" ends a line as a reader sees it.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notes/syntax.hpp"

namespace attn {

// "{,}" of LaTeX: a comma within a number, wherever it stands.
inline constexpr char kInnerComma = '\x1c';
inline constexpr char kForeignLetter = '\x7f', kUnspacedLetter = '\x1f';

struct NormalisedText {
  std::string text = {};
  std::vector<std::uint32_t> origin = {};  // of each byte of the text, its place in the notes

  void put(std::string_view signs, std::size_t at) {
    text += signs;
    origin.insert(origin.end(), signs.size(), static_cast<std::uint32_t>(at));
  }

  // What stands in the notes from there on, as it is.
  void put_verbatim(std::string_view notes, std::size_t at) {
    text += notes;
    const std::size_t before = origin.size();
    origin.resize(before + notes.size());
    std::iota(origin.begin() + static_cast<std::ptrdiff_t>(before), origin.end(),
              static_cast<std::uint32_t>(at));
  }

  // A part of another reading of the same notes.
  void put_part(const NormalisedText& other, std::size_t begin, std::size_t end) {
    text.append(other.text, begin, end - begin);
    const auto from = other.origin.begin();
    origin.insert(origin.end(), from + static_cast<std::ptrdiff_t>(begin),
                  from + static_cast<std::ptrdiff_t>(end));
  }
};

// Which characters of ASCII mean nothing special; the length of the run of them at `at`.
class Plain {
 public:
  explicit constexpr Plain(std::string_view special) {
    for (std::size_t c = 0; c < 128; ++c) plain_[c] = true;
    for (const char c : special) plain_[static_cast<unsigned char>(c)] = false;
  }

  std::size_t run(std::string_view text, std::size_t at) const {
    const std::size_t begin = at;
    while (at < text.size() && plain_[static_cast<unsigned char>(text[at])]) ++at;
    return at - begin;
  }

 private:
  std::array<bool, 256> plain_{};
};

// Without a syntax, plain text.
NormalisedText read_notes(std::string_view notes, std::optional<Syntax> syntax);

// Its steps: what is marked up in each language; then LaTeX's commands, which Markdown and HTML
// have too; then the signs of Unicode.
NormalisedText without_markup(std::string_view notes, std::optional<Syntax> syntax);
NormalisedText without_commands(NormalisedText reading, bool latex);
NormalisedText in_plain_signs(const NormalisedText& reading);

// With points where the notes have decimal commas, and commas where their points group thousands.
NormalisedText with_decimal_points(NormalisedText notes);

}  // namespace attn
