// What cmake/Embed.cmake generates the definition of.
#pragma once

#include <span>
#include <string_view>

namespace attn {

struct EmbeddedFile {
  std::string_view name, bytes;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace attn
