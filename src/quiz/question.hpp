// What can be asked about a page before it is shown?
#pragma once

#include <string>
#include <vector>

#include "document/document.hpp"

namespace attn {

// A question with a few answers, of which one is right.
struct QuizQuestion {
  std::string source;                // id of the table or claim that it is made from
  bool is_claim = false;             // which is asked about once, for one question gives it away
  std::string section;               // heading that it stands under; the page's title before any
  std::string text;                  // "which is larger in the row of 8?"
  std::vector<std::string> answers;  // in the order to show them
  std::size_t right = 0;             // index of the right one
  std::string found;                 // the numbers that decide: "undivided 0.5533, divided 0.2353"
  Prose reason = {};                 // what the page says about it; empty where it says nothing
};

// Every question that the page's tables and claims make, in the order of the page. A table of
// numbers is asked for the largest of a row, the larger of two columns, and how a column ends; a
// claim, or its negation, for its truth.
std::vector<QuizQuestion> questions_of(const Document& page);

// Some of them in an order that the seed gives, the same everywhere, and no two of a kind from one
// place as long as there are others.
std::vector<QuizQuestion> chosen_questions(std::vector<QuizQuestion> questions, std::size_t count,
                                           const std::string& seed);

}  // namespace attn
