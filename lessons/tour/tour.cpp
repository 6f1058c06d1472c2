// Lesson: tour. How does "it" find its noun, and why does that take two layers?
#include "lessons/tour/tour.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/mask.hpp"
#include "lessons/shared/input.hpp"
#include "support/error.hpp"
#include "support/text.hpp"

namespace attn::lessons::tour {

namespace {

void declare(Knobs& knobs, TourOptions& options) {
  knobs.example("attn tour", "All seven stops");
  knobs.example("attn tour --example wide --layer 1 --focus it", "The other sentence, one layer");
  knobs.example("attn tour --text \"The dog left the river because it was deep\"",
                "Your own sentence");
  knobs.choice("--example", options.example, {"tired", "wide"},
               "The word that the sentence ends with");
  knobs.text("--text", options.text, "SENTENCE",
             "Your own: a noun that lives, one that is broad, a pronoun, an adjective");
  knobs.count("--layer", options.layer, 1, 2, "The layer whose weights are shown");
  knobs.text("--focus", options.focus, "WORD", "The row to follow (the pronoun's unless given)");
  knobs.real("--sharpness", options.sharpness, 0.0, 100.0, "Multiply all scores by this");
  knobs.flag("--causal", options.causal, "Hide from each word the words that come after it");
  knobs.flag("--shuffle", options.shuffle, "Put the words in alphabetical order");
}

Labels words_for(const TourOptions& options) {
  if (!options.text) {
    return words_of("The animal didn't cross the street because it was too " + options.example);
  }
  if (options.example != TourOptions{}.example) {
    throw Error("--text and --example exclude each other; give one of them");
  }
  return words_of_text(*options.text);
}

Index place(const Labels& words, const std::vector<Feature>& features, const char* what) {
  for (Index i = 0; i < words.size(); ++i) {
    if (std::ranges::all_of(features, [&](Feature feature) { return has(words[i], feature); }))
      return i;
  }
  throw Error("--text: the tour needs {}; it knows {}", what, words_with(features, 7));
}

// Each adjective replaced by one that suits the other kind of noun.
Labels with_other_adjectives(Labels words) {
  for (std::string& word : words) {
    if (has(word, Feature::suits_alive)) {
      word = "wide";
    } else if (has(word, Feature::suits_broad)) {
      word = "tired";
    }
  }
  return words;
}

Labels shuffled(const Labels& words) {
  Labels result;
  for (const Index i : alphabetical(words)) result.push_back(words[i]);
  return result;
}

void write_question(Page& page, const Tour& tour, const TourOptions& options) {
  page.say("Here is the sentence: “{}”.", fmt::join(tour.words(), " "));
  page.say(
      "Which noun is “{}”? With “{}” you take the one that can be so; put “{}” in its place and "
      "you take the other. The grammar is the same both times. So “{}” has to see two nouns and an "
      "adjective, all at once.",
      tour.word(tour.pronoun), tour.word(tour.adjective), tour.other_adjective(),
      tour.word(tour.pronoun));
  if (!options.text && !options.shuffle) {
    page.say(
        "A recurrent network reads from left to right: it must carry “{}” through {} steps in one "
        "hidden state before “{}” arrives. Attention looks back directly. But, as you will see, "
        "looking once is not enough.",
        tour.word(tour.alive), tour.pronoun - tour.alive, tour.word(tour.pronoun));
  }
}

void add_tour_arrays(Page& page, const Tour& tour) {
  const Labels& words = tour.words();
  page.array(array_of("embeddings", tour.here.sentence.embeddings, words, feature_names()));
  page.array(array_of("w_q", tour.here.sentence.w_q, feature_names(), question_names()));
  page.array(array_of("w_k", tour.here.sentence.w_k, feature_names(), question_names()));
  page.array(array_of("w_v", tour.here.sentence.w_v, feature_names(), feature_names()));
  for (Index l = 1; l <= 2; ++l) {
    const StackLayer& layer = tour.here.layer(l);
    const auto id = [l](const char* name) { return fmt::format("layer{}_{}", l, name); };
    page.array(array_of(id("q"), layer.q, words, question_names()));
    page.array(array_of(id("k"), layer.k, words, question_names()));
    page.array(array_of(id("scores"), layer.attention.scores, words, words));
    page.array(array_of(id("scaled"), layer.attention.scaled, words, words));
    page.array(array_of(id("weights"), layer.attention.weights, words, words));
    page.array(array_of(id("x"), tour.here.vectors(l), words, feature_names()));
  }
}

Document write(const TourOptions& options) {
  const Tour tour = take_tour(options);
  Page page{"tour", "A guided tour: how “it” finds its noun"};
  write_question(page, tour, options);
  page.heading("Features with names");
  write_features(page, tour.here.sentence);
  page.section("one-layer", "One layer fails");
  write_one_layer(page, tour);
  page.section("second-layer", "A second layer resolves it");
  write_second_layer(page, tour);
  page.section("distributions", "Every row is a distribution");
  write_rows(page, tour);
  page.section("blur-and-sharpen", "Blur it, sharpen it");
  write_sharpness(page, tour);
  page.section("no-look-ahead", "Cut off the future");
  write_causal(page, tour);
  page.section("blind-to-order", "It is blind to order");
  write_order(page, tour);
  page.section("the-price", "Read the price");
  write_price(page, tour);
  page.try_next(
      {{"attn tour --layer 1 --focus cross", {"A verb asks for nouns, and finds two."}},
       {"attn tour --sharpness 0.2", {"A blurred layer 1 leaves layer 2 little to go by."}},
       {"attn tour --causal", {"Who can still find the noun?"}},
       {"attn tour --text \"The dog left the river because it was deep\"", {"Your own words."}},
       {"attn walkthrough", {"One layer, with every product written out."}}});
  add_tour_arrays(page, tour);
  return std::move(page).finish();
}

}  // namespace

TwoLayers run_two_layers(const Sentence& sentence, double sharpness, bool causal) {
  AttentionOptions options{.scale =
                               sharpness / std::sqrt(static_cast<double>(columns(sentence.w_k)))};
  if (causal) options.mask = causal_mask(sentence.tokens.size());
  return {sentence, attention_stack(sentence.embeddings, sentence.w_q, sentence.w_k, sentence.w_v,
                                    2, options)};
}

std::vector<Index> alphabetical(const Labels& words) {
  std::vector<Index> order(words.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&words](Index i) { return plain_word(words[i]); });
  return order;
}

Tour take_tour(const TourOptions& options) {
  const Labels given = words_for(options);
  const Labels words = options.shuffle ? shuffled(given) : given;
  Tour tour{
      options,
      given,
      run_two_layers(sentence_of(words), options.sharpness, options.causal),
      run_two_layers(sentence_of(with_other_adjectives(words)), options.sharpness, options.causal),
      place(words, {Feature::pronoun}, "a pronoun"),
      place(words, {Feature::noun, Feature::alive}, "a noun that lives"),
      place(words, {Feature::noun, Feature::broad}, "a noun that is broad"),
      place(words, {Feature::adjective}, "an adjective"),
      0,
      static_cast<Index>(options.layer)};
  tour.focus = options.focus ? find_token(tour.here.sentence, *options.focus) : tour.pronoun;
  return tour;
}

Writer open(Knobs& knobs) { return open_lesson<TourOptions, declare, write>(knobs); }

}  // namespace attn::lessons::tour
