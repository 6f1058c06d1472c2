#include "document/references.hpp"

#include <algorithm>
#include <stdexcept>

namespace attn {

namespace {

const Heading* heading_of(const Document& document, std::string_view id) {
  for (const Block& block : document.blocks) {
    const auto* heading = std::get_if<Heading>(&block);
    if (heading != nullptr && heading->id == id) return heading;
  }
  return nullptr;
}

}  // namespace

void for_each_reference(Block& block, const std::function<void(Inline&)>& change) {
  const auto in = [&change](Prose& prose) {
    for (Inline& piece : prose) {
      if (piece.kind == Inline::Kind::reference) change(piece);
    }
  };
  if (auto* paragraph = std::get_if<Paragraph>(&block)) in(paragraph->prose);
  if (auto* note = std::get_if<Note>(&block)) in(note->prose);
  if (auto* next = std::get_if<NextSteps>(&block)) {
    for (NextSteps::Item& item : next->items) in(item.prose);
  }
}

void resolve_references(Document& document) {
  for (Block& block : document.blocks) {
    for_each_reference(block, [&document](Inline& piece) {
      const Heading* heading = heading_of(document, piece.target);
      if (heading == nullptr || heading->number.empty()) {
        throw std::logic_error("page: no section \"" + piece.target + "\" to refer to");
      }
      piece.text = heading->number;
    });
  }
}

void loosen_references(Document& document) {
  for (Block& block : document.blocks) {
    for_each_reference(block, [&document](Inline& piece) {
      if (heading_of(document, piece.target) == nullptr) piece = Inline{piece.text};
    });
  }
}

}  // namespace attn
