// What is going on, while nothing has been printed yet?
//
// The one thing outside cli that writes: a line on standard error, only when that is a terminal,
// and gone again when the work is done or interrupted.
#pragma once

#include <string_view>

namespace attn {

class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void say(std::string_view what) const;

 private:
  bool shown_;
};

}  // namespace attn
