#include "cli/shells.hpp"

#include <fmt/ranges.h>

namespace attn {

namespace {

std::string replaced(std::string_view text, char what, std::string_view by) {
  std::string result;
  for (const char c : text) {
    if (c == what) {
      result += by;
    } else {
      result += c;
    }
  }
  return result;
}

std::vector<std::string> names_of(const std::vector<Declaration>& options) {
  std::vector<std::string> names;
  for (const Declaration& option : options) {
    if (!option.brief.empty()) names.push_back(option.brief);
    names.push_back(option.name);
  }
  return names;
}

std::vector<std::string> command_names(const Vocabulary& vocabulary) {
  std::vector<std::string> names;
  for (const Manual& manual : vocabulary.manuals) names.push_back(manual.name);
  return names;
}

// --- bash: what follows which word. ---

// One branch of `case "$command $previous"`; `command` may be the pattern *.
std::string bash_values(std::string_view command, const std::vector<Declaration>& options) {
  std::string branches;
  for (const Declaration& option : options) {
    if (option.meta.empty()) continue;
    std::string pattern = fmt::format("{}' {}'", command, option.name);
    if (!option.brief.empty()) pattern += fmt::format(" | {}' {}'", command, option.brief);
    const std::string action = names_file(option)
                                   ? "files=yes"
                                   : fmt::format("words='{}'", fmt::join(option.choices, " "));
    branches += fmt::format("    {}) {} ;;\n", pattern, action);
  }
  return branches;
}

std::string bash_words(const Manual& manual) {
  std::vector<std::string> words = names_of(own_options(manual));
  if (is_page(manual)) words.emplace_back("$common");
  words.insert(words.end(), manual.operand_choices.begin(), manual.operand_choices.end());
  words.emplace_back("--help");
  const bool files = !manual.operands.empty() && manual.operand_choices.empty();
  return fmt::format("    {}' '*) words=\"{}\"{} ;;\n", manual.name, fmt::join(words, " "),
                     files ? " files=yes" : "");
}

// --- zsh: specifications for _arguments. ---

std::string zsh_text(std::string_view text) {
  std::string result = replaced(text, '\\', "\\\\");
  for (const char c : {'[', ']', ':'}) result = replaced(result, c, std::string{'\\', c});
  return replaced(result, '\'', "'\\''");
}

std::string zsh_option(const Declaration& option) {
  std::string value;
  if (names_file(option))
    value = ":" + option.meta + ":_files";
  else if (!option.meta.empty())
    value = fmt::format(":{}:({})", zsh_text(option.meta), fmt::join(option.choices, " "));
  const std::string repeat = option.repeatable ? "*" : "";
  const auto spec = [&](const std::string& name, const char* equals) {
    return fmt::format("    '{}{}{}[{}]{}'\n", repeat, name, value.empty() ? "" : equals,
                       zsh_text(option.help), value);
  };
  return spec(option.name, "=") + (option.brief.empty() ? "" : spec(option.brief, "+"));
}

std::string zsh_options(const std::vector<Declaration>& options) {
  std::string specs;
  for (const Declaration& option : options) specs += zsh_option(option);
  return specs;
}

std::string zsh_branch(const Manual& manual) {
  std::string specs = zsh_options(own_options(manual));
  if (is_page(manual)) specs += "    $common\n";
  if (!manual.operands.empty()) {
    specs += manual.operand_choices.empty()
                 ? fmt::format("    '*:{}:_files'\n", zsh_text(manual.operands))
                 : fmt::format("    '1:{}:({})'\n", manual.operands,
                               fmt::join(manual.operand_choices, " "));
  }
  return fmt::format("  {}) specs=(\n{}    ) ;;\n", manual.name, specs);
}

// --- fish: one line an option. ---

std::string fish_text(std::string_view text) {
  return replaced(replaced(text, '\\', "\\\\"), '\'', "\\'");
}

std::string fish_option(const std::string& commands, const Declaration& option) {
  std::string line = fmt::format("complete -c attn -n '__fish_seen_subcommand_from {}' -l {}",
                                 commands, option.name.substr(2));
  if (!option.brief.empty()) line += " -s " + option.brief.substr(1);
  if (!option.meta.empty()) line += names_file(option) ? " -rF" : " -x";
  if (!option.choices.empty()) line += fmt::format(" -a '{}'", fmt::join(option.choices, " "));
  return line + fmt::format(" -d '{}'\n", fish_text(option.help));
}

std::string fish_command(const Manual& manual) {
  std::string lines = fmt::format("complete -c attn -n __fish_use_subcommand -a {} -d '{}'\n",
                                  manual.name, fish_text(manual.summary));
  for (const Declaration& option : own_options(manual)) lines += fish_option(manual.name, option);
  if (!manual.operand_choices.empty()) {
    lines += fmt::format("complete -c attn -n '__fish_seen_subcommand_from {}' -a '{}'\n",
                         manual.name, fmt::join(manual.operand_choices, " "));
  } else if (!manual.operands.empty()) {
    lines += fmt::format("complete -c attn -n '__fish_seen_subcommand_from {}' -F\n", manual.name);
  }
  return lines;
}

}  // namespace

std::vector<Declaration> own_options(const Manual& manual) {
  return manual.sections.empty() ? std::vector<Declaration>{} : manual.sections.front().options;
}

bool is_page(const Manual& manual) { return manual.sections.size() > 1; }

std::string bash_completion(const Vocabulary& vocabulary) {
  std::string values = bash_values("*", vocabulary.common.options), words;
  for (const Manual& manual : vocabulary.manuals) {
    values += bash_values(manual.name, own_options(manual));
    words += bash_words(manual);
  }
  return fmt::format(
      R"(# Completion of attn for bash. Put it into ~/.local/share/bash-completion/completions/attn
_attn() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
  local commands='{0}'
  local common='{1}' command=${{COMP_WORDS[1]}} words= files=
  # bash takes --option=value apart.
  [[ $current == = ]] && current=
  [[ $previous == = ]] && previous=${{COMP_WORDS[COMP_CWORD - 2]}}
  ((COMP_CWORD == 1)) && command=
  case "$command $previous" in
    ' '*) words="$commands help --help --version" ;;
    'help '*) words=$commands ;;
{2}{3}  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [[ $files ]]; then
    compopt -o filenames 2> /dev/null
    mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$current")
  fi
}}
complete -F _attn attn
)",
      fmt::join(command_names(vocabulary), " "),
      fmt::join(names_of(vocabulary.common.options), " "), values, words);
}

