#include "files/csv.hpp"

#include <algorithm>
#include <optional>

#include "support/error.hpp"
#include "support/from_chars.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

constexpr std::string_view kSpace = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// The fields of a line, one after another: none of them is stored, however long the line.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line), commas_(line.find(',') != line.npos) {}

  std::optional<std::string_view> next() {
    if (!commas_) rest_.remove_prefix(std::min(rest_.find_first_not_of(kSpace), rest_.size()));
    if (done_ || (!commas_ && rest_.empty())) return {};
    const std::size_t end = rest_.find_first_of(commas_ ? "," : kSpace);
    const std::string_view field = trimmed(rest_.substr(0, end));
    done_ = end == rest_.npos;
    rest_.remove_prefix(done_ ? rest_.size() : end + 1);
    return field;
  }

 private:
  std::string_view rest_;
  bool commas_, done_ = false;
};

// Quotes around a number are dropped, and a plus before it.
std::string_view bare(std::string_view field) {
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"') {
    field = field.substr(1, field.size() - 2);
  }
  if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
  return field;
}

struct Number {
  std::errc code;
  double value;
};
Number number(std::string_view field) {
  field = bare(field);
  double value = 0.0;
  const auto [end, code] = real_from_chars(field, value);
  const bool whole = end == field.data() + field.size();
  return {whole ? code : std::errc::invalid_argument, value};
}

// Whether it is a number, or was meant to be one: 1_000, 0x1, 1e999.
bool begins_like_number(std::string_view field) {
  if (number(field).code != std::errc::invalid_argument) return true;
  field = bare(field);
  const std::size_t digit = field.find_first_not_of("-.");
  return digit != field.npos && digit <= 2 && field[digit] >= '0' && field[digit] <= '9';
}

bool is_header(std::string_view line) {
  Fields fields(line);
  while (const auto field = fields.next()) {
    if (begins_like_number(*field)) return false;
  }
  return true;
}

// Appends the numbers of a line; how many they are.
Index append(std::vector<double>& values, std::string_view line, std::string_view place) {
  Index count = 0;
  Fields fields(line);
  while (const auto field = fields.next()) {
    const auto [code, value] = number(*field);
    ++count;
    if (code != std::errc{}) {
      throw Error("{}: field {} is {}; expected a number{}", place, count, in_quotes(*field),
                  code == std::errc::result_out_of_range ? " that a double can hold" : "");
    }
    values.push_back(value);
  }
  return count;
}

}  // namespace

Tensor parse_csv(std::string_view text, std::string_view file) {
  Tensor tensor{{0, 0}, {}};
  Index& rows = tensor.shape[0];
  Index& width = tensor.shape[1];
  bool first = true;
  for (Index line_number = 1; !text.empty(); ++line_number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    const bool skipped = first && is_header(line);
    first = false;
    if (skipped) continue;
    const std::string place = fmt::format("{}:{}", file, line_number);
    const Index count = append(tensor.values, line, place);
    if (rows > 0 && count != width) {
      throw Error("{}: this line is {} wide, those before it are {} wide", place, count, width);
    }
    width = count;
    ++rows;
  }
  if (rows == 0) throw Error("{}: there is no number in it; expected one row a line", file);
  return tensor;
}

}  // namespace attn
