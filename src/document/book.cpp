#include "document/book.hpp"

namespace attn {

namespace {

void deepen(Block& block) {
  if (auto* heading = std::get_if<Heading>(&block)) ++heading->level;
}

Contents contents_of(const std::vector<Document>& chapters) {
  Contents contents;
  for (const Document& chapter : chapters)
    contents.items.push_back({chapter.lesson, chapter.title});
  return contents;
}

void prefix_id(Block& block, const std::string& lesson) {
  std::visit(
      [&lesson](auto& b) {
        if constexpr (requires { b.id; }) {
          if (!b.id.empty()) b.id = lesson + "-" + b.id;
        }
      },
      block);
}

}  // namespace

Document bound(std::string name, std::string title, std::vector<Document> chapters) {
  Document book;
  book.lesson = std::move(name);
  book.title = std::move(title);
  book.blocks.emplace_back(contents_of(chapters));
  for (Document& chapter : chapters) {
    book.blocks.emplace_back(Heading{.text = std::move(chapter.title), .id = chapter.lesson});
    for (Block& block : chapter.blocks) {
      deepen(block);
      prefix_id(block, chapter.lesson);
      book.blocks.push_back(std::move(block));
    }
    for (Array& array : chapter.arrays) {
      array.id = chapter.lesson + "-" + array.id;
      book.arrays.push_back(std::move(array));
    }
  }
  return book;
}

}  // namespace attn
