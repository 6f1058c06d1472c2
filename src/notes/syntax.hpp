// In which language are the notes written?
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

enum class Syntax { markdown, latex, html };

// The name of the syntax, which is also that of the format that suits it.
std::string_view name_of(Syntax syntax);
std::vector<std::string> syntax_names();

// By its name; nothing when there is none.
std::optional<Syntax> syntax_named(std::string_view name);

// By the file's extension; nothing when it tells nothing. "-" is Markdown.
std::optional<Syntax> syntax_by_name(const std::string& path);

// Whether the extension is one of notes, plain text and notebooks among them.
bool is_named_as_notes(const std::string& path);

bool is_notebook(const std::string& path);

// By the file's extension (.md, .markdown, .qmd, .Rmd, .tex, .html and the like, capitals or not).
// Throws Error when it tells nothing; "-" is Markdown.
Syntax syntax_of(const std::string& path);

}  // namespace attn
