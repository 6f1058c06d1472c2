// Is every mistake of the table found in the numbers that it gives?
#include "diagnose/diagnosis.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <string>

using attn::AttendOptions;
using attn::AttentionNumbers;
using attn::Batch;
using attn::Diagnosis;
using attn::Explanation;
using attn::Fault;
using attn::Faults;
using attn::GivenNumbers;
using attn::Index;
using attn::KnownTensors;
using attn::Matrix;

namespace {

Batch random_batch(std::mt19937& random, Index b, Index h, Index t, Index d) {
  Batch batch = xt::empty<double>({b, h, t, d});
  std::normal_distribution<double> normal;
  for (double& x : batch) x = normal(random);
  return batch;
}

// Small tensors of a kind, on which a good part of the mistakes can be made.
KnownTensors random_problem(std::mt19937& random, int kind) {
  const Index b = 1 + random() % 2, h = 1 << (kind % 3), kv = kind % 2 == 0 ? h : (h + 1) / 2;
  const Index t = 3 + random() % 3, d = 4, past = kind % 4 == 3 ? 2 : 0;
  KnownTensors known{random_batch(random, b, h, t, d),
                     random_batch(random, b, kv, t, d),
                     random_batch(random, b, kv, t, kind % 5 == 0 ? d : Index{3}),
                     {},
                     {}};
  if (past > 0) {
    known.past_k = random_batch(random, b, kv, past, d);
    known.past_v = random_batch(random, b, kv, past, known.v.shape(3));
  }
  AttendOptions& o = known.options;
  o.causal = kind % 3 != 0;
  if (kind % 6 == 1) o.window = 2;
  if (kind % 4 >= 2) o.rope = attn::Rope{.base = 10.0};
  if (kind % 5 == 2) {
    o.sink = attn::Vector::from_shape({h});
    std::ranges::fill(*o.sink, 0.5);
  }
  if (kind % 7 == 3) o.scale = 0.8;
  if (kind % 7 == 5) o.softcap = 2.0;
  return known;
}

Batch printed(const Batch& exact, int decimals) {
  Batch result = exact;
  const double unit = std::pow(10.0, decimals);
  for (double& x : result) x = std::round(x * unit) / unit;
  return result;
}

double apart(const Batch& a, const Batch& b) {
  double largest = 0.0;
  for (Index i = 0; i < a.size(); ++i) {
    const double x = a.data()[i], y = b.data()[i];
    if (!(std::isnan(x) && std::isnan(y))) largest = std::max(largest, std::abs(x - y));
  }
  return largest;
}

// That the diagnosis holds the faults, or what gives numbers like theirs.
void check_found(const KnownTensors& known, const Faults& faults, int decimals) {
  const AttentionNumbers numbers = attn::faulty_attention(known, attn::choices_with(faults));
  const AttentionNumbers right = attn::faulty_attention(known, {});
  GivenNumbers given{decimals > 0 ? printed(numbers.weights, decimals) : numbers.weights,
                     decimals > 0 ? printed(numbers.output, decimals) : numbers.output};
  if (decimals > 0) given.decimals = decimals;
  const Diagnosis found = attn::diagnosed(known, given);
  for (const Fault* fault : faults) CAPTURE(std::string(fault->id));
  CAPTURE(decimals);
  REQUIRE(!found.explanations.empty());
  const bool hidden = apart(right.weights, *given.weights) <= found.tolerance &&
                      apart(right.output, *given.output) <= found.tolerance;
  CHECK(found.is_right() == hidden);
  const auto has_them = [&faults](const Explanation& e) { return e.faults == faults; };
  // Pairs are only looked for where no mistake alone gives the numbers.
  const bool alone = found.explanations.back().faults.size() < faults.size();
  if (!alone) CHECK(std::ranges::any_of(found.explanations, has_them));
  for (const Explanation& e : found.explanations) {
    const AttentionNumbers same = attn::faulty_attention(known, attn::choices_with(e.faults));
    CHECK(apart(same.weights, *given.weights) <= found.tolerance);
    CHECK(apart(same.output, *given.output) <= found.tolerance);
  }
}

const Matrix kQ{{1, 0, 1, 0}, {0, 1, 0, 2}}, kK{{1, 0, 1, 0}, {0, 1, 0, 1}, {2, 0, 0, 1}},
    kV{{10, 0}, {0, 10}, {5, 5}};

std::set<std::string> ids(const Diagnosis& diagnosis) {
  std::set<std::string> names;
  for (const Explanation& e : diagnosis.explanations) {
    for (const Fault* fault : e.faults) names.insert(std::string(fault->id));
  }
  return names;
}

}  // namespace

TEST_SUITE_BEGIN("a diagnosis");

TEST_CASE("finds every single mistake in random numbers, exact or printed") {
  std::mt19937 random(1);
  std::set<std::string_view> made;
  for (int kind = 0; kind < 42; ++kind) {
    const KnownTensors known = random_problem(random, kind);
    for (const Faults& faults : attn::single_faults(known)) {
      made.insert(faults.front()->id);
      for (const int decimals : {0, 4, 2 + kind % 2}) check_found(known, faults, decimals);
    }
  }
  // The other two are about keys as many as components, and a mask that hides whole rows.
  for (const Fault& fault : attn::faults()) {
    CAPTURE(std::string(fault.id));
    CHECK(made.contains(fault.id));
  }
}

