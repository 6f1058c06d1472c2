// Does each convention do what it says, and does nothing hidden get through?
#include "core/attention_variants.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/attention.hpp"
#include "core/rows.hpp"
#include "core/sample.hpp"

using namespace attn;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// One sequence of one head.
Batch single(const Matrix& m) {
  Batch batch = xt::empty<double>({Index{1}, Index{1}, rows(m), columns(m)});
  xt::view(batch, 0, 0) = m;
  return batch;
}

AttendSteps steps(const Matrix& q, const Matrix& k, const Matrix& v, const AttendOptions& o = {}) {
  return attend(with_cache_and_rotation(single(q), single(k), single(v), {}, {}, o), o,
                {0, 0, 0, rows(q)});
}

AttendOptions masked(const Matrix& values, AttendMask::Means means) {
  return {.mask = AttendMask{single(values), means}};
}

const Matrix kOne{{1.0}};

// Scores 0 and ln 3 for one query of width 1, values 0 and 1.
const Matrix kKeys{{0.0}, {std::log(3.0)}}, kValues{{0.0}, {1.0}};

}  // namespace

TEST_SUITE("attend") {
  TEST_CASE("is plain attention where nothing is said") {
    const Matrix q = sample(3, 4, 1), k = sample(5, 4, 2), v = sample(5, 2, 3);
    CHECK(largest_difference(steps(q, k, v).output, attention(q, k, v).output) == 0.0);
  }

  TEST_CASE("gives scores 0 and ln 3 the weights 1/4 and 3/4") {
    CHECK(steps(kOne, kKeys, kValues).output(0, 0) == doctest::Approx(0.75));
  }

  TEST_CASE("multiplies scores by the scale, 1 for none") {
    const AttendSteps s = steps({{2.0, 0.0, 0.0, 0.0}}, {{3.0, 0.0, 0.0, 0.0}}, kOne);
    CHECK(s.scores(0, 0) == 6.0);
    CHECK(s.scaled(0, 0) == 3.0);  // √4
    CHECK(steps({{2.0}}, {{3.0}}, kOne, {.scale = 1.0}).scaled(0, 0) == 6.0);
  }

  TEST_CASE("bends scaled scores into (−c, c) before the mask is added") {
    AttendOptions o = masked({{100.0, 0.0}}, AttendMask::Means::add);
    o.softcap = 2.0;
    const AttendSteps s = steps(kOne, {{1e6}, {1.0}}, kValues, o);
    CHECK(s.capped(0, 0) == 2.0);
    CHECK(s.capped(0, 1) == doctest::Approx(2.0 * std::tanh(0.5)));
    CHECK(s.visible(0, 0) == 102.0);
  }

  TEST_CASE("reads one mask in three ways") {
    const Matrix zeros_and_ones{{0.0, 1.0}};
    CHECK(
        steps(kOne, kKeys, kValues, masked(zeros_and_ones, AttendMask::Means::hide)).output(0, 0) ==
        0.0);
    CHECK(
        steps(kOne, kKeys, kValues, masked(zeros_and_ones, AttendMask::Means::keep)).output(0, 0) ==
        1.0);
    const AttendSteps added =
        steps(kOne, kKeys, kValues, masked(zeros_and_ones, AttendMask::Means::add));
    CHECK(added.weights(0, 1) ==
          doctest::Approx(3.0 * std::exp(1.0) / (1.0 + 3.0 * std::exp(1.0))));
  }

  TEST_CASE("gives a sink its share, and the values less") {
    const AttendSteps s = steps(kOne, kKeys, kValues, {.sink = Vector{std::log(4.0)}});
    CHECK(s.weights(0, 0) == doctest::Approx(1.0 / 8.0));  // 1 + 3 + 4
    CHECK(s.weights(0, 1) == doctest::Approx(3.0 / 8.0));
  }

  TEST_CASE("is unchanged by a sink of −inf, an empty row included") {
    AttendOptions o = masked({{1.0, 1.0}}, AttendMask::Means::hide);
    o.sink = Vector{-kInf};
    o.empty_row = EmptyRow::uniform;
    CHECK(steps(kOne, kKeys, kValues, o).output(0, 0) == doctest::Approx(0.5));
  }

  TEST_CASE("gives a row without a key 0, NaN, or equal weights, as is asked for") {
    AttendOptions o = masked({{1.0, 1.0}}, AttendMask::Means::hide);
    CHECK(steps(kOne, kKeys, kValues, o).output(0, 0) == 0.0);
    o.empty_row = EmptyRow::uniform;
    CHECK(steps(kOne, kKeys, kValues, o).output(0, 0) == 0.5);
    o.empty_row = EmptyRow::nan;
    CHECK(std::isnan(steps(kOne, kKeys, kValues, o).output(0, 0)));
  }

  TEST_CASE("lets no NaN of a hidden key or value through, however it is hidden") {
    const Matrix k{{0.0}, {kNan}, {1.0}}, v{{2.0}, {kNan}, {4.0}};
    const Matrix hole{{0.0, 1.0, 0.0}}, keep{{1.0, 0.0, 1.0}}, add{{0.0, -kInf, 0.0}};
    const double expected = steps(kOne, {{0.0}, {1.0}}, {{2.0}, {4.0}}).output(0, 0);
    using Means = AttendMask::Means;
    CHECK(steps(kOne, k, v, masked(hole, Means::hide)).output(0, 0) == expected);
    CHECK(steps(kOne, k, v, masked(keep, Means::keep)).output(0, 0) == expected);
    CHECK(steps(kOne, k, v, masked(add, Means::add)).output(0, 0) == expected);
    AttendOptions sink = masked(hole, Means::hide);
    sink.sink = Vector{0.0};
    CHECK(std::isfinite(steps(kOne, k, v, sink).output(0, 0)));
    CHECK(steps(kOne, {{0.0}, {kNan}}, {{2.0}, {kNan}}, {.kv_len = {1}}).output(0, 0) == 2.0);
  }

  TEST_CASE("lets a NaN that is seen through") {
    CHECK(std::isnan(steps(kOne, {{kNan}, {0.0}}, kValues).output(0, 0)));
  }

  TEST_CASE("has no NaN for scores of ±1e30, all equal, or denormal") {
    for (const double x : {1e30, -1e30, 0.0, 5e-324}) {
      for (const Precision& p : {kFloat64, kFloat32}) {
        CAPTURE(x);
        const AttendSteps s = steps(kOne, {{x}, {x}}, kValues, {.precision = p});
        CHECK(s.output(0, 0) == 0.5);
      }
    }
    CHECK(steps(kOne, {{-1e30}, {1e30}}, kValues).output(0, 0) == 1.0);
  }

  TEST_CASE("is defined for one token, one component, no query, no key and no sequence") {
    CHECK(steps(kOne, kOne, {{7.0}}).output(0, 0) == 7.0);
    const Matrix none = xt::zeros<double>({0, 1});
    CHECK(steps(none, kKeys, kValues).output.shape() == none.shape());
    CHECK(steps(kOne, none, none).output(0, 0) == 0.0);
    const Batch nobody = xt::zeros<double>({0, 2, 3, 4});
    const AttendOptions rope{.rope = Rope{}};
    const AttendInput input = with_cache_and_rotation(nobody, nobody, nobody, {}, {}, rope);
    CHECK(attend_output(input, rope).shape() == nobody.shape());
  }

  TEST_CASE("puts a cache in front, as if its tokens had come along, rotated or not") {
    const Matrix q = sample(2, 4, 1), k = sample(5, 4, 2), v = sample(5, 3, 3);
    const Matrix old_k = xt::view(k, xt::range(0, 3)), new_k = xt::view(k, xt::range(3, 5));
    const Matrix old_v = xt::view(v, xt::range(0, 3)), new_v = xt::view(v, xt::range(3, 5));
    AttendOptions o{.causal = true};
    CHECK(largest_difference(attend(with_cache_and_rotation(single(q), single(new_k), single(new_v),
                                                            single(old_k), single(old_v), o),
                                    o, {0, 0, 0, 2})
                                 .output,
                             steps(q, k, v, o).output) == 0.0);
    o.rope = Rope{};
    const AttendInput whole = with_cache_and_rotation(single(q), single(k), single(v), {}, {}, o);
    const Batch turned_old = single(xt::view(head_of(whole.k, 0, 0), xt::range(0, 3)));
    const AttendInput cached = with_cache_and_rotation(single(q), single(new_k), single(new_v),
                                                       turned_old, single(old_v), o);
    CHECK(largest_difference(attend(cached, o, {0, 0, 0, 2}).output,
                             attend(whole, o, {0, 0, 0, 2}).output) == 0.0);
  }

  TEST_CASE(
      "takes positions of the reader's: moved all alike they change nothing, spread they do") {
    const Matrix x = sample(3, 4, 1);
    const auto output = [&x](const Matrix& positions) {
      return steps(x, x, x, {.rope = Rope{.positions = positions}}).output;
    };
    CHECK(largest_difference(output({{5, 6, 7}}), output({{0, 1, 2}})) <= 1e-12);
    CHECK(largest_difference(output({{0, 5, 9}}), output({{0, 1, 2}})) > 1e-3);
    CHECK_THROWS_AS(output({{0, 1}}), std::logic_error);
  }

  TEST_CASE("gives the same a few queries at a time as all at once") {
    AttendOptions o{.causal = true, .window = 70};
    const Batch x = single(sample(150, 3, 4));
    const AttendInput input = with_cache_and_rotation(x, x, x, {}, {}, o);
    const Matrix all = attend(input, o, {0, 0, 0, 150}).output;
    CHECK(largest_difference(head_of(attend_output(input, o), 0, 0), all) <= 1e-15);
  }

  TEST_CASE("rounds every step to the precision that is asked for") {
    const AttendSteps s = steps({{1.0 / 3.0}}, {{1.0 / 3.0}}, {{0.1}}, {.precision = kFloat16});
    CHECK(s.scores(0, 0) == 0x1.c7p-4);   // (1365/4096)² = 0.111053…, to 11 bits
    CHECK(s.output(0, 0) == 0x1.998p-4);  // 0.1 to 11 bits
  }
}
