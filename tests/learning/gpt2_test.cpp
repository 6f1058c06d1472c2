// Is a checkpoint of GPT-2's layout computed as openai/gpt-2, src/model.py, computes it?
#include "learning/gpt2.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "core/random/generator.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

using Numbers = std::vector<double>;
using Rows = std::vector<Numbers>;

constexpr Index kWidth = 6, kHeads = 2, kHidden = 10, kVocabulary = 7, kContext = 5;

struct Checkpoint {
  std::map<std::string, Numbers> values;
  std::map<std::string, std::vector<Index>> shapes;

  explicit Checkpoint(const std::string& prefix, Index layers = 2) {
    Generator generator("11");
    const auto add = [&](const std::string& name, std::vector<Index> shape) {
      Index count = 1;
      for (const Index length : shape) count *= length;
      Numbers& numbers = values[prefix + name];
      numbers.resize(count);
      generator.fill_normal(numbers);
      shapes[prefix + name] = std::move(shape);
    };
    add("wte.weight", {kVocabulary, kWidth});
    add("wpe.weight", {kContext, kWidth});
    for (Index i = 0; i < layers; ++i) {
      const std::string layer = "h." + std::to_string(i) + ".";
      for (const char* norm : {"ln_1", "ln_2"}) {
        add(layer + norm + ".weight", {kWidth});
        add(layer + norm + ".bias", {kWidth});
      }
      const auto linear = [&](const std::string& name, Index in, Index out) {
        add(layer + name + ".weight", {in, out});
        add(layer + name + ".bias", {out});
      };
      linear("attn.c_attn", kWidth, 3 * kWidth);
      linear("attn.c_proj", kWidth, kWidth);
      linear("mlp.c_fc", kWidth, kHidden);
      linear("mlp.c_proj", kHidden, kWidth);
    }
    add("ln_f.weight", {kWidth});
    add("ln_f.bias", {kWidth});
  }

  Safetensors file(SavedAs type = SavedAs::f64) const {
    std::vector<TensorToSave> tensors;
    for (const auto& [name, numbers] : values) {
      tensors.push_back({name, shapes.at(name), numbers});
    }
    return {safetensors_bytes(tensors, {{"format", "pt"}}, type), "g.safetensors"};
  }
};

// The same once more, token by token, with nothing shared: no matrices, no library.
struct Slowly {
  const Checkpoint& c;

  Numbers norm(const Numbers& x, const std::string& name) const {
    double mean = 0.0, variance = 0.0;
    for (const double a : x) mean += a / kWidth;
    for (const double a : x) variance += (a - mean) * (a - mean) / kWidth;
    Numbers y;
    for (Index i = 0; i < kWidth; ++i) {
      y.push_back(c.values.at(name + ".weight")[i] * (x[i] - mean) / std::sqrt(variance + 1e-5) +
                  c.values.at(name + ".bias")[i]);
    }
    return y;
  }
  Numbers linear(const Numbers& x, const std::string& name) const {
    Numbers y = c.values.at(name + ".bias");
    const Numbers& w = c.values.at(name + ".weight");
    for (Index i = 0; i < x.size(); ++i) {
      for (Index j = 0; j < y.size(); ++j) y[j] += x[i] * w[i * y.size() + j];
    }
    return y;
  }
  // The weights of a token's head on those before it, from their joined q, k and v.
  static Numbers weights(const Rows& qkv, Index t, Index head) {
    const Index d_k = kWidth / kHeads;
    Numbers weights;
    double sum = 0.0;
    for (Index s = 0; s <= t; ++s) {
      double score = 0.0;
      for (Index i = head * d_k; i < (head + 1) * d_k; ++i) {
        score += qkv[t][i] * qkv[s][kWidth + i];
      }
      weights.push_back(std::exp(score / std::sqrt(static_cast<double>(d_k))));
      sum += weights.back();
    }
    for (double& w : weights) w /= sum;
    return weights;
  }
  Rows qkv(const Rows& x, const std::string& layer) const {
    Rows all;
    for (const Numbers& token : x) {
      all.push_back(linear(norm(token, layer + "ln_1"), layer + "attn.c_attn"));
    }
    return all;
  }
  Rows after(Rows x, const std::string& layer) const {
    const Rows all = qkv(x, layer);
    for (Index t = 0; t < x.size(); ++t) {
      Numbers joined(kWidth, 0.0);
      for (Index i = 0; i < kWidth; ++i) {
        const Numbers w = weights(all, t, i / (kWidth / kHeads));
        for (Index s = 0; s <= t; ++s) joined[i] += w[s] * all[s][2 * kWidth + i];
      }
      const Numbers attended = linear(joined, layer + "attn.c_proj");
      for (Index i = 0; i < kWidth; ++i) x[t][i] += attended[i];
      Numbers middle = linear(norm(x[t], layer + "ln_2"), layer + "mlp.c_fc");
      for (double& a : middle) {
        a = a / 2.0 *
            (1.0 + std::tanh(std::sqrt(2.0 / std::numbers::pi) * (a + 0.044715 * std::pow(a, 3))));
      }
      const Numbers fed = linear(middle, layer + "mlp.c_proj");
      for (Index i = 0; i < kWidth; ++i) x[t][i] += fed[i];
    }
    return x;
  }
};

