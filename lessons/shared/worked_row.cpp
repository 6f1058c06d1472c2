#include "lessons/shared/worked_row.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/softmax.hpp"

namespace attn {

namespace {

constexpr Index kWrittenOut = 4;  // components that fit on a line as a sum

// "1·1 + 0·0 + 1·1 + 0·0", with the digits that each number needs, up to four.
std::string spelled_out(std::span<const double> a, std::span<const double> b) {
  std::string sum;
  for (Index c = 0; c < a.size(); ++c) {
    const auto bracketed = [](double x) {
      return x < 0 ? fmt::format("({:.4g})", x) : fmt::format("{:.4g}", x);
    };
    sum += fmt::format("{}{}·{}", c == 0 ? "" : " + ", bracketed(a[c]), bracketed(b[c]));
  }
  return sum;
}

}  // namespace

Table dot_products(const std::string& id, const std::string& query, const Labels& keys,
                   const Matrix& q, const Matrix& k, Index i) {
  Table table{
      id, fmt::format("The query of “{}” against every key", query), {{"key", "key", ""}}, {}};
  const bool written_out = columns(q) <= kWrittenOut;
  const Index shown = std::min(columns(q), kMostColumns);
  if (written_out) {
    table.columns.push_back({"products", "products", ""});
  } else {
    for (Index c = 0; c < shown; ++c) {
      table.columns.push_back({fmt::format("p{}", c), fmt::format("q{0}·k{0}", c), "", 3});
    }
    if (shown < columns(q)) table.columns.push_back({"rest", "the rest", "", 3});
  }
  table.columns.push_back({"score", "score", "", 3});
  const auto query_row = row(q, i);
  for (Index j = 0; j < keys.size(); ++j) {
    const auto key_row = row(k, j);
    std::vector<Cell> cells{keys[j]};
    double score = 0.0, rest = 0.0;
    for (Index c = 0; c < columns(q); ++c) {
      const double term = query_row[c] * key_row[c];
      score += term;
      if (!written_out && c < shown) cells.emplace_back(term);
      if (c >= shown) rest += term;
    }
    if (written_out) cells.emplace_back(spelled_out(query_row, key_row));
    if (shown < columns(q)) cells.emplace_back(rest);
    cells.emplace_back(score);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table row_to_weights(const std::string& id, const std::string& query, const Labels& keys,
                     const Attention& attended, Index i) {
  const SoftmaxSteps steps = softmax_steps(attended.visible);
  Table table{
      id,
      fmt::format("The row of “{}”: its maximum is {:.4f}, its exponentials add up to {:.4f}",
                  query, steps.peaks(i), steps.sums(i)),
      {{"key", "key", ""},
       {"score", "score", ""},
       {"scaled", "scaled", ""},
       {"exp", "exp(scaled − max)", ""},
       {"weight", "weight", ""}},
      {}};
  for (Index j = 0; j < keys.size(); ++j) {
    table.rows.push_back({keys[j], attended.scores(i, j), attended.visible(i, j), steps.exps(i, j),
                          steps.weights(i, j)});
  }
  return table;
}

Table weighted_values(const std::string& id, const std::string& query, const Labels& keys,
                      const Matrix& weights, const Matrix& v, Index i) {
  const Index shown = std::min(columns(v), kMostColumns);
  Table table{
      id,
      fmt::format(
          "The output of “{}”: weight × value{}", query,
          shown < columns(v) ? fmt::format(", {} of {} components", shown, columns(v)) : ""),
      {{"key", "key", ""}, {"weight", "weight", ""}},
      {}};
  for (Index c = 0; c < shown; ++c) {
    table.columns.push_back({fmt::format("c{}", c), fmt::format("{}", c), "", 3});
  }
  std::vector<double> sums(shown, 0.0);
  for (Index j = 0; j < keys.size(); ++j) {
    std::vector<Cell> cells{keys[j], weights(i, j)};
    for (Index c = 0; c < shown; ++c) {
      const double term = weights(i, j) * v(j, c);
      sums[c] += term;
      cells.emplace_back(term);
    }
    table.rows.push_back(std::move(cells));
  }
  std::vector<Cell> last{"sum", Missing{}};
  last.insert(last.end(), sums.begin(), sums.end());
  table.rows.push_back(std::move(last));
  return table;
}

Matrix summed_by_hand(const Matrix& weights, const Matrix& v) {
  Matrix sums = xt::zeros<double>({rows(weights), columns(v)});
  for (Index i = 0; i < rows(weights); ++i) {
    for (Index j = 0; j < columns(weights); ++j) {
      for (Index c = 0; c < columns(v); ++c) sums(i, c) += weights(i, j) * v(j, c);
    }
  }
  return sums;
}

}  // namespace attn
