// Does attention agree with ONNX's own tests of it, step for step?
#include <doctest/doctest.h>

#include <algorithm>

#include "core/attention_variants.hpp"
#include "core/onnx.hpp"

using namespace attn;

namespace {

Batch batch_of(const Tensor& tensor) {
  Batch batch =
      xt::empty<double>({tensor.shape[0], tensor.shape[1], tensor.shape[2], tensor.shape[3]});
  std::ranges::copy(tensor.values, batch.begin());
  return batch;
}

// (batch, heads, T, d) as it is; (batch, T, heads·d) with its heads apart.
Batch headed(const Tensor& tensor, Index heads) {
  if (tensor.shape.size() == 4) return batch_of(tensor);
  const Index length = tensor.shape[1];
  Batch batch = xt::empty<double>({tensor.shape[0], heads, length, tensor.shape[2] / heads});
  for (Index b = 0; b < tensor.shape[0]; ++b) {
    const std::vector<Matrix> parts = split_heads(matrix_at(tensor, b), heads);
    for (Index h = 0; h < heads; ++h) xt::view(batch, b, h) = parts[h];
  }
  return batch;
}

AttendMask mask_of(const OnnxCase& c) {
  Tensor tensor = c.tensor("attn_mask");
  while (tensor.shape.size() < 4) tensor.shape.insert(tensor.shape.begin(), 1);
  return {batch_of(tensor), c.keep ? AttendMask::Means::keep : AttendMask::Means::add};
}

AttendOptions options_of(const OnnxCase& c) {
  AttendOptions o;
  if (c.attributes.contains("scale")) o.scale = c.attribute("scale", 0.0);
  if (c.attribute("softcap", 0.0) != 0.0) o.softcap = c.attribute("softcap", 0.0);
  o.causal = c.attribute("is_causal", 0.0) == 1.0;
  o.align = Align::top_left;
  if (c.has("attn_mask")) o.mask = mask_of(c);
  if (c.has("nonpad_kv_seqlen")) {
    for (const double n : c.tensor("nonpad_kv_seqlen").values) {
      o.kv_len.push_back(static_cast<Index>(n));
    }
  }
  o.precision = c.narrow ? kFloat16 : kFloat32;
  return o;
}

AttendInput input_of(const OnnxCase& c, const AttendOptions& o) {
  const auto heads = static_cast<Index>(c.attribute("q_num_heads", 1));
  const auto kv_heads = static_cast<Index>(c.attribute("kv_num_heads", 1));
  std::optional<Batch> past_k, past_v;
  if (c.has("past_key")) {
    past_k = batch_of(c.tensor("past_key"));
    past_v = batch_of(c.tensor("past_value"));
  }
  return with_cache_and_rotation(headed(c.tensor("Q"), heads), headed(c.tensor("K"), kv_heads),
                                 headed(c.tensor("V"), kv_heads), past_k, past_v, o);
}

// What qk_matmul_output_mode asks for.
const Matrix& asked_for(const AttendSteps& s, double mode) {
  return mode == 0.0 ? s.scaled : mode == 1.0 ? s.capped : mode == 2.0 ? s.visible : s.weights;
}

struct Differences {
  double output = 0.0, step = 0.0;
};

// A NaN stays.
void grow(double& largest, double difference) {
  if (!(difference <= largest)) largest = difference;
}

Differences differences(const OnnxCase& c) {
  const AttendOptions o = options_of(c);
  const AttendInput input = input_of(c, o);
  const Batch expected = headed(c.tensor("Y"), input.q.shape(1));
  const double mode = c.attribute("qk_matmul_output_mode", 0.0);
  Differences result;
  for (Index b = 0; b < input.q.shape(0); ++b) {
    for (Index h = 0; h < input.q.shape(1); ++h) {
      const AttendSteps s = attend(input, o, {b, h, 0, input.q.shape(2)});
      grow(result.output, largest_difference(s.output, head_of(expected, b, h)));
      if (!c.has("qk_matmul_output")) continue;
      const Matrix step = head_of(batch_of(c.tensor("qk_matmul_output")), b, h);
      grow(result.step, largest_difference(asked_for(s, mode), step));
    }
  }
  return result;
}

}  // namespace

TEST_SUITE("attention by the rules of ONNX") {
  TEST_CASE("gives the outputs of all 64 cases: float32 to 1e-6, float16 to 1e-3") {
    const std::vector<OnnxCase> cases = onnx_cases("attention_");
    REQUIRE(cases.size() == 64);
    for (const OnnxCase& c : cases) {
      CAPTURE(c.name);
      CHECK(differences(c).output <= (c.narrow ? 1e-3 : 1e-6));
    }
  }

  TEST_CASE("gives the steps that 14 of them ask for") {
    Index asked = 0;
    for (const OnnxCase& c : onnx_cases("attention_")) {
      if (!c.has("qk_matmul_output")) continue;
      ++asked;
      CAPTURE(c.name);
      CHECK(differences(c).step <= 1e-6);
    }
    CHECK(asked == 14);
  }
}
