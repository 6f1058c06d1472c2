// Lesson: context. How does one word come to have a different vector in every sentence?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/rows.hpp"
#include "lessons/context/context.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/worked_row.hpp"
#include "support/error.hpp"

namespace attn::lessons::context {

namespace {

void declare(Knobs& knobs, ContextOptions& options) {
  knobs.example("attn context", "The bank of a river and the bank with your savings");
  knobs.example("attn context --text \"a light lamp\" --text \"a light bag\"",
                "A word of yours in sentences of yours");
  knobs.texts("--text", options.texts, "SENTENCE",
              "Two sentences or more that share a word; drawn from --seed, equal words alike");
  knobs.text("--focus", options.focus, "WORD", "The shared word to follow (the last shared one)");
  knobs.count("--dim", options.dim, 1, kMostDimensions,
              "Width of the embeddings drawn (8 unless given)");
  knobs.text("--seed", options.seed, "DIGITS", "Seed of NumPy's default_rng, of any size");
}

std::string quoted(const Labels& words) { return fmt::format("“{}”", fmt::join(words, " ")); }

// One row a sentence: the vector of the word in it.
Matrix vectors_of(const Context& context, const Matrix& (*of)(const InContext&)) {
  Matrix result =
      xt::empty<double>({context.sentences.size(), columns(of(context.sentences.front()))});
  for (Index i = 0; i < context.sentences.size(); ++i) {
    const InContext& sentence = context.sentences[i];
    std::ranges::copy(row(of(sentence), sentence.place), result.data() + i * columns(result));
  }
  return result;
}

const Matrix& before(const InContext& sentence) { return sentence.words.embeddings; }
const Matrix& after(const InContext& sentence) { return sentence.a.output; }

Table vectors_table(const Context& context, const std::string& id, const std::string& caption,
                    const Matrix& vectors) {
  Labels labels;
  for (const InContext& sentence : context.sentences)
    labels.push_back(quoted(sentence.words.tokens));
  const Index shown = std::min(columns(vectors), kMostColumns);
  const Labels names = context.named ? context.features : numbered("", shown);
  return matrix_table(id, caption, "in", labels, names, first_columns(vectors, kMostColumns), 3);
}

void write_before(Page& page, const Context& context) {
  page.say(
      "A table of embeddings has one vector a word. “{}” gets the same one in {}, though it means "
      "something else each time.",
      context.word, context.list_of_sentences());
  if (context.named) {
    page.say(
        "To see it, give a word two features: how much it has to do with water, and how much with "
        "money. “bank” has as much of both. These numbers are set by hand, and W_Q, W_K and W_V "
        "are the identity, so that a pencil can follow.");
  } else {
    page.say(
        "Your words get random vectors from NumPy's default_rng({}), equal words the same one, and "
        "random projections. Nothing is trained: see that the vectors part, not where they go.",
        context.seed);
  }
  const Matrix vectors = vectors_of(context, before);
  page.table(vectors_table(context, "before", fmt::format("“{}” before attention", context.word),
                           vectors));
  double furthest = 0.0;
  for (Index i = 1; i < rows(vectors); ++i) {
    furthest = std::max(
        furthest, largest_difference(rows_in_order(vectors, {i}), rows_in_order(vectors, {0})));
  }
  page.claim("one-vector",
             fmt::format("before attention “{}” is one vector, to the bit", context.word),
             check(furthest == 0.0, "largest difference {}", tiny(furthest)));
}

void write_four_steps(Page& page, const Context& context) {
  const InContext& sentence = context.sentences.front();
  page.say(
      "Take “{}” in {}. First, its vector becomes a query. Second, every word, itself included, "
      "becomes a key and a value. Third, the query meets every key: multiply, add, divide by √{}, "
      "and softmax.",
      context.word, quoted(sentence.words.tokens), columns(sentence.k));
  page.table(dot_products("products", context.word, sentence.words.tokens, sentence.q, sentence.k,
                          sentence.place));
  page.table(
      row_to_weights("row", context.word, sentence.words.tokens, sentence.a, sentence.place));
  page.say("Fourth, the output is the sum of the values, each times its weight.");
  page.table(weighted_values("mixture", context.word, sentence.words.tokens, sentence.a.weights,
                             sentence.v, sentence.place));
  Matrix one_by_one = xt::empty_like(sentence.a.output);
  for (Index i = 0; i < rows(sentence.q); ++i) {
    const Attention attended = attention(rows_in_order(sentence.q, {i}), sentence.k, sentence.v);
    std::ranges::copy(attended.output, one_by_one.data() + i * columns(one_by_one));
  }
  page.claim("at-once", "one word after another or all in one matrix product, the outputs agree",
             same(one_by_one, sentence.a.output, tolerance_of(sentence)));
}

void write_after(Page& page, const Context& context) {
  const Matrix vectors = vectors_of(context, after);
  page.table(
      vectors_table(context, "after", fmt::format("“{}” after attention", context.word), vectors));
  Table table{"apart",
              fmt::format("How far “{}” is from itself in {}", context.word,
                          quoted(context.sentences.front().words.tokens)),
              {{"in", "in", ""}, {"distance", "distance", ""}, {"cosine", "cosine", ""}},
              {}};
  double nearest = std::numeric_limits<double>::infinity();
  for (Index i = 1; i < rows(vectors); ++i) {
    const Vector gap = xt::view(vectors, i, xt::all()) - xt::view(vectors, 0, xt::all());
    const double distance = norm({gap.data(), gap.size()});
    const double both = norm(row(vectors, 0)) * norm(row(vectors, i));
    const auto a = row(vectors, 0), b = row(vectors, i);
    const double dot = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
    table.rows.push_back({quoted(context.sentences[i].words.tokens), distance,
                          both > 0.0 ? Cell{dot / both} : Cell{Missing{}}});
    if (!context.same_words(0, i)) nearest = std::min(nearest, distance);
  }
  page.table(std::move(table));
  if (std::isfinite(nearest)) {
    page.claim("contextual",
               fmt::format("other words around it, another vector for “{}”", context.word),
               check(nearest > 0.0, "smallest distance {:.4f}", nearest));
  }
  page.say(
      "That is what “contextual” means. The output has taken in what stands around the word, in "
      "the proportions of its weights; the vector it came from has not changed.");
}

Document write(const ContextOptions& options) {
  const Context context = read_context(options);
  Page page{"context", fmt::format("What “{}” means depends on its neighbours", context.word)};
  write_before(page, context);
  page.heading("Four steps for one word");
  write_four_steps(page, context);
  page.heading("One vector before, several after");
  write_after(page, context);
  if (has_neighbour(context)) {
    page.heading("Why a word attends to itself");
    write_itself(page, context);
  }
  page.heading("Self-attention and cross-attention");
  write_cross(page, context);
  if (has_other_word(context)) {
    page.heading("Why a query and a key");
    write_two_projections(page, context);
  }
  page.try_next(
      {{"attn context --focus river --text \"river bank\" --text \"river boat\"",
        {"A noun of which the company says more than the word."}},
       {"attn context --text \"a light bag\" --text \"turn on the light\"",
        {"Sentences of your own."}},
       {"attn tour", {"Where a second layer is needed: which noun is “it”?"}},
       {"attn walkthrough --text \"river bank\" --focus bank", {"Every number of one sentence."}}});
  add_context_arrays(page, context);
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<ContextOptions, declare, write>(knobs); }

}  // namespace attn::lessons::context
