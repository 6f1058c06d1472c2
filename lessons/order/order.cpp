// Lesson: order. What does attention know of word order, and how is it told?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rows.hpp"
#include "lessons/order/order.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"
#include "support/error.hpp"
#include "support/text.hpp"

namespace attn::lessons::order {

namespace {

void declare(Knobs& knobs, OrderOptions& options) {
  knobs.example("attn order", "“dog bites man” and “man bites dog”");
  knobs.example("attn order --text \"the dog bit the man\" --order \"0 4 2 3 1\"",
                "Your own sentence, in an order of your own");
  knobs.example("attn order --trained 8192 --base 500000", "Rotary positions as in Llama 3");
  knobs.text("--order", options.order, "PLACES",
             "The other order: words by their index from 0 (\"2 1 0\"; reversed unless given)");
  knobs.choice("--rope", options.rope,
               {{"pairs", RotaryLayout::pairs}, {"half", RotaryLayout::half}},
               "Which components turn together: neighbours, or one of each half");
  knobs.real("--base", options.base, 1.0, 1e12, "Base of the wavelengths, sinusoidal and rotary");
  knobs.count("--trained", options.trained, 1, Integer{1} << 40,
              "Tokens that a model was trained on, where positions go beyond them");
  knobs.count("--head-dim", options.width, 2, 65536, "d_k of that model; even");
  declare_input(knobs, options.input);
}

// The places in the text, each word once.
std::vector<Index> parse_order(std::string text, Index count) {
  std::ranges::replace(text, ',', ' ');
  std::vector<Index> order;
  for (const std::string& word : words_of(text)) {
    order.push_back(static_cast<Index>(parse_integer(word, 0, Integer{count} - 1, "--order")));
  }
  std::vector<Index> sorted = order;
  std::ranges::sort(sorted);
  std::vector<Index> all(count);
  std::iota(all.begin(), all.end(), Index{0});
  if (sorted != all) {
    throw Error("--order: name each of 0 to {} once; this sentence has {} words", count - 1, count);
  }
  return order;
}

TwoOrders read_orders(const OrderOptions& options) {
  if (options.width % 2 != 0)
    throw Error("--head-dim: {} is odd, and components turn in pairs", options.width);
  InputOptions input = options.input;
  const bool brought = input.text || input.file || input.model.given() || !input.example.empty();
  if (input.example.empty()) input.example = kSixWords;
  if (!brought) input.text = "dog bites man";
  TwoOrders two{take_steps({.input = input, .as_trained = false}), {}, options};
  two.order.resize(two.steps.count());
  std::iota(two.order.rbegin(), two.order.rend(), Index{0});
  if (options.order) two.order = parse_order(*options.order, two.steps.count());
  return two;
}

Labels reordered(const TwoOrders& two) {
  Labels labels;
  for (const Index word : two.order) labels.push_back(two.steps.words()[word]);
  return labels;
}

std::string sentence_of(const Labels& words) { return fmt::format("“{}”", fmt::join(words, " ")); }

// Word by word as they stand in the first sentence, whatever place each has in this one.
Table outputs_table(const TwoOrders& two, std::string id, const std::string& sentence,
                    const Matrix& output, const std::vector<Index>& order) {
  const Index shown = std::min<Index>(columns(output), 3);
  Table table{std::move(id),
              fmt::format("The output of each word in {}", sentence),
              {{"word", "word", ""}, {"place", "place", ""}},
              {}};
  for (Index c = 0; c < shown; ++c) {
    table.columns.push_back({fmt::format("o{}", c), fmt::format("o[{}]", c), ""});
  }
  for (Index word = 0; word < order.size(); ++word) {
    const auto place = static_cast<Index>(std::ranges::find(order, word) - order.begin());
    std::vector<Cell> cells{two.steps.words()[word], Integer{place}};
    for (Index c = 0; c < shown; ++c) cells.emplace_back(output(place, c));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

void write_question(Page& page, const TwoOrders& two) {
  page.say(
      "{} and {} have the same words and may mean very different things. Attention is given each "
      "word's vector, and nothing about its place.",
      sentence_of(two.steps.words()), sentence_of(reordered(two)));
  if (two.options.input.model.file) {
    page.say(
        "What a trained model hands to its attention may hold the place that a word had in your "
        "sentence. Here each vector moves as it is.");
  }
}

void write_shuffle(Page& page, const TwoOrders& two) {
  const Steps& steps = two.steps;
  const Attention other = plain_layer(steps)(rows_in_order(steps.sentence.embeddings, two.order));
  const std::string one = sentence_of(steps.words()), another = sentence_of(reordered(two));
  std::vector<Index> as_written(steps.count());
  std::iota(as_written.begin(), as_written.end(), Index{0});
  page.table(outputs_table(two, "outputs", one, steps.a.output, as_written));
  page.table(outputs_table(two, "other-outputs", another, other.output, two.order));
  page.heatmap(matrix_heatmap("weights-map", "Who looks at whom, in the one order", steps.words(),
                              steps.words(), steps.a.weights));
  page.heatmap(matrix_heatmap("reordered-map", "And in the other: the same cells, moved",
                              reordered(two), reordered(two), other.weights));
  page.equation("equivariance", {R"(\mathrm{Attn}(P X) = P \cdot \mathrm{Attn}(X))"});
  page.claim("equivariant", "shuffled words give the same outputs, shuffled, and nothing else",
             same(other.output, rows_in_order(steps.a.output, two.order), tolerance_of(steps)));
  page.claim("same-weights", "each pair of words keeps its weight, wherever the two stand",
             same(other.weights, both_ways(steps.a.weights, two.order), tolerance_of(steps)));
  const Vector sum = row_sum(transposed(steps.a.output)),
               other_sum = row_sum(transposed(other.output));
  const Vector differences = other_sum - sum;
  page.claim("invariant-sum", "the sum of the outputs does not change, but for rounding",
             all_small(differences, tolerance_of(steps) * static_cast<double>(steps.count())));
  page.note("Equivariant, not invariant",
            {"Self-attention is often called permutation-invariant. Invariant would mean that the "
             "output stays as it is; that holds for a sum or a mean over words, as in the claim "
             "above. The outputs themselves move along with their words: equivariant."});
}

Table summary_table(const TwoOrders& two) {
  const Steps& steps = two.steps;
  const Vector plain = moved_by(two, plain_layer(steps)),
               causal = moved_by(two, causal_layer(steps)),
               sinusoid = moved_by(two, sinusoid_layer(steps, two.options.base)),
               rotary = moved_by(two, rotary_layer(steps, two.options));
  Table table{"moved",
              "How far each word's output moves when the order changes (largest component)",
              {{"word", "word", ""},
               {"plain", "no positions", ""},
               {"sinusoids", "sinusoids", ""},
               {"rope", "RoPE", ""},
               {"causal", "causal mask alone", ""}},
              {}};
  for (Index i = 0; i < steps.count(); ++i) {
    table.rows.push_back({steps.words()[i], plain(i), sinusoid(i), rotary(i), causal(i)});
  }
  return table;
}

// Whether some pair of words has another score in the other order; a figure by how much.
Check scores_change(const TwoOrders& two, const OneLayer& layer) {
  const Matrix& x = two.steps.sentence.embeddings;
  const Matrix before = both_ways(layer(x).scores, two.order);
  const double change = largest_difference(layer(rows_in_order(x, two.order)).scores, before);
  return check(change > tolerance_of(two.steps), "a score changes by {:.3g}", change);
}

void write_summary(Page& page, const TwoOrders& two) {
  page.table(summary_table(two));
  const InputOptions& input = two.options.input;
  const bool random = !input.file && !input.model.file && input.example != "cat-sat";
  if (random && !std::ranges::is_sorted(two.order)) {
    page.claim("sinusoids-see", "with sinusoids the other order is another input",
               scores_change(two, sinusoid_layer(two.steps, two.options.base)));
    if (columns(two.steps.q) > 1) {
      page.claim("rope-sees", "with rotary positions too",
                 scores_change(two, rotary_layer(two.steps, two.options)));
    }
  }
  page.say(
      "The last column has no positions: a causal mask lets each word see only those before it, "
      "and that alone tells words apart. Decoders without any encoding do learn order from it "
      "(Kazemnejad et al., 2023, arXiv 2305.19466).");
  page.say(
      "Attention supplies the relations, positions supply the order; neither does the work of the "
      "other.");
}

Document write(const OrderOptions& options) {
  const TwoOrders two = read_orders(options);
  Page page{"order", "What attention knows of word order"};
  write_question(page, two);
  page.section("another-order", "Another order, the same outputs");
  write_shuffle(page, two);
  page.section("sinusoids", "Places added: sinusoids");
  write_sinusoids(page, two);
  page.section("rope", "Places turned: RoPE");
  write_rotary(page, two);
  page.section("who-notices", "Who notices the order");
  write_summary(page, two);
  page.section("longer", "Longer than trained");
  write_extrapolation(page, options);
  page.try_next({{"attn order --text \"the dog bit the man\" --order \"0 4 2 3 1\"",
                  {"Who bit whom? Equal words at different places."}},
                 {"attn order --rope half", {"The other pairing of components."}},
                 {"attn order --trained 8192 --base 500000",
                  {"Llama 3's base: slower waves for longer text."}},
                 {"attn causal-mask", {"The mask of the last column."}}});
  add_arrays(page, two.steps);
  page.array(array_of("moved", moved_by(two, rotary_layer(two.steps, options)), two.steps.words()));
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<OrderOptions, declare, write>(knobs); }

}  // namespace attn::lessons::order
