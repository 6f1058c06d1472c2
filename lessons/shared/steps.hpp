// Every step of attention on the reader's sentence, taken once for all lessons that show it.
#pragma once

#include <optional>
#include <string>

#include "core/attention.hpp"
#include "document/page.hpp"
#include "lessons/shared/input.hpp"
#include "lessons/shared/tables.hpp"

namespace attn {

struct StepsOptions {
  InputOptions input;
  bool causal = false;
  std::optional<double> scale = {};
  std::optional<std::string> focus = {};
  bool as_trained = true;  // a model that hides later words does so without --causal too
};

// The shared input, and --causal, --scale, --focus.
void declare_steps(Knobs& knobs, StepsOptions& options);

struct Steps {
  Sentence sentence;
  Matrix q, k, v;  // (T, d_k), (T, d_k), (T, d_v)
  std::optional<Mask> mask;
  Attention a;
  Index focus = 0;  // the word to follow in full: the second one unless --focus says another

  const Labels& words() const { return sentence.tokens; }
  Index count() const { return sentence.tokens.size(); }
  const std::string& focus_word() const { return sentence.tokens[focus]; }
};

// Where the numbers of a sentence come from, when they are drawn or a model's.
void say_drawn(Page& page, const InputOptions& input);

// Throws Error when a score or a value overflows double precision.
Steps take_steps(const StepsOptions& options);

// Attention, without a mask, on the same words in another order: place p holds word order[p].
Attention attention_in_order(const Steps& steps, const std::vector<Index>& order);

// What rounding may add up to here: kTolerance, times the size of the scores and of the values.
double tolerance_of(const Steps& steps);

// Every array under its plain name: embeddings, w_q, w_k, w_v; q, k, v, scores, scaled, mask,
// weights, output. The second leaves out what comes before the projections.
void add_arrays(Page& page, const Steps& steps);
void add_attention_arrays(Page& page, const Steps& steps);

}  // namespace attn