const std::vector<Index> kTokens{3, 0, 6, 3};

Rows embedded(const Checkpoint& c, const std::string& prefix) {
  Rows x;
  for (Index t = 0; t < kTokens.size(); ++t) {
    Numbers& token = x.emplace_back();
    for (Index i = 0; i < kWidth; ++i) {
      token.push_back(c.values.at(prefix + "wte.weight")[kTokens[t] * kWidth + i] +
                      c.values.at(prefix + "wpe.weight")[t * kWidth + i]);
    }
  }
  return x;
}

void check_head(const Checkpoint& c, const std::string& prefix, const HeadPlace& place) {
  const Safetensors file = c.file();
  const HeadInput input = Gpt2(file, {.heads = kHeads}).head_input(kTokens, place);
  const Matrix q = product(input.x, input.w_q), k = product(input.x, input.w_k),
               v = product(input.x, input.w_v);
  const Slowly slowly{c};
  Rows x = embedded(c, prefix);
  for (Index i = 0; i < place.layer; ++i) {
    x = slowly.after(x, prefix + "h." + std::to_string(i) + ".");
  }
  const Rows expected = slowly.qkv(x, prefix + "h." + std::to_string(place.layer) + ".");
  REQUIRE(input.causal);
  REQUIRE(columns(input.x) == kWidth + 1);
  REQUIRE(columns(q) == kWidth / kHeads);
  for (Index t = 0; t < kTokens.size(); ++t) {
    CHECK(input.x(t, kWidth) == 1.0);
    for (Index i = 0; i < columns(q); ++i) {
      const Index at = place.head * columns(q) + i;
      CHECK(q(t, i) == doctest::Approx(expected[t][at]).epsilon(1e-10));
      CHECK(k(t, i) == doctest::Approx(expected[t][kWidth + at]).epsilon(1e-10));
      CHECK(v(t, i) == doctest::Approx(expected[t][2 * kWidth + at]).epsilon(1e-10));
    }
  }
}

