// Can order be learned by a model that is not told of it?
#include <fmt/format.h>

#include "lessons/learn/learn.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::learn {

namespace {

constexpr Index kOrderSteps = 900, kTrainedMost = 8, kLonger = 12;

struct Told {
  const char* name;
  Positions positions;
};

}  // namespace

void write_order(Page& page, const LearnOptions& options) {
  const ReversalTask task;
  Generator test_generator("1");
  const Examples longer = task.draw(200, kLonger, test_generator);
  Question question{
      .words = letters(task.letters + 1),
      .steps = options.steps ? static_cast<Index>(*options.steps) : kOrderSteps,
      .draw =
          [&task](Generator& generator) {
            const auto letters = 4 + static_cast<Index>(generator.uniform() * 5.0);
            return task.draw(32, letters, generator);
          },
      .test = task.draw(200, kTrainedMost, test_generator),
      .watch = [&longer](const Transformer& model) { return score(model, longer).accuracy; }};
  const auto layers = static_cast<Index>(options.layers), heads = static_cast<Index>(options.heads),
             dim = static_cast<Index>(options.dim);
  page.heading("Say it backwards");
  page.say(
      "Four to {} different letters, a mark, and the letters from the last to the first: after the "
      "mark each next one is asked. The three models differ in what they are told of positions, "
      "and in nothing else; a causal mask lets each letter see those before it.",
      kTrainedMost);
  std::vector<Course> courses;
  for (const auto& [name, positions] :
       {Told{"not told", Positions::none}, Told{"sinusoids", Positions::sinusoids},
        Told{"rotary", Positions::rotary}}) {
    const TransformerShape shape{.vocabulary = task.vocabulary(),
                                 .context = 2 * kLonger,
                                 .width = dim,
                                 .heads = heads,
                                 .layers = layers,
                                 .head_width = dim / heads,
                                 .positions = positions};
    const bool main = positions == Positions::sinusoids;
    courses.push_back(main ? take_main_course(page, name, shape, question, options)
                           : take_course(name, shape, question, options));
  }
  write_results(page, "order-results", courses);
  write_curves(page, "order-loss", courses);
  Table table{"order-longer",
              "Right answers, for as many letters as were trained on and for more",
              {{"model", "positions", ""},
               {"trained", fmt::format("{} letters", kTrainedMost), "%", 1},
               {"longer", fmt::format("{} letters", kLonger), "%", 1}},
              {}};
  for (const Course& course : courses) {
    const Checkpoint& last = course.progress.front().back();
    table.rows.push_back({course.name, 100.0 * last.score.accuracy, 100.0 * last.watched});
  }
  page.table(std::move(table));
  page.say(
      "Longer than trained on, sinusoids have rows that no training has seen, and rotary angles "
      "that none has turned: the rule was learned for the distances that there were.");
  if (!complete(page, courses, options, kOrderSteps)) return;
  page.claim("told-learns", "told of positions, by sinusoids or by rotation, a model learns it",
             check(std::min(courses[1].least_accuracy(), courses[2].least_accuracy()) >= 0.9,
                   "{:.1f} % and {:.1f} % right, at least 90", 100.0 * courses[1].least_accuracy(),
                   100.0 * courses[2].least_accuracy()));
  page.claim("untold-fails", "not told, it does not",
             check(courses[0].most_accuracy() < 0.6, "{:.1f} % right, under 60",
                   100.0 * courses[0].most_accuracy()));
}

}  // namespace attn::lessons::learn
