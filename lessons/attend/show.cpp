#include "lessons/attend/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lessons/shared/tables.hpp"

namespace attn::lessons::attend {

namespace {

constexpr Index kMostRows = 16, kMostKeys = 8, kMostMatrices = 4;
constexpr Index kMostNumbers = Index{1} << 16;  // of an array that a page carries for programs

// "-b1-h2" and ", sequence 1, head 2", as far as there is more than one.
struct HeadName {
  std::string id, text;
};
HeadName head_name(const Attending& a, Index b, Index h) {
  HeadName name;
  if (a.input.q.shape(0) > 1) {
    name.id += fmt::format("-b{}", b);
    name.text += fmt::format(", sequence {}", b);
  }
  if (a.input.q.shape(1) > 1) {
    name.id += fmt::format("-h{}", h);
    name.text += fmt::format(", head {}", h);
  }
  return name;
}

void write_head(Page& page, const Attending& a, const AttendSlice& at) {
  const AttendOptions& o = a.problem.options;
  const AttendSteps s = attn::attend(a.input, o, at);
  const HeadName name = head_name(a, at.sequence, at.head);
  const Labels queries = numbered("q", at.count), keys = numbered("k", columns(s.scores));
  const auto table = [&](const char* id, const char* caption, const Matrix& m,
                         const Labels& labels) {
    page.table(matrix_table(id + name.id, caption + name.text, "query", queries, labels, m));
  };
  const Index kv_head = kv_head_of(at.head, a.input.q.shape(1), a.input.k.shape(1));
  const Matrix k = head_of(a.input.k, at.sequence, kv_head);
  const Matrix v = head_of(a.input.v, at.sequence, kv_head);
  if (columns(k) <= kMostKeys) {
    const Labels components = numbered("", columns(k));
    table("queries", "Queries", head_of(a.input.q, at.sequence, at.head), components);
    page.table(matrix_table("keys" + name.id, "Keys" + name.text, "key", keys, components, k));
  }
  page.table(matrix_table("values" + name.id, "Values" + name.text, "key", keys,
                          numbered("", columns(v)), v));
  table("scores", "Scores, q · k", s.scores, keys);
  table("scaled", "Scaled", s.scaled, keys);
  if (o.softcap) table("capped", "After the softcap", s.capped, keys);
  if (std::ranges::find(s.hidden, true) != s.hidden.end()) {
    page.table(mask_table("mask" + name.id, "Mask (1 = hidden)" + name.text, "query", queries, keys,
                          s.hidden));
  }
  if (o.mask && o.mask->means == AttendMask::Means::add) {
    table("visible", "Mask added, −inf where hidden", s.visible, keys);
  }
  table("weights", "Weights", s.weights, keys);
  page.heatmap(matrix_heatmap("weights-map" + name.id, "The weights as a picture" + name.text,
                              queries, keys, s.weights, 0.0, 1.0, &s.hidden));
  table("output", "Output, weights times values", s.output, numbered("", columns(s.output)));
}

std::string place_text(const SurveySpot& spot) {
  return fmt::format("[{}, {}, {}, {}]", spot.sequence, spot.head, spot.row, spot.column);
}

void add_spot(std::vector<Cell>& row, const std::optional<SurveySpot>& spot) {
  row.push_back(spot ? Cell{spot->value} : Cell{Missing{}});
  row.push_back(spot ? Cell{place_text(*spot)} : Cell{Missing{}});
}

}  // namespace

bool fits_on_page(const Attending& a) {
  const auto& q = a.input.q.shape();
  return q[0] * q[1] <= kMostMatrices && q[2] <= kMostRows && a.input.k.shape(2) <= kMostKeys &&
         a.input.v.shape(3) <= kMostKeys;
}

void write_whole(Page& page, const Attending& a) {
  for (Index b = 0; b < a.input.q.shape(0); ++b) {
    for (Index h = 0; h < a.input.q.shape(1); ++h) {
      write_head(page, a, {b, h, 0, a.input.q.shape(2)});
    }
  }
}

void write_summary(Page& page, const Attending&, const Survey& survey) {
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
              {{"weight", "weight", ""},
               {"sequence", "sequence", ""},
               {"head", "head", ""},
               {"query", "query", ""},
               {"key", "key", ""}},
              {}};
  for (const SurveySpot& spot : survey.peaks) {
    peaks.rows.push_back({spot.value, Integer{spot.sequence}, Integer{spot.head}, Integer{spot.row},
                          Integer{spot.column}});
  }
  page.table(std::move(peaks));
}

void add_arrays(Page& page, const SharedAttending& attending, bool with_numbers) {
  for (const StreamedArray& array : arrays_of(attending)) {
    Index count = 1;
    for (const Index length : array.shape) count *= length;
    if (count > kMostNumbers) continue;
    page.array(with_numbers
                   ? held(array)
                   : Array{array.id, array.shape, std::vector<double>(count), {}, {}, array.type});
  }
}

}  // namespace attn::lessons::attend
