#include "embed/comment.hpp"

#include <algorithm>

namespace attn {

Comment read_comment(std::string_view text, std::size_t at) {
  constexpr std::string_view kEnds = "-->";
  const std::size_t inside = at + kCommentBegins.size();
  const bool ours = marker_kind(text.substr(inside)).has_value();
  const std::size_t next = ours ? text.find(kCommentBegins, inside) : text.size();
  const std::string_view readable = text.substr(0, next);
  const std::size_t end = readable.find(kEnds, at + 2);  // "<!-->" is a whole comment
  if (end == std::string_view::npos) {
    const Marker unfinished{Marker::Kind::unfinished, {at, readable.size()}, {}};
    return {readable.size(), ours ? std::optional(unfinished) : std::nullopt};
  }
  const Span whole{at, end + kEnds.size()};
  return {whole.end, marker_in(text, whole, {inside, std::max(inside, end)})};
}

}  // namespace attn
