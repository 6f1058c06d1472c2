// What does dividing by √d_k do to learning?
#include <fmt/format.h>

#include <algorithm>

#include "lessons/learn/learn.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::learn {

namespace {

constexpr Index kScaleSteps = 480;

// The first checkpoint at which 90 % are right, or nothing.
std::optional<Index> learned_at(const Course& course) {
  for (const Checkpoint& at : course.progress.front()) {
    if (at.score.accuracy >= 0.9) return at.step;
  }
  return {};
}

Cell step_cell(const std::optional<Index>& step) {
  return step ? Cell{Integer{*step}} : Cell{Missing{}};
}

}  // namespace

void write_scale(Page& page, const LearnOptions& options) {
  const InductionTask task;
  Generator test_generator("1");
  const Question question{
      .words = letters(task.vocabulary),
      .steps = options.steps ? static_cast<Index>(*options.steps) : kScaleSteps,
      .draw = [&task](Generator& generator) { return task.draw(32, generator); },
      .test = task.draw(200, test_generator)};
  page.heading("With and without 1/√d_k");
  page.say(
      "What followed last time? (attn learn --task induction) is asked again, in {} layers with "
      "heads of different widths d_k. Queries and keys start with entries of variance 1, so that "
      "an undivided score has variance d_k, and most rows are decided before anything is learned.",
      options.layers);
  Table table{"scale-steps",
              "Steps until 90 % are right (a dash: not within the training), and the last loss",
              {{"d_k", "d_k", ""},
               {"divided", "divided: steps", ""},
               {"divided-loss", "loss", "", 3},
               {"undivided", "undivided: steps", ""},
               {"undivided-loss", "loss", "", 3}},
              {}};
  std::vector<Course> courses;
  for (const Index d_k : {32, 64}) {
    TransformerShape shape{.vocabulary = task.vocabulary,
                           .context = task.length(),
                           .width = static_cast<Index>(options.dim),
                           .heads = 1,
                           .layers = static_cast<Index>(options.layers),
                           .head_width = d_k};
    courses.push_back(take_course(fmt::format("d_k {}, divided", d_k), shape, question, options));
    shape.scaled = false;
    courses.push_back(take_course(fmt::format("d_k {}, undivided", d_k), shape, question, options));
    const Course &divided = courses[courses.size() - 2], &undivided = courses.back();
    table.rows.push_back({Integer{d_k}, step_cell(learned_at(divided)), divided.mean().loss,
                          step_cell(learned_at(undivided)), undivided.mean().loss});
  }
  page.table(std::move(table));
  write_curves(page, "scale-loss", courses);
  if (!complete(page, courses, options, kScaleSteps)) return;
  double divided = 1.0, undivided = 0.0;
  for (Index i = 0; i < courses.size(); i += 2) {
    divided = std::min(divided, courses[i].least_accuracy());
    undivided = std::max(undivided, courses[i + 1].most_accuracy());
  }
  page.claim("scaled-learns", "divided by √d_k, the model learns at every width",
             check(divided >= 0.95, "{:.1f} % right at the worst, at least 95", 100.0 * divided));
  page.claim("unscaled-waits", "undivided, it has not begun to when the other has done",
             check(undivided < 0.5, "{:.1f} % right at the best, under 50", 100.0 * undivided));
}

}  // namespace attn::lessons::learn
