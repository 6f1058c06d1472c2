// Does each choice do what it says? Against numbers worked by hand.
#include "diagnose/faulty_attention.hpp"

#include <doctest/doctest.h>

#include <cmath>

using attn::AttendOptions;
using attn::AttentionChoices;
using attn::AttentionNumbers;
using attn::Batch;
using attn::Index;
using attn::KnownTensors;
using attn::Matrix;

namespace {

using Choices = AttentionChoices;

// Scores as given: q times the unit matrix, not scaled.
KnownTensors of_scores(const Matrix& scores, AttendOptions options = {}) {
  options.scale = 1.0;
  const Matrix unit = xt::eye<double>(attn::columns(scores));
  return attn::known_tensors(scores, unit, unit, std::move(options));
}

Matrix weights(const KnownTensors& known, const Choices& choices) {
  return xt::view(attn::faulty_attention(known, choices).weights, 0, 0);
}

void check_same(const Matrix& found, const Matrix& expected) {
  REQUIRE(found.shape() == expected.shape());
  for (Index i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(found.data()[i] == doctest::Approx(expected.data()[i]).epsilon(1e-12));
  }
}

// Two heads of two components, two words: the rows [0 1 2 3] and [4 5 6 7].
Batch two_heads() {
  Batch batch = xt::empty<double>({Index{1}, Index{2}, Index{2}, Index{2}});
  for (Index h = 0; h < 2; ++h) {
    for (Index t = 0; t < 2; ++t) {
      for (Index c = 0; c < 2; ++c) batch(0, h, t, c) = static_cast<double>(4 * t + 2 * h + c);
    }
  }
  return batch;
}

const double kLn2 = std::log(2.0);

}  // namespace

TEST_SUITE_BEGIN("attention with a mistake");

TEST_CASE("takes its softmax along what is chosen, in powers of what is chosen") {
  // Exponentials 1, 2 and 1, 1.
  const KnownTensors known = of_scores({{0, kLn2}, {0, 0}});
  check_same(weights(known, {}), {{1.0 / 3, 2.0 / 3}, {0.5, 0.5}});
  check_same(weights(known, {.along = Choices::Along::column}), {{0.5, 2.0 / 3}, {0.5, 1.0 / 3}});
  check_same(weights(known, {.along = Choices::Along::everything}), {{0.2, 0.4}, {0.2, 0.2}});
  check_same(weights(of_scores({{0, 1}, {0, 0}}), {.base = Choices::Base::two}),
             {{1.0 / 3, 2.0 / 3}, {0.5, 0.5}});
}

TEST_CASE("scales by what is chosen, before or after") {
  // Of width 4 the score ln 16 is halved, or divided by 4; exponentials 4 and 2 beside 1.
  const KnownTensors known =
      attn::known_tensors({{std::log(16.0), 0, 0, 0}}, {{1, 0, 0, 0}, {0, 0, 0, 0}}, {{1}, {0}});
  check_same(weights(known, {}), {{0.8, 0.2}});
  check_same(weights(known, {.scale = Choices::Scale::by_width}), {{2.0 / 3, 1.0 / 3}});
  check_same(weights(known, {.scale = Choices::Scale::none}), {{16.0 / 17, 1.0 / 17}});
  check_same(weights(known, {.scale = Choices::Scale::multiplied}), {{256.0 / 257, 1.0 / 257}});
  check_same(weights(known, {.scale = Choices::Scale::after_softmax}), {{8.0 / 17, 0.5 / 17}});
}

