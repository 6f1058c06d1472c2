// Lesson: ring. How is attention computed on several machines, none of which holds all the keys?
#include "lessons/ring/ring.hpp"
#include "core/random/generator.hpp"
#include "lessons/lesson.hpp"
#include "lessons/ring/measure_page.hpp"
#include "support/error.hpp"

namespace attn::lessons::ring {

namespace {

constexpr Integer kMostRanks = 8, kMostTokens = 1024, kMostWidth = 64;
constexpr Integer kMostMeasured = 1 << 17, kMostThreads = 1024;

struct Options {
  std::optional<Integer> tokens, width, ranks, threads;
  std::string seed = "0";
  bool measure = false;
};

void declare(Knobs& knobs, Options& options) {
  knobs.example("attn ring", "Eight tokens on four ranks");
  knobs.example("attn ring --ranks 2 --n 4", "Two ranks, with a pencil");
  knobs.count("--n", options.tokens, 2, kMostMeasured,
              "Number of random tokens (8 unless given, 8192 with --measure)");
  knobs.count("--dim", options.width, 1, kMostWidth,
              "Width of queries, keys and values (4 unless given, 64 with --measure)");
  knobs.count("--ranks", options.ranks, 1, kMostRanks,
              "Ranks that the tokens are dealt to (4 unless given)");
  knobs.text("--seed", options.seed, "DIGITS", "Seed of the random numbers");
  knobs.measurement(
      "--measure", options.measure,
      "Compute on the processes of mpirun -n 4 attn ring --measure instead, and time them");
  knobs.count("--threads", options.threads, 1, kMostThreads,
              "With --measure: threads of a rank (its share of the processors unless given)");
}

void refuse_too_few(Integer tokens, Integer ranks) {
  if (tokens < 2 * ranks) {
    throw Error("--n: {} tokens are too few for {} ranks; give each two at least, {}", tokens,
                ranks, 2 * ranks);
  }
}

Setup set_up(const Options& options) {
  const Integer tokens = options.tokens.value_or(8), ranks = options.ranks.value_or(4);
  if (tokens > kMostTokens) {
    throw Error("--n: {} tokens are too many to follow; use at most {}, or add --measure", tokens,
                kMostTokens);
  }
  refuse_too_few(tokens, ranks);
  Setup setup{.q = {}, .k = {}, .v = {}, .ranks = static_cast<Index>(ranks), .seed = options.seed};
  Generator generator(options.seed);
  for (Matrix* m : {&setup.q, &setup.k, &setup.v}) {
    *m = xt::empty<double>(
        {static_cast<Index>(tokens), static_cast<Index>(options.width.value_or(4))});
    generator.fill_normal({m->data(), m->size()});
  }
  return setup;
}

void write_idea(Page& page, const Setup& setup) {
  page.say(
      "Attention of a long sequence asks for two things that one machine may not have: memory for "
      "all keys and values, and time for n² scores. Here {} tokens are dealt to {} ranks, "
      "processes that share no memory and send each other messages. All of them are simulated; "
      "every message is counted.",
      setup.count(), setup.ranks);
  page.say(
      "Two ways to share the work follow: along the sequence, where keys and values go round in a "
      "ring (Liu, Zaharia and Abbeel, 2023, arXiv 2310.01889), and across the heads (Shoeybi et "
      "al., 2019, arXiv 1909.08053).");
}

Written measured(const Options& asked) {
  if (asked.ranks) throw Error("--ranks: with --measure they are those of mpirun -n; leave it out");
  if (!is_one_of_several()) {
    throw Error("--measure: it takes several processes; run mpirun -n 4 attn ring --measure");
  }
  const Generator valid_seed(asked.seed);
  const MeasureOptions options{.n = static_cast<Index>(asked.tokens.value_or(8192)),
                               .width = static_cast<Index>(asked.width.value_or(64)),
                               .threads = static_cast<unsigned>(asked.threads.value_or(0)),
                               .seed = asked.seed};
  return PageJob{announced_page(options), [options] {
                   Ranks& ranks = all_ranks();
                   together(ranks, [&] { refuse_too_few(options.n, ranks.count()); });
                   return measured_page(options, measure(ranks, options));
                 }};
}

Written write(const Options& options) {
  if (options.measure) return measured(options);
  if (options.threads)
    throw Error("--threads: it goes with --measure; leave it out, or add --measure");
  const Setup setup = set_up(options);
  const RingRun run = setup.run(Dealing::in_order, false);
  Page page{"ring", "Attention on several machines"};
  write_idea(page, setup);
  page.section("round-the-ring", "Round the ring");
  write_rotation(page, setup, run);
  page.section("one-query", "One query with a pencil");
  write_joins(page, setup, run);
  page.section("what-is-sent", "What is sent");
  write_sending(page, setup);
  page.section("hidden-future", "When the future is hidden");
  write_causal(page, setup);
  page.section("shared-heads", "Or share the heads");
  write_heads(page, setup);
  page.try_next({{"attn ring --ranks 2 --n 4", {"The least that is a ring."}},
                 {"attn ring --ranks 8 --n 64", {"More ranks: what is sent hardly grows."}},
                 {"attn ring --n 10", {"Pieces that are not equal."}},
                 {"attn kv-cache --devices 2", {"Heads on several devices, and their cache."}}});
  page.array(array_of("q", setup.q));
  page.array(array_of("k", setup.k));
  page.array(array_of("v", setup.v));
  page.array(array_of("output", run.output));
  page.array(array_of("causal_output", setup.run(Dealing::zigzag, true).output));
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<Options, declare, write>(knobs); }

}  // namespace attn::lessons::ring
