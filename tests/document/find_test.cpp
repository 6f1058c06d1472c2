#include "document/find.hpp"

#include <doctest/doctest.h>

#include "document/page.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

Document page(bool holds) {
  Page page{"lesson", "Title"};
  page.say("prose");
  page.table({"weights",
              "",
              {{"word", "", ""}, {"w", "", ""}, {"n", "", ""}},
              {{"cat", 0.75, Integer{3}}, {"sat", 0.25, Missing{}}}});
  page.equation("formula", {"a = b"});
  page.claim("sums", "sums to 1", {holds, "0"});
  page.array({"weights", {2}, {0.75, 0.25}, {}, {}});
  page.array({"scores", {1}, {2}, {}, {}});
  Document document = std::move(page).finish();
  document.settings = {{"--seed", Integer{0}}};
  return document;
}

template <typename Call>
std::string message(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("find");

TEST_CASE("gives a block or an array by its id") {
  const Document document = page(true);
  CHECK(find_table(document, "weights").rows.size() == 2);
  CHECK(find_claim(document, "sums").text == "sums to 1");
  CHECK(find_array(document, "scores").values.front() == 2.0);
}

TEST_CASE("names the nearest id, and all of them, when there is none") {
  const Document document = page(true);
  CHECK(message([&] { find_table(document, "wieghts"); }) ==
        "unknown table \"wieghts\"; did you mean \"weights\"? there are: weights");
  CHECK(message([&] { find_array(document, "xyz"); }) ==
        "unknown array \"xyz\"; there are: weights, scores");
  CHECK(message([] { find_claim({}, "sums"); }) == "unknown claim \"sums\"; there are none");
}

TEST_CASE("gives a real number by row and column") {
  const Document document = page(true);
  CHECK(real_at(find_table(document, "weights"), 1, "w") == 0.25);
}

TEST_CASE("gives no number where there is none") {
  const Document document = page(true);
  const Table& table = find_table(document, "weights");
  CHECK_THROWS_AS(real_at(table, 0, "word"), Error);
  CHECK_THROWS_AS(real_at(table, 0, "n"), Error);
  CHECK_THROWS_AS(real_at(table, 1, "n"), Error);
  CHECK_THROWS_AS(real_at(table, 2, "w"), Error);
  CHECK_THROWS_AS(real_at(table, 0, "v"), Error);
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("all_claims_hold");

TEST_CASE("is false as soon as one claim fails") {
  CHECK(all_claims_hold(page(true)));
  CHECK_FALSE(all_claims_hold(page(false)));
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("only");

TEST_CASE("keeps the named blocks and arrays in the page's order") {
  const Document part = only(page(true), {"sums", "weights"});
  REQUIRE(part.blocks.size() == 2);
  CHECK(std::holds_alternative<Table>(part.blocks[0]));
  CHECK(std::holds_alternative<Claim>(part.blocks[1]));
  REQUIRE(part.arrays.size() == 1);
  CHECK(part.arrays[0].id == "weights");
  CHECK(part.title == "Title");
  CHECK(part.settings.size() == 1);
}

TEST_CASE("keeps all of a section by the id of its heading, and numbers that pointed elsewhere") {
  Page whole{"lesson", "Title"};
  whole.section("first", "One");
  whole.paragraph({"see ", section_number("first"), " and ", section_number("second")});
  whole.claim("sums", "", {true, ""});
  whole.section("second", "Two");
  whole.say("prose");
  const Document part = only(std::move(whole).finish(), {"first"});
  REQUIRE(part.blocks.size() == 3);
  CHECK(std::holds_alternative<Claim>(part.blocks[2]));
  const Prose& prose = std::get<Paragraph>(part.blocks[1]).prose;
  CHECK(prose[1].kind == Inline::Kind::reference);
  CHECK(prose[3].kind == Inline::Kind::text);
  CHECK(prose[3].text == "2");
}

TEST_CASE("refuses an id that is not there") {
  CHECK(message([] {
          only(page(true), {"weights", "score"});
        }) ==
        "unknown block or array \"score\"; did you mean \"scores\"? there are: weights, "
        "formula, sums, scores");
  CHECK_THROWS_AS(only(page(true), {""}), Error);
}

TEST_SUITE_END();
