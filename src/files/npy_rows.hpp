// How are some rows of a .npy file read, which as a whole need not fit in memory?
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "files/npy_start.hpp"

namespace attn {

// A file of two dimensions in C order, (rows, columns). Everything throws Error, one line that
// begins with the file's name.
class NpyRows {
 public:
  explicit NpyRows(const std::string& path);

  Index rows() const { return start_.shape[0]; }
  Index columns() const { return start_.shape[1]; }

  // Rows [first, first + count) in single precision, (count, columns).
  std::vector<float> read(Index first, Index count);

 private:
  std::string name_;
  std::ifstream file_;
  NpyStart start_;
};

}  // namespace attn
