#include "document/cell_reference.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <variant>

#include "document/find.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"
#include "support/unknown.hpp"

namespace attn {

namespace {

using Labels = std::vector<std::string>;

std::string label_of(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* whole = std::get_if<Integer>(&cell)) return fmt::format("{}", *whole);
  if (const auto* real = std::get_if<double>(&cell)) return fmt::format("{}", *real);
  return "";
}

Labels row_labels(const Table& table) {
  Labels labels;
  for (const auto& row : table.rows) labels.push_back(row.empty() ? "" : label_of(row.front()));
  return labels;
}

bool contains(const Labels& labels, const std::string& label) {
  return std::ranges::find(labels, label) != labels.end();
}

// The entries whose label is wanted; all of them when none is.
template <typename T>
std::vector<T> kept(const std::vector<T>& entries, const Labels& labels, const Labels& wanted) {
  std::vector<T> result;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (contains(wanted, labels[i])) result.push_back(entries[i]);
  }
  return result.empty() ? entries : result;
}

std::vector<std::string_view> views(const Labels& labels) { return {labels.begin(), labels.end()}; }

// --- a cell by its indices ---

struct Reference {
  std::string id;
  Labels indices;
};

// "weights[cat][sat]" taken apart.
Reference parsed(std::string_view text) {
  const auto refuse = [text] {
    throw Error("{} names no value; write NAME[ROW][COLUMN]", in_quotes(text));
  };
  const std::size_t first = text.find('[');
  if (first == 0 || first == std::string_view::npos) refuse();
  Reference reference{.id = std::string(text.substr(0, first)), .indices = {}};
  for (std::string_view rest = text.substr(first); !rest.empty();) {
    const std::size_t end = rest.find(']');
    if (rest.front() != '[' || end == std::string_view::npos) refuse();
    reference.indices.emplace_back(rest.substr(1, end - 1));
    rest.remove_prefix(end + 1);
  }
  return reference;
}

std::optional<std::size_t> as_index(const std::string& text) {
  std::size_t value = 0;
  const char* last = text.data() + text.size();
  const auto [end, code] = std::from_chars(text.data(), last, value);
  return code == std::errc{} && end == last ? std::optional(value) : std::nullopt;
}

// The place of an index among `size`, by label or number; `kind` is what it is an index of.
std::size_t place(const std::string& index, std::size_t size, const Labels& labels,
                  const std::string& kind) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == index) places.push_back(i);
  }
  if (places.size() == 1) return places.front();
  if (places.size() > 1) {
    throw Error("{} stands for the {}s {}; give one of these numbers", in_quotes(index), kind,
                fmt::join(places, ", "));
  }
  const std::optional<std::size_t> number = as_index(index);
  if (number && *number < size) return *number;
  if (size == 0) throw Error("there is no {} {}: there is none at all", kind, in_quotes(index));
  const std::string_view near = nearest(index, views(labels));
  throw Error("there is no {} {};{} they are numbered 0 to {}{}", kind, in_quotes(index),
              near.empty() ? "" : fmt::format(" did you mean \"{}\"?", near), size - 1,
              labels.empty() ? "" : fmt::format(": {}", fmt::join(labels, ", ")));
}

// Rows and columns are the last two dimensions; of a vector, rows.
const Labels& labels_along(const Array& array, std::size_t dimension) {
  static const Labels kNone;
  const std::size_t rank = array.shape.size();
  const Labels& labels = dimension + 2 == rank || rank == 1 ? array.row_labels
                         : dimension + 1 == rank            ? array.column_labels
                                                            : kNone;
  return labels.size() == array.shape[dimension] ? labels : kNone;
}

std::string kind_of(const Array& array, std::size_t dimension) {
  const std::size_t rank = array.shape.size();
  if (dimension + 2 == rank || rank == 1) return "row";
  return dimension + 1 == rank ? "column" : "index";
}

