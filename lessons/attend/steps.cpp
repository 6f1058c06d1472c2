// How do the steps of an attention stand on a page, few or many?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernel/instruction_set.hpp"
#include "lessons/attend/attend.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::attend {

namespace {

constexpr Index kMostRows = 16, kMostKeys = 8, kMostMatrices = 4;

// "-b1-h2" and ", sequence 1, head 2", as far as there is more than one.
struct HeadName {
  std::string id, text;
};
HeadName head_name(const AttendRun& run, Index sequence, Index head) {
  HeadName name;
  if (run.input.q.shape(0) > 1) {
    name.id += fmt::format("-b{}", sequence);
    name.text += fmt::format(", sequence {}", sequence);
  }
  if (run.input.q.shape(1) > 1) {
    name.id += fmt::format("-h{}", head);
    name.text += fmt::format(", head {}", head);
  }
  return name;
}

void write_head(Page& page, const AttendRun& run, const QueryBlock& block) {
  const AttendOptions& options = run.problem.options;
  const AttendSteps steps = attn::attend(run.input, options, block);
  const HeadName name = head_name(run, block.sequence, block.head);
  const Labels queries = numbered("q", block.count), keys = numbered("k", columns(steps.scores));
  const auto table = [&](const char* id, const char* caption, const Matrix& numbers,
                         const Labels& labels) {
    page.table(matrix_table(id + name.id, caption + name.text, "query", queries, labels, numbers));
  };
  const Index kv_head = kv_head_of(block.head, run.input.q.shape(1), run.input.k.shape(1));
  const Matrix k = head_of(run.input.k, block.sequence, kv_head);
  const Matrix v = head_of(run.input.v, block.sequence, kv_head);
  if (columns(k) <= kMostKeys) {
    const Labels components = numbered("", columns(k));
    table("queries", "Queries", head_of(run.input.q, block.sequence, block.head), components);
    page.table(matrix_table("keys" + name.id, "Keys" + name.text, "key", keys, components, k));
  }
  page.table(matrix_table("values" + name.id, "Values" + name.text, "key", keys,
                          numbered("", columns(v)), v));
  table("scores", "Scores, q · k", steps.scores, keys);
  table("scaled", "Scaled", steps.scaled, keys);
  if (options.softcap) table("capped", "After the softcap", steps.capped, keys);
  if (std::ranges::find(steps.hidden, true) != steps.hidden.end()) {
    page.table(mask_table("mask" + name.id, "Mask (1 = hidden)" + name.text, "query", queries, keys,
                          steps.hidden));
  }
  if (options.mask && options.mask->means == AttendMask::Means::add) {
    table("visible", "Mask added, −inf where hidden", steps.visible, keys);
  }
  table("weights", "Weights", steps.weights, keys);
  page.heatmap(matrix_heatmap("weights-map" + name.id, "The weights as a picture" + name.text,
                              queries, keys, steps.weights, 0.0, 1.0, &steps.hidden));
  table("output", "Output, weights times values", steps.output,
        numbered("", columns(steps.output)));
}

std::string place_text(const SurveySpot& spot) {
  return fmt::format("[{}, {}, {}, {}]", spot.sequence, spot.head, spot.row, spot.column);
}

void add_spot(std::vector<Cell>& row, const std::optional<SurveySpot>& spot) {
  row.push_back(spot ? Cell{spot->value} : Cell{Missing{}});
  row.push_back(spot ? Cell{place_text(*spot)} : Cell{Missing{}});
}

// Says where the output is from, and claims that it is that of the steps.
void write_kernel_error(Page& page, const KernelError& error) {
  page.say(
      "The output comes from the tiled kernel that flash-tiling --measure times, in float32 and {} "
      "instructions, which holds no row of weights. The scores and weights come from the steps, "
      "one by one.",
      kernel::instruction_sets().front()->name);
  page.claim("kernel-near", "the kernel's output is that of the steps, but for rounding",
             check(error.difference <= error.bound,
                   "in {} rows from the first to the last, at most {} off, where rounding to "
                   "float32 may come to {}",
                   error.rows, tiny(error.difference), tiny(error.bound)));
}

}  // namespace

bool fits_on_page(const AttendInput& input) {
  const auto& q = input.q.shape();
  return q[0] * q[1] <= kMostMatrices && q[2] <= kMostRows && input.k.shape(2) <= kMostKeys &&
         input.v.shape(3) <= kMostKeys;
}

void write_heads(Page& page, const AttendRun& run) {
  for (Index sequence = 0; sequence < run.input.q.shape(0); ++sequence) {
    for (Index head = 0; head < run.input.q.shape(1); ++head) {
      write_head(page, run, {sequence, head, 0, run.input.q.shape(2)});
    }
  }
}

void write_ends(Page& page, const Survey& survey) {
  constexpr auto kGeneral = Column::Notation::general;
  Table steps{"steps",
              "The ends of each step, and where: [sequence, head, row, column]",
              {{"step", "", ""},
               {"lowest", "lowest", "", 5, kGeneral},
               {"lowest-at", "at", ""},
               {"highest", "highest", "", 5, kGeneral},
               {"highest-at", "at", ""},
               {"nan", "NaN", ""}},
              {}};
  for (const StepFacts& step : survey.steps) {
    std::vector<Cell> row{step.id};
    add_spot(row, step.lowest);
    add_spot(row, step.highest);
    row.push_back(Integer{step.not_numbers});
    steps.rows.push_back(std::move(row));
  }
  page.table(std::move(steps));
  Table peaks{"peaks",
              "The largest weights",
              {{"rank", "", ""},
               {"weight", "weight", ""},
               {"sequence", "sequence", ""},
               {"head", "head", ""},
               {"query", "query", ""},
               {"key", "key", ""}},
              {}};
  for (const SurveySpot& spot : survey.peaks) {
    peaks.rows.push_back({Integer{peaks.rows.size() + 1}, spot.value, Integer{spot.sequence},
                          Integer{spot.head}, Integer{spot.row}, Integer{spot.column}});
  }
  page.table(std::move(peaks));
  if (survey.kernel) write_kernel_error(page, *survey.kernel);
}

void announce_ends(Document& page, const AttendOptions& options) {
  announce_table(page, "steps", steps_surveyed(options));
  Labels ranks;
  for (Index i = 1; i <= kSurveyPeaks; ++i) ranks.push_back(std::to_string(i));
  announce_table(page, "peaks", ranks);
}

}  // namespace attn::lessons::attend
