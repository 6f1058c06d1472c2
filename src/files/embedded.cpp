#include "files/embedded.hpp"

#include <algorithm>
#include <vector>

#include "files/embedded_files.hpp"
#include "support/unknown.hpp"

namespace attn {

std::string_view embedded(std::string_view name) {
  const auto files = embedded_files();
  const auto file = std::ranges::find(files, name, &EmbeddedFile::name);
  if (file != files.end()) return file->bytes;
  std::vector<std::string_view> names;
  for (const EmbeddedFile& each : files) names.push_back(each.name);
  throw unknown_name("embedded file", name, names);
}

}  // namespace attn
