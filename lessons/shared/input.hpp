// Whose numbers: the reader's own sentence, file or seed, or an example. One set of options and one
// reading of them, for all lessons.
#pragma once

#include <optional>
#include <string>

#include "core/mask.hpp"
#include "files/sentence.hpp"
#include "lessons/lesson.hpp"
#include "lessons/shared/model_input.hpp"

namespace attn {

inline constexpr const char* kSixWords = "six-words";

struct InputOptions {
  std::optional<std::string> text = {}, file = {};
  std::string usual = kSixWords, example = usual;  // unless the reader names another
  std::optional<Integer> dim = {};
  std::string seed = "0";
  ModelOptions model = {};
};

// How what is drawn is spread, as standard deviations; and how much of "cat" is in "mat".
inline constexpr double kProjectionDeviation = 0.5, kCatInMat = 0.8, kNoiseInMat = 0.3;

// Whether the numbers are random, and not an example's or a file's.
inline bool drawn(const InputOptions& options) {
  return !options.file && !options.model.file && (options.text || options.example == kSixWords);
}

// --text, --input, --model with --layer and --head, --example, --dim, --seed.
void declare_input(Knobs& knobs, InputOptions& options);

// Of these, what does not depend on which examples a lesson has: --text, --input, --model, --seed.
void declare_own_input(Knobs& knobs, InputOptions& options);

// Tokens, embeddings and projections. An example, a file or a model as it stands; otherwise all is
// drawn from NumPy's default_rng(seed): embeddings N(0, 1), equal words sharing one, then W_Q, W_K,
// W_V N(0, 0.5²). Throws Error when options exclude each other, or the text has no word or too
// many.
Sentence read_sentence(const InputOptions& options);

// The widest embeddings that are drawn.
inline constexpr Integer kMostDimensions = 1024;

// The largest number of tokens that the n × n tables of a page are fit for.
inline constexpr Index kMostWords = 64;

// The words of --text. Throws Error when there are none, too many, or one is too long.
std::vector<std::string> words_of_text(const std::string& text);

// The token that --focus names, by word (its first occurrence) or by index from 0.
// Throws Error naming the nearest word, and those that there are.
Index find_token(const Sentence& sentence, const std::string& word);

// What the six-word sentence takes from its generator: the point at which the saturation sweep
// starts, whatever the sentence, so that its figures are the same in every lesson.
inline constexpr Index kDrawnBeforeSweep = 6 * 8 + 8 + 3 * 8 * 8;

}  // namespace attn
