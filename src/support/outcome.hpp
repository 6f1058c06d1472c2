// What does a run of attn come to? Everything it would write, before anything is written.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct OutputFile {
  using Sink = std::function<bool(std::string_view)>;  // false: no more is wanted

  std::string path, bytes;
  std::optional<std::string> replaces = {};  // what the file must still hold, else it is left alone
  std::function<void(const Sink&)> pieces =
      {};                     // more bytes, of a file that need not fit in memory
  bool makes_folder = false;  // that it stands in, where there is none
};

struct Outcome {
  int code = 0;  // 0 done, 1 a claim fails or notes are stale, 2 wrong usage or input; 3 is for
                 // cli/write.hpp to find
  std::string out = {}, err = {};
  std::vector<OutputFile> files = {};
};

}  // namespace attn
