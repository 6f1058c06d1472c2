// What a lesson is to the rest of the house: a name, a summary, its knobs, and a page to write.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace attn {

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
  virtual void choice(std::string name, std::string& value, std::vector<std::string> choices,
                      std::string help) = 0;
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
};

struct Lesson {
  std::string_view name, summary;
  // Declares the knobs; what it returns writes the page once they are set.
  std::function<Document()> (*open)(Knobs& knobs);
};

// The table of contents, in teaching order.
std::span<const Lesson> contents();

// The usual shape of Lesson::open: options with defaults, declared, then read by `write`.
template <typename Options, void (*declare)(Knobs&, Options&), Document (*write)(const Options&)>
std::function<Document()> open_lesson(Knobs& knobs) {
  const auto options = std::make_shared<Options>();
  declare(knobs, *options);
  return [options] { return write(*options); };
}

}  // namespace attn
