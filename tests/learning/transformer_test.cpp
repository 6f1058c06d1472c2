// Does a model's way back give the slope of its loss, whatever its shape?
#include "learning/transformer.hpp"

#include <doctest/doctest.h>

#include "core/gradients/central_difference.hpp"
#include "core/gradients/layer_gradients.hpp"

using namespace attn;

namespace {

const std::vector<Index> kTokens{0, 2, 1, 4, 3, 3, 0, 1};  // two sequences of four
const std::vector<Index> kTargets{2, kNoTarget, 4, 3, 0, 0, kNoTarget, 1};

TransformerShape small() {
  return {.vocabulary = 5, .context = 4, .width = 6, .heads = 2, .layers = 2, .hidden = 5};
}

void check_gradients(const TransformerShape& shape) {
  Generator generator("3");
  Transformer model = fresh_model(shape, generator);
  const auto loss = [&] { return cross_entropy(forward(model, kTokens, 4).logits, kTargets).loss; };
  const Pass pass = forward(model, kTokens, 4);
  Transformer d = backward(model, pass, kTokens, cross_entropy(pass.logits, kTargets).d_logits);
  const std::vector<NamedWeight> weights = weights_of(model), gradients = weights_of(d);
  REQUIRE(weights.size() == gradients.size());
  for (Index i = 0; i < weights.size(); ++i) {
    CAPTURE(weights[i].name);
    CHECK(largest_difference(*gradients[i].weight, central_differences(*weights[i].weight, loss)) <=
          1e-7);
  }
}

}  // namespace

TEST_SUITE_BEGIN("a small model");

TEST_CASE("has the gradients that central differences find, causal or not, scaled or not") {
  for (const bool causal : {false, true}) {
    for (const bool scaled : {false, true}) {
      TransformerShape shape = small();
      shape.causal = causal;
      shape.scaled = scaled;
      check_gradients(shape);
    }
  }
}

TEST_CASE("has them with every way of telling positions, and without a feed-forward layer") {
  for (const Positions positions :
       {Positions::none, Positions::learned, Positions::sinusoids, Positions::rotary}) {
    TransformerShape shape = small();
    shape.positions = positions;
    shape.hidden = 0;
    shape.head_width = 4;
    check_gradients(shape);
  }
}

TEST_CASE("counts the numbers that it trains") {
  Generator generator;
  TransformerShape shape = small();
  Transformer model = fresh_model(shape, generator);
  Index counted = 0;
  for (const NamedWeight& named : weights_of(model)) counted += named.weight->size();
  CHECK(counted == parameters_of(shape));
}

TEST_CASE("sees nothing of the future under a causal mask") {
  Generator generator;
  const Transformer model = fresh_model(small(), generator);
  std::vector<Index> changed = kTokens;
  changed[3] = 0;
  const Matrix before = forward(model, kTokens, 4).logits,
               after = forward(model, changed, 4).logits;
  for (Index t = 0; t < 3; ++t) {
    for (Index c = 0; c < 5; ++c) CHECK(before(t, c) == after(t, c));
  }
  CHECK(before(3, 0) != after(3, 0));
}

TEST_CASE("without a head gives what the same model with that head's values at 0 gives") {
  Generator generator;
  Transformer model = fresh_model(small(), generator);
  const Matrix without = forward(model, kTokens, 4, HeadPlace{1, 0}).logits;
  for (Index r = 0; r < 6; ++r) {
    for (Index c = 0; c < 3; ++c) model.layers[1].w_v(r, c) = 0.0;
  }
  CHECK(largest_difference(forward(model, kTokens, 4).logits, without) == 0.0);
}

TEST_CASE("refuses sequences that do not fill up, or are longer than its positions") {
  Generator generator;
  const Transformer model = fresh_model(small(), generator);
  CHECK_THROWS_AS(forward(model, kTokens, 3), std::logic_error);
  CHECK_THROWS_AS(forward(model, kTokens, 8), std::logic_error);
}

TEST_SUITE_END();
