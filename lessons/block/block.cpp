// Lesson: block. What stands around attention, and what is each part for?
#include "lessons/block/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/rows.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"
#include "lessons/shared/worked_row.hpp"
#include "support/error.hpp"

namespace attn::lessons::block {

namespace {

constexpr Index kWidest = 64;  // of embeddings: a stack of blocks has 12 d² numbers a block

void declare(Knobs& knobs, BlockOptions& options) {
  knobs.example("attn block", "One block on six words, then 32 of them");
  knobs.example("attn block --text \"the dog bit the man\" --focus dog", "Your own sentence");
  declare_input(knobs, options.input);
  knobs.text("--focus", options.focus, "WORD", "The word (or its index, from 0) to follow");
  knobs.text("--block-seed", options.block_seed, "DIGITS",
             "Seed of W_O, the feed-forward layer and all further blocks");
  knobs.count("--blocks", options.blocks, 1, 128, "Blocks to stack");
  knobs.count("--expansion", options.expansion, 1, 16,
              "Width of the feed-forward layer, in d_model");
}

struct Walk {
  Sentence sentence;
  Index focus;
  BlockWeights weights;
  BlockSteps steps;

  const std::string& word() const { return sentence.tokens[focus]; }
  const Matrix& x() const { return sentence.embeddings; }
};

Walk take_walk(const BlockOptions& options, Generator& generator) {
  Walk walk{read_sentence(options.input), 0, {}, {}};
  const Sentence& sentence = walk.sentence;
  const Index width = columns(sentence.embeddings);
  if (width > kWidest) {
    throw Error("{}: embeddings {} wide are too wide for a stack of blocks; use at most {}",
                options.input.file         ? "--input"
                : options.input.model.file ? "--model"
                                           : "--dim",
                width, kWidest);
  }
  walk.focus = options.focus ? find_token(sentence, *options.focus)
                             : std::min<Index>(1, sentence.tokens.size() - 1);
  const Index wide = static_cast<Index>(options.expansion) * width;
  const Matrix w_o = draw_weights(generator, columns(sentence.w_v), width);
  const Matrix up = draw_weights(generator, width, wide);
  walk.weights = {
      sentence.w_q, sentence.w_k, sentence.w_v, w_o, {up, draw_weights(generator, wide, width)}};
  walk.steps = run_block(sentence.embeddings, walk.weights);
  if (!std::isfinite(largest_difference(walk.steps.output, sentence.embeddings))) {
    throw Error("--input: the block overflows double precision; use smaller numbers");
  }
  return walk;
}

// The seven stations of one word, a row each.
void write_stations(Page& page, const Walk& walk) {
  const BlockSteps& steps = walk.steps;
  const std::vector<std::pair<std::string, const Matrix*>> stations{
      {"x", &walk.x()},
      {"layer norm", &steps.attention_input},
      {"attention · W_O", &steps.attended},
      {"+ x", &steps.middle},
      {"layer norm", &steps.feed_input},
      {"feed-forward", &steps.fed},
      {"+ what came in", &steps.output}};
  Labels labels;
  Matrix values = xt::empty<double>({stations.size(), columns(walk.x())});
  Table spread{"spread",
               "The same rows: mean and standard deviation",
               {{"station", "station", ""}, {"mean", "mean", ""}, {"deviation", "deviation", ""}},
               {}};
  for (Index i = 0; i < stations.size(); ++i) {
    const auto r = row(*stations[i].second, walk.focus);
    labels.push_back(stations[i].first);
    std::ranges::copy(r, values.data() + i * columns(values));
    double mean = 0.0, square = 0.0;
    for (const double a : r) mean += a / static_cast<double>(r.size());
    for (const double a : r) square += (a - mean) * (a - mean) / static_cast<double>(r.size());
    spread.rows.push_back({labels[i], mean, std::sqrt(square)});
  }
  page.table(matrix_table("stations", fmt::format("“{}” on its way through the block", walk.word()),
                          "station", labels,
                          numbered("", std::min(columns(walk.x()), kMostColumns)),
                          first_columns(values, kMostColumns), 2));
  page.table(std::move(spread));
}

void write_walk(Page& page, const Walk& walk) {
  page.say(
      "Attention never comes alone. A transformer is a stack of equal blocks, and in each of them "
      "attention is the first of two sublayers, the feed-forward layer the second.");
  page.equation("block", {R"(x' = x + \mathrm{attention}(\mathrm{norm}(x)))",
                          R"(y = x' + \mathrm{feedforward}(\mathrm{norm}(x')))"});
  page.say("Here is one block on {} word{} of {} number{}, one head, weights random. Follow “{}”.",
           walk.sentence.tokens.size(), walk.sentence.tokens.size() == 1 ? "" : "s",
           columns(walk.x()), columns(walk.x()) == 1 ? "" : "s", walk.word());
  write_stations(page, walk);
  page.say(
      "The layer norm takes the mean from a row and divides by its standard deviation, so that "
      "every sublayer is fed numbers of the same size (Ba et al., 2016, arXiv 1607.06450).");
  Vector means = xt::zeros<double>({rows(walk.x())});
  for (Index i = 0; i < rows(walk.x()); ++i) {
    for (const double a : row(walk.steps.attention_input, i)) {
      means(i) += a / static_cast<double>(columns(walk.x()));
    }
  }
  page.claim("norm-mean", "after a layer norm every row has mean 0", all_near(means, 0.0));
  page.say(
      "The residual connection, “+ x”, means that a sublayer says only what to change (He et al., "
      "2015, arXiv 1512.03385). What a word was stays in it, and the block's output is a sum:");
  const Matrix sum = walk.x() + walk.steps.attended + walk.steps.fed;
  const Range size = range_of(walk.steps.output);
  page.claim("adds-up", "the output is x, plus what attention says, plus what feed-forward says",
             same(sum, walk.steps.output,
                  kTolerance * std::max({1.0, std::abs(size.low), std::abs(size.high)})));
}

void write_division_of_labour(Page& page, const Walk& walk) {
  page.equation("feed-forward", {R"(\mathrm{feedforward}(x) = \max(0, x W_1) W_2)"});
  page.say(
      "W_1 makes each row {} numbers wide instead of {}, everything below 0 is dropped, W_2 makes "
      "it narrow again. No row sees another one.",
      columns(walk.weights.feed_forward.up), columns(walk.x()));
  const Matrix one =
      feed_forward(rows_in_order(walk.steps.feed_input, {walk.focus}), walk.weights.feed_forward);
  const Matrix among = rows_in_order(walk.steps.fed, {walk.focus});
  const Range size = range_of(walk.steps.fed);
  page.claim(
      "alone", "alone or among all words, a row comes out of feed-forward the same",
      same(one, among, kTolerance * std::max({1.0, std::abs(size.low), std::abs(size.high)})));
  if (walk.sentence.tokens.size() < 2) return;
  Matrix others = 1.0 - walk.x();
  std::ranges::copy(row(walk.x(), walk.focus), others.data() + walk.focus * columns(others));
  const BlockSteps changed = run_block(others, walk.weights);
  const auto moved = [&](const Matrix& before, const Matrix& after) {
    return largest_difference(rows_in_order(before, {walk.focus}),
                              rows_in_order(after, {walk.focus}));
  };
  page.say("Now change every other word, x to 1 − x, and see what of “{}” moves.", walk.word());
  page.table({"moved",
              "Largest change when all other words change",
              {{"station", "station", ""}, {"change", "change", ""}},
              {{"layer norm", moved(walk.steps.attention_input, changed.attention_input)},
               {"attention · W_O", moved(walk.steps.attended, changed.attended)},
               {"feed-forward", moved(walk.steps.fed, changed.fed)}}});
  page.claim(
      "norm-alone", "a layer norm sees one word at a time",
      check(moved(walk.steps.attention_input, changed.attention_input) == 0.0, "no change at all"));
  page.say(
      "Attention is the only part that moves information between words. The feed-forward layer "
      "changes only because attention handed it something else: it works on what was brought. "
      "Neither replaces the other.");
}

Document write(const BlockOptions& options) {
  Generator generator(options.block_seed, "--block-seed");
  const Walk walk = take_walk(options, generator);
  Page page{"block", "The block around attention"};
  write_walk(page, walk);
  page.heading("Who moves information, and who works on it");
  write_division_of_labour(page, walk);
  page.heading("Where the parameters are");
  write_parameters(page, options.expansion);
  page.heading(fmt::format("{} block{} deep", options.blocks, options.blocks == 1 ? "" : "s"));
  write_depth_of_blocks(page, walk.x(), walk.focus, options, generator);
  page.try_next(
      {{"attn block --blocks 96", {"As deep as GPT-3."}},
       {"attn block --expansion 2", {"A narrower feed-forward layer: what share is left?"}},
       {"attn block --block-seed 7", {"Other weights: what stays true?"}},
       {"attn cost", {"What attention costs beside a recurrent layer."}}});
  page.array(array_of("x", walk.x(), walk.sentence.tokens));
  page.array(array_of("normed", walk.steps.attention_input, walk.sentence.tokens));
  page.array(array_of("weights", walk.steps.attention.weights, walk.sentence.tokens,
                      walk.sentence.tokens));
  page.array(array_of("attended", walk.steps.attended, walk.sentence.tokens));
  page.array(array_of("middle", walk.steps.middle, walk.sentence.tokens));
  page.array(array_of("fed", walk.steps.fed, walk.sentence.tokens));
  page.array(array_of("output", walk.steps.output, walk.sentence.tokens));
  return std::move(page).finish();
}

}  // namespace

Matrix draw_weights(Generator& generator, Index height, Index width) {
  Matrix m = xt::empty<double>({height, width});
  generator.fill_normal({m.data(), m.size()});
  m /= std::sqrt(static_cast<double>(height));
  return m;
}

Writer open(Knobs& knobs) { return open_lesson<BlockOptions, declare, write>(knobs); }

}  // namespace attn::lessons::block
