// The guided tour's sentence, computed once for the files that tell it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/page.hpp"
#include "lessons/lesson.hpp"
#include "lessons/shared/tables.hpp"
#include "lessons/tour/stack.hpp"

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

struct Tour {
  TourOptions options;
  Labels given;                            // the words as they were before any shuffle
  Stack here;                              // the sentence that the page is about
  Stack there;                             // the same, its adjectives suiting the other noun
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

// The features, and who asks whom for what.
void write_features(Page& page, const Sentence& sentence);

// Steps 1 and 2: one layer cannot resolve "it", a second does.
void write_depth(Page& page, const Tour& tour);

// Steps 3 and 4: rows and sharpness. Steps 5 to 7: mask, order and price.
void write_distributions(Page& page, const Tour& tour);
void write_limits(Page& page, const Tour& tour);

}  // namespace attn::lessons::tour
