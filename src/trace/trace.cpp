#include "trace/trace.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "document/cell_reference.hpp"
#include "notes/printed.hpp"
#include "support/error.hpp"
#include "trace/layout.hpp"
#include "trace/rounding.hpp"

namespace attn {

namespace {

using Rule = Relation::Rule;

constexpr std::size_t kMostNumbers = 50'000;

// As many digits as say it all.
std::string exact(double x) { return with_minus(fmt::format("{:.12g}", x)); }

std::string in_brackets(std::string number) {
  return number.starts_with("−") ? "(" + number + ")" : number;
}

class Tracer {
 public:
  // With `columns` the page's own cells are named by their columns' vectors.
  Tracer(const Document& page, const TraceOptions& options, bool columns)
      : options_(options),
        columns_(columns),
        pencil_(page,
                options.round ? std::optional(static_cast<int>(*options.round)) : std::nullopt) {}

  Trace of(const Planes& start, Spot at) && {
    add(start, at, 0);
    Trace result{
        .steps = std::move(steps_), .exact = shown(start, number_at(start, at)), .carried = {}};
    if (options_.round) {
      const int digits = static_cast<int>(*options_.round) + 3;
      const double is = number_at(start, at), carried = pencil_.value(start, at);
      result.exact = with_minus(printed_like(is, digits));
      result.carried = shown(start, carried);
      result.drift = with_minus(printed_like(carried - is, digits));
    }
    return result;
  }

 private:
  std::string shown(const Planes& p, double x) { return pencil_.shown(*p.array, x); }
  std::string shown(const Planes& p, Spot at) { return shown(p, pencil_.value(p, at)); }

  void add(const Planes& x, Spot at, std::size_t depth) {
    const Relation* r = pencil_.relation(*x.array);
    if (!seen_.insert({x.array, index_of(x, at)}).second) return;
    if (r == nullptr && depth > 0) return;
    count(r == nullptr ? 1 : 2 * r->a.columns, x, at);
    TraceStep step{name_of(x, at, columns_), {}, depth};
    if (r != nullptr) step.sides = sides(*r, at);
    step.sides.push_back(shown(x, at));
    step.remark = remark(r, x, at);
    steps_.push_back(std::move(step));
    const bool deeper = !options_.depth || depth + 1 < static_cast<std::size_t>(*options_.depth);
    if (r != nullptr && deeper) add_parts(*r, at, depth + 1);
  }

  static bool is_settled(const Relation& r, Spot at) {
    return is_hidden(r, at) || (r.rule == Rule::softmax && sees_nothing(r, at));
  }

  static std::string remark(const Relation* r, const Planes& x, Spot at) {
    if (r == nullptr) {
      const bool mask = x.array->type == Array::Type::boolean;
      return !mask ? "given" : number_at(x, at) != 0.0 ? "hidden" : "seen";
    }
    if (r->rule == Rule::softmax && sees_nothing(*r, at)) return "its row sees no key";
    if (is_hidden(*r, at)) return "hidden";
    return r->sink ? "the last term is the sink's" : "";
  }

  void add_parts(const Relation& r, Spot at, std::size_t depth) {
    if (r.multiplies()) return add_factors(r, at, depth);
    if (is_settled(r, at)) return;
    if (r.rule != Rule::softmax) return add(r.a, shared(r.a, r.x, at), depth);
    for (at.column = 0; at.column < r.a.columns; ++at.column) {
      if (!is_hidden(r, at)) add(r.a, shared(r.a, r.x, at), depth);
    }
  }

  void add_factors(const Relation& r, Spot at, std::size_t depth) {
    const std::vector<Factors> factors = factors_of(r, at, {});
    for (const Factors& f : factors) add(r.a, f.a, depth);
    for (const Factors& f : factors) add(*r.b, f.b, depth);
  }

  void count(std::size_t numbers, const Planes& x, Spot at) {
    numbers_ += numbers;
    if (numbers_ <= kMostNumbers) return;
    throw Error(
        "the steps of {} hold more than {} numbers; stop earlier with --depth 3, or take a "
        "smaller example",
        steps_.empty() ? name_of(x, at, columns_) : steps_.front().cell, kMostNumbers);
  }

  std::vector<std::string> sides(const Relation& r, Spot at) {
    if (is_settled(r, at)) return {};
    const Spot from = shared(r.a, r.x, at);
    switch (r.rule) {
      case Rule::softmax:
        return softmax_sides(r, at);
      case Rule::scaled:
        return scaled_sides(r, from);
      case Rule::capped:
        return {fmt::format("{0}·tanh({1} / {0})", exact(r.factor), shown(r.a, from))};
      case Rule::sum:
        return {fmt::format("{} + {}", shown(r.a, from),
                            in_brackets(shown(*r.b, shared(*r.b, r.x, at))))};
      case Rule::same:
        return {};
      case Rule::product:
      case Rule::dots:
        break;
    }
    std::vector<std::string> terms;
    for (const Factors& f : factors_of(r, at, {})) {
      terms.push_back(in_brackets(shown(r.a, f.a)) + "·" + in_brackets(shown(*r.b, f.b)));
    }
    return {fmt::format("{}", fmt::join(terms, " + "))};
  }

