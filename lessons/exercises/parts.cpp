#include "lessons/exercises/parts.hpp"

namespace attn::lessons::exercises {

namespace rules = practice;

Labels sentence(Plan& plan, Index count) {
  static const std::vector<Labels> kSentences{
      {"dogs", "chase", "cats", "home"}, {"birds", "sing", "old", "songs"},
      {"she", "reads", "his", "book"},   {"rain", "fills", "the", "well"},
      {"we", "mow", "green", "grass"},   {"bees", "like", "red", "clover"}};
  const Labels& words = plan.one_of(kSentences);
  return {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count)};
}

namespace {

// "S_1 = …": the letter of a matrix, with the number of its head.
std::string letter(std::string_view name, const HeadOf& part) {
  return std::string(name) + (part.suffix.empty() ? "" : "_{" + part.suffix.substr(1) + "}");
}

std::string of_head(std::string title, const HeadOf& part) {
  return part.suffix.empty() ? title : title + " of head " + part.suffix.substr(1);
}

}  // namespace

Attended mixed(Plan& plan, Index scores, const AttentionParts& p) {
  const std::string a = letter("A", p.part), v = letter("V", p.part), o = letter("O", p.part);
  const std::string values = p.part.suffix.empty() ? "V" : v;
  const Index weights = plan.weights(
      "weights" + p.part.suffix,
      of_head(
          plan.either("Weights, a softmax along each row", "Weights, a softmax down each column"),
          p.part),
      a + " = \\text{softmax}(" + letter("S'", p.part) + ")", queries(p.queries), keys(p.keys),
      rules::softmaxed(scores, plan.base()));
  const Index output =
      plan.step("output" + p.part.suffix, of_head("Output", p.part),
                o + " = " + plan.either(a + " " + values, values + " " + a), queries(p.queries),
                components(p.d_v), rules::product_of_head(weights, p.v, p.part.head));
  return {weights, output};
}

Attended attention_steps(Plan& plan, const AttentionParts& p) {
  const std::string s = letter("S", p.part), q = letter("Q", p.part), k = letter("K", p.part);
  const Index scores =
      plan.step("scores" + p.part.suffix, of_head("Scores: every query times every key", p.part),
                s + " = " + plan.either(q + " " + k + "^\\top", k + "^\\top " + q),
                queries(p.queries), keys(p.keys), rules::dots(p.q, p.k, p.part.head));
  const Index scaled = plan.step("scaled" + p.part.suffix, of_head("Scores, scaled", p.part),
                                 letter("S'", p.part) + " = \\frac{" + s + "}{\\sqrt{d_k}}",
                                 queries(p.queries), keys(p.keys), rules::scaled(scores, p.d_k));
  return mixed(plan, scaled, p);
}

}  // namespace attn::lessons::exercises
