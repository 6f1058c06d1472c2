// How are a sentence's queries, keys and values dealt out to heads?
#include <fmt/ranges.h>

#include <numeric>

#include "core/random/generator.hpp"
#include "lessons/shared/heads_run.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

Index common_width(const Steps& s) { return std::gcd(columns(s.q), columns(s.v)); }

Index heads_for(const HeadsOptions& o, const Steps& s) {
  const Index width = common_width(s);
  if (!o.heads) return std::gcd(width, Index{4});
  const auto heads = static_cast<Index>(*o.heads);
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
Matrix output_projection(const InputOptions& o, const Steps& s) {
  const Index width = columns(s.v);
  if (!drawn(o)) return xt::eye<double>(width);
  const Index noise = o.text ? 0 : width;  // of "mat"
  Generator generator(o.seed);
  std::vector<double> before(s.count() * width + noise + 3 * width * width);
  generator.fill_normal(before);
  Matrix w_o = xt::empty<double>({width, width});
  generator.fill_normal({w_o.data(), w_o.size()});
  w_o *= kProjectionDeviation;
  return w_o;
}

}  // namespace

HeadsRun run_heads(const HeadsOptions& o) {
  HeadsRun run{take_steps(o.sentence), {}, 1, {}};
  const Steps& s = run.steps;
  run.heads = heads_for(o, s);
  run.w_o = output_projection(o.sentence.input, s);
  run.m = multi_head_attention(s.q, s.k, s.v, run.w_o, run.heads, run.heads,
                               {.scale = o.sentence.scale, .mask = s.mask});
  return run;
}

}  // namespace attn
