#include "support/child.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <system_error>

#if defined(__linux__)
#include <sys/prctl.h>
#endif

namespace attn {

namespace {

constexpr int kNoMemory = 3, kFailed = 4;
#if defined(__APPLE__)
constexpr std::int64_t kUnit = 1;  // of ru_maxrss
#else
constexpr std::int64_t kUnit = 1024;
#endif

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

bool write_all(int fd, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(fd, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

std::string read_all(int fd) {
  std::string text;
  char chunk[4096];
  for (;;) {
    const ssize_t count = read(fd, chunk, sizeof chunk);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(chunk, static_cast<std::size_t>(count));
  }
}

// The child's whole life. It ends with its parent, and leaves without the parent's clean-up.
[[noreturn]] void live(int fd, const std::function<std::vector<double>()>& task) {
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  std::signal(SIGINT, SIG_DFL);
  try {
    const std::vector<double> numbers = task();
    const bool sent = write_all(fd, reinterpret_cast<const char*>(numbers.data()),
                                numbers.size() * sizeof(double));
    _exit(sent ? 0 : kFailed);
  } catch (const std::bad_alloc&) {
    _exit(kNoMemory);
  } catch (...) {
    _exit(kFailed);
  }
}

std::string failure_of(int status) {
  if (WIFSIGNALED(status)) {
    return WTERMSIG(status) == SIGKILL ? "the system ended it, probably for want of memory"
                                       : fmt::format("ended by signal {}", WTERMSIG(status));
  }
  if (WEXITSTATUS(status) == kNoMemory) return "there was not enough memory";
  return WEXITSTATUS(status) == 0 ? "" : "it failed";
}

}  // namespace

ChildRun in_own_process(const std::function<std::vector<double>()>& task) {
  int ends[2];
  if (pipe(ends) != 0) fail("pipe");
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    close(ends[0]);
    live(ends[1], task);
  }
  close(ends[1]);
  const std::string bytes = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) fail("waitpid");
  }
  ChildRun run{std::vector<double>(bytes.size() / sizeof(double)), failure_of(status)};
  if (run.numbers.empty()) return run;  // data() may be null, which memcpy must not see
  std::memcpy(run.numbers.data(), bytes.data(), run.numbers.size() * sizeof(double));
  return run;
}

std::int64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * kUnit;
}

}  // namespace attn
