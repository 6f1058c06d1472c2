// How does a page of HTML become one that computes?
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

// What the script starts from: the lesson, and what was given on the command line.
struct LiveStart {
  std::string lesson;
  std::vector<std::string> words;
};

// The module, compressed and as base64: from the file attn.wasm.gz, beside the program or where it
// is installed. Throws Error when there is none, saying how to get it.
std::string live_module();

// A whole page of HTML with the script in it, which asks the module as soon as it runs; until then,
// or without scripts, it is the page that it was. The module is in the page, or in the file of that
// name, beside it, that shared_module writes.
std::string live_page(std::string_view page, const LiveStart& start, std::string_view module);
std::string live_page_beside(std::string_view page, const LiveStart& start,
                             std::string_view module_file);

// The file that several pages share.
std::string shared_module(std::string_view module);

}  // namespace attn
