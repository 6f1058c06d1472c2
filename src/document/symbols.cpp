// Which parts of a sentence are mathematics?
#include "document/symbols.hpp"

#include <algorithm>
#include <optional>

namespace attn {

namespace {

constexpr std::string_view kRoot = "√";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The length of what stands between words at the front of the text; 0 within a word.
std::size_t gap(std::string_view text) {
  const char c = text.front();
  if (static_cast<unsigned char>(c) < 0x80) return is_letter(c) || is_digit(c) || c == '_' ? 0 : 1;
  for (const std::string_view sign : {"“", "”", "‘", "’", "·", "×", "−", "–", "—", "…", "\u00A0"}) {
    if (text.starts_with(sign)) return sign.size();
  }
  return 0;
}

// The length of the word at the front of the text. A root sign begins another one.
std::size_t word(std::string_view text) {
  std::size_t length = text.starts_with(kRoot) ? kRoot.size() : 1;
  while (length < text.size() && gap(text.substr(length)) == 0 &&
         !text.substr(length).starts_with(kRoot)) {
    ++length;
  }
  return length;
}

// A letter with an index, in LaTeX: d_k, W_Q, d_model.
std::optional<std::string> indexed(std::string_view name) {
  if (name.size() < 3 || !is_letter(name[0]) || name[1] != '_') return {};
  if (name.substr(2) == "model") return std::string{name.substr(0, 2)} + R"({\text{model}})";
  const bool short_index = name.size() == 3 && (is_letter(name[2]) || is_digit(name[2]));
  return short_index ? std::optional{std::string{name}} : std::nullopt;
}

std::optional<std::string> symbol(std::string_view word) {
  if (!word.starts_with(kRoot)) return indexed(word);
  const std::string_view under = word.substr(kRoot.size());
  const bool letter = under.size() == 1 && is_letter(under[0]);
  const bool number = !under.empty() && std::ranges::all_of(under, is_digit);
  const auto name = letter || number ? std::optional{std::string{under}} : indexed(under);
  return name ? std::optional{"\\sqrt{" + *name + "}"} : std::nullopt;
}

}  // namespace

Prose with_symbols(std::string_view text) {
  Prose pieces;
  std::string plain;
  while (!text.empty()) {
    const std::size_t between = gap(text), length = between > 0 ? between : word(text);
    if (const auto latex = symbol(text.substr(0, length))) {
      if (!plain.empty()) pieces.emplace_back(std::move(plain));
      plain.clear();
      pieces.push_back(math(*latex));
    } else {
      plain += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  if (!plain.empty()) pieces.emplace_back(std::move(plain));
  return pieces;
}

}  // namespace attn
