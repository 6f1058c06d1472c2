// Does each rule compute what it says, show the line for it, and stand any numbers?
#include "practice/rules.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace attn;
using namespace attn::practice;

namespace {

Matrix value(const Rule& rule, const std::vector<Matrix>& all) { return values_of(rule, all, {}); }

std::vector<std::string> lines(const Rule& rule, const std::vector<Matrix>& all, Index r, Index c) {
  Inputs inputs;
  for (const Index place : rule.from) inputs.push_back(&all[place]);
  return rule.worked(inputs, r, c, 3);
}

using Lines = std::vector<std::string>;

const std::vector<Matrix>& two() {
  static const std::vector<Matrix> kTwo{Matrix{{1.0, 2.0}, {-1.0, 0.5}},
                                        Matrix{{3.0, 0.0}, {1.0, -2.0}}};
  return kTwo;
}

}  // namespace

TEST_SUITE_BEGIN("rules of steps");

TEST_CASE("multiply matrices, whole and by heads") {
  CHECK(value(product(0, 1), two()) == Matrix{{5.0, -4.0}, {-2.5, -1.0}});
  CHECK(lines(product(0, 1), two(), 1, 1) == Lines{"(−1)·0 + 0.5·(−2)"});
  CHECK(value(dots(0, 1), two()) == Matrix{{3.0, -3.0}, {-3.0, -2.0}});
  CHECK(lines(dots(0, 1), two(), 0, 1) == Lines{"1·1 + 2·(−2)"});
  CHECK(value(dots(0, 1, {1, 2}), two()) == Matrix{{0.0, -4.0}, {0.0, -1.0}});
  CHECK(lines(dots(0, 1, {1, 2}), two(), 0, 1) == Lines{"2·(−2)"});
  CHECK(value(product_of_head(0, 1, {0, 2}), two()) == Matrix{{5.0}, {-2.5}});
  const std::vector<Matrix> heads{Matrix{{1.0}}, Matrix{{2.0}}, Matrix{{3.0, 4.0}, {5.0, 6.0}}};
  CHECK(value(joined_product({0, 1}, 2), heads) == Matrix{{13.0, 16.0}});
  CHECK(lines(joined_product({0, 1}, 2), heads, 0, 1) == Lines{"1·4 + 2·6"});
}

TEST_CASE("scale, hide and add") {
  CHECK(value(scaled(0, 4), two()) == Matrix{{0.5, 1.0}, {-0.5, 0.25}});
  CHECK(lines(scaled(0, 16), two(), 1, 0) == Lines{"−1 / 4"});
  const Matrix hidden_one = value(hidden(0, Mask{{false, true}, {false, false}}), two());
  CHECK(hidden_one(0, 1) == -HUGE_VAL);
  CHECK(hidden_one(1, 1) == 0.5);
  CHECK(value(sum(0, 1), two()) == Matrix{{4.0, 2.0}, {0.0, -1.5}});
  CHECK(lines(sum(0, 1), two(), 1, 1) == Lines{"0.5 + (−2)"});
}

TEST_CASE("take a softmax to every base, exactly or as a pencil does") {
  const std::vector<Matrix> one{Matrix{{1.0, 0.0, -HUGE_VAL}}};
  const Matrix e = value(softmaxed(0, Base::e), one);
  CHECK(e(0, 0) == doctest::Approx(0.7310585786300049));
  CHECK(e(0, 2) == 0.0);
  CHECK(value(softmaxed(0, Base::two), one)(0, 0) == doctest::Approx(2.0 / 3.0));
  CHECK(value(softmaxed(0, Base::three), one)(0, 0) == doctest::Approx(0.75));
  // 2.7 / (2.7 + 1) = 2.7 / 3.7
  CHECK(values_of(softmaxed(0, Base::e), one, {1})(0, 0) == doctest::Approx(2.7 / 3.7));
  CHECK(lines(softmaxed(0, Base::e), one, 0, 0) ==
        Lines{"exp(1) / (exp(1) + exp(0))", "2.718 / (2.718 + 1)", "2.718 / 3.718"});
  CHECK(lines(softmaxed(0, Base::two), one, 0, 1)[0] == "2^0 / (2^1 + 2^0)");
  CHECK(lines(softmaxed(0, Base::e), one, 0, 2).empty());
}

