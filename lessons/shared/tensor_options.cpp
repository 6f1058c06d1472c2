#include "lessons/shared/tensor_options.hpp"

#include "attend/conventions.hpp"

namespace attn {

namespace {

// Larger than any length that fits in memory, and small enough for arithmetic on it.
constexpr Integer kMost = 1'000'000'000;

template <typename Value, std::size_t count>
WordsFor<Value> words_of(const Switch<Value, count>& by) {
  WordsFor<Value> words;
  for (const Choice<Value>& choice : by.choices) words.emplace_back(choice.word, choice.value);
  return words;
}

// Of a convention that need not be chosen: `none` is the word for that, where there is one.
template <typename Value, std::size_t count>
WordsFor<std::optional<Value>> words_with(std::optional<std::string> none,
                                          const Switch<Value, count>& by) {
  WordsFor<std::optional<Value>> words;
  if (none) words.emplace_back(*none, std::nullopt);
  for (const Choice<Value>& choice : by.choices) words.emplace_back(choice.word, choice.value);
  return words;
}

void declare_given(Knobs& knobs, TensorOptions& options) {
  knobs.reads_file(
      "--q", options.q, "FILE",
      "Queries: .npy, .csv or .json of (T, d), (batch, T, heads·d) or (batch, heads, T, d); "
      "a small example unless given");
  knobs.reads_file("--k", options.k, "FILE", "Keys, in as many dimensions");
  knobs.reads_file("--v", options.v, "FILE", "Values, one for each key");
  knobs.count("--heads", options.heads, 1, kMost,
              "Heads that lie side by side in a row of queries");
  knobs.count("--kv-heads", options.kv_heads, 1, kMost,
              "Heads that lie side by side in a row of keys; as many as --heads unless given");
  knobs.reads_file("--past-k", options.past_k, "FILE",
                   "Keys of a cache, in front of --k, rotated already");
  knobs.reads_file("--past-v", options.past_v, "FILE", "Values of a cache, in front of --v");
}

void declare_masks(Knobs& knobs, TensorOptions& options) {
  knobs.reads_file(
      "--mask", options.mask, "FILE",
      "A mask, of (batch, heads, T, S) or what stands for it: trailing dimensions, and 1 for "
      "all; say by --mask-means what it means");
  knobs.choice(
      kMaskMeans.name, options.mask_means, words_with({}, kMaskMeans),
      "What 1 in the mask means: this key is hidden, or it takes part; or numbers are added "
      "to the scaled scores");
  knobs.flag("--causal", options.causal, "Hide keys that come after the query");
  knobs.choice(
      kAlign.name, options.align, words_of(kAlign),
      "Where the causal diagonal lies: the last query at the last key, or the first at the "
      "first new key");
  knobs.count("--window", options.window, 1, kMost,
              "Causal, and no more than this many keys back, the query's own included");
  knobs.counts("--kv-len", options.kv_len, 0, kMost,
               "Keys from this one on are padding: one number, or one for each sequence");
}

void declare_scores(Knobs& knobs, TensorOptions& options) {
  knobs.text("--scale", options.scale, "X",
             "What scores are multiplied by: a number, or none for 1; 1/√d unless given");
  knobs.real("--softcap", options.softcap, 1e-300, 1e300,
             "Bend scaled scores into (−C, C): C · tanh(score / C)");
  knobs.reads_file("--sink", options.sink, "FILE",
                   "A score for each head that takes its share of the weight, and has no value");
  knobs.choice(
      kRotary.name, options.rope, words_with("none", kRotary),
      "Rotate queries and keys by position: (0, 1) (2, 3) … pair up, or (0, d/2) (1, d/2 + "
      "1) …");
  knobs.real("--rope-base", options.rope_base, 1e-300, 1e300, "Base of the rotary angles");
  knobs.count("--rope-dim", options.rope_dim, 2, kMost,
              "How many components turn; all unless given");
  knobs.reads_file(
      "--positions", options.positions, "FILE",
      "A position for each new key, (S,) or (batch, S); queries have the last of them");
  knobs.choice(kEmptyRow.name, options.empty_row, words_of(kEmptyRow),
               "The weights of a query that sees no key");
  knobs.choice(kRounding.name, options.precision, words_of(kRounding),
               "Round every step to this precision");
}

}  // namespace

void declare_tensors(Knobs& knobs, TensorOptions& options) {
  declare_given(knobs, options);
  declare_masks(knobs, options);
  declare_scores(knobs, options);
}

}  // namespace attn
