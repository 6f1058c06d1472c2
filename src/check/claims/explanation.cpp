#include "check/claims/explanation.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>

namespace attn {

namespace {

constexpr int kMoreDigits = 3;  // in the working than in the notes

double middle(Interval x) { return std::isinf(x.low) ? x.low : x.low + (x.high - x.low) / 2; }

std::string cells(const Value& value, const std::vector<int>& decimals, double unit) {
  std::string text = value.shape == Value::Shape::matrix ? "[" : "";
  for (std::size_t i = 0; i < value.rows; ++i) {
    if (i > 0) text += ", ";
    if (!value.is_scalar()) text += "[";
    for (std::size_t j = 0; j < value.columns; ++j) {
      const std::size_t at = i * value.columns + j;
      if (j > 0) text += ", ";
      text += printed_like(middle(value.cells[at]) / unit, decimals[at % decimals.size()]);
    }
    if (!value.is_scalar()) text += "]";
  }
  return text + (value.shape == Value::Shape::matrix ? "]" : "");
}

// As many more digits as tell the number from another within 5 %.
int decimals_telling(double x, int decimals) {
  constexpr int kMostMore = 12;
  const auto tells = [x](int digits) {
    const double shown = std::strtod(printed_like(x, digits).c_str(), nullptr);
    return std::abs(shown - x) <= 0.05 * std::abs(x);
  };
  for (int more = 0; std::isfinite(x) && more < kMostMore; ++more) {
    if (tells(decimals + more)) return decimals + more;
  }
  return decimals;
}

std::vector<int> decimals_of(const Expression& like, int more) {
  std::vector<int> decimals;
  for (const Printed& p : like.numbers) decimals.push_back(p.decimals + more);
  if (!like.is_literal() || decimals.empty()) decimals = {4};
  return decimals;
}

// With the signs that people write.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == '\n' || c == ' ';
    if (c == ',' || c == ']') line.erase(line.find_last_not_of(' ') + 1);
    if (c == '*') {
      line += "×";
    } else if (c == '@') {
      line += "·";
    } else if (!blank) {
      line += c;
    } else if (!line.ends_with(' ') && !line.ends_with('[')) {
      line += ' ';
    }
  }
  for (const auto& [plain, sign] : {std::pair{" wan", "万"}, std::pair{" yi", "亿"}}) {
    if (line.ends_with(plain)) line.replace(line.size() - std::strlen(plain), line.size(), sign);
  }
  return line;
}

std::string unit_of(const Expression& literal, std::string_view reading) {
  if (literal.kind != Expression::Kind::number || literal.numbers.empty()) return "";
  const std::string whole = one_line(reading.substr(literal.begin, literal.end - literal.begin));
  const std::size_t unit = whole.find_first_not_of("-0123456789.,e ");
  return literal.unit.power == 0 && !literal.unit.bytes && !literal.unit.percent ? ""
         : unit == std::string::npos                                             ? ""
                                     : " " + whole.substr(unit);
}

// The softmax of one row, taken apart.
void add_softmax(const Expression& call, const Value& weights, std::vector<std::string>& lines) {
  if (weights.rows != 1 || call.base != 0.0) return;
  const Expression& scores = call.parts[0];
  if (!scores.is_literal() || scores.numbers.size() != weights.cells.size()) return;
  std::vector<std::string> exponentials;
  double sum = 0.0;
  for (const Printed& p : scores.numbers) {
    exponentials.push_back(fmt::format("exp({:g}) = {:.4f}", p.value, std::exp(p.value)));
    sum += std::exp(p.value);
  }
  if (std::isfinite(sum)) {
    lines.push_back(fmt::format("{}; together {:.4f}", fmt::join(exponentials, ", "), sum));
  }
}

std::string with_commas(std::string number) {
  std::size_t at = std::min(number.find_first_of(".e"), number.size());
  const std::size_t first = number.starts_with('-') ? 1 : 0;
  while (at > first + 3) number.insert(at -= 3, ",");
  return number;
}

// Computed cells with the digits and brackets of a literal, or with four digits.
std::string as_printed(const Value& computed, const Expression& like, const Counting& counting) {
  Value value = computed;
  if (like.is_literal() && like.numbers.size() == value.cells.size()) {
    value.shape = like.kind == Expression::Kind::number ? Value::Shape::scalar
                  : like.rows > 0                       ? Value::Shape::matrix
                                                        : Value::Shape::vector;
    value.rows = std::max<std::size_t>(like.rows, 1);
    value.columns = value.cells.size() / value.rows;
  }
  const double unit = like.is_literal() ? factor_of(like.unit, counting) : 1.0;
  std::vector<int> decimals = decimals_of(like, 0);
  if (value.is_scalar() && !like.is_literal()) {
    const double x = middle(value.cells[0]);
    if (x != 0.0 && (std::abs(x) >= 1e6 || std::abs(x) < 1e-3)) return fmt::format("{:.4g}", x);
  }
  if (value.is_scalar()) decimals = {decimals_telling(middle(value.cells[0]) / unit, decimals[0])};
  return cells(value, decimals, unit);
}

}  // namespace

