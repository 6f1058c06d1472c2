#include "cli/knobs.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"
#include "support/unknown.hpp"

namespace attn {

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

namespace {

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

Declaration::Kind kind_of(Integer) { return Declaration::Kind::count; }
Declaration::Kind kind_of(double) { return Declaration::Kind::real; }

template <typename T>
std::string joined(const std::vector<T>& values) {
  return fmt::format("{}", fmt::join(values, ","));
}

// A lesson that calls a value a file, and forgets to declare that it is read, is mistaken.
void refuse_unsaid_file(const std::string& name, const std::string& meta) {
  if (meta == "FILE" || meta == "DIR") {
    throw std::logic_error(name + ": declare it by reads_file or writes_folder");
  }
}

}  // namespace

CommandLine::CommandLine(std::string title) { section(std::move(title)); }

void CommandLine::section(std::string title) { sections_.push_back({std::move(title), {}}); }

void CommandLine::offer(std::vector<std::string> values) {
  sections_.back().options.back().choices = std::move(values);
}

void CommandLine::touches(Touches what) { sections_.back().options.back().touches = what; }

void CommandLine::example(std::string command, std::string purpose) {
  examples_.push_back({std::move(command), std::move(purpose)});
}

void CommandLine::declare(Declaration declaration, std::function<void(const Values&)> set,
                          std::function<Cell()> value) {
  if (const std::size_t comma = declaration.name.find(','); comma != std::string::npos) {
    declaration.brief = declaration.name.substr(0, comma);
    declaration.name.erase(0, comma + 1);
  }
  knobs_.push_back({declaration.name, std::move(set), std::move(value)});
  sections_.back().options.push_back(std::move(declaration));
}

void CommandLine::flag(std::string name, bool& value, std::string help) {
  declare(
      {.name = std::move(name), .help = std::move(help), .kind = Declaration::Kind::flag},
      [&value](const Values&) { value = true; }, [&value] { return Cell{Integer{value ? 1 : 0}}; });
}

void CommandLine::measurement(std::string name, bool& value, std::string help) {
  flag(std::move(name), value, std::move(help));
  sections_.back().options.back().measures = true;
}

template <typename Value, typename Bound>
void CommandLine::declare_number(std::string name, std::string meta, Value& value, Bound low,
                                 Bound high, std::string help) {
  declare(
      {.name = name,
       .meta = std::move(meta),
       .help = std::move(help),
       .default_text = text_of(value),
       .range = interval(low, high),
       .kind = kind_of(low),
       .low = text_of(low),
       .high = text_of(high)},
      [=, &value](const Values& given) { value = parsed(given.front(), low, high, name); },
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
           .kind = kind_of(low),
           .low = text_of(low),
           .high = text_of(high),
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

void CommandLine::choose(std::string name, Choosing choosing, std::string help) {
  const std::vector<std::string> words = choosing.words;
  const auto in_force = [words, chosen = std::move(choosing.chosen)] {
    const std::optional<std::size_t> place = chosen();
    return place ? words[*place] : "";
  };
  const auto read = [name, words, take = std::move(choosing.choose)](const Values& given) {
    const std::string& word = given.front();
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) {
      throw Error("{}: {} is none of {}{}", name, in_quotes(word), fmt::join(words, ", "),
                  did_you_mean(word, {words.begin(), words.end()}));
    }
    take(static_cast<std::size_t>(found - words.begin()));
  };
  declare({.name = name,
           .meta = "NAME",
           .help = std::move(help),
           .default_text = in_force(),
           .kind = Declaration::Kind::choice,
           .choices = words},
          read, [in_force] { return Cell{in_force()}; });
}

template <typename Value>
void CommandLine::declare_text(std::string name, Value& value, std::string meta, std::string help) {
  declare(
      {.name = std::move(name),
       .meta = std::move(meta),
       .help = std::move(help),
       .default_text = text_of(value)},
      [&value](const Values& given) { value = given.front(); },
      [&value] { return cell_of(value); });
}

void CommandLine::text(std::string name, std::string& value, std::string meta, std::string help) {
  refuse_unsaid_file(name, meta);
  declare_text(std::move(name), value, std::move(meta), std::move(help));
}

void CommandLine::text(std::string name, std::optional<std::string>& value, std::string meta,
                       std::string help) {
  refuse_unsaid_file(name, meta);
  declare_text(std::move(name), value, std::move(meta), std::move(help));
}

void CommandLine::reads_file(std::string name, std::optional<std::string>& value, std::string meta,
                             std::string help) {
  declare_text(std::move(name), value, std::move(meta), std::move(help));
  touches(Touches::reads_file);
}

void CommandLine::writes_folder(std::string name, std::optional<std::string>& value,
                                std::string meta, std::string help) {
  declare_text(std::move(name), value, std::move(meta), std::move(help));
  touches(Touches::writes_folder);
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

Arguments CommandLine::parse(const std::vector<std::string>& given) {
  Arguments arguments = read_arguments(sections_, given);
  for (const Knob& knob : knobs_) {
    const auto found = arguments.values.find(knob.name);
    if (found != arguments.values.end()) knob.set(found->second);
  }
  return arguments;
}

std::vector<Setting> CommandLine::settings() const {
  std::vector<Setting> settings;
  for (std::size_t i = 0; i < sections_.front().options.size(); ++i) {
    settings.push_back(
        {knobs_[i].name, knobs_[i].value(), sections_.front().options[i].meta.empty()});
  }
  return settings;
}

}  // namespace attn
