#include <doctest/doctest.h>

#include <cmath>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "lessons/shared/nan_guard.hpp"
#include "reference.hpp"
#include "render/number.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

Document flash(Given given = {}) { return run_lesson("flash-tiling", std::move(given)); }

Table flash_table(std::string_view id, Given given = {}) {
  return find_table(flash(std::move(given)), id);
}

std::string text_at(const Table& table, std::size_t i, std::size_t column) {
  return std::get<std::string>(table.rows[i][column]);
}

// The line of the table that begins with these texts.
std::size_t line_of(const Table& table, const std::vector<std::string>& start) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    bool equal = true;
    for (std::size_t c = 0; c < start.size(); ++c)
      equal = equal && text_at(table, i, c) == start[c];
    if (equal) return i;
  }
  throw std::logic_error("no such line");
}

Integer count_at(const Table& table, std::size_t i, std::size_t column) {
  return std::get<Integer>(table.rows[i][column]);
}

}  // namespace

TEST_SUITE_BEGIN("flash-tiling");

TEST_CASE("holds the arrays that NumPy draws and computes") {
  const Document page = flash();
  const auto numpy = reference("flash");
  for (const char* name : {"q", "k", "v", "scaled", "output"}) {
    CAPTURE(name);
    CHECK(equals(find_array(page, name), numpy[name]));
  }
  CHECK(equals(find_array(page, "flash_output"), numpy["output"]));
  const Document causal = flash({{"--causal", ""}});
  CHECK(equals(find_array(causal, "flash_output"), numpy["causal_output"]));
}

TEST_CASE("shows the state after each tile as NumPy computes it, query by query") {
  const auto numpy = reference("flash")["tiles"];
  for (const std::size_t query : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U}) {
    const std::string word = fmt::format("t{}", query);
    const Document page = flash({{"--focus", word}});
    const Table& states = find_table(page, "states");
    REQUIRE(states.rows.size() == 8);
    for (std::size_t tile = 0; tile < 2; ++tile) {
      const std::size_t line = line_of(states, {tile == 0 ? "t0–t3" : "t4–t7", word});
      for (const char* name : {"m", "r", "l"}) {
        CHECK(near(real_at(states, line, name), numpy[tile][name][query]));
      }
      for (std::size_t c = 0; c < 4; ++c) {
        CHECK(near(real_at(states, line, fmt::format("o{}", c)), numpy[tile]["o"][query][c]));
      }
    }
  }
}

TEST_CASE("follows a row whose maximum moves, unless told which") {
  // NumPy's r of the second tile is 1, 1, 0.7844 and 0.6586 in the first block.
  CHECK(text_at(flash_table("ledger"), 5, 0) == "total: m, l, o");
  CHECK(shown(real_at(flash_table("states"), 6, "r"), 4) == "0.7844");
  CHECK(text_at(flash_table("ledger"), 6, 0) == "carried × 0.7844");
}

TEST_CASE("has the figures of The cat sat that a pencil gives") {
  const Document page = flash({{"--example", "cat-sat"}, {"--block", "2"}, {"--focus", "The"}});
  const Table& states = find_table(page, "states");
  const std::size_t first = line_of(states, {"The–cat", "The"});
  CHECK(shown(real_at(states, first, "m"), 4) == "1.0000");
  CHECK(shown(real_at(states, first, "l"), 4) == "1.3679");
  const std::size_t last = line_of(states, {"sat", "The"});
  CHECK(shown(real_at(states, last, "m"), 4) == "1.0000");
  CHECK(shown(real_at(states, last, "l"), 4) == "1.9744");
  const Table& ledger = find_table(page, "ledger");
  const std::size_t output = ledger.rows.size() - 1;
  const char* expected[] = {"0.8137", "0.4935", "0.5065", "0.1863"};
  for (std::size_t c = 0; c < 4; ++c) {
    CHECK(shown(real_at(ledger, output, fmt::format("o{}", c)), 4) == expected[c]);
  }
}

TEST_CASE("starts from The, where The cat sat is followed without a focus") {
  const Document page = flash({{"--example", "cat-sat"}, {"--block", "2"}});
  CHECK(find_table(page, "ledger").caption.find("The") != std::string::npos);
}

