// What a small model is asked to learn: sequences without end, each with the answers that count.
#pragma once

#include <string>
#include <vector>

#include "core/gradients/layer_gradients.hpp"
#include "core/random/generator.hpp"

namespace attn {

// Sequences of one length, one after another. targets[t] is the token that the logits of row t are
// to give, or kNoTarget where nothing is asked.
struct Examples {
  Index length = 0;
  std::vector<Index> tokens, targets;

  Index sequences() const { return length == 0 ? 0 : tokens.size() / length; }
};

// Some tokens of a vocabulary, by what they are for.
struct TaskVocabulary {
  std::vector<std::string> words;

  // Throws std::logic_error when there is no such word.
  Index operator[](const std::string& word) const;
};

// “the animal crossed the street because it was too tired”: which noun is “it”, the first or the
// second? Asked in the place of “it”. The two nouns are of different kinds, of six, and the
// adjective suits one of them, so that neither order nor noun nor adjective alone tells. (With two
// kinds one layer could be right three times of four: let the nouns of one kind outshout the rest,
// and their adjectives keep still.) A fifth of all pairs of nouns with an adjective is never
// trained on.
class LookupTask {
 public:
  LookupTask();
  const TaskVocabulary& vocabulary() const { return vocabulary_; }
  static constexpr Index kLength = 10, kFirstNoun = 1, kSecondNoun = 4, kIt = 6, kAdjective = 9;

  // `unseen`: of the sentences that are never trained on.
  Examples draw(Index count, bool unseen, Generator& generator) const;
  // Different sentences there are, trained on or not.
  Index sentences() const;

 private:
  TaskVocabulary vocabulary_;
};

// A run of different random tokens; then pairs of neighbours of that run, picked at random: “C F A
// D B … A D F A C F”. Asked is the second of each pair. Nothing but the run tells it, and neither a
// fixed distance nor how often or how long ago a token stood anywhere: look back for the token that
// is here, and copy the one after it. Olsson et al., 2022 (arXiv 2209.11895).
struct InductionTask {
  Index vocabulary = 16, run = 12, pairs = 6;

  Index length() const { return run + 2 * pairs; }
  Examples draw(Index count, Generator& generator) const;
};

// Different random tokens, a mark, and the same tokens from the last to the first, each asked.
struct ReversalTask {
  Index letters = 16;

  Index vocabulary() const { return letters + 1; }
  Examples draw(Index count, Index letters_each, Generator& generator) const;
};

}  // namespace attn
