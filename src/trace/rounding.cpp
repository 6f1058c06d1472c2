#include "trace/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "notes/printed.hpp"

namespace attn {

namespace {

constexpr int kDigits = 4;

// For an array of small numbers as many as its largest needs to show four that are not 0.
int digits_for(const Array& array) {
  constexpr int kMost = 17;
  double largest = 0.0;
  for (const double x : array.values) {
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  }
  if (largest == 0.0 || largest >= 0.01) return kDigits;
  return std::min(kMost, kDigits - 1 - static_cast<int>(std::floor(std::log10(largest))));
}

}  // namespace

std::string with_minus(std::string text) {
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

Pencil::Pencil(const Document& page, std::optional<int> round)
    : page_(page), round_(round), digits_(round.value_or(kDigits)) {}

const Relation* Pencil::relation(const Array& array) {
  auto [at, fresh] = relations_.try_emplace(&array);
  if (fresh) at->second = relation_of(page_, array);
  return at->second ? &*at->second : nullptr;
}

double Pencil::rounded(double x) const {
  const double unit = std::pow(10.0, digits_);
  return round_ && std::isfinite(x * unit) ? std::round(x * unit) / unit : x;
}

Arithmetic Pencil::arithmetic() {
  return {.number = [this](const Planes& planes, Spot spot) { return value(planes, spot); },
          .rounded = [this](double x) { return rounded(x); }};
}

double Pencil::value(const Planes& planes, Spot spot) {
  if (!round_) return number_at(planes, spot);
  const auto key = std::pair{planes.array, index_of(planes, spot)};
  const auto known = carried_.find(key);
  if (known != carried_.end()) return known->second;
  const Relation* r = relation(*planes.array);
  const bool agreed = r != nullptr && r->rule == Relation::Rule::softmax && sees_nothing(*r, spot);
  const double exact =
      r == nullptr || agreed ? number_at(planes, spot) : computed(*r, spot, arithmetic());
  return carried_[key] = rounded(exact);
}

Exponentials Pencil::row_of(const Relation& softmax, Spot spot) {
  return exponentials(softmax, spot, arithmetic());
}

std::string Pencil::shown(const Array& array, double x) {
  auto [at, fresh] = digits_of_.try_emplace(&array, digits_);
  if (fresh && !round_) at->second = digits_for(array);
  return shown(x, at->second);
}

std::string Pencil::shown(double x, int digits) const {
  const bool whole = x == std::round(x) && std::abs(x) < 1e15;
  if (round_) return with_minus(printed_like(x, digits));
  if (whole) return with_minus(printed_like(x, 0));
  for (int fewer = 1; fewer < digits; ++fewer) {
    const std::string text = printed_like(x, fewer);
    if (std::strtod(text.c_str(), nullptr) == x) return with_minus(text);
  }
  return with_minus(printed_like(x, digits));
}

}  // namespace attn
