// What holds for every command? Said by the help and the man page alike.
#pragma once

#include <array>
#include <string_view>

namespace attn {

inline constexpr std::string_view kPurpose =
    "attn computes self-attention step by step, on numbers that you can check by hand, for a "
    "terminal or for course notes.";

inline constexpr std::string_view kOptionRules =
    "An option's value follows it: --seed 3, --seed=3, -f json or -fjson. Whatever stands after an "
    "option that takes a value is that value. Names are not abbreviated, and an option that may "
    "not be repeated is an error the second time.";

struct Term {
  std::string_view term, text;
};

inline constexpr std::array kExitCodes{
    Term{"0", "done; also for attn alone, which says what there is"},
    Term{"1",
         "a claim of the page does not hold, and the page is printed all the same; notes are "
         "stale; or answers are refused"},
    Term{"2", "wrong usage or input; nothing is printed"},
    Term{"3", "the output could not be written"},
};

inline constexpr std::array kEnvironment{
    Term{"NO_COLOR", "when it is not empty, text has no colour; --color beats it"},
};

}  // namespace attn
