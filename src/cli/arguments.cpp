#include "cli/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/unknown.hpp"

namespace attn {

namespace {

using Words = std::vector<std::string>;

bool takes_value(const Declaration& option) { return !option.meta.empty(); }

const Declaration* find(const std::vector<Section>& sections, std::string_view word) {
  for (const Section& section : sections) {
    for (const Declaration& option : section.options) {
      if (word == option.name || (!option.brief.empty() && word == option.brief)) return &option;
    }
  }
  return nullptr;
}

// CLI11 reads "--text=" as "--text" whose value is the next argument; here it is the empty text.
Words with_empty_values_apart(const std::vector<Section>& sections, const Words& given) {
  Words result;
  bool is_value = false;
  for (auto it = given.begin(); it != given.end(); ++it) {
    if (!is_value && *it == "--") {
      result.insert(result.end(), it, given.end());
      break;
    }
    const bool empty = !is_value && it->starts_with("--") && it->find('=') == it->size() - 1;
    result.push_back(empty ? it->substr(0, it->size() - 1) : *it);
    if (empty) result.emplace_back();
    const Declaration* option = is_value || empty ? nullptr : find(sections, *it);
    is_value = option != nullptr && takes_value(*option);
  }
  return result;
}

// What CLI11 could not place: operands, unless something looks like an option.
Words operands_of(const std::vector<Section>& sections, const Words& remaining) {
  const auto mark = std::ranges::find(remaining, "--");
  Words operands(remaining.begin(), mark);
  for (const std::string& word : operands) {
    if (word.size() < 2 || !word.starts_with('-')) continue;
    const std::string name = word.substr(0, word.find('='));
    const std::string guess = option_like(sections, name);
    throw Error("unknown option {}{}", shortened(name),
                guess.empty() ? "; --help lists those that there are" : guess);
  }
  if (mark != remaining.end()) operands.insert(operands.end(), mark + 1, remaining.end());
  return operands;
}

// The values of one option, checked against what it may have.
Words values_of(const Declaration& option, const Words& results) {
  if (!takes_value(option)) {
    const auto bare = [](const std::string& value) { return value == "true"; };
    if (!std::ranges::all_of(results, bare)) {
      throw Error("{} is a switch and takes no value", option.name);
    }
    return {};
  }
  if (results.size() > 1 && !option.repeatable) {
    throw Error("{} takes one value, and {} are given", option.name, results.size());
  }
  return results;
}

}  // namespace

Arguments read_arguments(const std::vector<Section>& sections, const Words& given) {
  CLI::App app;
  app.set_help_flag();
  app.allow_windows_style_options(false);
  app.allow_extras();
  const CLI::Option* help = app.add_flag("-h,--help");
  std::vector<std::pair<const Declaration*, const CLI::Option*>> options;
  for (const Section& section : sections) {
    for (const Declaration& option : section.options) {
      const std::string names =
          option.brief.empty() ? option.name : option.brief + "," + option.name;
      CLI::Option* added = takes_value(option) ? app.add_option(names) : app.add_flag(names);
      added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      options.emplace_back(&option, added);
    }
  }
  Words words = with_empty_values_apart(sections, given);
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::ArgumentMismatch&) {  // only the last argument can lack its value
    const Declaration* option = find(sections, given.back());
    throw Error("{} needs a value{}", given.back(),
                option ? fmt::format(": {} {}", option->name, option->meta) : "");
  }
  if (help->count() > 0) return {.help = true};
  Arguments arguments{.operands = operands_of(sections, app.remaining())};
  for (const auto& [option, added] : options) {
    if (added->count() > 0) arguments.values[option->name] = values_of(*option, added->results());
  }
  return arguments;
}

std::string option_like(const std::vector<Section>& sections, std::string_view word) {
  std::vector<std::string_view> names{"--help"};
  for (const Section& section : sections) {
    for (const Declaration& option : section.options) names.push_back(option.name);
  }
  return did_you_mean(word, names);
}

}  // namespace attn
