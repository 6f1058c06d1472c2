#include "check/claims/matrix_rows.hpp"

#include <algorithm>

#include "check/claims/statement.hpp"

namespace attn {

namespace {

constexpr std::size_t kMostColumns = 6;  // of matrices side by side

// Without what belongs to the brackets around a matrix, and without the label of a row.
std::string gap_of(std::string_view between) {
  std::string gap;
  const std::size_t label = between.rfind(':');
  const bool powers = between.starts_with("^T");
  for (std::size_t i = 0; i < between.size(); ++i) {
    const bool letter =
        (between[i] >= 'a' && between[i] <= 'z') || (between[i] >= 'A' && between[i] <= 'Z');
    if (letter && label != std::string_view::npos && i < label && !(powers && i == 1)) {
      i = label;
    } else if (between[i] != '[' && between[i] != ']' && between[i] != ',') {
      gap += between[i];
    }
  }
  return std::string(trimmed(gap));
}

}  // namespace

Row read_row(std::string_view text, Span line) {
  Row row;
  if (line.end - line.begin > kLongestLine) return row;
  if (text.substr(line.begin, line.end - line.begin).find('[') == std::string::npos) return row;
  const std::vector<Token> tokens = tokens_of(text, line.begin, line.end);
  std::size_t end = line.begin;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool inner = tokens[i].is('[') && !(i + 1 < tokens.size() && tokens[i + 1].is('['));
    if (!inner) continue;
    std::optional<Parsed> parsed = parse_formula(tokens, i, {});
    // A sign after the vector goes with the matrix, not with its row.
    while (parsed && !parsed->expression.parts.empty()) {
      parsed->expression = Expression(parsed->expression.parts[0]);
    }
    if (!parsed || parsed->expression.kind != Expression::Kind::array ||
        parsed->expression.rows > 0 || row.vectors.size() == kMostColumns) {
      return {};
    }
    const std::string_view before = text.substr(end, parsed->expression.begin - end);
    if (row.vectors.empty()) {
      row.label = std::string(before);
    } else {
      row.gaps.push_back(gap_of(before));
    }
    end = parsed->expression.end;
    while (i + 1 < tokens.size() && tokens[i + 1].begin < end) ++i;
    row.vectors.push_back(std::move(parsed->expression));
  }
  row.gaps.push_back(gap_of(text.substr(end, line.end - end)));
  return row;
}

bool has_label_only(const Row& row) {
  std::string_view text = row.label;
  const std::size_t colon = text.rfind(':');
  if (colon != std::string_view::npos) text.remove_prefix(colon + 1);
  return text.find_first_not_of(" [") == std::string_view::npos;
}

bool alike(const Row& a, const Row& b) {
  return a.vectors.size() == b.vectors.size() && !a.vectors.empty() &&
         std::ranges::equal(a.vectors, b.vectors, {}, &Expression::columns, &Expression::columns);
}

std::optional<std::string> common_gap(const std::vector<Row>& rows, std::size_t column) {
  std::string gap;
  bool transposed = true;
  for (const Row& row : rows) transposed = transposed && row.gaps[column].starts_with("^T");
  for (const Row& row : rows) {
    const std::string own(trimmed(std::string_view(row.gaps[column]).substr(transposed ? 2 : 0)));
    if (own.empty()) continue;
    if (!gap.empty() && gap != own) return std::nullopt;
    gap = own;
  }
  return (transposed ? "^T " : "") + gap;
}

}  // namespace attn
