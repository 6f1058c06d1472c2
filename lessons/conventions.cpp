// Lesson: conventions. Whose attention gives which numbers, and by which switch does `attend` give
// the same?
#include <array>
#include <string>

#include "attend/conventions.hpp"
#include "lessons/lesson.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::conventions {

namespace {

struct Options {};

void declare(Knobs& knobs, Options&) {
  knobs.example("attn conventions", "Who does what");
  knobs.example("attn conventions --only switches", "The switches alone");
}

// What each does, from what it says of itself.
struct Implementation {
  const char *name, *mask, *causal, *empty;
  std::string switches;  // of attend, for the same; empty where its defaults are the same
  const char* source;
};

// "--mask-means keep --align top-left"
template <typename... Values>
std::string switches(Values... values) {
  std::string all;
  for (const std::string& one : {switch_for(values)...}) all += (all.empty() ? "" : " ") + one;
  return all;
}

constexpr std::size_t kOwn = 2;  // the first two are this program's
const auto& implementations() {
  using enum AttendMask::Means;
  static const std::array kImplementations{
      Implementation{"attend", "you say", "last query at last key", "0", "",
                     "this program; ONNX's tests of attention run in its own"},
      Implementation{"the lessons here", "hidden", "last query at last key", "0, and explained",
                     switches(hide), "attn causal-mask, attn flash-tiling"},
      Implementation{"PyTorch SDPA", "takes part", "first query at first key", "0; before 2.5 NaN",
                     switches(keep, Align::top_left),
                     "docs.pytorch.org, torch.nn.functional: attn_mask and is_causal"},
      Implementation{"PyTorch MultiheadAttention", "hidden", "from its mask",
                     "NaN when it returns weights", switches(hide, EmptyRow::nan),
                     "docs.pytorch.org, torch.nn: attn_mask and key_padding_mask; pytorch/pytorch "
                     "issue 160064"},
      Implementation{"JAX dot_product_attention", "takes part", "first query at first key",
                     "equal weights", switches(keep, Align::top_left, EmptyRow::uniform),
                     "docs.jax.dev, jax.nn; hidden scores become a large negative number"},
      Implementation{"Keras MultiHeadAttention", "takes part", "first query at first key",
                     "equal weights", switches(keep, Align::top_left, EmptyRow::uniform),
                     "keras.io, layers; hidden scores become a large negative number"},
      Implementation{
          "Keras Attention", "takes part", "first query at first key", "equal weights",
          "--scale none " + switches(keep, Align::top_left, EmptyRow::uniform),
          "keras.io, layers: use_scale is False unless given; 1e9 is taken from hidden scores"},
      Implementation{"ONNX Attention", "takes part", "first query at first new key", "0",
                     switches(keep, Align::top_left),
                     "onnx.ai, operator Attention, opset 24; its tests, release 1.22"},
      Implementation{"FlashAttention from 2.1 on", "takes none", "last query at last key", "0", "",
                     "Dao-AILab/flash-attention, README: changes of 2.1"},
      Implementation{"MLX fast attention", "takes part", "last query at last key", "unspecified",
                     switches(keep),
                     "ml-explore.github.io, mlx.core.fast: causal is aligned lower-right"},
      Implementation{"llama.cpp", "added", "from its mask, by position", "depends on the backend",
                     switches(add), "ggml-org/llama.cpp, src/llama-graph.cpp"},
  };
  return kImplementations;
}

Table conventions_table() {
  Table table{"conventions",
              "Who does what",
              {{"who", "", ""},
               {"mask", "1 in a mask", ""},
               {"causal", "causal, when queries and keys differ in number", ""},
               {"empty", "a row without a key", ""}},
              {}};
  for (const Implementation& who : implementations()) {
    table.rows.push_back({who.name, who.mask, who.causal, who.empty});
  }
  return table;
}

Table switches_table() {
  Table table{"switches",
              "The switches of attn attend that give the same, and where it says so",
              {{"who", "", ""}, {"switches", "switches", ""}, {"source", "source", ""}},
              {}};
  for (const Implementation& who : implementations()) {
    table.rows.push_back(
        {who.name, who.switches.empty() ? "the defaults" : who.switches, who.source});
  }
  return table;
}

Table details_table() {
  return {"details",
          "Other points where numbers part",
          {{"point", "", ""}, {"who", "who", ""}, {"switch", "switch", ""}},
          {{"scores times 1/√d", "all of the above but Keras Attention, and MLX, which asks for it",
            "--scale"},
           {"softcap before the mask", "ONNX; Gemma 2 (2024, arXiv 2408.00118)", "--softcap"},
           {"a window counts the query's own key", "Hugging Face Transformers, sliding_window",
            "--window W"},
           {"a window's left size does not count it",
            "FlashAttention's window_size; JAX's local_window_size", "--window, one more"},
           {"neighbours turn together", "RoFormer (2021, arXiv 2104.09864); Llama's own code",
            switch_for(RotaryLayout::pairs)},
           {"halves turn together", "GPT-NeoX (2022, arXiv 2204.06745); Hugging Face's Llama",
            switch_for(RotaryLayout::half)},
           {"query head h reads KV head ⌊h / group⌋",
            "all that share heads (2023, arXiv 2305.13245)", "--kv-heads"},
           {"a sink takes part of the weight", "gpt-oss (2025, arXiv 2508.10925); MLX; llama.cpp",
            "--sink"}}};
}

// The rotated vectors of one layout are those of the other with the components reordered.
Check layouts_agree() {
  constexpr Index kWidth = 8;
  const double positions[] = {3.0, 5.0};
  const Rotation turn = rotation(positions, kWidth);
  Matrix x = xt::empty<double>({Index{2}, kWidth}), halves = x;
  for (Index c = 0; c < kWidth; ++c) {
    x(0, c) = static_cast<double>(c) + 1.0;
    x(1, c) = static_cast<double>(c * c);
  }
  const auto place = [](Index c) { return c % 2 == 0 ? c / 2 : kWidth / 2 + c / 2; };
  for (Index c = 0; c < kWidth; ++c) {
    for (Index t = 0; t < 2; ++t) halves(t, place(c)) = x(t, c);
  }
  const Matrix by_pairs = rotated(x, turn, RotaryLayout::pairs);
  const Matrix by_halves = rotated(halves, turn, RotaryLayout::half);
  Matrix back = xt::empty_like(by_halves);
  for (Index c = 0; c < kWidth; ++c) {
    for (Index t = 0; t < 2; ++t) back(t, c) = by_halves(t, place(c));
  }
  return same(by_pairs, back);
}

Check alignments_agree(Index most) {
  Index agreeing = 0, pairs = 0;
  for (Index queries = 1; queries <= most; ++queries) {
    for (Index keys = 1; keys <= most; ++keys) {
      const Mask right = attn::causal_mask(queries, keys, Align::bottom_right);
      const bool same_mask = right == attn::causal_mask(queries, keys, Align::top_left);
      agreeing += same_mask == (queries == keys);
      ++pairs;
    }
  }
  return check(agreeing == pairs, "{} of {} pairs of lengths up to {}", agreeing, pairs, most);
}

Document write(const Options&) {
  Page page{"conventions", "Whose attention gives which numbers"};
  page.say(
      "One formula, and {} implementations beside this program's own that part where it says "
      "nothing: what 1 in a mask means, where the causal diagonal lies, what becomes of a query "
      "that may see nothing. None of them is wrong. But weights trained with one give other "
      "numbers in another.",
      implementations().size() - kOwn);
  page.table(conventions_table());
  page.claim("alignments",
             "both causal diagonals hide the same exactly when there are as many "
             "queries as keys",
             alignments_agree(6));
  page.table(switches_table());
  page.table(details_table());
  page.claim("layouts", "the two rotary layouts differ by the order of the components alone",
             layouts_agree());
  page.try_next({{"attn attend --causal", {"The defaults, on a small example."}},
                 {"attn attend --causal --align top-left", {"The other diagonal."}}});
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<Options, declare, write>(knobs); }

}  // namespace attn::lessons::conventions
