#include "files/csv.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "files/read.hpp"
#include "support/error.hpp"
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

// Quotes around a number are dropped.
std::optional<double> number(std::string_view field) {
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"') {
    field = field.substr(1, field.size() - 2);
  }
  if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
  double value = 0.0;
  const auto [end, code] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (code != std::errc{} || end != field.data() + field.size()) return {};
  return value;
}

bool has_number(std::string_view line) {
  Fields fields(line);
  while (const auto field = fields.next()) {
    if (number(*field)) return true;
  }
  return false;
}

// Appends the numbers of a line; how many they are.
Index append(std::vector<double>& values, std::string_view line, std::string_view place) {
  Index count = 0;
  Fields fields(line);
  while (const auto field = fields.next()) {
    const std::optional<double> value = number(*field);
    ++count;
    if (!value)
      throw Error("{}: field {} is {}; expected a number", place, count, in_quotes(*field));
    values.push_back(*value);
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
    const bool is_header = first && !has_number(line);
    first = false;
    if (is_header) continue;
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

Tensor read_csv(const std::string& path) { return parse_csv(read_text(path), file_name(path)); }

}  // namespace attn
