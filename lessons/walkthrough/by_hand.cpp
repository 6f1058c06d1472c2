#include "lessons/walkthrough/walkthrough.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/rows.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::walkthrough {

namespace {

double base_of(const Options& options) {
  switch (options.base) {
    case ExponentBase::two:
      return 2.0;
    case ExponentBase::three:
      return 3.0;
    case ExponentBase::e:
      break;
  }
  return std::numbers::e;
}

const char* base_word(const Options& options) {
  return options.base == ExponentBase::two ? "2" : options.base == ExponentBase::three ? "3" : "e";
}

double power(const Options& options, double x) {
  return options.base == ExponentBase::e ? std::exp(x) : std::pow(base_of(options), x);
}

double rounded(double x, const Options& options) {
  if (!options.round) return x;
  const double unit = std::pow(10.0, static_cast<double>(*options.round));
  return std::isfinite(x * unit) ? std::round(x * unit) / unit : x;
}

Matrix rounded(Matrix m, const Options& options) {
  for (double& x : m) x = rounded(x, options);
  return m;
}

// A row of a softmax in its pieces.
struct Exponentials {
  double peak = 0.0, sum = 0.0;
  std::vector<double> values = {};
};

Exponentials exponentials_from(double peak, std::span<const double> scores,
                               const Options& options) {
  Exponentials result{.peak = peak};
  for (const double score : scores) {
    result.values.push_back(rounded(power(options, score - peak), options));
    result.sum += result.values.back();
  }
  result.sum = rounded(result.sum, options);
  return result;
}

Exponentials exponentials(std::span<const double> scores, const Options& options) {
  constexpr double kLarge = 5.0;  // up to here, a pencil takes powers of scores as they are
  const double peak = *std::ranges::max_element(scores);
  const auto large = [](double x) { return std::isfinite(x) && std::abs(x) > kLarge; };
  if (std::ranges::any_of(scores, large)) return exponentials_from(peak, scores, options);
  const Exponentials plain = exponentials_from(0.0, scores, options);
  return plain.sum > 0.0 ? plain : exponentials_from(peak, scores, options);
}

Matrix softmaxed(const Matrix& scores, const Options& options) {
  Matrix weights = xt::zeros<double>({rows(scores), columns(scores)});
  for (Index i = 0; i < rows(scores); ++i) {
    const Exponentials e = exponentials(row(scores, i), options);
    for (Index j = 0; j < columns(scores); ++j) {
      weights(i, j) = rounded(e.values[j] / e.sum, options);
    }
  }
  return weights;
}

}  // namespace

void declare_by_hand(Knobs& knobs, Options& options) {
  knobs.count("--round", options.round, 1, 12,
              "Round every step to so many digits, as with a pencil, and carry these on");
  knobs.choice("--base", options.base,
               {{"e", ExponentBase::e}, {"2", ExponentBase::two}, {"3", ExponentBase::three}},
               "Of the powers that softmax takes; 2 and 3 are kinder to a pencil");
  knobs.choice("--layout", options.layout,
               {{"rows", VectorLayout::rows}, {"columns", VectorLayout::columns}},
               "Whether vectors are rows, and scores Q Kᵀ, or columns, and scores Kᵀ Q");
}

bool by_hand(const Options& options) { return options.round || options.base != ExponentBase::e; }

Steps carried(const Steps& exact, const Options& options) {
  Steps steps = exact;
  Sentence& sentence = steps.sentence;
  for (Matrix* m : {&sentence.embeddings, &sentence.w_q, &sentence.w_k, &sentence.w_v}) {
    *m = rounded(*m, options);
  }
  steps.q = rounded(product(sentence.embeddings, sentence.w_q), options);
  steps.k = rounded(product(sentence.embeddings, sentence.w_k), options);
  steps.v = rounded(product(sentence.embeddings, sentence.w_v), options);
  Attention& a = steps.a;
  a.scores = rounded(product(steps.q, transposed(steps.k)), options);
  a.scaled = rounded(Matrix(a.scores * a.scale), options);
  a.visible = steps.mask ? hide(a.scaled, *steps.mask) : a.scaled;
  a.weights = softmaxed(a.visible, options);
  a.output = rounded(product(a.weights, steps.v), options);
  return steps;
}

