/* Where the fields of a body's elements are read for extremes: at the nodes of the cells, of beams at the corners of the
   section there. */
#ifndef GUD_CORNERS_H
#define GUD_CORNERS_H

#include "model/model.h"

enum { GUD_MAX_CORNERS = 12 };

typedef struct {
  int    num;
  int    node[GUD_MAX_CORNERS]; /* local number of the cell's node */
  double xi[GUD_MAX_CORNERS][3];
} GudCorners;

void gud_corners(const GudModel *m, int body, GudCorners *out);
/* All fields of an element there: num x num_fields */
void gud_corner_fields(const GudModel *m, int element, const double *q, const GudCorners *at, double *out);

#endif
