// What does a run of attn come to? Everything it would write, before anything is written.
#pragma once

#include <string>
#include <vector>

namespace attn {

struct OutputFile {
  std::string path, bytes;
};

struct Outcome {
  int code = 0;  // 0 done, 1 a claim fails, 2 wrong usage or input; 3 is for write.hpp to find
  std::string out = {}, err = {};
  std::vector<OutputFile> files = {};
};

}  // namespace attn
