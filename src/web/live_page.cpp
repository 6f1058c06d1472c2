#include "web/live_page.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "files/read.hpp"
#include "support/error.hpp"
#include "web/base64.hpp"
#include "web/live_script.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kModuleFile = "attn.wasm.gz";

// As a string of JSON that stands in a script element.
std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    const bool plain = code >= 0x20 && c != '"' && c != '\\' && c != '<';
    result += plain ? std::string(1, c) : fmt::format("\\u{:04x}", code);
  }
  return result + "\"";
}

std::string json_of(const LiveStart& start) {
  std::string words;
  for (const std::string& word : start.words)
    words += (words.empty() ? "" : ",") + json_string(word);
  return fmt::format("{{\"lesson\":{},\"words\":[{}]}}", json_string(start.lesson), words);
}

// Nothing comes from elsewhere, and no script runs but ours. Cells are shaded by style attributes.
std::string policy(std::string_view scripts) {
  return fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
      "'sha256-{}' 'wasm-unsafe-eval'{}; style-src 'unsafe-inline'; worker-src blob:; "
      "base-uri 'none'; form-action 'none'\"/>\n",
      base64(bytes_of_hex(live_script_sha256())), scripts);
}

void insert(std::string& page, std::string_view before, std::string_view what) {
  const std::size_t at = page.rfind(before);
  if (at == std::string::npos) throw std::logic_error("live_page: not a whole page");
  page.insert(at, what);
}

std::string assembled(std::string_view page, const LiveStart& start, std::string_view scripts,
                      std::string_view module) {
  std::string live(page);
  insert(live, "</body>",
         fmt::format("<script type=\"application/json\" id=\"attn-start\">{}</script>\n{}\n"
                     "<script>{}</script>\n",
                     json_of(start), module, live_script()));
  insert(live, "</head>", fmt::format("<style>\n{}</style>\n", live_style()));
  insert(live, "<meta name=\"viewport\"", policy(scripts));
  return live;
}

}  // namespace

std::string live_module() {
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  const fs::path folder = program.parent_path();
  for (const fs::path& place : {folder, folder.parent_path() / "share" / "attn"}) {
    const fs::path file = place / kModuleFile;
    if (fs::exists(file, none)) return base64(read_file(file.string()));
  }
  throw Error(
      "this attn was built without the module that computes in a page; run "
      "./bootstrap site in its checkout");
}

std::string live_page(std::string_view page, const LiveStart& start, std::string_view module) {
  return assembled(
      page, start, "",
      fmt::format("<script type=\"text/plain\" id=\"attn-module\">{}</script>", module));
}

std::string live_page_beside(std::string_view page, const LiveStart& start,
                             std::string_view module_file) {
  return assembled(page, start, " 'self'",
                   fmt::format("<script src=\"{}\"></script>", module_file));
}

std::string shared_module(std::string_view module) {
  return fmt::format("globalThis.attnModule = \"{}\";\n", module);
}

}  // namespace attn