std::string as_said(const Expression& result, std::string_view reading) {
  if (result.kind != Expression::Kind::array) {
    return one_line(reading.substr(result.begin, result.end - result.begin));
  }
  std::string text = result.rows > 0 ? "[[" : "[";
  for (std::size_t i = 0; i < result.numbers.size(); ++i) {
    const Printed& p = result.numbers[i];
    if (i > 0) text += i % result.columns == 0 ? "], [" : ", ";
    text += p.value < 0 ? "-" : "";
    text += p.text;
  }
  return text + (result.rows > 0 ? "]]" : "]");
}

// "2.1 × 10^9" with as many digits as the notes print.
std::string in_powers_of_ten(const Value& computed, const Expression& like,
                             const Counting& counting) {
  const double x = middle(computed.cells[0]) / factor_of(like.unit, counting);
  if (x == 0.0 || !std::isfinite(x)) return fmt::format("{:g}", x);
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(x))));
  const int decimals = std::clamp(like.numbers[0].decimals + like.exponent, 0, 17);
  return fmt::format("{:.{}f} × 10^{}", x / std::pow(10.0, exponent), decimals, exponent);
}

// "64 MiB" and "67,108,864", as the notes print a size.
std::string corrected(std::string_view said, const Value& computed, const Expression& like,
                      const Counting& counting) {
  if (like.exponent != 0 && computed.is_scalar()) return in_powers_of_ten(computed, like, counting);
  std::string number = as_printed(computed, like, counting);
  if (like.kind != Expression::Kind::number) return number;
  if (said.find(',') != std::string_view::npos) number = with_commas(std::move(number));
  const std::size_t unit = said.find_first_not_of("+-0123456789.,");
  const bool has_unit = like.unit.bytes || like.unit.power > 0 || like.unit.percent;
  return has_unit && unit != std::string_view::npos ? number.append(said.substr(unit)) : number;
}

namespace {

// In place of digits that are printed without their sign; "" where the sign is to change as well.
std::string replacement(double x, const Printed& p, bool scalar) {
  if (!std::isfinite(x) || p.text.find_first_of("eE") != std::string_view::npos) return "";
  std::string is = printed_like(x, scalar ? decimals_telling(x, p.decimals) : p.decimals);
  if (p.text.find(',') != std::string_view::npos) is = with_commas(std::move(is));
  if (p.value >= 0) return is;
  return is.starts_with('-') ? is.substr(1) : "";
}

}  // namespace

std::vector<WrongNumber> wrong_numbers(const Equality& link, const Comparison& fit,
                                       const Value& shown, std::string_view reading) {
  const Expression& like = *link.result;
  const std::size_t count = like.numbers.size();
  if (!like.is_literal() || like.exponent != 0 || shown.cells.size() != count) return {};
  if (!fit.computed || fit.computed->cells.size() != count) return {};
  const std::vector<Printed> printed = printed_cells(like, fit.counting, link.sign != '=');
  std::vector<WrongNumber> wrong;
  for (std::size_t i = 0; i < count; ++i) {
    const Printed& p = like.numbers[i];
    if (agrees(fit.computed->cells[i], printed[i], Digits::round)) continue;
    const std::less<const char*> before;
    if (before(p.text.data(), reading.data()) ||
        before(reading.data() + reading.size(), p.text.data() + p.text.size())) {
      return {};  // it is not printed there
    }
    const auto begin = static_cast<std::size_t>(p.text.data() - reading.data());
    const bool array = like.kind == Expression::Kind::array && like.columns > 0;
    const double x = middle(shown.cells[i]) / factor_of(like.unit, fit.counting);
    wrong.push_back({.begin = begin,
                     .end = begin + p.text.size(),
                     .is = replacement(x, p, !array),
                     .row = array && like.rows > 0 ? i / like.columns + 1 : 0,
                     .column = array ? i % like.columns + 1 : 0});
  }
  return wrong;
}

std::vector<std::string> working(const Equality& link, const Comparison& fit,
                                 std::string_view reading) {
  if (!fit.computed) return {};
  std::vector<std::string> lines;
  if (link.formula->kind == Expression::Kind::call && link.formula->name == "softmax") {
    add_softmax(*link.formula, *fit.computed, lines);
  }
  const double unit = link.result->is_literal() ? factor_of(link.result->unit, fit.counting) : 1.0;
  const std::string_view formula =
      reading.substr(link.formula->begin, link.formula->end - link.formula->begin);
  const bool foreign = formula.find_first_of("\x7f\x1f") != std::string_view::npos;
  std::vector<int> decimals = decimals_of(*link.result, kMoreDigits);
  const bool whole = fit.computed->is_scalar() && std::abs(middle(fit.computed->cells[0])) < 1e15;
  for (int& d : decimals) d = whole ? std::max(d, 0) : d;  // "1.6e6" is not all that is known
  lines.push_back(fmt::format("{} = {}{}", foreign ? "what stands left" : one_line(formula),
                              cells(*fit.computed, decimals, unit),
                              unit_of(*link.result, reading)));
  return lines;
}

}  // namespace attn
