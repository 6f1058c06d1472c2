#include "files/shared_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <utility>

#include "files/beside.hpp"
#include "support/error.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

// What a signal that ends the process removes; a handler reaches nothing but what is static.
std::array<char, 4096> half_written = {};

extern "C" void remove_and_end(int signal) {
  if (half_written[0] != '\0') ::unlink(half_written.data());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void remove_on_signals(const std::string& name) {
  if (name.size() >= half_written.size()) return;
  std::ranges::fill(half_written, '\0');
  std::ranges::copy(name, half_written.data());
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, remove_and_end);
}

void keep_on_signals() {
  half_written[0] = '\0';
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
}

[[noreturn]] void refuse(const std::string& path, int error) {
  throw Error("cannot write {}: {}", printable(path), std::generic_category().message(error));
}

}  // namespace

SharedFile::SharedFile(const std::string& path) : path_(path), target_(path) {
  const auto folder = std::filesystem::path(path).parent_path();
  std::error_code unmade;
  if (!folder.empty()) std::filesystem::create_directories(folder, unmade);
  if (unmade) refuse(path, unmade.value());
  target_ = resolved(path);
  std::signal(SIGXFSZ, SIG_IGN);  // an error of write
  struct stat old {};
  const bool is_there = ::stat(target_.c_str(), &old) == 0;
  if (is_there && S_ISDIR(old.st_mode)) refuse(path, EISDIR);
  if (is_there && ::access(target_.c_str(), W_OK) != 0) refuse(path, errno);
  if (is_there && !S_ISREG(old.st_mode)) {
    name_ = target_;
    open();
    return;
  }
  descriptor_ = open_beside(target_, is_there ? &old : nullptr, name_);
  if (descriptor_ < 0) refuse(path, errno);
  removes_ = true;
  remove_on_signals(name_);
}

SharedFile::SharedFile(const std::string& path, const std::string& name)
    : path_(path), target_(resolved(path)), name_(name), removes_(name != target_) {
  std::signal(SIGXFSZ, SIG_IGN);
  open();
  if (removes_) remove_on_signals(name_);
}

SharedFile::~SharedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!removes_) return;
  ::unlink(name_.c_str());
  keep_on_signals();
}

void SharedFile::open() {
  descriptor_ = ::open(name_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) {
    const int error = errno;
    removes_ = false;
    refuse(path_, error);
  }
}

void SharedFile::write(std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse(path_, errno);
    offset += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void SharedFile::close() {
  if (::close(std::exchange(descriptor_, -1)) != 0) refuse(path_, errno);
}

void SharedFile::place() {
  if (!removes_) return;
  if (::rename(name_.c_str(), target_.c_str()) != 0) refuse(path_, errno);
  removes_ = false;
  keep_on_signals();
}

}  // namespace attn
