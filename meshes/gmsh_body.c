/* From what stands in a Gmsh file to the mesh of one body: node numbers to indices, the cells of the chosen surface,
   their orientation, node sets in order along the curves. Everything is linear in the size of the file, but for one
   sorting where node numbers are out of order. */
#include "meshes/gmsh_internal.h"

#include "base/sum.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Equal places and z = 0 up to this part of the mesh's size: Gmsh writes 16 digits, other programs as few as 10. */
static const double same_place = 1e-9;
/* A corner whose Jacobian is smaller than this part of the square of its diagonal is degenerate. */
static const double flat = 1e-12;

static GudMark at_line(const Msh *f, int line)
{
  return (GudMark){f->file, line, 1};
}

/* ---- node numbers ---- */

typedef struct {
  long long tag;
  int       i;
} Number;

static int by_tag(const void *a, const void *b)
{
  const Number *x = a, *y = b;
  return x->tag != y->tag ? (x->tag > y->tag) - (x->tag < y->tag) : (x->i > y->i) - (x->i < y->i);
}

typedef struct {
  Number   *list; /* sorted */
  int      *direct, num;
  long long low, span; /* direct[tag - low], where the numbers are dense enough */
} Numbers;

static int numbers_create(Msh *f, Numbers *n)
{
  int sorted = 1, errors = 0;
  n->num  = f->num_nodes;
  n->list = gud_alloc(sizeof *n->list * (size_t)(n->num + 1));
  for (int i = 0; i < n->num; i++) {
    n->list[i] = (Number){f->nodes[i].tag, i};
    if (i && by_tag(&n->list[i - 1], &n->list[i]) > 0) sorted = 0;
  }
  if (!sorted) qsort(n->list, (size_t)n->num, sizeof *n->list, by_tag);
  for (int i = 1; i < n->num; i++)
    if (n->list[i].tag == n->list[i - 1].tag && errors++ < 10)
      gud_diag_error(f->diag, at_line(f, f->nodes[n->list[i].i].line),
                     "node %lld is defined twice; first in line %d", n->list[i].tag,
                     f->nodes[n->list[i - 1].i].line);
  if (errors || !n->num) return !errors;
  n->low = n->list[0].tag, n->span = n->list[n->num - 1].tag - n->low + 1;
  if (n->span > 4 * (long long)n->num + 1000) return 1;
  n->direct = gud_alloc(sizeof(int) * (size_t)n->span);
  for (int i = 0; i < n->num; i++) n->direct[n->list[i].tag - n->low] = n->list[i].i + 1;
  return 1;
}

static int find_node(const Numbers *n, long long tag)
{
  if (n->direct) return tag >= n->low && tag - n->low < n->span ? n->direct[tag - n->low] - 1 : -1;
  int low = 0, high = n->num;
  while (low < high) {
    int mid = low + (high - low) / 2;
    if (n->list[mid].tag < tag) low = mid + 1;
    else high = mid;
  }
  return low < n->num && n->list[low].tag == tag ? n->list[low].i : -1;
}

/* References of all elements become indices of nodes; every node must be used. */
static int resolve(Msh *f)
{
  Numbers n    = {0};
  char   *used = gud_alloc((size_t)f->num_nodes + 1);
  int     ok = numbers_create(f, &n), missing = 0, idle = 0, first = 0;
  for (int i = 0; i < f->num_elements && ok; i++) {
    const MshElement *e = &f->elements[i];
    for (int k = 0; k < gud_msh_type(e->type)->num; k++) {
      long long *ref = &f->ref[e->first + k];
      int        a   = find_node(&n, *ref);
      if (a >= 0) used[a] = 1;
      else if (missing++ < 10)
        gud_diag_error(f->diag, at_line(f, e->line),
                       "element %lld refers to node %lld, which is not in $Nodes", e->tag, *ref);
      *ref = a;
    }
  }
  for (int i = f->num_nodes - 1; i >= 0 && ok && !missing; i--)
    if (!used[i]) idle++, first = i;
  if (idle == 1)
    gud_diag_error(f->diag, at_line(f, f->nodes[first].line), "node %lld belongs to no element",
                   f->nodes[first].tag);
  if (idle > 1)
    gud_diag_error(f->diag, at_line(f, f->nodes[first].line), "node %lld and %d others belong to no element",
                   f->nodes[first].tag, idle - 1);
  free(n.list), free(n.direct), free(used);
  return ok && !missing && !idle;
}

