#include "lessons/attend_options.hpp"

namespace attn {

namespace {

// Larger than any length that fits in memory, and small enough for arithmetic on it.
constexpr Integer kMost = 1'000'000'000;

void declare_input(Knobs& knobs, TensorOptions& o) {
  knobs.text("--q", o.q, "FILE",
             "Queries: .npy, .csv or .json of (T, d), (batch, T, heads·d) or (batch, heads, T, d); "
             "a small example unless given");
  knobs.text("--k", o.k, "FILE", "Keys, in as many dimensions");
  knobs.text("--v", o.v, "FILE", "Values, one for each key");
  knobs.count("--heads", o.heads, 1, kMost, "Heads that lie side by side in a row of queries");
  knobs.count("--kv-heads", o.kv_heads, 1, kMost,
              "Heads that lie side by side in a row of keys; as many as --heads unless given");
  knobs.text("--past-k", o.past_k, "FILE", "Keys of a cache, in front of --k, rotated already");
  knobs.text("--past-v", o.past_v, "FILE", "Values of a cache, in front of --v");
}

void declare_masks(Knobs& knobs, TensorOptions& o) {
  knobs.text(
      "--mask", o.mask, "FILE",
      "A mask, of (batch, heads, T, S) or what stands for it: trailing dimensions, and 1 for "
      "all; say by --mask-means what it means");
  knobs.choice(
      "--mask-means", o.mask_means, {"hide", "keep", "add"},
      "What 1 in the mask means: this key is hidden, or it takes part; or numbers are added "
      "to the scaled scores");
  knobs.flag("--causal", o.causal, "Hide keys that come after the query");
  knobs.choice(
      "--align", o.align, {"bottom-right", "top-left"},
      "Where the causal diagonal lies: the last query at the last key, or the first at the "
      "first new key");
  knobs.count("--window", o.window, 1, kMost,
              "Causal, and no more than this many keys back, the query's own included");
  knobs.counts("--kv-len", o.kv_len, 0, kMost,
               "Keys from this one on are padding: one number, or one for each sequence");
}

void declare_scores(Knobs& knobs, TensorOptions& o) {
  knobs.text("--scale", o.scale, "X",
             "What scores are multiplied by: a number, or none for 1; 1/√d unless given");
  knobs.real("--softcap", o.softcap, 1e-300, 1e300,
             "Bend scaled scores into (−C, C): C · tanh(score / C)");
  knobs.text("--sink", o.sink, "FILE",
             "A score for each head that takes its share of the weight, and has no value");
  knobs.choice(
      "--rope", o.rope, {"none", "pairs", "half"},
      "Rotate queries and keys by position: (0, 1) (2, 3) … pair up, or (0, d/2) (1, d/2 + "
      "1) …");
  knobs.real("--rope-base", o.rope_base, 1e-300, 1e300, "Base of the rotary angles");
  knobs.count("--rope-dim", o.rope_dim, 2, kMost, "How many components turn; all unless given");
  knobs.text("--positions", o.positions, "FILE",
             "A position for each new key, (S,) or (batch, S); queries have the last of them");
  knobs.choice("--empty-row", o.empty_row, {"zero", "nan", "uniform"},
               "The weights of a query that sees no key");
  knobs.choice("--dtype", o.dtype, {"float64", "float32", "float16"},
               "Round every step to this precision");
}

}  // namespace

void declare_tensors(Knobs& knobs, TensorOptions& o) {
  declare_input(knobs, o);
  declare_masks(knobs, o);
  declare_scores(knobs, o);
  knobs.text("--expect", o.expect, "FILE",
             "Another program's output for the same input: see which conventions give it");
  knobs.text("--save", o.save, "DIR", "Write each array to a file of this folder");
  knobs.choice("--save-as", o.save_as, {"npy", "csv"}, "How --save writes them");
}

}  // namespace attn
