// Does a head that copies form by itself, and what does it stand on?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lessons/learn/learn.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::learn {

namespace {

constexpr Index kInductionSteps = 600;

// The mean weight, over the tokens that are asked, that the best head of the last layer gives to
// the token after the same token's first place: Olsson et al., 2022, "prefix matching".
double prefix_matching(const Transformer& model, const Examples& test) {
  const Pass pass = forward(model, test.tokens, test.length);
  const Index heads = model.shape.heads;
  std::vector<double> sums(heads, 0.0);
  double asked = 0.0;
  for (Index t = 0; t < test.tokens.size(); ++t) {
    if (test.targets[t] == kNoTarget) continue;
    const Index sequence = t / test.length, first = sequence * test.length;
    const auto begin = test.tokens.begin() + static_cast<std::ptrdiff_t>(first);
    const auto place = static_cast<Index>(
        std::find(begin, begin + static_cast<std::ptrdiff_t>(test.length), test.tokens[t]) - begin);
    asked += 1.0;
    for (Index h = 0; h < heads; ++h) {
      sums[h] += pass.weights(model.shape.layers - 1, h, sequence, heads)(t - first, place + 1);
    }
  }
  return *std::ranges::max_element(sums) / asked;
}

// The mean weight that the best head of the first layer gives to the token just before, over the
// tokens of the runs.
double looks_back(const Transformer& model, const InductionTask& task, const Examples& test) {
  const Pass pass = forward(model, test.tokens, test.length);
  std::vector<double> sums(model.shape.heads, 0.0);
  for (Index s = 0; s < test.sequences(); ++s) {
    for (Index h = 0; h < model.shape.heads; ++h) {
      const Matrix& weights = pass.weights(0, h, s, model.shape.heads);
      for (Index t = 1; t < task.run; ++t) sums[h] += weights(t, t - 1);
    }
  }
  return *std::ranges::max_element(sums) / static_cast<double>(test.sequences() * (task.run - 1));
}

Table steps_table(const Course& deep, const Course& flat) {
  Table table{"induction-steps",
              "As it learns: loss, right answers, and the weight on what followed last time",
              {{"step", "step", ""},
               {"flat-loss", "one layer: loss", "", 3},
               {"deep-loss", "two layers: loss", "", 3},
               {"accuracy", "right", "%", 1},
               {"prefix", "prefix matching", "", 3}},
              {}};
  const auto& checkpoints = deep.progress.front();
  for (Index i = 0; i < checkpoints.size(); i += 2) {
    const Checkpoint& at = checkpoints[i];
    const bool both = i < flat.progress.front().size();
    table.rows.push_back({Integer{at.step},
                          both ? Cell{flat.progress.front()[i].score.loss} : Cell{Missing{}},
                          at.score.loss, 100.0 * at.score.accuracy, at.watched});
  }
  return table;
}

// The steepest fall of the loss within a tenth of the steps, as a share of the whole fall.
double steepest_fall(const std::vector<Checkpoint>& checkpoints) {
  double steepest = 0.0;
  for (Index i = 2; i < checkpoints.size(); ++i) {
    steepest = std::max(steepest, checkpoints[i - 2].score.loss - checkpoints[i].score.loss);
  }
  // From where guessing among the letters has been learned, at the second checkpoint.
  return steepest / (checkpoints[1].score.loss - checkpoints.back().score.loss);
}

// One sequence: what the asked tokens look at in the run.
Heatmap asked_map(const std::string& id, const std::string& caption, const Transformer& model,
                  const InductionTask& task, const Examples& test) {
  const auto letter = [](Index token) { return std::string(1, static_cast<char>('A' + token)); };
  const std::vector<Index> tokens(test.tokens.begin(),
                                  test.tokens.begin() + static_cast<std::ptrdiff_t>(test.length));
  const Pass pass = forward(model, tokens, test.length);
  const Matrix& weights = pass.weights(model.shape.layers - 1, 0, 0, model.shape.heads);
  Labels asks, run;
  for (Index t = 0; t < task.run; ++t) run.push_back(letter(tokens[t]));
  Matrix shown = xt::empty<double>({task.pairs, task.run});
  for (Index pair = 0; pair < task.pairs; ++pair) {
    const Index t = task.run + 2 * pair;
    asks.push_back(letter(tokens[t]));
    for (Index j = 0; j < task.run; ++j) shown(pair, j) = weights(t, j);
  }
  return matrix_heatmap(id, caption, asks, run, shown);
}

}  // namespace

