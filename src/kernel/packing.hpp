// In which order do keys and values lie, so that a tile reads them one after another?
//
// A panel is as wide as a tile in registers. Keys are turned: number c of `panel` keys side by
// side, then number c + 1. Values are cut: columns [0, panel) of all keys, then the next `panel`
// columns. What is missing from the last panel is 0.
#pragma once

#include <cstddef>

namespace attn::kernel {

// Rows [first, last) of k (keys, d_k) into their places in `packed`, ⌈keys / panel⌉ × (d_k, panel).
// `first` is a multiple of the panel; `last` is one too, or the number of keys.
void pack_keys(const float* k, std::size_t d_k, std::size_t first, std::size_t last,
               std::size_t panel, float* packed);

// Rows [first, last) of v (keys, d_v) into their places in `packed`, ⌈d_v / panel⌉ × (keys, panel).
void pack_values(const float* v, std::size_t keys, std::size_t d_v, std::size_t first,
                 std::size_t last, std::size_t panel, float* packed);

}  // namespace attn::kernel
