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

void declare(Knobs& knobs, TourOptions& o) {
  knobs.example("attn tour", "All seven stops");
  knobs.example("attn tour --example wide --layer 1 --focus it", "The other sentence, one layer");
  knobs.example("attn tour --text \"The dog left the river because it was deep\"",
                "Your own sentence");
  knobs.choice("--example", o.example, {"tired", "wide"}, "The word that the sentence ends with");
  knobs.text("--text", o.text, "SENTENCE",
             "Your own: a noun that lives, one that is broad, a pronoun, an adjective");
  knobs.count("--layer", o.layer, 1, 2, "The layer whose weights are shown");
  knobs.text("--focus", o.focus, "WORD", "The row to follow (the pronoun's unless given)");
  knobs.real("--sharpness", o.sharpness, 0.0, 100.0, "Multiply all scores by this");
  knobs.flag("--causal", o.causal, "Hide from each word the words that come after it");
  knobs.flag("--shuffle", o.shuffle, "Put the words in alphabetical order");
}

Labels words_for(const TourOptions& o) {
  if (!o.text) {
    return words_of("The animal didn't cross the street because it was too " + o.example);
  }
  if (o.example != TourOptions{}.example) {
    throw Error("--text and --example exclude each other; give one of them");
  }
  return words_of_text(*o.text);
}

Index place(const Labels& words, const std::vector<Feature>& features, const char* what) {
  for (Index i = 0; i < words.size(); ++i) {
    if (std::ranges::all_of(features, [&](Feature f) { return has(words[i], f); })) return i;
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

void write_question(Page& page, const Tour& t, const TourOptions& o) {
  page.say("Here is the sentence: “{}”.", fmt::join(t.words(), " "));
  page.say(
      "Which noun is “{}”? With “{}” you take the one that can be so; put “{}” in its place and "
      "you take the other. The grammar is the same both times. So “{}” has to see two nouns and an "
      "adjective, all at once.",
      t.word(t.pronoun), t.word(t.adjective), t.other_adjective(), t.word(t.pronoun));
  if (!o.text && !o.shuffle) {
    page.say(
        "A recurrent network reads from left to right: it must carry “{}” through {} steps in one "
        "hidden state before “{}” arrives. Attention looks back directly. But, as you will see, "
        "looking once is not enough.",
        t.word(t.alive), t.pronoun - t.alive, t.word(t.pronoun));
  }
}

void add_tour_arrays(Page& page, const Tour& t) {
  const Labels& words = t.words();
  page.array(array_of("embeddings", t.here.sentence.embeddings, words, feature_names()));
  page.array(array_of("w_q", t.here.sentence.w_q, feature_names(), question_names()));
  page.array(array_of("w_k", t.here.sentence.w_k, feature_names(), question_names()));
  page.array(array_of("w_v", t.here.sentence.w_v, feature_names(), feature_names()));
  for (Index l = 1; l <= 2; ++l) {
    const StackLayer& layer = t.here.layer(l);
    const auto id = [l](const char* name) { return fmt::format("layer{}_{}", l, name); };
    page.array(array_of(id("q"), layer.q, words, question_names()));
    page.array(array_of(id("k"), layer.k, words, question_names()));
    page.array(array_of(id("scores"), layer.attention.scores, words, words));
    page.array(array_of(id("scaled"), layer.attention.scaled, words, words));
    page.array(array_of(id("weights"), layer.attention.weights, words, words));
    page.array(array_of(id("x"), t.here.vectors(l), words, feature_names()));
  }
}

Document write(const TourOptions& o) {
  const Tour t = take_tour(o);
  Page page{"tour", "A guided tour: how “it” finds its noun"};
  write_question(page, t, o);
  page.heading("Features with names");
  write_features(page, t.here.sentence);
  page.section("one-layer", "One layer fails");
  write_one_layer(page, t);
  page.section("second-layer", "A second layer resolves it");
  write_second_layer(page, t);
  page.section("distributions", "Every row is a distribution");
  write_rows(page, t);
  page.section("blur-and-sharpen", "Blur it, sharpen it");
  write_sharpness(page, t);
  page.section("no-look-ahead", "Cut off the future");
  write_causal(page, t);
  page.section("blind-to-order", "It is blind to order");
  write_order(page, t);
  page.section("the-price", "Read the price");
  write_price(page, t);
  page.try_next(
      {{"attn tour --layer 1 --focus cross", {"A verb asks for nouns, and finds two."}},
       {"attn tour --sharpness 0.2", {"A blurred layer 1 leaves layer 2 little to go by."}},
       {"attn tour --causal", {"Who can still find the noun?"}},
       {"attn tour --text \"The dog left the river because it was deep\"", {"Your own words."}},
       {"attn walkthrough", {"One layer, with every product written out."}}});
  add_tour_arrays(page, t);
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

Tour take_tour(const TourOptions& o) {
  const Labels given = words_for(o);
  const Labels words = o.shuffle ? shuffled(given) : given;
  Tour t{o,
         given,
         run_two_layers(sentence_of(words), o.sharpness, o.causal),
         run_two_layers(sentence_of(with_other_adjectives(words)), o.sharpness, o.causal),
         place(words, {Feature::pronoun}, "a pronoun"),
         place(words, {Feature::noun, Feature::alive}, "a noun that lives"),
         place(words, {Feature::noun, Feature::broad}, "a noun that is broad"),
         place(words, {Feature::adjective}, "an adjective"),
         0,
         static_cast<Index>(o.layer)};
  t.focus = o.focus ? find_token(t.here.sentence, *o.focus) : t.pronoun;
  return t;
}

Writer open(Knobs& knobs) { return open_lesson<TourOptions, declare, write>(knobs); }

}  // namespace attn::lessons::tour
