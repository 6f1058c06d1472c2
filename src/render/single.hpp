// For formats that hold one thing.
#pragma once

#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace attn {

// Of its tables, and of its pictures, which are tables of their figures.
std::vector<std::string_view> table_ids(const Document& document);
// Of its heatmaps and charts.
std::vector<std::string_view> picture_ids(const Document& document);

// Throws Error unless there is exactly one: "svg holds one picture; this page has weights-map,
// peaks: choose one with --only". `what` names one of them, `ids` are those that the page has.
void require_single(std::string_view format, std::string_view what,
                    const std::vector<std::string_view>& ids);

}  // namespace attn
