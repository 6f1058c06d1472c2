// Does a trained model come back from its file as it was, and is a file refused that holds none?
#include "learning/model_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "learning/head_input.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

using namespace attn;

namespace {

SavedModel example(TransformerShape shape) {
  Generator generator("5");
  return {fresh_model(shape, generator), {"a", "b", "ä \"", "d", "e"}, "lookup"};
}

TransformerShape small() {
  return {.vocabulary = 5, .context = 4, .width = 6, .heads = 2, .layers = 2, .hidden = 5};
}

Safetensors stored(const SavedModel& saved) { return {model_bytes(saved), "m.safetensors"}; }

std::string complaint(std::string bytes) {
  try {
    load_model(Safetensors(std::move(bytes), "m.safetensors"));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// The same number of bytes, so that offsets still hold.
std::string replaced(std::string bytes, std::string_view from, std::string_view to) {
  REQUIRE(from.size() == to.size());
  const std::size_t at = bytes.find(from);
  REQUIRE(at != std::string::npos);
  return bytes.replace(at, from.size(), to);
}

}  // namespace

TEST_SUITE_BEGIN("a model's file");

TEST_CASE("gives back every weight to the bit, and what the model is") {
  for (const Positions positions :
       {Positions::none, Positions::learned, Positions::sinusoids, Positions::rotary}) {
    for (const Index hidden : {Index{0}, Index{5}}) {
      TransformerShape shape = small();
      shape.positions = positions;
      shape.hidden = hidden;
      shape.head_width = hidden == 0 || positions == Positions::rotary ? 4 : 0;
      shape.causal = hidden == 0;
      shape.scaled = positions != Positions::none;
      const SavedModel before = example(shape);
      SavedModel after = load_model(stored(before));
      CHECK(after.vocabulary == before.vocabulary);
      CHECK(after.task == "lookup");
      const TransformerShape& read = after.model.shape;
      CHECK(read.positions == positions);
      CHECK(read.causal == shape.causal);
      CHECK(read.scaled == shape.scaled);
      CHECK(read.context == 4);
      CHECK(parameters_of(read) == parameters_of(shape));
      Transformer given = before.model;
      const auto weights = weights_of(given), again = weights_of(after.model);
      REQUIRE(weights.size() == again.size());
      for (Index i = 0; i < weights.size(); ++i) {
        CAPTURE(weights[i].name);
        REQUIRE(weights[i].weight->shape() == again[i].weight->shape());
        CHECK(std::ranges::equal(*weights[i].weight, *again[i].weight));
      }
      const std::vector<Index> tokens{0, 3, 1, 4};
      CHECK(largest_difference(forward(before.model, tokens, 4).logits,
                               forward(after.model, tokens, 4).logits) == 0.0);
    }
  }
}

TEST_CASE("has the names and shapes of GPT-2's checkpoints") {
  // openai-community/gpt2: c_attn is (width, 3 · width), lm_head (vocabulary, width).
  const Safetensors file = stored(example(small()));
  using Shape = std::vector<Index>;
  CHECK(file.header().tensors.size() == 11);
  CHECK(file.find("wte.weight")->shape == Shape{5, 6});
  CHECK(file.find("wpe.weight")->shape == Shape{4, 6});
  CHECK(file.find("h.0.attn.c_attn.weight")->shape == Shape{6, 18});
  CHECK(file.find("h.1.attn.c_proj.weight")->shape == Shape{6, 6});
  CHECK(file.find("h.1.mlp.c_fc.weight")->shape == Shape{6, 5});
  CHECK(file.find("h.1.mlp.c_proj.weight")->shape == Shape{5, 6});
  CHECK(file.find("lm_head.weight")->shape == Shape{5, 6});
  // Row 1 of c_attn is row 1 of W_Q, then of W_K, then of W_V.
  const SavedModel saved = example(small());
  const LayerWeights& layer = saved.model.layers[1];
  const std::vector<double> row_1 = file.numbers("h.1.attn.c_attn.weight", 18, 18);
  CHECK(std::ranges::equal(std::span(row_1).subspan(0, 6), row(layer.w_q, 1)));
  CHECK(std::ranges::equal(std::span(row_1).subspan(6, 6), row(layer.w_k, 1)));
  CHECK(std::ranges::equal(std::span(row_1).subspan(12, 6), row(layer.w_v, 1)));
}

TEST_CASE("is written and read by its name, and takes the place of another") {
  const test::Folder folder;
  const std::string path = folder.file("m.safetensors", "before");
  const SavedModel saved = example(small());
  save_model(path, saved);
  CHECK(largest_difference(load_model(path).model.embeddings, saved.model.embeddings) == 0.0);
  CHECK_THROWS_AS(save_model(folder / "none/m.safetensors", saved), Error);
  SavedModel wordless = saved;
  wordless.vocabulary.pop_back();
  CHECK_THROWS_AS(model_bytes(wordless), std::logic_error);
}

TEST_CASE("is refused in one line when what it says does not fit together") {
  const std::string bytes = model_bytes(example(small()));
  CHECK(complaint(replaced(bytes, "attn-transformer", "xttn-transformer")) ==
        "m.safetensors: this model was not saved by attn; expected \"format\": "
        "\"attn-transformer\" in __metadata__");
  CHECK(complaint(replaced(bytes, R"("heads":"2")", R"("heads":"4")")) ==
        "m.safetensors: tensor \"wte.weight\" is 5 × 6, which does not go with 4 heads");
  CHECK(complaint(replaced(bytes, R"("heads":"2")", R"("heads":"0")")) ==
        "m.safetensors: \"heads\" in __metadata__ is \"0\"; expected a whole number from 1 to "
        "1048576");
  CHECK(complaint(replaced(bytes, R"("heads":"2")", R"("hxads":"2")")) ==
        "m.safetensors: __metadata__ does not hold \"heads\"; save the model anew");
  CHECK(complaint(replaced(bytes, R"("head_width":"0")", R"("head_width":"7")")) ==
        "m.safetensors: tensor \"h.0.attn.c_attn.weight\" has the shape [6, 18]; with the others "
        "it has to be [6, 42]");
  CHECK(complaint(replaced(bytes, "\"learned\"", "\"leaxned\"")) ==
        "m.safetensors: \"positions\" in __metadata__ is \"leaxned\"; expected one of none, "
        "learned, sinusoids, rotary");
  CHECK(complaint(replaced(bytes, R"("causal":"true")", R"("causal":"tree")"))
            .find("expected one of false, true") != std::string::npos);
  CHECK(complaint(replaced(bytes, "\"learned\"", "\"rotary\" ")) ==
        "m.safetensors: \"positions\" in __metadata__ is \"rotary\", which turns components in "
        "pairs; a head has 3");
  CHECK(complaint(replaced(bytes, "lm_head", "lm_heat")) ==
        "m.safetensors: there is no tensor \"lm_head.weight\"");
  CHECK(complaint(replaced(bytes, R"(\"a\",)", R"(      )")) ==
        "m.safetensors: vocabulary in __metadata__ holds 4 words for 5 embeddings; save the model "
        "anew");
  CHECK(complaint(replaced(bytes, R"(\"a\",)", R"([[[[[[)"))
            .starts_with("m.safetensors: vocabulary in __metadata__"));
}

TEST_CASE("gives what goes into one head, which the model's own way forward computes with") {
  for (const bool scaled : {true, false}) {
    TransformerShape shape = small();
    shape.scaled = scaled;
    shape.head_width = 4;
    const Transformer model = example(shape).model;
    const std::vector<Index> tokens{4, 0, 2};
    const Pass pass = forward(model, tokens, 3);
    const HeadInput input = head_input(model, tokens, {1, 1});
    CHECK(input.causal);
    CHECK(largest_difference(input.x, pass.layers[1].normed) == 0.0);
    const Matrix v = product(input.x, input.w_v);
    const double factor = scaled ? 1.0 : 2.0;  // √d_k
    const Matrix q = product(input.x, input.w_q) / factor;
    for (Index t = 0; t < 3; ++t) {
      for (Index c = 0; c < 4; ++c) {
        CHECK(q(t, c) == doctest::Approx(pass.layers[1].q(t, 4 + c)).epsilon(1e-12));
        CHECK(v(t, c) == doctest::Approx(pass.layers[1].v(t, 4 + c)).epsilon(1e-12));
      }
    }
    CHECK_THROWS_AS(head_input(model, tokens, {2, 0}), std::logic_error);
    CHECK_THROWS_AS(head_input(model, tokens, {0, 2}), std::logic_error);
  }
  TransformerShape rotary = small();
  rotary.positions = Positions::rotary;
  rotary.head_width = 4;
  CHECK_THROWS_AS(head_input(example(rotary).model, std::vector<Index>{0}, {0, 0}),
                  std::logic_error);
}

TEST_SUITE_END();
