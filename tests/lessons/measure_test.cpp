#include "lessons/flash_tiling/measure.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "document/find.hpp"
#include "lessons/flash_tiling/measure_page.hpp"
#include "lessons/run_lesson.hpp"
#include "support/error.hpp"

using namespace attn;
using namespace attn::lessons::flash_tiling;

namespace {

Document measured(Given given) {
  given.emplace_back("--measure", "");
  return run_lesson("flash-tiling", std::move(given));
}

// A way that takes factor · n^p seconds, and as many bytes.
Way power_law(double factor, double p) {
  Way way{"way", {}};
  for (const Index n : {16, 32, 64, 128}) {
    const double figure = factor * std::pow(static_cast<double>(n), p);
    way.samples.push_back({.n = n, .seconds = {figure}, .bytes = figure});
  }
  return way;
}

}  // namespace

TEST_SUITE_BEGIN("flash-tiling --measure");

TEST_CASE("measures four ways at five doublings, and finds each of them right") {
  const Document page = measured({{"--n", "50"}, {"--dim", "8"}, {"--threads", "2"}});
  const Table table = find_table(page, "timings");
  REQUIRE(table.rows.size() == 20);
  const std::vector<std::string> ways{"naive", "vectors", "tiles", "kernel"};
  const std::vector<Integer> lengths{3, 6, 12, 25, 50};
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    CHECK(std::get<std::string>(table.rows[i][0]) == ways[i / 5]);
    CHECK(std::get<Integer>(table.rows[i][1]) == lengths[i % 5]);
    CHECK(std::get<double>(table.rows[i][3]) > 0.0);
    CHECK(std::get<double>(table.rows[i][8]) < 1e-6);
  }
  for (const Block& block : page.blocks) {
    if (const auto* claim = std::get_if<Claim>(&block)) CHECK(claim->holds);
  }
}

TEST_CASE("says what its page will hold before it measures") {
  const MeasureOptions options{.most = 50, .width = 8};
  const Document page = announced_page(options);
  const Document after = measured_page(options, measure(options));
  for (const char* id : {"peak", "timings", "exponents", "time-chart", "naive-error", "tiles-error",
                         "kernel-error", "vectors-error", "calls", "parts", "parts-map", "roofline",
                         "roofline-chart", "first-touch"}) {
    CAPTURE(id);
    CHECK(only(page, {id}).blocks.size() == only(after, {id}).blocks.size());
  }
}

TEST_CASE("tells where the time of a query goes, and what the roof allows") {
  const Document page = measured({{"--n", "400"}, {"--dim", "16"}, {"--threads", "1"}});
  const Table& calls = find_table(page, "calls");
  CHECK(real_at(calls, 0, "faults") > real_at(calls, 2, "faults"));
  const Table& parts = find_table(page, "parts");
  REQUIRE(parts.rows.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    const double sum = real_at(parts, i, "packing") + real_at(parts, i, "products") +
                       real_at(parts, i, "exponentials") + real_at(parts, i, "memory");
    CHECK(sum == doctest::Approx(real_at(parts, i, "all")));
    CHECK(real_at(parts, i, "all") > 0.0);
  }
  const Table& roof = find_table(page, "roofline");
  REQUIRE(roof.rows.size() == 4);
  // 4n²d operations on 4·(4nd + 4n²) bytes, on 16nd, and 2 on each number of 4 bytes.
  CHECK(real_at(roof, 0, "intensity") == doctest::Approx(16.0 * 400 / (4 * (16 + 400))));
  CHECK(real_at(roof, 2, "intensity") == doctest::Approx(100.0));
  CHECK(real_at(roof, 3, "intensity") == doctest::Approx(0.5));
}

TEST_CASE("does not hold that a first call is like the next where it is") {
  const MeasureOptions options{.most = 20, .width = 4};
  Measurements m = measure(options);
  m.anatomy.calls.first.faults = m.anatomy.calls.kept.faults;
  const Document page = measured_page(options, m);
  CHECK_FALSE(all_claims_hold(page));
}

TEST_CASE("measures a single token too") {
  CHECK(find_table(measured({{"--n", "1"}}), "timings").rows.size() == 4);
}

TEST_CASE("fits the exponent of a power law") {
  CHECK(*time_exponent(power_law(3e-9, 2.0)) == doctest::Approx(2.0));
  CHECK(*memory_exponent(power_law(kLeastBytes, 1.0)) == doctest::Approx(1.0));
}

TEST_CASE("fits no exponent to fewer than three points") {
  Way way = power_law(1.0, 1.0);
  way.samples[1].skipped = way.samples[2].skipped = "it would take long";
  CHECK_FALSE(time_exponent(way).has_value());
}

TEST_CASE("refuses what it does not measure") {
  CHECK_THROWS_AS(measured({{"--causal", ""}}), Error);
  CHECK_THROWS_AS(measured({{"--window", "3"}}), Error);
  CHECK_THROWS_AS(measured({{"--text", "a b"}}), Error);
  CHECK_THROWS_AS(run_lesson("flash-tiling", {{"--threads", "2"}}), Error);
  CHECK_THROWS_AS(run_lesson("flash-tiling", {{"--n", "65"}}), Error);
}

TEST_SUITE_END();