TEST_CASE("keep up with tiles") {
  const std::vector<Matrix> s{Matrix{{0.0}},       Matrix{{1.0, 2.0}},   Matrix{{0.5}},
                              Matrix{{3.0, -1.0}}, Matrix{{1.0}, {4.0}}, Matrix{{2.0}}};
  CHECK(value(row_maximum(1), s) == Matrix{{2.0}});
  CHECK(value(running_maximum(0, 1), s) == Matrix{{2.0}});
  CHECK(lines(running_maximum(0, 1), s, 0, 0) == Lines{"max(0, 1, 2)"});
  CHECK(value(exponentials(1, 0, Base::two), s) == Matrix{{2.0, 4.0}});
  CHECK(lines(exponentials(1, 5, Base::e), s, 0, 0) == Lines{"exp(1 − 2)"});
  CHECK(lines(exponentials(1, 5, Base::three), s, 0, 0) == Lines{"3^(1 − 2)"});
  CHECK(value(rescale(0, 5, Base::two), s) == Matrix{{0.25}});
  CHECK(value(row_sum_of(3), s) == Matrix{{2.0}});
  CHECK(value(running_sum(5, 2, 3), s) == Matrix{{3.0}});        // 0.5·2 + (3 − 1)
  CHECK(value(running_output(5, 2, 3, 4), s) == Matrix{{0.0}});  // 0.5·2 + 3·1 − 1·4
  CHECK(lines(running_output(5, 2, 3, 4), s, 0, 0) == Lines{"0.5·2 + 3·1 + −1·4"});
  CHECK(value(divided(3, 5), s) == Matrix{{1.5, -0.5}});
}

TEST_CASE("turn angles into sines and cosines") {
  const std::vector<Matrix> angles{Matrix{{0.5, 2.0}}};
  const Matrix p = value(waves(0), angles);
  CHECK(p(0, 0) == std::sin(0.5));
  CHECK(p(0, 1) == std::cos(0.5));
  CHECK(p(0, 3) == std::cos(2.0));
  CHECK(lines(waves(0), angles, 0, 3) == Lines{"cos(2)"});
}

TEST_CASE("count, a number a row or one for all") {
  const std::vector<Matrix> n{Matrix{{8.0}, {16.0}}, Matrix{{3.0, 5.0}}};
  CHECK(value(counted(2, {{0}, {0}, {1, 1}}), n) == Matrix{{640.0}, {2560.0}});
  CHECK(lines(counted(2, {{0}, {0}, {1, 1}}), n, 1, 0) == Lines{"2·16·16·5"});
  CHECK(value(quotient({0}, {1, 0}), n) == Matrix{{8.0 / 3.0}, {16.0 / 3.0}});
  CHECK(value(in_units({0}, 4.0), n) == Matrix{{2.0}, {4.0}});
}

TEST_CASE("stand whatever a student may have written") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Rule> rules{product(0, 1),
                                dots(0, 1),
                                scaled(0, 4),
                                softmaxed(0, Base::two),
                                sum(0, 1),
                                waves(0),
                                row_maximum(0),
                                running_maximum(0, 1),
                                row_sum_of(0),
                                exponentials(0, 1, Base::e),
                                running_sum(0, 1, 0),
                                running_output(0, 1, 0, 1),
                                divided(0, 1),
                                counted(1, {{0}, {1}}),
                                in_units({0}, 4.0)};
  for (const double x : {kNan, HUGE_VAL, -HUGE_VAL, 0.0, 1e308, -1e-308}) {
    const std::vector<Matrix> all{Matrix{{x, x}, {1.0, x}}, Matrix{{x, 1.0}, {x, x}}};
    for (const Rule& rule : rules) {
      CHECK_NOTHROW(value(rule, all));
      CHECK_NOTHROW(values_of(rule, all, {2}));
    }
  }
}

TEST_SUITE_END();
