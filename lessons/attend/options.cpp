#include "lessons/attend/options.hpp"

#include "support/error.hpp"

namespace attn::lessons::attend {

namespace {

// Larger than any length that fits in memory, and small enough for arithmetic on it.
constexpr Integer kMost = 1'000'000'000;

void declare_input(Knobs& knobs, TensorOptions& o) {
  knobs.reads_file("--q", o.q, "FILE",
             "Queries: .npy, .csv or .json of (T, d), (batch, T, heads·d) or (batch, heads, T, d); "
             "a small example unless given");
  knobs.reads_file("--k", o.k, "FILE", "Keys, in as many dimensions");
  knobs.reads_file("--v", o.v, "FILE", "Values, one for each key");
  knobs.count("--heads", o.heads, 1, kMost, "Heads that lie side by side in a row of queries");
  knobs.count("--kv-heads", o.kv_heads, 1, kMost,
              "Heads that lie side by side in a row of keys; as many as --heads unless given");
  knobs.reads_file("--past-k", o.past_k, "FILE", "Keys of a cache, in front of --k, rotated already");
  knobs.reads_file("--past-v", o.past_v, "FILE", "Values of a cache, in front of --v");
}

void declare_masks(Knobs& knobs, TensorOptions& o) {
  knobs.reads_file(
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
  knobs.reads_file("--sink", o.sink, "FILE",
             "A score for each head that takes its share of the weight, and has no value");
  knobs.choice(
      "--rope", o.rope, {"none", "pairs", "half"},
      "Rotate queries and keys by position: (0, 1) (2, 3) … pair up, or (0, d/2) (1, d/2 + "
      "1) …");
  knobs.real("--rope-base", o.rope_base, 1e-300, 1e300, "Base of the rotary angles");
  knobs.count("--rope-dim", o.rope_dim, 2, kMost, "How many components turn; all unless given");
  knobs.reads_file("--positions", o.positions, "FILE",
             "A position for each new key, (S,) or (batch, S); queries have the last of them");
  knobs.choice("--empty-row", o.empty_row, {"zero", "nan", "uniform"},
               "The weights of a query that sees no key");
  knobs.choice("--dtype", o.dtype, {"float64", "float32", "float16"},
               "Round every step to this precision");
}

void refuse_half_given(const TensorOptions& o) {
  if (o.q.has_value() != o.k.has_value() || o.q.has_value() != o.v.has_value()) {
    throw Error("--q, --k and --v go together: give all three, or none of them for the example");
  }
  if (o.past_k.has_value() != o.past_v.has_value()) {
    throw Error("--past-k and --past-v go together: give both, or neither");
  }
  if (o.mask && o.mask_means.empty()) {
    throw Error(
        "--mask needs --mask-means: hide where 1 hides a key, keep where it takes part, add "
        "for numbers to add");
  }
  if (!o.mask && !o.mask_means.empty())
    throw Error("--mask-means says what --mask means; give one");
  const bool other_base = o.rope_base != TensorOptions{}.rope_base;
  if (o.rope == "none" && (o.positions || o.rope_dim || other_base)) {
    throw Error("{} is for rotary positions; add --rope pairs or --rope half",
                o.positions  ? "--positions"
                : o.rope_dim ? "--rope-dim"
                             : "--rope-base");
  }
  if (!o.causal && o.align != TensorOptions{}.align) {
    throw Error("--align {} says where the causal diagonal lies; add --causal", o.align);
  }
  if (!o.save && o.save_as != TensorOptions{}.save_as) {
    throw Error("--save-as {} says in which format --save writes; add --save DIR", o.save_as);
  }
}

std::optional<double> scale_of(const TensorOptions& o) {
  if (!o.scale) return {};
  if (*o.scale == "none") return 1.0;
  constexpr double kLargest = 1e300;
  try {
    return parse_real(*o.scale, -kLargest, kLargest, "--scale");
  } catch (const Error& error) {
    throw Error("{}; or none, for 1", error.what());
  }
}

}  // namespace

void declare_tensors(Knobs& knobs, TensorOptions& o) {
  declare_input(knobs, o);
  declare_masks(knobs, o);
  declare_scores(knobs, o);
  knobs.reads_file("--expect", o.expect, "FILE",
             "Another program's output for the same input: see which conventions give it");
  knobs.writes_folder("--save", o.save, "DIR", "Write each array to a file of this folder");
  knobs.choice(
      "--save-as", o.save_as, {"npy", "csv"},
      "How --save writes them: for numpy.load, or in the shortest digits that --dtype needs");
}

AttendOptions options_of(const TensorOptions& o) {
  refuse_half_given(o);
  AttendOptions options{.scale = scale_of(o), .softcap = o.softcap, .causal = o.causal};
  options.align = o.align == "top-left" ? Align::top_left : Align::bottom_right;
  if (o.window) options.window = static_cast<Index>(*o.window);
  options.empty_row = o.empty_row == "nan"       ? EmptyRow::nan
                      : o.empty_row == "uniform" ? EmptyRow::uniform
                                                 : EmptyRow::zero;
  options.precision = o.dtype == "float16" ? kFloat16 : o.dtype == "float32" ? kFloat32 : kFloat64;
  return options;
}

}  // namespace attn::lessons::attend