std::string complaint(const Checkpoint& c, Gpt2Config config = {.heads = kHeads}) {
  try {
    const Safetensors file = c.file();
    Gpt2(file, config).head_input(kTokens, {1, 0});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string config_complaint(std::string_view json) {
  try {
    parse_gpt2_config(json, "config.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_SUITE_BEGIN("a checkpoint of GPT-2's layout");

TEST_CASE("gives every head what plain loops give it, in every layer, with either prefix") {
  for (const char* prefix : {"", "transformer."}) {
    const Checkpoint c(prefix, 3);
    for (Index layer = 0; layer < 3; ++layer) {
      for (Index head = 0; head < kHeads; ++head) check_head(c, prefix, {layer, head});
    }
  }
}

TEST_CASE("is read from float32 as well") {
  const Checkpoint c("");
  const Safetensors wide = c.file(), narrow = c.file(SavedAs::f32);
  const Matrix a = Gpt2(wide, {.heads = 2}).head_input(kTokens, {1, 1}).x,
               b = Gpt2(narrow, {.heads = 2}).head_input(kTokens, {1, 1}).x;
  CHECK(largest_difference(a, b) > 0.0);
  CHECK(largest_difference(a, b) < 1e-4);
}

TEST_CASE("says how large it is") {
  const Safetensors file = Checkpoint("transformer.").file();
  const Gpt2 model(file, {.heads = 3});
  CHECK(model.layers() == 2);
  CHECK(model.heads() == 3);
  CHECK(model.context() == kContext);
  CHECK(model.vocabulary() == kVocabulary);
  CHECK_THROWS_AS(model.head_input(kTokens, {2, 0}), std::logic_error);
  CHECK_THROWS_AS(model.head_input(kTokens, {0, 3}), std::logic_error);
  CHECK_THROWS_AS(model.head_input(std::vector<Index>(6, 0), {0, 0}), std::logic_error);
}

TEST_CASE("is refused in one line where weights are missing or do not fit together") {
  Checkpoint c("");
  CHECK(complaint(c, {.heads = 4}) ==
        "g.safetensors: 4 heads do not divide the width 6; n_head of config.json has to");
  CHECK(complaint(c, {}) ==
        "g.safetensors: heads of width 64 do not divide 6; put the model's config.json beside it, "
        "with n_head");
  c.shapes["h.1.ln_1.bias"] = {1, 6};
  CHECK(complaint(c).empty());
  c.shapes["h.1.ln_1.bias"] = {6, 1};
  CHECK(complaint(c) ==
        "g.safetensors: tensor \"h.1.ln_1.bias\" has the shape [6, 1]; with the others it has to "
        "be [1, 6]");
  c.values.erase("h.1.ln_1.bias");
  CHECK(complaint(c) == "g.safetensors: there is no tensor \"h.1.ln_1.bias\"");
  c.values["h.0.mlp.c_fc.weight"].clear();
  c.shapes["h.0.mlp.c_fc.weight"] = {6, 0};
  CHECK(complaint(c) == "g.safetensors: tensor \"h.0.mlp.c_fc.weight\" is empty");
  c.shapes["wpe.weight"] = {6, 5};
  CHECK(complaint(c) == "g.safetensors: tensor \"wpe.weight\" is 5 wide, the embeddings 6");
  c.values.erase("wte.weight");
  CHECK(complaint(c) == "g.safetensors: there is no tensor \"wte.weight\"");
}

TEST_CASE("takes from config.json what weights do not tell") {
  const Gpt2Config config = parse_gpt2_config(
      R"({"n_head": 12, "layer_norm_epsilon": 1e-6, "activation_function": "gelu_new", "x": []})",
      "config.json");
  CHECK(config.heads == 12);
  CHECK(config.epsilon == 1e-6);
  CHECK(config_complaint("[") == "config.json: expected a JSON object with n_head");
  CHECK(config_complaint("{}") ==
        "config.json: n_head is missing, or no number of heads; expected one like 12");
  CHECK(config_complaint(R"({"n_head": -1})").find("n_head") != std::string::npos);
  CHECK(config_complaint(R"({"n_head": 0})").find("n_head") != std::string::npos);
  CHECK(config_complaint(R"({"n_head": 1e99})").find("n_head") != std::string::npos);
  CHECK(config_complaint(R"({"n_head": 2, "layer_norm_epsilon": 0})") ==
        "config.json: layer_norm_epsilon is no number above 0; expected one like 1e-5");
  CHECK(config_complaint(R"({"n_head": 2, "activation_function": "relu"})") ==
        "config.json: activation_function is \"relu\"; only gelu_new is computed");
  CHECK(config_complaint(R"({"n_head": 2, "scale_attn_by_inverse_layer_idx": true})") ==
        "config.json: scale_attn_by_inverse_layer_idx is true; only models without it are "
        "computed");
  CHECK(config_complaint(R"({"n_head": 2, "scale_attn_weights": false})") ==
        "config.json: scale_attn_weights is false; only models that scale are computed");
  CHECK(config_complaint(std::string(1'000'000, '[')).find("expected a JSON object") !=
        std::string::npos);
}

TEST_SUITE_END();
