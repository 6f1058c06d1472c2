#include "support/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>

namespace attn {

namespace {

constexpr std::string_view kClearLine = "\r\033[K";

void write_error(std::string_view text) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

extern "C" void clear_and_end(int signal) {
  write_error(kClearLine);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

Progress::Progress() : shown_(isatty(STDERR_FILENO) != 0) {
  if (shown_) std::signal(SIGINT, clear_and_end);
}

Progress::~Progress() {
  if (!shown_) return;
  write_error(kClearLine);
  std::signal(SIGINT, SIG_DFL);
}

void Progress::say(std::string_view what) const {
  if (shown_) write_error(fmt::format("{}{} …", kClearLine, what));
}

}  // namespace attn
