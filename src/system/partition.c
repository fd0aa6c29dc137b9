/* Who computes what. The graph of the whole model (elements, joined where a joint or force connects both, weighted by what they cost) is cut
   by METIS; a coordinate vector belongs to the process of its first element, a row or force to that of its first
   moving body. One process owns everything and METIS is not called (it dies on one part). Empty processes are normal:
   METIS leaves parts empty when there are as many parts as vertices. A large model is then cut: a process keeps its part
   of the model and what all share (model/part.h). */
#include "model/part.h"
#include "system/system.h"

#include <math.h>
#include <metis.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int a, b;
} Edge;

static int by_ends(const void *x, const void *y)
{
  const Edge *p = x, *q = y;
  return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

static void connect(Edge **edges, int *num, int a, int b)
{
  if (a < 0 || b < 0 || a == b) return;
  *GUD_GROW(*edges, *num) = (Edge){a, b};
  *GUD_GROW(*edges, *num) = (Edge){b, a};
}

/* Cost of each element in units of a quarter of a quad4, forces with the element that computes them (find_owners): the squares of what their tangents
   couple (tangents measured: a beam with 24 coordinates 7 times a quad4, by squares 9; quad9 4 and 5), and the work of films, a number
   of which is touched some 16 times. */
static void find_costs(const GudModel *m, idx_t *cost)
{
  enum { UNIT = 16, TIMES = 16 };
  for (int e = 0; e < m->num_elements; e++) {
    const GudElementType *t = m->elements[e].type;
    int                   n = gud_element_dim(t) * t->num_vec;
    cost[e]                 = t->tangent && n * n > UNIT ? n * n / UNIT : 1;
  }
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *f = &m->forces[i];
    double               n = m->dim * f->num_vectors + f->num_internals, work = 0;
    int                  e = -1;
    for (int s = 0; s < f->type->num_slots && e < 0; s++) e = f->element[s];
    if (f->type->film && f->type->size)
      work = TIMES * (double)f->type->size(f->type, f->params) / sizeof(double);
    if (e >= 0) cost[e] += (idx_t)fmin((n * n + work) / UNIT, 1e6);
  }
}

