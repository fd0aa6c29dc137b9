# PETSc, libyaml and libdeflate by pkg-config; MPI, METIS, KLU and LAPACK by find_package. SLEPc and NLopt only if they are there.
find_package(PkgConfig REQUIRED)
find_package(MPI REQUIRED COMPONENTS C)
find_package(METIS REQUIRED)
find_package(KLU REQUIRED)
find_package(LAPACK REQUIRED)
pkg_check_modules(PETSC REQUIRED IMPORTED_TARGET GLOBAL PETSc>=3.18)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET GLOBAL yaml-0.1)
pkg_check_modules(DEFLATE REQUIRED IMPORTED_TARGET GLOBAL libdeflate)
pkg_check_modules(SLEPC QUIET IMPORTED_TARGET GLOBAL SLEPc)
pkg_check_modules(NLOPT QUIET IMPORTED_TARGET GLOBAL nlopt)

# Debian's .pc adds -D_FORTIFY_SOURCE=2, which glibc refuses in builds without optimisation.
set_target_properties(PkgConfig::PETSC PROPERTIES INTERFACE_COMPILE_OPTIONS "")

# METIS stands first: PETSc may bring in libscotchmetis, which exports the same symbols.
set(GUD_DEPS METIS::METIS KLU::KLU)
if(SLEPC_FOUND)
  set_target_properties(PkgConfig::SLEPC PROPERTIES INTERFACE_COMPILE_OPTIONS "")
  list(APPEND GUD_DEPS PkgConfig::SLEPC)
endif()
if(NLOPT_FOUND)
  list(APPEND GUD_DEPS PkgConfig::NLOPT)
endif()
list(APPEND GUD_DEPS PkgConfig::PETSC PkgConfig::YAML PkgConfig::DEFLATE MPI::MPI_C LAPACK::LAPACK m)
