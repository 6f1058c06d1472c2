#include "core/visibility.hpp"

#include <algorithm>
#include <limits>

namespace attn {

std::ptrdiff_t first_place(const Visibility& visibility, Index queries, Index keys) {
  if (visibility.align == Align::top_left) return static_cast<std::ptrdiff_t>(visibility.past);
  const Index known = std::min(keys, visibility.kv_len.value_or(keys));
  return static_cast<std::ptrdiff_t>(known) - static_cast<std::ptrdiff_t>(queries);
}

Mask hidden_keys(const Visibility& visibility, Index queries, Index keys, Index first,
                 Index count) {
  const auto known = static_cast<std::ptrdiff_t>(std::min(keys, visibility.kv_len.value_or(keys)));
  const bool causal = visibility.causal || visibility.window;
  // A window wider than every distance hides nothing, and its width may not fit a signed number.
  const auto width =
      static_cast<std::ptrdiff_t>(std::min(visibility.window.value_or(0), queries + keys));
  Mask hidden = xt::empty<bool>({count, keys});
  for (Index i = 0; i < count; ++i) {
    const std::ptrdiff_t place =
        first_place(visibility, queries, keys) + static_cast<std::ptrdiff_t>(first + i);
    const std::ptrdiff_t end = causal ? std::min(known, place + 1) : known;
    const std::ptrdiff_t begin = visibility.window ? place + 1 - width : 0;
    for (Index j = 0; j < keys; ++j) {
      const auto key = static_cast<std::ptrdiff_t>(j);
      hidden(i, j) = key < begin || key >= end;
    }
  }
  return hidden;
}

}  // namespace attn
