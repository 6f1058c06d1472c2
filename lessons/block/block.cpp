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

void declare(Knobs& knobs, BlockOptions& o) {
  knobs.example("attn block", "One block on six words, then 32 of them");
  knobs.example("attn block --text \"the dog bit the man\" --focus dog", "Your own sentence");
  declare_input(knobs, o.input);
  knobs.text("--focus", o.focus, "WORD", "The word (or its index, from 0) to follow");
  knobs.text("--block-seed", o.block_seed, "DIGITS",
             "Seed of W_O, the feed-forward layer and all further blocks");
  knobs.count("--blocks", o.blocks, 1, 128, "Blocks to stack");
  knobs.count("--expansion", o.expansion, 1, 16, "Width of the feed-forward layer, in d_model");
}

struct Walk {
  Sentence sentence;
  Index focus;
  BlockWeights weights;
  BlockSteps steps;

  const std::string& word() const { return sentence.tokens[focus]; }
  const Matrix& x() const { return sentence.embeddings; }
};

Walk take_walk(const BlockOptions& o, Generator& generator) {
  Walk w{read_sentence(o.input), 0, {}, {}};
  const Sentence& s = w.sentence;
  const Index width = columns(s.embeddings);
  if (width > kWidest) {
    throw Error("{}: embeddings {} wide are too wide for a stack of blocks; use at most {}",
                o.input.file         ? "--input"
                : o.input.model.file ? "--model"
                                     : "--dim",
                width, kWidest);
  }
  w.focus = o.focus ? find_token(s, *o.focus) : std::min<Index>(1, s.tokens.size() - 1);
  const Index wide = static_cast<Index>(o.expansion) * width;
  const Matrix w_o = draw_weights(generator, columns(s.w_v), width);
  const Matrix up = draw_weights(generator, width, wide);
  w.weights = {s.w_q, s.w_k, s.w_v, w_o, {up, draw_weights(generator, wide, width)}};
  w.steps = run_block(s.embeddings, w.weights);
  if (!std::isfinite(largest_difference(w.steps.output, s.embeddings))) {
    throw Error("--input: the block overflows double precision; use smaller numbers");
  }
  return w;
}

// The seven stations of one word, a row each.
void write_stations(Page& page, const Walk& w) {
  const BlockSteps& s = w.steps;
  const std::vector<std::pair<std::string, const Matrix*>> stations{
      {"x", &w.x()},
      {"layer norm", &s.attention_input},
      {"attention · W_O", &s.attended},
      {"+ x", &s.middle},
      {"layer norm", &s.feed_input},
      {"feed-forward", &s.fed},
      {"+ what came in", &s.output}};
  Labels labels;
  Matrix values = xt::empty<double>({stations.size(), columns(w.x())});
  Table spread{"spread",
               "The same rows: mean and standard deviation",
               {{"station", "station", ""}, {"mean", "mean", ""}, {"deviation", "deviation", ""}},
               {}};
  for (Index i = 0; i < stations.size(); ++i) {
    const auto r = row(*stations[i].second, w.focus);
    labels.push_back(stations[i].first);
    std::ranges::copy(r, values.data() + i * columns(values));
    double mean = 0.0, square = 0.0;
    for (const double a : r) mean += a / static_cast<double>(r.size());
    for (const double a : r) square += (a - mean) * (a - mean) / static_cast<double>(r.size());
    spread.rows.push_back({labels[i], mean, std::sqrt(square)});
  }
  page.table(matrix_table("stations", fmt::format("“{}” on its way through the block", w.word()),
                          "station", labels, numbered("", std::min(columns(w.x()), kMostColumns)),
                          first_columns(values, kMostColumns), 2));
  page.table(std::move(spread));
}

