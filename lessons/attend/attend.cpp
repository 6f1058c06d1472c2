// Lesson: attend. What does attention make of your own tensors, step by step, and whose numbers are
// these?
#include <fmt/format.h>

#include <cmath>

#include "lessons/attend/other_conventions.hpp"
#include "lessons/attend/save.hpp"
#include "lessons/attend/setting.hpp"
#include "lessons/attend/show.hpp"
#include "lessons/shared/claims.hpp"
#include "support/error.hpp"

namespace attn::lessons::attend {

namespace {

void declare(Knobs& knobs, TensorOptions& o) {
  knobs.example("attn attend", "Two queries and three keys, small enough for a pencil");
  knobs.example("attn attend --causal --align top-left", "Where PyTorch's is_causal differs");
  declare_tensors(knobs, o);
}

void write_beginning(Page& page, const Attending& a) {
  page.say(
      "Queries, keys and values are taken as they are: nothing is embedded, projected or trained "
      "here. A score is a dot product of a query and a key; softmax makes weights of a row of "
      "them; "
      "the output is the values in these proportions.");
  if (a.problem.example) {
    page.say(
        "You gave no tensors, so these are two queries, three keys and three values that a pencil "
        "can follow. Save your own with numpy.save and name them with --q, --k and --v.");
  }
  page.equation("attention", {R"(O = \mathrm{softmax}(c \cdot Q K^\top + M) \cdot V)"});
  write_setting(page, a);
}

// What rounding may leave a row's sum short of 1, or over: a unit for each term.
double row_tolerance(const Attending& a) {
  const double terms = static_cast<double>(a.input.k.shape(2)) + 1.0;
  return std::max(kTolerance, terms * spacing(1.0, a.problem.options.precision));
}

void write_claims(Page& page, const Attending& a, const Survey& s) {
  const bool sink = a.problem.options.sink.has_value();
  const Index counted = s.rows - s.empty_rows - s.unusable_rows;
  if (counted > 0) {
    page.claim(
        "rows-sum",
        sink ? "every row of weights sums to 1 at most, the sink having the rest"
             : "every row of weights with a key to see sums to 1",
        check(s.largest_row_error <= row_tolerance(a), "over {} rows, largest {} = {}",
              grouped(Integer{counted}), sink ? "Σ − 1" : "|Σ − 1|", tiny(s.largest_row_error)));
  }
  if (s.hidden > 0) {
    page.claim("hidden-weightless", "no key that is hidden has weight",
               check(s.hidden_weight == 0.0, "largest weight of {} hidden scores: {}",
                     grouped(Integer{s.hidden}), tiny(s.hidden_weight)));
  }
}

void note_rows(Page& page, const Attending& a, const Survey& s) {
  if (s.empty_rows > 0) {
    const EmptyRow empty = a.problem.options.empty_row;
    page.note(
        "Rows without a key",
        {fmt::format("{} of {} rows see no key at all, and 0/0 has no answer. Here their weights "
                     "are {}, as --empty-row says.",
                     grouped(Integer{s.empty_rows}), grouped(Integer{s.rows}),
                     empty == EmptyRow::zero  ? "0"
                     : empty == EmptyRow::nan ? "NaN"
                                              : "all equal")});
  }
  if (s.unusable_rows > 0) {
    page.note(
        "Scores that are no numbers",
        {fmt::format("{} of {} rows see a score of NaN or infinity, and their weights are NaN. "
                     "Look in the queries and keys for where it comes from, or hide the key.",
                     grouped(Integer{s.unusable_rows}), grouped(Integer{s.rows}))});
  }
}

// Computing all of it again, a few times over, shall not be what takes long.
bool is_small(const Attending& a) {
  constexpr double kMostOperations = 1e8;
  double operations = static_cast<double>(a.input.k.shape(2));
  for (const Index length : a.input.q.shape()) operations *= static_cast<double>(length);
  return operations <= kMostOperations;
}

void write_steps(Page& page, const Attending& a, const Survey& s) {
  page.heading("Step by step");
  if (fits_on_page(a)) {
    write_whole(page, a);
  } else {
    page.say(
        "{} rows of weights over {} keys are too many for a page: here is where each step has "
        "its ends. With --save DIR all of it goes to files; --only weights --format csv writes one "
        "array line by line.",
        grouped(Integer{s.rows}), grouped(Integer{a.input.k.shape(2)}));
    write_summary(page, a, s);
    if (s.kernel) write_nearness(page, *s.kernel);
  }
  write_claims(page, a, s);
  note_rows(page, a, s);
}

Document page_of(const SharedAttending& a, const TensorOptions& o, const Survey& s,
                 bool with_numbers) {
  Page page{"attend", "Attention on your own tensors"};
  write_beginning(page, *a);
  write_steps(page, *a, s);
  if (is_small(*a)) write_others(page, *a, attend_output(a->input, a->problem.options));
  page.try_next(
      {{"attn attend --causal", {"The first query loses a key, the last one none."}},
       {"attn attend --causal --align top-left",
        {"The same tensors, as PyTorch's is_causal has it."}},
       {"attn conventions", {"Who does what, and the switch that gives their numbers."}}});
  add_arrays(page, a, with_numbers);
  if (!fits_on_page(*a)) stream_arrays(page, a);
  if (o.save) attach_arrays(page, a, *o.save, o.save_as);
  return std::move(page).finish();
}

SharedAttending attending(const TensorOptions& o) {
  AttendProblem problem = read_problem(o);
  AttendInput input = problem.input();
  auto a = std::make_shared<Attending>(Attending{std::move(problem), std::move(input)});
  if (!fits_on_page(*a) && kernel_knows(a->input, a->problem.options)) {
    a->fast = std::async(std::launch::deferred, [in = &a->input, options = &a->problem.options] {
                return fast_output(*in, *options);
              }).share();
  }
  return a;
}

Document write(const TensorOptions& o) {
  const SharedAttending a = attending(o);
  if (is_small(*a)) return page_of(a, o, survey(*a), true);
  const Survey known = outline(*a);
  if (a->problem.expected) {
    throw Error("--expect compares conventions one by one, which takes long for {} rows; try fewer",
                grouped(Integer{known.rows}));
  }
  Document page = page_of(a, o, known, false);
  page.whole = [a, o] { return page_of(a, o, survey(*a), true); };
  return page;
}

}  // namespace

std::function<Document()> open(Knobs& knobs) {
  return open_lesson<TensorOptions, declare, write>(knobs);
}

}  // namespace attn::lessons::attend
