#include "cli/knobs.hpp"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

template <typename T>
Cell cell_of(const T& value) {
  return Cell{value};
}
template <typename T>
Cell cell_of(const std::optional<T>& value) {
  return value ? Cell{*value} : Cell{Missing{}};
}

template <typename T>
std::string text_of(const T& value) {
  return fmt::format("{}", value);
}
template <typename T>
std::string text_of(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "";
}

Integer parsed(const std::string& text, Integer low, Integer high, const std::string& what) {
  return parse_integer(text, low, high, what);
}
double parsed(const std::string& text, double low, double high, const std::string& what) {
  return parse_real(text, low, high, what);
}

template <typename T>
std::string joined(const std::vector<T>& values) {
  return fmt::format("{}", fmt::join(values, ","));
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& names) {
  const std::string_view near = nearest(word, names);
  return near.empty() ? "" : fmt::format("; did you mean {}?", near);
}

}  // namespace

CommandLine::CommandLine(std::string title) : app_(std::make_unique<CLI::App>()) {
  app_->set_help_flag();
  app_->allow_windows_style_options(false);
  app_->allow_extras();
  section(std::move(title));
}

CommandLine::~CommandLine() = default;

void CommandLine::section(std::string title) { sections_.push_back({std::move(title), {}}); }

void CommandLine::offer(std::vector<std::string> values) {
  sections_.back().options.back().choices = std::move(values);
}

void CommandLine::example(std::string command, std::string purpose) {
  examples_.push_back({std::move(command), std::move(purpose)});
}

void CommandLine::declare(Declaration declaration, std::function<void(const Values&)> set,
                          std::function<Cell()> value) {
  const std::string names = declaration.name;
  if (const std::size_t comma = names.find(','); comma != std::string::npos) {
    declaration.brief = names.substr(0, comma);
    declaration.name = names.substr(comma + 1);
  }
  CLI::Option* option = declaration.meta.empty() ? app_->add_flag(names) : app_->add_option(names);
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  knobs_.push_back({declaration.name, option, std::move(set), std::move(value)});
  sections_.back().options.push_back(std::move(declaration));
  if (sections_.size() == 1) first_section_size_ = knobs_.size();
}

template <typename Read>
void CommandLine::declare_single(Declaration declaration, Read read, std::function<Cell()> value) {
  const auto set = [name = declaration.name, read](const Values& given) {
    if (given.size() > 1) {
      throw Error("{} takes one value, and {} are given", name.substr(name.find("--")),
                  given.size());
    }
    read(given.front());
  };
  declare(std::move(declaration), set, std::move(value));
}

void CommandLine::flag(std::string name, bool& value, std::string help) {
  const auto set = [name, &value](const Values& given) {
    if (given.back() != "true") throw Error("{} is a switch and takes no value", name);
    value = true;
  };
  declare({.name = name, .help = std::move(help)}, set,
          [&value] { return Cell{Integer{value ? 1 : 0}}; });
}

template <typename Value, typename Bound>
void CommandLine::declare_number(std::string name, std::string meta, Value& value, Bound low,
                                 Bound high, std::string help) {
  declare_single(
      {.name = name,
       .meta = std::move(meta),
       .help = std::move(help),
       .default_text = text_of(value),
       .range = interval(low, high)},
      [=, &value](const std::string& given) { value = parsed(given, low, high, name); },
      [&value] { return cell_of(value); });
}

// "--n 8 --n 64" and "--n 8,64" alike.
template <typename T>
void CommandLine::declare_numbers(std::string name, std::string meta, std::vector<T>& values, T low,
                                  T high, std::string help) {
  const auto set = [=, &values](const Values& given) {
    values.clear();
    for (const std::string& list : given) {
      for (const std::string& part : split_at_commas(list)) {
        values.push_back(parsed(part, low, high, name));
      }
    }
  };
  declare({.name = name,
           .meta = std::move(meta),
           .help = std::move(help),
           .default_text = joined(values),
           .range = interval(low, high),
           .repeatable = true},
          set, [&values] { return Cell{joined(values)}; });
}

void CommandLine::count(std::string name, Integer& value, Integer low, Integer high,
                        std::string help) {
  declare_number(std::move(name), "N", value, low, high, std::move(help));
}

void CommandLine::count(std::string name, std::optional<Integer>& value, Integer low, Integer high,
                        std::string help) {
  declare_number(std::move(name), "N", value, low, high, std::move(help));
}

void CommandLine::real(std::string name, double& value, double low, double high, std::string help) {
  declare_number(std::move(name), "X", value, low, high, std::move(help));
}

void CommandLine::real(std::string name, std::optional<double>& value, double low, double high,
                       std::string help) {
  declare_number(std::move(name), "X", value, low, high, std::move(help));
}

void CommandLine::counts(std::string name, std::vector<Integer>& values, Integer low, Integer high,
                         std::string help) {
  declare_numbers(std::move(name), "N[,N…]", values, low, high, std::move(help));
}