/* ---- groups ---- */

static int by_dim_tag(const void *a, const void *b)
{
  const MshGroup *x = a, *y = b;
  if (x->dim != y->dim) return (x->dim > y->dim) - (x->dim < y->dim);
  if (x->tag != y->tag) return (x->tag > y->tag) - (x->tag < y->tag);
  return (x->line > y->line) - (x->line < y->line);
}

/* The first name of a group; NULL: it has none. The names are sorted. */
static const MshGroup *name_of(Msh *f, int dim, long long tag)
{
  int low = 0, high = f->num_groups;
  for (; low < high; f->work++) {
    int mid = low + (high - low) / 2;
    if (by_dim_tag(&f->groups[mid], &(MshGroup){.dim = dim, .tag = tag, .line = -1}) < 0) low = mid + 1;
    else high = mid;
  }
  return low < f->num_groups && f->groups[low].dim == dim && f->groups[low].tag == tag ? &f->groups[low]
                                                                                       : NULL;
}

static int has_group(const Msh *f, const MshOwner *o, long long tag)
{
  for (int k = 0; k < o->num; k++)
    if (f->physical[o->first + k] == tag) return 1;
  return 0;
}

/* Physical tag of the surface that the model names; -1 after an error, 0: all. */
static long long wanted_group(Msh *f, const GudGmsh *what)
{
  const char *names[200];
  char        hint[GUD_HINT_SIZE], *end;
  int         num = 0, dim = -1;
  if (!what->group) return 0;
  for (int i = 0; i < f->num_groups; i++) {
    if (!strcmp(f->groups[i].name, what->group)) {
      dim = f->groups[i].dim;
      if (dim == 2) return f->groups[i].tag;
    }
    if (f->groups[i].dim == 2 && num < GUD_COUNT(names)) names[num++] = f->groups[i].name;
  }
  long long tag = strtoll(what->group, &end, 10);
  for (int i = 0; i < f->num_owners && !*end && tag > 0; i++)
    if (f->owners[i].dim == 2 && has_group(f, &f->owners[i], tag)) return tag;
  if (dim >= 0)
    gud_diag_error(f->diag, what->group_mark, "'%s' is a group of %s in %s; a body is a group of surfaces",
                   what->group,
                   dim == 0   ? "points"
                   : dim == 1 ? "curves"
                              : "volumes",
                   f->file);
  else if (*gud_hint(hint, what->group, names, num))
    gud_diag_error(f->diag, what->group_mark, "%s has no group of surfaces '%.60s'%s", f->file, what->group,
                   hint);
  else
    gud_diag_error(f->diag, what->group_mark, "%s has no group of surfaces '%.60s'; it has %s%.60s%s%s",
                   f->file, what->group, num ? "'" : "", num ? names[0] : "none with a name", num ? "'" : "",
                   num > 1 ? " and others" : "");
  return -1;
}

/* ---- cells ---- */

/* The reference cell of a Gmsh type; NULL: there is none. */
static const GudCell *cell_of(int type)
{
  for (int i = 0; gud_cells[i]; i++)
    if (gud_cells[i]->msh == type) return gud_cells[i];
  return NULL;
}

