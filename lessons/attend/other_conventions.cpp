#include "lessons/attend/other_conventions.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "lessons/shared/claims.hpp"

namespace attn::lessons::attend {

namespace {

struct Other {
  std::string name, flags;
  AttendOptions options;
};

template <typename Change>
Other changed(const AttendOptions& o, std::string name, std::string flags, Change change) {
  Other other{std::move(name), std::move(flags), o};
  change(other.options);
  return other;
}

constexpr std::array kEmptyRows{std::pair{EmptyRow::zero, "zero"}, std::pair{EmptyRow::nan, "nan"},
                                std::pair{EmptyRow::uniform, "uniform"}};

const char* place_of(Align align) {
  return align == Align::top_left ? "first query at first new key" : "last query at last key";
}

const char* switch_of(Align align) {
  return align == Align::top_left ? "--align top-left" : "--align bottom-right";
}

// Neither the other diagonal nor a row that it leaves without a key is there without --causal, so
// these are tried together.
void add_causal(std::vector<Other>& others, const Attending& a, Align other_align) {
  const AttendOptions& o = a.problem.options;
  const Index queries = a.input.q.shape(2), keys = a.input.k.shape(2);
  const Other causal = changed(o, "the future hidden", "--causal",
                               [](AttendOptions& other) { other.causal = true; });
  others.push_back(causal);
  if (queries != keys - a.input.past || !o.kv_len.empty()) {
    others.push_back(changed(causal.options, "the other diagonal",
                             fmt::format("{} {}", causal.flags, switch_of(other_align)),
                             [=](AttendOptions& other) { other.align = other_align; }));
  }
  if (queries <= keys) return;
  for (const auto& [empty, word] : kEmptyRows) {
    if (empty == o.empty_row) continue;
    others.push_back(changed(causal.options, "rows without a key",
                             fmt::format("{} --empty-row {}", causal.flags, word),
                             [e = empty](AttendOptions& other) { other.empty_row = e; }));
  }
}

void add_alignment(std::vector<Other>& others, const Attending& a) {
  const AttendOptions& o = a.problem.options;
  const Align other_align = o.align == Align::bottom_right ? Align::top_left : Align::bottom_right;
  if (!o.causal && !o.window) return add_causal(others, a, other_align);
  others.push_back(changed(o, place_of(other_align), switch_of(other_align),
                           [=](AttendOptions& other) { other.align = other_align; }));
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
  for (const auto& [empty, word] : kEmptyRows) {
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

// The largest |a − b|, NaN where only one of two is a NaN.
double distance(const Batch& a, const Batch& b) {
  double largest = 0.0;
  for (Index i = 0; i < a.size(); ++i) {
    const double x = a.data()[i], y = b.data()[i];
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    const double difference = std::abs(x - y);
    if (!(difference <= largest)) largest = difference;
    if (std::isnan(largest)) break;
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

void claim_match(Page& page, const Nearest& nearest, const Batch& expected) {
  page.claim("expected", "a convention of this table gives the numbers of --expect",
             check(agrees(nearest.distance, expected), "nearest: {}, {} off",
                   nearest.flags.empty() ? "as asked for" : nearest.flags, tiny(nearest.distance)));
}

}  // namespace

void write_others(Page& page, const Attending& a, const Batch& output) {
  const std::optional<Batch>& expected = a.problem.expected;
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
  for (const Other& other : others_of(a)) {
    const Batch moved = attend_output(a.problem.input(other.options), other.options);
    const double change = distance(moved, output);
    if (change == 0.0) continue;
    table.rows.push_back({other.name, other.flags, change});
    if (!expected) continue;
    const double off = distance(moved, *expected);
    table.rows.back().push_back(off);
    if (off < nearest.distance || std::isnan(nearest.distance)) nearest = {off, other.flags};
  }
  page.heading("Under other conventions");
  page.say(
      "Implementations differ in what they do by default, and rarely say so. If your numbers are "
      "not "
      "these, look here for what makes the difference: the largest change of any output.");
  page.table(std::move(table));
  if (expected) claim_match(page, nearest, *expected);
}

}  // namespace attn::lessons::attend
