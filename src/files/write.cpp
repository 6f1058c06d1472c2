#include "files/write.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <deque>
#include <filesystem>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "files/beside.hpp"
#include "files/read.hpp"
#include "support/error.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

// Each returns the error that stopped it, 0 when there is none.
using ErrorNumber = int;

// The signal that asked the program to end. A handler reaches nothing but what is static.
std::atomic<int> asked_to_end = 0;
extern "C" void note_end(int signal) { asked_to_end = signal; }

// While it lives, a signal that ends the program waits until what is half-written is removed.
class Unended {
 public:
  Unended() {
    struct sigaction noting {};
    noting.sa_handler = note_end;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      ::sigaction(kSignals[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &noting, nullptr);
    }
  }
  ~Unended() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      ::sigaction(kSignals[i], &before_[i], nullptr);
    }
    if (const int signal = asked_to_end.exchange(0)) ::raise(signal);
  }
  Unended(const Unended&) = delete;
  Unended& operator=(const Unended&) = delete;

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

ErrorNumber write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    if (asked_to_end != 0) return EINTR;
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

// The descriptor that /dev/stdout and its like stand for: opening them anew would start a regular
// file over, and lose what `>>` has kept.
std::optional<int> open_already(std::string_view path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
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

void check(ErrorNumber error, std::string_view name) {
  if (error == 0 || error == EPIPE) return;
  throw Error("cannot write {}: {}", name == "-" ? "standard output" : printable(name),
              std::generic_category().message(error));
}

// New content on its way: first beside the old one, then in its place. What is no regular file, or
// stands in a folder that takes no new one, is written directly, and last.
class Staged {
 public:
  explicit Staged(const OutputFile& file) : file_(file), open_(open_already(file.path)) {
    if (!open_) check(prepare(), file.path);
  }
  ~Staged() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }
  Staged(const Staged&) = delete;
  Staged& operator=(const Staged&) = delete;

  void fill() {
    if (descriptor_ >= 0) check(write_and_close(std::exchange(descriptor_, -1), file_), file_.path);
  }

  void place() {
    if (open_) return check(write_content(*open_, file_), file_.path);
    if (temporary_.empty()) return check(write_directly(path_, file_), file_.path);
    check(::rename(temporary_.c_str(), path_.c_str()) == 0 ? 0 : errno, file_.path);
    temporary_.clear();
  }

 private:
  // Finds what stands in the way before anything is written.
  ErrorNumber prepare() {
    const auto folder = std::filesystem::path(file_.path).parent_path();
    if (file_.makes_folder && !folder.empty()) {
      std::error_code unmade;
      std::filesystem::create_directories(folder, unmade);
      if (unmade) return unmade.value();
    }
    path_ = resolved(file_.path);
    if (file_.replaces && read_file(path_) != *file_.replaces) {
      throw Error("cannot write {}: it has changed since it was read; run the command again",
                  printable(file_.path));
    }
    struct stat old {};
    const bool is_there = ::lstat(path_.c_str(), &old) == 0;
    if (!is_there && errno != ENOENT) return errno;
    if (is_there && S_ISDIR(old.st_mode)) return EISDIR;
    if (is_there && !S_ISREG(old.st_mode)) return 0;
    if (is_there && ::access(path_.c_str(), W_OK) != 0) return errno;
    return place_beside(is_there ? &old : nullptr);
  }

  // `old` is what is there already, or nullptr.
  ErrorNumber place_beside(const struct stat* old) {
    descriptor_ = open_beside(path_, old, temporary_);
    if (descriptor_ >= 0) return 0;
    // A folder that takes no new file may still hold one that can be written.
    const bool closed = errno == EACCES || errno == EPERM || errno == EROFS;
    return old != nullptr && closed ? 0 : errno;
  }

  const OutputFile& file_;
  std::optional<int> open_;
  std::string path_, temporary_;
  int descriptor_ = -1;
};

}  // namespace

void write_descriptor(int descriptor, std::string_view name, std::string_view bytes) {
  check(write_all(descriptor, bytes), name);
}

void write_files(std::span<const OutputFile> files) {
  const Unended until_nothing_is_half_written;
  std::deque<Staged> staged;
  for (const OutputFile& file : files) staged.emplace_back(file);
  for (Staged& file : staged) file.fill();
  for (Staged& file : staged) file.place();
}

void write_file(const OutputFile& file) { write_files({&file, 1}); }

}  // namespace attn