std::string zsh_completion(const Vocabulary& vocabulary) {
  std::string commands, branches;
  for (const Manual& manual : vocabulary.manuals) {
    commands += fmt::format("    '{}:{}'\n", manual.name, zsh_text(manual.summary));
    branches += zsh_branch(manual);
  }
  return fmt::format(
      R"(#compdef attn
# Completion of attn for zsh. Put it into a folder of $fpath, as _attn
_attn() {{
  local -a commands=(
{}    'help:What a lesson can do'
  )
  local -a common=(
{}  ) specs=()
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
  help) _describe -t commands command commands; return ;;
{}  esac
  _arguments -s $specs '(-h --help)'{{-h,--help}}'[Show help]'
}}
if [[ $funcstack[1] == _attn ]]; then _attn "$@"; else compdef _attn attn; fi
)",
      commands, zsh_options(vocabulary.common.options), branches);
}

std::string fish_completion(const Vocabulary& vocabulary) {
  std::string script =
      "# Completion of attn for fish. Put it into ~/.config/fish/completions/attn.fish\n"
      "complete -c attn -f\n";
  std::vector<std::string> pages;
  for (const Manual& manual : vocabulary.manuals) {
    script += fish_command(manual);
    if (is_page(manual)) pages.push_back(manual.name);
  }
  const std::string all_pages = fmt::format("{}", fmt::join(pages, " "));
  for (const Declaration& option : vocabulary.common.options) {
    script += fish_option(all_pages, option);
  }
  script += "complete -c attn -n __fish_use_subcommand -a help -d 'What a lesson can do'\n";
  script += fmt::format("complete -c attn -n '__fish_seen_subcommand_from help' -a '{}'\n",
                        fmt::join(command_names(vocabulary), " "));
  return script + "complete -c attn -s h -l help -d 'Show help'\n";
}

}  // namespace attn
