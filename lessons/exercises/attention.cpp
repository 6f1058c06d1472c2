// Sheets of attention itself: walkthrough, causal-mask, heads, order.
#include "core/mask.hpp"
#include "lessons/exercises/parts.hpp"
#include "lessons/exercises/sheets.hpp"

namespace attn::lessons::exercises {

namespace rules = practice;

void walkthrough(Plan& plan) {
  constexpr Index kWords = 3, kModel = 2, kKey = 4, kValue = 2;
  const Labels words = sentence(plan, kWords);
  const auto project = [&](const char* id, const char* title, Index x, Index w, Index width,
                           std::string letter) {
    return plan.step(id, title, letter + " = " + plan.either("X W_" + letter, "W_" + letter + " X"),
                     words_down(words), components(width), rules::product(x, w));
  };
  const Index x = plan.given("embeddings", "Embeddings X", words_down(words), components(kModel),
                             plan.wholes(kWords, kModel, -1, 2));
  const auto weights = [&](const char* id, const char* title, Index width) {
    return plan.given(id, title, components(kModel), components(width),
                      plan.wholes(kModel, width, -1, 1));
  };
  const Index w_q = weights("w_q", "Projection W_Q", kKey);
  const Index w_k = weights("w_k", "Projection W_K", kKey);
  const Index w_v = plan.given("w_v", "Projection W_V", components(kModel), components(kValue),
                               plan.halves(kModel, kValue, -2, 4));
  const Index q = project("q", "Queries", x, w_q, kKey, "Q");
  const Index k = project("k", "Keys", x, w_k, kKey, "K");
  const Index v = project("v", "Values", x, w_v, kValue, "V");
  attention_steps(plan, {q, k, v, kKey, kValue, words, words});
}

void causal_mask(Plan& plan) {
  constexpr Index kWords = 4, kValue = 2;
  const Labels words = sentence(plan, kWords);
  const Index d_k = plan.one_of<Index>({4, 16});
  const int reach = d_k == 4 ? 4 : 8;
  const std::string title = "Scores, d_k = " + std::to_string(d_k);
  const Index scores = plan.given("scores", title, queries(words), keys(words),
                                  plan.wholes(kWords, kWords, -reach, reach));
  const Index v = plan.given("v", "Values V", words_down(words), components(kValue),
                             plan.halves(kWords, kValue, -4, 8));
  const Index scaled = plan.step("scaled", "Scores, scaled", "S' = \\frac{S}{\\sqrt{d_k}}",
                                 queries(words), keys(words), rules::scaled(scores, d_k));
  const Index visible = plan.step("visible", "Scores after the causal mask; −inf where it hides",
                                  "s'_{ij} = -\\infty \\quad \\text{where } j > i", queries(words),
                                  keys(words), rules::hidden(scaled, attn::causal_mask(kWords)));
  mixed(plan, visible, {0, 0, v, d_k, kValue, words, words});
}

void heads(Plan& plan) {
  constexpr Index kWords = 2, kHeads = 2, kKey = 4;
  const Labels words = sentence(plan, kWords);
  const auto given = [&](const char* id, const char* title, Index width, int low, int high) {
    return plan.given(id, title, words_down(words), components(width),
                      plan.wholes(kWords, width, low, high));
  };
  const Index q =
      given("q", "Queries Q of both heads, side by side; d_k = 4", kHeads * kKey, -1, 2);
  const Index k = given("k", "Keys K of both heads", kHeads * kKey, -1, 2);
  const Index v = given("v", "Values V of both heads, d_v = 1", kHeads, -2, 4);
  const Index w_o = plan.given("w_o", "Output projection W_O", components(kHeads),
                               components(kHeads), plan.wholes(kHeads, kHeads, -1, 2));
  std::vector<Index> outputs;
  for (Index head = 0; head < kHeads; ++head) {
    const HeadOf part{{head, kHeads}, "_" + std::to_string(head)};
    outputs.push_back(attention_steps(plan, {q, k, v, kKey, 1, words, words, part}).output);
  }
  plan.step("output", "Output: both heads side by side, projected",
            plan.either("O = [O_0, O_1] W_O", "O = W_O [O_0, O_1]"), words_down(words),
            components(kHeads), rules::joined_product(outputs, w_o));
}

void order(Plan& plan) {
  constexpr Index kWords = 3, kWidth = 4;
  constexpr double kBase = 100.0;  // waves of 1 and 0.1 radians a step
  const Labels words = sentence(plan, kWords);
  const Axis pairs{"", {"pair 0", "pair 1"}};
  Matrix places = xt::zeros<double>({kWords, Index{1}});
  const int first = plan.whole(1, 4);
  for (Index i = 0; i < kWords; ++i) places(i, 0) = first + static_cast<int>(i);
  Matrix frequencies{{1.0, 1.0 / std::sqrt(kBase)}};
  const Index x = plan.given("embeddings", "Embeddings X", words_down(words), components(kWidth),
                             plan.halves(kWords, kWidth, -4, 4));
  const Index t = plan.given("places", "Places t", words_down(words), {}, places);
  const Index w =
      plan.given("frequencies", "Frequencies ω, in radians a place", {}, pairs, frequencies);
  const Index angles = plan.step("angles", "Angles", "\\theta_{ti} = t \\omega_i",
                                 words_down(words), pairs, rules::product(t, w));
  const Index positions = plan.step(
      "positions", "Positions: sine and cosine of each angle (in radians), pair after pair",
      "p_{t,2i} = \\sin(\\theta_{ti}), \\quad p_{t,2i+1} = \\cos(\\theta_{ti})", words_down(words),
      components(kWidth), rules::waves(angles));
  plan.step("embedded", "What goes into the first layer", "X + P", words_down(words),
            components(kWidth), rules::sum(x, positions));
  plan.step("dots", "Every position times every other", plan.either("P P^\\top", "P^\\top P"),
            words_down(words), {"word", words}, rules::dots(positions, positions));
}

}  // namespace attn::lessons::exercises