/* mixed: other cells are of the right type */
static void wrong_cell(Msh *f, const MshElement *e, const GudCell *want, int others, int mixed)
{
  const MshType *t         = gud_msh_type(e->type);
  const GudCell *found     = cell_of(e->type);
  char           help[200] = "", more[60] = "";
  if (t->dim == 3) snprintf(help, sizeof help, "; only plane meshes are read");
  else if (found && mixed && found->num_corners != want->num_corners)
    snprintf(help, sizeof help,
             "; shapes are mixed in this mesh: let Gmsh join all triangles to quadrilaterals "
             "(Mesh.RecombineAll = 1) or none");
  else if (found && mixed) snprintf(help, sizeof help, "; orders are mixed in this mesh");
  else if (found && found->num_corners != want->num_corners)
    snprintf(help, sizeof help, "; take an element of type %s, or let Gmsh %s", found->name,
             found->num_corners < want->num_corners
               ? "join triangles to quadrilaterals (Mesh.RecombineAll = 1)"
               : "leave triangles as they are (Mesh.RecombineAll = 0)");
  else if (found && found->order != want->order)
    snprintf(help, sizeof help,
             "; the mesh has order %d: take an element of type %s, or Mesh.ElementOrder = %d", found->order,
             found->name, want->order);
  else if (found)
    snprintf(help, sizeof help, "; take an element of type %s, or Mesh.SecondOrderIncomplete = %d",
             found->name, found->num_nodes > want->num_nodes);
  if (others) snprintf(more, sizeof more, " (and %d more)", others);
  gud_diag_error(f->diag, at_line(f, e->line), "element %lld is a %s, not a %s%s%s", e->tag, t->name,
                 gud_msh_type(want->msh)->name, more, help);
}

/* Cells of the body: list of elements; NULL after an error. */
static int *choose_cells(Msh *f, const GudGmsh *what, long long group, int *num)
{
  int  type = what->cell->msh, bad = -1, num_bad = 0;
  int *list = gud_alloc(sizeof(int) * (size_t)(f->num_elements + 1));
  *num      = 0;
  char *in  = gud_alloc((size_t)f->num_owners + 1); /* per owner: it belongs to the group */
  for (int i = 0; i < f->num_owners; i++) in[i] = (char)(!group || has_group(f, &f->owners[i], group));
  for (int i = 0; i < f->num_elements; i++) {
    const MshElement *e = &f->elements[i];
    int               d = gud_msh_type(e->type)->dim;
    if (d < 2 || (d == 2 && !in[e->owner])) continue;
    if (e->type == type) list[(*num)++] = i;
    else if (num_bad++ == 0) bad = i;
  }
  free(in);
  if (num_bad) {
    wrong_cell(f, &f->elements[bad], what->cell, num_bad - 1, *num > 0);
  } else if (*num == 0) {
    gud_diag_error(f->diag, at_line(f, f->elements_line), "there is no %s%s%s", gud_msh_type(type)->name,
                   group ? " in group " : "", group ? what->group : "");
  } else {
    return list;
  }
  free(list);
  return NULL;
}

/* A surface in two physical groups stands twice in a file of format 2.2. Such copies are dropped; a cell that stands
   twice in one group is an error. Hash of the corners, whatever their order. */
static int drop_copies(Msh *f, const GudCell *cell, int *list, int *num)
{
  enum { MOST = 4 };
  int    nc   = cell->num_corners < MOST ? cell->num_corners : MOST;
  size_t size = 16;
  int    kept = 0, ok = 1;
  while (size < 2 * (size_t)*num) size *= 2;
  int *table = gud_alloc(sizeof(int) * size);
  for (int i = 0; i < *num && ok; i++) {
    const MshElement *e = &f->elements[list[i]];
    long long         c[MOST];
    for (int k = 0; k < nc; k++) {
      int j = k;
      for (; j > 0 && c[j - 1] > f->ref[e->first + k]; j--) c[j] = c[j - 1];
      c[j] = f->ref[e->first + k];
    }
    uint64_t h = 1469598103934665603u;
    for (int k = 0; k < nc; k++) h = (h ^ (uint64_t)c[k]) * 0x9E3779B97F4A7C15u, h ^= h >> 29;
    size_t at   = h & (size - 1);
    int    twin = 0;
    for (; table[at] && !twin; at = (at + 1) & (size - 1), f->work++) {
      const MshElement *o      = &f->elements[table[at] - 1];
      int               common = 0;
      for (int k = 0; k < nc; k++)
        for (int j = 0; j < nc; j++) common += f->ref[o->first + j] == c[k];
      if (common < nc) continue;
      twin = 1;
      if (f->version == 22 && o->owner != e->owner) break;
      gud_diag_error(f->diag, at_line(f, e->line),
                     "element %lld has the same corners as element %lld in line %d", e->tag, o->tag, o->line);
      ok = 0;
      break;
    }
    if (!twin) table[at] = list[i] + 1, list[kept++] = list[i];
  }
  *num = kept;
  free(table);
  return ok;
}