TEST_CASE("says where each factor r comes from") {
  const auto says = [](const Document& page, const std::string& text) {
    return std::ranges::any_of(page.blocks, [&](const Block& block) {
      const auto* paragraph = std::get_if<Paragraph>(&block);
      return paragraph && paragraph->prose.front().text.find(text) != std::string::npos;
    });
  };
  CHECK(says(flash(), "t4–t7 raises m from 0.0986 to 0.3414: r = exp(0.0986 − 0.3414) = 0.7844."));
  CHECK(says(flash({{"--focus", "t0"}}), "No later tile raises m"));
  CHECK(says(flash({{"--window", "3"}, {"--focus", "t7"}}), "so m stays −∞ for now"));
  CHECK(says(flash({{"--window", "3"}, {"--unguarded", ""}}), "No later tile mends that"));
  CHECK(says(flash({{"--padding", "8"}}), "Every tile of this row is hidden"));
}

TEST_CASE("adds every column of its ledger up, tile by tile") {
  const Table ledger = flash_table("ledger", {{"--n", "7"}, {"--block", "3"}});
  std::vector<double> sums(ledger.columns.size(), 0.0);
  std::size_t totals = 0;
  for (std::size_t i = 0; i + 1 < ledger.rows.size(); ++i) {
    const bool total = text_at(ledger, i, 0) == "total: m, l, o";
    totals += total ? 1 : 0;
    for (std::size_t c = 2; c < ledger.columns.size(); ++c) {
      const double figure = std::get<double>(ledger.rows[i][c]);
      if (total) CHECK(near(figure, sums[c]));
      sums[c] = total ? 0.0 : sums[c] + figure;
    }
  }
  CHECK(totals == 3);
}

TEST_CASE("claims nothing that does not hold, whatever the sizes, masks and numbers") {
  for (const Given& given :
       std::vector<Given>{{},
                          {{"--n", "1"}, {"--dim", "1"}, {"--block", "1"}},
                          {{"--n", "2"}, {"--block", "1"}, {"--causal", ""}},
                          {{"--n", "13"}, {"--block", "5"}, {"--seed", "7"}, {"--window", "2"}},
                          {{"--n", "9"}, {"--block", "2"}, {"--padding", "9"}},
                          {{"--n", "9"}, {"--block", "2"}, {"--padding", "9"}, {"--unguarded", ""}},
                          {{"--n", "9"}, {"--padding", "3"}, {"--causal", ""}, {"--unguarded", ""}},
                          {{"--n", "64"}, {"--block", "16"}},
                          {{"--block", "1000000000000"}, {"--window", "1000000000000"}},
                          {{"--text", "the dog bit the man"}, {"--dim", "3"}, {"--block", "2"}},
                          {{"--example", "six-words"}, {"--block", "3"}, {"--window", "1"}},
                          {{"--example", "cat-sat"}, {"--block", "2"}, {"--unguarded", ""}}}) {
    const Document page = flash(given);
    for (const auto& [name, value] : given) CAPTURE(name + " " + value);
    CHECK(all_claims_hold(page));
  }
}

TEST_CASE("compares every block from 1 to n + 3 with naive attention") {
  const Document page = flash({{"--n", "5"}});
  const Table& blocks = find_table(page, "blocks");
  REQUIRE(blocks.rows.size() == 8);
  const Integer tiles[] = {25, 9, 4, 4, 1, 1, 1, 1};
  const Integer causal[] = {15, 6, 3, 3, 1, 1, 1, 1};
  for (std::size_t i = 0; i < 8; ++i) {
    CHECK(count_at(blocks, i, 0) == static_cast<Integer>(i + 1));
    CHECK(count_at(blocks, i, 1) == tiles[i]);
    CHECK(count_at(blocks, i, 3) == causal[i]);
    CHECK(real_at(blocks, i, "plain_difference") <= 1e-14);
    CHECK(real_at(blocks, i, "causal_difference") <= 1e-14);
  }
}

TEST_CASE("puts the noise of reordered keys beside the difference, both far below a digit shown") {
  const Table noise = flash_table("noise");
  for (std::size_t i = 0; i < noise.rows.size(); ++i) {
    CHECK(real_at(noise, i, "flash") <= 1e-14);
    CHECK(real_at(noise, i, "naive") > 0.0);
    CHECK(real_at(noise, i, "naive") <= 1e-14);
  }
}

TEST_CASE("counts the tiles that a causal mask skips") {
  // Eight tokens in blocks of two: 6 tiles below the diagonal, 4 on it, 6 above.
  const Table counts = flash_table("tile-counts", {{"--block", "2"}});
  for (const auto& [line, tiles] : {std::pair{0, 6}, {1, 4}, {2, 6}}) {
    CHECK(count_at(counts, static_cast<std::size_t>(line), 1) == tiles);
    CHECK(count_at(counts, static_cast<std::size_t>(line), 2) == 4 * tiles);
  }
  CHECK(real_at(counts, 2, "share") == 37.5);
}

