// What does a run of attn come to? Everything it would write, before anything is written.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attn {

struct OutputFile {
  std::string path, bytes;
  std::optional<std::string> replaces = {};  // what the file must still hold, else it is left alone
};

struct Outcome {
  int code = 0;  // 0 done, 1 a claim fails or notes are stale, 2 wrong usage or input; 3 is for
                 // cli/write.hpp to find
  std::string out = {}, err = {};
  std::vector<OutputFile> files = {};
};

}  // namespace attn