/* Smallest and largest of the Jacobians at corners and, in order 2, centre, as parts of the squared diameter. */
static void jacobians(const Msh *f, const GudCell *cell, const MshElement *e, double *low, double *high)
{
  int    nc = cell->num_corners, num = nc + (cell->order > 1);
  double size = 0;
  for (int k = 0; k < nc; k++)
    for (int j = 0; j < k; j++) {
      const double *a = f->nodes[f->ref[e->first + k]].x, *b = f->nodes[f->ref[e->first + j]].x;
      double        d = hypot(a[0] - b[0], a[1] - b[1]);
      size            = fmax(size, d * d);
    }
  *low = INFINITY, *high = -INFINITY;
  for (int k = 0; k < num; k++) {
    double N[GUD_CELL_MAX_NODES], dN[GUD_CELL_MAX_NODES][2], J[2][2] = {{0}};
    cell->shape(k < nc ? cell->node[k] : cell->centre, N, dN);
    for (int i = 0; i < cell->num_nodes; i++)
      for (int c = 0; c < 2; c++)
        for (int d = 0; d < 2; d++) J[c][d] += f->nodes[f->ref[e->first + i]].x[c] * dN[i][d];
    double det = (J[0][0] * J[1][1] - J[0][1] * J[1][0]) / (size > 0 ? size : 1);
    *low       = fmin(*low, det);
    *high      = fmax(*high, det);
  }
}

/* Cells must be convex and counter-clockwise; all clockwise: *turn. */
static int check_orientation(Msh *f, const GudCell *cell, const int *list, int num, int *turn)
{
  double low, high;
  int    clockwise = 0, errors = 0;
  for (int i = 0; i < num; i++) {
    jacobians(f, cell, &f->elements[list[i]], &low, &high);
    if (high < -flat) clockwise++;
  }
  *turn = clockwise == num;
  for (int i = 0; i < num && (!*turn); i++) {
    const MshElement *e = &f->elements[list[i]];
    jacobians(f, cell, e, &low, &high);
    if (low > flat) continue;
    if (errors++ < 10)
      gud_diag_error(f->diag, at_line(f, e->line), "element %lld is %s", e->tag,
                     high < -flat   ? "inverted: its nodes go clockwise, those of other cells do not"
                     : low >= -flat ? "degenerate: a corner has no area"
                                    : "twisted or not convex");
  }
  return !errors;
}

/* ---- nodes ---- */

static int key_of(double x, double grid)
{
  return (int)floor(x / grid);
}

/* Two nodes of the body at one place. A grid of squares, wider than the tolerance, hashed: the twin of a node is in
   its own square or in a neighbouring one. */
static int check_places(Msh *f, const int *node, int num, double size)
{
  double tol = same_place * size, grid = 2 * tol;
  size_t slots  = 16;
  int    errors = 0;
  while (slots < 2 * (size_t)num) slots *= 2;
  int *table = gud_alloc(sizeof(int) * slots), *next = gud_alloc(sizeof(int) * (size_t)(num + 1));
  for (int n = 0; n < num; n++) {
    const MshNode *a = &f->nodes[node[n]], *low = &f->nodes[node[0]];
    double         x = a->x[0] - low->x[0], y = a->x[1] - low->x[1];
    int            i0 = key_of(x - tol, grid), i1 = key_of(x + tol, grid), j0 = key_of(y - tol, grid),
        j1 = key_of(y + tol, grid), twin = 0;
    for (int i = i0; i <= i1; i++)
      for (int j = j0; j <= j1; j++)
        for (int k = table[gud_msh_slot((uint32_t)i, (uint32_t)j, slots)]; k && !twin;
             k     = next[k - 1], f->work++) {
          const MshNode *b = &f->nodes[node[k - 1]];
          if (fabs(a->x[0] - b->x[0]) > tol || fabs(a->x[1] - b->x[1]) > tol) continue;
          twin = 1;
          if (errors++ < 10)
            gud_diag_error(f->diag, at_line(f, a->line),
                           "node %lld is at the place of node %lld (line %d): the body is not joined there "
                           "(Coherence in Gmsh joins; coincident: "
                           "allow if this is a slit)",
                           a->tag, b->tag, b->line);
        }
    size_t slot = gud_msh_slot((uint32_t)key_of(x, grid), (uint32_t)key_of(y, grid), slots);
    if (!twin) next[n] = table[slot], table[slot] = n + 1; /* many nodes at one place make one entry */
  }
  free(table), free(next);
  return !errors;
}

