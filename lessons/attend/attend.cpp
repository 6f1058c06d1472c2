// Lesson: attend. What does attention make of your own tensors, step by step, and whose numbers are
// these?
#include "lessons/attend/attend.hpp"
#include "attend/save.hpp"
#include "lessons/shared/tensor_options.hpp"
#include "ranks/ranks.hpp"
#include "support/error.hpp"

namespace attn::lessons::attend {

namespace {

constexpr const char* kTitle = "Attention on your own tensors";

void declare(Knobs& knobs, TensorOptions& options) {
  knobs.example("attn attend", "Two queries and three keys, small enough for a pencil");
  knobs.example("attn attend --causal --align top-left", "Where PyTorch's is_causal differs");
  declare_tensors(knobs, options);
  knobs.reads_file("--expect", options.expect, "FILE",
                   "Another program's output for the same input: see which conventions give it");
  knobs.writes_folder("--save", options.save, "DIR", "Write each array to a file of this folder");
  knobs.choice(
      "--save-as", options.save_as, {{"npy", ArrayFormat::npy}, {"csv", ArrayFormat::csv}},
      "How --save writes them: for numpy.load, or in the shortest digits that --dtype needs");
}

void write_beginning(Page& page, const AttendRun& run) {
  page.say(
      "Queries, keys and values are taken as they are: nothing is embedded, projected or trained "
      "here. A score is a dot product of a query and a key; softmax makes weights of a row of "
      "them; the output is the values in these proportions.");
  if (run.problem.example) {
    page.say(
        "You gave no tensors, so these are two queries, three keys and three values that a pencil "
        "can follow. Save your own with numpy.save and name them with --q, --k and --v.");
  }
  page.equation("attention", {R"(O = \mathrm{softmax}(c \cdot Q K^\top + M) \cdot V)"});
  write_conventions_in_force(page, run);
}

// Computing all of it again, a few times over, shall not be what takes long.
bool is_small(const AttendInput& input) {
  constexpr double kMostOperations = 1e8;
  double operations = static_cast<double>(input.k.shape(2));
  for (const Index length : input.q.shape()) operations *= static_cast<double>(length);
  return operations <= kMostOperations;
}

void write_steps(Page& page, const AttendRun& run, const Survey& facts) {
  page.heading("Step by step");
  if (fits_on_page(run.input)) {
    write_heads(page, run);
  } else {
    page.say(
        "{} rows of weights over {} keys are too many for a page: here is where each step has "
        "its ends. With --save DIR all of it goes to files; --only weights --format csv writes one "
        "array line by line.",
        grouped(Integer{facts.rows}), grouped(Integer{run.input.k.shape(2)}));
    write_ends(page, facts);
  }
  write_row_claims(page, run, facts);
}

// The arrays that a page carries for programs.
std::vector<StreamedArray> page_arrays(const SharedRun& run) {
  constexpr double kMostNumbers = 1 << 16;
  std::vector<StreamedArray> arrays = arrays_of(run);
  std::erase_if(arrays, [](const StreamedArray& array) {
    double count = 1.0;
    for (const Index length : array.shape) count *= static_cast<double>(length);
    return count > kMostNumbers;
  });
  return arrays;
}

void add_files(Page& page, const SharedRun& run, const TensorOptions& options) {
  if (!fits_on_page(run->input)) {
    for (Stream& stream : streamed_arrays(run)) page.stream(std::move(stream));
  }
  if (!options.save) return;
  for (Attachment& file : saved_arrays(run, *options.save, options.save_as)) {
    page.attach(std::move(file));
  }
}

Document written_page(const SharedRun& run, const TensorOptions& options) {
  Page page{"attend", kTitle};
  write_beginning(page, *run);
  write_steps(page, *run, survey(*run));
  if (is_small(run->input)) {
    page.heading("Under other conventions");
    write_other_conventions(page, *run, attend_output(run->input, run->problem.options));
  }
  page.try_next(
      {{"attn attend --causal", {"The first query loses a key, the last one none."}},
       {"attn attend --causal --align top-left",
        {"The same tensors, as PyTorch's is_causal has it."}},
       {"attn conventions", {"Who does what, and the switch that gives their numbers."}}});
  for (const StreamedArray& array : page_arrays(run)) page.array(held(array));
  add_files(page, run, options);
  return std::move(page).finish();
}

// Of tensors so large that the steps take long: what comes before them, and the ids of the rest.
Document announced_page(const SharedRun& run, const TensorOptions& options) {
  Page page{"attend", kTitle};
  write_beginning(page, *run);
  add_files(page, run, options);
  Document announcement = std::move(page).finish();
  announce_ends(announcement, run->problem.options);
  if (run->by_kernel.valid()) announce<Claim>(announcement, "kernel-near");
  for (const char* id : {"rows-sum", "hidden-weightless"}) announce<Claim>(announcement, id);
  for (const StreamedArray& array : page_arrays(run)) {
    announcement.arrays.push_back(announced(array));
  }
  return announcement;
}

bool too_large(const AttendInput& input) { return !fits_on_page(input); }

Written write(const TensorOptions& options) {
  if (options.q && is_one_of_several()) return write_across_ranks(options);
  const SharedRun run = start_run(options, too_large);
  if (is_small(run->input)) return written_page(run, options);
  if (run->problem.expected) {
    throw Error("--expect compares conventions one by one, which takes long for {} rows; try fewer",
                grouped(Integer{rows_of_weights(run->input)}));
  }
  return PageJob{announced_page(run, options),
                 [run, options] { return written_page(run, options); }};
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<TensorOptions, declare, write>(knobs); }

}  // namespace attn::lessons::attend
