// At which length does attention begin to cost more than a recurrent layer?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/layer_cost.hpp"
#include "lessons/checks.hpp"
#include "lessons/cost.hpp"

namespace attn {

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

void write_crossing(Page& page, const CostOptions& o) {
  const Integer d = o.width;
  page.heading("Where they cross");
  page.say(
      "Divide 2n²d by 2nd² and n/d is left. Texts shorter than the model is wide are cheaper with "
      "attention, longer ones with recurrence; at n = d = {} both take {} products.",
      grouped(d), grouped(attention_cost(d, d).products));
  Table table{"crossing",
              fmt::format("Products of one layer, d = {}", grouped(d)),
              {{"n", "words n", ""},
               {"attention", "attention", ""},
               {"recurrent", "recurrent", ""},
               {"ratio", "ratio n/d", "", 4, Column::Notation::general},
               {"projections", "W_Q … W_O, 4nd²", ""}},
              {}};
  bool agree = attention_cost(d, d).products == recurrent_cost(d, d).products;
  for (const Integer n : lengths(o.tokens)) {
    const Integer a = attention_cost(n, d).products, r = recurrent_cost(n, d).products;
    agree = agree && (a < r) == (n < d) && (a > r) == (n > d);
    table.rows.push_back(
        {n, a, r, static_cast<double>(a) / static_cast<double>(r), projection_products(n, d)});
  }
  page.table(std::move(table));
  page.chart(crossing_chart(d));
  page.claim("meet-at-d",
             "below n = d attention takes fewer products, at n = d as many, above more",
             check(agree, "n = d and {} lengths compared", lengths(o.tokens).size()));
  const Integer few = 512, wide = 4096;
  page.say(
      "So {} words in a model {} wide cost attention {} of the recurrent products. The last column "
      "is fair play: the projections of attention are not in 2n²d, and until n = 2d they cost more "
      "than all the comparing.",
      few, wide,
      fmt::format("1/{}", recurrent_cost(few, wide).products / attention_cost(few, wide).products));
}

}  // namespace attn
