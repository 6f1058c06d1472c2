// Are the gradients on the page those of NumPy and of the loss itself?
#include <doctest/doctest.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"

using namespace attn;

TEST_SUITE_BEGIN("gradients");

TEST_CASE("holds every claim on its example, under a mask, and on a sentence that is drawn") {
  for (const Given& given : {Given{}, Given{{"--causal", ""}, {"--focus", "sat"}},
                             Given{{"--text", "the dog bit the man"}, {"--toward", "man"}},
                             Given{{"--scale", "3"}, {"--rate", "0.5"}}}) {
    CHECK(all_claims_hold(run_lesson("gradients", given)));
  }
}

// By hand: embeddings are queries, keys and values. The output of "cat" is to be the value of the
// word that it looks at least, "The" (the first of two that it looks at as little).
TEST_CASE("aims at the value of the word that is looked at least") {
  const Document page = run_lesson("gradients");
  const Table& loss = find_table(page, "loss");
  REQUIRE(loss.rows.size() == 4);
  const double target[] = {1.0, 0.0, 1.0, 0.0};  // The
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(real_at(loss, i, "target") == target[i]);
    CHECK(real_at(loss, i, "gradient") == real_at(loss, i, "output") - target[i]);
  }
}

TEST_CASE("lets less and less through as scores grow") {
  const Document page = run_lesson("gradients");
  const Table& saturation = find_table(page, "saturation");
  for (std::size_t i = 3; i < saturation.rows.size(); ++i) {
    CHECK(real_at(saturation, i, "passed") < real_at(saturation, i - 1, "passed"));
  }
}

TEST_SUITE_END();
