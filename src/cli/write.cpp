#include "cli/write.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "support/error.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

constexpr int kCannotWrite = 3;

[[noreturn]] void fail(std::string_view name, int error) {
  throw Error("cannot write {}: {}", printable(name), std::generic_category().message(error));
}

// All bytes, or the error that stopped them; 0 when there is none.
int write_to(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void write_descriptor(int descriptor, std::string_view name, std::string_view bytes) {
  const int error = write_to(descriptor, bytes);
  if (error != 0 && error != EPIPE) fail(name, error);
}

// A full disk may show only when the file is closed.
int write_and_close(int descriptor, std::string_view bytes) {
  const int error = write_to(descriptor, bytes);
  const int closing = ::close(descriptor) == 0 ? 0 : errno;
  return error != 0 ? error : closing;
}

void write_directly(const std::string& path, std::string_view bytes) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail(path, errno);
  const int error = write_and_close(descriptor, bytes);
  if (error != 0 && error != EPIPE) fail(path, error);
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

// Removes the temporary file unless it has taken its place.
class Temporary {
 public:
  explicit Temporary(const std::string& beside)
      : path_(std::filesystem::path(beside).parent_path() /
              fmt::format(".attn-{}.tmp", ::getpid())) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() { ::unlink(path_.c_str()); }

  const char* path() const { return path_.c_str(); }

 private:
  std::string path_;
};

void replace(const std::string& path, const struct stat* old, std::string_view bytes) {
  const Temporary temporary(path);
  const int descriptor = ::open(temporary.path(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    // A folder that takes no new file may still hold one that can be written.
    if (old != nullptr && (errno == EACCES || errno == EROFS || errno == EPERM)) {
      return write_directly(path, bytes);
    }
    fail(path, errno);
  }
  if (old != nullptr) {
    // Best effort: only root may give a file away.
    if (::fchown(descriptor, old->st_uid, old->st_gid) != 0) errno = 0;
    if (::fchmod(descriptor, old->st_mode & 07777U) != 0) errno = 0;
  }
  if (const int error = write_and_close(descriptor, bytes); error != 0) fail(path, error);
  if (::rename(temporary.path(), path.c_str()) != 0) fail(path, errno);
}

void write_file(const OutputFile& file) {
  if (const auto descriptor = open_already(file.path)) {
    return write_descriptor(*descriptor, file.path, file.bytes);
  }
  const std::string path = resolved(file.path);
  struct stat old {};
  if (::lstat(path.c_str(), &old) != 0) {
    if (errno != ENOENT) fail(file.path, errno);
    return replace(path, nullptr, file.bytes);
  }
  if (!S_ISREG(old.st_mode)) return write_directly(path, file.bytes);
  if (::access(path.c_str(), W_OK) != 0) fail(file.path, errno);
  replace(path, &old, file.bytes);
}

}  // namespace

int deliver(const Outcome& outcome) {
  std::signal(SIGPIPE, SIG_IGN);
  int code = outcome.code;
  std::string err = outcome.err;
  try {
    for (const OutputFile& file : outcome.files) write_file(file);
    write_descriptor(STDOUT_FILENO, "standard output", outcome.out);
  } catch (const Error& e) {
    code = kCannotWrite;
    err += fmt::format("attn: {}\n", e.what());
  }
  write_to(STDERR_FILENO, err);
  return code;
}

}  // namespace attn
