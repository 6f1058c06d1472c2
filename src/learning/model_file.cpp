#include "learning/model_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "files/json_arrays.hpp"
#include "files/write.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

constexpr std::string_view kFormat = "attn-transformer";
constexpr std::array<std::string_view, 4> kPositions{"none", "learned", "sinusoids", "rotary"};
constexpr Index kMost = Index{1} << 20;  // heads, and other numbers that metadata holds

using Metadata = std::map<std::string, std::string, std::less<>>;

// Matrices of equal height side by side: (m, n), (m, k), … -> (m, n + k + …).
Matrix beside(const std::vector<const Matrix*>& parts) {
  Index width = 0;
  for (const Matrix* part : parts) width += columns(*part);
  Matrix all = xt::empty<double>({rows(*parts.front()), width});
  Index first = 0;
  for (const Matrix* part : parts) {
    for (Index i = 0; i < rows(*part); ++i) {
      std::ranges::copy(row(*part, i), all.data() + i * width + first);
    }
    first += columns(*part);
  }
  return all;
}

std::string words_text(const std::vector<std::string>& words) {
  return nlohmann::json{{"tokens", words}}.dump();
}

Metadata metadata_of(const SavedModel& saved) {
  const TransformerShape& shape = saved.model.shape;
  return {{"format", std::string(kFormat)},
          {"task", saved.task},
          {"heads", std::to_string(shape.heads)},
          {"head_width", std::to_string(shape.head_width)},
          {"context_length", std::to_string(shape.context)},
          {"positions", std::string(kPositions[static_cast<Index>(shape.positions)])},
          {"causal", shape.causal ? "true" : "false"},
          {"scaled", shape.scaled ? "true" : "false"},
          {"vocabulary", words_text(saved.vocabulary)}};
}

const std::string& fact(const Safetensors& file, std::string_view key) {
  const auto found = file.header().metadata.find(key);
  if (found == file.header().metadata.end()) {
    throw Error("{}: __metadata__ does not hold {}; save the model anew", file.file(),
                in_quotes(key));
  }
  return found->second;
}

Index number_fact(const Safetensors& file, std::string_view key, Index low) {
  const std::string& text = fact(file, key);
  Index value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size() || value < low || value > kMost) {
    throw Error("{}: {} in __metadata__ is {}; expected a whole number from {} to {}", file.file(),
                in_quotes(key), in_quotes(text), low, kMost);
  }
  return value;
}

template <std::size_t count>
Index choice_fact(const Safetensors& file, std::string_view key,
                  const std::array<std::string_view, count>& choices) {
  const std::string& text = fact(file, key);
  const auto found = std::ranges::find(choices, text);
  if (found == choices.end()) {
    throw Error("{}: {} in __metadata__ is {}; expected one of {}", file.file(), in_quotes(key),
                in_quotes(text), fmt::join(choices, ", "));
  }
  return static_cast<Index>(found - choices.begin());
}

TransformerShape shape_of(const Safetensors& file) {
  constexpr std::array<std::string_view, 2> kTruth{"false", "true"};
  const MatrixShape embeddings = matrix_shape(file, "wte.weight");
  TransformerShape shape{.vocabulary = embeddings.rows,
                         .context = number_fact(file, "context_length", 0),
                         .width = embeddings.columns,
                         .heads = number_fact(file, "heads", 1),
                         .layers = layers_of(file),
                         .head_width = number_fact(file, "head_width", 0)};
  shape.positions = static_cast<Positions>(choice_fact(file, "positions", kPositions));
  shape.causal = choice_fact(file, "causal", kTruth) == 1;
  shape.scaled = choice_fact(file, "scaled", kTruth) == 1;
  if (file.find("h.0.mlp.c_fc.weight")) {
    shape.hidden = matrix_shape(file, "h.0.mlp.c_fc.weight").columns;
  }
  if (shape.head_width == 0 && shape.width % shape.heads != 0) {
    throw Error("{}: tensor \"wte.weight\" is {} × {}, which does not go with {} heads",
                file.file(), shape.vocabulary, shape.width, shape.heads);
  }
  if (shape.positions == Positions::rotary && shape.d_k() % 2 != 0) {
    throw Error(
        "{}: \"positions\" in __metadata__ is \"rotary\", which turns components in pairs; "
        "a head has {}",
        file.file(), shape.d_k());
  }
  return shape;
}

std::vector<std::string> vocabulary_of(const Safetensors& file, Index size) {
  constexpr std::array kKeys{ArrayKey{"tokens", 1, ArrayKey::Entry::string}};
  JsonArrays arrays = parse_json_arrays(fact(file, "vocabulary"),
                                        file.file() + ": vocabulary in __metadata__", kKeys);
  std::vector<std::string> words = std::move(arrays["tokens"].strings);
  if (words.size() != size) {
    throw Error(
        "{}: vocabulary in __metadata__ holds {} words for {} embeddings; save the model "
        "anew",
        file.file(), words.size(), size);
  }
  return words;
}