void check_rank(const Reference& reference, std::size_t rank) {
  if (reference.indices.size() == rank) return;
  throw Error("{} has {} dimension{}, and {} {} given", reference.id, rank, rank == 1 ? "" : "s",
              reference.indices.size(), reference.indices.size() == 1 ? "index is" : "indices are");
}

ArrayCell cell_in(const Array& array, const Reference& reference) {
  check_rank(reference, array.shape.size());
  ArrayCell cell{&array, {}};
  for (std::size_t i = 0; i < array.shape.size(); ++i) {
    cell.at.push_back(
        place(reference.indices[i], array.shape[i], labels_along(array, i), kind_of(array, i)));
  }
  return cell;
}

SingleValue value_in(const Array& array, const Reference& reference) {
  std::size_t flat = 0;
  const ArrayCell cell = cell_in(array, reference);
  for (std::size_t i = 0; i < cell.at.size(); ++i) flat = flat * array.shape[i] + cell.at[i];
  const double value = array.values[flat];
  if (array.type == Array::Type::boolean) return {Cell{Integer{value != 0.0}}, {}};
  return {Cell{value}, {}};
}

SingleValue value_in(const Table& table, const Reference& reference) {
  check_rank(reference, 2);
  Labels ids;
  for (const Column& column : table.columns) ids.push_back(column.id);
  const std::size_t row = place(reference.indices[0], table.rows.size(), row_labels(table), "row");
  const std::size_t column = place(reference.indices[1], ids.size(), ids, "column");
  return {table.rows[row][column], table.columns[column]};
}

// The array of that name, or a table where no array has it.
using Holder = std::variant<const Array*, const Table*>;

Holder holder_of(const Document& document, const Reference& reference) {
  std::vector<std::string_view> names;
  for (const Array& array : document.arrays) {
    if (array.id == reference.id) return &array;
    names.push_back(array.id);
  }
  for (const Block& block : document.blocks) {
    const auto* table = std::get_if<Table>(&block);
    if (table == nullptr) continue;
    if (table->id == reference.id) return table;
    if (std::ranges::find(names, table->id) == names.end()) names.push_back(table->id);
  }
  refuse_large(document, reference.id);
  throw unknown_name("array", reference.id, names);
}

}  // namespace

Document with_rows(Document document, const std::vector<std::string>& labels) {
  Labels there;
  const auto note = [&there](const Labels& more) {
    for (const std::string& label : more) {
      if (!contains(there, label)) there.push_back(label);
    }
  };
  for (Block& block : document.blocks) {
    if (auto* table = std::get_if<Table>(&block)) {
      const Labels all = row_labels(*table);
      note(all);
      table->rows = kept(table->rows, all, labels);
    } else if (auto* heatmap = std::get_if<Heatmap>(&block)) {
      const Labels all = heatmap->row_labels;
      note(all);
      heatmap->cells = kept(heatmap->cells, all, labels);
      heatmap->row_labels = kept(all, all, labels);
    }
  }
  for (const std::string& label : labels) {
    if (!contains(there, label)) throw unknown_name("row", label, views(there));
  }
  return document;
}

ArrayCell array_cell(const Document& document, std::string_view text) {
  const Reference reference = parsed(text);
  std::vector<std::string_view> names;
  for (const Array& array : document.arrays) {
    if (array.id == reference.id) return cell_in(array, reference);
    names.push_back(array.id);
  }
  refuse_large(document, reference.id);
  throw unknown_name("array", reference.id, names);
}

SingleValue value_at(const Document& document, std::string_view text) {
  const Reference reference = parsed(text);
  return std::visit([&reference](const auto* holder) { return value_in(*holder, reference); },
                    holder_of(document, reference));
}

void refuse_absent_value(const Document& announced, std::string_view text) {
  const Reference reference = parsed(text);
  const Holder holder = holder_of(announced, reference);
  if (const auto* array = std::get_if<const Array*>(&holder)) cell_in(**array, reference);
}

}  // namespace attn
