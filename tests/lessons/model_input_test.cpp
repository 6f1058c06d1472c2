// Does a lesson show the reader's sentence as a trained model computes it?
#include <doctest/doctest.h>

#include "document/find.hpp"
#include "learning/model_file.hpp"
#include "lessons/run_lesson.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

using namespace attn;
using test::Folder;

namespace {

constexpr const char* kText = "the cat sat on the mat";
const std::vector<Index> kTokens{0, 1, 2, 3, 0, 4};
const std::vector<const char*> kLessons{"walkthrough",  "softmax-rows", "heads",
                                        "reading-maps", "block",        "causal-mask",
                                        "order",        "kv-cache",     "flash-tiling"};

SavedModel trained(TransformerShape shape) {
  Generator generator("21");
  return {fresh_model(shape, generator), {"the", "cat", "sat", "on", "mat"}, "a test"};
}

TransformerShape small() {
  return {.vocabulary = 5, .context = 8, .width = 8, .heads = 2, .layers = 2, .hidden = 12};
}

// A model of GPT-2's layout: one of attn's own, with gains of 1 and biases of 0.
std::string gpt2_bytes(const SavedModel& saved) {
  const Safetensors file(model_bytes(saved), "m");
  std::vector<TensorToSave> tensors;
  std::vector<std::vector<double>> kept;
  kept.reserve(100);
  const auto add = [&](const std::string& name, std::vector<Index> shape,
                       std::vector<double> values) {
    kept.push_back(std::move(values));
    tensors.push_back({"transformer." + name, std::move(shape), kept.back()});
  };
  for (const auto& [name, tensor] : file.header().tensors) {
    add(name, tensor.shape, file.numbers(name, 0, tensor.count()));
    if (!name.starts_with("h.")) continue;
    const std::string part = name.substr(0, name.rfind('.'));
    add(part + ".bias", {tensor.shape[1]}, std::vector<double>(tensor.shape[1], 0.0));
  }
  for (const char* norm : {"h.0.ln_1", "h.0.ln_2", "h.1.ln_1", "h.1.ln_2"}) {
    add(std::string(norm) + ".weight", {8}, std::vector<double>(8, 1.0));
    add(std::string(norm) + ".bias", {8}, std::vector<double>(8, 0.0));
  }
  return safetensors_bytes(tensors, {});
}

Given given(const std::string& file, const char* layer, const char* head,
            const std::string& text = kText) {
  return {{"--model", file}, {"--layer", layer}, {"--head", head}, {"--text", text}};
}

void check_same(const Array& shown, const Matrix& expected, Index columns_shown) {
  REQUIRE(shown.shape == std::vector<std::size_t>{rows(expected), columns_shown});
  for (Index i = 0; i < rows(expected); ++i) {
    for (Index c = 0; c < columns(expected); ++c) {
      CHECK(shown.values[i * columns_shown + c] == doctest::Approx(expected(i, c)).epsilon(1e-12));
    }
  }
}

std::string complaint(const Given& options, const char* lesson = "walkthrough") {
  try {
    run_lesson(lesson, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_SUITE_BEGIN("a sentence in a trained model");

TEST_CASE("has the weights of that head, as the model's own way forward has them") {
  const Folder folder;
  for (const bool causal : {true, false}) {
    for (const bool scaled : {true, false}) {
      TransformerShape shape = small();
      shape.causal = causal;
      shape.scaled = scaled;
      const SavedModel saved = trained(shape);
      save_model(folder / "m.safetensors", saved);
      const Pass pass = forward(saved.model, kTokens, kTokens.size());
      for (const char* layer : {"0", "1"}) {
        for (const char* head : {"0", "1"}) {
          const Document page =
              run_lesson("walkthrough", given(folder / "m.safetensors", layer, head));
          const Index l = *layer - '0', h = *head - '0';
          check_same(find_array(page, "weights"), pass.weights(l, h, 0, 2), 6);
          check_same(find_array(page, "embeddings"), pass.layers[l].normed, 8);
          CHECK(all_claims_hold(page));
        }
      }
    }
  }
}

TEST_CASE("goes through every lesson that takes the reader's own input, and its claims hold") {
  const Folder folder;
  TransformerShape open = small();
  open.causal = false;
  open.positions = Positions::none;
  save_model(folder / "causal.safetensors", trained(small()));
  save_model(folder / "open.safetensors", trained(open));
  for (const char* lesson : kLessons) {
    for (const char* file : {"causal.safetensors", "open.safetensors"}) {
      CAPTURE(lesson);
      CAPTURE(file);
      CHECK(all_claims_hold(run_lesson(lesson, given(folder / file, "1", "0"))));
    }
  }
}

TEST_CASE("is cut by GPT-2's rules for a checkpoint of its layout, biases and all") {
  const Folder folder;
  TransformerShape shape = small();
  shape.hidden = 0;  // an own model's would be bent by max(0, x), GPT-2's by gelu
  SavedModel saved = trained(shape);
  const Pass pass = forward(saved.model, std::vector<Index>{1, 2, 0}, 3);
  // Without a feed-forward layer of its own: one that adds nothing.
  saved.model.shape.hidden = 3;
  for (LayerWeights& layer : saved.model.layers) {
    layer.feed_forward = {xt::ones<double>({8, 3}), xt::zeros<double>({3, 8})};
  }
  const std::string file = folder.file("model.safetensors", gpt2_bytes(saved));
  folder.file("config.json", R"({"n_head": 2})");
  folder.file("vocab.json", R"({"Ġ": 0, "a": 1, "Ġb": 2, "Ã": 3, "Ċ": 4})");
  folder.file("merges.txt", "#version: 0.2\nĠ b\n");
  const Document page = run_lesson("walkthrough", given(file, "1", "1", "a b "));
  const Array& weights = find_array(page, "weights");
  check_same(weights, pass.weights(1, 1, 0, 2), 3);
  CHECK(weights.row_labels == std::vector<std::string>{"a", "b", "\\u{20}"});
  check_same(find_array(page, "embeddings"), pass.layers[1].normed, 9);
  CHECK(find_array(page, "embeddings").values[8] == 1.0);  // what carries the biases
  CHECK(all_claims_hold(page));
  for (const char* lesson : kLessons) {
    CAPTURE(lesson);
    CHECK(all_claims_hold(run_lesson(lesson, given(file, "0", "1", "a b\na"))));
  }
  CHECK(complaint(given(file, "0", "0", "a b c")) ==
        "--model: " + (folder / "vocab.json") +
            ": no token \"c\" for a part of \" c\"; there are: \"a\", \"Ã\", \"Ċ\", \"Ġ\", "
            "\"Ġb\"");
  CHECK(complaint(given(file, "0", "0", "aaaaaaaaa")) ==
        "--text: 9 tokens are too many for the model, which has 8 positions");
  folder.file("vocab.json", R"({"a": 5})");
  CHECK(complaint(given(file, "0", "0", "a")) ==
        "--model: vocab.json gives \"a\" the number 5, but there are 5 embeddings");
}

TEST_CASE("is refused where the model does not know a word, or has no such place") {
  const Folder folder;
  const std::string file = folder / "m.safetensors";
  save_model(file, trained(small()));
  CHECK(complaint(given(file, "0", "0", "the cta")) ==
        "--text: unknown word \"cta\"; did you mean \"cat\"? there are: the, cat, sat, on, mat");
  CHECK(complaint(given(file, "2", "0")) == "--layer: the model has no layer 2; use 0 to 1");
  CHECK(complaint(given(file, "1", "2")) == "--head: the model has no head 2; use 0 to 1");
  CHECK(complaint(given(file, "1", "1", "the the the the the the the the the")) ==
        "--text: 9 tokens are too many for the model, which has 8 positions");
  CHECK(complaint(given(file, "1", "1", " \t")).starts_with("--text: no word in "));
  CHECK(complaint(given(file, "1", "1", std::string(4097, 'a'))) ==
        "--text: 4097 bytes are too many for n × n tables; use at most 4096");
  TransformerShape rotary = small();
  rotary.positions = Positions::rotary;
  save_model(file, trained(rotary));
  CHECK(complaint(given(file, "0", "0")).starts_with("--model: this model turns its queries"));
  SavedModel broken = trained(small());
  broken.model.embeddings(0, 0) = std::numeric_limits<double>::quiet_NaN();
  save_model(file, broken);
  CHECK(complaint(given(file, "0", "0")) ==
        "--model: what reaches that head is not finite; its weights overflow or hold NaN");
}

TEST_CASE("excludes other input, and needs a text") {
  const Folder folder;
  const std::string file = folder / "m.safetensors";
  save_model(file, trained(small()));
  CHECK(complaint({{"--model", file}}) ==
        "--model needs a sentence; give it with --text \"the cat sat\"");
  for (const char* lesson : kLessons) {
    CAPTURE(lesson);
    CHECK(complaint({{"--layer", "0"}}, lesson) ==
          "--layer is of a model; name one with --model FILE");
    CHECK(complaint({{"--model", file}, {"--text", "the"}, {"--dim", "4"}}, lesson) ==
          "--model and --dim exclude each other; give one of them");
    CHECK(complaint({{"--model", file}, {"--text", "the"}, {"--example", "cat-sat"}}, lesson) ==
          "--model and --example exclude each other; give one of them");
    CHECK(complaint({{"--model", file}, {"--text", "the"}, {"--input", "x.json"}}, lesson) ==
          "--model and --input exclude each other; give one of them");
  }
  CHECK(complaint({{"--model", file}, {"--text", "the"}, {"--scores", "1,2"}}, "softmax-rows")
            .find("leave out --text, --input, --model") != std::string::npos);
}

TEST_SUITE_END();