/* local[node] = 1 + number in the body, in the order of the file; node[]: back. */
static int choose_nodes(Msh *f, const GudGmsh *what, const int *list, int num, int *local, GudMesh *m)
{
  int    per = what->cell->num_nodes, errors = 0, n = 0;
  double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
  for (int i = 0; i < num; i++)
    for (int k = 0; k < per; k++) local[f->ref[f->elements[list[i]].first + k]] = 1;
  int *node = gud_alloc(sizeof(int) * (size_t)(f->num_nodes + 1));
  for (int i = 0; i < f->num_nodes; i++) {
    if (!local[i]) continue;
    node[n++] = i, local[i] = n;
    for (int c = 0; c < 2; c++) lo[c] = fmin(lo[c], f->nodes[i].x[c]), hi[c] = fmax(hi[c], f->nodes[i].x[c]);
  }
  double size = fmax(hi[0] - lo[0], hi[1] - lo[1]);
  for (int i = 0; i < n; i++) {
    const MshNode *a = &f->nodes[node[i]];
    if (fabs(a->x[2]) > same_place * size && errors++ < 10)
      gud_diag_error(f->diag, at_line(f, a->line), "node %lld is not in the plane: z = %g", a->tag, a->x[2]);
  }
  if (!errors && !what->allow_coincident && size > 0) errors = !check_places(f, node, n, size);
  m->num_nodes = n;
  m->x         = gud_alloc(sizeof *m->x * (size_t)n);
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 2; c++) m->x[i][c] = what->unit * f->nodes[node[i]].x[c];
  free(node);
  return !errors;
}

/* ---- sets ---- */

/* One line of a curve, by nodes of the body. */
typedef struct {
  int a, b, middle; /* middle -1: none */
} Piece;

static void walk(const Piece *p, char *done, int (*at)[2], int i, int node, char *taken, GudNodeSet *set)
{
  while (i >= 0 && !done[i]) {
    int other = p[i].a == node ? p[i].b : p[i].a;
    done[i]   = 1;
    if (!taken[node]) taken[node] = 1, gud_set_add(set, node);
    if (p[i].middle >= 0 && !taken[p[i].middle]) taken[p[i].middle] = 1, gud_set_add(set, p[i].middle);
    node     = other;
    int next = at[node][0] == i ? at[node][1] : at[node][0];
    i        = next;
  }
  if (!taken[node]) taken[node] = 1, gud_set_add(set, node);
}

/* Nodes in order along the pieces: open curves from the end where their first piece begins, then closed ones. at and
   taken belong to all nodes and come and go clean. */
static void chain(const Piece *p, int num, int (*at)[2], char *taken, GudNodeSet *set)
{
  char *done = gud_alloc((size_t)num + 1);
  for (int i = 0; i < num; i++)
    for (int end = 0; end < 2;
         end++) { /* of a branching node only two pieces are kept: the others start anew */
      int *l = at[end ? p[i].b : p[i].a];
      if (l[0] < 0) l[0] = i;
      else if (l[1] < 0) l[1] = i;
    }
  for (int i = 0; i < num; i++)
    if (!done[i] && at[p[i].a][1] < 0) walk(p, done, at, i, p[i].a, taken, set);
  for (int i = 0; i < num; i++)
    if (!done[i] && at[p[i].b][1] < 0) walk(p, done, at, i, p[i].b, taken, set);
  for (int i = 0; i < num; i++)
    if (!done[i]) walk(p, done, at, i, p[i].a, taken, set);
  for (int i = 0; i < num; i++) at[p[i].a][0] = at[p[i].a][1] = at[p[i].b][0] = at[p[i].b][1] = -1;
  for (int k = 0; k < set->num; k++) taken[set->node[k]] = 0;
  free(done);
}

