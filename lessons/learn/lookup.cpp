// Does training find that “it” needs two layers, as the guided tour's hand-set weights do?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lessons/learn/learn.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::learn {

namespace {

constexpr Index kLookupSteps = 800;
constexpr double kLookupRate = 3.5e-3;

const Labels& example_words() {
  static const Labels kWords{"the",     "animal", "crossed", "the", "street",
                             "because", "it",     "was",     "too", "tired"};
  return kWords;
}

std::vector<Index> tokens_of(const Labels& words, const LookupTask& task) {
  std::vector<Index> tokens;
  for (const std::string& word : words) tokens.push_back(task.vocabulary()[word]);
  return tokens;
}

// What each layer's heads give from the row of “it”, for the sentence as it is and with an
// adjective that suits the other noun.
void write_rows(Page& page, const Course& deep, const LookupTask& task) {
  Labels words = example_words();
  Table table{"lookup-it",
              "The row of “it” in the trained model, for “tired” and for “wide”",
              {{"word", "word", ""}},
              {}};
  for (const std::string& word : words) table.rows.push_back({word});
  for (const char* adjective : {"tired", "wide"}) {
    words.back() = adjective;
    const Pass pass = forward(deep.models.front(), tokens_of(words, task), words.size());
    for (Index layer = 0; layer < deep.shape.layers; ++layer) {
      for (Index head = 0; head < deep.shape.heads; ++head) {
        const std::string name = deep.shape.heads == 1
                                     ? fmt::format("layer {}", layer + 1)
                                     : fmt::format("layer {}, head {}", layer + 1, head);
        table.columns.push_back({fmt::format("{}-{}-{}", adjective, layer + 1, head),
                                 fmt::format("{}: {}", adjective, name), "", 2});
        const Matrix& weights = pass.weights(layer, head, 0, deep.shape.heads);
        for (Index j = 0; j < words.size(); ++j) {
          table.rows[j].push_back(weights(LookupTask::kIt, j));
        }
      }
    }
  }
  if (table.columns.size() <= 9) page.table(std::move(table));
}

// Where the row of “it” in the last layer puts its weight, over all test sentences.
void say_what_it_reads(Page& page, const Course& deep, const LookupTask& task) {
  Generator generator("1");
  const Examples test = task.draw(200, true, generator);
  const Pass pass = forward(deep.models.front(), test.tokens, test.length);
  double nouns = 0.0, adjective = 0.0;
  for (Index s = 0; s < test.sequences(); ++s) {
    const Matrix& weights = pass.weights(deep.shape.layers - 1, 0, s, deep.shape.heads);
    const auto share = [&](Index key) { return weights(LookupTask::kIt, key) / 200.0; };
    nouns += share(LookupTask::kFirstNoun) + share(LookupTask::kSecondNoun);
    adjective += share(LookupTask::kAdjective);
  }
  page.say(
      "On the test sentences “it” gives {:.2f} of its weight in the last layer to the two nouns, "
      "and {:.2f} to the adjective. {}",
      nouns, adjective,
      adjective > nouns
          ? "So the adjective finds its noun in the first layer, and “it” asks the adjective: not "
            "the tour's way, and as good. That a head can be explained does not make it the only "
            "one."
          : "So “it” learns of the adjective first and then picks the noun, as in the tour.");
}

void write_map(Page& page, const Course& deep, const LookupTask& task) {
  const Labels& words = example_words();
  const Pass pass = forward(deep.models.front(), tokens_of(words, task), words.size());
  for (Index layer = 0; layer < deep.shape.layers && deep.shape.heads == 1; ++layer) {
    page.heatmap(matrix_heatmap(fmt::format("lookup-map-{}", layer + 1),
                                fmt::format("Trained weights of layer {}", layer + 1), words, words,
                                pass.weights(layer, 0, 0, 1)));
  }
}

}  // namespace

void write_lookup(Page& page, const LearnOptions& options) {
  const LookupTask task;
  Generator test_generator("1");
  const Question question{
      .words = task.vocabulary().words,
      .steps = options.steps ? static_cast<Index>(*options.steps) : kLookupSteps,
      .rate = kLookupRate,
      .draw = [&task](Generator& generator) { return task.draw(32, false, generator); },
      .test = task.draw(500, true, test_generator)};
  const auto layers = static_cast<Index>(options.layers), heads = static_cast<Index>(options.heads),
             dim = static_cast<Index>(options.dim);
  TransformerShape deep{.vocabulary = task.vocabulary().words.size(),
                        .context = LookupTask::kLength,
                        .width = dim,
                        .heads = heads,
                        .layers = layers,
                        .head_width = dim / heads};
  deep.causal = false;
  TransformerShape flat = deep;
  flat.layers = 1;
  flat.head_width = layers * deep.head_width;

  page.heading("Which noun is “it”?");
  page.say(
      "“{}”: is “it” the first noun or the second? With “wide” in place of “tired” it is the other "
      "one. A grammar makes {} such sentences, from nouns of six kinds and what is said of each; a "
      "fifth of all pairs of nouns with an adjective is kept for the test.",
      fmt::join(example_words(), " "), grouped(Integer{task.sentences()}));
  page.say(
      "Two models start from random weights and see {} sentences, {} at a time. Both have the same "
      "number of parameters: {} layers of attention, or one layer with heads {} times as wide. "
      "There is nothing but attention in them.",
      grouped(Integer{question.steps * 32}), 32, layers, layers);
  std::vector<Course> courses;
  courses.push_back(
      take_main_course(page, fmt::format("{} layers", layers), deep, question, options));
  courses.push_back(take_course("one wide layer", flat, question, options));
  write_results(page, "lookup-results", courses);
  write_curves(page, "lookup-loss", courses);
  page.say(
      "Guessing is right half of the time, and costs ln 2 = {:.3f} nats. In one layer “it” asks "
      "its question before it knows the adjective: what it takes from a noun cannot depend on what "
      "it takes from the adjective, and the answer is nothing but their agreement.",
      std::log(2.0));
  if (complete(page, courses, options, kLookupSteps)) {
    page.claim("deep-finds", "two layers learn it, and answer sentences they have never seen",
               check(courses[0].least_accuracy() >= 0.95, "{:.1f} % right, at least 95",
                     100.0 * courses[0].least_accuracy()));
    page.claim("flat-fails", "one layer of as many parameters does not",
               check(courses[1].most_accuracy() < 0.6, "{:.1f} % right, under 60",
                     100.0 * courses[1].most_accuracy()));
    page.claim("same-size", "both have the same number of parameters",
               check(parameters_of(deep) == parameters_of(flat), "{} and {}", parameters_of(deep),
                     parameters_of(flat)));
  }
  page.heading("What the trained heads do");
  page.say(
      "The tour sets weights by hand: a first layer in which words gather what is said of them, a "
      "second in which “it” finds its noun. Nobody told these layers anything.");
  say_what_it_reads(page, courses[0], task);
  write_rows(page, courses[0], task);
  write_map(page, courses[0], task);
}

}  // namespace attn::lessons::learn
