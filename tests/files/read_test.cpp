// Does a file that cannot be read say why?
#include "files/read.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "support/error.hpp"
#include "support/folder.hpp"

namespace fs = std::filesystem;
using attn::Error;
using attn::test::Folder;

namespace {

// A folder of its own for each test case, gone afterwards.
std::string write(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

std::string complaint(const std::string& path, std::size_t limit = attn::kLargestText) {
  try {
    attn::read_text(path, limit);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_SUITE_BEGIN("a file");

TEST_CASE("is read whole, byte for byte") {
  const Folder folder;
  std::string bytes(200'000, 'x');
  bytes += std::string("\0\r\n\xff", 4);
  CHECK(attn::read_file(write(folder / "f", bytes)) == bytes);
}

TEST_CASE("may be empty") {
  const Folder folder;
  CHECK(attn::read_file(write(folder / "f", "")).empty());
}

TEST_CASE("may be a device without a size") { CHECK(attn::read_file("/dev/null").empty()); }

TEST_CASE("that is missing is said to be missing") {
  const Folder folder;
  CHECK(complaint(folder / "none") == "cannot read " + folder / "none" + ": no such file");
}

TEST_CASE("that is missing is guessed at among its neighbours") {
  const Folder folder;
  write(folder / "sentence.json", "");
  CHECK(complaint(folder / "sentense.json") ==
        "cannot read " + folder / "sentense.json" +
            ": no such file; did you mean \"sentence.json\"?");
}

TEST_CASE("that is a directory is said to be one") {
  const Folder folder;
  CHECK(complaint(folder.path().string()) ==
        "cannot read " + folder.path().string() + ": it is a directory; name a file in it");
}

TEST_CASE("needs a name") { CHECK(complaint("").ends_with("the name of the file is empty")); }

TEST_CASE("below another file is refused") {
  const Folder folder;
  write(folder / "f", "");
  CHECK(complaint(folder / "f/g").ends_with(": Not a directory"));
}

TEST_CASE("without permission to read says so") {
  const Folder folder;
  const std::string path = write(folder / "f", "secret");
  chmod(path.c_str(), 0);
  chmod(folder.path().c_str(), 0755);
  const bool root = geteuid() == 0;  // may read everything
  constexpr uid_t kNobody = 65534;
  if (root) REQUIRE(seteuid(kNobody) == 0);
  const std::string said = complaint(path);
  if (root) REQUIRE(seteuid(0) == 0);
  CHECK(said == "cannot read " + path + ": permission denied");
}

TEST_CASE("of just the limit is read") {
  const Folder folder;
  CHECK(attn::read_file(write(folder / "f", "1234"), 4) == "1234");
}

TEST_CASE("over the limit is refused") {
  const Folder folder;
  CHECK(complaint(write(folder / "f", "12345"), 4) ==
        "cannot read " + folder / "f" + ": it holds more than 4 bytes, the most that is read");
}

TEST_CASE("of no size is refused once it passes the limit") {
  const Folder folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::jthread writer([&pipe] { std::ofstream(pipe) << "12345" << std::flush; });
  CHECK(complaint(pipe, 4) ==
        "cannot read " + pipe + ": it holds more than 4 bytes, the most that is read");
}

TEST_CASE("that is a device without end is refused at once") {
  CHECK(complaint("/dev/zero") ==
        "cannot read /dev/zero: it is a device, which does not end; name a file");
}

TEST_CASE("of a terabyte is refused before memory is taken") {
  const Folder folder;
  fs::resize_file(write(folder / "f", ""), std::uintmax_t{1} << 40);  // sparse: no disk either
  CHECK(complaint(folder / "f").ends_with("268,435,456 bytes, the most that is read"));
}

TEST_CASE("with a byte-order mark is text without it") {
  const Folder folder;
  CHECK(attn::read_text(write(folder / "f", "\xef\xbb\xbf{}")) == "{}");
}

TEST_CASE("in UTF-16 is refused, whichever end comes first") {
  const Folder folder;
  CHECK(complaint(write(folder / "f", "\xff\xfe{")).ends_with("it is UTF-16; save it as UTF-8"));
  CHECK(complaint(write(folder / "g", "\xfe\xff{")).ends_with("it is UTF-16; save it as UTF-8"));
}

TEST_CASE("has a name that cannot move the cursor of a message") {
  CHECK(complaint("\x1b[2J").find('\x1b') == std::string::npos);
}

TEST_SUITE_END();
