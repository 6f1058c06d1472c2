// How are a sentence's queries, keys and values dealt out to heads?
#include <fmt/ranges.h>

#include <numeric>

#include "core/random/generator.hpp"
#include "lessons/shared/heads_run.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

Index common_width(const Steps& steps) { return std::gcd(columns(steps.q), columns(steps.v)); }

Index heads_for(const HeadsOptions& options, const Steps& steps) {
  const Index width = common_width(steps);
  if (!options.heads) return std::gcd(width, Index{4});
  const auto heads = static_cast<Index>(*options.heads);
  if (width % heads == 0) return heads;
  std::vector<Index> fitting;
  for (Index h = 1; h <= width; ++h) {
    if (width % h == 0) fitting.push_back(h);
  }
  throw Error("--heads: {} heads do not divide {} components; use one of {}", heads, width,
              fmt::join(fitting, ", "));
}

// W_O from the stream of the other projections, after them; for numbers of the reader's or an
// example's, the identity.
Matrix output_projection(const InputOptions& options, const Steps& steps) {
  const Index width = columns(steps.v);
  if (!drawn(options)) return xt::eye<double>(width);
  const Index noise = options.text ? 0 : width;  // of "mat"
  Generator generator(options.seed);
  std::vector<double> before(steps.count() * width + noise + 3 * width * width);
  generator.fill_normal(before);
  Matrix w_o = xt::empty<double>({width, width});
  generator.fill_normal({w_o.data(), w_o.size()});
  w_o *= kProjectionDeviation;
  return w_o;
}

}  // namespace

HeadsRun run_heads(const HeadsOptions& options) {
  HeadsRun run{take_steps(options.sentence), {}, 1, {}};
  const Steps& steps = run.steps;
  run.heads = heads_for(options, steps);
  run.w_o = output_projection(options.sentence.input, steps);
  run.m = multi_head_attention(steps.q, steps.k, steps.v, run.w_o, run.heads, run.heads,
                               {.scale = options.sentence.scale, .mask = steps.mask});
  return run;
}

}  // namespace attn
