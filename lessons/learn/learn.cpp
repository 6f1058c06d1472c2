// Lesson: learn. Would training find what these lessons set by hand?
#include "lessons/learn/learn.hpp"

#include "support/error.hpp"

namespace attn::lessons::learn {

namespace {

const std::vector<Task> kTasks{{"lookup", write_lookup},
                               {"induction", write_induction},
                               {"order", write_order},
                               {"scale", write_scale},
                               {"ablation", write_ablation}};

void declare(Knobs& knobs, LearnOptions& options) {
  options.task = kTasks.front();
  knobs.example("attn learn", "Two layers find what “it” stands for, one does not");
  knobs.example("attn learn --task induction", "A head that copies forms, all of a sudden");
  knobs.example("attn learn --task order --seeds 5", "Five models each, and their spread");
  WordsFor<Task> tasks;
  for (const Task& task : kTasks) tasks.emplace_back(task.name, task);
  knobs.choice("--task", options.task, std::move(tasks), "What is to be learned");
  knobs.count("--steps", options.steps, 1, 100000, "Steps of training (the task has a number)");
  knobs.count("--layers", options.layers, 1, 8, "Layers of the deep model");
  knobs.count("--heads", options.heads, 1, 16, "Heads of a layer");
  knobs.count("--dim", options.dim, 4, 256, "Components of an embedding");
  knobs.text("--seed", options.seed, "N", "Seed of the first weights and of the examples");
  knobs.writes_folder(
      "--save", options.save, "FILE",
      "Write the trained model there, as .safetensors (of lookup, induction, order, ablation)");
  knobs.reads_file("--load", options.load, "FILE",
                   "Show a model that was saved instead of training one");
  knobs.count("--seeds", options.seeds, 1, 20, "Train each model as often, from other weights");
}

Document write(const LearnOptions& options) {
  if (options.dim % options.heads != 0) {
    throw Error("--heads: {} heads do not divide {} components; --dim says how many there are",
                options.heads, options.dim);
  }
  if ((options.save || options.load) && options.task.name == "scale") {
    throw Error(
        "{}: the task scale trains four models to compare; use lookup, induction, order or "
        "ablation",
        options.save ? "--save" : "--load");
  }
  Page page{"learn", "Small models, trained before your eyes"};
  page.say(
      "In the other lessons weights are chosen. Here they are found: random at first, then moved "
      "against the gradient of a loss, by Adam (Kingma and Ba, 2015, arXiv 1412.6980), in the run "
      "that prints this page. The same seed gives the same bits on every machine.");
  options.task.write(page, options);
  page.try_next({{"attn learn --heads 2 --steps 600", {"Can two heads in one layer do it?"}},
                 {"attn learn --task induction", {"A loss that falls all at once."}},
                 {"attn learn --task order", {"Backwards, with positions and without."}},
                 {"attn learn --task scale", {"Undivided scores, and how long learning takes."}},
                 {"attn learn --task ablation", {"Which heads would be missed?"}},
                 {"attn gradients", {"One of those steps, with a pencil."}}});
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<LearnOptions, declare, write>(knobs); }

}  // namespace attn::lessons::learn
