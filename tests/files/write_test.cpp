// Does a file get its new content whole, and everything else about it stay?
#include "files/write.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <new>
#include <sstream>
#include <vector>

#include "support/error.hpp"
#include "support/folder.hpp"

namespace fs = std::filesystem;
using attn::write_file;
using attn::test::Folder;

namespace {

// A folder of its own for each test case, gone afterwards.
std::string read(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

std::size_t files_in(const Folder& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator{}));
}

}  // namespace

TEST_SUITE("a file that is written") {
  TEST_CASE("is made when it is not there, and nothing is left beside it") {
    const Folder folder;
    write_file({folder / "a", "new"});
    CHECK(read(folder / "a") == "new");
    CHECK(files_in(folder) == 1);
  }

  TEST_CASE("is refused with the reason why its folder cannot be made") {
    const Folder folder;
    const std::string path = folder.file("a", "no folder") + "/b";
    CHECK_THROWS_WITH_AS(write_file({.path = path, .bytes = "new", .makes_folder = true}),
                         ("cannot write " + path + ": Not a directory").c_str(), attn::Error);
  }

  TEST_CASE("keeps its mode") {
    const Folder folder;
    write_file({folder / "a", "old"});
    REQUIRE(::chmod((folder / "a").c_str(), 0640) == 0);
    write_file({folder / "a", "new"});
    CHECK(read(folder / "a") == "new");
    CHECK(fs::status(folder / "a").permissions() == fs::perms(0640));
  }

  TEST_CASE("is the one that a symbolic link leads to, and the link stays") {
    const Folder folder;
    write_file({folder / "a", "old"});
    fs::create_symlink("a", folder / "link");
    write_file({folder / "link", "new"});
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(read(folder / "a") == "new");
  }

  TEST_CASE("is left alone when it no longer holds what was read") {
    const Folder folder;
    write_file({folder / "a", "theirs"});
    CHECK_THROWS_AS(write_file({folder / "a", "new", "old"}), attn::Error);
    CHECK(read(folder / "a") == "theirs");
    write_file({folder / "a", "new", "theirs"});
    CHECK(read(folder / "a") == "new");
  }

  TEST_CASE("may come in pieces, until no more of them is wanted") {
    const Folder folder;
    attn::OutputFile file{.path = folder / "a", .bytes = "head "};
    file.pieces = [](const attn::OutputFile::Sink& sink) {
      CHECK(sink("one "));
      CHECK(sink("two"));
    };
    write_file(file);
    CHECK(read(folder / "a") == "head one two");
    file.path = "/dev/full";
    file.pieces = [](const attn::OutputFile::Sink& sink) {
      CHECK_FALSE(sink(std::string(1 << 20, 'x')));
    };
    CHECK_THROWS_AS(write_file(file), attn::Error);
  }

  TEST_CASE("keeps its old content, and leaves nothing beside it, when memory runs out half-way") {
    const Folder folder;
    write_file({folder / "a", "old"});
    attn::OutputFile file{.path = folder / "a", .bytes = "new"};
    file.pieces = [](const attn::OutputFile::Sink&) { throw std::bad_alloc(); };
    CHECK_THROWS_AS(write_file(file), attn::Error);
    CHECK(read(folder / "a") == "old");
    CHECK(files_in(folder) == 1);
  }

  TEST_CASE("takes its place together with those that it belongs to, or none does") {
    const Folder folder;
    write_file({folder / "a", "old"});
    fs::create_directory(folder / "b");
    const std::vector<attn::OutputFile> both{{folder / "a", "new"}, {folder / "b", "new"}};
    CHECK_THROWS_WITH_AS(attn::write_files(both),
                         ("cannot write " + (folder / "b") + ": Is a directory").c_str(),
                         attn::Error);
    CHECK(read(folder / "a") == "old");
    CHECK(files_in(folder) == 2);
    const std::vector<attn::OutputFile> others{{folder / "a", "new"}, {folder / "c", "newer"}};
    attn::write_files(others);
    CHECK(read(folder / "a") == "new");
    CHECK(read(folder / "c") == "newer");
  }

  TEST_CASE("leaves nothing behind when a signal ends the program half-way, which it still does") {
    const Folder folder;
    write_file({folder / "a", "old"});
    attn::OutputFile file{.path = folder / "a", .bytes = "new"};
    file.pieces = [](const attn::OutputFile::Sink& sink) {
      ::raise(SIGTERM);
      sink("more");
    };
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      std::signal(SIGTERM, SIG_DFL);  // doctest has its own handler
      try {
        write_file(file);
      } catch (const attn::Error&) {
      }
      ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGTERM);
    CHECK(read(folder / "a") == "old");
    CHECK(files_in(folder) == 1);
  }

  TEST_CASE("makes its folder where that is asked for") {
    const Folder folder;
    write_file({.path = folder / "new/folder/a", .bytes = "x", .makes_folder = true});
    CHECK(read(folder / "new/folder/a") == "x");
  }

  TEST_CASE("is named in the error when it cannot be") {
    const Folder folder;
    const std::string path = folder / "none/a";
    CHECK_THROWS_WITH_AS(write_file({path, "new"}),
                         ("cannot write " + path + ": No such file or directory").c_str(),
                         attn::Error);
  }
}
