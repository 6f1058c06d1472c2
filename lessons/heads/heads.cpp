// Lesson: heads. Why do several attentions run side by side, and what becomes of their outputs?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rows.hpp"
#include "lessons/heads/heads.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::heads {

namespace {

void declare(Knobs& knobs, HeadsOptions& options) {
  knobs.example("attn heads", "Six words, four heads of two components");
  knobs.example("attn heads --dim 64 --heads 8", "Wider, with eight");
  knobs.example("attn heads --text \"the dog bit the man\" --focus bit", "Your own sentence");
  knobs.count("--heads", options.heads, 1, kMostHeads,
              "Heads to split the embeddings into (4 unless given; fewer where 4 do not divide)");
  declare_steps(knobs, options.sentence);
}

// “bites” must know who stands before it and who after it; values say which noun is which.
void write_two_questions(Page& page) {
  const Matrix one{{0.5, 0.0, 0.5}}, before{{1.0, 0.0, 0.0}}, after{{0.0, 0.0, 1.0}};
  const Matrix dog_first{{1.0, 0.0}, {0.0, 0.0}, {0.0, 1.0}};  // dog, bites, man
  const Matrix man_first{{0.0, 1.0}, {0.0, 0.0}, {1.0, 0.0}};
  const auto text = [](const Matrix& m) { return fmt::format("{:g}, {:g}", m(0, 0), m(0, 1)); };
  const auto both = [&](const Matrix& v) {
    return text(weighted_sum(before, v)) + " | " + text(weighted_sum(after, v));
  };
  page.say(
      "“Bites” has two questions: who stands before me, and who after me? Let the value of “dog” "
      "be 1, 0 and that of “man” 0, 1, set by hand. One head can only give both nouns half of its "
      "weight, and blends them; two heads ask one question each, and keep the answers apart.");
  page.table({"questions",
              "What “bites” gets",
              {{"sentence", "sentence", ""}, {"one", "one head", ""}, {"two", "two heads", ""}},
              {{"dog bites man", text(weighted_sum(one, dog_first)), both(dog_first)},
               {"man bites dog", text(weighted_sum(one, man_first)), both(man_first)}}});
  page.claim("one-head-blends", "one head of half and half cannot tell the two sentences apart",
             same(weighted_sum(one, dog_first), weighted_sum(one, man_first), 0.0));
  page.claim(
      "two-heads-see", "two heads can",
      check(both(dog_first) != both(man_first), "{} against {}", both(dog_first), both(man_first)));
}

Table shapes_table(const HeadsRun& run) {
  const Steps& steps = run.steps;
  const Index h = run.heads;
  const auto shape = [](Index a, Index b) { return fmt::format("{} × {}", a, b); };
  return {"shapes",
          "What is split, and joined again",
          {{"name", "", ""}, {"holds", "", ""}, {"shape", "shape", ""}},
          {{"Q, K", "of all heads", shape(steps.count(), columns(steps.q))},
           {"Q_i, K_i", h == 1 ? "of the one head" : fmt::format("of each of {} heads", h),
            shape(steps.count(), columns(steps.q) / h)},
           {"A_i", "weights of a head", shape(steps.count(), steps.count())},
           {"A_i V_i", "output of a head", shape(steps.count(), columns(steps.v) / h)},
           {"joined", "side by side", shape(steps.count(), columns(run.m.joined))},
           {"W_O", "mixes the heads", shape(rows(run.w_o), columns(run.w_o))},
           {"output", "one row a word", shape(steps.count(), columns(run.m.output))}}};
}

// The focused word's row in each head, beside that of one wide head.
Table views_table(const HeadsRun& run) {
  const Steps& steps = run.steps;
  const Index shown = std::min<Index>(run.heads, 6);
  Table table{"views",
              shown < run.heads
                  ? fmt::format("The weights of “{}”, the first {} of {} heads", steps.focus_word(),
                                shown, run.heads)
                  : fmt::format("The weights of “{}”, head by head", steps.focus_word()),
              {{"key", "key", ""}},
              {}};
  for (Index h = 0; h < shown; ++h) {
    table.columns.push_back({fmt::format("h{}", h), fmt::format("head {}", h), ""});
  }
  table.columns.push_back({"wide", "one wide head", ""});
  for (Index j = 0; j < steps.count(); ++j) {
    std::vector<Cell> cells{steps.words()[j]};
    for (Index h = 0; h < shown; ++h) cells.emplace_back(run.m.heads[h].weights(steps.focus, j));
    cells.emplace_back(steps.a.weights(steps.focus, j));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

void write_split(Page& page, const HeadsRun& run) {
  const Steps& steps = run.steps;
  page.equation("multi-head", {R"(O = [A_1 V_1, \ldots, A_h V_h] W_O)",
                               R"(A_i = \text{softmax}(\frac{Q_i K_i^\top}{\sqrt{d_k}}))"});
  page.say(
      "The components of Q, K and V are dealt out to {} head{}, {} to each. Every head attends on "
      "its own; the outputs are put side by side, and W_O mixes them (Vaswani et al., 2017, arXiv "
      "1706.03762, section 3.2.2).",
      run.heads, run.heads == 1 ? "" : "s", columns(steps.q) / run.heads);
  page.table(shapes_table(run));
  page.table(views_table(run));
  for (Index h = 0; h < std::min<Index>(run.heads, 4); ++h) {
    page.heatmap(matrix_heatmap(fmt::format("head-{}", h), fmt::format("Head {}", h), steps.words(),
                                steps.words(), run.m.heads[h].weights, 0.0, 1.0,
                                steps.mask ? &*steps.mask : nullptr));
  }
  Vector sums = xt::empty<double>({run.heads * steps.count()});
  for (Index h = 0; h < run.heads; ++h) {
    const Vector own = row_sum(run.m.heads[h].weights);
    std::ranges::copy(own, sums.begin() + static_cast<std::ptrdiff_t>(h * steps.count()));
  }
  page.claim("rows-sum", "in every head every row sums to 1", all_near(sums, 1.0));
  const MultiHead single = multi_head_attention(steps.q, steps.k, steps.v, run.w_o, 1, 1,
                                                {.scale = steps.a.scale, .mask = steps.mask});
  page.claim("one-is-attention", "with one head, joining changes nothing: it is plain attention",
             same(single.joined, steps.a.output, tolerance_of(steps)));
}

void write_ablation(Page& page, const HeadsRun& run) {
  const Steps& steps = run.steps;
  page.equation("sum-of-heads", {R"(O = \sum_i A_i V_i W_{O,i})"});
  page.say(
      "Side by side and times W_O is the same as each head times its own rows of W_O, added up. So "
      "heads do not wait for each other, and one of them can be taken away:");
  Table table{"ablation",
              "The output without one of the heads (Frobenius norms)",
              {{"head", "without head", ""},
               {"part", "size of its part", ""},
               {"change", "output changes by", "%", 1}},
              {}};
  Matrix sum = xt::zeros_like(run.m.output);
  double worst = 0.0;
  for (Index h = 0; h < run.heads; ++h) {
    const Matrix part = head_part(run.m, run.w_o, h);
    sum += part;
    Matrix joined = run.m.joined;
    const Index width = columns(joined) / run.heads;
    xt::view(joined, xt::all(), xt::range(h * width, (h + 1) * width)) = 0.0;
    const Matrix change = run.m.output - product(joined, run.w_o);
    worst = std::max(worst, largest_difference(change, part));
    table.rows.push_back({Integer{h}, norm(part),
                          norm(run.m.output) > 0.0 ? Cell{100.0 * norm(change) / norm(run.m.output)}
                                                   : Cell{Missing{}}});
  }
  page.table(std::move(table));
  const double tolerance = tolerance_of(steps) * static_cast<double>(columns(steps.v));
  page.claim("parts-add-up", "the parts of the heads add up to the output",
             same(sum, run.m.output, tolerance));
  page.claim("ablation-exact", "a head whose outputs are zeroed takes away its part and no more",
             check(worst <= tolerance, "largest difference {}", tiny(worst)));
  page.say(
      "These heads are random and all of them count. In trained models many can go: of 48 heads of "
      "an encoder, 38 at a loss of 0.15 BLEU (Voita et al., 2019, arXiv 1905.09418); some layers "
      "do with a single one (Michel et al., 2019, arXiv 1905.10650).");
  page.say(
      "Nobody assigns the roles. Heads of BERT were found that look at the word before, at a "
      "verb's object, at what a pronoun refers to, and many that look at [SEP] and do little "
      "(Clark et al., 2019, arXiv 1906.04341). Such roles are what training happened to leave.");
}

Document write(const HeadsOptions& options) {
  const HeadsRun run = run_heads(options);
  Page page{"heads", "Several views at once: multi-head attention"};
  page.say(
      "A word has one row of weights, and it sums to 1: what it gives to one word it takes from "
      "another. Several heads give it several rows, each with queries, keys and values of its "
      "own.");
  page.section("one-question", "One row of weights, one question");
  write_two_questions(page);
  page.section("split-and-join", "Split, attend, join, mix");
  write_split(page, run);
  page.section("one-head-adds", "What one head adds");
  write_ablation(page, run);
  page.section("more-heads", "More heads, the same arithmetic");
  write_heads_cost(page, run);
  page.section("shared-heads", "Heads that share keys and values");
  write_sharing(page, run);
  page.try_next({{"attn heads --heads 8", {"Heads of one component each: what do they see?"}},
                 {"attn heads --heads 1", {"One head, and W_O after it."}},
                 {"attn heads --dim 64 --heads 8 --focus on", {"Eight heads of eight."}},
                 {"attn kv-cache", {"What sharing keys and values saves."}}});
  add_arrays(page, run.steps);
  page.array(array_of("w_o", run.w_o));
  page.array(array_of("joined", run.m.joined, run.steps.words()));
  page.array(array_of("multi_head_output", run.m.output, run.steps.words()));
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<HeadsOptions, declare, write>(knobs); }

}  // namespace attn::lessons::heads
