/* Oil films for ParaView: output/films.h. */
#include "output/films.h"

#include "output/label.h"

#include <stdlib.h>

enum { AROUND = 96, ALONG = 16, POINTS = (AROUND + 1) * (ALONG + 1), CELLS = AROUND * ALONG };
static const double two_pi = 6.28318530717958647692;

/* 1 and its place in space if force n has a film */
static int film_of(GudEvaluated *at, int n, GudFilmSurface *s)
{
  const GudForceType *type = at->sys->model->forces[n].type;
  return type->film && type->film->surface(gud_evaluated_force(at, n, GUD_LEVEL_FORCE), s);
}

/* At the start; a film whose fill is transported has none before its history has begun. */
int gud_films_any(GudSystem *sys)
{
  const GudModel *m    = sys->model;
  double         *zero = gud_alloc(sizeof(double) * (size_t)(m->num_history + m->num_internals + sys->n + 1));
  double         *history = gud_alloc(sizeof(double) * (size_t)(m->num_history + m->num_internals + 1));
  double         *z       = history + m->num_history;
  GudPoint        p       = {0, m->start_q, m->start_v, m->start_v, zero, z, zero, history, 0};
  GudEvaluated   *at      = gud_evaluated_create(sys);
  int             any     = 0;
  gud_evaluated_at(at, &p);
  for (int n = 0; n < m->num_forces; n++) {
    const GudModelForce *f = &m->forces[n];
    GudFilmSurface       s;
    if (!f->type->film) continue;
    if (f->type->start)
      f->type->start(gud_evaluated_force(at, n, GUD_LEVEL_NONE), history + f->history, z + f->internal);
    gud_evaluated_renew(at, n);
    any |= film_of(at, n, &s);
  }
  gud_evaluated_destroy(at);
  free(zero), free(history);
  return any;
}

/* Point (i, j) of a film, e the direction of all i: angle around, place along its axis, where it is in space, and unwrapped. */
static void grid_point(const GudFilmSurface *s, int i, int j, const double e[3], double shift, double *theta,
                       double *zeta, double x[3], double flat[3])
{
  double along = (double)j / ALONG - 0.5;
  *theta       = two_pi * i / AROUND;
  *zeta        = s->ball ? 0.5 * two_pi * along : s->length * along; /* ball: latitude */
  flat[0] = s->radius * *theta, flat[1] = (s->ball ? s->radius * *zeta : *zeta) + shift, flat[2] = 0;
  for (int k = 0; k < 3 && s->flat; k++)
    x[k] = s->origin[k] + flat[0] * s->axes[0][k] + *zeta * s->axes[2][k];
  if (s->flat) return;
  double r = s->ball ? s->radius * cos(*zeta) : s->radius, z = s->ball ? s->radius * sin(*zeta) : *zeta;
  for (int k = 0; k < 3; k++) x[k] = s->origin[k] + r * e[k] + z * s->axes[2][k];
}

int gud_films_write(GudEvaluated *at, int plain, GudVtk *vtk, const char *path)
{
  char            label[GUD_LABEL_SIZE];
  const GudModel *m   = at->sys->model;
  size_t          max = (size_t)m->num_forces * POINTS + 1;
  double  *x = gud_alloc(24 * max), *flat = gud_alloc(24 * max), *pressure = gud_alloc(8 * max), shift = 0;
  double  *thickness = gud_alloc(8 * max), *theta = gud_alloc(8 * POINTS), *zeta = gud_alloc(8 * POINTS);
  double  *fill = gud_alloc(8 * max), *asperity = gud_alloc(8 * max);
  int      known = 0;
  int     *joint = gud_alloc(sizeof(int) * max), num = 0, cells = 0;
  int64_t *conn = gud_alloc(32 * max), *offsets = gud_alloc(8 * max);
  uint8_t *types = gud_alloc(max);
  for (int n = 0; n < m->num_forces; n++) {
    GudFilmSurface s;
    if (!film_of(at, n, &s)) continue;
    if (num) shift -= s.ball ? 4 * s.radius : 1.2 * s.length; /* unwrapped films lie below each other */
    /* a grid around and along the surface of this film, points from `num` on */
    for (int i = 0; i <= AROUND; i++) {
      double ct = cos(two_pi * i / AROUND), st = sin(two_pi * i / AROUND), e[3];
      for (int k = 0; k < 3; k++) e[k] = ct * s.axes[0][k] + st * s.axes[1][k];
      for (int j = 0; j <= ALONG; j++) {
        int k = i * (ALONG + 1) + j;
        grid_point(&s, i, j, e, shift, &theta[k], &zeta[k], x + 3 * (num + k), flat + 3 * (num + k));
        joint[num + k] = n;
        if (i == AROUND || j == ALONG) continue;
        int64_t c[4] = {num + k, num + k + ALONG + 1, num + k + ALONG + 2, num + k + 1};
        for (int v = 0; v < 4; v++) conn[4 * cells + v] = c[v];
        types[cells++] = GUD_CELL_QUAD;
      }
    }
    /* what the film has there; a film that does not know its fill is full */
    m->forces[n].type->film->pressure(gud_evaluated_force(at, n, GUD_LEVEL_FORCE), POINTS, theta, zeta,
                                      pressure + num, thickness + num);
    for (int k = 0; k < POINTS; k++) fill[num + k] = 1, asperity[num + k] = 0;
    if (m->forces[n].type->film->inside)
      known |= m->forces[n].type->film->inside(gud_evaluated_force(at, n, GUD_LEVEL_FORCE), POINTS, theta,
                                               zeta, thickness + num, fill + num, asperity + num);
    num += POINTS;
  }
  for (int i = 0; i < cells; i++) offsets[i] = 4 * (i + 1);
  gud_vtk_open(vtk, path, num, cells, at->p.t);
  gud_vtk_points(vtk, GUD_VTK_FLOAT64, x);
  gud_vtk_cells(vtk, 4 * cells, conn, offsets, types);
  gud_vtk_point_field(vtk, gud_label(label, "film_pressure", "Pa", plain), GUD_VTK_FLOAT64, 1, pressure,
                      NULL);
  gud_vtk_point_field(vtk, gud_label(label, "film_thickness", "m", plain), GUD_VTK_FLOAT64, 1, thickness,
                      NULL);
  if (known & GUD_FILM_KNOWS_FILL)
    gud_vtk_point_field(vtk, gud_label(label, "film_fill", "-", plain), GUD_VTK_FLOAT64, 1, fill, NULL);
  if (known & GUD_FILM_KNOWS_ASPERITIES)
    gud_vtk_point_field(vtk, gud_label(label, "asperity_pressure", "Pa", plain), GUD_VTK_FLOAT64, 1, asperity,
                        NULL);
  gud_vtk_point_field(vtk, "unwrapped", GUD_VTK_FLOAT64, 3, flat, NULL);
  gud_vtk_point_field(vtk, "joint", GUD_VTK_INT32, 1, joint, NULL);
  int e = gud_vtk_close(vtk);
  free(x), free(flat), free(pressure), free(thickness), free(theta), free(zeta), free(joint), free(conn);
  free(offsets), free(types), free(fill), free(asperity);
  return e;
}
