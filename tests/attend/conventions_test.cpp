// Is every convention in the table whole: its words, its switch, what else there is?
#include "attend/conventions.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace attn;

namespace {

Batch ones(Index length, Index width) {
  return xt::ones<double>({Index{1}, Index{1}, length, width});
}

AttendInput input(Index queries, Index keys, Index past = 0) {
  return {ones(queries, 4), ones(keys, 4), ones(keys, 2), past};
}

std::vector<std::string> others(const AttendInput& input, const AttendOptions& options) {
  std::vector<std::string> switches;
  for (const Convention& convention : conventions()) {
    for (const Variant& variant : convention.instead(input, options)) {
      switches.push_back(variant.switches);
    }
  }
  return switches;
}

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::ranges::find(all, one) != all.end();
}

}  // namespace

TEST_SUITE("the table of conventions") {
  TEST_CASE("names the switch and the word for each value") {
    CHECK(switch_for(AttendMask::Means::keep) == "--mask-means keep");
    CHECK(switch_for(Align::top_left) == "--align top-left");
    CHECK(switch_for(RotaryLayout::half) == "--rope half");
    CHECK(switch_for(EmptyRow::uniform) == "--empty-row uniform");
    CHECK(switch_for(kFloat16) == "--dtype float16");
    CHECK_THROWS_AS(switch_for(Precision{"bfloat16", 8, -126, 0x1.fep+127}), std::logic_error);
  }

  TEST_CASE("names what else there is, and never what is in force") {
    CHECK(others(input(3, 3), {}) ==
          std::vector<std::string>{"--scale none", "--causal", "--empty-row nan",
                                   "--empty-row uniform", "--dtype float32", "--dtype float16"});
    const AttendOptions options{.scale = 1.0,
                                .softcap = 2.0,
                                .causal = true,
                                .align = Align::top_left,
                                .mask = AttendMask{ones(1, 3), AttendMask::Means::keep},
                                .rope = Rope{},
                                .empty_row = EmptyRow::nan,
                                .precision = kFloat32};
    CHECK(others(input(3, 3), options) ==
          std::vector<std::string>{"no --scale", "no --softcap", "--mask-means hide",
                                   "--mask-means add", "--align bottom-right", "--rope half",
                                   "--empty-row zero", "--empty-row uniform", "--dtype float64",
                                   "--dtype float16"});
  }

  TEST_CASE("tries the other diagonal with the mask that has one, where the two differ") {
    CHECK_FALSE(contains(others(input(3, 3), {}), "--causal --align top-left"));
    CHECK(contains(others(input(2, 3), {}), "--causal --align top-left"));
    CHECK_FALSE(contains(others(input(2, 3, 1), {}), "--causal --align top-left"));
    CHECK(contains(others(input(3, 2), {}), "--causal --empty-row nan"));
  }

  TEST_CASE("takes numbers that are added for nothing else") {
    const AttendOptions added{.mask = AttendMask{ones(1, 3), AttendMask::Means::add}};
    CHECK_FALSE(contains(others(input(3, 3), added), "--mask-means hide"));
  }
}
