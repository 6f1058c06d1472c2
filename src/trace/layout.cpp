#include "trace/layout.hpp"

#include <algorithm>
#include <utility>

namespace attn {

bool has_columns(const Document& page) {
  const auto layout = std::ranges::find(page.settings, "--layout", &Setting::name);
  const auto* word =
      layout == page.settings.end() ? nullptr : std::get_if<std::string>(&layout->value);
  return word != nullptr && *word == "columns";
}

Document in_rows(Document page) {
  for (Array& array : page.arrays) {
    if (array.shape.size() != 2) continue;
    const std::size_t height = array.shape[0], width = array.shape[1];
    std::vector<double> values;
    for (std::size_t c = 0; c < width; ++c) {
      for (std::size_t i = 0; i < height; ++i) values.push_back(array.values[i * width + c]);
    }
    array.values = std::move(values);
    std::swap(array.shape[0], array.shape[1]);
    std::swap(array.row_labels, array.column_labels);
  }
  return page;
}

}  // namespace attn
