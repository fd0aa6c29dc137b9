/* Matrices of PETSc that the traversal of the system (put.h) adds to in place: no list of entries is kept.

   A process adds to its own rows, and to rows of others that its elements, forces and constraint rows touch. The latter it keeps
   apart and sends to their owners when all is added; who sends what is settled once, when the places are collected.
   verified by: t610, cases.mpi, cases.krylov */
#ifndef GUD_ASSEMBLY_H
#define GUD_ASSEMBLY_H

#include "system/system.h"

typedef struct GudAssembly {
  MPI_Comm comm;
  int      size, num, absolute; /* processes, own rows; 1: sizes of entries are added */
  /* of a local unknown: its own row or column, else -1 - (that among the rows of others, that among columns of others); NULL on one
     process, where all are own */
  PetscInt  *row, *col;
  const int *pos; /* its position in the matrix */
  /* entries by rows, columns sorted: of own rows in own columns, in columns of others, and of rows of others */
  PetscInt    *i[3], *j[3];
  PetscScalar *v[3];
  PetscInt     last[3]; /* where the last entry was added: the next one mostly is its neighbour */
  /* exchange of the third kind: how many entries go to each process, and come; where these are added: k in own columns, -1 - k in others */
  int         *to, *from, *to_at, *from_at;
  PetscInt     num_sent, *target;
  PetscScalar *came;
} GudAssembly;

/* A matrix of GudSystemCreateMat is filled by gud_assembly_add between Begin and End. */
PetscErrorCode GudAssemblyBegin(Mat A, GudAssembly **to);
PetscErrorCode GudAssemblyEnd(Mat A, GudAssembly *to);

static inline void gud_assembly_add(GudAssembly *a, PetscInt row, PetscInt col, double v)
{
  PetscInt r = a->row ? a->row[row] : row, c = a->col ? a->col[col] : col, kind = 0;
  if (r < 0) kind = 2, r = -1 - r, c = a->pos[col];
  else if (c < 0) kind = 1, c = -1 - c;
  const PetscInt *j   = a->j[kind];
  PetscInt        low = a->i[kind][r], high = a->i[kind][r + 1], k = a->last[kind] + 1;
  if (k < low || k >= high || j[k] != c) {
    while (high - low > 1) {
      PetscInt mid = low + (high - low) / 2;
      if (j[mid] <= c) low = mid;
      else high = mid;
    }
    k = low;
  }
  a->last[kind] = k;
  a->v[kind][k] += a->absolute ? fabs(v) : v;
}

#endif
