#include "cli/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "ranks/ranks.hpp"

namespace attn {

namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Console console() {
  // mpirun gives its processes a terminal that is none of the reader's.
  if (is_one_of_several() || isatty(STDOUT_FILENO) == 0) return {};
  Console result;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    result.width = std::clamp<int>(size.ws_col, 20, 1000);
  }
  result.color = environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  return result;
}

}  // namespace attn
