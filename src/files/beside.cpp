#include "files/beside.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace attn {

namespace {

// The mode and owner that the file in place of `old` shall have.
void take_over(int descriptor, const struct stat* old) {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  // Best effort: only root may give a file away, and not every file system has modes.
  if (old != nullptr) [[maybe_unused]]
    const int owned = ::fchown(descriptor, old->st_uid, old->st_gid);
  [[maybe_unused]] const int kept =
      ::fchmod(descriptor, old != nullptr ? old->st_mode & 07777U : 0666U & ~mask);
}

}  // namespace

std::string resolved(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

int open_beside(const std::string& path, const struct stat* old, std::string& name) {
  std::string beside = std::filesystem::path(path).parent_path() / ".attn-XXXXXX";
  const int descriptor = ::mkostemp(beside.data(), O_CLOEXEC);
  if (descriptor < 0) return descriptor;
  name = std::move(beside);
  take_over(descriptor, old);
  return descriptor;
}

}  // namespace attn
