// Does the lesson on blocks show NumPy's block, and the depth that it speaks of?
#include <doctest/doctest.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "reference.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

std::string message(Given given) {
  try {
    run_lesson("block", std::move(given));
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("block");

TEST_CASE("takes the six words through one block as NumPy does") {
  const Document page = run_lesson("block");
  const auto numpy = reference("block");
  for (const char* name : {"normed", "weights", "attended", "middle", "fed", "output"}) {
    CAPTURE(name);
    CHECK(equals(find_array(page, name), numpy[name]));
  }
  CHECK(all_claims_hold(page));
}

// Rounding grows with depth where nothing holds the sizes together.
TEST_CASE("finds NumPy's sizes and differences 32 blocks down") {
  const Document page = run_lesson("block");
  const auto numpy = reference("block");
  const Table& sizes = find_table(page, "sizes");
  const Table& differences = find_table(page, "differences");
  const Table& nudges = find_table(page, "nudges");
  const std::size_t last = sizes.rows.size() - 1;
  CHECK(std::get<Integer>(sizes.rows[last][0]) == 32);
  for (const char* way : {"pre", "post", "none"}) {
    CAPTURE(way);
    const double size = numpy["sizes"][way];
    CHECK(near(real_at(sizes, last, way), size, 1e-6 * size));
    const double difference = numpy["differences"][way];
    CHECK(near(real_at(differences, last, way), difference, 1e-4 * difference));
  }
  CHECK(near(real_at(nudges, last, "pre"), numpy["nudges"]["pre"], 1e-3));
  CHECK(real_at(differences, last, "bare") < 1e-12);
}

// NumPy, by forward-mode derivatives.
TEST_CASE("follows a nudge 128 blocks down in every arrangement") {
  const Table nudges = find_table(run_lesson("block", {{"--blocks", "128"}}), "nudges");
  const std::size_t last = nudges.rows.size() - 1;
  CHECK(near(real_at(nudges, last, "pre"), 16.268, 0.01));
  CHECK(near(real_at(nudges, last - 1, "post"), 1.8094e-8, 1e-11));
  CHECK(real_at(nudges, last, "bare") == 0.0);
  CHECK(near(real_at(nudges, last, "none"), 1.4351e12, 1e9));
}

TEST_CASE("counts GPT-2's block as its checkpoint does, two thirds of it feed-forward") {
  const Table parameters = find_table(run_lesson("block"), "parameters");
  CHECK(std::get<Integer>(parameters.rows[0][2]) == 2'362'368);
  CHECK(std::get<Integer>(parameters.rows[0][3]) == 4'722'432);
  CHECK(near(real_at(parameters, 0, "share"), 66.7, 0.1));
}

TEST_CASE("keeps its claims with sentences, depths, widths and seeds of your own") {
  const std::vector<Given> runs{{{"--text", "a"}, {"--blocks", "1"}},
                                {{"--text", "a b c a"}, {"--dim", "1"}},
                                {{"--dim", "64"}, {"--blocks", "2"}, {"--expansion", "1"}},
                                {{"--blocks", "128"}},
                                {{"--seed", "5"}, {"--block-seed", "77"}},
                                {{"--example", "cat-sat"}, {"--focus", "sat"}}};
  for (const Given& given : runs) {
    CAPTURE(given.front().second);
    CHECK(all_claims_hold(run_lesson("block", given)));
  }
}

TEST_CASE("refuses embeddings too wide to stack, and words and seeds that are none") {
  CHECK(message({{"--dim", "65"}}).find("at most 64") != std::string::npos);
  CHECK(message({{"--focus", "dog"}}).find("--focus") != std::string::npos);
  CHECK(message({{"--block-seed", "-1"}}).starts_with("--block-seed: \"-1\""));
}

TEST_SUITE_END();
