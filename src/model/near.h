/* Elements of a mesh near a point: what a place is looked for in (locate.c).

   Distance of a point from an element, in sizes of that element: plane cells: from the box around them (edges with a middle node bulge out
   of it by less than a half); beams: from the chord, since a point beside the axis belongs to them as well. Elements are kept in
   the order in which they begin along the widest direction of the mesh, so only those are looked at that are near along it: a few of a
   beam, a column or two of a plane mesh. The index is made when a mesh of many elements is first asked, and holds while the
   start configuration is that of the file.                                                      verified by: t121 */
#ifndef GUD_NEAR_H
#define GUD_NEAR_H

#include "model/model.h"

enum { GUD_NEAR_FEW = 100 }; /* up to so many elements all of them are looked at */

struct GudNear {
  int     axis, num;
  int    *element; /* by the low end of their extent along the axis */
  double *low;
  double  widest, size; /* largest extent along the axis, largest size */
  long    looked;       /* elements looked at so far: to test that these are few */
};

/* Elements no farther from r than the nearest one and a half of their size, ascending; to be freed. */
int *gud_near_elements(const GudModel *m, int body, const double r[3], int *num);
void gud_near_destroy(GudNear *n);

#endif
