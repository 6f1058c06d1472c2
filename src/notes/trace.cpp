#include "notes/trace.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include "document/fragment.hpp"
#include "notes/printed.hpp"
#include "notes/relation.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

using Rule = Relation::Rule;

constexpr int kDigits = 4;
constexpr double kLargeScore = 5.0;  // from here on, the row's maximum goes first
constexpr std::size_t kMostNumbers = 50'000;

std::string with_minus(std::string text) {
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

class Tracer {
 public:
  Tracer(const Document& page, const TraceOptions& options)
      : page_(page),
        options_(options),
        digits_(static_cast<int>(options.round.value_or(kDigits))) {}

  Trace of(const ArrayCell& start) && {
    const Array& array = *start.array;
    const std::size_t i = start.at[0], j = start.at[1];
    add(array, i, j, 0);
    Trace result{.steps = std::move(steps_), .exact = shown(cell(array, i, j)), .carried = {}};
    if (options_.round) {
      result.exact = with_minus(printed_like(cell(array, i, j), digits_ + 3));
      result.carried = shown(value(array, i, j));
      result.drift = with_minus(printed_like(value(array, i, j) - cell(array, i, j), digits_ + 3));
    }
    return result;
  }

 private:
  const Relation* relation(const Array& array) {
    auto [at, fresh] = relations_.try_emplace(&array);
    if (fresh) at->second = relation_of(page_, array);
    return at->second.empty() ? nullptr : &at->second.front();
  }

  double rounded(double x) const {
    const double unit = std::pow(10.0, digits_);
    return options_.round && std::isfinite(x * unit) ? std::round(x * unit) / unit : x;
  }

  // With rounding, what a pencil gets: from numbers that are rounded, rounded again.
  double value(const Array& array, std::size_t i, std::size_t j) {
    if (!options_.round) return cell(array, i, j);
    const auto key = std::tuple{&array, i, j};
    const auto known = carried_.find(key);
    if (known != carried_.end()) return known->second;
    const Relation* r = relation(array);
    const double result = rounded(r == nullptr ? cell(array, i, j) : result_of(*r, i, j));
    carried_.emplace(key, result);
    return result;
  }

  double result_of(const Relation& r, std::size_t i, std::size_t j) {
    switch (r.rule) {
      case Rule::softmax: {
        if (is_hidden(r, i, j)) return 0.0;
        const Exponentials e = exponentials(r, i);
        return e.values[j] / e.sum;
      }
      case Rule::scaled:
        return value(*r.a, i, j) * r.factor;
      case Rule::same:
        return value(*r.a, i, j);
      default: {
        double sum = 0.0;
        for (std::size_t c = 0; c < r.a->shape[1]; ++c) {
          sum += value(*r.a, i, c) * value(*r.b, row_of(r, c, j), column_of(r, c, j));
        }
        return sum;
      }
    }
  }

  static std::size_t row_of(const Relation& r, std::size_t c, std::size_t j) {
    return r.rule == Rule::product ? c : j;
  }
  static std::size_t column_of(const Relation& r, std::size_t c, std::size_t j) {
    return r.rule == Rule::product ? j : c;
  }

  struct Exponentials {
    std::vector<double> values;  // of what is hidden, 0
    double sum = 0.0, peak = 0.0;
  };

  Exponentials exponentials(const Relation& r, std::size_t i) {
    Exponentials result;
    const std::size_t n = r.a->shape[1];
    for (std::size_t t = 0; t < n; ++t) {
      if (!is_hidden(r, i, t)) result.peak = std::max(result.peak, std::abs(value(*r.a, i, t)));
    }
    result.peak = result.peak > kLargeScore ? peak_of(r, i) : 0.0;
    for (std::size_t t = 0; t < n; ++t) {
      const double e = is_hidden(r, i, t) ? 0.0 : std::exp(value(*r.a, i, t) - result.peak);
      result.values.push_back(rounded(e));
      result.sum += result.values.back();
    }
    result.sum = rounded(result.sum);
    return result;
  }

  double peak_of(const Relation& r, std::size_t i) {
    double peak = -HUGE_VAL;
    for (std::size_t t = 0; t < r.a->shape[1]; ++t) {
      if (!is_hidden(r, i, t)) peak = std::max(peak, value(*r.a, i, t));
    }
    return peak;
  }

  // With fewer digits where they say it all, unless all are rounded alike.
  std::string shown(double x) const {
    const bool whole = x == std::round(x) && std::abs(x) < 1e15;
    if (options_.round) return with_minus(printed_like(x, digits_));
    if (whole) return with_minus(printed_like(x, 0));
    for (int digits = 1; digits < digits_; ++digits) {
      const std::string text = printed_like(x, digits);
      if (std::strtod(text.c_str(), nullptr) == x) return with_minus(text);
    }
    return with_minus(printed_like(x, digits_));
  }
  std::string factor(double x) const {
    const std::string text = shown(x);
    return text.starts_with("−") ? "(" + text + ")" : text;
  }

  std::string name(const Array& array, std::size_t i, std::size_t j) const {
    return fmt::format("{}[{}][{}]", array.id, label(array.row_labels, array.shape[0], i),
                       label(array.column_labels, array.shape[1], j));
  }

  static std::string label(const std::vector<std::string>& labels, std::size_t size,
                           std::size_t i) {
    const bool unique = labels.size() == size && std::ranges::count(labels, labels[i]) == 1;
    return unique ? labels[i] : std::to_string(i);
  }

  void add(const Array& array, std::size_t i, std::size_t j, std::size_t depth) {
    const Relation* r = relation(array);
    if (!seen_.insert({&array, i, j}).second) return;
    if (r == nullptr && depth > 0) return;
    count(r == nullptr || r->rule == Rule::same ? 1 : 2 * r->a->shape[1], array, i, j);
    TraceStep step{name(array, i, j), {}, depth};
    if (r != nullptr) step.sides = sides(*r, i, j);
    step.sides.push_back(shown(value(array, i, j)));
    steps_.push_back(std::move(step));
    const bool deeper = !options_.depth || depth + 1 < static_cast<std::size_t>(*options_.depth);
    if (r != nullptr && deeper) add_parts(*r, i, j, depth + 1);
  }

  void add_parts(const Relation& r, std::size_t i, std::size_t j, std::size_t depth) {
    if (r.rule == Rule::same || r.rule == Rule::scaled) return add(*r.a, i, j, depth);
    if (r.rule == Rule::softmax && is_hidden(r, i, j)) return;
    for (std::size_t c = 0; c < r.a->shape[1]; ++c) {
      if (r.rule == Rule::softmax && is_hidden(r, i, c)) continue;
      add(*r.a, i, c, depth);
    }
    if (r.rule == Rule::softmax) return;
    for (std::size_t c = 0; c < r.a->shape[1]; ++c) {
      add(*r.b, row_of(r, c, j), column_of(r, c, j), depth);
    }
  }

  void count(std::size_t numbers, const Array& array, std::size_t i, std::size_t j) {
    numbers_ += numbers;
    if (numbers_ <= kMostNumbers) return;
    throw Error(
        "the steps of {} hold more than {} numbers; stop earlier with --depth 3, or take a "
        "smaller example",
        steps_.empty() ? name(array, i, j) : steps_.front().cell, kMostNumbers);
  }

  std::vector<std::string> sides(const Relation& r, std::size_t i, std::size_t j) {
    switch (r.rule) {
      case Rule::softmax:
        return softmax_sides(r, i, j);
      case Rule::scaled:
        return scaled_sides(r, i, j);
      case Rule::same:
        return {};
      default:
        break;
    }
    std::vector<std::string> terms;
    for (std::size_t c = 0; c < r.a->shape[1]; ++c) {
      terms.push_back(factor(value(*r.a, i, c)) + "·" +
                      factor(value(*r.b, row_of(r, c, j), column_of(r, c, j))));
    }
    return {fmt::format("{}", fmt::join(terms, " + "))};
  }

  // "3.9254 / √8 = 3.9254 / 2.8284", or by any other factor.
  std::vector<std::string> scaled_sides(const Relation& r, std::size_t i, std::size_t j) {
    const std::string score = shown(value(*r.a, i, j));
    const double width = std::round(1.0 / (r.factor * r.factor));
    const bool root = width < 1e9 && std::abs(1.0 / std::sqrt(width) - r.factor) < 1e-12;
    if (!root) return {score + "·" + factor(r.factor)};
    const double divisor = std::sqrt(width);
    if (divisor == std::round(divisor)) return {fmt::format("{} / {}", score, shown(divisor))};
    return {fmt::format("{} / √{:.0f}", score, width)};
  }

  std::vector<std::string> softmax_sides(const Relation& r, std::size_t i, std::size_t j) {
    if (is_hidden(r, i, j)) return {};
    const Exponentials e = exponentials(r, i);
    std::vector<std::string> formulas, values;
    std::string own;
    for (std::size_t t = 0; t < e.values.size(); ++t) {
      if (is_hidden(r, i, t)) continue;
      const std::string score = shown(value(*r.a, i, t));
      formulas.push_back(e.peak == 0.0 ? "exp(" + score + ")"
                                       : fmt::format("exp({} − {})", score, factor(e.peak)));
      values.push_back(shown(e.values[t]));
      if (t == j) own = formulas.back();
    }
    const std::string mine = shown(e.values[j]);
    return {fmt::format("{} / ({})", own, fmt::join(formulas, " + ")),
            fmt::format("{} / ({})", mine, fmt::join(values, " + ")),
            fmt::format("{} / {}", mine, shown(e.sum))};
  }

  const Document& page_;
  const TraceOptions& options_;
  int digits_;
  std::vector<TraceStep> steps_;
  std::size_t numbers_ = 0;
  std::map<const Array*, std::vector<Relation>> relations_;
  std::map<std::tuple<const Array*, std::size_t, std::size_t>, double> carried_;
  std::set<std::tuple<const Array*, std::size_t, std::size_t>> seen_;
};

}  // namespace

namespace {

// Why no steps lead to the array: it is given, or they are not known.
Error no_steps(const Document& page, const Array& array) {
  std::vector<std::string_view> traced;
  bool given = false;
  for (const Array& other : page.arrays) {
    const std::vector<Relation> relations = relation_of(page, other);
    if (!relations.empty()) traced.push_back(other.id);
    for (const Relation& r : relations) given = given || r.a == &array || r.b == &array;
  }
  const std::string why =
      given ? fmt::format("\"{}\" of {} is given, and no steps lead to it", array.id, page.lesson)
            : fmt::format("no steps are known for \"{}\" of {}", array.id, page.lesson);
  if (traced.empty()) return Error("{}, nor for any other array of it", why);
  return Error("{}; traced are {}", why, fmt::join(traced, ", "));
}

}  // namespace

Trace trace(const Document& page, std::string_view reference, const TraceOptions& options) {
  const ArrayCell start = array_cell(page, reference);
  if (start.at.size() != 2) {
    throw Error("{} has {} dimensions; a trace begins at a matrix", start.array->id,
                start.at.size());
  }
  if (relation_of(page, *start.array).empty()) throw no_steps(page, *start.array);
  return Tracer(page, options).of(start);
}

}  // namespace attn
