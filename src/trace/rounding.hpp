// Which numbers does somebody carry who follows the steps, and how are they written?
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "trace/provenance.hpp"

namespace attn {

class Pencil {
 public:
  // Of a page that outlives it. `round` is to how many digits each step is rounded, if it is.
  Pencil(const Document& page, std::optional<int> round);

  const Relation* relation(const Array& array);  // nullptr for what is given

  // With rounding, what a pencil gets: from numbers that are rounded, rounded again.
  double value(const Planes& planes, Spot spot);
  Exponentials row_of(const Relation& softmax, Spot spot);

  // As many digits as the array needs, or fewer where they say it all, unless all are rounded
  // alike.
  std::string shown(const Array& array, double x);
  std::string shown(double x) const { return shown(x, digits_); }

 private:
  std::string shown(double x, int digits) const;
  double rounded(double x) const;
  Arithmetic arithmetic();

  const Document& page_;
  std::optional<int> round_;
  int digits_;  // after the point
  std::map<const Array*, std::optional<Relation>> relations_;
  std::map<const Array*, int> digits_of_;
  std::map<std::pair<const Array*, std::size_t>, double> carried_;
};

std::string with_minus(std::string text);  // "−2" for "-2"

}  // namespace attn