  // "3.9254 / √8", "4 / 2", or by any other factor.
  std::vector<std::string> scaled_sides(const Relation& r, Spot from) {
    const std::string score = shown(r.a, from);
    const double width = std::round(1.0 / (r.factor * r.factor));
    const bool root = width < 1e9 && std::abs(1.0 / std::sqrt(width) - r.factor) < 1e-12;
    if (!root) return {score + "·" + in_brackets(exact(r.factor))};
    const double divisor = std::sqrt(width);
    if (divisor == std::round(divisor)) return {fmt::format("{} / {}", score, exact(divisor))};
    return {fmt::format("{} / √{:.0f}", score, width)};
  }

  std::vector<std::string> softmax_sides(const Relation& r, Spot at) {
    const Exponentials e = pencil_.row_of(r, at);
    const std::string less = e.peak == 0.0 ? "" : " − " + in_brackets(shown(r.a, e.peak));
    const std::string power = r.base ? fmt::format("{}^", *r.base) : "exp";
    std::vector<std::string> formulas, values;
    const auto add = [&](const Planes& scores, Spot spot, double value) {
      formulas.push_back(fmt::format("{}({}{})", power, shown(scores, spot), less));
      values.push_back(pencil_.shown(value));
    };
    std::string own;
    for (Spot t = {at.sequence, at.head, at.row, 0}; t.column < r.a.columns; ++t.column) {
      if (is_hidden(r, t)) continue;
      add(r.a, shared(r.a, r.x, t), e.values[t.column]);
      if (t.column == at.column) own = formulas.back();
    }
    if (r.sink) add(*r.sink, {.column = at.head}, e.sink);
    const std::string mine = pencil_.shown(e.values[at.column]);
    return {fmt::format("{} / ({})", own, fmt::join(formulas, " + ")),
            fmt::format("{} / ({})", mine, fmt::join(values, " + ")),
            fmt::format("{} / {}", mine, pencil_.shown(e.sum))};
  }

  const TraceOptions& options_;
  bool columns_;
  Pencil pencil_;
  std::vector<TraceStep> steps_;
  std::size_t numbers_ = 0;
  std::set<std::pair<const Array*, std::size_t>> seen_;
};

// Why no steps lead to the array: they begin with it, or are not known.
Error no_steps(const Document& page, const Array& array) {
  std::vector<std::string_view> traced;
  bool given = false;
  for (const Array& other : page.arrays) {
    const std::optional<Relation> r = relation_of(page, other);
    if (!r) continue;
    traced.push_back(other.id);
    given = given || r->a.array == &array || (r->b && r->b->array == &array) ||
            (r->sink && r->sink->array == &array);
  }
  const auto dtype = std::ranges::find(page.settings, "--dtype", &Setting::name);
  const auto* type =
      dtype == page.settings.end() ? nullptr : std::get_if<std::string>(&dtype->value);
  if (!given && type != nullptr && type->starts_with("float") && *type != "float64") {
    return Error("--dtype {} rounds every step, so that none leads to the next; trace in float64",
                 *type);
  }
  const std::string why =
      given ? fmt::format("\"{}\" of {} is given, and no steps lead to it", array.id, page.lesson)
            : fmt::format("no steps are known for \"{}\" of {}", array.id, page.lesson);
  if (traced.empty()) return Error("{}, nor for any other array of it", why);
  return Error("{}; traced are {}", why, fmt::join(traced, ", "));
}

}  // namespace

Trace trace(const Document& shown, std::string_view reference, const TraceOptions& options) {
  const bool columns = has_columns(shown);
  const Document page = columns ? in_rows(shown) : shown;
  ArrayCell start = array_cell(shown, reference);
  if (columns && start.at.size() == 2) std::swap(start.at[0], start.at[1]);
  start.array = &page.arrays[static_cast<std::size_t>(start.array - shown.arrays.data())];
  const Array& array = *start.array;
  const std::optional<Planes> planes = planes_of(page, array);
  if (!planes) {
    throw Error("{} has {} dimension{}; a trace begins at a matrix", array.id, array.shape.size(),
                array.shape.size() == 1 ? "" : "s");
  }
  if (array.type == Array::Type::real && !relation_of(page, array)) throw no_steps(page, array);
  return Tracer(page, options, columns).of(*planes, spot_of(*planes, start.at));
}

bool is_traceable(const Document& page) {
  return std::ranges::any_of(page.arrays,
                             [&page](const Array& a) { return relation_of(page, a).has_value(); });
}

}  // namespace attn
