#include "check/formula/vocabulary.hpp"

#include <algorithm>
#include <array>

#include "check/formula/functions.hpp"
#include "check/normalise/normalised_text.hpp"

namespace attn {

namespace {

struct NamedUnit {
  std::string_view name;
  Unit unit;
  bool glued = false;
};

constexpr std::array kUnits{
    NamedUnit{"degrees", {.degrees = true}},
    // Whose power of 1000 is not known here.
    NamedUnit{"ms", {.rate = true}, true}, NamedUnit{"us", {.rate = true}, true},
    NamedUnit{"ns", {.rate = true}, true}, NamedUnit{"s", {.rate = true}, true},
    NamedUnit{"min", {.rate = true}, true}, NamedUnit{"h", {.rate = true}, true},
    NamedUnit{"hr", {.rate = true}, true}, NamedUnit{"hrs", {.rate = true}, true},
    NamedUnit{"sec", {.rate = true}, true}, NamedUnit{"dB", {.rate = true}, true},
    NamedUnit{"Hz", {.rate = true}, true}, NamedUnit{"kHz", {.rate = true}, true},
    NamedUnit{"MHz", {.rate = true}, true}, NamedUnit{"GHz", {.rate = true}, true},
    NamedUnit{"Kbps", {.rate = true}, true}, NamedUnit{"Mbps", {.rate = true}, true},
    NamedUnit{"Gbps", {.rate = true}, true}, NamedUnit{"GFLOPs", {.rate = true}, true},
    NamedUnit{"GFLOPS", {.rate = true}, true}, NamedUnit{"TFLOPs", {.rate = true}, true},
    NamedUnit{"TFLOPS", {.rate = true}, true}, NamedUnit{"px", {.rate = true}, true},
    NamedUnit{"mm", {.rate = true}, true}, NamedUnit{"cm", {.rate = true}, true},
    NamedUnit{"km", {.rate = true}, true}, NamedUnit{"kg", {.rate = true}, true},
    NamedUnit{"W", {.rate = true}, true}, NamedUnit{"kW", {.rate = true}, true},
    NamedUnit{"kWh", {.rate = true}, true}, NamedUnit{"V", {.rate = true}, true},
    NamedUnit{"mV", {.rate = true}, true}, NamedUnit{"bit", {.bits = true}},
    NamedUnit{"bits", {.bits = true}}, NamedUnit{"wan", {.power = 4, .base = 10}},  // 万
    NamedUnit{"yi", {.power = 8, .base = 10}},                                      // 亿
    NamedUnit{"B", {.bytes = true}}, NamedUnit{"byte", {.bytes = true}},
    NamedUnit{"bytes", {.bytes = true}}, NamedUnit{"KB", {.power = 1, .bytes = true}},
    NamedUnit{"kB", {.power = 1, .bytes = true}}, NamedUnit{"MB", {.power = 2, .bytes = true}},
    NamedUnit{"GB", {.power = 3, .bytes = true}}, NamedUnit{"TB", {.power = 4, .bytes = true}},
    NamedUnit{"KiB", {.power = 1, .base = 1024, .bytes = true}},
    NamedUnit{"MiB", {.power = 2, .base = 1024, .bytes = true}},
    NamedUnit{"GiB", {.power = 3, .base = 1024, .bytes = true}},
    NamedUnit{"TiB", {.power = 4, .base = 1024, .bytes = true}},
    NamedUnit{"thousand", {.power = 1, .base = 1000}},
    NamedUnit{"million", {.power = 2, .base = 1000}},
    NamedUnit{"billion", {.power = 3, .base = 1000}},
    NamedUnit{"trillion", {.power = 4, .base = 1000}}, NamedUnit{"k", {.power = 1}, true},
    NamedUnit{"K", {.power = 1}, true}, NamedUnit{"M", {.power = 2}, true},
    NamedUnit{"G", {.power = 3}, true}, NamedUnit{"T", {.power = 4}, true}};

constexpr std::array<std::string_view, 8> kModules{"np",   "numpy", "torch",      "F",
                                                   "math", "nn",    "functional", "jnp"};

// What there may be so many of, each of so many: "12 heads of 64".
constexpr std::array<std::string_view, 16> kHolders{
    "heads", "layers", "blocks",    "rows",    "columns", "groups", "batches", "chunks",
    "tiles", "pages",  "sequences", "vectors", "words",   "tokens", "shards",  "experts"};

// Words that stand between numbers and count nothing.
constexpr std::array<std::string_view, 25> kGrammar{
    "dozen", "and",  "are", "but",  "for",  "from", "gives", "has",  "into",
    "its",   "mod",  "not", "off",  "out",  "over", "minus", "plus", "times",
    "per",   "sqrt", "the", "then", "with", "exp",  "max"};

}  // namespace

bool is_function(std::string_view word) { return function_spelled(word) != nullptr; }

std::optional<Unit> unit_of(std::string_view word, bool glued) {
  const auto found = std::ranges::find(kUnits, word, &NamedUnit::name);
  if (found == kUnits.end() || (found->glued && !glued)) return std::nullopt;
  Unit unit = found->unit;
  unit.billions = glued && word == "B";
  return unit;
}

bool computes(std::string_view word) {
  constexpr std::array<std::string_view, 32> kWords{
      "mod",    "plus",  "minus",  "times",  "over", "div", "half",    "twice",
      "choose", "xor",   "modulo", "double", "tan",  "cot", "arctan",  "arcsin",
      "arccos", "atan",  "sinh",   "cosh",   "det",  "tr",  "rank",    "arg",
      "argmax", "Sigma", "lim",    "deg",    "gcd",  "lcm", "product", "erf"};
  return std::ranges::find(kWords, word) != kWords.end();
}

bool is_noun(std::string_view word) {
  if (std::ranges::all_of(word, [](char c) { return c == kUnspacedLetter; })) return true;
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  return word.size() > 2 && std::ranges::all_of(word, lower) && !is_function(word) &&
         !computes(word) && std::ranges::find(kGrammar, word) == kGrammar.end();
}

bool is_time(std::string_view word) {
  constexpr std::array<std::string_view, 12> kTimes{"seconds", "minutes", "hours", "days",
                                                    "weeks",   "months",  "years", "second",
                                                    "minute",  "hour",    "day",   "week"};
  return std::ranges::find(kTimes, word) != kTimes.end();
}

bool is_holder(std::string_view word) {
  return std::ranges::find(kHolders, word) != kHolders.end();
}

bool is_spelled(std::string_view word) {
  return word.find(kUnspacedLetter) == std::string_view::npos &&
         word.find(kForeignLetter) == std::string_view::npos;
}

bool is_module(std::string_view word) {
  return std::ranges::find(kModules, word) != kModules.end();
}

bool is_infinite(std::string_view word) {
  return word == "inf" || word == "infinity" || word == "Infinity";
}

bool is_name(const Token& token, const Names& names) {
  if (token.kind != Token::Kind::word) return false;
  if (!is_spelled(token.text)) return false;
  if (token.text.size() == 1 || names.contains(token.text)) return true;
  if (is_function(token.text)) return false;
  return token.text.find_first_of("_0123456789") != std::string_view::npos;
}

}  // namespace attn
