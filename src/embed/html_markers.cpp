// Which comments of an HTML page are markers?
#include <algorithm>
#include <array>

#include "embed/comment.hpp"
#include "embed/marker.hpp"

namespace attn {

namespace {

// Elements whose content is text: "<!--" begins no comment in them.
constexpr std::array<std::string_view, 4> kText{"script", "style", "textarea", "title"};

bool same_letters(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32) : text[i];
    if (c != lower[i]) return false;
  }
  return true;
}

// The element of kText whose name begins at `at`, or "".
std::string_view text_element(std::string_view page, std::size_t at) {
  for (const std::string_view name : kText) {
    const bool named = same_letters(page.substr(at, name.size()), name);
    const std::string_view after = page.substr(std::min(at + name.size(), page.size()), 1);
    if (named && after.find_first_of(" \t\r\n\f/>") == 0) return name;
  }
  return {};
}

// Where the element ends whose content begins at `at`; nothing closes it at the end of the page.
std::size_t after_element(std::string_view page, std::size_t at, std::string_view name) {
  for (;;) {
    at = page.find("</", at);
    if (at == std::string_view::npos) return page.size();
    at += 2;
    if (same_letters(page.substr(at, name.size()), name)) return at;
  }
}

}  // namespace

std::vector<Marker> html_markers(std::string_view notes) {
  std::vector<Marker> markers;
  std::size_t at = notes.find('<');
  while (at != std::string_view::npos) {
    if (notes.substr(at).starts_with(kCommentBegins)) {
      const Comment comment = read_comment(notes, at);
      if (comment.marker) markers.push_back(*comment.marker);
      at = comment.end;
    } else {
      const std::string_view element = text_element(notes, at + 1);
      at = element.empty() ? at + 1 : after_element(notes, at + 1, element);
    }
    at = notes.find('<', at);
  }
  return markers;
}

}  // namespace attn