typedef struct {
  int       dim;
  long long tag;
  int       num, first; /* elements: member[first ...] */
} Group;

static int by_group(const void *a, const void *b)
{
  const Group *x = a, *y = b;
  return x->dim != y->dim ? (x->dim > y->dim) - (x->dim < y->dim) : (x->tag > y->tag) - (x->tag < y->tag);
}

static Group *find_group(Group *g, int num, int dim, long long tag)
{
  Group key = {.dim = dim, .tag = tag};
  return bsearch(&key, g, (size_t)num, sizeof *g, by_group);
}

/* Groups of points and curves that have elements, sorted, with their elements in the order of the file. NULL after an
   error: an entity may be in many groups, but a small file must not become a large list. */
static Group *list_groups(Msh *f, int *num, int **member)
{
  const long long most = 64 * ((long long)f->num_elements + f->num_physical + 1000);
  long long       all  = 0;
  for (int i = 0; i < f->num_elements; i++)
    if (f->owners[f->elements[i].owner].dim < 2) all += f->owners[f->elements[i].owner].num;
  if (all > most || all > INT_MAX) {
    gud_diag_error(f->diag, at_line(f, f->elements_line),
                   "points and curves are in too many groups: %lld entries", all);
    return NULL;
  }
  Group *g = gud_alloc(sizeof *g * (size_t)(f->num_physical + 1));
  int    n = 0, kept = 0, total = 0;
  for (int i = 0; i < f->num_owners; i++)
    for (int k = 0; k < f->owners[i].num && f->owners[i].dim < 2; k++)
      g[n++] = (Group){.dim = f->owners[i].dim, .tag = f->physical[f->owners[i].first + k]};
  if (n) qsort(g, (size_t)n, sizeof *g, by_group);
  for (int i = 0; i < n; i++)
    if (!i || by_group(&g[i], &g[kept - 1])) g[kept++] = g[i];
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < f->num_elements; i++) {
      const MshOwner *o = &f->owners[f->elements[i].owner];
      for (int k = 0; k < o->num && o->dim < 2; k++) {
        Group *at = find_group(g, kept, o->dim, f->physical[o->first + k]);
        if (pass) (*member)[at->first + at->num++] = i;
        else at->num++;
      }
    }
    if (pass) break;
    for (int i = 0; i < kept; i++) g[i].first = total, total += g[i].num, g[i].num = 0;
    *member = gud_alloc(sizeof(int) * (size_t)(total + 1));
  }
  *num = kept;
  return g;
}

/* The part of a curve that lies on the body. */
static int pieces(Msh *f, const Group *g, const int *member, const int *local, int order, Piece *p, int *num)
{
  *num = 0;
  for (int k = 0; k < g->num; k++) {
    const MshElement *e = &f->elements[member[g->first + k]];
    const long long  *r = f->ref + e->first;
    if (!local[r[0]] || !local[r[1]]) continue;
    if (e->type != (order == 2 ? MSH_LINE3 : MSH_LINE2)) {
      gud_diag_error(f->diag, at_line(f, e->line),
                     "element %lld is a %s, but the cells have order %d: orders are mixed", e->tag,
                     gud_msh_type(e->type)->name, order);
      return 0;
    }
    if (order == 2 && !local[r[2]]) continue;
    p[(*num)++] = (Piece){local[r[0]] - 1, local[r[1]] - 1, order == 2 ? local[r[2]] - 1 : -1};
  }
  return 1;
}

/* Slot of the set of that name in a hash of names (1 + set), or the free one where it belongs. */
static size_t find_set(Msh *f, const GudMesh *m, const int *table, size_t slots, const char *name)
{
  size_t at = gud_msh_slot(gud_sum_add(GUD_SUM_START, name, strlen(name)), 0, slots);
  for (; table[at] && strcmp(m->sets[table[at] - 1].name, name); at = (at + 1) & (slots - 1)) f->work++;
  return at;
}

