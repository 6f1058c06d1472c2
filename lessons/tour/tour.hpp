// The guided tour's sentence, computed once for the files that tell it.
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

// The stops of the tour, each in a section of its own, and the claims that it adds.

// The features, and who asks whom for what.
void write_features(Page& page, const Sentence& sentence);

// One layer cannot resolve the pronoun, whatever the adjective. Claims layer-1-same, odds-stay.
void write_one_layer(Page& page, const Tour& tour);
// A second layer does. Claims, in the examples as they are: follows, becomes.
void write_second_layer(Page& page, const Tour& tour);
// The rows of a layer. Claims rows-sum, and where a word has no features asks-nothing.
void write_rows(Page& page, const Tour& tour);
// Scores multiplied by a number. Claims, in the examples as they are: blurred, lookup.
void write_sharpness(Page& page, const Tour& tour);
// A causal mask. Claims no-future, and where the adjective comes too late causal-same.
void write_causal(Page& page, const Tour& tour);
// The words in another order. Claims order-blind.
void write_order(Page& page, const Tour& tour);
// Scores to compute and steps to take. Claims scores-counted, path.
void write_price(Page& page, const Tour& tour);

}  // namespace attn::lessons::tour
