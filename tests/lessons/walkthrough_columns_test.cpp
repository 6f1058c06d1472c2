// Is walkthrough with vectors as columns the same page on its side?
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "render/format.hpp"

using attn::Array;
using attn::Document;
using attn::find_table;
using attn::Given;
using attn::run_lesson;
using attn::Table;

namespace {

Document columns(Given given = {}) {
  given.emplace_back("--layout", "columns");
  return run_lesson("walkthrough", given);
}

std::string text_of(const Document& page) { return attn::render_text(page, {}); }

}  // namespace

TEST_SUITE_BEGIN("walkthrough in columns");

TEST_CASE("has every array on its side, with its labels") {
  const Document rows = run_lesson("walkthrough"), page = columns();
  REQUIRE(rows.arrays.size() == page.arrays.size());
  for (std::size_t n = 0; n < rows.arrays.size(); ++n) {
    const Array &a = rows.arrays[n], &b = page.arrays[n];
    CAPTURE(a.id);
    CHECK(a.id == b.id);
    CHECK(b.row_labels == a.column_labels);
    CHECK(b.column_labels == a.row_labels);
    for (std::size_t i = 0; i < a.shape[0]; ++i) {
      for (std::size_t c = 0; c < a.shape[1]; ++c) {
        CHECK(a.values[i * a.shape[1] + c] == b.values[c * b.shape[1] + i]);
      }
    }
  }
}

TEST_CASE("has a column of weights for each query, and of outputs for each word") {
  const Document rows = run_lesson("walkthrough", {{"--example", "cat-sat"}}),
                 page = columns({{"--example", "cat-sat"}});
  for (const char* id : {"scores", "weights", "output"}) {
    CAPTURE(id);
    const Table &a = find_table(rows, id), &b = find_table(page, id);
    REQUIRE(b.rows.size() + 1 == a.columns.size());
    REQUIRE(b.columns.size() == a.rows.size() + 1);
    for (std::size_t i = 0; i < a.rows.size(); ++i) {
      CHECK(b.columns[i + 1].title == std::get<std::string>(a.rows[i][0]));
      for (std::size_t c = 1; c < a.columns.size(); ++c) {
        CHECK(std::get<double>(a.rows[i][c]) == std::get<double>(b.rows[c - 1][i + 1]));
      }
    }
  }
  CHECK(find_table(page, "shapes").columns[1].title == "one column a word");
  CHECK(find_table(page, "weights").columns[0].title == "key");
  CHECK(find_table(page, "output").columns[0].title == "component");
}

TEST_CASE("writes products the other way round, and says column where it said row") {
  const std::string text = text_of(columns());
  for (const char* line :
       {"Q = W_Q X", "S = Kᵀ Q", "S' = Kᵀ Q / √d_k", "O = V A", "every column of weights sums to 1",
        "Columns ask, rows answer", "Softmax turns each column into weights",
        "columns 0 and 4, both “the”, are identical", "V @ weights", "K.T @ Q"}) {
    CAPTURE(line);
    CHECK(text.find(line) != std::string::npos);
  }
  CHECK(text.find("exp(s_ij − m_j)") != std::string::npos);
  CHECK(text.find("exp(s_kj − m_j)") != std::string::npos);
  for (const char* line : {"X W_Q", "Q Kᵀ", "A V", "every row of weights", "each row"}) {
    CAPTURE(line);
    CHECK(text.find(line) == std::string::npos);
  }
  CHECK(attn::all_claims_hold(columns()));
}

TEST_CASE("leaves the reader's own words alone") {
  const Document page = columns({{"--text", "row column row"}, {"--focus", "row"}});
  const std::string text = text_of(page);
  CHECK(text.find("3 words: row column row.") != std::string::npos);
  CHECK(find_table(page, "weights").columns[1].title == "row");
  CHECK(text.find("The column of “row”") != std::string::npos);
}

TEST_CASE("goes with rounded steps, other powers and a mask") {
  const Document page =
      columns({{"--round", "2"}, {"--base", "3"}, {"--causal", ""}, {"--seed", "5"}});
  CHECK(attn::all_claims_hold(page));
  CHECK(text_of(page).find("3^(s_ij) / (Σ_k 3^(s_kj))") != std::string::npos);
}

TEST_SUITE_END();