static int make_sets(Msh *f, const int *local, int order, GudMesh *m)
{
  int    num, *member = NULL, ok = 1, n, most = 0;
  Group *g     = list_groups(f, &num, &member);
  size_t slots = 16;
  if (!g) return 0;
  while (slots < 2 * ((size_t)num + 1)) slots *= 2;
  int *table = gud_alloc(sizeof(int) * slots);
  if (f->num_groups) qsort(f->groups, (size_t)f->num_groups, sizeof *f->groups, by_dim_tag);
  int(*at)[2] = gud_alloc(sizeof *at * (size_t)(m->num_nodes + 1));
  char *taken = gud_alloc((size_t)m->num_nodes + 1);
  for (int i = 0; i < m->num_nodes; i++) at[i][0] = at[i][1] = -1;
  for (int i = 0; i < num; i++) most = g[i].num > most ? g[i].num : most;
  Piece *p = gud_alloc(sizeof *p * (size_t)(most + 1));
  for (int i = 0; i < num && ok; i++) {
    char            own[40];
    const MshGroup *named = name_of(f, g[i].dim, g[i].tag);
    GudNodeSet      set   = {0};
    if (g[i].dim == 1) {
      ok = pieces(f, &g[i], member, local, order, p, &n);
      if (ok && n) chain(p, n, at, taken, &set);
    } else {
      for (int k = 0; k < g[i].num; k++) {
        long long a = f->ref[f->elements[member[g[i].first + k]].first];
        if (local[a] && !taken[local[a] - 1]) taken[local[a] - 1] = 1, gud_set_add(&set, local[a] - 1);
      }
      for (int k = 0; k < set.num; k++) taken[set.node[k]] = 0;
    }
    snprintf(own, sizeof own, "%s_%lld", g[i].dim ? "curve" : "point", g[i].tag);
    const char *name = named ? named->name : own;
    size_t      slot = ok && set.num ? find_set(f, m, table, slots, name) : 0;
    if (ok && set.num && table[slot]) {
      gud_diag_error(f->diag, at_line(f, named ? named->line : 0),
                     "two groups of points and curves have the name '%s'", name);
      ok = 0;
    }
    if (ok && set.num) {
      GudNodeSet *new = gud_mesh_add_set(m, name);
      new->node = set.node, new->num = set.num;
      table[slot] = m->num_sets;
    } else {
      free(set.node);
    }
  }
  free(table);
  free(g), free(member), free(at), free(taken), free(p);
  return ok;
}

/* ---- the body ---- */

static int entities_known(const Msh *f)
{
  for (int i = 0; i < f->num_owners && f->has_entities; i++)
    if (!f->owners[i].declared) {
      gud_diag_error(f->diag, at_line(f, f->owners[i].line),
                     "the entity %lld of dimension %d is not in $Entities", f->owners[i].tag,
                     f->owners[i].dim);
      return 0;
    }
  return 1;
}

/* Node k of the same cell seen from behind: corners and edges the other way round, the first corner as it was. */
static int behind(const GudCell *cell, int k)
{
  int n = cell->num_corners;
  if (k < n) return (n - k) % n;
  return k < 2 * n && cell->order > 1 ? 3 * n - 1 - k : k;
}

int gud_msh_body(Msh *f, const GudGmsh *what, GudMesh *m)
{
  int num = 0, turn = 0, per = what->cell->num_nodes;
  if (!entities_known(f) || !resolve(f)) return 0;
  long long group = wanted_group(f, what);
  if (group < 0) return 0;
  int *list  = choose_cells(f, what, group, &num),
      *local = gud_alloc(sizeof(int) * (size_t)(f->num_nodes + 1));
  int ok     = list && drop_copies(f, what->cell, list, &num) && choose_nodes(f, what, list, num, local, m) &&
           check_orientation(f, what->cell, list, num, &turn);
  if (ok) {
    m->cell = what->cell, m->num_cells = num;
    m->cells = gud_alloc(sizeof(int) * (size_t)num * (size_t)per);
    for (int i = 0; i < num; i++)
      for (int k = 0; k < per; k++)
        m->cells[per * i + k] =
          local[f->ref[f->elements[list[i]].first + (turn ? behind(what->cell, k) : k)]] - 1;
    ok = make_sets(f, local, what->cell->order, m);
  }
  free(list), free(local);
  return ok;
}
