/* A process's part of a large model.

   What joints, forces, rows, probes and drawings touch is on every process: they are few, and decisions (events, modes, steps)
   are then the same everywhere without messages. The rest, the inside of meshes, is on the process that its elements belong to:
   elements with their data, and the coordinates that these touch. What is left keeps its order, and is numbered anew.
   verified by: cases.parted */
#ifndef GUD_PART_H
#define GUD_PART_H

#include "model/model.h"

typedef struct {
  int        rank;
  const int *element_of; /* process of each element */
  int
    neighbours; /* elements that touch own ones are here, too: drawings take means over the cells around a node */
  /* result: numbers in the whole model of the elements and vectors that are left, ascending; to be freed */
  int *element, *vec;
} GudPart;

/* 0, and the model stays whole: there is nothing to gain (most is touched), or an impact of rigid bodies reads all coordinates. */
int gud_model_part(GudModel *m, GudPart *part);

#endif