TEST_CASE("hides what is chosen, and how") {
  const Matrix zeros{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  const KnownTensors known = of_scores(zeros, {.causal = true});
  const double third = 1.0 / 3;
  check_same(weights(known, {}), {{1, 0, 0}, {0.5, 0.5, 0}, {third, third, third}});
  check_same(weights(known, {.hidden = Choices::Hidden::one_key_less}),
             {{0.5, 0.5, 0}, {third, third, third}, {third, third, third}});
  check_same(weights(known, {.hidden = Choices::Hidden::one_key_more}),
             {{0, 0, 0}, {1, 0, 0}, {0.5, 0.5, 0}});
  check_same(weights(known, {.hidden = Choices::Hidden::the_others}),
             {{0, 0.5, 0.5}, {0, 0, 1}, {0, 0, 0}});
  check_same(weights(known, {.hiding = Choices::Hiding::after_softmax}),
             {{third, 0, 0}, {third, third, 0}, {third, third, third}});
  check_same(weights(of_scores({{kLn2, 0, 5}, {0, 0, 0}, {0, 0, 0}}, {.causal = true}),
                     {.hiding = Choices::Hiding::zero_put}),
             {{0.5, 0.25, 0.25}, {third, third, third}, {third, third, third}});
  check_same(weights(of_scores(zeros, {.window = 2}), {.hidden = Choices::Hidden::wider_window}),
             {{1, 0, 0}, {0.5, 0.5, 0}, {third, third, third}});
  check_same(weights(of_scores(zeros, {.window = 2}), {.hidden = Choices::Hidden::narrower_window}),
             {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
}

TEST_CASE("leaks through a large number where a row sees no key") {
  // Three queries, one key fewer: aligned bottom-right the first sees none.
  const KnownTensors known = of_scores({{0, kLn2}, {0, 0}, {0, 0}}, {.causal = true});
  check_same(weights(known, {}), {{0, 0}, {1, 0}, {0.5, 0.5}});
  const Matrix added = weights(known, {.hiding = Choices::Hiding::large_added});
  CHECK(added(0, 1) == doctest::Approx(2.0 / 3).epsilon(1e-9));  // as if nothing were hidden
  check_same(weights(known, {.hiding = Choices::Hiding::large_put}),
             {{0.5, 0.5}, {1, 0}, {0.5, 0.5}});
}

TEST_CASE("cuts and joins heads by reading the numbers in order") {
  KnownTensors known{two_heads(), two_heads(), two_heads(), {}, {}};
  // Every score 0: each output is the mean of the values of its head.
  known.options.scale = 0.0;
  const Batch right = attn::faulty_attention(known, {}).output;
  CHECK(right(0, 0, 0, 0) == 2.0);  // of 0 and 4
  CHECK(right(0, 1, 0, 0) == 4.0);  // of 2 and 6
  const Batch cut = attn::faulty_attention(known, {.split = Choices::Layout::reshaped}).output;
  CHECK(cut(0, 0, 0, 0) == 1.0);  // of 0 and 2: the first row, in two
  CHECK(cut(0, 1, 0, 0) == 5.0);  // of 4 and 6
  const Batch joined = attn::faulty_attention(known, {.join = Choices::Layout::reshaped}).output;
  CHECK(joined(0, 0, 0, 0) == 2.0);
  CHECK(joined(0, 1, 0, 0) == 2.0);  // the second row of head 0 stands beside its first
  CHECK(joined(0, 0, 1, 0) == 4.0);
}

TEST_CASE("mixes what is chosen") {
  const KnownTensors known =
      attn::known_tensors({{0, 0}, {0, 0}}, {{1, 2}, {3, 4}}, {{5, 6}, {7, 8}});
  const auto output = [&known](Choices::Mixed mixed) {
    return attn::faulty_attention(known, {.mixed = mixed}).output(0, 0, 0, 0);
  };
  CHECK(output(Choices::Mixed::values) == 6.0);
  CHECK(output(Choices::Mixed::keys) == 2.0);
  CHECK(output(Choices::Mixed::queries) == 0.0);
}

TEST_CASE("leaves out the sink, and the turning") {
  AttendOptions options;
  options.sink = attn::Vector{kLn2};
  const KnownTensors known = of_scores({{0, 0}}, options);
  check_same(weights(known, {}), {{0.25, 0.25}});
  check_same(weights(known, {.sink = Choices::Sink::left_out}), {{0.5, 0.5}});
  KnownTensors turned = attn::known_tensors({{1, 0}, {1, 0}}, {{1, 0}, {1, 0}}, {{1}, {2}});
  turned.options.rope = attn::Rope{};
  CHECK(weights(turned, {})(0, 0) > 0.5);  // one place apart, turned by one radian
  CHECK(weights(turned, {.positions = Choices::Positions::none})(0, 0) == 0.5);
}

TEST_SUITE_END();
