// Where do a block's parameters sit, in models as published?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "files/models.hpp"
#include "lessons/block/block.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::block {

namespace {

double share(Integer part, Integer whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

// Stacks of such blocks, as published.
void say_how_deep(Page& page, const std::vector<Model>& models) {
  const Model gpt3 = model_named(models, "gpt-3");
  const Integer all = checked_multiply(gpt3.shape.layers, block_parameters(gpt3.d_model).total());
  page.say(
      "So most of a transformer is not attention. {} blocks of GPT-3 make {:.1f} billion of the "
      "175 billion that its paper names (Brown et al., 2020, arXiv 2005.14165, table 2.1); "
      "embeddings are most of the rest.",
      gpt3.shape.layers, static_cast<double>(all) / 1e9);
  page.say("Stacks are deep: {} blocks in GPT-2, {} in Llama 3 8B, {} in Llama 2 70B.",
           model_named(models, "gpt-2").shape.layers,
           model_named(models, "llama-3-8b").shape.layers,
           model_named(models, "llama-2-70b").shape.layers);
}

}  // namespace

void write_parameters(Page& page, Integer expansion) {
  page.say(
      "Attention has four square matrices: W_Q, W_K, W_V and W_O, each d × d. A feed-forward layer "
      "that widens to {0}d and back has two of d × {0}d: {1}d² beside 4d². Biases and the gains of "
      "two layer norms are few.",
      expansion, 2 * expansion);
  const std::vector<Model> models = known_models();
  Table table{"parameters",
              fmt::format("One block, widened {} times, biases included", expansion),
              {{"model", "width of", ""},
               {"d", "d", ""},
               {"attention", "attention", ""},
               {"feed", "feed-forward", ""},
               {"norms", "norms", ""},
               {"share", "feed-forward", "%", 1}},
              {}};
  const double expected = share(expansion, expansion + 2);
  const Integer common = expansion % 2 == 0 ? 2 : 1;
  double furthest = 0.0;
  for (const char* name : {"gpt-2", "gpt-2-xl", "gpt-3"}) {
    const Model model = model_named(models, name);
    const BlockParameters parameters = block_parameters(model.d_model, expansion);
    const double part = share(parameters.feed_forward, parameters.total());
    furthest = std::max(furthest, std::abs(part - expected));
    table.rows.push_back({model.name, model.d_model, parameters.attention, parameters.feed_forward,
                          parameters.norms, 100.0 * part});
  }
  page.table(std::move(table));
  page.claim(
      "feed-share",
      fmt::format("the feed-forward layer holds {}/{} of a block, to within 1 percentage point",
                  expansion / common, (expansion + 2) / common),
      check(furthest < 0.01, "furthest off {:.2f} points", 100.0 * furthest));
  if (expansion == 4) say_how_deep(page, models);
}

}  // namespace attn::lessons::block