void write_induction(Page& page, const LearnOptions& options) {
  const InductionTask task;
  Generator test_generator("1");
  Question question{.words = letters(task.vocabulary),
                    .steps = options.steps ? static_cast<Index>(*options.steps) : kInductionSteps,
                    .draw = [&task](Generator& generator) { return task.draw(32, generator); },
                    .test = task.draw(200, test_generator)};
  question.watch = [&question](const Transformer& model) {
    return prefix_matching(model, question.test);
  };
  const auto layers = static_cast<Index>(options.layers), heads = static_cast<Index>(options.heads),
             dim = static_cast<Index>(options.dim);
  const TransformerShape deep{.vocabulary = task.vocabulary,
                              .context = task.length(),
                              .width = dim,
                              .heads = heads,
                              .layers = layers,
                              .head_width = dim / heads};
  TransformerShape flat = deep;
  flat.layers = 1;
  flat.head_width = layers * deep.head_width;
  page.heading("What followed last time?");
  page.say(
      "A run of {} different letters, then pairs of neighbours from it, picked at random: the "
      "first letter of a pair is given, the second is asked. Nothing but the run tells it, and the "
      "run is new each time. Guessing among all letters costs ln {} = {:.3f} nats.",
      task.run, task.vocabulary, std::log(static_cast<double>(task.vocabulary)));
  std::vector<Course> courses;
  courses.push_back(
      take_main_course(page, fmt::format("{} layers", layers), deep, question, options));
  courses.push_back(take_course("one wide layer", flat, question, options));
  write_results(page, "induction-results", courses);
  write_curves(page, "induction-loss", courses);
  if (!options.load) page.table(steps_table(courses[0], courses[1]));
  const double back = looks_back(courses[0].models.front(), task, question.test);
  const double prefix = courses[0].progress.front().back().watched;
  page.say(
      "Two heads work together, an induction head and what it stands on: in the first layer each "
      "letter looks back at the one before it (mean weight {:.2f}) and takes note of it; in the "
      "last one, a letter finds the place that noted it (mean weight {:.2f}) and copies what "
      "stands there. Olsson et al., 2022 (arXiv 2209.11895), found such pairs in large models, "
      "formed as suddenly.",
      back, prefix);
  if (!options.load) {
    Generator fresh(options.seed);
    page.heatmap(asked_map("induction-before",
                           "Last layer, before: what each asking letter looks at",
                           fresh_model(deep, fresh), task, question.test));
  }
  page.heatmap(asked_map("induction-after", "After training", courses[0].models.front(), task,
                         question.test));
  if (!complete(page, courses, options, kInductionSteps)) return;
  page.claim("deep-copies", "two layers learn to copy what followed",
             check(courses[0].least_accuracy() >= 0.95, "{:.1f} % right, at least 95",
                   100.0 * courses[0].least_accuracy()));
  page.claim("flat-guesses", "one layer does little better than guessing within the run",
             check(courses[1].most_accuracy() < 2.5 / static_cast<double>(task.run - 1),
                   "{:.1f} % right, guessing {:.1f}", 100.0 * courses[1].most_accuracy(),
                   100.0 / static_cast<double>(task.run - 1)));
  double slowest = 1.0;
  for (const auto& checkpoints : courses[0].progress)
    slowest = std::min(slowest, steepest_fall(checkpoints));
  page.claim("sudden", "a third of the fall or more comes within a tenth of the steps",
             check(slowest >= 1.0 / 3.0, "{:.0f} % of it", 100.0 * slowest));
  page.claim("prefix-matches", "the last layer looks at what followed",
             check(prefix > 0.5, "mean weight {:.3f}, over 0.5", prefix));
}

}  // namespace attn::lessons::learn
