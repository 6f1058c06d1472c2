#include "embed/marker.hpp"

namespace attn {

namespace {

constexpr std::size_t kKeyword = 5;  // bytes of "attn:", "attn=" and "/attn"

bool continues_word(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  const char c = text[at];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

}  // namespace

std::optional<Marker::Kind> marker_kind(std::string_view inside) {
  const std::size_t first = inside.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return std::nullopt;
  const std::string_view keyword = inside.substr(first, kKeyword);
  if (keyword == "attn:") return Marker::Kind::block;
  if (keyword == "attn=") return Marker::Kind::value;
  if (keyword == "/attn" && !continues_word(inside, first + kKeyword)) return Marker::Kind::end;
  return std::nullopt;
}

std::optional<Marker> marker_in(std::string_view notes, Span whole, Span inside) {
  const std::optional<Marker::Kind> kind = marker_kind(inside.of(notes));
  if (!kind) return std::nullopt;
  const Span text = trimmed(notes, inside);
  const std::size_t after = text.begin + kKeyword;
  const Span words = trimmed(notes, {after, text.end});
  return Marker{*kind, whole, words.begin == words.end ? Span{after, after} : words};
}

std::vector<Marker> find_markers(std::string_view notes, Syntax syntax) {
  switch (syntax) {
    case Syntax::markdown:
      return markdown_markers(notes);
    case Syntax::latex:
      return latex_markers(notes);
    case Syntax::html:
      break;
  }
  return html_markers(notes);
}

}  // namespace attn
