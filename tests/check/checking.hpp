// What attn check says of a few lines of notes, in few words.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "check/check.hpp"

namespace attn::test {

using Words = std::vector<std::string>;

// "1 right", "3 wrong [0.506, 0.186, 0.307]": line, verdict, and of what is not right what it is.
inline Words verdicts(std::string_view notes, std::optional<Syntax> syntax = {},
                      PrintedDigits digits = PrintedDigits::either) {
  Words words;
  for (const Finding& f : check_notes(notes, syntax, digits)) {
    const bool off =
        f.verdict == Judgement::Verdict::wrong || f.verdict == Judgement::Verdict::inherits;
    words.push_back(
        fmt::format("{} {}{}", f.line, name_of(f.verdict), off && !f.is.empty() ? " " + f.is : ""));
  }
  return words;
}

// The verdict on the only claim; else what was found.
inline std::string verdict(std::string_view notes, std::optional<Syntax> syntax = {},
                           PrintedDigits digits = PrintedDigits::either) {
  const Words all = verdicts(notes, syntax, digits);
  if (all.size() != 1) return fmt::format("{} claims", all.size());
  return all[0].substr(all[0].find(' ') + 1);
}

}  // namespace attn::test
