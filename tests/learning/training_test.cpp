// Are examples what they are said to be, and does training learn from them, the same each time?
#include "learning/training.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace attn;

TEST_SUITE_BEGIN("training");

TEST_CASE("draws sentences of one noun that lives and one that is broad, asked at “it”") {
  const LookupTask task;
  Generator generator;
  const TaskVocabulary& words = task.vocabulary();
  const Examples drawn = task.draw(50, false, generator);
  REQUIRE(drawn.sequences() == 50);
  for (Index s = 0; s < 50; ++s) {
    const Index first = s * LookupTask::kLength;
    CHECK(drawn.tokens[first + LookupTask::kIt] == words["it"]);
    CHECK(std::count_if(drawn.targets.begin() + static_cast<std::ptrdiff_t>(first),
                        drawn.targets.begin() + static_cast<std::ptrdiff_t>(first + 10),
                        [](Index target) { return target != kNoTarget; }) == 1);
    const Index answer = drawn.targets[first + LookupTask::kIt];
    CHECK((answer == words["first"] || answer == words["second"]));
  }
}

TEST_CASE("never trains on a pair of nouns with an adjective that it is tested on") {
  const LookupTask task;
  Generator generator;
  const auto triples = [&](bool unseen) {
    const Examples drawn = task.draw(400, unseen, generator);
    std::set<std::vector<Index>> all;
    for (Index s = 0; s < drawn.sequences(); ++s) {
      std::vector<Index> nouns{drawn.tokens[s * 10 + LookupTask::kFirstNoun],
                               drawn.tokens[s * 10 + LookupTask::kSecondNoun]};
      std::ranges::sort(nouns);
      nouns.push_back(drawn.tokens[s * 10 + LookupTask::kAdjective]);
      all.insert(nouns);
    }
    return all;
  };
  const auto seen = triples(false), unseen = triples(true);
  CHECK(std::ranges::none_of(unseen, [&](const auto& one) { return seen.contains(one); }));
}

TEST_CASE("asks of a pair what followed its first token in the run") {
  const InductionTask task;
  Generator generator;
  const Examples drawn = task.draw(20, generator);
  for (Index t = 0; t < drawn.tokens.size(); ++t) {
    if (drawn.targets[t] == kNoTarget) continue;
    const auto run = drawn.tokens.begin() + static_cast<std::ptrdiff_t>(t / 24 * 24);
    const auto seen = std::find(run, run + 12, drawn.tokens[t]);
    REQUIRE(seen < run + 11);
    CHECK(drawn.targets[t] == seen[1]);
  }
}

TEST_CASE("asks a reversal for its letters from the last to the first") {
  const ReversalTask task;
  Generator generator;
  const Examples drawn = task.draw(1, 3, generator);
  const std::vector<Index>& t = drawn.tokens;
  REQUIRE(t.size() == 6);
  CHECK(t[3] == 16);
  CHECK(std::vector<Index>(drawn.targets.begin() + 3, drawn.targets.end()) ==
        std::vector<Index>{t[2], t[1], t[0]});
  CHECK((t[4] == t[2] && t[5] == t[1]));
}

TEST_CASE("learns a small task, and gives the same bits each time") {
  const LookupTask task;
  const auto trained = [&task] {
    Generator generator("5");
    Transformer model = fresh_model({.vocabulary = task.vocabulary().words.size(),
                                     .context = LookupTask::kLength,
                                     .width = 16,
                                     .causal = false},
                                    generator);
    double first = 0.0, last = 0.0;
    train(
        model, {.steps = 40, .batch = 16}, [&] { return task.draw(16, false, generator); },
        [&](Index done, double loss, const Transformer&) {
          (done == 1 ? first : last) = loss;
          return true;
        });
    CHECK(last < 0.5 * first);
    return model;
  };
  Transformer one = trained(), other = trained();
  const auto weights = weights_of(one), others = weights_of(other);
  for (Index i = 0; i < weights.size(); ++i) {
    CHECK(largest_difference(*weights[i].weight, *others[i].weight) == 0.0);
  }
}

TEST_CASE("ends when it is told to") {
  const InductionTask task;
  Generator generator;
  Transformer model =
      fresh_model({.vocabulary = task.vocabulary, .context = task.length(), .width = 8}, generator);
  Index steps = 0;
  train(
      model, {.steps = 50, .batch = 2}, [&] { return task.draw(2, generator); },
      [&](Index done, double, const Transformer&) { return (steps = done) < 3; });
  CHECK(steps == 3);
}

TEST_SUITE_END();
