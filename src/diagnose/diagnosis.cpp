#include "diagnose/diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace attn {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Digits after the point of the shortest text that reads back as the number.
int shown_decimals(double x) {
  std::string text = fmt::format("{}", x);
  int exponent = 0;
  if (const std::size_t e = text.find('e'); e != std::string::npos) {
    exponent = std::stoi(text.substr(e + 1));
    text.resize(e);
  }
  const std::size_t point = text.find('.');
  int digits = point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
  if (digits == 1 && text.ends_with(".0")) digits = 0;
  return std::max(0, digits - exponent);
}

double difference(double x, double y) {
  if (x == y || (std::isnan(x) && std::isnan(y))) return 0.0;
  const double d = std::abs(x - y);
  return std::isnan(d) ? kInfinity : d;
}

double distance(const Batch& given, const Batch& computed, const std::vector<bool>& known) {
  if (given.shape() != computed.shape()) throw std::logic_error("diagnosed: shapes differ");
  double largest = 0.0;
  for (Index i = 0; i < given.size(); ++i) {
    if (!known.empty() && !known[i]) continue;
    largest = std::max(largest, difference(given.data()[i], computed.data()[i]));
  }
  return largest;
}

double distance(const GivenNumbers& given, const AttentionNumbers& computed) {
  double largest = 0.0;
  if (given.weights) largest = distance(*given.weights, computed.weights, given.weights_known);
  if (given.output) {
    largest = std::max(largest, distance(*given.output, computed.output, given.output_known));
  }
  return largest;
}

// How far two ways lie apart, in what is given.
double apart(const GivenNumbers& given, const AttentionNumbers& a, const AttentionNumbers& b) {
  double largest = 0.0;
  if (given.weights) largest = distance(a.weights, b.weights, given.weights_known);
  if (given.output) largest = std::max(largest, distance(a.output, b.output, given.output_known));
  return largest;
}

std::vector<double> finite_numbers(const GivenNumbers& given) {
  std::vector<double> numbers;
  const auto add = [&numbers](const std::optional<Batch>& batch, const std::vector<bool>& known) {
    for (Index i = 0; batch && i < batch->size(); ++i) {
      const double x = batch->data()[i];
      if (std::isfinite(x) && (known.empty() || known[i])) numbers.push_back(x);
    }
  };
  add(given.weights, given.weights_known);
  add(given.output, given.output_known);
  return numbers;
}

// Half of the last decimal, or what float32 leaves of the numbers' size.
double tolerance_of(const std::vector<double>& numbers, std::optional<int> decimals) {
  double size = 1.0;
  for (const double x : numbers) size = std::max(size, std::abs(x));
  if (!decimals) return 1e-5 * size;
  return 0.5000001 * std::pow(10.0, -*decimals) + 1e-14 * size;
}

// Attention computed in one way after another, each held beside what is given.
class Search {
 public:
  Search(const KnownTensors& known, const GivenNumbers& given) : known_(known), given_(given) {
    const std::vector<double> numbers = finite_numbers(given);
    found_.decimals = given.decimals ? given.decimals : decimals_of(std::span(numbers));
    found_.tolerance = tolerance_of(numbers, found_.decimals);
    found_.nearest.distance = kInfinity;
  }

  void attempt(const std::vector<Faults>& ways) {
    for (const Faults& faults : ways) {
      AttentionNumbers numbers = faulty_attention(known_, choices_with(faults));
      Explanation way{faults, distance(given_, numbers)};
      ++found_.tried;
      if (way.distance < found_.nearest.distance) found_.nearest = way;
      if (way.distance <= found_.tolerance) found_.explanations.push_back(std::move(way));
    }
  }

  bool explained() const { return !found_.explanations.empty(); }

  Diagnosis finish() && {
    std::vector<Explanation>& all = found_.explanations;
    if (all.empty()) return std::move(found_);
    const auto wrong = all.begin() + (found_.is_right() ? 1 : 0);
    std::stable_sort(wrong, all.end(), [](const Explanation& a, const Explanation& b) {
      return a.distance < b.distance;
    });
    const auto numbers_of = [this](const Explanation& way) {
      return faulty_attention(known_, choices_with(way.faults));
    };
    const AttentionNumbers first = numbers_of(all.front());
    for (Explanation& way : all) way.from_first = apart(given_, numbers_of(way), first);
    return std::move(found_);
  }

 private:
  const KnownTensors& known_;
  const GivenNumbers& given_;
  Diagnosis found_;
};

Diagnosis searched(const KnownTensors& known, const GivenNumbers& given, bool pairs_too) {
  Search search(known, given);
  search.attempt({Faults{}});
  search.attempt(single_faults(known));
  if (pairs_too && !search.explained()) search.attempt(fault_pairs(known));
  return std::move(search).finish();
}

// Of numbers that lie so near to each other that no sheet shows a difference.
constexpr double kSame = 1e-9;

const Fault* only_fault(const KnownTensors& known, const GivenNumbers& given) {
  const Diagnosis found = searched(known, given, false);
  if (found.explanations.empty() || found.is_right()) return nullptr;
  for (const Explanation& way : found.explanations) {
    if (way.from_first > kSame) return nullptr;
  }
  return found.explanations.front().faults.front();
}

std::optional<Batch> one_head(const Matrix& m, std::vector<bool>& known) {
  Batch batch = xt::empty<double>({Index{1}, Index{1}, rows(m), columns(m)});
  std::copy(m.begin(), m.end(), batch.begin());
  for (const double x : m) known.push_back(!std::isnan(x));
  return batch;
}

}  // namespace

std::optional<int> decimals_of(std::span<const double> numbers, int most) {
  int decimals = 0;
  for (const double x : numbers) decimals = std::max(decimals, shown_decimals(x));
  if (decimals == 0 || decimals > most) return {};
  return decimals;
}

int agreeing_decimals(double distance) {
  if (!(distance > 0.0)) return 15;
  return std::clamp(static_cast<int>(std::floor(-std::log10(2.0 * distance))), 0, 15);
}

double products_of(const KnownTensors& known) {
  const double keys =
      static_cast<double>(known.k.shape(2) + (known.past_k ? known.past_k->shape(2) : Index{0}));
  return static_cast<double>(known.q.shape(0)) * static_cast<double>(known.q.shape(1)) *
         static_cast<double>(known.q.shape(2)) * keys *
         static_cast<double>(known.q.shape(3) + known.v.shape(3));
}

Diagnosis diagnosed(const KnownTensors& known, const GivenNumbers& given) {
  return searched(known, given, true);
}

const Fault* fault_of_weights(const KnownTensors& known, const Matrix& weights, int decimals) {
  GivenNumbers given{.decimals = decimals};
  given.weights = one_head(weights, given.weights_known);
  return only_fault(known, given);
}

const Fault* fault_of_output(const KnownTensors& known, const Matrix& output, int decimals) {
  GivenNumbers given{.decimals = decimals};
  given.output = one_head(output, given.output_known);
  return only_fault(known, given);
}

}  // namespace attn
