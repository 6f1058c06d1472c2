# What is in the Debian package? `cmake --build --preset release --target package` makes it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The attn maintainers")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # dependencies as the binary has them,
set(CPACK_DEBIAN_PACKAGE_DEPENDS libopenblas0)  # and what it loads by itself
# Without what needs MPI, which a package would then depend on.
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};${PROJECT_NAME};Unspecified;/")
include(CPack)
