# cmake --install: bin/gudgeon, libgudgeon, include/gudgeon/, gudgeon.pc, the CMake package Gudgeon.
include(CMakePackageConfigHelpers)

foreach(library gudgeon gudgeon_shared)
  target_include_directories(${library} INTERFACE
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/gudgeon> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
install(TARGETS gudgeon gudgeon_shared EXPORT GudgeonTargets)
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
install(FILES src/gudgeon.h src/gudgeon_register.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gudgeon)
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
set(pc_requires "PETSc, yaml-0.1, libdeflate")
if(SLEPC_FOUND)
  string(PREPEND pc_requires "SLEPc, ")
endif()
if(NLOPT_FOUND)
  string(APPEND pc_requires ", nlopt")
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

# the Python module, with the way from it to the library
set(python_dir lib/python3/dist-packages/gudgeon)
install(DIRECTORY src/python/gudgeon/ DESTINATION ${python_dir} FILES_MATCHING PATTERN "*.py")
cmake_path(ABSOLUTE_PATH python_dir BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} OUTPUT_VARIABLE python_full)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${python_full} OUTPUT_VARIABLE python_to_lib)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/where.py
  CONTENT "# generated: the library, relative to this folder\nLIBRARY = \"${python_to_lib}/libgudgeon.so.${PROJECT_VERSION_MAJOR}\"\n")
install(FILES ${PROJECT_BINARY_DIR}/where.py DESTINATION ${python_dir})

# ---- cpack -G DEB: one package; libraries that it needs are found by dpkg-shlibdeps ----
set(CPACK_PACKAGE_NAME gudgeon)
set(CPACK_PACKAGE_VENDOR "The Gudgeon authors")
set(CPACK_PACKAGE_CONTACT "The Gudgeon authors <gudgeon@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_DESCRIPTION "Command, C library and Python module. Links bend (ANCF beams, plane meshes); joints have
 clearance, impact, Coulomb stick-slip or an oil film.")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3, gnuplot-nox, python3-numpy, python3-vtk9, xvfb, xauth")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ffmpeg, petsc-dev")
include(CPack)
