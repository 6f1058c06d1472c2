# How does a file get into the binary?
#
# attn_embed_data(TARGET FILES…) writes a source file that defines embedded_files() (see
# src/files/embedded_files.hpp), each byte as an escape, and adds it to TARGET. A change of a file
# configures anew.
#
# attn_embed_script(TARGET SCRIPT STYLE) does so with the definition of live_script() and
# live_style() (see src/web/live_page.hpp), and the script's SHA-256.
function(attn_embed_script target script style)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${script} ${style})
  file(SHA256 ${script} hash)
  foreach(part script style)
    file(READ ${${part}} ${part} HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" ${part} "${${part}}")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_script.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include "web/live_script.hpp"

std::string_view attn::live_script() { return "@script@"; }
std::string_view attn::live_script_sha256() { return "@hash@"; }
std::string_view attn::live_style() { return "@style@"; }
]])
  target_sources(${target} PRIVATE ${source})
endfunction()

function(attn_embed_data target)
  set(table "")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME)
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${bytes}")
    string(APPEND table "    {\"${name}\"sv, \"${bytes}\"sv},\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include "files/embedded_files.hpp"

using namespace std::string_view_literals;

std::span<const attn::EmbeddedFile> attn::embedded_files() {
  static constexpr EmbeddedFile kFiles[] = {
@table@  };
  return kFiles;
}
]])
  target_sources(${target} PRIVATE ${source})
endfunction()
