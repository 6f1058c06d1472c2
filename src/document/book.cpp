#include "document/book.hpp"

#include <fmt/format.h>

#include "document/references.hpp"

namespace attn {

namespace {

// A level below the chapter's title; section 4 of chapter 17 is 17.4.
void put_in_chapter(Block& block, int chapter) {
  const auto renumber = [chapter](std::string& number) {
    if (!number.empty()) number = fmt::format("{}.{}", chapter, number);
  };
  if (auto* heading = std::get_if<Heading>(&block)) {
    ++heading->level;
    renumber(heading->number);
  }
  for_each_reference(block, [&renumber](Inline& piece) { renumber(piece.text); });
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
  for_each_reference(block, [&lesson](Inline& piece) { piece.target.insert(0, lesson + "-"); });
}

}  // namespace

Document bind_book(std::string name, std::string title, std::vector<Document> chapters) {
  Document book;
  book.lesson = std::move(name);
  book.title = std::move(title);
  book.blocks.emplace_back(contents_of(chapters));
  int number = 0;
  for (Document& chapter : chapters) {
    book.blocks.emplace_back(Heading{.text = std::move(chapter.title),
                                     .id = chapter.lesson,
                                     .number = fmt::format("{}", ++number)});
    for (Block& block : chapter.blocks) {
      put_in_chapter(block, number);
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
