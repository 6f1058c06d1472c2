#include "lessons/shared/observations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rows.hpp"
#include "lessons/shared/claims.hpp"

namespace attn {

namespace {

constexpr int kDigits = 4;  // what the weights are shown with
constexpr double kUnits = 1e4;

double cosine(std::span<const double> a, std::span<const double> b) {
  return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b));
}

struct Pair {
  Index first, second;
  double cosine;
};

// The most similar embeddings of two different words; none when all are the same word.
std::optional<Pair> most_similar(const Sentence& sentence) {
  std::optional<Pair> best;
  for (Index i = 0; i < sentence.tokens.size(); ++i) {
    for (Index j = i + 1; j < sentence.tokens.size(); ++j) {
      if (sentence.tokens[i] == sentence.tokens[j]) continue;
      const double c = cosine(row(sentence.embeddings, i), row(sentence.embeddings, j));
      if (std::isfinite(c) && (!best || c > best->cosine)) best = Pair{i, j, c};
    }
  }
  return best;
}

}  // namespace

double displayed_sum(std::span<const double> weights) {
  const auto displayed = [](double sum, double weight) {
    return sum + std::stod(fmt::format("{:.{}f}", weight, kDigits)) * kUnits;
  };
  return std::round(std::accumulate(weights.begin(), weights.end(), 0.0, displayed)) / kUnits;
}

bool displays_one(std::span<const double> weights) {
  return std::abs(displayed_sum(weights) - 1.0) < 0.5 / kUnits;
}

void observe_displayed_sums(Page& page, const Labels& labels, const Matrix& weights) {
  const Vector sums = row_sum(weights);
  Table table{"row-sums",
              "Row sums: of the weights, and of the digits on this page",
              {{"word", "row", ""}, {"sum", "sum", "", 6}, {"shown", "sum as shown", ""}},
              {}};
  Labels off;
  for (Index i = 0; i < labels.size(); ++i) {
    table.rows.push_back({labels[i], sums(i), displayed_sum(row(weights, i))});
    if (!displays_one(row(weights, i))) off.push_back(fmt::format("“{}”", labels[i]));
  }
  page.table(std::move(table));
  if (!off.empty()) {
    page.say(
        "Add up the digits that are shown: those of {} do not give exactly 1. Each weight was "
        "rounded to {} digits, the sum was not.",
        fmt::join(off, ", "), kDigits);
  }
}

void observe_equal_words(Page& page, const Steps& steps) {
  for (Index i = 0; i < steps.count(); ++i) {
    for (Index j = i + 1; j < steps.count(); ++j) {
      const Matrix twins = rows_in_order(steps.sentence.embeddings, {i, j});
      if (steps.words()[i] != steps.words()[j] ||
          !std::ranges::equal(row(twins, 0), row(twins, 1))) {
        continue;
      }
      const Matrix first = rows_in_order(steps.a.weights, {i}),
                   second = rows_in_order(steps.a.weights, {j});
      if (steps.mask) {
        page.claim("equal-words", "equal words differ under the mask: they see different keys",
                   check(!same(first, second, 0.0).holds, "rows {} and {} are both “{}”", i, j,
                         steps.words()[i]));
      } else {
        page.claim("equal-words",
                   fmt::format("rows {} and {}, both “{}”, are identical", i, j, steps.words()[i]),
                   same(first, second, tolerance_of(steps)));
        page.say(
            "The two rows are equal because nothing in the arithmetic knows where a word stands. "
            "Order has to be put into the embeddings; that is what positional encodings are for.");
      }
      return;
    }
  }
}

void observe_similar_words(Page& page, const Steps& steps) {
  const std::optional<Pair> pair = most_similar(steps.sentence);
  if (!pair) return;
  const std::string& a = steps.words()[pair->first];
  const std::string& b = steps.words()[pair->second];
  const double uniform = 1.0 / static_cast<double>(steps.count());
  const double there = steps.a.weights(pair->first, pair->second);
  const double back = steps.a.weights(pair->second, pair->first);
  page.table({"similar-words",
              "Do the two most similar embeddings attend to each other?",
              {{"pair", "words", ""},
               {"cosine", "cosine", ""},
               {"there", "weight there", ""},
               {"back", "weight back", ""},
               {"uniform", "uniform", ""}},
              {{fmt::format("{}, {}", a, b), pair->cosine, there, back, uniform}}});
  page.say(
      "{}. Weights compare a query with a key, not two embeddings, and the projections between "
      "them are random here: similar words need not look at each other. In a trained model they do "
      "so only where training made W_Q and W_K agree.",
      std::max(there, back) < uniform ? "They do not: both weights are below uniform"
      : std::min(there, back) > uniform
          ? "Here they do, both weights being above uniform; but that is chance"
          : "Only one way: one weight is above uniform, the other below");
}

void observe_order(Page& page, const Steps& steps) {
  if (steps.mask || steps.count() < 2) return;
  std::vector<Index> reversed(steps.count());
  std::iota(reversed.rbegin(), reversed.rend(), Index{0});
  page.claim("order-blind", "words in reverse order give the same outputs, in reverse order",
             same(attention_in_order(steps, reversed).output,
                  rows_in_order(steps.a.output, reversed), tolerance_of(steps)));
}

}  // namespace attn
