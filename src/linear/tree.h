/* Elimination tree of dense blocks (tree.c), from the places of the entries alone. */
#ifndef GUD_LINEAR_TREE_H
#define GUD_LINEAR_TREE_H

#include "linear/linear.h"

/* One block: p unknowns that are eliminated together, and r later ones that this changes. */
typedef struct {
  int first, p; /* positions first ... first + p - 1 in the order of elimination */
  int r, rows;  /* the later ones: tree.rows[rows ...], positions, ascending */
  int parent;   /* block of the first of them; -1: none */
} GudBlock;

typedef struct {
  int       n, num;
  GudBlock *blocks;           /* children before parents */
  int      *position, *block; /* n: unknown -> position; position -> block */
  int      *rows, *place; /* place: of each of the rows in the front of the parent: 0 ... p + r - 1 there */
  int       num_rows, largest; /* largest p + r */
  double    cost;              /* estimate of a factorisation and GUD_SOLVES solves, s */
} GudTree;

void gud_tree_create(const GudPlaces *places, GudTree *tree);
void gud_tree_destroy(GudTree *tree);

/* Place of a position in the front of block b: 0 ... p + r - 1. */
int gud_tree_place(const GudTree *tree, int b, int position);

/* Rounded up to whole vectors. */
int gud_padded(int n);

#endif
