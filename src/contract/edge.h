/* An edge of a body: points in order along it, joined by straight pieces (order 1: a point and the next one) or by parabolas
   (order 2: every second point is the middle of a piece). Counter-clockwise if it is closed. The order of
   the edges of a mesh is that of its cells.

   (E1) x(i, xi) = sum_k N_k(xi) x_k over the points of piece i, xi = -1 ... 1. A force at that place is N_k times it on each of
        them, so that edges and forces on them keep power, momentum and angular momentum. */
#ifndef GUD_EDGE_H
#define GUD_EDGE_H

typedef struct {
  int num, order, closed;
  double (*X)[2]; /* the points at the start, in axes of the body */
} GudEdge;

static inline int gud_edge_pieces(const GudEdge *e)
{
  return (e->closed ? e->num : e->num - 1) / e->order;
}

/* Point k = 0 ... order of piece i */
static inline int gud_edge_point(const GudEdge *e, int i, int k)
{
  int p = i * e->order + k;
  return p < e->num ? p : p - e->num;
}

static inline void gud_edge_shape(const GudEdge *e, double xi, double N[3])
{
  if (e->order == 1) N[0] = (1 - xi) / 2, N[1] = (1 + xi) / 2, N[2] = 0;
  else N[0] = xi * (xi - 1) / 2, N[1] = 1 - xi * xi, N[2] = xi * (xi + 1) / 2;
}

#endif
