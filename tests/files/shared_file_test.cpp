#include "files/shared_file.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iterator>

#include "files/read.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

using namespace attn;
using test::Folder;
namespace fs = std::filesystem;

namespace {

std::ptrdiff_t files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator{});
}

}  // namespace

TEST_SUITE_BEGIN("a file that several write");

TEST_CASE("takes its place when all of it is there, in a folder that is made for it") {
  const Folder folder;
  const std::string path = folder / "new/out";
  SharedFile first(path);
  SharedFile second(path, first.name());
  second.write(3, "def");
  first.write(0, "abc");
  CHECK_FALSE(fs::exists(path));
  first.close();
  second.close();
  first.place();
  CHECK(read_file(path) == "abcdef");
  CHECK(files_in(folder.path() / "new") == 1);
}

TEST_CASE("leaves what was there, and nothing else, when it is given up") {
  const Folder folder;
  const std::string path = folder.file("out", "old");
  {
    SharedFile first(path);
    SharedFile second(path, first.name());
    second.write(0, "new");
  }
  CHECK(read_file(path) == "old");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("is removed by a signal that ends the process") {
  const Folder folder;
  const std::string path = folder.file("out", "old");
  const pid_t child = ::fork();
  if (child == 0) {
    const SharedFile file(path);
    ::raise(SIGTERM);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("says what stands in the way") {
  const Folder folder;
  const std::string link = folder / "full";
  fs::create_symlink("/dev/full", link);
  SharedFile first(link);
  SharedFile second(link, first.name());
  const std::string why = "cannot write " + link + ": No space left on device";
  CHECK_THROWS_WITH_AS(second.write(0, "abc"), why.c_str(), Error);
  CHECK_THROWS_AS(SharedFile(folder.path().string()), Error);
  CHECK_THROWS_AS(SharedFile(link, "/nowhere/at/all"), Error);
}

TEST_SUITE_END();
