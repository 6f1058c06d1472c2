// How do several pages become one document?
#pragma once

#include <string>
#include <vector>

#include "document/document.hpp"

namespace attn {

// Contents, then the chapters one after another, each under its title, its own headings a level
// deeper. Chapters are numbered from 1, and their sections within them: 17.4. Ids of blocks and
// arrays stay unique by the lesson's name before them: "walkthrough-weights".
Document bind_book(std::string name, std::string title, std::vector<Document> chapters);

}  // namespace attn
