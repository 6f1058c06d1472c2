// The guided tour: its vocabulary, its sentence, computed once, and its sections.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention_stack.hpp"
#include "document/page.hpp"
#include "files/sentence.hpp"
#include "lessons/lesson.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::tour {

// --- words with features set by hand ---

// What a word is, what it means, and what it says about the noun that it describes. A trained
// model has thousands of such directions, without names; these eight are enough to resolve "it".
enum class Feature : Index {
  noun,
  verb,
  adjective,
  pronoun,
  alive,
  broad,
  suits_alive,  // said of what lives: tired
  suits_broad   // said of what is broad: wide
};
inline constexpr Index kFeatures = 8;

Labels feature_names();

// What a query can ask for, and a key can answer to: noun, adjective, alive, broad.
Labels question_names();

// Known words have features; any other word has none. Case and punctuation at the end do not count.
bool has(const std::string& word, Feature feature);

// A word in lower case, without punctuation at its end.
std::string plain_word(std::string word);

// All words that have features.
Labels words_of_lexicon();

// The words that have all of these features, "animal cat dog"; at most `most` of them.
std::string words_with(const std::vector<Feature>& features, Index most);

// One row of features for each word, (T, 8), and who asks for what (w_q, (8, 4)), who answers to
// what (w_k, (8, 4)), and what is handed over (w_v, (8, 8)).
Sentence sentence_of(const Labels& words);

// --- the sentence of the tour, computed once ---

struct TourOptions {
  std::string example = "tired";
  std::optional<std::string> text = {}, focus = {};
  Integer layer = 2;
  double sharpness = 1.0;
  bool causal = false, shuffle = false;

  // One of the two examples with nothing turned: what thresholds are claimed of.
  bool usual() const { return !text && sharpness == 1.0 && !causal; }
};

// A sentence, and what two layers with its projections make of it.
struct TwoLayers {
  Sentence sentence;
  AttentionStack stack;

  // Of layer 1 or 2.
  const StackLayer& layer(Index number) const { return stack.layers[number - 1]; }
  const Attention& attention(Index number) const { return layer(number).attention; }
  const Matrix& weights(Index number) const { return attention(number).weights; }
  // The words' vectors after that many layers, (T, 8).
  const Matrix& vectors(Index layers) const { return stack.states[layers]; }
};

// Scores are multiplied by sharpness / √d_k.
TwoLayers run_two_layers(const Sentence& sentence, double sharpness, bool causal);

struct Tour {
  TourOptions options;
  Labels given;                            // the words as they were before any shuffle
  TwoLayers here;                          // the sentence that the page is about
  TwoLayers there;                         // the same, its adjectives suiting the other noun
  Index pronoun, alive, broad, adjective;  // places of "it", the two nouns, and what decides
  Index focus, layer;                      // the row to follow, the layer to show (from 1)

  const Labels& words() const { return here.sentence.tokens; }
  const std::string& word(Index i) const { return words()[i]; }
  // Whether the mask hides the adjective from the pronoun.
  bool decided_too_late() const { return options.causal && adjective > pronoun; }
  const std::string& other_adjective() const { return there.sentence.tokens[adjective]; }
};

// Throws Error when a text lacks a noun of either kind, a pronoun or an adjective.
Tour take_tour(const TourOptions& options);

// The words in alphabetical order, as places in the sentence: what --shuffle does to it.
std::vector<Index> alphabetical(const Labels& words);

// --- the stops of the tour, each a section ---

// The features, and who asks whom for what. Tables features and wiring; equation layer.
void write_features(Page& page, const Sentence& sentence);

// One layer cannot resolve the pronoun, whatever the adjective. Table layer-1; equation odds;
// claims layer-1-same and odds-stay.
void write_one_layer(Page& page, const Tour& tour);
// A second layer does. Tables collected, queries, products and layer-2; in the examples as they
// are, claims follows and becomes.
void write_second_layer(Page& page, const Tour& tour);
// The rows of a layer. Picture weights-map; tables rows and row; claims rows-sum and, where a word
// has no features, asks-nothing.
void write_rows(Page& page, const Tour& tour);
// Scores multiplied by a number. Table sharpness; pictures sharpness-map and entropy-chart; in the
// examples as they are, claims blurred and lookup.
void write_sharpness(Page& page, const Tour& tour);
// A causal mask. Picture causal-map; claims no-future and, where the adjective comes too late,
// causal-same.
void write_causal(Page& page, const Tour& tour);
// The words in another order. Table shuffled; claim order-blind.
void write_order(Page& page, const Tour& tour);
// Scores to compute and steps to take. Table price; claims scores-counted and path.
void write_price(Page& page, const Tour& tour);

}  // namespace attn::lessons::tour
