// How do the fields of a page become a file of answers? By a script of the page's own, which sends
// nothing anywhere.
#include <algorithm>

#include "document/find.hpp"
#include "render/html/parts.hpp"

namespace attn::html {

namespace {

// Written without the characters that XML keeps for itself.
constexpr std::string_view kSaving = R"html(<p><button id="save">Save the answers</button></p>
<script>
document.getElementById("save").addEventListener("click", () => {
  const quoted = (text) => '"' + text.replaceAll('"', '""') + '"';
  const line = (input) => quoted(input.name) + "," + quoted(input.value.trim());
  const lines = ["gap,answer"].concat(Array.from(document.querySelectorAll("input"), line));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], {type: "text/csv"}));
  link.download = "answers.csv";
  link.click();
});
</script>
)html";

}  // namespace

std::string saving_fields(const Document& document) {
  return std::ranges::any_of(document.blocks, has_blanks) ? std::string(kSaving) : "";
}

}  // namespace attn::html
