/* Conjugate gradients with multigrid for large plane meshes, as a PC in place of a factorisation (krylov.c). */
#ifndef GUD_KRYLOV_H
#define GUD_KRYLOV_H

#include "system/system.h"

/* 0: a force has more than one internal (W5). */
int            gud_krylov_can(const GudSystem *sys);
PetscErrorCode GudKrylovSet(GudSystem *sys, GudPattern pattern, KSP ksp);
/* How far the next solves reduce their residual; not with contacts, whose forces decide on modes. */
PetscErrorCode GudKrylovAccuracy(PC pc, double part);
PetscErrorCode GudKrylovDescribe(PC pc, char *text, size_t size);

#endif
