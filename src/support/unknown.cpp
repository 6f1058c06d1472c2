#include "support/unknown.hpp"

#include <fmt/ranges.h>

#include <string>

#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn {

Error unknown_name(std::string_view kind, std::string_view name,
                   const std::vector<std::string_view>& names) {
  if (names.empty()) return Error("unknown {} {}; there are none", kind, in_quotes(name));
  const std::string_view near = nearest(name, names);
  const std::string guess = near.empty() ? ";" : fmt::format("; did you mean \"{}\"?", near);
  return Error("unknown {} {}{} there are: {}", kind, in_quotes(name), guess,
               fmt::join(names, ", "));
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& names) {
  const std::string_view near = nearest(word, names);
  return near.empty() ? "" : fmt::format("; did you mean {}?", near);
}

}  // namespace attn