/* part[element], by METIS on the element graph */
static PetscErrorCode cut(GudSystem *sys, const idx_t *cost, int *part)
{
  const GudModel *m     = sys->model;
  Edge           *edges = NULL;
  int             num = 0, n = m->num_elements;
  PetscFunctionBeginUser;
  for (int i = 0; i < m->num_joints; i++)
    connect(&edges, &num, m->joints[i].element[0], m->joints[i].element[1]);
  for (int i = 0; i < m->num_forces; i++)
    for (int s = 1; s < m->forces[i].type->num_slots; s++)
      connect(&edges, &num, m->forces[i].element[0], m->forces[i].element[s]);
  /* elements that share a coordinate vector */
  int *first = gud_alloc(sizeof(int) * (size_t)(m->num_vec + 1));
  for (int i = 0; i < m->num_vec; i++) first[i] = -1;
  for (int e = 0; e < n; e++)
    for (int k = 0; k < m->elements[e].type->num_vec; k++) {
      int v = m->elements[e].vec[k];
      if (first[v] >= 0) connect(&edges, &num, first[v], e);
      first[v] = e;
    }
  free(first);
  if (num) qsort(edges, (size_t)num, sizeof *edges, by_ends);
  idx_t *xadj = gud_alloc(sizeof(idx_t) * (size_t)(n + 1)),
        *adj  = gud_alloc(sizeof(idx_t) * (size_t)(num + 1));
  idx_t nv = n, ncon = 1, nparts = sys->size, cutsize, *p = gud_alloc(sizeof(idx_t) * (size_t)(n + 1)), k = 0;
  for (int i = 0, e = 0; i < n; i++) {
    for (; e < num && edges[e].a == i; e++)
      if (e == 0 || by_ends(&edges[e], &edges[e - 1])) adj[k++] = edges[e].b;
    xadj[i + 1] = k;
  }
  if (n > 0) {
    /* the k-way method gives all of a small graph to one process; bisection shares it, unless one element (a film) weighs more than all
       others: small models have no weights */
    int few                                  = n < 64 * sys->size;
    int (*method)(idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, real_t *, real_t *,
                  idx_t *, idx_t *, idx_t *) = few ? METIS_PartGraphRecursive : METIS_PartGraphKway;
    int ok = method(&nv, &ncon, xadj, adj, few ? NULL : (idx_t *)cost, NULL, NULL, &nparts, NULL, NULL, NULL,
                    &cutsize, p);
    PetscCheck(ok == METIS_OK, sys->comm, PETSC_ERR_LIB, "METIS failed with code %d", ok);
  }
  for (int i = 0; i < n; i++) part[i] = (int)p[i];
  free(edges), free(xadj), free(adj), free(p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Who sends values of which unknowns to whom. */
static PetscErrorCode share_unknowns(GudSystem *sys)
{
  PetscLayout layout;
  PetscInt   *at    = gud_alloc(sizeof *at * (size_t)(sys->n + 1));
  PetscInt    first = sys->displs[sys->rank], num = sys->counts[sys->rank];
  PetscFunctionBeginUser;
  sys->own = gud_alloc(sizeof(int) * (size_t)(num + 1));
  for (int i = 0; i < sys->n; i++) {
    at[i] = sys->pos[i];
    if (at[i] >= first && at[i] < first + num) sys->own[at[i] - first] = i;
  }
  PetscCall(PetscLayoutCreateFromSizes(sys->comm, num, sys->num_unknowns, 1, &layout));
  PetscCall(PetscSFCreate(sys->comm, &sys->share));
  PetscCall(PetscSFSetGraphLayout(sys->share, layout, sys->n, NULL, PETSC_COPY_VALUES, at));
  PetscCall(PetscSFSetUp(sys->share));
  PetscCall(PetscLayoutDestroy(&layout));
  free(at);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* List of the items whose rank is ours. */
static int *mine(const int *rank_of, int n, int rank, int *num)
{
  int *list = gud_alloc(sizeof(int) * (size_t)(n + 1));
  *num      = 0;
  for (int i = 0; i < n; i++)
    if (rank_of[i] == rank) list[(*num)++] = i;
  return list;
}

static int *room(int n)
{
  return gud_alloc(sizeof(int) * (size_t)(n + 1));
}

/* Who owns what of the whole model. */
typedef struct {
  int *part, *vec, *row, *force;
} Owners;

static PetscErrorCode find_owners(GudSystem *sys, Owners *o)
{
  const GudModel *m  = sys->model;
  int             ne = m->num_elements, nv = m->num_vec, nf = m->num_forces, nr = m->num_rows;
  PetscFunctionBeginUser;
  o->part = room(ne), o->vec = room(nv), o->row = room(nr), o->force = room(nf);
  sys->cost_share = 1;
  if (sys->size > 1) {
    idx_t *cost = gud_alloc(sizeof *cost * (size_t)(ne + 1));
    double own = 0, all = 0;
    find_costs(m, cost);
    if (sys->rank == 0) PetscCall(cut(sys, cost, o->part));
    PetscCallMPI(MPI_Bcast(o->part, ne, MPI_INT, 0, sys->comm));
    for (int e = 0; e < ne; e++) all += cost[e], own += o->part[e] == sys->rank ? cost[e] : 0;
    sys->cost_share = all > 0 ? own / all : 0;
    free(cost);
  }
  for (int i = 0; i < nv; i++) o->vec[i] = -1;
  for (int e = 0; e < ne; e++)
    for (int k = 0; k < m->elements[e].type->num_vec; k++)
      if (o->vec[m->elements[e].vec[k]] < 0) o->vec[m->elements[e].vec[k]] = o->part[e];
  for (int i = 0; i < nr; i++) {
    const GudModelRow *r = &m->rows[i];
    int                e = r->joint >= 0 ? m->joints[r->joint].element[1] : m->bodies[r->body].element;
    if (e < 0) e = m->joints[r->joint].element[0];
    o->row[i] = e < 0 ? 0 : o->part[e];
  }
  for (int i = 0; i < nf; i++) {
    int e = -1;
    for (int s = 0; s < m->forces[i].type->num_slots && e < 0; s++) e = m->forces[i].element[s];
    o->force[i] = e < 0 ? 0 : o->part[e];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Distributed ordering: process by process, inside each the coordinates of its vectors, its rows, its internals, in natural order.
   *vec: position of the first coordinate of each vector; *rest: of each row and internal. */
static void number(GudSystem *sys, const Owners *o, int **vec, int **rest)
{
  const GudModel *m = sys->model;
  int             d = sys->dim, nr = m->num_rows, *next = room(sys->size);
  sys->counts = room(sys->size), sys->displs = room(sys->size);
  for (int i = 0; i < m->num_vec; i++) sys->counts[o->vec[i]] += d;
  for (int i = 0; i < nr; i++) sys->counts[o->row[i]]++;
  for (int i = 0; i < m->num_forces; i++) sys->counts[o->force[i]] += m->forces[i].num_internals;
  for (int p = 1; p < sys->size; p++) sys->displs[p] = sys->displs[p - 1] + sys->counts[p - 1];
  memcpy(next, sys->displs, sizeof(int) * (size_t)sys->size);
  *vec = room(m->num_vec), *rest = room(nr + m->num_internals);
  for (int i = 0; i < m->num_vec; i++) (*vec)[i] = next[o->vec[i]], next[o->vec[i]] += d;
  for (int i = 0; i < nr; i++) (*rest)[i] = next[o->row[i]]++;
  for (int i = 0; i < m->num_forces; i++)
    for (int k = 0; k < m->forces[i].num_internals; k++)
      (*rest)[nr + m->forces[i].internal + k] = next[o->force[i]]++;
  free(next);
}

/* What is left of a list of numbers of the whole model where only the items of `keep` are left. */
static void thin_out(int *list, const int *keep, int num)
{
  for (int i = 0; i < num; i++) list[i] = list[keep[i]];
}

PetscErrorCode GudSystemPartition(GudSystem *sys, GudModel *whole, GudShare share)
{
  const GudModel *m = sys->model;
  int             d = sys->dim, *vec, *rest;
  Owners          o;
  PetscFunctionBeginUser;
  PetscCall(find_owners(sys, &o));
  number(sys, &o, &vec, &rest);
  sys->num_q = d * m->num_vec, sys->num_unknowns = sys->num_q + m->num_rows + m->num_internals;
  sys->num_elements = m->num_elements;
  for (int e = 0; e < m->num_elements; e++) {
    const GudCell *cell = m->elements[e].type->cell;
    sys->num_plane_cells += cell && cell->dim == 2;
  }
  if (share != GUD_WHOLE && sys->size > 1) {
    GudPart part = {.rank = sys->rank, .element_of = o.part, .neighbours = share == GUD_PARTS_DRAWN};
    sys->parted  = gud_model_part(whole, &part);
    if (sys->parted) {
      thin_out(o.part, part.element, m->num_elements);
      thin_out(o.vec, part.vec, m->num_vec), thin_out(vec, part.vec, m->num_vec);
      for (int i = 0; i < m->num_vec; i++) sys->moves[i] = sys->moves[part.vec[i]];
      sys->natural_elements = part.element, sys->natural = part.vec;
    }
  }
  sys->nq = d * m->num_vec, sys->nr = m->num_rows, sys->nz = m->num_internals;
  sys->n           = sys->nq + sys->nr + sys->nz;
  sys->my_elements = mine(o.part, m->num_elements, sys->rank, &sys->num_my_elements);
  sys->my_vecs     = mine(o.vec, m->num_vec, sys->rank, &sys->num_my_vecs);
  sys->my_rows     = mine(o.row, m->num_rows, sys->rank, &sys->num_my_rows);
  sys->my_forces   = mine(o.force, m->num_forces, sys->rank, &sys->num_my_forces);
  free(o.part), free(o.vec), free(o.row), free(o.force);
  if (sys->size > 1) {
    sys->pos = room(sys->n);
    for (int i = 0; i < sys->nq; i++) sys->pos[i] = vec[i / d] + i % d;
    memcpy(sys->pos + sys->nq, rest, sizeof(int) * (size_t)(sys->nr + sys->nz));
    PetscCall(share_unknowns(sys));
  }
  free(vec), free(rest);
  PetscFunctionReturn(PETSC_SUCCESS);
}
