// Which features does a word have, when they are set by hand? A vocabulary for the guided tour.
#pragma once

#include <string>
#include <vector>

#include "files/sentence.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::tour {

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

}  // namespace attn::lessons::tour
