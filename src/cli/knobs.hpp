// How do a lesson's knobs become options of the command line? Declared, then set from arguments.
#pragma once

#include <functional>

#include "cli/arguments.hpp"
#include "cli/declaration.hpp"
#include "lessons/lesson.hpp"

namespace attn {

// Every value is read by our own checked parsers. A name may be declared with its short form,
// "-f,--format".
class CommandLine final : public Knobs {
 public:
  explicit CommandLine(std::string title);  // of the first section of options

  void section(std::string title);  // options declared from here on stand under this title

  // Values worth offering for the option declared last, in its help and by completion.
  void offer(std::vector<std::string> values);

  // What the value of the option declared last leads to.
  void touches(Touches what);

  void example(std::string command, std::string purpose) override;
  void flag(std::string name, bool& value, std::string help) override;
  void measurement(std::string name, bool& value, std::string help) override;
  void count(std::string name, Integer& value, Integer low, Integer high,
             std::string help) override;
  void count(std::string name, std::optional<Integer>& value, Integer low, Integer high,
             std::string help) override;
  void real(std::string name, double& value, double low, double high, std::string help) override;
  void real(std::string name, std::optional<double>& value, double low, double high,
            std::string help) override;
  void text(std::string name, std::string& value, std::string meta, std::string help) override;
  void text(std::string name, std::optional<std::string>& value, std::string meta,
            std::string help) override;
  void reads_file(std::string name, std::optional<std::string>& value, std::string meta,
                  std::string help) override;
  void writes_folder(std::string name, std::optional<std::string>& value, std::string meta,
                     std::string help) override;
  void counts(std::string name, std::vector<Integer>& values, Integer low, Integer high,
              std::string help) override;
  void reals(std::string name, std::vector<double>& values, double low, double high,
             std::string help) override;
  void texts(std::string name, std::vector<std::string>& values, std::string meta,
             std::string help) override;

  // Sets the knobs, unless help is asked for; returns what else the arguments hold. Throws Error,
  // naming the option, for anything that is not as declared.
  Arguments parse(const std::vector<std::string>& given);

  // The values in force of the first section's options, defaults included.
  std::vector<Setting> settings() const;

  const std::vector<Example>& examples() const { return examples_; }
  const std::vector<Section>& sections() const { return sections_; }

 private:
  using Values = std::vector<std::string>;
  void choose(std::string name, Choosing choosing, std::string help) override;

  struct Knob {
    std::string name;
    std::function<void(const Values&)> set;
    std::function<Cell()> value;
  };

  void declare(Declaration declaration, std::function<void(const Values&)> set,
               std::function<Cell()> value);
  template <typename Value, typename Bound>
  void declare_number(std::string name, std::string meta, Value& value, Bound low, Bound high,
                      std::string help);
  template <typename T>
  void declare_numbers(std::string name, std::string meta, std::vector<T>& values, T low, T high,
                       std::string help);
  template <typename Value>
  void declare_text(std::string name, Value& value, std::string meta, std::string help);

  std::vector<Knob> knobs_;
  std::vector<Section> sections_;
  std::vector<Example> examples_;
};

// "a,,b" -> "a", "", "b".
std::vector<std::string> split_at_commas(std::string_view text);

}  // namespace attn
