#include "render/single.hpp"

#include <fmt/ranges.h>

#include "support/error.hpp"

namespace attn {

void require_single(std::string_view format, std::string_view what,
                    const std::vector<std::string_view>& ids) {
  if (ids.size() == 1) return;
  if (ids.empty()) throw Error("{} holds one {}; this page has none", format, what);
  throw Error("{} holds one {}; this page has {}: choose one with --only", format, what,
              fmt::join(ids, ", "));
}

}  // namespace attn
