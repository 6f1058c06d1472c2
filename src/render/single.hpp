// For formats that hold one thing.
#pragma once

#include <string_view>
#include <vector>

namespace attn {

// Throws Error unless there is exactly one: "svg holds one picture; this page has weights-map,
// peaks: choose one with --only". `what` names one of them, `ids` are those that the page has.
void require_single(std::string_view format, std::string_view what,
                    const std::vector<std::string_view>& ids);

}  // namespace attn
