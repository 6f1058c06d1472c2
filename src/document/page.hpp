// How a lesson is written down: block after block, in reading order.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "document/document.hpp"

namespace attn {

// The outcome of a test of a claim, with the figure that decides it.
struct Check {
  bool holds = false;
  std::string evidence;
};

// Builds a Document. Throws std::logic_error for what only a programmer can get wrong: a ragged
// table, heatmap or array, an id that is used twice or is not made of [a-z0-9_-], an equation
// outside the subset, a reference to no section. Ids of blocks are one namespace; arrays have their
// own.
class Page {
 public:
  Page(std::string lesson, std::string title);

  void heading(std::string text);
  // A heading with the next number: 1, 2, 3, … in the order of the calls.
  void section(std::string id, std::string title);
  void paragraph(Prose prose);
  template <typename... Args>
  void say(fmt::format_string<Args...> format, Args&&... args) {
    paragraph({fmt::format(format, std::forward<Args>(args)...)});
  }
  void equation(std::string id, std::vector<std::string> lines);
  void listing(std::string text, std::string language);
  void table(Table table);
  void heatmap(Heatmap heatmap);
  void chart(Chart chart);
  void claim(std::string id, std::string text, Check check);
  void note(std::string title, Prose prose);
  void try_next(std::vector<NextSteps::Item> items);
  void array(Array array);
  void attach(Attachment attachment);
  void stream(Stream stream);

  Document finish() &&;

 private:
  void take_id(const std::string& id);

  Document document_;
  int sections_ = 0;
};

// A block of a page that is yet to be computed: its kind and its id.
template <typename Kind>
void announce(Document& page, std::string id) {
  Kind block;
  block.id = std::move(id);
  page.blocks.emplace_back(std::move(block));
}

// A table that is, with the labels of its rows.
void announce_table(Document& page, std::string id, const std::vector<std::string>& labels);

// The page, computed if it is yet to be.
Document computed(Written written);

}  // namespace attn
