#include <doctest/doctest.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "reference.hpp"
#include "render/number.hpp"
#include "support/error.hpp"

using namespace attn;

TEST_SUITE_BEGIN("scaling-demo");

TEST_CASE("shows the peaks that NumPy gets from the same generator") {
  const Document page = run_lesson("scaling-demo");
  const auto numpy = reference("scaling");
  const Table& peaks = find_table(page, "peaks");
  for (std::size_t i = 0; i < peaks.rows.size(); ++i) {
    CHECK(near(real_at(peaks, i, "unscaled"), numpy["rows"][i]["unscaled_peak"]));
    CHECK(near(real_at(peaks, i, "scaled"), numpy["rows"][i]["scaled_peak"]));
  }
}

TEST_CASE("keeps every claim with other seeds, widths, keys and draws") {
  const std::vector<Given> runs{{{"--dims", "8,64"}},
                                {{"--dims", "1,2,3"}, {"--seed", "7"}},
                                {{"--dims", "64"}, {"--keys", "1"}},
                                {{"--dims", "512,4"}, {"--keys", "100"}, {"--draws", "50"}},
                                {{"--dims", "16"}, {"--draws", "2"}}};
  for (const Given& given : runs) {
    CAPTURE(given.front().second);
    CHECK(all_claims_hold(run_lesson("scaling-demo", given)));
  }
}

TEST_CASE("shows a Jacobian that shrinks undivided and stays divided") {
  const Document page = run_lesson("scaling-demo");
  const Table& gradient = find_table(page, "gradient");
  const std::size_t last = gradient.rows.size() - 1;
  CHECK(real_at(gradient, last, "unscaled") < 0.2 * real_at(gradient, 0, "unscaled"));
  CHECK(real_at(gradient, last, "scaled") > 0.9 * real_at(gradient, 0, "scaled"));
}

TEST_CASE("refuses what would take too many random numbers") {
  CHECK_THROWS_AS(run_lesson("scaling-demo", {{"--draws", "100000000"}}), Error);
  CHECK_THROWS_AS(run_lesson("scaling-demo", {{"--dims", "0"}}), Error);
}

TEST_SUITE_END();
