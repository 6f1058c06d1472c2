// A folder of its own for each test case, gone afterwards.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace attn {

struct Folder {
  std::filesystem::path path = make();
  ~Folder() { std::filesystem::remove_all(path); }

  std::string file(const std::string& name, const std::string& bytes) const {
    std::ofstream(path / name, std::ios::binary) << bytes;
    return (path / name).string();
  }

  static std::filesystem::path make() {
    std::string name = (std::filesystem::temp_directory_path() / "attn-attend-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    return name;
  }
};

}  // namespace attn
