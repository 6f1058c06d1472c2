// What is said of the places of some notes?
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "embed/refresh.hpp"

namespace attn {

// "notes.md:12: stale: walkthrough --only weights"
std::string finding(std::string_view file, std::size_t line, std::string_view what,
                    std::string_view command);

// A diff for people: control characters visible, but for tabs.
std::string visible(std::string_view diff);

// A word that a shell takes for itself: quoted unless it is plain.
std::string shell_word(const std::string& word);

// How many places came to which verdict.
struct Tally {
  std::size_t files = 0, unread = 0;
  std::array<std::size_t, 5> places = {};  // by Verdict::State

  std::size_t& of(Verdict::State state) { return places[static_cast<std::size_t>(state)]; }
  std::size_t of(Verdict::State state) const { return places[static_cast<std::size_t>(state)]; }
};

// "5 places in 2 files: 3 fresh, 2 stale"; what is stale in a check is refreshed otherwise.
std::string summary(const Tally& tally, bool written);

}  // namespace attn
