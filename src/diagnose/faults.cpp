#include "diagnose/faults.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace attn {

namespace {

using Known = KnownTensors;
using Choices = AttentionChoices;

bool always(const Known&) { return true; }

// --- shapes ---

Index keys_of(const Known& t) { return t.k.shape(2) + (t.past_k ? t.past_k->shape(2) : Index{0}); }
bool has_heads(const Known& t) { return t.q.shape(1) > 1 && t.q.shape(1) == t.k.shape(1); }
bool joins_heads(const Known& t) { return t.q.shape(1) > 1; }
bool shares_heads(const Known& t) { return t.k.shape(1) > 1 && t.q.shape(1) > t.k.shape(1); }
bool is_square(const Known& t) { return t.q.shape(2) == keys_of(t); }
bool swaps(const Known& t) { return is_square(t) && t.q.shape(1) == t.k.shape(1); }
bool keys_fit(const Known& t) { return keys_of(t) == t.q.shape(3); }
bool keys_mix(const Known& t) { return t.k.shape(3) == t.v.shape(3); }
bool queries_mix(const Known& t) { return is_square(t) && keys_mix(t); }

// --- conventions ---

bool scales(const Known& t) { return t.options.scale != 1.0; }
bool scales_by_width(const Known& t) { return !t.options.scale && t.q.shape(3) > 1; }
bool scales_heads(const Known& t) { return !t.options.scale && t.q.shape(1) > 1; }
bool is_causal(const Known& t) { return t.options.causal || t.options.window; }
bool has_diagonal(const Known& t) { return t.options.causal && !t.options.window; }
bool has_window(const Known& t) { return t.options.window.has_value(); }
bool narrows(const Known& t) { return t.options.window.value_or(1) > 1; }
bool hides(const Known& t) { return is_causal(t) || t.options.mask || !t.options.kv_len.empty(); }
bool hides_nothing(const Known& t) { return !hides(t); }
bool turns(const Known& t) { return t.options.rope.has_value(); }
bool turns_later(const Known& t) {
  return turns(t) && !t.options.rope->positions && (t.past_k || !is_square(t));
}
bool has_sink(const Known& t) { return t.options.sink.has_value(); }
bool is_finer(const Known& t) { return t.options.precision.digits > kFloat16.digits; }

// clang-format off
constexpr std::array kFaults{
    Fault{"softmax_along_the_other_axis", "softmax runs down the columns",
          "each query has a softmax of its own, along its row of scores", always,
          [](Choices& c) { c.along = Choices::Along::column; }},
    Fault{"softmax_over_everything", "one softmax runs over all scores",
          "each query has a softmax of its own, along its row of scores", always,
          [](Choices& c) { c.along = Choices::Along::everything; }},
    Fault{"base_two", "powers of 2 stand for powers of e", "softmax takes powers of e", always,
          [](Choices& c) { c.base = Choices::Base::two; }},
    Fault{"scale_left_out", "scores are not scaled", "scores are multiplied by the scale, 1/√d unless given", scales,
          [](Choices& c) { c.scale = Choices::Scale::none; }},
    Fault{"scale_by_d", "scores are divided by d", "scores are divided by √d", scales_by_width,
          [](Choices& c) { c.scale = Choices::Scale::by_width; }},
    Fault{"heads_scaled_by_joined_width", "scores are divided by the root of all heads' width",
          "scores are divided by √d, d being the width of one head", scales_heads,
          [](Choices& c) { c.scale = Choices::Scale::by_joined_width; }},
    Fault{"scale_multiplied", "scores are multiplied by √d", "scores are divided by √d", scales_by_width,
          [](Choices& c) { c.scale = Choices::Scale::multiplied; }},
    Fault{"scaled_after_softmax", "weights are scaled, and scores are not",
          "scores are scaled before the softmax, weights never", scales,
          [](Choices& c) { c.scale = Choices::Scale::after_softmax; }},
    Fault{"queries_and_keys_swapped", "queries and keys are swapped", "rows are queries, columns are keys", swaps,
          [](Choices& c) { c.scores = Choices::Scores::keys_by_queries; }},
    Fault{"keys_not_transposed", "keys are not transposed", "a score is a row of Q times a row of K", keys_fit,
          [](Choices& c) { c.scores = Choices::Scores::keys_as_they_are; }},
    Fault{"weights_transposed", "weights are transposed", "row i of the weights mixes output i", is_square,
          [](Choices& c) { c.weights = Choices::Weights::transposed; }},
    Fault{"key_for_value", "keys are mixed, and not values", "the output is weights times values", keys_mix,
          [](Choices& c) { c.mixed = Choices::Mixed::keys; }},
    Fault{"query_for_value", "queries are mixed, and not values", "the output is weights times values", queries_mix,
          [](Choices& c) { c.mixed = Choices::Mixed::queries; }},
    Fault{"mask_ignored", "nothing is hidden", "hidden keys have weight 0", hides,
          [](Choices& c) { c.hidden = Choices::Hidden::nothing; }},
    Fault{"mask_inverted", "the mask is inverted", "what is hidden has weight 0, and nothing else", hides,
          [](Choices& c) { c.hidden = Choices::Hidden::the_others; }},
    Fault{"future_hidden", "later keys are hidden", "nothing is hidden here", hides_nothing,
          [](Choices& c) { c.hidden = Choices::Hidden::future_too; }},
    Fault{"causal_off_by_one", "each query sees one key of the future", "the diagonal is the last key seen", has_diagonal,
          [](Choices& c) { c.hidden = Choices::Hidden::one_key_less; }},
    Fault{"causal_hides_the_diagonal", "each query's own key is hidden", "the diagonal is the last key seen", has_diagonal,
          [](Choices& c) { c.hidden = Choices::Hidden::one_key_more; }},
    Fault{"top_left_for_bottom_right", "the causal diagonal starts in the other corner",
          "the diagonal lies where --align says", is_causal,
          [](Choices& c) { c.hidden = Choices::Hidden::other_diagonal; }},
    Fault{"window_too_wide", "the window is a key too wide", "a window counts the query's own key", has_window,
          [](Choices& c) { c.hidden = Choices::Hidden::wider_window; }},
    Fault{"window_too_narrow", "the window is a key too narrow", "a window counts the query's own key", narrows,
          [](Choices& c) { c.hidden = Choices::Hidden::narrower_window; }},
    Fault{"mask_after_softmax", "weights are hidden after the softmax", "scores are hidden before the softmax", hides,
          [](Choices& c) { c.hiding = Choices::Hiding::after_softmax; }},
    Fault{"hidden_scores_zero", "hidden scores are set to 0", "hidden scores are set to −∞", hides,
          [](Choices& c) { c.hiding = Choices::Hiding::zero_put; }},
    Fault{"large_number_added", "−1e4 is added to hidden scores, which leaks", "hidden scores are set to −∞", hides,
          [](Choices& c) { c.hiding = Choices::Hiding::large_added; }},
    Fault{"large_number_put", "−1e4 is put for hidden scores, which leaks", "hidden scores are set to −∞", hides,
          [](Choices& c) { c.hiding = Choices::Hiding::large_put; }},
    Fault{"heads_split_in_order", "heads are cut without transposing",
          "rows of h·d numbers become (T, h, d), then (h, T, d)", has_heads,
          [](Choices& c) { c.split = Choices::Layout::reshaped; }},
    Fault{"heads_joined_in_order", "heads are joined without transposing",
          "(h, T, d) becomes (T, h, d), then rows of h·d numbers", joins_heads,
          [](Choices& c) { c.join = Choices::Layout::reshaped; }},
    Fault{"repeated_heads_in_turn", "key heads are tiled, and not repeated",
          "neighbouring query heads share a key head", shares_heads,
          [](Choices& c) { c.key_head = Choices::KeyHead::in_turn; }},
    Fault{"rope_pairs_swapped", "rotary pairs are laid out the other way", "components pair up as --rope says", turns,
          [](Choices& c) { c.positions = Choices::Positions::other_layout; }},
    Fault{"rope_left_out", "nothing is rotated", "queries and keys turn by their positions", turns,
          [](Choices& c) { c.positions = Choices::Positions::none; }},
    Fault{"positions_from_zero", "positions start again at 0", "positions go on after the keys before", turns_later,
          [](Choices& c) { c.positions = Choices::Positions::from_zero; }},
    Fault{"sink_left_out", "the sink is left out", "the sink's exponential is in each sum", has_sink,
          [](Choices& c) { c.sink = Choices::Sink::left_out; }},
    Fault{"float16_on_the_way", "every step is rounded to float16", "every step has the digits of --dtype", is_finer,
          [](Choices& c) { c.digits = Choices::Digits::float16; }}};
// clang-format on

}  // namespace

std::span<const Fault> faults() { return kFaults; }

const Fault& fault_named(std::string_view id) {
  const auto found = std::ranges::find(kFaults, id, &Fault::id);
  if (found == kFaults.end()) throw std::logic_error("fault_named: no such mistake");
  return *found;
}

AttentionChoices choices_with(const Faults& made) {
  Choices choices;
  for (const Fault* fault : made) fault->make(choices);
  return choices;
}

std::vector<Faults> single_faults(const KnownTensors& known) {
  std::vector<Faults> singles;
  for (const Fault& fault : kFaults) {
    if (fault.applies(known)) singles.push_back({&fault});
  }
  return singles;
}

std::vector<Faults> fault_pairs(const KnownTensors& known) {
  const std::vector<Faults> singles = single_faults(known);
  std::vector<Faults> pairs;
  for (std::size_t i = 0; i < singles.size(); ++i) {
    for (std::size_t j = i + 1; j < singles.size(); ++j) {
      const Fault *one = singles[i].front(), *two = singles[j].front();
      if (choices_with({one, two}) == choices_with({two, one})) pairs.push_back({one, two});
    }
  }
  return pairs;
}

}  // namespace attn
