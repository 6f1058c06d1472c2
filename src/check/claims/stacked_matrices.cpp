// Matrices that stand in lines, one row a line: which are they, and what stands between them?
//
//   [[2, 0],   /2 =   [[1.0, 0.0],          X (2, 2):
//    [1, 1]]           [0.5, 0.5]]            The = [1, 0]
//                                             cat = [0, 1]
#include <algorithm>

#include "check/claims/matrix_rows.hpp"
#include "check/claims/statement.hpp"
#include "check/formula/vocabulary.hpp"

namespace attn {

namespace {

constexpr std::size_t kMostRows = 64;

std::vector<Span> lines_of(std::string_view text) {
  std::vector<Span> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back({begin, end});
    begin = end + 1;
  }
  return lines;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(' ') == std::string::npos; }

class Blocks {
 public:
  explicit Blocks(const NormalisedText& in) : in_(in), text_(in.text), lines_(lines_of(in.text)) {}

  NormalisedText joined() && {
    std::size_t i = 0;
    while (i < lines_.size()) {
      const std::size_t count = block_at(i);
      if (count == 0) copy(lines_[i++]);
      i += count;
    }
    return std::move(out_);
  }

 private:
  std::string_view of(Span line) const { return text_.substr(line.begin, line.end - line.begin); }

  void put(std::string_view plain, std::size_t at) {
    out_.put(plain, in_.origin[std::min(at, in_.origin.size() - 1)]);
  }

  void copy(Span line) {
    out_.text += of(line);
    const auto origin = in_.origin.begin();
    out_.origin.insert(out_.origin.end(), origin + static_cast<std::ptrdiff_t>(line.begin),
                       origin + static_cast<std::ptrdiff_t>(line.end));
    put("\n", line.end);
  }

  // Writes the rows that begin with the line; returns of how many lines they are, 0 for none.
  std::size_t block_at(std::size_t first) {
    if (of(lines_[first]).find('[') == std::string::npos) return 0;
    std::vector<Row> rows;
    for (std::size_t i = first; i < lines_.size() && rows.size() < kMostRows; ++i) {
      Row row = read_row(text_, lines_[i]);
      if (row.vectors.empty() || (!rows.empty() && !alike(rows[0], row))) break;
      rows.push_back(std::move(row));
    }
    if (rows.size() < 2) return 0;
    const bool written =
        rows[0].vectors.size() > 1 ? write_side_by_side(rows) : write_rows(rows, first);
    if (!written) {
      for (std::size_t i = 0; i < rows.size(); ++i) copy(lines_[first + i]);
    }
    return rows.size();
  }

  bool write_side_by_side(const std::vector<Row>& rows) {
    if (!std::ranges::all_of(rows, has_label_only)) return false;
    std::vector<std::string> gaps;
    for (std::size_t j = 0; j < rows[0].vectors.size(); ++j) {
      const std::optional<std::string> gap = common_gap(rows, j);
      const bool last = j + 1 == rows[0].vectors.size();
      const bool operation =
          gap && gap->find_first_not_of("=~>*@/+-^T $._kdsqrt0123456789") == std::string::npos;
      if (!operation || (gap->empty() && !last)) return false;
      gaps.push_back(last ? "" : *gap);
    }
    for (std::size_t j = 0; j < gaps.size(); ++j) {
      write_matrix(rows, j);
      put(" " + gaps[j] + " ", rows[0].vectors[j].end - 1);
    }
    put("\n", rows[0].vectors.back().end);
    return true;
  }

  void write_matrix(const std::vector<Row>& rows, std::size_t column) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Expression& vector = rows[i].vectors[column];
      put(i == 0 ? "[" : ", ", vector.begin);
      for (std::size_t k = vector.begin; k < vector.end; ++k) put(text_.substr(k, 1), k);
    }
    put("]", rows.back().vectors[column].end - 1);
  }

  // Rows under "Q K^T =" are its result; under "X (3, 4):" they are X.
  bool write_rows(const std::vector<Row>& rows, std::size_t first) {
    for (const Row& row : rows) {
      const bool brackets = row.label.find_first_not_of(" [") == std::string::npos;
      const bool labelled = row.label.find_first_of(":=") != std::string::npos;
      if (!row.gaps[0].empty() || !(brackets || labelled)) return false;
    }
    const std::size_t above = line_above(first);
    if (above == lines_.size()) return false;
    const Span header = lines_[above];
    const char last = text_[header.begin + of(header).find_last_not_of(' ')];
    const std::size_t at = rows[0].vectors[0].begin;
    if (last == '=' || last == '~') {
      if (above + 1 != first || rows[0].label.find('=') != std::string::npos) return false;
      write_matrix(rows, 0);
      put("\n", at);
      return true;
    }
    const std::string name = last == ':' ? name_in(header, rows) : "";
    if (name.empty()) return false;
    for (std::size_t i = 0; i < rows.size(); ++i) copy(lines_[first + i]);
    put("\n" + name + " = ", at);
    write_matrix(rows, 0);
    put("\n", at);
    return true;
  }

  std::size_t line_above(std::size_t line) const {
    for (int blanks = 0; line > 0 && blanks < 2; ++blanks) {
      --line;
      if (!is_blank(of(lines_[line]))) return line;
    }
    return lines_.size();
  }

  // "Embeddings X (3, 4):" is X, if its rows are of that shape.
  std::string name_in(Span header, const std::vector<Row>& rows) const {
    const std::vector<Token> tokens = tokens_of(text_, header.begin, header.end);
    if (tokens.size() < 2) return "";
    std::size_t last = tokens.size() - 2;
    const double columns = static_cast<double>(rows[0].vectors[0].columns);
    if (tokens[last].is(')')) {
      const bool shape = last >= 5 && tokens[last - 4].is('(') &&
                         tokens[last - 3].number.value == static_cast<double>(rows.size()) &&
                         tokens[last - 1].number.value == columns;
      if (!shape) return "";
      last -= 5;
    }
    return is_name(tokens[last], {}) ? std::string(tokens[last].text) : "";
  }

  const NormalisedText& in_;
  std::string_view text_;
  std::vector<Span> lines_;
  NormalisedText out_;
};

}  // namespace

NormalisedText with_blocks_joined(const NormalisedText& reading) {
  return Blocks(reading).joined();
}

}  // namespace attn
