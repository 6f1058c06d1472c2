// Has the reader pressed Ctrl-C, and may the work end with what it has?
#pragma once

namespace attn {

// While it lives, the first SIGINT only asks; a second one ends the program.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool asked() const;

 private:
  void (*before_)(int);
};

}  // namespace attn
