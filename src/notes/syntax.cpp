#include "notes/syntax.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "files/read.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

struct Named {
  std::string_view name;
  Syntax syntax;
};

constexpr std::array kNames{Named{"markdown", Syntax::markdown}, Named{"latex", Syntax::latex},
                            Named{"html", Syntax::html}};

constexpr std::array kExtensions{
    Named{".md", Syntax::markdown},  Named{".markdown", Syntax::markdown},
    Named{".qmd", Syntax::markdown}, Named{".rmd", Syntax::markdown},
    Named{".mkd", Syntax::markdown}, Named{".myst", Syntax::markdown},
    Named{".tex", Syntax::latex},    Named{".ltx", Syntax::latex},
    Named{".latex", Syntax::latex},  Named{".html", Syntax::html},
    Named{".htm", Syntax::html},     Named{".xhtml", Syntax::html}};

// Read as plain text.
constexpr std::array<std::string_view, 7> kOther{".txt",      ".text", ".rst", ".adoc",
                                                 ".asciidoc", ".org",  ".typ"};

std::string extension_of(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return extension;
}

}  // namespace

std::string_view name_of(Syntax syntax) {
  return std::ranges::find(kNames, syntax, &Named::syntax)->name;
}

std::vector<std::string> syntax_names() {
  std::vector<std::string> names;
  for (const Named& named : kNames) names.emplace_back(named.name);
  return names;
}

std::optional<Syntax> syntax_named(std::string_view name) {
  const auto found = std::ranges::find(kNames, name, &Named::name);
  if (found == kNames.end()) return std::nullopt;
  return found->syntax;
}

std::optional<Syntax> syntax_by_name(const std::string& path) {
  if (path == "-") return Syntax::markdown;
  const auto found = std::ranges::find(kExtensions, extension_of(path), &Named::name);
  if (found == kExtensions.end()) return std::nullopt;
  return found->syntax;
}

bool is_notebook(const std::string& path) { return extension_of(path) == ".ipynb"; }

bool is_named_as_notes(const std::string& path) {
  return path != "-" && (syntax_by_name(path) || is_notebook(path) ||
                         std::ranges::find(kOther, extension_of(path)) != kOther.end());
}

Syntax syntax_of(const std::string& path) {
  if (const std::optional<Syntax> syntax = syntax_by_name(path)) return *syntax;
  throw Error(
      "{}: its name does not end in .md, .qmd, .tex or .html; add --format markdown, latex "
      "or html",
      file_name(path));
}

}  // namespace attn
