#include "attend/conventions.hpp"

#include <fmt/format.h>

#include <cmath>

namespace attn {

namespace {

template <typename Value, std::size_t count>
std::string spelled(const Switch<Value, count>& by, const Value& value) {
  return fmt::format("{} {}", by.name, by[value].word);
}

template <typename Change>
Variant changed(const AttendOptions& options, std::string words, std::string switches,
                Change change) {
  Variant variant{std::move(words), std::move(switches), options};
  change(variant.options);
  return variant;
}

// Every value of a switch but the one in force; `place` says where the options hold it.
template <typename Value, std::size_t count, typename Place>
std::vector<Variant> other_values(const AttendOptions& options, const Switch<Value, count>& by,
                                  Place place) {
  std::vector<Variant> variants;
  for (const Choice<Value>& choice : by.choices) {
    if (choice.value == place(options)) continue;
    variants.push_back(changed(options, choice.instead, spelled(by, choice.value),
                               [&](AttendOptions& other) { place(other) = choice.value; }));
  }
  return variants;
}

constexpr auto kAlignOf = [](auto& options) -> auto& { return options.align; };
constexpr auto kEmptyRowOf = [](auto& options) -> auto& { return options.empty_row; };

std::vector<Variant> nothing_else(const AttendInput&, const AttendOptions&) { return {}; }

// --- scores times 1/√d ---

std::string scale_here(const AttendInput& input, const AttendOptions& options) {
  if (options.scale) return fmt::format("{:g}", *options.scale);
  const Index width = input.q.shape(3);
  return fmt::format("1/√{} = {:.4g}", width, 1.0 / std::sqrt(static_cast<double>(width)));
}

std::vector<Variant> scale_instead(const AttendInput&, const AttendOptions& options) {
  std::vector<Variant> variants;
  if (options.scale) {
    variants.push_back(changed(options, "scores times 1/√d", "no --scale",
                               [](AttendOptions& other) { other.scale.reset(); }));
  }
  if (options.scale != 1.0) {
    variants.push_back(changed(options, "scores as they are", "--scale none",
                               [](AttendOptions& other) { other.scale = 1.0; }));
  }
  return variants;
}

// --- softcap ---

std::string softcap_here(const AttendInput&, const AttendOptions& options) {
  if (!options.softcap) return "none";
  return fmt::format("{0:g} · tanh(score / {0:g})", *options.softcap);
}

std::vector<Variant> softcap_instead(const AttendInput&, const AttendOptions& options) {
  if (!options.softcap) return {};
  return {changed(options, "no softcap", "no --softcap",
                  [](AttendOptions& other) { other.softcap.reset(); })};
}

// --- what a mask means ---

std::string mask_here(const AttendInput&, const AttendOptions& options) {
  return options.mask ? kMaskMeans[options.mask->means].here : "none";
}

// Numbers that are added cannot be taken for ones and zeros.
std::vector<Variant> mask_instead(const AttendInput&, const AttendOptions& options) {
  if (!options.mask || options.mask->means == AttendMask::Means::add) return {};
  return other_values(
      options, kMaskMeans, [](auto& o) -> auto& { return o.mask->means; });
}

// --- where the causal diagonal lies ---

std::string causal_here(const AttendInput&, const AttendOptions& options) {
  if (!options.causal && !options.window) return "no";
  const char* place = kAlign[options.align].here;
  return options.window ? fmt::format("{}; window of {}", place, *options.window) : place;
}

// Neither the other diagonal nor a row that it leaves without a key is there without --causal, so
// these are tried together.
std::vector<Variant> causal_with(const AttendInput& input, const AttendOptions& options) {
  const Variant causal = changed(options, "the future hidden", "--causal",
                                 [](AttendOptions& other) { other.causal = true; });
  std::vector<Variant> variants{causal};
  const auto add = [&](std::vector<Variant> more) {
    for (Variant& variant : more) {
      variant.switches = causal.switches + " " + variant.switches;
      variants.push_back(std::move(variant));
    }
  };
  const Index queries = input.q.shape(2), keys = input.k.shape(2);
  if (queries != keys - input.past || !options.kv_len.empty()) {
    add(other_values(causal.options, kAlign, kAlignOf));
    variants.back().words = "the other diagonal";
  }
  if (queries > keys) add(other_values(causal.options, kEmptyRow, kEmptyRowOf));
  return variants;
}

std::vector<Variant> causal_instead(const AttendInput& input, const AttendOptions& options) {
  if (!options.causal && !options.window) return causal_with(input, options);
  return other_values(options, kAlign, kAlignOf);
}

// --- rotary positions ---

std::string rotary_here(const AttendInput&, const AttendOptions& options) {
  if (!options.rope) return "none";
  return fmt::format("{}, base {:g}", kRotary[options.rope->layout].here, options.rope->base);
}

std::vector<Variant> rotary_instead(const AttendInput&, const AttendOptions& options) {
  if (!options.rope) return {};
  return other_values(
      options, kRotary, [](auto& o) -> auto& { return o.rope->layout; });
}

}  // namespace

std::string switch_for(AttendMask::Means means) { return spelled(kMaskMeans, means); }
std::string switch_for(Align align) { return spelled(kAlign, align); }
std::string switch_for(RotaryLayout layout) { return spelled(kRotary, layout); }
std::string switch_for(EmptyRow empty) { return spelled(kEmptyRow, empty); }
std::string switch_for(const Precision& precision) { return spelled(kRounding, precision); }

std::span<const Convention> conventions() {
  using In = AttendInput;
  using Options = AttendOptions;
  static constexpr std::array kConventions{
      Convention{"scores times", "--scale", scale_here, scale_instead},
      Convention{"softcap", "--softcap", softcap_here, softcap_instead},
      Convention{"mask", "--mask, --mask-means", mask_here, mask_instead},
      Convention{"causal", "--causal, --align, --window", causal_here, causal_instead},
      Convention{"keys of padding", "--kv-len",
                 [](const In&, const Options& o) {
                   return std::string(o.kv_len.empty() ? "none" : "from --kv-len on");
                 },
                 nothing_else},
      Convention{"keys of a cache", "--past-k, --past-v",
                 [](const In& in, const Options&) { return fmt::format("{}", in.past); },
                 nothing_else},
      Convention{"query heads for a KV head", "--heads, --kv-heads",
                 [](const In& in, const Options&) {
                   return fmt::format("{}", in.q.shape(1) / in.k.shape(1));
                 },
                 nothing_else},
      Convention{"sink", "--sink",
                 [](const In&, const Options& o) {
                   return std::string(o.sink ? "one score a head" : "none");
                 },
                 nothing_else},
      Convention{"rotary positions", "--rope, --rope-base", rotary_here, rotary_instead},
      Convention{
          "a row without a key", kEmptyRow.name,
          [](const In&, const Options& o) { return std::string(kEmptyRow[o.empty_row].here); },
          [](const In&, const Options& o) { return other_values(o, kEmptyRow, kEmptyRowOf); }},
      Convention{
          "every step rounded to", kRounding.name,
          [](const In&, const Options& o) { return std::string(kRounding[o.precision].here); },
          [](const In&, const Options& o) {
            return other_values(
                o, kRounding, [](auto& options) -> auto& { return options.precision; });
          }}};
  return kConventions;
}

}  // namespace attn
