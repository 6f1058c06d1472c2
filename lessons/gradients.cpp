// Lesson: gradients. What does each score receive on the way back, and how far does it move a
// weight?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/gradients/attention_gradients.hpp"
#include "core/gradients/layer_gradients.hpp"
#include "core/rows.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/steps.hpp"

namespace attn::lessons::gradients {

namespace {

struct GradientsOptions {
  StepsOptions sentence;
  std::optional<std::string> toward = {};
  double rate = 0.1;
};

void declare(Knobs& knobs, GradientsOptions& options) {
  knobs.example("attn gradients", "Three words, every step back");
  knobs.example("attn gradients --text \"the dog bit the man\" --focus dog --toward man",
                "Your own sentence");
  options.sentence.input.usual = options.sentence.input.example = "cat-sat";
  declare_steps(knobs, options.sentence);
  knobs.text("--toward", options.toward, "WORD",
             "The word whose value the focus word's output is to become (the one it looks at "
             "least)");
  knobs.real("--rate", options.rate, 0.0, 1e6, "How far a step goes along the gradient");
}

// What the page is about: forward, the loss, and all that comes back.
struct Way {
  Steps steps;
  Index toward = 0;
  Matrix target, d_output;  // (1, d_v) and (T, d_v), 0 but in the focus word's row
  double loss = 0.0;        // ½ Σ (output − target)², of the focus word
  AttentionGradients back;
  LinearGradients w_q, w_k, w_v;
};

double loss_of(const Matrix& output, Index focus, const Matrix& target) {
  double loss = 0.0;
  for (Index c = 0; c < columns(output); ++c) {
    loss += 0.5 * (output(focus, c) - target(0, c)) * (output(focus, c) - target(0, c));
  }
  return loss;
}

Index least_looked_at(const Steps& steps) {
  const auto shares = row(steps.a.weights, steps.focus);
  Index least = steps.focus;
  for (Index j = 0; j < shares.size(); ++j) {
    if (shares[j] > 0.0 && shares[j] < shares[least]) least = j;
  }
  return least;
}

Way take_way(const GradientsOptions& options) {
  Way way;
  way.steps = take_steps(options.sentence);
  const Steps& steps = way.steps;
  way.toward =
      options.toward ? find_token(steps.sentence, *options.toward) : least_looked_at(steps);
  way.target = rows_in_order(steps.v, {way.toward});
  way.d_output = xt::zeros_like(steps.a.output);
  for (Index c = 0; c < columns(steps.v); ++c) {
    way.d_output(steps.focus, c) = steps.a.output(steps.focus, c) - way.target(0, c);
  }
  way.loss = loss_of(steps.a.output, steps.focus, way.target);
  way.back =
      attention_gradients(steps.q, steps.k, steps.v, steps.a.weights, steps.a.scale, way.d_output);
  const Matrix& x = steps.sentence.embeddings;
  way.w_q = linear_gradients(x, steps.sentence.w_q, way.back.q);
  way.w_k = linear_gradients(x, steps.sentence.w_k, way.back.k);
  // The target is held still: only the output moves.
  way.w_v = linear_gradients(x, steps.sentence.w_v, way.back.v);
  return way;
}

// The loss when queries, keys and values are these.
double loss_with(const Way& way, const Matrix& q, const Matrix& k, const Matrix& v) {
  return loss_of(attention(q, k, v, {way.steps.a.scale, way.steps.mask}).output, way.steps.focus,
                 way.target);
}

// The slope of the loss along each entry, by central differences: the outside judge of a gradient.
template <typename Loss>
Matrix slopes(Matrix m, Loss loss) {
  Matrix result = xt::empty_like(m);
  for (Index i = 0; i < m.size(); ++i) {
    const double kept = m.data()[i], step = 1e-5 * std::max(1.0, std::abs(kept));
    m.data()[i] = kept + step;
    const double above = loss(m);
    m.data()[i] = kept - step;
    const double below = loss(m);
    m.data()[i] = kept;
    result.data()[i] = (above - below) / (2.0 * step);
  }
  return result;
}

void write_loss(Page& page, const Way& way) {
  const Steps& steps = way.steps;
  page.say(
      "Training changes weights so that a loss falls, and a gradient says which way: ∂loss/∂w is "
      "how much the loss rises for each unit that w does. Here it is for one row of attention, "
      "step by step from the output back to the projections.");
  page.heading("The loss");
  page.equation("loss-formula", {R"(L = \frac{1}{2} \sum_c (o_c - t_c)^2)",
                                 R"(\frac{\partial L}{\partial o_c} = o_c - t_c)"});
  page.say("Say that the output of “{}” ought to be the value of “{}”, the target t.",
           steps.focus_word(), steps.words()[way.toward]);
  Table table{"loss",
              "Output, target, and the gradient of the loss by the output",
              {{"component", "component", ""},
               {"output", "output", ""},
               {"target", "target", ""},
               {"gradient", "gradient", ""}},
              {}};
  for (Index c = 0; c < columns(steps.v); ++c) {
    table.rows.push_back({Integer{c}, steps.a.output(steps.focus, c), way.target(0, c),
                          way.d_output(steps.focus, c)});
  }
  page.table(std::move(table));
  page.say("The loss is half the sum of the squares: {:.4f}.", way.loss);
}

void write_softmax(Page& page, const Way& way) {
  const Steps& steps = way.steps;
  const auto shares = row(steps.a.weights, steps.focus),
             d_weights = row(way.back.weights, steps.focus);
  double mean = 0.0;
  for (Index j = 0; j < shares.size(); ++j) mean += shares[j] * d_weights[j];
  page.heading("Back through the softmax");
  page.equation(
      "softmax-gradient-formula",
      {R"(\frac{\partial L}{\partial a_j} = \sum_c \frac{\partial L}{\partial o_c} v_{jc})",
       R"(\frac{\partial L}{\partial s_j} = a_j (\frac{\partial L}{\partial a_j} - \sum_k a_k \frac{\partial L}{\partial a_k}))"});
  page.say(
      "A weight receives the dot product of the output's gradient with its value. A score receives "
      "what its weight did, less the mean over all keys ({:.4f}, by the weights themselves), times "
      "the weight.",
      mean);
  Table table{"softmax-gradient",
              fmt::format("The row of “{}”, from weights back to scores", steps.focus_word()),
              {{"key", "key", ""},
               {"weight", "weight", ""},
               {"d-weight", "∂L/∂weight", ""},
               {"above", "less the mean", ""},
               {"d-scaled", "∂L/∂scaled", ""},
               {"d-score", "∂L/∂score", ""}},
              {}};
  for (Index j = 0; j < shares.size(); ++j) {
    table.rows.push_back({steps.words()[j], shares[j], d_weights[j], d_weights[j] - mean,
                          way.back.scaled(steps.focus, j), way.back.scores(steps.focus, j)});
  }
  page.table(std::move(table));
  page.claim("row-gradients-sum", "what a row of scores receives sums to 0: only differences count",
             all_near(row_sum(way.back.scaled), 0.0,
                      kTolerance * std::max(1.0, largest_magnitude(way.back.weights))));
  if (steps.mask) {
    const Matrix hidden = xt::where(*steps.mask, way.back.scaled, 0.0);
    page.claim("hidden-receives-nothing", "a hidden score receives nothing",
               same(hidden, xt::zeros_like(hidden), 0.0));
  }
}

void write_saturation(Page& page, const Way& way) {
  page.heading("What a saturated softmax passes on");
  page.say(
      "Multiply the scores, and the same gradient of the weights has to come through a softmax "
      "that has all but decided. Every factor a_j (…) is then near 0: for the keys that lost since "
      "a_j is, for the one that won since its weight is nearly the whole mean.");
  Table table{"saturation",
              "Scores multiplied, and what is left of the gradient for them",
              {{"factor", "scores ×", "", 0},
               {"peak", "largest weight", ""},
               {"passed", "largest |∂L/∂scaled|", "", 2, Column::Notation::scientific}},
              {}};
  const Matrix focus_scaled = rows_in_order(way.steps.a.visible, {way.steps.focus});
  const Matrix d_weights = rows_in_order(way.back.weights, {way.steps.focus});
  double first = 0.0, last = 0.0;
  for (const double factor : {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0}) {
    const Matrix weights = softmax(focus_scaled * factor);
    last = largest_magnitude(softmax_gradient(weights, d_weights));
    if (factor == 1.0) first = last;
    table.rows.push_back({factor, range_of(weights).high, last});
  }
  page.table(std::move(table));
  if (first == 0.0) return;
  page.say(
      "At 64 times the scores {:.2g} of it is left. Nothing is exactly stuck, but a step that "
      "takes a second now takes {:.2g} seconds: “hardly any gradient” is this number.",
      last / first, first / std::max(last, 1e-300));
}

void write_projections(Page& page, const Way& way) {
  const Steps& steps = way.steps;
  page.heading("Back to queries, keys and values, and to the weights");
  page.equation("projection-gradients-formula",
                {R"(\frac{\partial L}{\partial Q} = \frac{\partial L}{\partial S} K)",
                 R"(\frac{\partial L}{\partial K} = \frac{\partial L}{\partial S}^\top Q)",
                 R"(\frac{\partial L}{\partial V} = A^\top \frac{\partial L}{\partial O})",
                 R"(\frac{\partial L}{\partial W_Q} = X^\top \frac{\partial L}{\partial Q})"});
  const Labels components = numbered("", columns(steps.q)), values = numbered("", columns(steps.v));
  page.table(matrix_table("d-q", "∂L/∂Q: only the row that has a loss", "word", steps.words(),
                          components, way.back.q));
  page.table(matrix_table("d-k", "∂L/∂K: every key that was compared", "word", steps.words(),
                          components, way.back.k));
  page.table(matrix_table("d-v", "∂L/∂V: the output's gradient, in the proportions of the weights",
                          "word", steps.words(), values, way.back.v));
  page.table(matrix_table("d-w-q", "∂L/∂W_Q", "row", numbered("", rows(way.w_q.w)), components,
                          way.w_q.w));
  const auto with_q = [&](const Matrix& w) {
    return loss_with(way, product(steps.sentence.embeddings, w), steps.k, steps.v);
  };
  const auto with_k = [&](const Matrix& w) {
    return loss_with(way, steps.q, product(steps.sentence.embeddings, w), steps.v);
  };
  const auto with_v = [&](const Matrix& w) {
    return loss_with(way, steps.q, steps.k, product(steps.sentence.embeddings, w));
  };
  const double size = std::max(1.0, way.loss);
  for (const auto& [id, name, gradient, slope] :
       {std::tuple{"slope-q", "W_Q", &way.w_q.w, slopes(steps.sentence.w_q, with_q)},
        std::tuple{"slope-k", "W_K", &way.w_k.w, slopes(steps.sentence.w_k, with_k)},
        std::tuple{"slope-v", "W_V", &way.w_v.w, slopes(steps.sentence.w_v, with_v)}}) {
    page.claim(
        id,
        fmt::format("the gradient by {} is the slope that the loss shows when it is nudged", name),
        same(*gradient, slope, 1e-7 * size));
  }
}

// One step of gradient descent by W_Q alone.
void write_descent(Page& page, const Way& way, const GradientsOptions& options) {
  const Steps& steps = way.steps;
  const auto loss_by = [&](const Matrix& w_q) {
    return loss_with(way, product(steps.sentence.embeddings, w_q), steps.k, steps.v);
  };
  const double stepped = loss_by(steps.sentence.w_q - options.rate * way.w_q.w);
  double squares = 0.0;
  for (const double entry : way.w_q.w) squares += entry * entry;
  page.say(
      "A step of gradient descent takes rate × gradient from every weight. At rate {:g}, W_Q "
      "alone, the loss goes from {:.6f} to {:.6f}; the gradient promised {:.6f} less (rate × the "
      "sum of its squares), which a curve keeps only for small steps.",
      options.rate, way.loss, stepped, options.rate * squares);
  // So short that the curve does not matter, whatever --rate and --scale are.
  const double length = 1e-4 / std::max(1.0, std::abs(steps.a.scale));
  const double short_rate = squares == 0.0 ? 0.0 : length / std::sqrt(squares);
  const double fell = way.loss - loss_by(steps.sentence.w_q - short_rate * way.w_q.w);
  const double promised = short_rate * squares;
  page.claim("short-step", "a short step lowers the loss by what the gradient promises",
             check(std::abs(fell - promised) <= 0.05 * promised + 1e-14 * std::max(1.0, way.loss),
                   "promised {:.3e}, fell by {:.3e}", promised, fell));
}

Document write(const GradientsOptions& options) {
  const Way way = take_way(options);
  Page page{"gradients", "What comes back: the gradient of one row of attention"};
  write_loss(page, way);
  write_softmax(page, way);
  write_saturation(page, way);
  write_projections(page, way);
  write_descent(page, way, options);
  page.try_next({{"attn gradients --scale 20", {"A softmax that has decided: who still learns?"}},
                 {"attn gradients --causal", {"What does a hidden key receive?"}},
                 {"attn learn", {"Thousands of such steps, and what they find."}}});
  add_arrays(page, way.steps);
  const Labels& words = way.steps.words();
  page.array(array_of("d_output", way.d_output, words));
  page.array(array_of("d_weights", way.back.weights, words, words));
  page.array(array_of("d_scaled", way.back.scaled, words, words));
  page.array(array_of("d_scores", way.back.scores, words, words));
  page.array(array_of("d_q", way.back.q, words));
  page.array(array_of("d_k", way.back.k, words));
  page.array(array_of("d_v", way.back.v, words));
  page.array(array_of("d_w_q", way.w_q.w));
  page.array(array_of("d_w_k", way.w_k.w));
  page.array(array_of("d_w_v", way.w_v.w));
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<GradientsOptions, declare, write>(knobs); }

}  // namespace attn::lessons::gradients
