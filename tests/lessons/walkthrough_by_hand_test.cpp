// Does walkthrough carry rounded numbers as a pencil does, and as a trace of it?
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "trace/trace.hpp"

using attn::Array;
using attn::Document;
using attn::find_array;
using attn::Given;
using attn::run_lesson;

namespace {

void check_row(const Array& array, const std::vector<double>& expected) {
  for (std::size_t c = 0; c < expected.size(); ++c) {
    CAPTURE(c);
    CHECK(array.values.at(c) == doctest::Approx(expected[c]).epsilon(1e-12));
  }
}

Document page_of(Given given, const Given& more) {
  given.insert(given.end(), more.begin(), more.end());
  return run_lesson("walkthrough", given);
}

}  // namespace

TEST_SUITE_BEGIN("walkthrough by hand");

TEST_CASE("carries what a pencil writes down, to two digits") {
  const Document page = run_lesson("walkthrough", {{"--example", "cat-sat"}, {"--round", "2"}});
  // Scaled scores 1, 0, 0.5: 2.72 + 1 + 1.65 = 5.37, and 2.72 / 5.37 = 0.5065.
  check_row(find_array(page, "weights"), {0.51, 0.19, 0.31});
  // 0.51·[1, 0, 1, 0] + 0.19·[0, 1, 0, 1] + 0.31·[1, 1, 0, 0]
  check_row(find_array(page, "output"), {0.82, 0.50, 0.51, 0.19});
  CHECK(attn::all_claims_hold(page));
  // Exactly 0.5065 + 0.3072 = 0.8137 and 0.1863 + 0.3072 = 0.4935.
  CHECK(attn::real_at(attn::find_table(page, "drift"), 6, "drift") ==
        doctest::Approx(0.82 - 0.813675).epsilon(1e-3));
}

TEST_CASE("takes powers of 2 or 3") {
  // 2, 1 and √2 = 1.4142 of 4.4142; 3, 1 and √3 = 1.7321 of 5.7321.
  check_row(
      find_array(run_lesson("walkthrough", {{"--example", "cat-sat"}, {"--base", "2"}}), "weights"),
      {2 / (3 + std::sqrt(2.0)), 1 / (3 + std::sqrt(2.0)), std::sqrt(2.0) / (3 + std::sqrt(2.0))});
  check_row(
      find_array(run_lesson("walkthrough", {{"--example", "cat-sat"}, {"--base", "3"}}), "weights"),
      {3 / (4 + std::sqrt(3.0)), 1 / (4 + std::sqrt(3.0)), std::sqrt(3.0) / (4 + std::sqrt(3.0))});
}

TEST_CASE("has every claim hold, whatever is rounded how far") {
  for (const char* seed : {"0", "1", "2", "3"}) {
    for (const char* round : {"1", "2", "3", "12"}) {
      for (const char* base : {"e", "2", "3"}) {
        for (const bool causal : {false, true}) {
          Given given{{"--seed", seed}, {"--round", round}, {"--base", base}};
          if (causal) given.emplace_back("--causal", "");
          CAPTURE(fmt::format("--seed {} --round {} --base {} {}", seed, round, base, causal));
          CHECK(attn::all_claims_hold(run_lesson("walkthrough", given)));
        }
      }
    }
  }
}

TEST_CASE("carries the numbers that a trace of it carries") {
  int compared = 0;
  for (const char* base : {"e", "2", "3"}) {
    const Given given{{"--seed", "4"}, {"--base", base}};
    Document exact = run_lesson("walkthrough", given);
    exact.settings.push_back({"--base", std::string(base)});
    for (const attn::Integer round : {2, 3}) {
      const Document page = page_of(given, {{"--round", fmt::format("{}", round)}});
      for (const char* id : {"scores", "scaled", "weights", "output"}) {
        const Array& array = find_array(page, id);
        for (std::size_t i = 0; i < array.values.size(); i += 5) {
          const std::string cell =
              fmt::format("{}[{}][{}]", id, i / array.shape[1], i % array.shape[1]);
          CAPTURE(cell);
          const attn::Trace trace = attn::trace(exact, cell, {.round = round});
          std::string carried = trace.carried;
          if (carried.starts_with("−")) carried.replace(0, std::string_view("−").size(), "-");
          CHECK(std::strtod(carried.c_str(), nullptr) ==
                doctest::Approx(array.values[i]).epsilon(1e-9));
          ++compared;
        }
      }
    }
  }
  CHECK(compared > 100);
}

TEST_SUITE_END();
