#include "learning/tasks.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

namespace attn {

namespace {

using Words = std::vector<std::string>;

// Nouns, and what is said of them alone.
struct Kind {
  Words nouns, adjectives;
};
const std::vector<Kind> kKinds{
    {{"animal", "dog", "cat", "horse"}, {"tired", "hungry", "afraid"}},
    {{"street", "river", "road", "bridge"}, {"wide", "flooded", "icy"}},
    {{"box", "bag", "trunk", "crate"}, {"heavy", "full", "bulky"}},
    {{"soup", "cake", "bread", "pie"}, {"salty", "stale", "burnt"}},
    {{"clock", "radio", "engine", "phone"}, {"faulty", "noisy", "rusty"}},
    {{"story", "song", "film", "poem"}, {"boring", "sad", "corny"}}};
const Words kVerbs{"crossed", "left", "avoided", "passed", "spared", "missed"};
const Words kOthers{"the", "because", "it", "was", "too", "first", "second"};

Index below(Index count, Generator& generator) {
  return static_cast<Index>(generator.uniform() * static_cast<double>(count));
}

const std::string& any_of(const Words& words, Generator& generator) {
  return words[below(words.size(), generator)];
}

// `count` different numbers below `limit`, in random order (Fisher and Yates).
std::vector<Index> different(Index count, Index limit, Generator& generator) {
  std::vector<Index> all(limit);
  std::iota(all.begin(), all.end(), Index{0});
  for (Index i = 0; i < count; ++i) std::swap(all[i], all[i + below(limit - i, generator)]);
  all.resize(count);
  return all;
}

}  // namespace

Index TaskVocabulary::operator[](const std::string& word) const {
  const auto at = std::ranges::find(words, word);
  if (at == words.end()) throw std::logic_error("no such word: " + word);
  return static_cast<Index>(at - words.begin());
}

LookupTask::LookupTask() {
  const auto add = [this](const Words& words) {
    vocabulary_.words.insert(vocabulary_.words.end(), words.begin(), words.end());
  };
  add(kOthers);
  add(kVerbs);
  for (const Kind& kind : kKinds) {
    add(kind.nouns);
    add(kind.adjectives);
  }
}

Index LookupTask::sentences() const {
  Index all = 0;
  for (const Kind& first : kKinds) {
    for (const Kind& second : kKinds) {
      if (&first == &second) continue;
      all += first.nouns.size() * second.nouns.size() * kVerbs.size() *
             (first.adjectives.size() + second.adjectives.size());
    }
  }
  return all;
}

Examples LookupTask::draw(Index count, bool unseen, Generator& generator) const {
  Examples drawn{kLength, {}, {}};
  while (drawn.sequences() < count) {
    const std::vector<Index> kinds = different(2, kKinds.size(), generator);
    const bool first_meant = generator.uniform() < 0.5;
    const std::string &first = any_of(kKinds[kinds[0]].nouns, generator),
                      &second = any_of(kKinds[kinds[1]].nouns, generator),
                      &adjective = any_of(kKinds[kinds[first_meant ? 0 : 1]].adjectives, generator),
                      &verb = any_of(kVerbs, generator);
    // A fifth of the nouns with an adjective, whichever noun comes first.
    const Index held = vocabulary_[first] + vocabulary_[second] + vocabulary_[adjective];
    if ((held % 5 == 0) != unseen) continue;
    const std::array<std::string, kLength> sentence{"the",     first, verb,  "the", second,
                                                    "because", "it",  "was", "too", adjective};
    for (const std::string& word : sentence) drawn.tokens.push_back(vocabulary_[word]);
    drawn.targets.resize(drawn.tokens.size(), kNoTarget);
    drawn.targets[drawn.targets.size() - kLength + kIt] =
        vocabulary_[first_meant ? "first" : "second"];
  }
  return drawn;
}

Examples InductionTask::draw(Index count, Generator& generator) const {
  Examples drawn{length(), {}, {}};
  for (Index s = 0; s < count; ++s) {
    std::vector<Index> tokens = different(run, vocabulary, generator);
    drawn.targets.insert(drawn.targets.end(), run, kNoTarget);
    for (Index pair = 0; pair < pairs; ++pair) {
      const Index first = below(run - 1, generator);
      tokens.insert(tokens.end(), {tokens[first], tokens[first + 1]});
      drawn.targets.insert(drawn.targets.end(), {tokens[first + 1], kNoTarget});
    }
    drawn.tokens.insert(drawn.tokens.end(), tokens.begin(), tokens.end());
  }
  return drawn;
}

Examples ReversalTask::draw(Index count, Index letters_each, Generator& generator) const {
  Examples drawn{2 * letters_each, {}, {}};
  for (Index s = 0; s < count; ++s) {
    std::vector<Index> run = different(letters_each, letters, generator);
    run.push_back(letters);  // the mark
    drawn.tokens.insert(drawn.tokens.end(), run.begin(), run.end());
    drawn.targets.insert(drawn.targets.end(), letters_each, kNoTarget);
    // The mark asks for the last letter, each letter given back for the one before it.
    for (Index i = letters_each; i-- > 0;) {
      drawn.targets.push_back(run[i]);
      if (i > 0) drawn.tokens.push_back(run[i]);
    }
  }
  return drawn;
}

}  // namespace attn
