// Lesson: cost. What does attention pay for reaching every word at once, and what did recurrence?
#include "lessons/cost/cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/attention.hpp"
#include "core/costs/layer_cost.hpp"
#include "core/random/generator.hpp"
#include "lessons/shared/claims.hpp"
#include "support/size.hpp"

namespace attn::lessons::cost {

namespace {

void declare(Knobs& knobs, CostOptions& options) {
  knobs.example("attn cost", "Width 512, 64 to 32,768 words");
  knobs.example("attn cost --dim 4096 --n 512,4096,131072", "Your own model and texts");
  knobs.counts("--n", options.tokens, 1, Integer{1} << 40, "Numbers of words");
  knobs.count("--dim", options.width, 1, 1 << 20, "Width d of the layer");
  knobs.count("--steps", options.steps, 2, 512, "Words that a nudge has to cross");
  knobs.text("--seed", options.seed, "DIGITS", "Seed of NumPy's default_rng for the random layers");
}

Matrix draw(Generator& generator, Index height, Index width) {
  Matrix m = xt::empty<double>({height, width});
  generator.fill_normal({m.data(), m.size()});
  return m;
}

// Both layers in small, with a counter in the loops.
void write_counted(Page& page, const CostOptions& options) {
  page.paragraph(
      {"A recurrent layer reads one word ", math("x"), " after another: its state ", math("h'"),
       " is made of the word and of the state ", math("h"),
       " before. A layer of attention compares every word with every other, and mixes. For n words "
       "of width d:"});
  page.equation("layers", {R"(h' = \mathrm{tanh}(x W_x + h W_h))",
                           R"(O = \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d}}\right) V)"});
  Table table{"counted",
              "Products that were multiplied out, counted one by one",
              {{"n", "n", ""},
               {"d", "d", ""},
               {"attention", "attention", ""},
               {"formula", "2n²d", ""},
               {"recurrent", "recurrent", ""},
               {"law", "2nd²", ""}},
              {}};
  bool counts = true;
  double furthest = 0.0;
  Generator generator(options.seed);
  for (const auto& [n, d] : {std::pair<Index, Index>{4, 8}, {8, 8}, {16, 8}, {8, 16}}) {
    const Matrix q = draw(generator, n, d), k = draw(generator, n, d), v = draw(generator, n, d);
    const Counted a = count_attention(q, k, v);
    const Counted r = count_recurrent(q, draw(generator, d, d), draw(generator, d, d));
    const LayerCost at = attention_cost(Integer{n}, Integer{d});
    const LayerCost rt = recurrent_cost(Integer{n}, Integer{d});
    counts = counts && a.products == at.products && a.kept == at.kept &&
             r.products == rt.products && r.kept == rt.kept && r.rounds == rt.rounds;
    furthest = std::max(furthest, largest_difference(a.output, attention(q, k, v).output));
    table.rows.push_back(
        {Integer{n}, Integer{d}, a.products, at.products, r.products, rt.products});
  }
  page.table(std::move(table));
  page.claim("counts", "the loops count what the formulas say", check(counts, "every row above"));
  page.claim("really-computed", "the counted loops compute attention",
             check(furthest <= kTolerance, "largest difference {}", tiny(furthest)));
  page.say(
      "The first row to the second, n doubles: attention takes four times as many products, "
      "recurrence twice. Every word is compared with every word, that is n² pairs.");
}

void write_resources(Page& page, const CostOptions& options) {
  const Integer n = std::ranges::max(options.tokens), d = options.width;
  const LayerCost a = attention_cost(n, d), r = recurrent_cost(n, d);
  page.table({"resources",
              fmt::format("n = {} word{}, d = {}", grouped(n), n == 1 ? "" : "s", grouped(d)),
              {{"what", "", ""},
               {"law", "attention", ""},
               {"attention", "computed", ""},
               {"rule", "recurrent", ""},
               {"recurrent", "computed", ""}},
              {{"products", "2n²d", a.products, "2nd²", r.products},
               {"numbers kept", "n²", a.kept, "nd", r.kept},
               {"steps in sequence", "3", a.rounds, "n", r.rounds},
               {"first to last word", "1", a.path, "n − 1", r.path}}});
  page.say(
      "The lower two rows are why transformers took over. The state of word {0} cannot be begun "
      "before that of word {1} is done; attention has three steps (scores, softmax, mixing) for a "
      "text of any length, and each of them keeps a whole GPU busy. Training in parallel is what "
      "let models grow.",
      options.steps, options.steps - 1);
  page.say(
      "The upper two are the price. In float32 the weights of one head take {} at n = {}; the "
      "states of the recurrent layer {}. Fixed patterns, low rank and kernels attack that square; "
      "flash attention computes it, but never holds it (attn flash-tiling).",
      natural_size(checked_multiply(4, a.kept)), grouped(n),
      natural_size(checked_multiply(4, r.kept)));
  page.say(
      "The table has the form of Vaswani et al. (2017, arXiv 1706.03762, table 1), with the "
      "constants that O(·) hides.");
}

void write_hardware(Page& page) {
  page.say(
      "A count says what must be multiplied, not how fast. Naive attention waits for memory. "
      "FlashAttention does the same products and reaches 25–40 % of an A100's peak, "
      "FlashAttention-2 50–73 %, about twice as fast (Dao, 2023, arXiv 2307.08691, abstract).");
}

Document write(const CostOptions& options) {
  Page page{"cost", "What attention costs beside recurrence"};
  page.say(
      "Recurrence hands one state from word to word; attention compares every word with every "
      "other. "
      "Here both are counted, product by product, and then what the difference buys.");
  page.heading("Counted");
  write_counted(page, options);
  page.heading("Where they cross");
  write_crossing(page, options);
  page.heading("The bill, and what is bought");
  write_resources(page, options);
  page.heading("What survives the way");
  write_sensitivity(page, options);
  page.heading("Products are not time");
  write_hardware(page);
  page.try_next({{"attn cost --dim 4096", {"A wider model: where is the crossing now?"}},
                 {"attn cost --steps 200", {"A longer way for the recurrent layer."}},
                 {"attn memory-table --n 32768", {"The n² numbers, in bytes."}},
                 {"attn flash-tiling", {"The same products without the n² numbers."}}});
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<CostOptions, declare, write>(knobs); }

}  // namespace attn::lessons::cost
