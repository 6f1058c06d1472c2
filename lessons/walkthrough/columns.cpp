// How does the page read where vectors are columns? As the same numbers, laid on their sides.
#include <algorithm>
#include <array>
#include <cctype>

#include "lessons/walkthrough/walkthrough.hpp"

namespace attn::lessons::walkthrough {

namespace {

struct Swap {
  std::string_view rows, columns;
};

// Products the other way round; sums and maxima of a softmax run over the first index.
constexpr std::array kFormulas{Swap{"X W_Q", "W_Q X"},
                               Swap{"X W_K", "W_K X"},
                               Swap{"X W_V", "W_V X"},
                               Swap{R"(Q K^\top)", R"(K^\top Q)"},
                               Swap{"A V", "V A"},
                               Swap{"s_{ik}", "s_{kj}"},
                               Swap{"m_i", "m_j"},
                               Swap{"Q @ K.T", "K.T @ Q"},
                               Swap{"weights @ V", "V @ weights"}};

std::string with_formulas(std::string text) {
  for (const Swap& swap : kFormulas) {
    for (std::size_t at = text.find(swap.rows); at != std::string::npos;
         at = text.find(swap.rows, at + swap.columns.size())) {
      text.replace(at, swap.rows.size(), swap.columns);
    }
  }
  return text;
}

// Wherever the text says row it says column, and the other way round; “quoted” words are the
// reader's, and stay.
std::string with_words(std::string_view text) {
  constexpr std::array kWords{Swap{"row", "column"}, Swap{"Row", "Column"}, Swap{"column", "row"},
                              Swap{"Column", "Row"}};
  std::string result;
  bool quoted = false;
  while (!text.empty()) {
    if (text.starts_with("“") || text.starts_with("”")) quoted = text.starts_with("“");
    const bool inside =
        quoted || (!result.empty() && std::isalpha(static_cast<unsigned char>(result.back())) != 0);
    const auto word = std::ranges::find_if(
        kWords, [&text](const Swap& swap) { return text.starts_with(swap.rows); });
    const bool swaps = !inside && word != kWords.end();
    result += swaps ? word->columns : text.substr(0, 1);
    text.remove_prefix(swaps ? word->rows.size() : 1);
  }
  return result;
}

Table transposed(const Table& table, std::string corner) {
  Table result{table.id, table.caption, {{"row", std::move(corner), ""}}, {}};
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    result.columns.push_back({"c" + std::to_string(i), std::get<std::string>(table.rows[i][0]), "",
                              table.columns[1].digits});
  }
  for (std::size_t c = 1; c < table.columns.size(); ++c) {
    std::vector<Cell> row{table.columns[c].title};
    for (const auto& cells : table.rows) row.push_back(cells[c]);
    result.rows.push_back(std::move(row));
  }
  return result;
}

Array transposed(const Array& array) {
  const std::size_t height = array.shape[0], width = array.shape[1];
  Array result{array.id, {width, height}, {}, array.column_labels, array.row_labels, array.type};
  for (std::size_t c = 0; c < width; ++c) {
    for (std::size_t i = 0; i < height; ++i) result.values.push_back(array.values[i * width + c]);
  }
  return result;
}

void turn(Table& table) {
  const std::string& corner = table.columns[0].title;
  table.caption = with_words(table.caption);
  if (table.columns.size() > 1 && table.columns[1].id == "c0") {  // a matrix: words are titles
    table = transposed(table, corner == "query" ? "key" : "component");
    return;
  }
  for (Column& column : table.columns) column.title = with_words(column.title);
}

void turn(Heatmap& map) {
  std::vector<std::vector<Cell>> cells(map.column_labels.size());
  for (const auto& row : map.cells) {
    for (std::size_t c = 0; c < row.size(); ++c) cells[c].push_back(row[c]);
  }
  map.cells = std::move(cells);
  std::swap(map.row_labels, map.column_labels);
}

void turn(Prose& prose) {
  for (Inline& piece : prose) {
    piece.text =
        piece.kind == Inline::Kind::math ? with_formulas(piece.text) : with_words(piece.text);
  }
}

struct Turn {
  void operator()(Heading& heading) const { heading.text = with_words(heading.text); }
  void operator()(Paragraph& paragraph) const { turn(paragraph.prose); }
  void operator()(Equation& equation) const {
    for (std::string& line : equation.lines) line = with_formulas(line);
  }
  void operator()(Listing& listing) const {
    listing.text = with_words(with_formulas(listing.text));
  }
  void operator()(Table& table) const { turn(table); }
  void operator()(Heatmap& map) const { turn(map); }
  void operator()(Claim& claim) const {
    claim.text = with_words(claim.text);
    claim.evidence = with_words(claim.evidence);
  }
  void operator()(Note& note) const { turn(note.prose); }
  template <typename Other>
  void operator()(Other&) const {}
};

}  // namespace

Document in_columns(Document page) {
  bool names_the_words = true;  // the first paragraph does, and says nothing of rows
  for (Block& block : page.blocks) {
    const bool stays = names_the_words && std::holds_alternative<Paragraph>(block);
    if (!stays) std::visit(Turn{}, block);
    names_the_words = names_the_words && !stays;
  }
  for (Array& array : page.arrays) array = transposed(array);
  return page;
}

}  // namespace attn::lessons::walkthrough
