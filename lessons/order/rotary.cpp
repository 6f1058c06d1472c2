// How do rotary embeddings make a score depend on the distance of two words alone?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rows.hpp"
#include "core/sinusoids.hpp"
#include "lessons/order/order.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::order {

namespace {

// A row as it stands at a position, its even part turned.
Matrix turned(const Matrix& x, double position, const OrderOptions& options) {
  const std::vector<double> positions(rows(x), position);
  return rotated(x, rotation(positions, columns(x) - columns(x) % 2, options.base), options.rope);
}

// The two words that are followed: the query of the first, the key of the last.
struct Followed {
  Matrix q, k;  // (1, d_k)
  double score(double query_place, double key_place, const OrderOptions& options) const {
    return dot(row(turned(q, query_place, options), 0), row(turned(k, key_place, options), 0));
  }
};

double sinusoid_score(const Steps& steps, double shift, double base) {
  const Matrix x = steps.sentence.embeddings + sinusoids(places(steps.count(), shift),
                                                         columns(steps.sentence.embeddings), base);
  const Matrix q = product(x, steps.sentence.w_q), k = product(x, steps.sentence.w_k);
  return dot(row(q, 0), row(k, steps.count() - 1));
}

void write_shifts(Page& page, const TwoOrders& two, const Followed& followed) {
  const Steps& steps = two.steps;
  const double last = static_cast<double>(steps.count() - 1);
  Table table{
      "shifts",
      fmt::format("The score of “{}” and “{}”, both moved on, by method", steps.words().front(),
                  steps.words().back()),
      {{"i", "i", ""}, {"j", "j", ""}, {"rope", "RoPE", "", 6}, {"sinusoids", "sinusoids", "", 6}},
      {}};
  const double first = followed.score(0.0, last, two.options);
  double worst = 0.0;
  for (const double shift : {0.0, 1.0, 10.0, 100.0, 1000.0}) {
    const double score = followed.score(shift, last + shift, two.options);
    worst = std::max(worst, std::abs(score - first));
    table.rows.push_back({static_cast<Integer>(shift), static_cast<Integer>(last + shift), score,
                          sinusoid_score(steps, shift, two.options.base)});
  }
  page.table(std::move(table));
  page.claim("relative", "rotary scores depend on i − j only: moving both words changes nothing",
             check(worst <= kTolerance *
                                std::max(1.0, norm(row(followed.q, 0)) * norm(row(followed.k, 0))),
                   "largest difference {}", tiny(worst)));
}

Table pairs_table(const TwoOrders& two, Index place) {
  const Steps& steps = two.steps;
  const Matrix q = rows_in_order(steps.q, {place});
  const Matrix after = turned(q, static_cast<double>(place), two.options);
  const Index pairs = columns(q) / 2;
  const bool half = two.options.rope == RotaryLayout::half;
  Table table{
      "pairs",
      fmt::format("The query of “{}” at place {}, pair by pair", steps.words()[place], place),
      {{"pair", "a, b", ""},
       {"angle", "angle, rad", ""},
       {"a", "q[a]", ""},
       {"b", "q[b]", ""},
       {"turned_a", "q'[a]", ""},
       {"turned_b", "q'[b]", ""}},
      {}};
  for (Index i = 0; i < std::min<Index>(pairs, 8); ++i) {
    const Index a = half ? i : 2 * i, b = half ? i + pairs : 2 * i + 1;
    const double angle =
        static_cast<double>(place) *
        std::pow(two.options.base, -static_cast<double>(i) / static_cast<double>(pairs));
    table.rows.push_back(
        {fmt::format("{}, {}", a, b), angle, q(0, a), q(0, b), after(0, a), after(0, b)});
  }
  return table;
}

Chart rotation_chart(const TwoOrders& two, Index place) {
  constexpr Index kPlaces = 40;
  const Matrix q = rows_in_order(two.steps.q, {place});
  const bool half = two.options.rope == RotaryLayout::half;
  Chart chart{"rope-chart",
              fmt::format("The query of “{}”: the first component of each pair, by place",
                          two.steps.words()[place]),
              "place",
              "component",
              false,
              false,
              {}};
  for (Index i = 0; i < std::min<Index>(columns(q) / 2, 4); ++i) {
    Series series{fmt::format("pair {}", i), {}};
    for (const double p : places(kPlaces)) {
      series.points.emplace_back(p, turned(q, p, two.options)(0, half ? i : 2 * i));
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

Chart distance_chart(const TwoOrders& two, const Followed& followed) {
  constexpr int kFurthest = 20;
  Series series{"score", {}};
  for (int d = -kFurthest; d <= kFurthest; ++d) {
    series.points.emplace_back(d, followed.score(d, 0.0, two.options));
  }
  return {"distance-chart",
          fmt::format("The rotary score of “{}” and “{}” by their distance i − j",
                      two.steps.words().front(), two.steps.words().back()),
          "i − j",
          "score",
          false,
          false,
          {series}};
}

// The other layout gives the same scores once components are permuted to suit it.
Check layouts_agree(const Steps& steps, double base) {
  const Index even = columns(steps.q) - columns(steps.q) % 2;
  const auto neighbours_of_halves = [even](const Matrix& m) {
    Matrix result = m;
    for (Index t = 0; t < rows(m); ++t) {
      for (Index i = 0; i < even / 2; ++i) {
        result(t, i) = m(t, 2 * i);
        result(t, i + even / 2) = m(t, 2 * i + 1);
      }
    }
    return result;
  };
  const Rotation turn = rotation(places(steps.count()), even, base);
  const auto scores = [&turn](const Matrix& q, const Matrix& k, RotaryLayout layout) {
    return product(rotated(q, turn, layout), transposed(rotated(k, turn, layout)));
  };
  return same(
      scores(steps.q, steps.k, RotaryLayout::pairs),
      scores(neighbours_of_halves(steps.q), neighbours_of_halves(steps.k), RotaryLayout::half),
      tolerance_of(steps) * 100.0);
}

}  // namespace

void write_rotary(Page& page, const TwoOrders& two) {
  const Steps& steps = two.steps;
  const Followed followed{rows_in_order(steps.q, {0}), rows_in_order(steps.k, {steps.count() - 1})};
  page.equation("rope-formula",
                {R"(q'_{2i} = q_{2i} \cos(t \omega_i) - q_{2i+1} \sin(t \omega_i))",
                 R"(q'_{2i+1} = q_{2i} \sin(t \omega_i) + q_{2i+1} \cos(t \omega_i))"});
  page.say(
      "Rotary embeddings (Su et al., 2021, arXiv 2104.09864) add nothing. They turn each pair of "
      "components of every query and key by an angle, its position times ω. Values stay. Turning "
      "both by the same angle leaves their dot product, so only the difference "
      "counts:");
  page.equation("relative-formula", {R"(q'_i \cdot k'_j = g(q_i, k_j, i - j))"});
  if (columns(steps.q) < 2) return page.say("These keys have one component: no pair to turn.");
  const Index place = steps.count() - 1;
  page.table(pairs_table(two, place));
  page.chart(rotation_chart(two, place));
  write_shifts(page, two, followed);
  page.chart(distance_chart(two, followed));
  const Matrix q = rows_in_order(steps.q, {place}),
               after = turned(q, static_cast<double>(place), two.options);
  page.claim("length-kept", "turning keeps the length of a query",
             check(std::abs(norm(row(q, 0)) - norm(row(after, 0))) <=
                       kTolerance * std::max(1.0, norm(row(q, 0))),
                   "{:.6g} before, {:.6g} after", norm(row(q, 0)), norm(row(after, 0))));
  page.say(
      "Which components make a pair is a convention: neighbours in the paper and in Llama's own "
      "code, one of each half in GPT-NeoX and Hugging Face. Weights trained with one are nonsense "
      "with the other, unless their columns are permuted.");
  page.claim("layouts", "with components permuted to suit, both pairings give the same scores",
             layouts_agree(steps, two.options.base));
}

}  // namespace attn::lessons::order