double half_unit(const Options& options) {
  return options.round ? 0.5 * std::pow(10.0, -static_cast<double>(*options.round)) : 0.0;
}

int shown_digits(const Options& options, int usual) {
  return options.round ? static_cast<int>(*options.round) : usual;
}

double tolerance_of_sums(const Steps& steps, const Options& options) {
  double smallest = 1.0;
  for (Index i = 0; i < steps.count(); ++i) {
    smallest = std::min(smallest, exponentials(row(steps.a.visible, i), options).sum);
  }
  return kTolerance +
         half_unit(options) * 1.001 * (static_cast<double>(steps.count()) * (1.0 + 1.0 / smallest));
}

void write_carried_softmax(Page& page, const Options& options) {
  const bool natural = options.base == ExponentBase::e;
  const std::string base = base_word(options);
  page.equation(
      "softmax-formula",
      {natural ? std::string(R"(A_{ij} = \frac{\exp(s_{ij})}{\sum_k \exp(s_{ik})})")
               : fmt::format(R"(A_{{ij}} = \frac{{{0}^{{s_{{ij}}}}}}{{\sum_k {0}^{{s_{{ik}}}}}})",
                             base)});
  page.say(
      "Every row becomes a distribution: nothing below 0, sum 1. With a pencil nothing overflows, "
      "so the row maximum stays where it is; only where a score is beyond 5 it is subtracted "
      "first, which changes no weight.");
}

Table carried_row(const Steps& steps, const Options& options) {
  const bool natural = options.base == ExponentBase::e;
  const std::string base = base_word(options);
  const Exponentials e = exponentials(row(steps.a.visible, steps.focus), options);
  const std::string score = e.peak == 0.0 ? "scaled" : "scaled − max";
  const int digits = shown_digits(options, 4);
  Table table{
      "row",
      fmt::format("The row of “{}”: its powers of {} add up to {:.{}f}", steps.focus_word(), base,
                  e.sum, digits),
      {{"key", "key", ""},
       {"score", "score", "", digits},
       {"scaled", "scaled", "", digits},
       {"exp", natural ? fmt::format("exp({})", score) : fmt::format("{}^({})", base, score), "",
        digits},
       {"weight", "weight", "", digits}},
      {}};
  for (Index j = 0; j < steps.count(); ++j) {
    table.rows.push_back({steps.words()[j], steps.a.scores(steps.focus, j),
                          steps.a.visible(steps.focus, j), e.values[j],
                          steps.a.weights(steps.focus, j)});
  }
  return table;
}

void write_drift(Page& page, const Steps& exact, const Steps& steps, const Options& options) {
  Table table{
      "drift",
      "How far rounded steps have gone from exact ones",
      {{"step", "step", ""}, {"drift", "largest difference", "", 2, Column::Notation::general}},
      {}};
  const auto add = [&table](const char* name, const Matrix& a, const Matrix& b) {
    table.rows.push_back({name, largest_difference(a, b)});
  };
  add("queries", exact.q, steps.q);
  add("keys", exact.k, steps.k);
  add("values", exact.v, steps.v);
  add("scores", exact.a.scores, steps.a.scores);
  add("scaled scores", exact.a.scaled, steps.a.scaled);
  add("weights", exact.a.weights, steps.a.weights);
  add("output", exact.a.output, steps.a.output);
  page.say(
      "An error made early is multiplied by what comes after it. Here is how far rounding to {} "
      "digits at every step leads from the same steps without.",
      *options.round);
  page.table(std::move(table));
  const double once = largest_difference(rounded(exact.a.output, options), exact.a.output);
  page.say(
      "The output is off by up to {}. Rounded once, at the end, it would be off by up to {}: carry "
      "more digits than you write down.",
      tiny(largest_difference(exact.a.output, steps.a.output)), tiny(once));
  page.claim("rounded-once", "rounded once, at the end, no output is off by more than half a unit",
             check(once <= half_unit(options) * (1.0 + 1e-9), "{} of {}", tiny(once),
                   tiny(half_unit(options))));
}

}  // namespace attn::lessons::walkthrough
