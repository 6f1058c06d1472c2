// Lesson: flash-tiling. How is attention computed without its n × n matrix?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/flash.hpp"
#include "core/mask.hpp"
#include "core/random/generator.hpp"
#include "lessons/flash_tiling/flash_tiling.hpp"
#include "lessons/flash_tiling/measure_page.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/steps.hpp"
#include "support/error.hpp"

namespace attn::lessons::flash_tiling {

namespace {

constexpr const char* kRandom = "random";
constexpr Integer kTokens = 8, kWidth = 4, kBlock = 4;
constexpr Integer kMeasured = 8192, kMeasuredWidth = 64, kMeasuredBlock = 64;
constexpr Integer kMostMeasured = 1 << 17;  // minutes, and 256 MiB
constexpr Integer kMostThreads = 1024;
constexpr Integer kWidestBlock = 1'000'000'000'000;  // beyond any n: one tile holds everything

struct Options {
  InputOptions input{.example = kRandom};
  std::optional<Integer> tokens;
  std::optional<Integer> block;
  bool causal = false;
  std::optional<Integer> window;
  Integer padding = 0;
  std::optional<std::string> focus;
  bool unguarded = false;
  bool measure = false;
  std::optional<Integer> threads;
};

void declare(Knobs& knobs, Options& options) {
  knobs.example("attn flash-tiling", "Eight tokens in tiles of four");
  knobs.example("attn flash-tiling --example cat-sat --block 2", "Three words, with a pencil");
  knobs.example("attn flash-tiling --window 3 --block 2 --unguarded", "The trap, sprung");
  knobs.count("--n", options.tokens, 1, kMostMeasured,
              "Number of random tokens (8 unless given); with --measure, the most (8192)");
  knobs.count("--dim", options.input.dim, 1, kMostDimensions,
              "Width of what is drawn (unless given: 4, 8 for words, 64 with --measure)");
  knobs.choice("--example", options.input.example, {kRandom, kSixWords, "cat-sat"},
               "Random tokens, or a ready sentence");
  declare_own_input(knobs, options.input);
  knobs.count("--block", options.block, 1, kWidestBlock,
              "Queries in a block and keys in a tile (4 unless given, 64 with --measure)");
  knobs.flag("--causal", options.causal, "Hide from each token the ones that come after it");
  knobs.count("--window", options.window, 1, kWidestBlock,
              "Causal, and no token sees more than this many, itself included");
  knobs.count("--padding", options.padding, 0, kMostWords,
              "Hide this many tokens at the left from all");
  knobs.text("--focus", options.focus, "WORD",
             "The row to follow in full, by word or index from 0 (an eventful one unless given)");
  knobs.flag("--unguarded", options.unguarded,
             "Take in hidden tiles without the guard against NaN");
  knobs.measurement("--measure", options.measure,
                    "Time naive attention, tiles and a fast kernel on this machine instead (15 s)");
  knobs.count("--threads", options.threads, 1, kMostThreads,
              "With --measure: the number of threads (one a processor unless given)");
}

// Tokens t0, t1, … with Q, K and V drawn one after another: what NumPy calls
// q, k, v = default_rng(seed).standard_normal((3, n, d)).
Steps random_steps(Index count, Index width, const std::string& seed) {
  Steps steps;
  steps.sentence.tokens = numbered("t", count);
  Generator generator(seed);
  for (Matrix* m : {&steps.q, &steps.k, &steps.v}) {
    *m = xt::empty<double>({count, width});
    generator.fill_normal({m->data(), m->size()});
  }
  return steps;
}

Steps read_steps(const Options& options) {
  if (!options.input.text && !options.input.file && !options.input.model.given() &&
      options.input.example == kRandom) {
    if (options.tokens > Integer{kMostWords}) {
      throw Error("--n: {} tokens are too many for tables; use 1 to {}, or add --measure",
                  *options.tokens, kMostWords);
    }
    return random_steps(static_cast<Index>(options.tokens.value_or(kTokens)),
                        static_cast<Index>(options.input.dim.value_or(kWidth)), options.input.seed);
  }
  if (options.tokens)
    throw Error("--n: it goes with random tokens, not with a sentence; leave it out");
  InputOptions input = options.input;
  if (input.example == kRandom) input.example = kSixWords;  // what the shared input starts from
  return take_steps({.input = input});
}

std::optional<Mask> mask_of(const Options& options, Index n) {
  if (options.padding > Integer{n}) {
    throw Error("--padding: {} exceeds the number of tokens; use 0 to {}", options.padding, n);
  }
  Mask mask = padding_mask(n, n, static_cast<Index>(options.padding));
  if (options.causal) mask = mask || causal_mask(n);
  if (options.window) mask = mask || window_mask(n, static_cast<Index>(*options.window));
  return options.padding > 0 || options.causal || options.window ? std::optional{mask}
                                                                 : std::nullopt;
}

// The run that the reader asked for.
struct Run {
  Integer asked;  // the block; where it exceeds the tokens, options.block does not
  Steps steps;
  FlashOptions options;
  FlashTrace trace;
  Index focus;
};

Run take_run(const Options& given) {
  Steps steps = read_steps(given);
  steps.mask = mask_of(given, steps.count());
  steps.a = attention(steps.q, steps.k, steps.v, {.mask = steps.mask});
  const Integer asked = given.block.value_or(kBlock);
  const auto block = static_cast<Index>(std::min(asked, Integer{steps.count()}));
  const FlashOptions options{block, {}, steps.mask, !given.unguarded, !given.unguarded};
  const FlashTrace trace = trace_flash(steps, options);
  const Index focus = given.focus ? find_token(steps.sentence, *given.focus) : eventful_row(trace);
  return {asked, steps, options, trace, focus};
}

void write_idea(Page& page) {
  page.say(
      "Softmax needs the largest score of a row and the sum of all its exponentials before the "
      "first weight is known. So the naive way writes n × n scores to memory, and reads them "
      "again. Tiled attention never has more than one tile of them.");
  page.say(
      "Keys come in tiles. A query keeps three things: the largest score so far m, the sum of "
      "exponentials l, and the output so far o, neither of them divided yet. When a tile "
      "brings a larger score, what was added up against the old maximum is rescaled once by r:");
  page.equation("recurrence",
                {R"(m' = \max(m, \max_j s_j))", R"(r = \exp(m - m'))",
                 R"(l' = r l + \sum_j \exp(s_j - m'))", R"(o' = r o + \sum_j \exp(s_j - m') v_j)"});
  page.say(
      "The output is o / l after the last tile. The sum is the online softmax of Milakov and "
      "Gimelshein (2018, arXiv 1805.02867); carrying o along with it is FlashAttention (Dao et "
      "al., 2022, arXiv 2205.14135).");
}

void write_trace(Page& page, const Run& run) {
  const Steps& steps = run.steps;
  const std::string& word = steps.words()[run.focus];
  if (run.asked > Integer{steps.count()}) {
    page.say("A block of {} is wider than {} tokens: one tile holds them all.", grouped(run.asked),
             steps.count());
  }
  page.say("{} tokens, in tiles of {}. Follow the query of {}. Here is what it meets:",
           steps.count(), run.options.block, word);
  page.table(query_keys_values("inputs", steps, run.focus));
  page.say(
      "A score is q·k / √{} = q·k × {:.4g}. Below is a line for each key, and a total after "
      "each tile, which is carried into the next one times r. Columns add up; only of the "
      "scores the total is the largest, m.",
      columns(steps.k), steps.a.scale);
  page.table(ledger("ledger", steps, run.trace, run.focus));
  page.say("{}", rescale_note(steps, run.trace, run.focus));
  if (!steps_of(run.trace, run.focus).empty()) {
    page.say("The whole block of queries that {} belongs to goes through the same tiles:", word);
    page.table(block_states("states", steps, run.trace, run.focus));
  }
  claim_run(page, steps, run.trace, run.options);
}

// Measuring takes random tokens without a mask.
MeasureOptions measure_options(const Options& options) {
  const std::pair<const char*, bool> others[] = {{"--text", options.input.text.has_value()},
                                                 {"--input", options.input.file.has_value()},
                                                 {"--model", options.input.model.given()},
                                                 {"--example", options.input.example != kRandom},
                                                 {"--causal", options.causal},
                                                 {"--window", options.window.has_value()},
                                                 {"--padding", options.padding > 0},
                                                 {"--focus", options.focus.has_value()},
                                                 {"--unguarded", options.unguarded}};
  for (const auto& [name, given] : others) {
    if (given)
      throw Error("{0}: --measure takes random tokens without a mask; leave {0} out", name);
  }
  const Integer n = options.tokens.value_or(kMeasured);
  return {.most = static_cast<Index>(n),
          .width = static_cast<Index>(options.input.dim.value_or(kMeasuredWidth)),
          .block = static_cast<Index>(std::min(options.block.value_or(kMeasuredBlock), n)),
          .threads = static_cast<unsigned>(options.threads.value_or(0)),
          .seed = options.input.seed};
}

Written write(const Options& asked) {
  if (asked.measure) {
    const MeasureOptions options = measure_options(asked);
    return PageJob{announced_page(options),
                   [options] { return measured_page(options, measure(options)); }};
  }
  if (asked.threads)
    throw Error("--threads: it goes with --measure; leave it out, or add --measure");
  const Run run = take_run(asked);
  Page page{"flash-tiling", "Attention in tiles"};
  write_idea(page);
  page.section("one-row", "One row with a pencil");
  write_trace(page, run);
  page.section("any-block", "Every block size gives the same");
  write_equality(page, run.steps);
  page.section("skipped-tiles", "Tiles that a mask hides are skipped");
  write_skipped_tiles(page, run.steps, run.options.block);
  page.section("hidden-first-tile", "The trap: nothing to see in the first tile");
  write_nan_trap(page, run.steps);
  page.section("moved-bytes", "What moves between slow and fast memory");
  write_traffic(page, run.steps, run.options.block);
  page.section("held-memory", "What each way holds");
  write_held_memory(page);
  page.try_next(
      {{"attn flash-tiling --example cat-sat --block 2 --focus The", {"Check every sum by hand."}},
       {"attn flash-tiling --causal --block 2",
        {"Smaller tiles, and what a mask saves with them."}},
       {"attn flash-tiling --window 3 --block 2 --unguarded", {"Watch rows turn into NaN."}},
       {"attn flash-tiling --n 64 --block 16 --seed 1",
        {"Other numbers: still the same output?"}}});
  add_attention_arrays(page, run.steps);
  page.array(array_of("flash_output", run.trace.output, run.steps.words()));
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<Options, declare, write>(knobs); }

}  // namespace attn::lessons::flash_tiling
