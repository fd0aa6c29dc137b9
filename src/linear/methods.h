/* What a method of src/linear gives to linear.c, and the parts that methods share. */
#ifndef GUD_LINEAR_METHODS_H
#define GUD_LINEAR_METHODS_H

#include "linear/linear.h"

/* Compressed columns, rows sorted, of a list of places; map[e] is where entry e is added. */
typedef struct {
  int  n;
  int *ptr, *row; /* n + 1; ptr[n] */
  int *map;       /* num of the places */
  long num;
} GudColumns;

void gud_columns_create(const GudPlaces *places, GudColumns *a);
void gud_columns_destroy(GudColumns *a);

/* Solves per factorisation in the estimates of cost. */
enum { GUD_SOLVES = 20 };

typedef struct GudKlu GudKlu;
GudKlu               *gud_klu_create(const GudPlaces *places);
void                  gud_klu_destroy(GudKlu *k);
double      gud_klu_cost(const GudKlu *k); /* estimate of one factorisation and GUD_SOLVES solves, s */
GudFactored gud_klu_factor(GudKlu *k, const double *values);
void        gud_klu_solve(GudKlu *k, const double *b, double *x);
GudFactored gud_klu_factor_complex(GudKlu *k, const double _Complex *values);
void        gud_klu_solve_complex(GudKlu *k, const double _Complex *b, double _Complex *x);
void        gud_klu_forget(GudKlu *k);

/* The places must live as long as the object. Functions that factorise return 0 where the method does not serve: singular,
   or pivots within blocks are not enough. */
typedef struct GudBlocks GudBlocks;
GudBlocks               *gud_blocks_create(const GudPlaces *places);
void                     gud_blocks_destroy(GudBlocks *k);
double                   gud_blocks_cost(const GudBlocks *k); /* as gud_klu_cost */
void                     gud_blocks_describe(const GudBlocks *k, int *num, int *largest);
int                      gud_blocks_factor(GudBlocks *k, const double *values);
void                     gud_blocks_solve(GudBlocks *k, const double *b, double *x);
int                      gud_blocks_factor_complex(GudBlocks *k, const double _Complex *values);
void                     gud_blocks_solve_complex(GudBlocks *k, const double _Complex *b, double _Complex *x);

/* PETSc (petsc.c). Both objects then belong to the solver. */
typedef struct GudKsp GudKsp;
PetscErrorCode        GudKspCreate(Mat M, KSP ksp, GudKsp **k);
PetscErrorCode        GudKspDestroy(GudKsp **k);
PetscErrorCode        GudKspFactor(GudKsp *k, GudFactored *how);
Mat                   gud_ksp_matrix(const GudKsp *k);
PetscErrorCode        GudKspSolve(GudKsp *k, const double *b, double *x);
PetscErrorCode        GudKspAccuracy(GudKsp *k, double part);
PetscErrorCode        GudKspDescribe(GudKsp *k, char *text, size_t size);

#endif
