#include "lessons/shared/nan_guard.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

// Whether a row finds nothing in the first tile that is taken in; so does a row without any key.
// `share` of a tile is visible.
bool first_tile_is_empty(const Mask& mask, const Matrix& share, Index query, Index block,
                         bool skip) {
  for (Index tile = 0; tile < columns(share); ++tile) {
    if (skip && share(query / block, tile) == 0.0) continue;
    const Index first = tile * block, last = std::min(first + block, mask.shape(1));
    for (Index key = first; key < last; ++key) {
      if (!mask(query, key)) return false;
    }
    return true;
  }
  return true;
}

}  // namespace

std::vector<Index> spoiled_rows(const Mask& mask, Index block, bool skip) {
  const Matrix share = visible_share(mask, block);
  std::vector<Index> spoiled;
  for (Index i = 0; i < mask.shape(0); ++i) {
    if (first_tile_is_empty(mask, share, i, block, skip)) spoiled.push_back(i);
  }
  return spoiled;
}

std::vector<Index> nan_rows(const Matrix& m) {
  std::vector<Index> found;
  for (Index i = 0; i < rows(m); ++i) {
    if (std::ranges::any_of(row(m, i), [](double x) { return std::isnan(x); })) found.push_back(i);
  }
  return found;
}

std::string row_list(const std::vector<Index>& rows) {
  std::vector<std::string> parts;
  for (Index at = 0; at < rows.size();) {
    Index end = at + 1;
    while (end < rows.size() && rows[end] == rows[end - 1] + 1) ++end;
    parts.push_back(end == at + 1 ? fmt::format("{}", rows[at])
                                  : fmt::format("{}–{}", rows[at], rows[end - 1]));
    at = end;
  }
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace attn
