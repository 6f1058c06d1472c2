// Lesson: ring. How is attention computed on several machines, none of which holds all the keys?
#include "core/random/generator.hpp"
#include "lessons/lesson.hpp"
#include "lessons/ring/sections.hpp"
#include "support/error.hpp"

namespace attn::lessons::ring {

namespace {

constexpr Integer kMostRanks = 8, kMostTokens = 1024, kMostWidth = 64;

struct Options {
  Integer tokens = 8, width = 4, ranks = 4;
  std::string seed = "0";
};

void declare(Knobs& knobs, Options& o) {
  knobs.example("attn ring", "Eight tokens on four ranks");
  knobs.example("attn ring --ranks 2 --n 4", "Two ranks, with a pencil");
  knobs.count("--n", o.tokens, 2, kMostTokens, "Number of random tokens");
  knobs.count("--dim", o.width, 1, kMostWidth, "Width of queries, keys and values");
  knobs.count("--ranks", o.ranks, 1, kMostRanks, "Ranks that the tokens are dealt to");
  knobs.text("--seed", o.seed, "DIGITS", "Seed of the random numbers");
}

Setup set_up(const Options& o) {
  if (o.tokens < 2 * o.ranks) {
    throw Error("--n: {} tokens are too few for {} ranks; give each two at least, {}", o.tokens,
                o.ranks, 2 * o.ranks);
  }
  Setup setup{.q = {}, .k = {}, .v = {}, .ranks = static_cast<Index>(o.ranks), .seed = o.seed};
  Generator generator(o.seed);
  for (Matrix* m : {&setup.q, &setup.k, &setup.v}) {
    *m = xt::empty<double>({static_cast<Index>(o.tokens), static_cast<Index>(o.width)});
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

Document write(const Options& o) {
  const Setup setup = set_up(o);
  const RingRun run = setup.run(Dealing::in_order, false);
  Page page{"ring", "Attention on several machines"};
  write_idea(page, setup);
  write_rotation(page, setup, run);
  write_joins(page, setup, run);
  write_sending(page, setup);
  write_causal(page, setup);
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
