#include "files/read.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <vector>

#include "support/error.hpp"
#include "support/integer.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void refuse(const std::string& path, std::string_view why) {
  throw Error("cannot read {}: {}", file_name(path), why);
}

// The name of a neighbour that the reader may have meant, as the end of a message.
std::string neighbour(const fs::path& path) {
  constexpr std::size_t kMostNames = 1000;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(folder, error), end;
       !error && entry != end && names.size() < kMostNames; entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  const std::string name = path.filename().string();
  const std::string_view near = nearest(name, {names.begin(), names.end()});
  return near.empty() ? "" : fmt::format("; did you mean \"{}\"?", printable(near));
}

std::string reason(const std::string& path, int code) {
  if (path.empty()) return "the name of the file is empty";
  if (code == ENOENT) return "no such file" + neighbour(path);
  if (code == EACCES) return "permission denied";
  return std::generic_category().message(code);
}

File open(const std::string& path) {
  if (path == "-") return File(stdin);
  std::error_code none;
  if (fs::is_directory(path, none)) refuse(path, "it is a directory; name a file in it");
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) refuse(path, reason(path, errno));
  return file;
}

// A terminal ends where its user says so, and /dev/null at once.
bool is_endless(std::FILE* file) {
  struct stat status {};
  return ::fstat(::fileno(file), &status) == 0 && S_ISCHR(status.st_mode) &&
         ::isatty(::fileno(file)) == 0;
}

[[noreturn]] void refuse_size(const std::string& path, std::size_t limit) {
  refuse(path, fmt::format("it holds more than {} bytes, the most that is read",
                           grouped(static_cast<Integer>(limit))));
}

}  // namespace

std::string file_name(const std::string& path) {
  return path == "-" ? "standard input" : printable(path);
}

std::string beside(const std::string& path, const std::string& name) {
  return (fs::path(path).parent_path() / name).string();
}

bool exists(const std::string& path) {
  std::error_code none;
  return fs::exists(path, none);
}

std::string read_file(const std::string& path, std::size_t limit) {
  const File file = open(path);
  std::error_code no_size;  // a pipe has none
  const auto size = path == "-" ? 0 : fs::file_size(path, no_size);
  if (!no_size && size > limit) refuse_size(path, limit);

  std::string bytes;
  if (!no_size) bytes.reserve(size);
  std::array<char, 1 << 16> chunk;
  while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
    if (count > limit - bytes.size()) refuse_size(path, limit);
    if (bytes.empty() && is_endless(file.get())) {
      refuse(path, "it is a device, which does not end; name a file");
    }
    bytes.append(chunk.data(), count);
  }
  if (std::ferror(file.get())) refuse(path, reason(path, errno));
  return bytes;
}

std::string read_text(const std::string& path, std::size_t limit) {
  std::string text = read_file(path, limit);
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    refuse(path, "it is UTF-16; save it as UTF-8");
  }
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  return text;
}

}  // namespace attn
