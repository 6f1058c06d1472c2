# The core as a module for pages, attn.wasm.gz beside the program: with a compiler of its own.
find_program(ATTN_GZIP gzip REQUIRED)
file(GLOB_RECURSE module_sources CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/src/*.[ch]pp ${PROJECT_SOURCE_DIR}/lessons/*.[ch]pp
     ${PROJECT_SOURCE_DIR}/cmake/wasm/* ${PROJECT_SOURCE_DIR}/data/*)
set(module ${PROJECT_BINARY_DIR}/wasm)
add_custom_command(
  OUTPUT ${PROJECT_BINARY_DIR}/attn.wasm.gz
  COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR}/cmake/wasm -B ${module} -G Ninja
          -DCMAKE_BUILD_TYPE= -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
          -DCMAKE_TOOLCHAIN_FILE=${PROJECT_SOURCE_DIR}/cmake/wasm/toolchain.cmake
  COMMAND ${CMAKE_COMMAND} --build ${module}
  COMMAND ${ATTN_GZIP} -9nc ${module}/attn.wasm > ${PROJECT_BINARY_DIR}/attn.wasm.gz
  DEPENDS ${module_sources} VERBATIM)
add_custom_target(attn_module_file DEPENDS ${PROJECT_BINARY_DIR}/attn.wasm.gz)
add_dependencies(attn attn_module_file)
