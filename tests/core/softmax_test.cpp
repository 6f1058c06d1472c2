// Do scores become a distribution, for every score that there is?
#include "core/softmax.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/rows.hpp"
#include "core/sample.hpp"

using namespace attn;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool all_nan(const Matrix& m) {
  for (const double x : m) {
    if (!std::isnan(x)) return false;
  }
  return m.size() > 0;
}

}  // namespace

TEST_SUITE("softmax") {
  TEST_CASE("of 1, 0, ½ is what a pocket calculator gives") {
    // e = 2.718282, 1 and √e = 1.648721 add up to 5.367003.
    const Matrix weights = softmax(Matrix{{1.0, 0.0, 0.5}});
    const Matrix by_hand{{2.718282 / 5.367003, 1.0 / 5.367003, 1.648721 / 5.367003}};
    CHECK(largest_difference(weights, by_hand) <= 1e-6);
  }

  TEST_CASE("keeps every stage: the maximum, the exponentials, their sum") {
    const SoftmaxSteps steps = softmax_steps(Matrix{{0.0, std::log(2.0)}, {5.0, 5.0}});
    CHECK(steps.peaks == Vector{std::log(2.0), 5.0});
    CHECK(largest_difference(steps.exps, Matrix{{0.5, 1.0}, {1.0, 1.0}}) <= 1e-15);
    CHECK(largest_difference(steps.sums, Vector{1.5, 2.0}) <= 1e-15);
    CHECK(largest_difference(steps.weights, Matrix{{1.0 / 3, 2.0 / 3}, {0.5, 0.5}}) <= 1e-15);
  }

  TEST_CASE("gives the figures of AI by Hand's spreadsheet") {
    // T. Yeh, basic/Softmax.xlsx, github.com/ImagineAILab/ai-by-hand-excel (MIT).
    const Matrix weights = softmax(Matrix{{1.0, 0.0, -1.0, 3.0}});
    const Matrix printed{
        {0.11245721367093253, 0.04137069692096015, 0.01521942886415593, 0.8309526605439513}};
    CHECK(largest_difference(weights, printed) <= 1e-15);
    const Matrix tied = softmax(Matrix{{1.0, 1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}});
    CHECK(tied(0, 0) == doctest::Approx(0.08533674259065846).epsilon(1e-14));
    CHECK(tied(0, 2) == doctest::Approx(0.23196931668407397).epsilon(1e-14));
  }

  TEST_CASE("gives the 0.88 and 0.12 of the Illustrated Transformer") {
    // Scores 112 and 96 over √64, jalammar.github.io/illustrated-transformer.
    const Matrix weights = softmax(Matrix{{112.0 / 8.0, 96.0 / 8.0}});
    CHECK(weights(0, 0) == doctest::Approx(0.88079708).epsilon(1e-8));
    CHECK(weights(0, 1) == doctest::Approx(0.11920292).epsilon(1e-7));
  }

  TEST_CASE("makes a distribution of every row") {
    for (unsigned seed = 0; seed < 30; ++seed) {
      const Matrix weights = softmax(sample(1 + seed % 6, 1 + seed % 11, seed));
      CHECK(largest_difference(row_sum(weights), xt::ones<double>({rows(weights)})) <= 1e-14);
      CHECK(range_of(weights).low > 0.0);
    }
  }

  TEST_CASE("is unchanged when a constant is added to a row") {
    for (unsigned seed = 0; seed < 30; ++seed) {
      const Matrix scores = sample(3, 5, seed);
      const Matrix shifted = scores + 100.0;
      CHECK(largest_difference(softmax(shifted), softmax(scores)) <= 1e-13);
    }
  }

  TEST_CASE("is unchanged by other rows") {
    const Matrix alone = softmax(Matrix{{1.0, 0.0, 0.5}});
    const Matrix beside = softmax(Matrix{{900.0, kNan, -kInf}, {1.0, 0.0, 0.5}});
    CHECK(row(beside, 1)[0] == alone(0, 0));
    CHECK(row(beside, 1)[2] == alone(0, 2));
  }

  TEST_CASE("agrees with the formula as written while that does not overflow") {
    const Matrix scores = sample(5, 7, 3);
    CHECK(largest_difference(softmax(scores), naive_softmax(scores)) <= 1e-15);
  }

  TEST_CASE("holds at 1000, where the formula as written is inf / inf") {
    const Matrix scores{{1000.0, 999.0, 0.0}};
    const double e = std::exp(1.0);
    CHECK(largest_difference(softmax(scores), Matrix{{e / (e + 1), 1 / (e + 1), 0.0}}) <= 1e-15);
    CHECK(std::isnan(naive_softmax(scores)(0, 0)));
    CHECK(naive_softmax(scores)(0, 2) == 0.0);
  }

  TEST_CASE("holds at −1000, where the formula as written is 0 / 0") {
    const Matrix scores{{-1000.0, -1000.0}};
    CHECK(softmax(scores) == Matrix{{0.5, 0.5}});
    CHECK(all_nan(naive_softmax(scores)));
  }

  TEST_CASE("gives a key at −∞ exactly nothing") {
    const Matrix weights = softmax(Matrix{{-kInf, 2.0, 2.0}});
    CHECK(weights == Matrix{{0.0, 0.5, 0.5}});
  }

  TEST_CASE("gives a row without a key 0, NaN or uniform weights, as asked") {
    const Matrix none{{-kInf, -kInf}};
    CHECK(softmax(none) == Matrix{{0.0, 0.0}});
    CHECK(softmax(none, EmptyRow::zero) == Matrix{{0.0, 0.0}});
    CHECK(softmax(none, EmptyRow::uniform) == Matrix{{0.5, 0.5}});
    CHECK(all_nan(softmax(none, EmptyRow::nan)));
  }

  TEST_CASE("treats a row that has a key the same, whatever is asked for one without") {
    const Matrix scores{{0.0, -kInf}};
    for (const EmptyRow empty : {EmptyRow::zero, EmptyRow::nan, EmptyRow::uniform}) {
      CHECK(softmax(scores, empty) == Matrix{{1.0, 0.0}});
    }
  }

  TEST_CASE("passes a NaN on to its whole row") {
    CHECK(all_nan(softmax(Matrix{{1.0, kNan, -kInf}})));
  }

  TEST_CASE("of a single key is 1") {
    CHECK(softmax(Matrix{{-3.0}, {7e300}}) == Matrix{{1.0}, {1.0}});
  }

  TEST_CASE("of nothing is nothing") {
    CHECK(softmax(xt::empty<double>({0, 0})).size() == 0);
    CHECK(softmax(xt::empty<double>({0, 3})).shape(1) == 3);
    CHECK(softmax(xt::empty<double>({3, 0})).shape(0) == 3);
  }
}

