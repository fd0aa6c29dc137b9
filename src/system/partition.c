/* Who computes what. The graph of the whole model (elements, joined where a joint or force connects both) is cut
   by METIS; a coordinate vector belongs to the process of its first element, a row or force to that of its first
   moving body. One process owns everything and METIS is not called (it dies on one part). Empty processes are normal:
   METIS leaves parts empty when there are as many parts as vertices. */
#include "system/system.h"

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

/* part[element], by METIS on the element graph */
static PetscErrorCode cut(GudSystem *sys, int *part)
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
    /* the k-way method gives all of a small graph to one process; bisection shares it */
    int (*method)(idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, real_t *, real_t *,
                  idx_t *, idx_t *, idx_t *) = n < 64 * sys->size ? METIS_PartGraphRecursive
                                                                  : METIS_PartGraphKway;
    int ok = method(&nv, &ncon, xadj, adj, NULL, NULL, NULL, &nparts, NULL, NULL, NULL, &cutsize, p);
    PetscCheck(ok == METIS_OK, sys->comm, PETSC_ERR_LIB, "METIS failed with code %d", ok);
  }
  for (int i = 0; i < n; i++) part[i] = (int)p[i];
  free(edges), free(xadj), free(adj), free(p);
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

PetscErrorCode GudSystemPartition(GudSystem *sys)
{
  const GudModel *m = sys->model;
  int             d = sys->dim, ne = m->num_elements, nv = m->num_vec, nf = m->num_forces, nr = sys->nr;
  int *part = gud_alloc(sizeof(int) * (size_t)(ne + 1)), *vec = gud_alloc(sizeof(int) * (size_t)(nv + 1));
  int *row = gud_alloc(sizeof(int) * (size_t)(nr + 1)), *force = gud_alloc(sizeof(int) * (size_t)(nf + 1));
  PetscFunctionBeginUser;
  if (sys->size > 1) PetscCall(cut(sys, part));
  for (int i = 0; i < nv; i++) vec[i] = -1;
  for (int e = 0; e < ne; e++)
    for (int k = 0; k < m->elements[e].type->num_vec; k++)
      if (vec[m->elements[e].vec[k]] < 0) vec[m->elements[e].vec[k]] = part[e];
  for (int i = 0; i < nr; i++) {
    const GudModelRow *r = &m->rows[i];
    int                e = r->joint >= 0 ? m->joints[r->joint].element[1] : m->bodies[r->body].element;
    if (e < 0) e = m->joints[r->joint].element[0];
    row[i] = e < 0 ? 0 : part[e];
  }
  for (int i = 0; i < nf; i++) {
    int e = -1;
    for (int s = 0; s < m->forces[i].type->num_slots && e < 0; s++) e = m->forces[i].element[s];
    force[i] = e < 0 ? 0 : part[e];
  }
  sys->my_elements = mine(part, ne, sys->rank, &sys->num_my_elements);
  sys->my_vecs     = mine(vec, nv, sys->rank, &sys->num_my_vecs);
  sys->my_rows     = mine(row, nr, sys->rank, &sys->num_my_rows);
  sys->my_forces   = mine(force, nf, sys->rank, &sys->num_my_forces);
  sys->counts      = gud_alloc(sizeof(int) * (size_t)sys->size);
  sys->displs      = gud_alloc(sizeof(int) * (size_t)sys->size);

  /* distributed ordering: process by process, inside each q, then lambda, then internals in natural order */
  int *owner = gud_alloc(sizeof(int) * (size_t)(sys->n + 1)),
      *next  = gud_alloc(sizeof(int) * (size_t)sys->size);
  for (int i = 0; i < sys->nq; i++) owner[i] = vec[i / d];
  for (int i = 0; i < nr; i++) owner[sys->nq + i] = row[i];
  for (int i = 0; i < nf; i++)
    for (int k = 0; k < m->forces[i].num_internals; k++)
      owner[sys->nq + nr + m->forces[i].internal + k] = force[i];
  for (int i = 0; i < sys->n; i++) sys->counts[owner[i]]++;
  for (int p = 1; p < sys->size; p++) sys->displs[p] = sys->displs[p - 1] + sys->counts[p - 1];
  if (sys->size > 1) {
    memcpy(next, sys->displs, sizeof(int) * (size_t)sys->size);
    sys->pos = gud_alloc(sizeof(int) * (size_t)(sys->n + 1));
    for (int i = 0; i < sys->n; i++) sys->pos[i] = next[owner[i]]++;
  }
  free(part), free(vec), free(row), free(force), free(owner), free(next);
  PetscFunctionReturn(PETSC_SUCCESS);
}
