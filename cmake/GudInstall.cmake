# cmake --install: bin/gudgeon, libgudgeon, include/gudgeon/, gudgeon.pc, the CMake package Gudgeon.
include(CMakePackageConfigHelpers)

target_include_directories(gudgeon INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/gudgeon> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS gudgeon EXPORT GudgeonTargets)
if(TARGET gudgeon_cli)
  install(TARGETS gudgeon_cli)
  # completion and manual page: the program prints them
  foreach(page IN ITEMS "completion bash:gudgeon.bash" "man:gudgeon.1")
    string(REPLACE ":" ";" page "${page}")
    list(GET page 0 words)
    list(GET page 1 name)
    string(REPLACE " " ";" words "${words}")
    add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/pages/${name}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/pages
      COMMAND gudgeon_cli ${words} > ${PROJECT_BINARY_DIR}/pages/${name} DEPENDS gudgeon_cli VERBATIM)
  endforeach()
  add_custom_target(gudgeon_pages ALL DEPENDS ${PROJECT_BINARY_DIR}/pages/gudgeon.bash ${PROJECT_BINARY_DIR}/pages/gudgeon.1)
  install(FILES ${PROJECT_BINARY_DIR}/pages/gudgeon.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME gudgeon)
  install(FILES ${PROJECT_BINARY_DIR}/pages/gudgeon.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(DIRECTORY src/scripts/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gudgeon)
endif()

# the public header and the contracts that it speaks of
install(FILES src/gudgeon.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gudgeon OPTIONAL)
install(DIRECTORY src/base src/contract DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gudgeon
  FILES_MATCHING PATTERN "*.h")

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Gudgeon)
configure_package_config_file(cmake/GudgeonConfig.cmake.in GudgeonConfig.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(GudgeonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT GudgeonTargets NAMESPACE Gudgeon:: DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/GudgeonConfig.cmake ${PROJECT_BINARY_DIR}/GudgeonConfigVersion.cmake
  cmake/FindMETIS.cmake cmake/FindKLU.cmake DESTINATION ${package_dir})

# gudgeon.pc: the other libraries are public, because libgudgeon is static by default
set(pc_requires "PETSc, yaml-0.1, zlib")
if(SLEPC_FOUND)
  string(PREPEND pc_requires "SLEPc, ")
endif()
list(TRANSFORM MPI_C_INCLUDE_DIRS PREPEND -I OUTPUT_VARIABLE pc_mpi_cflags)
list(JOIN pc_mpi_cflags " " pc_mpi_cflags)
list(JOIN MPI_C_LIBRARIES " " pc_mpi_libs)
# relative to the file itself, so that `cmake --install --prefix ELSEWHERE` needs no editing
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} OUTPUT_VARIABLE pc_inc)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} OUTPUT_VARIABLE pc_lib)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
  OUTPUT_VARIABLE pc_prefix)
configure_file(cmake/gudgeon.pc.in gudgeon.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/gudgeon.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
