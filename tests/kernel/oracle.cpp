#include "kernel/oracle.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "kernel/wide_tiles.hpp"

namespace attn::kernel {

namespace {

using Size = std::size_t;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool sees(const Shape& s, const Options& o, Size query, Size key) {
  if (o.causal == Causal::no) return true;
  const auto at = [](Size x) { return static_cast<std::ptrdiff_t>(x); };
  const std::ptrdiff_t place =
      at(query) + (o.causal == Causal::top_left ? at(o.past) : at(s.keys) - at(s.queries));
  return at(key) <= place && (!o.window || at(key) > place - at(*o.window));
}

// Scaled, capped, with the mask; −∞ where hidden, whatever the key.
double score(const Inputs& in, const Options& o, Size head, Size query, Size key) {
  const Shape& s = in.shape;
  const Size kv_head = head * s.kv_heads / s.heads;
  double added = 0.0;
  if (o.mask) {
    added = double{o.mask->values[head * o.mask->head_step + query * o.mask->query_step +
                                  key * o.mask->key_step]};
  }
  if (!sees(s, o, query, key) || added == -kInfinity) return -kInfinity;
  double sum = 0.0;
  for (Size c = 0; c < s.d_k; ++c) {
    sum += double{in.q[(head * s.queries + query) * s.d_k + c]} *
           double{in.k[(kv_head * s.keys + key) * s.d_k + c]};
  }
  sum *= o.scale ? double{*o.scale} : 1.0 / std::sqrt(static_cast<double>(s.d_k));
  if (o.softcap) sum = double{*o.softcap} * std::tanh(sum / double{*o.softcap});
  return sum + added;
}

// Of one query, added to `output`.
void attend_to_all(const Inputs& in, const Options& o, Size head, Size query, double* output) {
  const Shape& s = in.shape;
  const Size kv_head = head * s.kv_heads / s.heads;
  std::vector<double> weights(s.keys);
  const double sink = o.sinks.empty() ? -kInfinity : double{o.sinks[head]};
  double peak = sink;
  for (Size j = 0; j < s.keys; ++j) {
    weights[j] = score(in, o, head, query, j);
    peak = std::max(peak, weights[j]);
  }
  if (peak == -kInfinity) {
    for (Size c = 0; c < s.d_v && !o.empty.empty(); ++c) output[c] = o.empty[kv_head * s.d_v + c];
    return;
  }
  double total = std::exp(sink - peak);
  for (double& w : weights) total += w = std::exp(w - peak);
  for (Size j = 0; j < s.keys; ++j) {
    if (weights[j] == 0.0) continue;
    for (Size c = 0; c < s.d_v; ++c) {
      output[c] += weights[j] / total * double{in.v[(kv_head * s.keys + j) * s.d_v + c]};
    }
  }
}

}  // namespace

Inputs random_inputs(const Shape& s, float spread, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal(0.0F, spread);
  const auto draw = [&](Size count) {
    Floats x(count);
    for (float& number : x) number = normal(generator);
    return x;
  };
  return {s, draw(s.heads * s.queries * s.d_k), draw(s.kv_heads * s.keys * s.d_k),
          draw(s.kv_heads * s.keys * s.d_v)};
}

Floats attend(const Inputs& in, const Options& options) {
  return flash_attention(in.q, in.k, in.v, in.shape, options);
}

std::vector<double> oracle(const Inputs& in, const Options& o) {
  const Shape& s = in.shape;
  std::vector<double> output(s.heads * s.queries * s.d_v, 0.0);
  for (Size i = 0; i < s.heads * s.queries; ++i) {
    attend_to_all(in, o, i / s.queries, i % s.queries, output.data() + i * s.d_v);
  }
  return output;
}

double error_of(const Floats& output, const std::vector<double>& expected) {
  REQUIRE(output.size() == expected.size());
  double largest = 0.0;
  for (Size i = 0; i < output.size(); ++i) {
    const double difference = std::abs(double{output[i]} - expected[i]);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

double error_of(const Inputs& in, const Options& options) {
  return error_of(attend(in, options), oracle(in, options));
}

std::vector<const InstructionSet*> all_sets() {
  std::vector<const InstructionSet*> sets{instruction_sets().begin(), instruction_sets().end()};
  sets.push_back(&wide_tiles());
  return sets;
}

}  // namespace attn::kernel
