// A paragraph for a terminal: words wrapped by what they show, coloured piece by piece.
#include <algorithm>

#include "document/math.hpp"
#include "render/text/parts.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

std::string_view paint_of(Inline::Kind kind) {
  switch (kind) {
    case Inline::Kind::strong:
      return paint::kBold;
    case Inline::Kind::emphasis:
      return paint::kItalic;
    case Inline::Kind::code:
      return paint::kCode;
    default:
      return paint::kNone;
  }
}

std::string plain(const Look& look, const Inline& piece) {
  if (piece.kind == Inline::Kind::math) return look.words(plain_math(parse_math(piece.text)));
  const std::string words = look.words(piece.text);
  return piece.kind == Inline::Kind::code ? "`" + words + "`" : words;
}

// A word of prose as it is printed; its width counted without colours.
struct Word {
  std::string text;
  int width = 0;
};

// At spaces alone: what stands between no-break spaces stays together.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

// Pieces that touch ("`--seed`" and ",") make one word.
std::vector<Word> words_in(const Look& look, const Prose& prose, int width) {
  std::vector<Word> words;
  bool touching = false;
  for (const Inline& piece : prose) {
    const std::string text = plain(look, piece);
    const std::string_view sgr = paint_of(piece.kind);
    if (text.starts_with(' ')) touching = false;
    for (const std::string& word : split(text)) {
      for (const std::string& part : wrapped(word, width)) {
        if (!touching) words.emplace_back();
        words.back().text += look.painted(part, sgr);
        words.back().width += display_width(part);
        touching = false;
      }
    }
    touching = !text.empty() && !text.ends_with(' ');
  }
  return words;
}

}  // namespace

Lines prose_lines(const Look& look, const Prose& prose, int width) {
  Lines lines;
  int used = 0;
  for (const Word& word : words_in(look, prose, width)) {
    if (lines.empty() || used + 1 + word.width > width) {
      lines.push_back(word.text);
      used = word.width;
    } else {
      lines.back() += " " + word.text;
      used += 1 + word.width;
    }
  }
  return lines;
}

}  // namespace attn
