// Is the table of mistakes sound: names that differ, and choices that each of them changes?
#include "diagnose/faults.hpp"

#include <doctest/doctest.h>

#include <set>
#include <stdexcept>
#include <string>

using attn::AttentionChoices;
using attn::Fault;
using attn::Faults;

namespace {

const attn::KnownTensors kSquare =
    attn::known_tensors({{1, 0}, {0, 1}}, {{1, 0}, {0, 1}}, {{1, 2}, {3, 4}});

}  // namespace

TEST_SUITE_BEGIN("the table of mistakes");

TEST_CASE("has a name, words and what is right for each, and a choice of its own") {
  std::set<std::string_view> ids, words;
  for (const Fault& fault : attn::faults()) {
    CAPTURE(std::string(fault.id));
    CHECK(ids.insert(fault.id).second);
    CHECK(words.insert(fault.words).second);
    CHECK(!fault.instead.empty());
    CHECK(!(attn::choices_with({&fault}) == AttentionChoices{}));
    CHECK(&attn::fault_named(fault.id) == &fault);
    for (const Fault& other : attn::faults()) {
      if (&other == &fault) continue;
      CHECK(!(attn::choices_with({&fault}) == attn::choices_with({&other})));
    }
  }
  CHECK(ids.size() >= 30);
  CHECK_THROWS_AS(attn::fault_named("none"), std::logic_error);
}

TEST_CASE("makes only what can be made on the tensors") {
  std::set<std::string_view> ids;
  for (const Faults& faults : attn::single_faults(kSquare)) ids.insert(faults.front()->id);
  CHECK(ids.contains("key_for_value"));
  CHECK(ids.contains("queries_and_keys_swapped"));
  CHECK(ids.contains("keys_not_transposed"));
  CHECK(ids.contains("future_hidden"));
  for (const char* other : {"mask_ignored", "sink_left_out", "rope_left_out", "window_too_wide",
                            "heads_split_in_order", "repeated_heads_in_turn"}) {
    CAPTURE(other);
    CHECK_FALSE(ids.contains(other));
  }
}

TEST_CASE("pairs two of which neither undoes the other, each pair once") {
  std::set<std::set<std::string_view>> pairs;
  for (const Faults& pair : attn::fault_pairs(kSquare)) {
    REQUIRE(pair.size() == 2);
    const AttentionChoices both = attn::choices_with(pair);
    CHECK(!(both == attn::choices_with({pair[0]})));
    CHECK(!(both == attn::choices_with({pair[1]})));
    CHECK(pairs.insert({pair[0]->id, pair[1]->id}).second);
  }
  CHECK_FALSE(pairs.contains({"scale_by_d", "scale_left_out"}));
  CHECK(pairs.contains({"scale_by_d", "softmax_along_the_other_axis"}));
}

TEST_SUITE_END();
