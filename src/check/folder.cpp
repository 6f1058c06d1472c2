#include "check/folder.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "files/read.hpp"
#include "notes/syntax.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 8> kFilledByPrograms{
    "node_modules", "__pycache__",      "venv",  "site-packages", "_build",
    "_site",        "bower_components", "vendor"};

bool is_left_out(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with('.') ||
         std::ranges::find(kFilledByPrograms, name) != kFilledByPrograms.end();
}

}  // namespace

std::vector<std::string> notes_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> notes;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(folder, options, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unknown;
    const fs::path& path = entry->path();
    if (entry->is_directory(unknown)) {
      if (is_left_out(path)) entry.disable_recursion_pending();
    } else if (entry->is_regular_file(unknown) && is_named_as_notes(path.string()) &&
               !path.filename().string().starts_with('.')) {
      notes.push_back(path.lexically_normal().string());
    }
  }
  if (error) throw Error("cannot read {}: {}", file_name(folder), error.message());
  if (notes.empty()) {
    throw Error("cannot read {}: the folder holds no notes ({} and the like)", file_name(folder),
                ".md, .tex, .html, .ipynb, .txt");
  }
  std::ranges::sort(notes);
  return notes;
}

}  // namespace attn
