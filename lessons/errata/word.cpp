// What does not come out in “Self-Attention: what a word is actually doing”?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numeric>

#include "core/costs/cost.hpp"
#include "core/rows.hpp"
#include "lessons/errata/errata.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/errata_figures.hpp"
#include "lessons/shared/observations.hpp"
#include "lessons/shared/steps.hpp"
#include "support/size.hpp"
#include "support/text.hpp"

namespace attn::lessons::errata {

namespace {

Erratum rebound_name(const Steps& steps) {
  const auto strongest = row_argmax(steps.a.weights);
  return {"script",
          "script, steps 3 and 4",
          "nothing: the script stops with AttributeError",
          fmt::format("all of it; “{}” looks most at “{}”, {:.4f}", steps.words()[1],
                      steps.words()[strongest(1)], steps.a.weights(1, strongest(1))),
          "the loop over d makes scaled a list, and a list has no max()",
          "under a name of their own the scaled scores become weights",
          all_near(row_sum(steps.a.weights), 1.0)};
}

Erratum similar_words(const Steps& steps) {
  const Index cat = 1, mat = 5;
  const double there = steps.a.weights(cat, mat), back = steps.a.weights(mat, cat);
  const double uniform = 1.0 / static_cast<double>(steps.count());
  return {"similar",
          "script, comment on E[5]",
          "cat and mat alike, “so we can check attention finds that”",
          fmt::format("cat → mat {:.4f}, mat → cat {:.4f}; uniform {:.4f}", there, back, uniform),
          "random projections stand between two embeddings and their score",
          "cat and mat attend to each other less than uniformly",
          check(there < uniform && back < uniform, "{:.4f} and {:.4f}", there, back)};
}

Erratum shown_digits(const Steps& steps) {
  Labels off;
  for (Index i = 0; i < steps.count(); ++i) {
    const auto weights = row(steps.a.weights, i);
    if (displays_one(weights)) continue;
    off.push_back(fmt::format("“{}” {:.4f}", steps.words()[i], displayed_sum(weights)));
  }
  return {"digits",
          "script, step 3",
          "“each token's weights sum to 1”, beside four digits each",
          fmt::format("the digits of {}", fmt::join(off, " and of ")),
          "each weight is rounded, their sum is not",
          "two rows of displayed digits do not add up to 1",
          check(off.size() == 2, "{}", fmt::join(off, ", "))};
}

Erratum units() {
  const ScoreSizes sizes = score_sizes();
  const Integer many = sizes.many_bytes, few = sizes.few_bytes;
  return {"units",
          "script, memory table",
          "4096.0 MB for 32,768 tokens, 0.0 MB for 8",
          fmt::format("{} or {}; {}", megabyte_size(many), megabyte_size(many, SizeUnits::si),
                      natural_size(few)),
          "it divides by 2^20 and writes MB; one decimal loses 256 bytes",
          "32,768 tokens take 4096 MiB, and 8 take 256 bytes",
          check(many == (Integer{4096} << 20) && few == 256, "{} and {} bytes", grouped(many),
                grouped(few))};
}

Erratum eleven_words() {
  const auto words = words_of("The animal didn't cross the street because it was too tired").size();
  const Integer scores = score_entries(Integer{words});
  return {"eleven",
          "guided tour, step 7",
          "“Ten words need 100 scores”",
          fmt::format("{} words, {} scores", words, scores),
          "its own sentence has eleven words",
          "the tour's sentence needs 121 scores",
          check(scores == 121, "{} × {}", words, words)};
}

Erratum invariant(const Steps& steps) {
  std::vector<Index> reversed(steps.count());
  std::iota(reversed.rbegin(), reversed.rend(), Index{0});
  const Matrix turned = attention_in_order(steps, reversed).output;
  const double moved = largest_difference(turned, steps.a.output);
  const Check permuted = same(turned, rows_in_order(steps.a.output, reversed), tolerance_of(steps));
  return {"invariant",
          "questions",
          "permutation-invariant? “Yes”",
          fmt::format("reversed words: outputs reversed, a component moved by up to {:.2f}", moved),
          "equivariant, as its own traps say: Attn(PX) = P Attn(X)",
          "reversed words give the outputs reversed, not the same outputs",
          {permuted.holds && moved > 0.1, permuted.evidence}};
}

}  // namespace

std::vector<Erratum> errata_of_word() {
  const Steps steps = take_steps({});
  return {rebound_name(steps), similar_words(steps), shown_digits(steps), units(),
          eleven_words(),      invariant(steps)};
}

}  // namespace attn::lessons::errata
