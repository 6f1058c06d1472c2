#include "files/write.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>

#include "files/read.hpp"
#include "support/error.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

// Each returns the error that stopped it, 0 when there is none.
using ErrorNumber = int;

ErrorNumber write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

ErrorNumber write_content(int descriptor, const OutputFile& file) {
  ErrorNumber error = write_all(descriptor, file.bytes);
  if (error != 0 || !file.pieces) return error;
  try {
    file.pieces([&](std::string_view piece) {
      error = write_all(descriptor, piece);
      return error == 0;
    });
  } catch (const std::bad_alloc&) {
    error = ENOMEM;
  }
  return error;
}

// A full disk may show only when the file is closed.
ErrorNumber write_and_close(int descriptor, const OutputFile& file) {
  const ErrorNumber error = write_content(descriptor, file);
  const ErrorNumber closing = ::close(descriptor) == 0 ? 0 : errno;
  return error != 0 ? error : closing;
}

ErrorNumber write_directly(const std::string& path, const OutputFile& file) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  return descriptor < 0 ? errno : write_and_close(descriptor, file);
}

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

// `old` is what is there already, or nullptr.
ErrorNumber replace(const std::string& path, const struct stat* old, const OutputFile& file) {
  std::string temporary = std::filesystem::path(path).parent_path() / ".attn-XXXXXX";
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) {
    // A folder that takes no new file may still hold one that can be written.
    const bool closed = errno == EACCES || errno == EPERM || errno == EROFS;
    return old != nullptr && closed ? write_directly(path, file) : errno;
  }
  take_over(descriptor, old);
  ErrorNumber error = write_and_close(descriptor, file);
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(temporary.c_str());
  return error;
}

// The descriptor that /dev/stdout and its like stand for: opening them anew would start a regular
// file over, and lose what `>>` has kept.
std::optional<int> open_already(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  constexpr std::string_view kNumbered = "/dev/fd/";
  if (!path.starts_with(kNumbered)) return std::nullopt;
  const std::string_view digits = path.substr(kNumbered.size());
  int descriptor = 0;
  const auto [end, code] =
      std::from_chars(digits.data(), digits.data() + digits.size(), descriptor);
  if (code != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return descriptor;
}

// Where a symbolic link leads; the path itself when it leads nowhere yet.
std::string resolved(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

ErrorNumber write_regular(const std::string& path, const OutputFile& file) {
  struct stat old {};
  if (::lstat(path.c_str(), &old) != 0) {
    return errno == ENOENT ? replace(path, nullptr, file) : errno;
  }
  if (!S_ISREG(old.st_mode)) return write_directly(path, file);
  return ::access(path.c_str(), W_OK) != 0 ? errno : replace(path, &old, file);
}

void check(ErrorNumber error, std::string_view name) {
  if (error == 0 || error == EPIPE) return;
  throw Error("cannot write {}: {}", printable(name), std::generic_category().message(error));
}

}  // namespace

void write_descriptor(int descriptor, std::string_view name, std::string_view bytes) {
  check(write_all(descriptor, bytes), name);
}

void write_file(const OutputFile& file) {
  if (const auto descriptor = open_already(file.path)) {
    return check(write_content(*descriptor, file), file.path);
  }
  if (file.makes_folder) {
    std::error_code unmade;  // shows when the file cannot be opened
    std::filesystem::create_directories(std::filesystem::path(file.path).parent_path(), unmade);
  }
  const std::string path = resolved(file.path);
  if (file.replaces && read_file(path) != *file.replaces) {
    throw Error("cannot write {}: it has changed since it was read; run the command again",
                printable(file.path));
  }
  check(write_regular(path, file), file.path);
}

}  // namespace attn
