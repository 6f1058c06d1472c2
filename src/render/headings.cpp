#include "render/headings.hpp"

#include <algorithm>

namespace attn {

namespace {

bool points_to(const Prose& prose, std::string_view id) {
  return std::ranges::any_of(prose, [id](const Inline& piece) {
    return piece.kind == Inline::Kind::reference && piece.target == id;
  });
}

bool points_to(const Block& block, std::string_view id) {
  if (const auto* contents = std::get_if<Contents>(&block)) {
    return std::ranges::find(contents->items, id, &Contents::Item::id) != contents->items.end();
  }
  if (const auto* paragraph = std::get_if<Paragraph>(&block))
    return points_to(paragraph->prose, id);
  if (const auto* note = std::get_if<Note>(&block)) return points_to(note->prose, id);
  const auto* next = std::get_if<NextSteps>(&block);
  return next != nullptr && std::ranges::any_of(next->items, [id](const NextSteps::Item& item) {
           return points_to(item.prose, id);
         });
}

}  // namespace

std::string numbered_text(const Heading& heading) {
  return heading.number.empty() ? heading.text : heading.number + ". " + heading.text;
}

std::string anchor(const Document& document, std::string_view id) {
  return document.lesson + "-" + std::string(id);
}

bool is_pointed_to(const Document& document, const Heading& heading) {
  return !heading.id.empty() &&
         std::ranges::any_of(document.blocks, [&heading](const Block& block) {
           return points_to(block, heading.id);
         });
}

}  // namespace attn
