#include "lessons/attend_others.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "lessons/checks.hpp"

namespace attn {

namespace {

struct Other {
  std::string name, flags;
  AttendOptions options;
};

void add_alignment(std::vector<Other>& others, const Attending& a) {
  const AttendOptions& o = a.problem.options;
  if (!o.causal && !o.window) {
    if (a.input.q.shape(2) < 2) return;
    Other causal{"the future hidden", "--causal", o};
    causal.options.causal = true;
    others.push_back(std::move(causal));
    return;
  }
  const bool right = o.align == Align::bottom_right;
  Other other{right ? "first query at first new key" : "last query at last key",
              right ? "--align top-left" : "--align bottom-right", o};
  other.options.align = right ? Align::top_left : Align::bottom_right;
  others.push_back(std::move(other));
}

void add_mask(std::vector<Other>& others, const AttendOptions& o) {
  using Means = AttendMask::Means;
  if (!o.mask) return;
  for (const auto& [means, name, flags] :
       {std::tuple{Means::hide, "1 in the mask hides", "--mask-means hide"},
        std::tuple{Means::keep, "1 in the mask takes part", "--mask-means keep"},
        std::tuple{Means::add, "the mask is added", "--mask-means add"}}) {
    if (means == o.mask->means || o.mask->means == Means::add) continue;
    Other other{name, flags, o};
    other.options.mask->means = means;
    others.push_back(std::move(other));
  }
}

void add_rope(std::vector<Other>& others, const Attending& a) {
  const AttendOptions& o = a.problem.options;
  if (!o.rope) return;
  const bool pairs = o.rope->layout == RotaryLayout::pairs;
  Other other{pairs ? "halves pair up" : "neighbours pair up",
              pairs ? "--rope half" : "--rope pairs", o};
  other.options.rope->layout = pairs ? RotaryLayout::half : RotaryLayout::pairs;
  others.push_back(std::move(other));
}

template <typename Change>
Other changed(const AttendOptions& o, std::string name, std::string flags, Change change) {
  Other other{std::move(name), std::move(flags), o};
  change(other.options);
  return other;
}

std::vector<Other> others_of(const Attending& a) {
  const AttendOptions& o = a.problem.options;
  std::vector<Other> others;
  if (o.scale) {
    others.push_back(changed(o, "scores times 1/√d", "no --scale",
                             [](AttendOptions& other) { other.scale.reset(); }));
  }
  if (!o.scale || *o.scale != 1.0) {
    others.push_back(changed(o, "scores as they are", "--scale none",
                             [](AttendOptions& other) { other.scale = 1.0; }));
  }
  if (o.softcap) {
    others.push_back(changed(o, "no softcap", "no --softcap",
                             [](AttendOptions& other) { other.softcap.reset(); }));
  }
  add_alignment(others, a);
  add_mask(others, o);
  add_rope(others, a);
  for (const auto& [empty, word] :
       {std::pair{EmptyRow::zero, "zero"}, std::pair{EmptyRow::nan, "nan"},
        std::pair{EmptyRow::uniform, "uniform"}}) {
    if (empty == o.empty_row) continue;
    others.push_back(changed(o, "rows without a key", fmt::format("--empty-row {}", word),
                             [e = empty](AttendOptions& other) { other.empty_row = e; }));
  }
  for (const Precision& p : {kFloat64, kFloat32, kFloat16}) {
    if (p.digits == o.precision.digits) continue;
    others.push_back(changed(o, "other rounding", fmt::format("--dtype {}", p.name),
                             [&p](AttendOptions& other) { other.precision = p; }));
  }
  return others;
}

// The largest |a − b|; two NaNs are the same, and one NaN is infinitely far.
double distance(const Batch& a, const Batch& b) {
  double largest = 0.0;
  for (Index i = 0; i < a.size(); ++i) {
    const double x = a.data()[i], y = b.data()[i];
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    const double difference = std::abs(x - y);
    largest = std::max(
        largest, std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference);
  }
  return largest;
}

struct Nearest {
  double distance = std::numeric_limits<double>::infinity();
  std::string flags;
};

// What rounding in the other program may come to: a few units of float32, of the size of the
// output.
bool agrees(double distance, const Batch& expected) {
  double size = 1.0;
  for (const double x : expected) size = std::isfinite(x) ? std::max(size, std::abs(x)) : size;
  return distance <= 1e-5 * size;
}

void say_nearest(Page& page, const Nearest& nearest, const Batch& expected) {
  const bool same = agrees(nearest.distance, expected);
  if (nearest.flags.empty()) {
    page.say("The numbers of --expect are nearest to the page as you asked for it: {} off. {}",
             tiny(nearest.distance),
             same ? "They agree." : "No single other convention gives them.");
    return;
  }
  page.say("The numbers of --expect are nearest to {}: {} off. {}", nearest.flags,
           tiny(nearest.distance), same ? "They agree." : "No single convention gives them.");
}

}  // namespace

void write_others(Page& page, const Attending& a, const Batch& output) {
  const std::optional<Batch>& expected = a.problem.expected;
  Table table{"others",
              "The same tensors, one convention at a time changed",
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
  for (const Other& other : others_of(a)) {
    const Batch moved = attend_output(a.problem.input(other.options), other.options);
    const double change = distance(moved, output);
    if (change == 0.0) continue;
    table.rows.push_back({other.name, other.flags, change});
    if (!expected) continue;
    const double off = distance(moved, *expected);
    table.rows.back().push_back(off);
    if (off < nearest.distance) nearest = {off, other.flags};
  }
  page.heading("Under other conventions");
  page.say(
      "Implementations differ in what they do by default, and rarely say so. If your numbers are "
      "not "
      "these, look here for what makes the difference: the largest change of any output.");
  page.table(std::move(table));
  if (expected) say_nearest(page, nearest, *expected);
}

}  // namespace attn
