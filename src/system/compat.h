/* PETSc 3.18 lacks PETSC_SUCCESS; newer releases lack nothing we use. */
#ifndef GUD_COMPAT_H
#define GUD_COMPAT_H

#include <petscsf.h>
#include <petscsnes.h>

#if PETSC_VERSION_LT(3, 19, 0)
#define PETSC_SUCCESS 0
#endif

#endif