TEST_CASE("springs the trap in rows 4 to 7 under a window of 3, in all rows under padding of 2") {
  const Table trap = flash_table("trap");
  const std::size_t window = line_of(trap, {"window of 3"});
  CHECK(count_at(trap, window, 1) == 2);
  CHECK(text_at(trap, window, 2) == "4–7");
  CHECK(text_at(trap, window, 3) == "none");
  CHECK(text_at(trap, window, 4) == "none");
  const std::size_t padding = line_of(trap, {"left padding of 2"});
  CHECK(text_at(trap, padding, 2) == "0–7");
  CHECK(text_at(trap, padding, 4) == "none");
  const std::size_t wider = window + 2;  // the window again, with blocks of 4
  CHECK(count_at(trap, wider, 1) == 4);
  CHECK(text_at(trap, wider, 3) == "6–7");
}

TEST_CASE("computes the NaN of the trap, and the 0 that the guard puts there") {
  const Table steps = flash_table("trap-steps");
  CHECK(std::isnan(real_at(steps, 0, "plain_r")));
  CHECK(std::isnan(real_at(steps, 0, "plain_l")));
  CHECK(real_at(steps, 0, "r") == 0.0);
  CHECK(real_at(steps, 0, "l") == 0.0);
  CHECK(real_at(steps, 1, "plain_r") == 0.0);
  CHECK(std::isnan(real_at(steps, 1, "plain_l")));
}

TEST_CASE("really leaves the guard out when told to") {
  const Given given{{"--window", "3"}, {"--block", "2"}, {"--unguarded", ""}};
  const Document page = flash(given);
  const Array& output = find_array(page, "flash_output");
  for (std::size_t i = 0; i < 8; ++i) CHECK(std::isnan(output.values[4 * i]) == (i >= 4));
  CHECK(find_claim(page, "unguarded").holds);
  CHECK(find_claim(page, "unguarded").evidence == "rows with NaN: 4–7");
}

TEST_CASE("counts the bytes that move, naive and for a block") {
  // n = 8, d = 4: see the tests of traffic; 4 bytes a number.
  const Table traffic = flash_table("traffic");
  CHECK(count_at(traffic, line_of(traffic, {"naive"}), 2) == 4 * 224);
  const std::size_t four = line_of(traffic, {"block 4"});
  CHECK(count_at(traffic, four, 2) == 4 * 160);
  CHECK(count_at(traffic, four, 3) == 4 * 32);
  CHECK(real_at(traffic, four, "times") == 2.0);
}

TEST_CASE("puts the 64 MiB of scores and the 4 MiB of Q, K, V and output in their places") {
  const Table held = flash_table("held");
  CHECK(text_at(held, 0, 1) == "4.0 MiB");
  CHECK(text_at(held, 0, 2) == "4.0 MiB");
  CHECK(text_at(held, 1, 1) == "64.0 MiB");
  CHECK(text_at(held, 2, 2) == "32.0 KiB");
}

TEST_CASE("refuses what makes no sense, before it draws or computes anything") {
  const char* huge = "1000000000000000000000000000000";
  for (const Given& given : std::vector<Given>{{{"--block", "0"}},
                                               {{"--block", "-1"}},
                                               {{"--block", huge}},
                                               {{"--n", "0"}},
                                               {{"--n", "65"}},
                                               {{"--n", huge}},
                                               {{"--dim", "0"}},
                                               {{"--window", "0"}},
                                               {{"--padding", "9"}},
                                               {{"--padding", "-1"}},
                                               {{"--focus", "t8"}},
                                               {{"--focus", "cat"}},
                                               {{"--n", "4"}, {"--example", "cat-sat"}},
                                               {{"--dim", "4"}, {"--example", "cat-sat"}},
                                               {{"--n", "4"}, {"--text", "the cat"}},
                                               {{"--text", "a"}, {"--example", "cat-sat"}}}) {
    CAPTURE(given.front().first + " " + given.front().second);
    CHECK_THROWS_AS(flash(given), Error);
  }
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("a list of rows");

TEST_CASE("joins neighbours and says when there is none") {
  CHECK(row_list({}) == "none");
  CHECK(row_list({0, 2, 3, 4, 9}) == "0, 2–4, 9");
}

TEST_SUITE_END();
