// At which length does attention begin to cost more than a recurrent layer?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/costs/layer_cost.hpp"
#include "lessons/cost/cost.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::cost {

namespace {

std::vector<Integer> lengths(std::vector<Integer> tokens) {
  std::ranges::sort(tokens);
  tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
  return tokens;
}

// From d / 64 to 64 d, so that the crossing lies in the middle.
Chart crossing_chart(Integer d) {
  Chart chart{"crossing-chart",
              fmt::format("Products of one layer, d = {}", grouped(d)),
              "words n",
              "products",
              true,
              true,
              {{"attention 2n²d", {}}, {"recurrent 2nd²", {}}}};
  for (int i = -6; i <= 6; ++i) {
    const double n = static_cast<double>(d) * std::exp2(i), width = static_cast<double>(d);
    chart.series[0].points.emplace_back(n, 2.0 * n * n * width);
    chart.series[1].points.emplace_back(n, 2.0 * n * width * width);
  }
  return chart;
}

}  // namespace

void write_crossing(Page& page, const CostOptions& options) {
  const Integer d = options.width;
  page.say(
      "Divide 2n²d by 2nd² and n/d is left. Comparing and mixing alone take fewer products than "
      "recurrence while the text is shorter than the model is wide, and more when it is longer; at "
      "n = d = {} both take {}.",
      grouped(d), grouped(attention_cost(d, d).products));
  Table table{"crossing",
              fmt::format("Products of one layer, d = {}", grouped(d)),
              {{"n", "words n", ""},
               {"attention", "attention", ""},
               {"recurrent", "recurrent", ""},
               {"ratio", "ratio n/d", "", 4, Column::Notation::general},
               {"projections", "W_Q … W_O, 4nd²", ""},
               {"total", "attention in all", ""}},
              {}};
  bool agree = attention_cost(d, d).products == recurrent_cost(d, d).products, dearer = true;
  for (const Integer n : lengths(options.tokens)) {
    const Integer a = attention_cost(n, d).products, r = recurrent_cost(n, d).products;
    const Integer projections = projection_products(n, d), total = checked_add(a, projections);
    dearer = dearer && total > 2 * r;
    agree = agree && (a < r) == (n < d) && (a > r) == (n > d);
    table.rows.push_back(
        {n, a, r, static_cast<double>(a) / static_cast<double>(r), projections, total});
  }
  page.table(std::move(table));
  page.chart(crossing_chart(d));
  page.claim("meet-at-d", "comparing and mixing take fewer products below n = d, and more above",
             check(agree, "n = d and every row above"));
  page.claim("never-cheaper",
             "with its projections attention takes more than twice the products of recurrence",
             check(dearer, "every row above"));
  const Integer few = 512, wide = 4096,
                all = attention_cost(few, wide).products + projection_products(few, wide);
  page.say(
      "So for {} words in a model {} wide comparing and mixing take 1/{} of the recurrent "
      "products. But those hold the projection of the words, and attention's own are not in 2n²d: "
      "in all it takes 2n²d + 4nd², here {:.4g} times recurrence. Until n = 2d its projections "
      "cost more than all the comparing.",
      few, grouped(wide), recurrent_cost(few, wide).products / attention_cost(few, wide).products,
      static_cast<double>(all) / static_cast<double>(recurrent_cost(few, wide).products));
}

}  // namespace attn::lessons::cost
