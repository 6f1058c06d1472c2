// What would come out if one convention were another?
#include <cmath>
#include <limits>

#include "attend/conventions.hpp"
#include "lessons/attend/attend.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/explanations.hpp"

namespace attn::lessons::attend {

namespace {

std::vector<Variant> variants_of(const AttendRun& run) {
  std::vector<Variant> variants;
  for (const Convention& convention : conventions()) {
    for (Variant& variant : convention.instead(run.input, run.problem.options)) {
      variants.push_back(std::move(variant));
    }
  }
  return variants;
}

// The largest |x − y|, NaN where only one of two is a NaN.
double distance(const Batch& one, const Batch& two) {
  double largest = 0.0;
  for (Index i = 0; i < one.size(); ++i) {
    const double x = one.data()[i], y = two.data()[i];
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    const double difference = std::abs(x - y);
    if (!(difference <= largest)) largest = difference;
    if (std::isnan(largest)) break;
  }
  return largest;
}

struct Nearest {
  double distance = std::numeric_limits<double>::infinity();
  std::string switches;
};

// What rounding in the other program may come to: a few units of float32, of the size of the
// output.
bool agrees(double distance, const Batch& expected) {
  double size = 1.0;
  for (const double x : expected) size = std::isfinite(x) ? std::max(size, std::abs(x)) : size;
  return distance <= 1e-5 * size;
}

void claim_match(Page& page, const Nearest& nearest, const Batch& expected) {
  page.claim(
      "expected", "a convention of this table gives the numbers of --expect",
      check(agrees(nearest.distance, expected), "nearest: {}, {} off",
            nearest.switches.empty() ? "as asked for" : nearest.switches, tiny(nearest.distance)));
}

// Numbers of no convention may be those of a mistake.
void write_mistake(Page& page, const AttendRun& run) {
  const KnownTensors known = known_tensors(run.problem);
  if (known.q.size() == 0 || products_of(known) > kMostDiagnosedProducts) return;
  say_explanations(page, diagnosed(known, {.output = run.problem.expected}));
}

}  // namespace

void write_other_conventions(Page& page, const AttendRun& run, const Batch& output) {
  const std::optional<Batch>& expected = run.problem.expected;
  Table table{"others",
              "The same tensors under other conventions",
              {{"convention", "", ""},
               {"switch", "switch", ""},
               {"change", "output moves by", "", 4, Column::Notation::general}},
              {}};
  Nearest nearest;
  if (expected) {
    table.columns.push_back({"expected", "from --expect", "", 4, Column::Notation::general});
    nearest.distance = distance(output, *expected);
    table.rows.push_back({"as asked for", "", 0.0, nearest.distance});
  }
  for (const Variant& variant : variants_of(run)) {
    const Batch moved = attend_output(run.problem.input(variant.options), variant.options);
    const double change = distance(moved, output);
    if (change == 0.0) continue;
    table.rows.push_back({variant.words, variant.switches, change});
    if (!expected) continue;
    const double off = distance(moved, *expected);
    table.rows.back().push_back(off);
    if (off < nearest.distance || std::isnan(nearest.distance)) nearest = {off, variant.switches};
  }
  page.say(
      "Implementations differ in what they do by default, and rarely say so. If your numbers are "
      "not these, look here for what makes the difference: the largest change of any output.");
  page.table(std::move(table));
  if (!expected) return;
  claim_match(page, nearest, *expected);
  if (!agrees(nearest.distance, *expected)) write_mistake(page, run);
}

}  // namespace attn::lessons::attend
