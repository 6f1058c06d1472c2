#include "learning/gpt2.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <stdexcept>

#include "core/attention.hpp"
#include "core/block.hpp"
#include "core/mask.hpp"
#include "learning/head_blocks.hpp"
#include "learning/model_file.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

using Json = nlohmann::json;

constexpr Index kUsualHeadWidth = 64;

// x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))). Hendrycks and Gimpel, 2016 (arXiv 1606.08415).
double gelu(double x) {
  return 0.5 * x *
         (1.0 + std::tanh(std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

// Row 0 of `bias` added to each row of x.
void add_to_rows(Matrix& x, const Matrix& bias) {
  for (Index i = 0; i < rows(x); ++i) {
    for (Index c = 0; c < columns(x); ++c) x(i, c) += bias(0, c);
  }
}

// With a last column of 1: (T, width) -> (T, width + 1).
Matrix with_ones(const Matrix& x) {
  Matrix result = xt::ones<double>({rows(x), columns(x) + 1});
  put(result, {0, rows(x), 0, columns(x)}, x);
  return result;
}

}  // namespace

Gpt2Config parse_gpt2_config(std::string_view text, std::string_view file) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) throw Error("{}: expected a JSON object with n_head", file);
  Gpt2Config config;
  const auto heads = json.find("n_head");
  if (heads == json.end() || !heads->is_number_unsigned() || *heads == 0 || *heads > 1 << 20) {
    throw Error("{}: n_head is missing, or no number of heads; expected one like 12", file);
  }
  config.heads = *heads;
  if (const auto epsilon = json.find("layer_norm_epsilon"); epsilon != json.end()) {
    if (!epsilon->is_number() || !(epsilon->get<double>() > 0.0)) {
      throw Error("{}: layer_norm_epsilon is no number above 0; expected one like 1e-5", file);
    }
    config.epsilon = *epsilon;
  }
  const auto activation = json.find("activation_function");
  if (activation != json.end() && *activation != "gelu_new") {
    throw Error("{}: activation_function is {}; only gelu_new is computed", file,
                shortened(activation->dump(-1, ' ', true)));
  }
  for (const char* key : {"scale_attn_by_inverse_layer_idx", "reorder_and_upcast_attn"}) {
    if (const auto found = json.find(key); found != json.end() && *found == true) {
      throw Error("{}: {} is true; only models without it are computed", file, key);
    }
  }
  if (const auto scaled = json.find("scale_attn_weights");
      scaled != json.end() && *scaled == false) {
    throw Error("{}: scale_attn_weights is false; only models that scale are computed", file);
  }
  return config;
}

Gpt2::Gpt2(const Safetensors& file, const Gpt2Config& config)
    : file_(file),
      prefix_(file.find("transformer.wte.weight") ? "transformer." : ""),
      epsilon_(config.epsilon) {
  const MatrixShape embeddings = matrix_shape(file, prefix_ + "wte.weight");
  vocabulary_ = embeddings.rows;
  width_ = embeddings.columns;
  const MatrixShape positions = matrix_shape(file, prefix_ + "wpe.weight");
  context_ = positions.rows;
  layers_ = layers_of(file, prefix_);
  heads_ = config.heads == 0 ? width_ / kUsualHeadWidth : config.heads;
  if (positions.columns != width_) {
    throw Error("{}: tensor \"{}wpe.weight\" is {} wide, the embeddings {}", file.file(), prefix_,
                positions.columns, width_);
  }
  if (config.heads == 0 && (heads_ == 0 || width_ % kUsualHeadWidth != 0)) {
    throw Error(
        "{}: heads of width {} do not divide {}; put the model's config.json beside it, "
        "with n_head",
        file.file(), kUsualHeadWidth, width_);
  }
  if (width_ % heads_ != 0) {
    throw Error("{}: {} heads do not divide the width {}; n_head of config.json has to",
                file.file(), heads_, width_);
  }
}

Matrix Gpt2::weight(const std::string& part, Index layer, Index rows, Index columns) const {
  return matrix_of(file_, fmt::format("{}h.{}.{}", prefix_, layer, part), rows, columns);
}

Matrix Gpt2::linear(const Matrix& x, const std::string& part, Index layer, Index width) const {
  Matrix y = product(x, weight(part + ".weight", layer, columns(x), width));
  add_to_rows(y, weight(part + ".bias", layer, 1, width));
  return y;
}

Matrix Gpt2::norm(const Matrix& x, const std::string& part, Index layer) const {
  const Matrix gain = weight(part + ".weight", layer, 1, width_);
  Matrix y = layer_norm(x, epsilon_);
  for (Index i = 0; i < rows(y); ++i) {
    for (Index c = 0; c < width_; ++c) y(i, c) *= gain(0, c);
  }
  add_to_rows(y, weight(part + ".bias", layer, 1, width_));
  return y;
}

Matrix Gpt2::embedded(std::span<const Index> tokens) const {
  Matrix x = xt::empty<double>({tokens.size(), width_});
  for (Index t = 0; t < tokens.size(); ++t) {
    const auto token = file_.numbers(prefix_ + "wte.weight", tokens[t] * width_, width_);
    const auto position = file_.numbers(prefix_ + "wpe.weight", t * width_, width_);
    for (Index c = 0; c < width_; ++c) x(t, c) = token[c] + position[c];
  }
  return x;
}

Matrix Gpt2::after_layer(Matrix x, Index layer) const {
  const Index d_k = width_ / heads_;
  const Matrix qkv = linear(norm(x, "ln_1", layer), "attn.c_attn", layer, 3 * width_);
  Matrix joined = xt::empty<double>({rows(x), width_});
  for (Index head = 0; head < heads_; ++head) {
    const auto part = [&](Index which) {
      return taken(qkv, {0, rows(x), which * width_ + head * d_k, d_k});
    };
    const Attention a = attention(part(0), part(1), part(2), {.mask = causal_mask(rows(x))});
    put(joined, {0, rows(x), head * d_k, d_k}, a.output);
  }
  x += linear(joined, "attn.c_proj", layer, width_);
  const Index hidden =
      matrix_shape(file_, fmt::format("{}h.{}.mlp.c_fc.weight", prefix_, layer)).columns;
  Matrix middle = linear(norm(x, "ln_2", layer), "mlp.c_fc", layer, hidden);
  std::ranges::transform(middle, middle.begin(), gelu);
  x += linear(middle, "mlp.c_proj", layer, width_);
  return x;
}

HeadInput Gpt2::head_input(std::span<const Index> tokens, const HeadPlace& place) const {
  if (place.layer >= layers_ || place.head >= heads_ || tokens.size() > context_) {
    throw std::logic_error("Gpt2::head_input: no such head, or a text too long");
  }
  Matrix x = embedded(tokens);
  for (Index layer = 0; layer < place.layer; ++layer) x = after_layer(std::move(x), layer);
  const Matrix weights = weight("attn.c_attn.weight", place.layer, width_, 3 * width_),
               biases = weight("attn.c_attn.bias", place.layer, 1, 3 * width_);
  const Index d_k = width_ / heads_;
  const auto projection = [&](Index which) {
    const Index column = which * width_ + place.head * d_k;
    Matrix w = xt::empty<double>({width_ + 1, d_k});
    put(w, {0, width_, 0, d_k}, taken(weights, {0, width_, column, d_k}));
    put(w, {width_, 1, 0, d_k}, taken(biases, {0, 1, column, d_k}));
    return w;
  };
  return {with_ones(norm(x, "ln_1", place.layer)), projection(0), projection(1), projection(2),
          true};
}

}  // namespace attn
