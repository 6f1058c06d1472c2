#include "cli/app.hpp"

#include <algorithm>
#include <new>

#include "cli/command.hpp"
#include "cli/help.hpp"
#include "cli/overview.hpp"
#include "ranks/ranks.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

constexpr int kWrong = 2;

Outcome said(std::string text) { return {.code = 0, .out = std::move(text)}; }

Outcome failed(std::string_view message) {
  return {.code = kWrong, .err = fmt::format("attn: {}\n", printable(message))};
}

Outcome help_for(const std::vector<std::string>& names) {
  if (names.size() > 1) throw Error("help takes one lesson, and {} are given", names.size());
  if (names.empty() || names.front() == "help") return said(full_overview());
  return said(help(command_named(names.front()).manual()));
}

bool is_any_of(const std::string& word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

Outcome dispatch(const std::vector<std::string>& arguments, const Console& console) {
  if (arguments.empty()) return said(overview());
  const std::string& command = arguments.front();
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (is_any_of(command, {"help", "--help", "-h"})) return help_for(rest);
  if (is_any_of(command, {"version", "--version", "-V"})) return said(version());
  if (command.starts_with('-')) {
    throw Error("{0} stands before the lesson; write attn LESSON {0}", shortened(command));
  }
  return command_named(command).run(rest, console);
}

Outcome attempt(const std::vector<std::string>& arguments, const Console& console) {
  try {
    return dispatch(arguments, console);
  } catch (const AgreedError& e) {
    Outcome outcome = failed(e.what());
    outcome.code = e.code;
    return outcome;
  } catch (const Error& e) {
    excuse(e.what());
    return failed(e.what());
  } catch (const std::bad_alloc&) {
    return failed("not enough memory for this; try smaller sizes");
  } catch (const std::exception& e) {
    return failed(fmt::format("a mistake in attn itself, please report it: {}", e.what()));
  }
}

}  // namespace

Outcome run(const std::vector<std::string>& arguments, const Console& console) {
  Outcome outcome = attempt(arguments, console);
  return is_silent() ? Outcome{.code = outcome.code} : outcome;
}

}  // namespace attn
