#include "lessons/tour/tour.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include "support/text.hpp"

namespace attn::lessons::tour {

namespace {

using enum Feature;

struct Kind {
  std::array<Feature, 2> features;  // the same one twice where there is only one
  std::string_view words;
};

constexpr std::array kKinds{
    Kind{{noun, alive}, "animal cat child dog horse man woman"},
    Kind{{noun, broad}, "street bridge field lake river road valley"},
    Kind{{verb, verb}, "cross enter follow leave reach see swim"},
    Kind{{pronoun, pronoun}, "it he she they"},
    Kind{{adjective, suits_alive}, "tired afraid hungry lazy sleepy thirsty"},
    Kind{{adjective, suits_broad}, "wide broad narrow long deep"},
};

// How strongly a feature asks, in w_q.
constexpr double kAsks = 4.0, kInsists = 8.0;

Index at(Feature feature) { return static_cast<Index>(feature); }

bool is(const Kind& kind, Feature feature) {
  return std::ranges::find(kind.features, feature) != kind.features.end();
}

struct Link {
  Feature feature;
  Index to;
  double strength;
};

Matrix linked(Index width, std::initializer_list<Link> links) {
  Matrix w = xt::zeros<double>({kFeatures, width});
  for (const Link& link : links) w(at(link.feature), link.to) = link.strength;
  return w;
}

}  // namespace

Labels feature_names() {
  return {"noun", "verb", "adjective", "pronoun", "alive", "broad", "suits alive", "suits broad"};
}

Labels question_names() { return {"noun", "adjective", "alive", "broad"}; }

std::string plain_word(std::string word) {
  while (!word.empty() && std::string_view(".,;:!?").find(word.back()) != std::string_view::npos) {
    word.pop_back();
  }
  std::ranges::transform(word, word.begin(), [](char c) {
    return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return word;
}

Labels words_of_lexicon() {
  Labels words;
  for (const Kind& kind : kKinds)
    std::ranges::copy(words_of(kind.words), std::back_inserter(words));
  return words;
}

bool has(const std::string& word, Feature feature) {
  const std::string looked_up = plain_word(word);
  return std::ranges::any_of(kKinds, [&](const Kind& kind) {
    return is(kind, feature) && std::ranges::count(words_of(kind.words), looked_up) > 0;
  });
}

std::string words_with(const std::vector<Feature>& features, Index most) {
  Labels words;
  for (const Kind& kind : kKinds) {
    if (std::ranges::all_of(features, [&](Feature feature) { return is(kind, feature); })) {
      std::ranges::copy(words_of(kind.words), std::back_inserter(words));
    }
  }
  words.resize(std::min(words.size(), most));
  return fmt::format("{}", fmt::join(words, " "));
}

Sentence sentence_of(const Labels& words) {
  constexpr Index kNoun = 0, kAdjective = 1, kAlive = 2, kBroad = 3;  // the questions
  Sentence sentence{words, xt::zeros<double>({words.size(), kFeatures}), {}, {}, {}};
  for (Index i = 0; i < words.size(); ++i) {
    for (Index f = 0; f < kFeatures; ++f) {
      sentence.embeddings(i, f) = has(words[i], static_cast<Feature>(f)) ? 1.0 : 0.0;
    }
  }
  sentence.w_q = linked(4, {{pronoun, kNoun, kAsks},
                            {pronoun, kAdjective, kAsks},
                            {verb, kNoun, kAsks},
                            {alive, kAlive, kAsks},
                            {broad, kBroad, kAsks},
                            {suits_alive, kAlive, kInsists},
                            {suits_broad, kBroad, kInsists}});
  sentence.w_k = linked(4, {{noun, kNoun, 1.0},
                            {adjective, kAdjective, 1.0},
                            {alive, kAlive, 1.0},
                            {broad, kBroad, 1.0}});
  sentence.w_v = linked(kFeatures, {{alive, at(alive), 1.0},
                                    {broad, at(broad), 1.0},
                                    {suits_alive, at(suits_alive), 1.0},
                                    {suits_broad, at(suits_broad), 1.0}});
  return sentence;
}

}  // namespace attn::lessons::tour