LayerWeights layer_of(const Safetensors& file, const TransformerShape& shape, Index layer) {
  const auto name = [layer](const char* part) {
    return fmt::format("h.{}.{}.weight", layer, part);
  };
  const Index width = shape.width, joined = shape.heads * shape.d_k();
  const Matrix qkv = matrix_of(file, name("attn.c_attn"), width, 3 * joined);
  LayerWeights weights;
  Index first = 0;
  for (Matrix* w : {&weights.w_q, &weights.w_k, &weights.w_v}) {
    *w = xt::view(qkv, xt::all(), xt::range(first, first + joined));
    first += joined;
  }
  weights.w_o = matrix_of(file, name("attn.c_proj"), joined, width);
  if (shape.hidden > 0) {
    weights.feed_forward = {matrix_of(file, name("mlp.c_fc"), width, shape.hidden),
                            matrix_of(file, name("mlp.c_proj"), shape.hidden, width)};
  }
  return weights;
}

}  // namespace

std::string model_bytes(const SavedModel& saved) {
  if (saved.vocabulary.size() != saved.model.shape.vocabulary) {
    throw std::logic_error("model_bytes: not a word for each token");
  }
  Transformer model = saved.model;
  model.unembedding = transposed(model.unembedding);
  const std::vector<NamedWeight> weights = weights_of(model);
  std::vector<Matrix> stored;
  std::vector<std::string> names;
  for (auto next = weights.begin(); next != weights.end();) {
    names.push_back(next->name);
    std::vector<const Matrix*> parts;
    for (; next != weights.end() && next->name == names.back(); ++next) {
      parts.push_back(next->weight);
    }
    stored.push_back(beside(parts));
  }
  std::vector<TensorToSave> tensors;
  for (Index i = 0; i < stored.size(); ++i) {
    tensors.push_back(
        {names[i], {rows(stored[i]), columns(stored[i])}, {stored[i].data(), stored[i].size()}});
  }
  return safetensors_bytes(tensors, metadata_of(saved));
}

void save_model(const std::string& path, const SavedModel& saved) {
  write_file({path, model_bytes(saved)});
}

bool holds_own_model(const Safetensors& file) {
  const auto format = file.header().metadata.find("format");
  return format != file.header().metadata.end() && format->second == kFormat;
}

SavedModel load_model(const Safetensors& file) {
  if (!holds_own_model(file)) {
    throw Error("{}: this model was not saved by attn; expected \"format\": \"{}\" in __metadata__",
                file.file(), kFormat);
  }
  const TransformerShape shape = shape_of(file);
  SavedModel saved{{shape, {}, {}, {}, {}}, vocabulary_of(file, shape.vocabulary), {}};
  saved.task = fact(file, "task");
  Transformer& model = saved.model;
  model.embeddings = matrix_of(file, "wte.weight", shape.vocabulary, shape.width);
  if (shape.positions == Positions::learned) {
    model.positions = matrix_of(file, "wpe.weight", shape.context, shape.width);
  }
  for (Index i = 0; i < shape.layers; ++i) model.layers.push_back(layer_of(file, shape, i));
  model.unembedding = transposed(matrix_of(file, "lm_head.weight", shape.vocabulary, shape.width));
  return saved;
}

SavedModel load_model(const std::string& path) { return load_model(read_safetensors(path)); }

MatrixShape matrix_shape(const Safetensors& file, const std::string& name) {
  const StoredTensor* const tensor = file.find(name);
  if (!tensor) throw Error("{}: there is no tensor {}", file.file(), in_quotes(name));
  if (tensor->shape.size() != 2) {
    throw Error("{}: tensor {} has {} dimensions; expected a matrix", file.file(), in_quotes(name),
                tensor->shape.size());
  }
  if (tensor->count() == 0) throw Error("{}: tensor {} is empty", file.file(), in_quotes(name));
  return {tensor->shape[0], tensor->shape[1]};
}

Matrix matrix_of(const Safetensors& file, const std::string& name, Index rows, Index columns) {
  const StoredTensor* const tensor = file.find(name);
  if (!tensor) throw Error("{}: there is no tensor {}", file.file(), in_quotes(name));
  const std::vector<Index> expected{rows, columns}, flat{columns};
  if (tensor->shape != expected && !(rows == 1 && tensor->shape == flat)) {
    throw Error("{}: tensor {} has the shape [{}]; with the others it has to be [{}, {}]",
                file.file(), in_quotes(name), fmt::join(tensor->shape, ", "), rows, columns);
  }
  Matrix matrix = xt::empty<double>({rows, columns});
  std::ranges::copy(file.numbers(name, 0, matrix.size()), matrix.data());
  return matrix;
}

Index layers_of(const Safetensors& file, const std::string& prefix) {
  Index layers = 0;
  while (file.find(fmt::format("{}h.{}.attn.c_attn.weight", prefix, layers))) ++layers;
  return layers;
}

}  // namespace attn