TEST_CASE("finds pairs of mistakes") {
  std::mt19937 random(2);
  for (int kind = 0; kind < 12; ++kind) {
    const KnownTensors known = random_problem(random, kind);
    const std::vector<Faults> pairs = attn::fault_pairs(known);
    REQUIRE(pairs.size() > 30);
    for (int sample = 0; sample < 4; ++sample) {
      check_found(known, pairs[random() % pairs.size()], sample % 2 == 0 ? 0 : 4);
    }
  }
}

TEST_CASE("says that right numbers are right, and computes them as attn does") {
  std::mt19937 random(3);
  for (int kind = 0; kind < 42; ++kind) {
    CAPTURE(kind);
    const KnownTensors known = random_problem(random, kind);
    const attn::AttendInput input = attn::with_cache_and_rotation(
        known.q, known.k, known.v, known.past_k, known.past_v, known.options);
    const Batch output = attn::attend_output(input, known.options);
    CHECK(apart(output, attn::faulty_attention(known, {}).output) == 0.0);
    CHECK(attn::diagnosed(known, {.output = output}).is_right());
    CHECK(attn::diagnosed(known, {.output = printed(output, 3)}).is_right());
  }
}

TEST_CASE("knows mistakes worked by hand") {
  const KnownTensors known = attn::known_tensors(kQ, kK, kV);
  // Scores [[2, 0, 2], [0, 3, 2]]; undivided, row 0 has e² / (2e² + 1) = 0.4683.
  const Matrix unscaled{{0.4683, 0.0634, 0.4683}, {0.0351, 0.7054, 0.2595}};
  REQUIRE(attn::fault_of_weights(known, unscaled, 4) != nullptr);
  CHECK(attn::fault_of_weights(known, unscaled, 4)->id == "scale_left_out");
  // Halved, down a column: e / (e + 1) = 0.7311; 1 / (1 + e^1.5) = 0.1824; a half.
  const Matrix columns{{0.73, 0.18, 0.50}, {0.27, 0.82, 0.50}};
  REQUIRE(attn::fault_of_weights(known, columns, 2) != nullptr);
  CHECK(attn::fault_of_weights(known, columns, 2)->id == "softmax_along_the_other_axis");
  const double missing = std::numeric_limits<double>::quiet_NaN();
  const Matrix one_row{{missing, missing, missing}, {0.2689, 0.8176, 0.5}};
  CHECK(attn::fault_of_weights(known, one_row, 4)->id == "softmax_along_the_other_axis");
}

TEST_CASE("names none for right numbers, for strange ones, and where it cannot decide") {
  const KnownTensors known = attn::known_tensors(kQ, kK, kV);
  const Matrix right = xt::view(attn::faulty_attention(known, {}).weights, 0, 0);
  CHECK(attn::fault_of_weights(known, right, 4) == nullptr);
  CHECK(attn::fault_of_weights(known, Matrix{{9, 9, 9}, {9, 9, 9}}, 4) == nullptr);
  const double missing = std::numeric_limits<double>::quiet_NaN();
  const Matrix nothing{{missing, missing, missing}, {missing, missing, missing}};
  CHECK(attn::fault_of_weights(known, nothing, 4) == nullptr);
}

TEST_CASE("says how far the nearest is when none gives the numbers") {
  const KnownTensors known = attn::known_tensors(kQ, kK, kV);
  Batch output = attn::faulty_attention(known, {}).output;
  output(0, 0, 1, 1) += 0.125;
  const Diagnosis found = attn::diagnosed(known, {.output = output});
  CHECK(found.explanations.empty());
  CHECK(found.nearest.distance <= 0.125);
  CHECK(found.tried > 30);
}

TEST_CASE("tells apart what is alike on these tensors from what is alike at these digits") {
  attn::AttendOptions causal{.causal = true};
  const Matrix keys{{1, 0, 1, 0}, {0, 1, 0, 1}}, values{{10, 0}, {0, 10}};
  const KnownTensors known = attn::known_tensors(kQ, keys, values, causal);
  const AttentionNumbers right = attn::faulty_attention(known, {});
  const Diagnosis found = attn::diagnosed(known, {.weights = right.weights});
  CHECK(found.is_right());
  CHECK(ids(found).contains("top_left_for_bottom_right"));
  for (const Explanation& e : found.explanations) CHECK(e.from_first <= found.tolerance);
}

TEST_CASE("compares at the decimals that numbers show") {
  using Numbers = std::vector<double>;
  CHECK(attn::decimals_of(Numbers{0.25, 0.5}) == 2);
  CHECK(attn::decimals_of(Numbers{0.1, 1e-5}) == 5);
  CHECK(attn::decimals_of(Numbers{1.5e-4}) == 5);
  CHECK(attn::decimals_of(Numbers{1e20, 3.0}) == std::nullopt);
  CHECK(attn::decimals_of(Numbers{1.0 / 3.0}) == std::nullopt);
  CHECK(attn::decimals_of(Numbers{}) == std::nullopt);
  CHECK(attn::agreeing_decimals(0.00003) == 4);
  CHECK(attn::agreeing_decimals(0.0) == 15);
  CHECK(attn::agreeing_decimals(7.0) == 0);
}

TEST_CASE("takes infinities, NaN and huge numbers for what they are") {
  const KnownTensors known = attn::known_tensors(kQ, kK, kV);
  Batch output = attn::faulty_attention(known, {}).output;
  for (const double strange : {std::numeric_limits<double>::infinity(), 1e308, -1e308,
                               std::numeric_limits<double>::quiet_NaN()}) {
    output(0, 0, 0, 0) = strange;
    const Diagnosis found = attn::diagnosed(known, {.output = output});
    CHECK_FALSE(found.is_right());
  }
}

TEST_SUITE_END();
