// What does a place ask for, and who answers?
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "render/format.hpp"

namespace attn {

// A command of attn's own, to be run in-process: no shell, no file written.
struct Request {
  std::vector<std::string> words;  // a lesson and its options, quotes gone
  bool value;                      // one number, named by the word that is no option
  std::string_view format;         // unless the words say another
  int level = 1;                   // of the page's title, likewise
};

struct Answer {
  std::string text;
  std::string_view format;  // in which the text is
};

// Throws Error when the request cannot be met.
using Compute = std::function<Answer(const Request&)>;

// The same command, run once for each request however often it is made; an Error is kept too.
Compute remembered(Compute compute);

}  // namespace attn
