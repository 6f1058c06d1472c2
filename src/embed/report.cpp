#include "embed/report.hpp"

#include <fmt/ranges.h>

#include <numeric>
#include <vector>

#include "notes/lines.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

// A command may go over several lines of its comment.
std::string on_one_line(std::string_view command) {
  std::string line;
  const Lines lines(command);
  for (std::size_t i = 0; i < lines.count(); ++i) {
    if (i > 0) line += ' ';
    line += trimmed(lines.content(i).of(command));
  }
  return printable(line);
}

std::string counted(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count == 0 ? "no" : std::to_string(count), thing,
                     count == 1 ? "" : "s");
}

}  // namespace

std::string finding(std::string_view file, std::size_t line, std::string_view what,
                    std::string_view command) {
  return fmt::format("{}:{}: {}: {}\n", file, line, what, on_one_line(command));
}

std::string visible(std::string_view diff) {
  std::string result;
  while (!diff.empty()) {
    const std::size_t end = std::min(diff.find_first_of("\t\n"), diff.size());
    std::string_view piece = diff.substr(0, end);
    const bool line_ends = end < diff.size() && diff[end] == '\n';
    if (line_ends && piece.ends_with('\r')) piece.remove_suffix(1);
    result += printable(piece);
    if (end < diff.size()) result += diff[end];
    diff.remove_prefix(std::min(end + 1, diff.size()));
  }
  return result;
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+:,@%=";
  const bool plain = !word.empty() && word.find_first_not_of(kPlain) == std::string::npos;
  if (plain) return word.starts_with('-') && word != "-" ? "./" + word : word;
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string summary(const Tally& tally, bool written) {
  using State = Verdict::State;
  std::vector<std::string> parts;
  const auto part = [&](State state, std::string_view what) {
    if (tally.of(state) > 0) parts.push_back(fmt::format("{} {}", tally.of(state), what));
  };
  part(State::fresh, "fresh");
  part(State::stale, written ? "refreshed" : "stale");
  part(State::drifted, "within the tolerance");
  part(State::edited, "edited by hand");
  part(State::broken, "broken");
  const std::size_t all = std::accumulate(tally.places.begin(), tally.places.end(), std::size_t{0});
  return fmt::format(
      "{} in {}{}{}{}\n", counted(all, "place"), counted(tally.files, "file"),
      parts.empty() ? "" : ": ", fmt::join(parts, ", "),
      tally.unread > 0 ? fmt::format("; {} not read", counted(tally.unread, "file")) : "");
}

}  // namespace attn
