#include "lessons/exercises/mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "diagnose/diagnosis.hpp"

namespace attn::lessons::exercises {

namespace {

using practice::Sheet;
using practice::Step;

const Matrix* values_of(const Sheet& sheet, std::string_view id) {
  const auto found = std::ranges::find(sheet.steps, id, &Step::id);
  return found == sheet.steps.end() ? nullptr : &found->values;
}

Matrix unit(Index n) {
  Matrix result = xt::zeros<double>({n, n});
  for (Index i = 0; i < n; ++i) result(i, i) = 1.0;
  return result;
}

// What scores are multiplied by: as the scaled ones say.
double scale_of(const Matrix& scores, const Matrix* scaled) {
  for (Index i = 0; scaled != nullptr && i < scores.size(); ++i) {
    if (scores.data()[i] != 0.0) return scaled->data()[i] / scores.data()[i];
  }
  return 1.0;
}

// The tensors of a sheet of one head; nothing for other sheets. Where a sheet begins with scores,
// these are queries of keys that are unit vectors.
std::optional<KnownTensors> tensors_of(const Sheet& sheet) {
  const Matrix *q = values_of(sheet, "q"), *k = values_of(sheet, "k"), *v = values_of(sheet, "v");
  const Matrix *scores = values_of(sheet, "scores"), *weights = values_of(sheet, "weights");
  if (weights == nullptr || scores == nullptr) return {};
  AttendOptions options{.causal = values_of(sheet, "visible") != nullptr};
  if (q != nullptr && k != nullptr && v != nullptr) return known_tensors(*q, *k, *v, options);
  options.scale = scale_of(*scores, values_of(sheet, "scaled"));
  const Matrix keys = unit(columns(*scores));
  return known_tensors(*scores, keys, v != nullptr ? *v : keys, options);
}

}  // namespace

std::string mistake_in(const Sheet& sheet, const Step& step, const Matrix& written) {
  if (sheet.options.base != practice::Base::e) return "";  // mistakes are known of base e
  if (step.id != "weights" && step.id != "output") return "";
  const auto known = tensors_of(sheet);
  if (!known) return "";
  const int digits = sheet.options.digits;
  const Fault* fault = step.id == "weights" ? fault_of_weights(*known, written, digits)
                                            : fault_of_output(*known, written, digits);
  if (fault == nullptr) return "";
  const bool turned = sheet.options.layout == practice::Layout::columns;
  return fmt::format("{}{}; right is: {}", turned ? "said of vectors as rows, " : "", fault->words,
                     fault->instead);
}

}  // namespace attn::lessons::exercises
