// What a reader's mistake becomes: one line that names the value and says what would work.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace attn {

// The reader asked for something impossible. The message is lower case, without a final full stop:
// Error("width {} does not divide into {} heads; try {}", …). cli prints it and exits with 2.
class Error : public std::runtime_error {
 public:
  template <typename... Args>
  explicit Error(fmt::format_string<Args...> format, Args&&... args)
      : std::runtime_error(fmt::format(format, std::forward<Args>(args)...)) {}
};

}  // namespace attn
