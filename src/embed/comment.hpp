// Is the comment that begins here, in Markdown or HTML, a marker?
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "embed/marker.hpp"

namespace attn {

constexpr std::string_view kCommentBegins = "<!--";

struct Comment {
  std::size_t end;  // where to read on; the end of the text when nothing closes the comment
  std::optional<Marker> marker = {};
};

// The comment whose "<!--" stands at `at`. A marker that another comment begins in is unfinished,
// and ends there: what it lacks is its "-->".
Comment read_comment(std::string_view text, std::size_t at);

}  // namespace attn
