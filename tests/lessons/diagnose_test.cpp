// Does the page of diagnose say which mistake it is, and refuse what it cannot compare?
#include <doctest/doctest.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

using attn::Document;
using attn::Given;
using attn::run_lesson;
using attn::Table;
using attn::test::Folder;

namespace {

std::string text_at(const Table& table, std::size_t row, std::size_t column) {
  return std::get<std::string>(table.rows.at(row).at(column));
}

// The names in the table of what gives these weights.
std::vector<std::string> named(const std::string& weights, Given given = {}) {
  const Folder folder;
  given.emplace_back("--weights", folder.file("weights.csv", weights));
  const Document page = run_lesson("diagnose", given);
  std::vector<std::string> names;
  const Table& table = attn::find_table(page, "explanations");
  for (std::size_t i = 0; i < table.rows.size(); ++i) names.push_back(text_at(table, i, 3));
  CHECK(attn::find_claim(page, "right").holds == (names.front() == "right"));
  return names;
}

std::string message(const Given& given) {
  try {
    run_lesson("diagnose", given);
  } catch (const attn::Error& error) {
    return error.what();
  }
  return "";
}

using Names = std::vector<std::string>;

}  // namespace

TEST_SUITE_BEGIN("diagnose");

TEST_CASE("names a mistake worked by hand") {
  // Scores [[2, 0, 2], [0, 3, 2]] of the example: halved and down a column, e / (e + 1) = 0.7311.
  CHECK(named("0.7311,0.1824,0.5\n0.2689,0.8176,0.5\n") == Names{"softmax_along_the_other_axis"});
  // Undivided, e² / (2e² + 1) = 0.4683.
  CHECK(named("0.4683,0.0634,0.4683\n0.0351,0.7054,0.2595\n") == Names{"scale_left_out"});
  // Divided by 4, e^0.5 / (2e^0.5 + 1) = 0.3837; of [0, 0.75, 0.5], e^0.75 / (1 + …) = 0.4441.
  CHECK(named("0.3837,0.2327,0.3837\n0.2098,0.4441,0.3459\n").front() == "scale_by_d");
}

TEST_CASE("says what is right, and which mistakes do not show in it") {
  const Names names = named("0.42,0.16,0.42\n0.12,0.55,0.33\n");
  CHECK(names.front() == "right");
  CHECK(std::ranges::find(names, "float16_on_the_way") != names.end());
}

TEST_CASE("takes the numbers of a lesson's sentence") {
  const Document words = run_lesson("walkthrough", {{"--seed", "3"}, {"--causal", ""}});
  const attn::Array& weights = attn::find_array(words, "weights");
  std::string csv;
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    csv += fmt::format("{:.4f}{}", weights.values[i], (i + 1) % weights.shape[1] == 0 ? '\n' : ',');
  }
  CHECK(named(csv, {{"--seed", "3"}, {"--causal", ""}}).front() == "right");
  CHECK(named(csv, {{"--seed", "3"}}) == Names{"future_hidden"});
}

TEST_CASE("names the nearest where no mistake gives the numbers") {
  const Folder folder;
  const Document page =
      run_lesson("diagnose", {{"--weights", folder.file("w.csv", "9,9,9\n9,9,8.5\n")}});
  CHECK(attn::find_table(page, "explanations").rows.size() == 1);
  CHECK_FALSE(attn::find_claim(page, "right").holds);
}

TEST_CASE("shows what each mistake does where no numbers are given") {
  const Document page = run_lesson("diagnose", {{"--causal", ""}});
  CHECK(attn::find_table(page, "mistakes").rows.size() > 12);
  CHECK(attn::all_claims_hold(page));
}

TEST_CASE("refuses what it cannot compare, naming the option") {
  const Folder folder;
  const std::string wide = folder.file("wide.csv", "1,2\n3,4\n"),
                    words = folder.file("words.csv", "0.1,x,0.2\n"),
                    queries = folder.file("q.json", "[[1, 0]]");
  CHECK(message({{"--weights", wide}}) ==
        "--weights has the shape (2, 2); expected (2, 3), a row for each query, of each key");
  CHECK(message({{"--weights", words}}).starts_with("--weights: "));
  CHECK(message({{"--weights", folder / "none.csv"}}).starts_with("--weights: "));
  CHECK(message({{"--decimals", "2"}}) ==
        "--decimals is of --weights or --expect; give one of them");
  CHECK(message({{"--q", queries}, {"--k", queries}, {"--v", queries}, {"--seed", "1"}}) ==
        "--q, --k and --v are tensors of your own, and --seed draws others; give either");
  const std::string large = folder.file("large.csv", [] {
    std::string rows;
    for (int i = 0; i < 300; ++i) rows += "1,2,3,4,5,6,7,8\n";
    return rows;
  }());
  CHECK(message({{"--q", large}, {"--k", large}, {"--v", large}}).find("products are computed") !=
        std::string::npos);
}

TEST_CASE("is what attend says of an output that no convention gives") {
  const Folder folder;
  const std::string columns =
      folder.file("o.json", "[[9.810585786, 4.324255206], [5.189414214, 10.675744794]]");
  const Document page = run_lesson("attend", {{"--expect", columns}});
  CHECK_FALSE(attn::find_claim(page, "expected").holds);
  CHECK(text_at(attn::find_table(page, "explanations"), 0, 0) == "softmax runs down the columns");
}

TEST_SUITE_END();