void write_walk(Page& page, const Walk& w) {
  page.say(
      "Attention never comes alone. A transformer is a stack of equal blocks, and in each of them "
      "attention is the first of two sublayers, the feed-forward layer the second.");
  page.equation("block", {R"(x' = x + \mathrm{attention}(\mathrm{norm}(x)))",
                          R"(y = x' + \mathrm{feedforward}(\mathrm{norm}(x')))"});
  page.say("Here is one block on {} word{} of {} number{}, one head, weights random. Follow “{}”.",
           w.sentence.tokens.size(), w.sentence.tokens.size() == 1 ? "" : "s", columns(w.x()),
           columns(w.x()) == 1 ? "" : "s", w.word());
  write_stations(page, w);
  page.say(
      "The layer norm takes the mean from a row and divides by its standard deviation, so that "
      "every sublayer is fed numbers of the same size (Ba et al., 2016, arXiv 1607.06450).");
  Vector means = xt::zeros<double>({rows(w.x())});
  for (Index i = 0; i < rows(w.x()); ++i) {
    for (const double a : row(w.steps.attention_input, i)) {
      means(i) += a / static_cast<double>(columns(w.x()));
    }
  }
  page.claim("norm-mean", "after a layer norm every row has mean 0", all_near(means, 0.0));
  page.say(
      "The residual connection, “+ x”, means that a sublayer says only what to change (He et al., "
      "2015, arXiv 1512.03385). What a word was stays in it, and the block's output is a sum:");
  const Matrix sum = w.x() + w.steps.attended + w.steps.fed;
  const Range size = range_of(w.steps.output);
  page.claim("adds-up", "the output is x, plus what attention says, plus what feed-forward says",
             same(sum, w.steps.output,
                  kTolerance * std::max({1.0, std::abs(size.low), std::abs(size.high)})));
}

void write_division_of_labour(Page& page, const Walk& w) {
  page.equation("feed-forward", {R"(\mathrm{feedforward}(x) = \max(0, x W_1) W_2)"});
  page.say(
      "W_1 makes each row {} numbers wide instead of {}, everything below 0 is dropped, W_2 makes "
      "it narrow again. No row sees another one.",
      columns(w.weights.feed_forward.up), columns(w.x()));
  const Matrix one =
      feed_forward(rows_in_order(w.steps.feed_input, {w.focus}), w.weights.feed_forward);
  const Matrix among = rows_in_order(w.steps.fed, {w.focus});
  const Range size = range_of(w.steps.fed);
  page.claim(
      "alone", "alone or among all words, a row comes out of feed-forward the same",
      same(one, among, kTolerance * std::max({1.0, std::abs(size.low), std::abs(size.high)})));
  if (w.sentence.tokens.size() < 2) return;
  Matrix others = 1.0 - w.x();
  std::ranges::copy(row(w.x(), w.focus), others.data() + w.focus * columns(others));
  const BlockSteps changed = run_block(others, w.weights);
  const auto moved = [&](const Matrix& before, const Matrix& after) {
    return largest_difference(rows_in_order(before, {w.focus}), rows_in_order(after, {w.focus}));
  };
  page.say("Now change every other word, x to 1 − x, and see what of “{}” moves.", w.word());
  page.table({"moved",
              "Largest change when all other words change",
              {{"station", "station", ""}, {"change", "change", ""}},
              {{"layer norm", moved(w.steps.attention_input, changed.attention_input)},
               {"attention · W_O", moved(w.steps.attended, changed.attended)},
               {"feed-forward", moved(w.steps.fed, changed.fed)}}});
  page.claim(
      "norm-alone", "a layer norm sees one word at a time",
      check(moved(w.steps.attention_input, changed.attention_input) == 0.0, "no change at all"));
  page.say(
      "Attention is the only part that moves information between words. The feed-forward layer "
      "changes only because attention handed it something else: it works on what was brought. "
      "Neither replaces the other.");
}

Document write(const BlockOptions& o) {
  Generator generator(o.block_seed, "--block-seed");
  const Walk w = take_walk(o, generator);
  Page page{"block", "The block around attention"};
  write_walk(page, w);
  page.heading("Who moves information, and who works on it");
  write_division_of_labour(page, w);
  page.heading("Where the parameters are");
  write_parameters(page, o.expansion);
  page.heading(fmt::format("{} block{} deep", o.blocks, o.blocks == 1 ? "" : "s"));
  write_depth_of_blocks(page, w.x(), w.focus, o, generator);
  page.try_next(
      {{"attn block --blocks 96", {"As deep as GPT-3."}},
       {"attn block --expansion 2", {"A narrower feed-forward layer: what share is left?"}},
       {"attn block --block-seed 7", {"Other weights: what stays true?"}},
       {"attn cost", {"What attention costs beside a recurrent layer."}}});
  page.array(array_of("x", w.x(), w.sentence.tokens));
  page.array(array_of("normed", w.steps.attention_input, w.sentence.tokens));
  page.array(array_of("weights", w.steps.attention.weights, w.sentence.tokens, w.sentence.tokens));
  page.array(array_of("attended", w.steps.attended, w.sentence.tokens));
  page.array(array_of("middle", w.steps.middle, w.sentence.tokens));
  page.array(array_of("fed", w.steps.fed, w.sentence.tokens));
  page.array(array_of("output", w.steps.output, w.sentence.tokens));
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
