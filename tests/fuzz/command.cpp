// Does the command line survive any words? A wrong one gives one line, exit code 2 and no output.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/app.hpp"
#include "fuzz/targets.hpp"

namespace attn {

namespace {

// The whole book, and the sizes that a page may honestly take minutes for; a quiz waits for
// answers.
bool takes_long(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    return word == "book" || word == "quiz" || word.size() > 200 || word.starts_with("--draws") ||
           word.starts_with("--keys") || word.starts_with("--trials") || word.starts_with("/") ||
           word.find("=/") != std::string::npos || word == "-" || word.ends_with("=-");
  });
}

}  // namespace

void fuzz_command(std::string_view bytes) {
  std::vector<std::string> words;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    words.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  if (takes_long(words)) return;
  const Outcome outcome = run(words, Console{});
  const bool says = !outcome.err.empty();
  if (outcome.code < 0 || outcome.code > 2 ||
      (outcome.code == 2) != (says && outcome.out.empty())) {
    std::abort();
  }
  if (outcome.err.starts_with("attn: a mistake in attn itself")) std::abort();
}

}  // namespace attn
