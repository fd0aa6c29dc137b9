/* A body of many elements: coordinate vectors from the nodes of its mesh, an element for each cell. */
#include "base/vec3.h"
#include "model/build.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parameters of cell c of a tapered line, into `own`: sizes of the section at its middle. What has the dimension of a power of a length, and no
   other, is a size of the section: widths, areas, second moments. Constant over an element: an error of second order. */
static void taper_params(const GudElementType *type, const void *params, const GudMesh *mesh, int c,
                         void *own)
{
  double f = 1 + (mesh->taper - 1) * (c + 0.5) / mesh->num_cells;
  memcpy(own, params, type->info.params_size);
  for (int i = 0; i < type->info.num_params; i++) {
    const GudParam *p = &type->info.params[i];
    if (p->kind != GUD_REAL || p->dim.kg || p->dim.s || p->dim.m <= 0) continue;
    *(double *)(void *)((char *)own + p->offset) *= pow(f, p->dim.m);
  }
}

/* Elements of one mesh whose coordinates differ by a translation only have the same data (t140): one copy serves them
   all, and stays in the cache. The same is what agrees to the digits that coordinates have. */
enum { MOST_KINDS = 8 };
typedef struct {
  double        digits; /* to which coordinates agree */
  int           num, next;
  const double *data[MOST_KINDS];
  double        Q0[MOST_KINDS][GUD_MAX_ELEMENT_VECTORS][3];
} Congruent;

static const double *congruent(const Congruent *c, const GudElementType *type, double (*Q0)[3])
{
  for (int n = 0; n < c->num; n++) {
    double off = 0;
    for (int k = 0; k < type->num_vec; k++) {
      int which = type->node_vec[k % type->per_node], from = which ? -1 : 0;
      for (int i = 0; i < 3; i++) {
        double d = Q0[k][i] - c->Q0[n][k][i];
        if (from == 0) d -= Q0[0][i] - c->Q0[n][0][i];
        off = fmax(off, fabs(d));
      }
    }
    if (off <= c->digits) return c->data[n];
  }
  return NULL;
}

static void keep_kind(Congruent *c, const double *data, double (*Q0)[3])
{
  c->data[c->next] = data;
  memcpy(c->Q0[c->next], Q0, sizeof *c->Q0);
  c->next = (c->next + 1) % MOST_KINDS;
  if (c->num < MOST_KINDS) c->num++;
}

/* The elements of a mesh body, one for each cell; its coordinate vectors begin with `first`. */
static GudStatus add_cells(GudModel *m, int body, int first, char *why)
{
  const GudBody        *b    = &m->bodies[body];
  const GudElementType *type = b->type;
  const GudMesh        *mesh = b->mesh;
  int                   per = type->per_node, per_cell = mesh->cell->num_nodes, nv = type->num_vec;
  void                 *own   = gud_arena_alloc(&m->arena, type->info.params_size);
  size_t                bytes = sizeof(double) * (size_t)(gud_model_data_size(type, b->params) + 1);
  int                  *vec  = gud_arena_alloc(&m->arena, sizeof *vec * (size_t)nv * (size_t)mesh->num_cells);
  double               *data = NULL;
  GudPlacement          at   = b->place;
  Congruent             kinds = {0};
  for (int i = m->dim * first; i < m->dim * m->num_vec; i++)
    kinds.digits = fmax(kinds.digits, 4 * DBL_EPSILON * fabs(m->start_q[i]));
  m->elements = gud_resize(m->elements,
                           sizeof *m->elements * gud_room_for(m->num_elements + mesh->num_cells));
  for (int c = 0; c < mesh->num_cells; c++, vec += nv) {
    double Q0[GUD_MAX_ELEMENT_VECTORS][3] = {{0}};
    for (int n = 0; n < per_cell; n++)
      for (int k = 0; k < per; k++) {
        int v = vec[per * n + k] = first + per * mesh->cells[per_cell * c + n] + k;
        for (int i = 0; i < m->dim; i++) Q0[per * n + k][i] = m->start_q[m->dim * v + i];
      }
    GudElement *e = &m->elements[m->num_elements++];
    *e            = (GudElement){.type = type,
                                 .vec  = vec,
                                 .body = body,
                                 .cell = c,
                                 .data = mesh->taper > 0 ? NULL : congruent(&kinds, type, Q0)};
    if (e->data) continue;
    data    = gud_arena_alloc(&m->arena, bytes);
    e->data = data;
    at.Q0   = (const double(*)[3])Q0;
    if (mesh->taper > 0) taper_params(type, b->params, mesh, c, own);
    if (type->setup(type, mesh->taper > 0 ? own : b->params, &at, data, why) != GUD_OK) return GUD_FATAL;
    keep_kind(&kinds, data, Q0);
  }
  return GUD_OK;
}

int gud_model_add_mesh_body(GudModel *m, const char *name, const GudElementType *type, const void *params,
                            const GudPlacement *place, GudMesh *mesh, char *why)
{
  int per = type->per_node, ib = m->num_bodies;
  if (!gud_model_exists_here(m, &type->info, why) || type->cell != mesh->cell) {
    if (type->cell != mesh->cell)
      snprintf(why, 200, "the mesh has other cells than '%s' is made of", type->info.name);
    gud_mesh_free(mesh);
    free(mesh);
    return -1;
  }
  params         = gud_model_copy_params(m, params, type->info.params_size);
  int      first = gud_model_add_vectors(m, per * mesh->num_nodes);
  GudBody *b     = GUD_GROW(m->bodies, m->num_bodies);
  b->name = gud_arena_text(&m->arena, name), b->type = type, b->params = params, b->place = *place,
  b->mesh    = mesh;
  b->element = m->num_elements, b->num_elements = mesh->num_cells;
  for (int n = 0; n < mesh->num_nodes; n++)
    for (int k = 0; k < per; k++) {
      double Q[3], Qt[3], arm[3];
      int    which = type->node_vec[k];
      gud_rotate(place->R, which ? mesh->axes[n] + 3 * (which - 1) : mesh->x[n], Q);
      memcpy(arm, Q, sizeof arm);
      gud_cross_real(place->spin, arm, Qt);
      for (int i = 0; i < 3 && !which; i++) Q[i] += place->origin[i], Qt[i] += place->velocity[i];
      gud_model_set_vector(m, first + per * n + k, Q, Qt);
    }
  if (add_cells(m, ib, first, why) != GUD_OK) {
    /* the body must not be found by entries that name it: it goes with its elements and coordinates */
    m->num_elements = m->bodies[ib].element, m->num_bodies = ib, m->num_vec = first;
    gud_mesh_free(mesh);
    free(mesh);
    return -1;
  }
  if (type->draw) type->draw(type, params, m->elements[m->bodies[ib].element].data, &m->bodies[ib].draw);
  for (int s = 0; s < mesh->num_sets; s++)
    if (mesh->sets[s].num == 1) gud_body_add_point(m, ib, mesh->sets[s].name, mesh->x[mesh->sets[s].node[0]]);
  gud_model_body_frame(m, ib);
  return ib;
}
