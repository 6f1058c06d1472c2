// Which sentences share which word, and what does attention compute in each of them?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/random/generator.hpp"
#include "lessons/context/context.hpp"
#include "lessons/shared/claims.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn::lessons::context {

namespace {

InContext attend(Sentence words, const std::string& word) {
  InContext sentence{std::move(words), {}, {}, {}, {}, 0};
  sentence.q = product(sentence.words.embeddings, sentence.words.w_q);
  sentence.k = product(sentence.words.embeddings, sentence.words.w_k);
  sentence.v = product(sentence.words.embeddings, sentence.words.w_v);
  sentence.a = attention(sentence.q, sentence.k, sentence.v);
  sentence.place = static_cast<Index>(std::ranges::find(sentence.words.tokens, word) -
                                      sentence.words.tokens.begin());
  return sentence;
}

// Water and money: "bank" has both, its neighbours twice one of them.
Context two_banks(const std::string& focus) {
  const Matrix eye = xt::eye<double>(2);
  Context context{.word = focus, .named = true, .features = {"water", "money"}};
  context.sentences.push_back(
      attend({{"river", "bank"}, {{2.0, 0.0}, {1.0, 1.0}}, eye, eye, eye}, focus));
  context.sentences.push_back(
      attend({{"savings", "bank"}, {{0.0, 2.0}, {1.0, 1.0}}, eye, eye, eye}, focus));
  return context;
}

bool in_all(const std::vector<Labels>& sentences, const std::string& word) {
  return std::ranges::all_of(sentences,
                             [&](const Labels& s) { return std::ranges::count(s, word) > 0; });
}

std::string shared_word(const std::vector<Labels>& sentences, const ContextOptions& options) {
  Labels shared;
  for (const std::string& word : sentences.front()) {
    if (in_all(sentences, word)) shared.push_back(word);
  }
  if (shared.empty()) {
    throw Error("--text: your sentences share no word; spell one alike in all of them");
  }
  if (!options.focus) return shared.back();
  if (std::ranges::count(shared, *options.focus) == 0) {
    throw Error("--focus: {} is not in every sentence; use one of {}", in_quotes(*options.focus),
                fmt::join(shared, " "));
  }
  return *options.focus;
}

// All texts are drawn as one, so that equal words are alike across them; then taken apart.
Context drawn_sentences(const ContextOptions& options) {
  if (options.texts.size() < 2) {
    throw Error("--text: one sentence has nothing to compare with; give --text twice or more");
  }
  std::vector<Labels> sentences;
  for (const std::string& text : options.texts) sentences.push_back(words_of_text(text));
  Context context{.word = shared_word(sentences, options), .seed = options.seed};
  const Sentence all = read_sentence({.text = fmt::format("{}", fmt::join(options.texts, " ")),
                                      .dim = options.dim,
                                      .seed = options.seed});
  Index first = 0;
  for (const Labels& words : sentences) {
    const Matrix embeddings =
        xt::view(all.embeddings, xt::range(first, first + words.size()), xt::all());
    context.sentences.push_back(
        attend({words, embeddings, all.w_q, all.w_k, all.w_v}, context.word));
    first += words.size();
  }
  return context;
}

}  // namespace

Context read_context(const ContextOptions& options) {
  Generator(options.seed);  // a wrong seed is an error even where nothing is drawn
  if (!options.texts.empty()) return drawn_sentences(options);
  if (options.dim) throw Error("--dim: the two banks bring their own width; give --text as well");
  if (options.focus && *options.focus != "bank") {
    throw Error("--focus: the two banks share only \"bank\"; give --text as well");
  }
  return two_banks("bank");
}

std::string Context::list_of_sentences() const {
  Labels quoted;
  for (const InContext& sentence : sentences) {
    quoted.push_back(fmt::format("“{}”", fmt::join(sentence.words.tokens, " ")));
  }
  const std::string last = quoted.back();
  quoted.pop_back();
  return fmt::format("{} and {}", fmt::join(quoted, ", "), last);
}

bool Context::same_words(Index a, Index b) const {
  Labels first = sentences[a].words.tokens, second = sentences[b].words.tokens;
  std::ranges::sort(first);
  std::ranges::sort(second);
  return first == second;
}

double tolerance_of(const InContext& sentence) {
  double scores = 1.0, values = 1.0;
  for (const double x : sentence.a.scaled) scores = std::max(scores, std::abs(x));
  for (const double x : sentence.v) values = std::max(values, std::abs(x));
  return kTolerance * scores * values;
}

void add_context_arrays(Page& page, const Context& context) {
  for (Index i = 0; i < context.sentences.size(); ++i) {
    const InContext& sentence = context.sentences[i];
    const auto id = [i](const char* name) { return fmt::format("{}_{}", name, i); };
    page.array(array_of(id("embeddings"), sentence.words.embeddings, sentence.words.tokens,
                        context.features));
    page.array(
        array_of(id("weights"), sentence.a.weights, sentence.words.tokens, sentence.words.tokens));
    page.array(array_of(id("output"), sentence.a.output, sentence.words.tokens));
  }
}

}  // namespace attn::lessons::context
