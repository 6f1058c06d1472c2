// How do several processes write one file, all of it or nothing?
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

// A file on its way: beside the place that it will take, on a disk that all of them see. What is
// no regular file is written in place. Everything throws Error naming the file, and why.
class SharedFile {
 public:
  // By the first of them; makes the folder where there is none.
  explicit SharedFile(const std::string& path);
  // By the others, which are told what `name` the first one's has.
  SharedFile(const std::string& path, const std::string& name);
  // Removes what did not take its place; a signal that ends the process does so too.
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  const std::string& name() const { return name_; }

  void write(std::uint64_t offset, std::string_view bytes);
  // A full disk may show only here.
  void close();
  // By one of them, when all have closed it.
  void place();

 private:
  void open();

  std::string path_, target_, name_;  // as the reader names it, where that leads, and beside it
  int descriptor_ = -1;
  bool removes_ = false;
};

}  // namespace attn
