// How is a model trained, watched and summed up?
#include <fmt/format.h>

#include <algorithm>

#include "learning/model_file.hpp"
#include "lessons/learn/learn.hpp"
#include "lessons/shared/claims.hpp"
#include "support/error.hpp"
#include "support/interruption.hpp"
#include "support/progress.hpp"

namespace attn::lessons::learn {

namespace {

constexpr Index kCheckpoints = 20;

// The seeds after the first continue its number: "7", "7+1", … as streams of their own.
std::string seed_of(const LearnOptions& options, Index run) {
  return run == 0 ? options.seed : fmt::format("{}{:03}", options.seed, run);
}

void train_once(Course& course, const Question& question, const std::string& seed,
                const Progress& progress, const Interruption& interruption) {
  Generator generator(seed);
  Transformer model = fresh_model(course.shape, generator);
  Transformer best = model;    // the lowest loss on `question.test` so far
  std::size_t until_best = 0;  // checkpoints up to and with it
  std::vector<Checkpoint> checkpoints;
  const auto look = [&](Index step, const Transformer& now) {
    checkpoints.push_back(
        {step, score(now, question.test), question.watch ? question.watch(now) : 0.0});
    const double loss = checkpoints.back().score.loss;
    if (until_best > 0 && !(loss < checkpoints[until_best - 1].score.loss)) return;
    until_best = checkpoints.size();
    best = now;
  };
  look(0, model);
  train(
      model,
      {.steps = question.steps,
       .batch = question.batch,
       .adam = {.rate = question.rate, .memory = 0.98}},
      [&] { return question.draw(generator); },
      [&](Index done, double loss, const Transformer& now) {
        if (done % 10 == 0) {
          progress.say(fmt::format("{}: step {} of {}, loss {:.3f}", course.name, done,
                                   question.steps, loss));
        }
        course.stopped = interruption.asked();
        const Index every = std::max<Index>(1, question.steps / kCheckpoints);
        if (done % every == 0 || done == question.steps || course.stopped) look(done, now);
        return !course.stopped;
      });
  if (course.stopped) {
    model = std::move(best);
    checkpoints.resize(until_best);
  }
  course.models.push_back(std::move(model));
  course.progress.push_back(std::move(checkpoints));
}

}  // namespace

Score Course::mean() const {
  Score sum;
  for (const auto& checkpoints : progress) {
    sum.loss += checkpoints.back().score.loss / static_cast<double>(progress.size());
    sum.accuracy += checkpoints.back().score.accuracy / static_cast<double>(progress.size());
  }
  return sum;
}

double Course::least_accuracy() const {
  double least = 1.0;
  for (const auto& checkpoints : progress)
    least = std::min(least, checkpoints.back().score.accuracy);
  return least;
}

double Course::most_accuracy() const {
  double most = 0.0;
  for (const auto& checkpoints : progress) most = std::max(most, checkpoints.back().score.accuracy);
  return most;
}

Course take_course(std::string name, const TransformerShape& shape, const Question& question,
                   const LearnOptions& options) {
  Course course{std::move(name), shape, {}, {}, false};
  const Progress progress;
  const Interruption interruption;
  for (Index run = 0; run < static_cast<Index>(options.seeds) && !course.stopped; ++run) {
    train_once(course, question, seed_of(options, run), progress, interruption);
  }
  return course;
}

Course take_main_course(Page& page, std::string name, const TransformerShape& shape,
                        const Question& question, const LearnOptions& options) {
  Course course;
  if (options.load) {
    SavedModel saved = load_model(*options.load);
    if (saved.task != options.task.name || saved.vocabulary != question.words) {
      throw Error("--load {}: it was trained on {}; give --task {}, or a file of this one",
                  *options.load, saved.task.empty() ? "another task" : saved.task,
                  saved.task.empty() ? "that fits" : saved.task);
    }
    course = {"the loaded model", saved.model.shape, {}, {}, false};
    course.progress.push_back({{0, score(saved.model, question.test),
                                question.watch ? question.watch(saved.model) : 0.0}});
    course.models.push_back(std::move(saved.model));
  } else {
    course = take_course(std::move(name), shape, question, options);
  }
  if (options.save) {
    page.attach({*options.save,
                 [bytes = model_bytes({course.models.front(), question.words, options.task.name})](
                     const Attachment::Sink& sink) { sink(bytes); }});
  }
  return course;
}

std::vector<std::string> letters(Index count) {
  std::vector<std::string> all;
  for (Index i = 0; i < count; ++i) all.emplace_back(1, static_cast<char>('A' + i));
  return all;
}

void write_results(Page& page, const std::string& id, const std::vector<Course>& courses) {
  const bool spread = courses.front().models.size() > 1;
  Table table{id,
              fmt::format("On examples never trained on{}",
                          spread ? fmt::format(", over {} seeds", courses.front().models.size())
                                 : std::string{}),
              {{"model", "model", ""},
               {"layers", "layers", ""},
               {"parameters", "parameters", ""},
               {"loss", "loss", "nats", 3},
               {"accuracy", spread ? "right, mean" : "right", "%", 1}},
              {}};
  if (spread) {
    table.columns.push_back({"least", "least", "%", 1});
    table.columns.push_back({"most", "most", "%", 1});
  }
  for (const Course& course : courses) {
    const Score mean = course.mean();
    std::vector<Cell> cells{course.name, Integer{course.shape.layers},
                            Integer{parameters_of(course.shape)}, mean.loss, 100.0 * mean.accuracy};
    if (spread) {
      cells.emplace_back(100.0 * course.least_accuracy());
      cells.emplace_back(100.0 * course.most_accuracy());
    }
    table.rows.push_back(std::move(cells));
  }
  page.table(std::move(table));
}

void write_curves(Page& page, const std::string& id, const std::vector<Course>& courses) {
  Chart chart{id, "Loss on examples never trained on", "steps", "loss (nats)", false, false, {}};
  for (const Course& course : courses) {
    Series series{course.name, {}};
    for (const Checkpoint& at : course.progress.front()) {
      series.points.emplace_back(static_cast<double>(at.step), at.score.loss);
    }
    chart.series.push_back(std::move(series));
  }
  page.chart(std::move(chart));
}

bool complete(Page& page, const std::vector<Course>& courses, const LearnOptions& options,
              Index usual_steps) {
  if (std::ranges::any_of(courses, &Course::stopped)) {
    page.note("Stopped",
              {"The training was interrupted; the page shows the best model so far, by its "
               "loss on examples never trained on, and claims nothing of it."});
    return false;
  }
  if (options.load) return false;
  if (options.steps && *options.steps < Integer{usual_steps}) {
    page.note(
        "Fewer steps",
        {fmt::format("What training finds is put to the test from {} steps on.", usual_steps)});
    return false;
  }
  return options.usual();
}

}  // namespace attn::lessons::learn
