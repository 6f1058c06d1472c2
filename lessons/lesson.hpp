// What a lesson is to the rest of the house: a name, a summary, its knobs, and a page to write.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "document/document.hpp"

namespace attn {

// The values that an option takes, each by its word.
template <typename Value>
using WordsFor = std::vector<std::pair<std::string, std::type_identity_t<Value>>>;

// Whether nothing is chosen yet: an enum has no such value.
template <typename Value>
bool is_empty(const Value& value) {
  if constexpr (std::is_enum_v<Value>) return false;
  return value == Value{};
}

// The options of a lesson, declared once: the command line parses them, `--help` explains them, and
// the page that they made states them. Every variable keeps its value when its option is absent,
// so its initial value is the default that `--help` shows. Names start with "--".
class Knobs {
 public:
  virtual ~Knobs() = default;

  // A command that is worth showing first in the help, and what it is for.
  virtual void example(std::string command, std::string purpose) = 0;

  virtual void flag(std::string name, bool& value, std::string help) = 0;
  // A switch whose page differs from run to run, so that notes cannot be kept true to it.
  virtual void measurement(std::string name, bool& value, std::string help) {
    flag(std::move(name), value, std::move(help));
  }
  virtual void count(std::string name, Integer& value, Integer low, Integer high,
                     std::string help) = 0;
  virtual void count(std::string name, std::optional<Integer>& value, Integer low, Integer high,
                     std::string help) = 0;
  virtual void real(std::string name, double& value, double low, double high, std::string help) = 0;
  virtual void real(std::string name, std::optional<double>& value, double low, double high,
                    std::string help) = 0;
  // One of several values by its word: {{"iec", SizeUnits::iec}, {"si", SizeUnits::si}}. Throws
  // std::logic_error unless the initial value has one too; an optional may be empty without.
  template <typename Value>
  void choice(std::string name, Value& value, WordsFor<Value> words, std::string help);
  // One of several words.
  void choice(std::string name, std::string& value, const std::vector<std::string>& words,
              std::string help);
  // `meta` names the value in the help: WORD, DIGITS.
  virtual void text(std::string name, std::string& value, std::string meta, std::string help) = 0;
  virtual void text(std::string name, std::optional<std::string>& value, std::string meta,
                    std::string help) = 0;

  // The name of a file that the page reads, or of a file or folder that it writes. What notes ask
  // for may do neither, so a name of either kind is declared as such, whatever `meta` calls it.
  virtual void reads_file(std::string name, std::optional<std::string>& value, std::string meta,
                          std::string help) = 0;
  virtual void writes_folder(std::string name, std::optional<std::string>& value, std::string meta,
                             std::string help) = 0;

  // Repeatable: `--n 8 --n 64`, or `--n 8,64`. Given values replace the default ones.
  virtual void counts(std::string name, std::vector<Integer>& values, Integer low, Integer high,
                      std::string help) = 0;
  virtual void reals(std::string name, std::vector<double>& values, double low, double high,
                     std::string help) = 0;
  // Repeatable, each value whole: `--scores "1,0,0.5" --scores "2,1,1"`.
  virtual void texts(std::string name, std::vector<std::string>& values, std::string meta,
                     std::string help) = 0;

 protected:
  // What a choice comes down to: the words, which of them is in force, and how another is taken.
  struct Choosing {
    std::vector<std::string> words;
    std::function<std::optional<std::size_t>()> chosen;
    std::function<void(std::size_t)> choose;
  };
  virtual void choose(std::string name, Choosing choosing, std::string help) = 0;
};

template <typename Value>
void Knobs::choice(std::string name, Value& value, WordsFor<Value> words, std::string help) {
  const auto place = [&value, words]() -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i].second == value) return i;
    }
    return {};
  };
  if (!place() && !is_empty(value)) throw std::logic_error(name + ": the default has no word");
  Choosing choosing{{}, place, [&value, words](std::size_t i) { value = words[i].second; }};
  for (const auto& [word, unused] : words) choosing.words.push_back(word);
  choose(std::move(name), std::move(choosing), std::move(help));
}

inline void Knobs::choice(std::string name, std::string& value,
                          const std::vector<std::string>& words, std::string help) {
  WordsFor<std::string> pairs;
  for (const std::string& word : words) pairs.emplace_back(word, word);
  choice<std::string>(std::move(name), value, std::move(pairs), std::move(help));
}

// Writes a page, once the options are set.
using Writer = std::function<Written()>;

struct Lesson {
  std::string_view name, summary;
  // Declares the knobs; what it returns writes the page once they are set.
  Writer (*open)(Knobs& knobs);
};

// The table of contents, in teaching order.
std::span<const Lesson> contents();

// The usual shape of Lesson::open: options with defaults, declared, then read by `write`.
// `write` returns a Document, or where that takes long a PageJob.
template <typename Options, void (*declare)(Knobs&, Options&), auto write>
Writer open_lesson(Knobs& knobs) {
  const auto options = std::make_shared<Options>();
  declare(knobs, *options);
  return [options]() -> Written { return write(*options); };
}

}  // namespace attn
