// Sheets of what attention costs: cost, memory-table, kv-cache.
#include "lessons/exercises/parts.hpp"
#include "lessons/exercises/sheets.hpp"

namespace attn::lessons::exercises {

namespace rules = practice;

namespace {

constexpr double kMiB = 1024.0 * 1024.0;

// A power of two, 2^low to 2^high.
double power_of_two(Plan& plan, int low, int high) {
  return static_cast<double>(1 << plan.whole(low, high));
}

// Three lengths of a text, each twice the one before.
struct Lengths {
  Axis rows;
  Index place;
};
Lengths lengths(Plan& plan, int low, int high) {
  const double n = power_of_two(plan, low, high);
  const Axis rows{"text", {"short", "medium", "long"}};
  const Index place = plan.given("n", "Tokens n", rows, {}, Matrix{{n}, {2 * n}, {4 * n}});
  return {rows, place};
}

}  // namespace

void cost(Plan& plan) {
  const Lengths n = lengths(plan, 5, 9);
  const Index d = plan.given("d", "Width d", {}, {}, Matrix{{power_of_two(plan, 6, 9)}});
  const auto count = [&](const char* id, const char* title, const char* formula,
                         practice::Rule rule) {
    return plan.step(id, title, formula, n.rows, {}, std::move(rule));
  };
  count("attention", "Products of attention: scores, and weights times values", "2 n^2 d",
        rules::counted(2, {{n.place}, {n.place}, {d}}));
  count("recurrent", "Products of a recurrent layer", "2 n d^2",
        rules::counted(2, {{n.place}, {d}, {d}}));
  count("ratio", "How many times as many attention takes", "\\frac{n}{d}",
        rules::quotient({n.place}, {d}));
  count("projections", "Products of W_Q, W_K, W_V and W_O, which attention takes besides",
        "4 n d^2", rules::counted(4, {{n.place}, {d}, {d}}));
}

void memory_table(Plan& plan) {
  const Lengths n = lengths(plan, 8, 11);
  const double bytes = plan.one_of<double>({2, 4});
  const Index shape =
      plan.given("shape", "Layers L, heads h of width d_k each, bytes b a number", {},
                 {"", {"L", "h", "d_k", "b"}},
                 Matrix{{plan.one_of<double>({12, 24, 32}), plan.one_of<double>({8, 12, 16}),
                         plan.one_of<double>({64, 128}), bytes}});
  const practice::Factor layers{shape, 0}, heads{shape, 1}, width{shape, 2}, b{shape, 3};
  const auto count = [&](const char* id, const char* title, const char* formula,
                         practice::Rule rule) {
    return plan.step(id, title, formula, n.rows, {}, std::move(rule));
  };
  const Index one = count("score_bytes", "Bytes of one matrix of scores", "n^2 b",
                          rules::counted(1, {{n.place}, {n.place}, b}));
  const Index layer = count("layer_bytes", "Bytes of the scores of all heads of a layer", "h n^2 b",
                            rules::counted(1, {heads, {one}}));
  count("layer_mib", "The same in MiB of 1,048,576 bytes", "\\frac{h n^2 b}{2^{20}}",
        rules::in_units({layer}, kMiB));
  count("all_bytes", "Bytes of the scores of all layers, kept for training", "L h n^2 b",
        rules::counted(1, {layers, {layer}}));
  count("qkvo_bytes", "Bytes of the queries, keys, values and outputs of a layer", "4 n h d_k b",
        rules::counted(4, {{n.place}, heads, width, b}));
}

namespace {

void cache_bytes(Plan& plan) {
  const double kv_heads = plan.one_of<double>({1, 2, 4, 8});
  const double heads = kv_heads * plan.one_of<double>({2, 4, 8});
  const Index shape = plan.given(
      "shape",
      "A model: layers L, heads h, KV heads g of width d_k each, bytes b a number, tokens n", {},
      {"", {"L", "h", "g", "d_k", "b", "n"}},
      Matrix{{plan.one_of<double>({16, 24, 32}), heads, kv_heads, plan.one_of<double>({64, 128}),
              plan.one_of<double>({2, 4}), power_of_two(plan, 9, 13)}});
  const practice::Factor l{shape, 0}, h{shape, 1}, g{shape, 2}, d{shape, 3}, b{shape, 4},
      n{shape, 5};
  const Index token = plan.step("token_bytes", "Bytes that a token takes in the cache",
                                "2 L g d_k b", {}, {}, rules::counted(2, {l, g, d, b}));
  const Index all = plan.step("cache_bytes", "Bytes of the cache of n tokens", "2 L g d_k b n", {},
                              {}, rules::counted(1, {{token}, n}));
  plan.step("cache_mib", "The same in MiB of 1,048,576 bytes", "\\frac{2 L g d_k b n}{2^{20}}", {},
            {}, rules::in_units({all}, kMiB));
  plan.step("saving", "How many times as much it would be with a KV head for each head",
            "\\frac{h}{g}", {}, {}, rules::quotient(h, g));
}

}  // namespace

void kv_cache(Plan& plan) {
  constexpr Index kCached = 4, kKey = 4, kValue = 2;
  const Labels words = sentence(plan, kCached), last{words.back()};
  const Index q = plan.given("q", "The query of the new word; d_k = 4", words_down(last),
                             components(kKey), plan.wholes(1, kKey, -1, 2));
  const Index k =
      plan.given("k", "The keys in the cache, the new word's included", words_down(words),
                 components(kKey), plan.wholes(kCached, kKey, -1, 2));
  const Index v = plan.given("v", "The values in the cache", words_down(words), components(kValue),
                             plan.halves(kCached, kValue, -4, 8));
  attention_steps(plan, {q, k, v, kKey, kValue, last, words});
  cache_bytes(plan);
}

}  // namespace attn::lessons::exercises
