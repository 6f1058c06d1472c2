#include "files/models.hpp"

#include <algorithm>
#include <array>

#include "files/embedded.hpp"
#include "support/error.hpp"
#include "support/unknown.hpp"

namespace attn {

namespace {

constexpr std::string_view kHeader =
    "model,layers,heads,kv_heads,head_dim,d_model,context,source,place";

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos;
       end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

Model read_model(std::string_view line, std::size_t number) {
  const std::vector<std::string_view> names = split(kHeader, ',');
  const std::vector<std::string_view> fields = split(line, ',');
  if (fields.size() != names.size()) {
    throw Error("models, line {}: {} fields where the header has {}", number, fields.size(),
                names.size());
  }
  const auto count = [&](std::size_t i) {
    return parse_integer(fields[i], 1, Integer{1} << 40,
                         fmt::format("models, line {}, {}", number, names[i]));
  };
  Model model;
  model.name = fields[0];
  model.shape.layers = count(1);
  model.shape.heads = count(2);
  model.shape.kv_heads = count(3);
  model.shape.head_dim = count(4);
  model.d_model = count(5);
  model.context = count(6);
  model.source = fields[7];
  model.place = fields[8];
  if (model.name.empty() || model.source.empty() || model.place.empty()) {
    throw Error("models, line {}: a model has a name, a source and a place in it", number);
  }
  if (model.shape.heads % model.shape.kv_heads != 0) {
    throw Error("models, line {}: {} heads do not share {} KV heads evenly", number,
                model.shape.heads, model.shape.kv_heads);
  }
  return model;
}

}  // namespace

std::vector<Model> read_models(std::string_view csv) {
  if (csv.ends_with('\n')) csv.remove_suffix(1);
  const std::vector<std::string_view> lines = split(csv, '\n');
  if (lines.front() != kHeader) throw Error("models, line 1: the header is not {}", kHeader);
  std::vector<Model> models;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    models.push_back(read_model(lines[i], i + 1));
    const auto namesake = std::ranges::find(models, models.back().name, &Model::name);
    if (namesake != models.end() - 1) {
      throw Error("models, line {}: {} is there already", i + 1, models.back().name);
    }
  }
  return models;
}

std::vector<Model> known_models() { return read_models(embedded("models.csv")); }

Model model_named(const std::vector<Model>& models, std::string_view name) {
  const auto model = std::ranges::find(models, name, &Model::name);
  if (model != models.end()) return *model;
  std::vector<std::string_view> names;
  for (const Model& each : models) names.push_back(each.name);
  throw unknown_name("model", name, names);
}

}  // namespace attn
