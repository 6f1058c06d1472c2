// Models trained in the run that prints the page, and the questions that they answer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "document/page.hpp"
#include "learning/training.hpp"
#include "lessons/lesson.hpp"

namespace attn::lessons::learn {

struct LearnOptions;

// A question that --task asks.
struct Task {
  std::string name;
  void (*write)(Page& page, const LearnOptions& options) = nullptr;

  bool operator==(const Task&) const = default;
};

struct LearnOptions {
  Task task = {};
  std::string seed = "0";
  std::optional<Integer> steps = {};
  std::optional<std::string> save = {}, load = {};
  Integer layers = 2, heads = 1, dim = 32, seeds = 1;

  // The models that claims are made of: others may learn or not.
  bool usual() const { return layers == 2 && heads == 1 && dim == 32; }
};

// Where a training stood after some steps.
struct Checkpoint {
  Index step = 0;
  Score score;
  double watched = 0.0;  // what the question watches beside, if anything
};

// One model, trained once a seed.
struct Course {
  std::string name;
  TransformerShape shape;
  std::vector<Transformer> models;                // one a seed, the first that of --seed
  std::vector<std::vector<Checkpoint>> progress;  // likewise
  // By Ctrl-C: the last model is then the one of least loss so far, and its checkpoints end there.
  bool stopped = false;

  // Of the last checkpoints over all seeds.
  Score mean() const;
  double least_accuracy() const;
  double most_accuracy() const;
};

struct Question {
  std::vector<std::string> words;  // of each token
  Index steps = 0, batch = 32;
  double rate = 5e-3;                        // of Adam, at its highest
  std::function<Examples(Generator&)> draw;  // a batch to train on
  Examples test;
  std::function<double(const Transformer&)> watch = {};
};

// Trains one model for each seed, from fresh weights; the same bits on every machine.
Course take_course(std::string name, const TransformerShape& shape, const Question& question,
                   const LearnOptions& options);

// The same, or the model of --load, as it is; what --save names is written with the page. Throws
// Error for a file of another task.
Course take_main_course(Page& page, std::string name, const TransformerShape& shape,
                        const Question& question, const LearnOptions& options);

// "A", "B", …: tokens that stand for nothing.
std::vector<std::string> letters(Index count);

// Table `id`: a line a model, its size and what it reached, with the spread over seeds where there
// are several.
void write_results(Page& page, const std::string& id, const std::vector<Course>& courses);

// Chart `id`: loss against steps, of the first seed. Claims nothing.
void write_curves(Page& page, const std::string& id, const std::vector<Course>& courses);

// Whether all was trained as it should be, so that claims can be put to the test. Says so where
// not.
bool complete(Page& page, const std::vector<Course>& courses, const LearnOptions& options,
              Index usual_steps);

// Each answers one question, adds tables and a chart of its name, and claims of the same name.
void write_lookup(Page& page, const LearnOptions& options);  // lookup-…: deep-finds, flat-fails
void write_induction(Page& page, const LearnOptions& options);  // induction-…: deep-copies, …
void write_order(Page& page, const LearnOptions& options);      // order-…: told, untold
void write_scale(Page& page, const LearnOptions& options);      // scale-…: scaled-learns
void write_ablation(Page& page, const LearnOptions& options);   // ablation-…: one-matters, …

}  // namespace attn::lessons::learn
