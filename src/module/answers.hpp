// What does a page ask the core for, and what does it get?
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "document/document.hpp"

namespace attn {

// Questions are words, answers are JSON:
//   knobs LESSON               its options, for a form
//   page LESSON OPTIONS…       the page in HTML, and which cells of arrays its tables show
//   data LESSON OPTIONS…       what -f json prints
//   cell CELL LESSON OPTIONS…  how "weights[cat][sat]" comes about, in one step
//   steps CELL LESSON OPTIONS… and in all steps, those of its parts before it
// The last page is kept, so that what is asked of its numbers need not compute it again.
class PageAnswers {
 public:
  // Throws Error for what the command line would refuse too, in the same words.
  std::string answer(const std::vector<std::string>& question);

 private:
  const Document& page_of(const std::vector<std::string>& lesson_and_options);

  std::vector<std::string> kept_for_;
  std::unique_ptr<const Document> kept_;
};

}  // namespace attn
