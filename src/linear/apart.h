/* Rows C x = c that are met exactly while conjugate gradients work on the coordinates (apart.c). */
#ifndef GUD_APART_H
#define GUD_APART_H

#include "system/compat.h"

typedef struct GudApart GudApart;
/* Of the matrix H and the rows C, both distributed; everything is computed anew. *a: NULL at first. */
PetscErrorCode GudApartSet(Mat H, Mat C, GudApart **a);
PetscErrorCode GudApartDestroy(GudApart **a);
/* G_H = H + C^T W C of (A3); the caller destroys it. */
PetscErrorCode GudApartAugmented(GudApart *a, Mat H, Mat *augmented);
/* x = D^-1 C^T S^-1 c: meets the rows */
PetscErrorCode GudApartParticular(GudApart *a, Vec c, Vec x);
/* nu = S^-1 C D^-1 r, and r -= C^T nu */
PetscErrorCode GudApartForces(GudApart *a, Vec r, Vec nu);
/* x -= D^-1 C^T S^-1 C x */
PetscErrorCode GudApartProject(GudApart *a, Vec x);

/* Rows and columns of a distributed matrix, as a sequential one on every process; NULL: all columns. */
PetscErrorCode GudMatWhole(Mat A, IS rows, IS columns, Mat *whole);

#endif
