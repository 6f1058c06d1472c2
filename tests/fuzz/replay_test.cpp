// Do the examples that a fuzzer started from, and those that it once found, still do no harm?
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/targets.hpp"

namespace fs = std::filesystem;

namespace {

struct Target {
  const char* name;  // of its folder of examples, too
  void (*feed)(std::string_view bytes);
};
constexpr Target kTargets[] = {{"npy", attn::fuzz_npy},
                               {"text", attn::fuzz_text},
                               {"safetensors", attn::fuzz_safetensors},
                               {"notes", attn::fuzz_notes},
                               {"answers", attn::fuzz_answers},
                               {"check", attn::fuzz_check},
                               {"formulas", attn::fuzz_formulas},
                               {"cell", attn::fuzz_cell},
                               {"command", attn::fuzz_command}};

}  // namespace

TEST_SUITE("hostile bytes") {
  TEST_CASE("of every example of every fuzz target are read or refused, and do no harm") {
    for (const Target& target : kTargets) {
      int examples = 0;
      for (const auto& entry :
           fs::directory_iterator(ATTN_TESTS "/fuzz/" + std::string(target.name))) {
        std::ifstream file(entry.path(), std::ios::binary);
        // Without the NUL that a string has behind its end, so that a step past it shows.
        const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
        CAPTURE(entry.path().string());
        target.feed({bytes.data(), bytes.size()});
        ++examples;
      }
      CHECK(examples >= 5);
    }
  }
}
