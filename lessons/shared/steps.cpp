#include "lessons/shared/steps.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/mask.hpp"
#include "core/rows.hpp"
#include "lessons/shared/claims.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

// Products of finite numbers may still overflow.
void check_finite(const Matrix& m, const char* name) {
  if (!std::ranges::all_of(m, [](double x) { return std::isfinite(x); })) {
    throw Error("the {} overflow double precision; use smaller embeddings or a smaller --scale",
                name);
  }
}

}  // namespace

void declare_steps(Knobs& knobs, StepsOptions& o) {
  declare_input(knobs, o.input);
  knobs.flag("--causal", o.causal, "Hide from each word the words that come after it");
  knobs.real("--scale", o.scale, -1e6, 1e6, "Multiply scores by this instead of 1/√d_k");
  knobs.text("--focus", o.focus, "WORD", "The word (or its index, from 0) to follow in full");
}

void say_drawn(Page& page, const InputOptions& input) {
  if (input.model.file) {
    page.say(
        "The numbers are a trained model's. An embedding here is what goes into the attention of "
        "layer {}, after its norm, and W_Q, W_K and W_V are those of its head {}, both counted "
        "from 0. Where the model has biases, the last component of each embedding is 1, and the "
        "last row of each projection holds them.",
        input.model.layer.value_or(0), input.model.head.value_or(0));
  }
  if (!drawn(input)) return;
  page.say(
      "The numbers are random stand-ins from NumPy's default_rng({}): embeddings of standard "
      "deviation 1, then W_Q, W_K and W_V, each {} × such draws. Nothing is trained here: watch "
      "how figures come about, not what they say about the words.",
      input.seed, kProjectionDeviation);
}

Steps take_steps(const StepsOptions& o) {
  Steps s;
  s.sentence = read_sentence(o.input);
  s.focus = o.focus ? find_token(s.sentence, *o.focus) : std::min<Index>(1, s.count() - 1);
  s.q = product(s.sentence.embeddings, s.sentence.w_q);
  s.k = product(s.sentence.embeddings, s.sentence.w_k);
  s.v = product(s.sentence.embeddings, s.sentence.w_v);
  if (o.causal || (o.as_trained && s.sentence.causal)) s.mask = causal_mask(s.count());
  s.a = attention(s.q, s.k, s.v, {o.scale, s.mask});
  check_finite(s.a.scores, "scores");
  check_finite(s.a.scaled, "scaled scores");
  check_finite(s.v, "values");
  return s;
}

Attention attention_in_order(const Steps& s, const std::vector<Index>& order) {
  return attention(rows_in_order(s.q, order), rows_in_order(s.k, order), rows_in_order(s.v, order),
                   {.scale = s.a.scale});
}

double tolerance_of(const Steps& s) {
  return kTolerance * std::max(1.0, largest_magnitude(s.a.scaled)) *
         std::max(1.0, largest_magnitude(s.v));
}

void add_arrays(Page& page, const Steps& s) {
  const Labels& words = s.words();
  page.array(array_of("embeddings", s.sentence.embeddings, words));
  page.array(array_of("w_q", s.sentence.w_q));
  page.array(array_of("w_k", s.sentence.w_k));
  page.array(array_of("w_v", s.sentence.w_v));
  add_attention_arrays(page, s);
}

void add_attention_arrays(Page& page, const Steps& s) {
  const Labels& words = s.words();
  page.array(array_of("q", s.q, words));
  page.array(array_of("k", s.k, words));
  page.array(array_of("v", s.v, words));
  page.array(array_of("scores", s.a.scores, words, words));
  page.array(array_of("scaled", s.a.scaled, words, words));
  const Mask nothing_hidden = xt::zeros<bool>({s.count(), s.count()});
  page.array(array_of("mask", s.mask.value_or(nothing_hidden), words, words));
  page.array(array_of("weights", s.a.weights, words, words));
  page.array(array_of("output", s.a.output, words));
}

}  // namespace attn