void CommandLine::reals(std::string name, std::vector<double>& values, double low, double high,
                        std::string help) {
  declare_numbers(std::move(name), "X[,X…]", values, low, high, std::move(help));
}

void CommandLine::choice(std::string name, std::string& value, std::vector<std::string> choices,
                         std::string help) {
  const auto read = [name, choices, &value](const std::string& given) {
    if (std::ranges::find(choices, given) == choices.end()) {
      throw Error("{}: {} is none of {}{}", name, in_quotes(given), fmt::join(choices, ", "),
                  suggestion(given, {choices.begin(), choices.end()}));
    }
    value = given;
  };
  declare_single({.name = name,
                  .meta = "NAME",
                  .help = std::move(help),
                  .default_text = value,
                  .choices = choices},
                 read, [&value] { return Cell{value}; });
}

template <typename Value>
void CommandLine::declare_text(std::string name, Value& value, std::string meta, std::string help) {
  declare_single(
      {.name = std::move(name),
       .meta = std::move(meta),
       .help = std::move(help),
       .default_text = text_of(value)},
      [&value](const std::string& given) { value = given; }, [&value] { return cell_of(value); });
}

void CommandLine::text(std::string name, std::string& value, std::string meta, std::string help) {
  declare_text(std::move(name), value, std::move(meta), std::move(help));
}

void CommandLine::text(std::string name, std::optional<std::string>& value, std::string meta,
                       std::string help) {
  declare_text(std::move(name), value, std::move(meta), std::move(help));
}

void CommandLine::texts(std::string name, std::vector<std::string>& values, std::string meta,
                        std::string help) {
  declare(
      {.name = name,
       .meta = std::move(meta),
       .help = std::move(help),
       .default_text = fmt::format("{}", fmt::join(values, " ")),
       .repeatable = true},
      [&values](const Values& given) { values = given; },
      [&values] { return Cell{joined(values)}; });
}

const Declaration* CommandLine::find(std::string_view argument) const {
  for (const Section& section : sections_) {
    for (const Declaration& option : section.options) {
      if (argument == option.name || (!option.brief.empty() && argument == option.brief)) {
        return &option;
      }
    }
  }
  return nullptr;
}

// CLI11 reads "--text=" as "--text" whose value is the next argument; here it is the empty text.
CommandLine::Values CommandLine::with_empty_values_apart(const Values& arguments) const {
  Values result;
  bool is_value = false;
  for (auto it = arguments.begin(); it != arguments.end(); ++it) {
    if (!is_value && *it == "--") {
      result.insert(result.end(), it, arguments.end());
      break;
    }
    const bool empty =
        !is_value && it->starts_with("--") && it->ends_with('=') && it->find('=') == it->size() - 1;
    const std::string name = empty ? it->substr(0, it->size() - 1) : *it;
    const Declaration* option = is_value ? nullptr : find(name);
    result.push_back(name);
    if (empty) result.emplace_back();
    is_value = option != nullptr && !option->meta.empty() && !empty;
  }
  return result;
}

// What CLI11 could not place: operands, unless something looks like an option.
CommandLine::Values CommandLine::operands_of(const Values& remaining) const {
  Values operands;
  auto it = remaining.begin();
  for (; it != remaining.end() && *it != "--"; ++it) {
    if (it->size() > 1 && it->starts_with('-')) {
      const std::string name = it->substr(0, it->find('='));
      std::vector<std::string_view> names;
      for (const Knob& knob : knobs_) names.push_back(knob.name);
      throw Error("unknown option {}{}", shortened(name), suggestion(name, names));
    }
    operands.push_back(*it);
  }
  if (it != remaining.end()) operands.insert(operands.end(), it + 1, remaining.end());
  return operands;
}

CommandLine::Parsed CommandLine::parse(const Values& arguments) {
  CLI::Option* help = app_->add_flag("-h,--help");
  Values given = with_empty_values_apart(arguments);
  std::ranges::reverse(given);  // as CLI11 takes them
  try {
    app_->parse(std::move(given));
  } catch (const CLI::ArgumentMismatch&) {  // only the last argument can lack its value
    const Declaration* option = find(arguments.back());
    throw Error("{} needs a value{}", arguments.back(),
                option ? fmt::format(": {} {}", option->name, option->meta) : "");
  }
  if (help->count() > 0) return {.help = true, .operands = {}};
  Parsed parsed{.help = false, .operands = operands_of(app_->remaining())};
  for (const Knob& knob : knobs_) {
    if (knob.option->count() > 0) knob.set(knob.option->results());
  }
  return parsed;
}

std::vector<Setting> CommandLine::settings() const {
  std::vector<Setting> settings;
  for (std::size_t i = 0; i < first_section_size_; ++i) {
    settings.push_back({knobs_[i].name, knobs_[i].value()});
  }
  return settings;
}

}  // namespace attn