TEST_SUITE("entropy") {
  TEST_CASE("of n equal weights is ln n") {
    const Vector nats = entropy(Matrix{{0.25, 0.25, 0.25, 0.25}});
    CHECK(nats(0) == doctest::Approx(1.3862943611198906).epsilon(1e-15));
  }

  TEST_CASE("of a single weight of 1 is 0, zeros beside it or not") {
    CHECK(entropy(Matrix{{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}) == Vector{0.0, 0.0});
  }

  TEST_CASE("of ½, ¼, ¼ is 1.5 bits") {
    CHECK(entropy(Matrix{{0.5, 0.25, 0.25}})(0) ==
          doctest::Approx(1.5 * std::log(2.0)).epsilon(1e-15));
  }

  TEST_CASE("is NaN when a weight is") { CHECK(std::isnan(entropy(Matrix{{0.5, kNan}})(0))); }
}

TEST_SUITE("softmax with a sink") {
  TEST_CASE("of scores 0, 0 and a sink of 0 gives a third to each") {
    const Matrix weights = softmax_with_sink(Matrix{{0.0, 0.0}}, 0.0);
    CHECK(std::abs(weights(0, 0) - 1.0 / 3.0) < 1e-16);
    CHECK(std::abs(row_sum(weights)(0) - 2.0 / 3.0) < 1e-15);
  }

  TEST_CASE("is the usual softmax where the sink is −∞, and 0 where it dwarfs the scores") {
    const Matrix scores{{0.3, -1.2, 2.0}};
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(largest_difference(softmax_with_sink(scores, -infinity), softmax(scores)) == 0.0);
    CHECK(row_max(softmax_with_sink(scores, 1000.0))(0) == 0.0);
  }

  TEST_CASE(
      "has weights 0 where a row sees nothing but the sink, and asks of a row that is empty") {
    const double infinity = std::numeric_limits<double>::infinity();
    const Matrix hidden{{-infinity, -infinity}};
    CHECK(softmax_with_sink(hidden, 0.5, EmptyRow::nan)(0, 1) == 0.0);
    CHECK(softmax_with_sink(hidden, -infinity, EmptyRow::uniform)(0, 1) == 0.5);
  }
}
