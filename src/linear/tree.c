/* From the places of the entries to a tree of dense blocks.

   1. Unknowns that are not late (coordinates) with the same neighbours among them form a group: the 12 coordinates of a
      node of a beam, the two of a node of a plane mesh. They are numbered first.
   2. The groups are ordered by AMD (Amestoy, Davis, Duff 1996) on their graph. Two groups that a late unknown (a
      multiplier) couples count as neighbours.
   3. A late row goes with the last of its groups. So its zero on the diagonal is filled before its turn comes, and it
      is a pivot of a block whose rows are exchanged freely. A late coordinate and the rows that touch it go together, with
      the last group of all of them: such a row may act on nothing but that coordinate.
   4. Structure of the factors: the rows of a block are those of its entries and of its children, without its own; its
      parent is the block of the first of them. A block is merged with its parent where that costs less:
      (T1) factor(p, r) = t_f + (2 p^3 + 2 p^2 r + 2 p r^2 + c r^2) / rate,   solve(p, r) = t_s + 2 (p^2 + 2 p r)/rate_s
   verified by: t750 */
#include "linear/tree.h"

#include "linear/methods.h"
#include "base/diag.h"

#include <amd.h>

#include <stdlib.h>
#include <string.h>

/* (T1), measured on the kernels of dense.c */
static const double block_time = 1.5e-7, block_solve_time = 3e-8, flop_time = 1 / 8e9,
                    solve_flop_time = 1 / 6e9, add_time = 5e-10;

int gud_padded(int n)
{
  enum { LANES = 4 };
  return (n + LANES - 1) / LANES * LANES;
}

static double cost_of(int pivots, int others) /* (T1) */
{
  double p = pivots, pp = gud_padded(pivots), r = others, rr = gud_padded(others);
  return block_time + flop_time * 2 * pp * (p * p + p * r) + flop_time * 2 * p * r * rr + add_time * r * r +
         GUD_SOLVES * (block_solve_time + solve_flop_time * 2 * (pp * (p + r) + rr * p));
}

/* ---- groups ---- */

static int *ints(long n)
{
  return gud_alloc(sizeof(int) * (size_t)(n + 1));
}

/* The pattern made symmetric, with all diagonal entries, in the numbers that `to` gives. */
static void symmetric_columns(const GudPlaces *p, const int *to, GudColumns *a)
{
  long      num = 2 * p->num + p->n;
  int      *i = ints(num), *j = ints(num);
  GudPlaces both = {p->n, num, i, j, NULL};
  for (long e = 0; e < p->num; e++)
    i[2 * e] = j[2 * e + 1] = to[p->i[e]], j[2 * e] = i[2 * e + 1] = to[p->j[e]];
  for (int k = 0; k < p->n; k++) i[2 * p->num + k] = j[2 * p->num + k] = k;
  gud_columns_create(&both, a);
  free(i), free(j);
}

typedef struct {
  unsigned long long sum; /* of the neighbours among the first */
  int                i;
} Signature;

static int by_signature(const void *a, const void *b)
{
  const Signature *x = a, *y = b;
  if (x->sum != y->sum) return x->sum < y->sum ? -1 : 1;
  return (x->i > y->i) - (x->i < y->i);
}

static unsigned long long mixed(unsigned long long x)
{
  x = (x + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  return x ^ (x >> 29);
}

/* Same neighbours among the first? Rows are sorted, so these are the heads of the columns. */
static int same_neighbours(const GudColumns *a, int first, int i, int j)
{
  const int *x = a->row + a->ptr[i], *y = a->row + a->ptr[j], *x_end = a->row + a->ptr[i + 1],
            *y_end = a->row + a->ptr[j + 1];
  for (; x < x_end && y < y_end && *x < first && *y < first; x++, y++)
    if (*x != *y) return 0;
  return (x == x_end || *x >= first) && (y == y_end || *y >= first);
}

/* group[i] of every one of the first; their number */
static int find_groups(const GudColumns *a, int first, int *group)
{
  Signature *s   = gud_alloc(sizeof *s * (size_t)(first + 1));
  int        num = 0;
  for (int i = 0; i < first; i++) {
    s[i].i = i;
    for (int k = a->ptr[i]; k < a->ptr[i + 1] && a->row[k] < first; k++)
      s[i].sum += mixed((unsigned long long)a->row[k]);
  }
  qsort(s, (size_t)first, sizeof *s, by_signature);
  for (int k = 0; k < first; k++) {
    int same      = k > 0 && s[k].sum == s[k - 1].sum && same_neighbours(a, first, s[k].i, s[k - 1].i);
    group[s[k].i] = same ? group[s[k - 1].i] : s[k].i; /* for the moment: the first member */
  }
  for (int i = 0; i < first; i++) group[i] = group[i] == i ? num++ : group[group[i]];
  free(s);
  return num;
}

/* ---- order ---- */

/* Order of the groups: rank[g]. */
static void order_groups(const GudColumns *a, int first, const int *group, int num, int *rank)
{
  enum {
    MOST = 32
  }; /* a row over more groups (the mean of a bore) is left out: the square of their number counts */
  int *i = NULL, *j = NULL, num_edges = 0, room = 0;
  for (int c = 0; c < a->n; c++) {
    int near[MOST], num_near = 0;
    for (int k = a->ptr[c]; k < a->ptr[c + 1] && a->row[k] < first && num_near < MOST; k++) {
      int g = group[a->row[k]], known = 0;
      for (int l = 0; l < num_near && !known; l++) known = near[l] == g;
      if (!known) near[num_near++] = g;
    }
    int own = c < first;
    if (!own && num_near == MOST) continue;
    for (int k = 0; k < num_near; k++)
      for (int l = 0; l < (own ? 1 : num_near); l++) {
        if (num_edges == room) {
          room = 2 * room + 1024;
          i    = gud_resize(i, sizeof(int) * (size_t)room);
          j    = gud_resize(j, sizeof(int) * (size_t)room);
        }
        i[num_edges] = near[k], j[num_edges++] = own ? group[c] : near[l];
      }
  }
  GudColumns graph;
  gud_columns_create(&(GudPlaces){num, num_edges, i, j, NULL}, &graph);
  free(i), free(j);
  int *order = ints(num);
  amd_order(num, graph.ptr, graph.row, order, NULL, NULL);
  for (int k = 0; k < num; k++) rank[order[k]] = k;
  free(order);
  gud_columns_destroy(&graph);
}

/* Does late unknown i go with the last of all that it touches? */
static int stays(const GudColumns *a, int first, const char *late, int i)
{
  int stay = late[i] == GUD_LATE_COORDINATE || a->row[a->ptr[i]] >= first;
  for (int k = a->ptr[i]; k < a->ptr[i + 1] && !stay; k++) stay = late[a->row[k]] == GUD_LATE_COORDINATE;
  return stay;
}

/* block_of[i] in the order of elimination; unknowns that touch nothing go with the last block of all. late: by the
   numbers of a */
static void assign(const GudColumns *a, int first, const char *late, const int *group, const int *rank,
                   int num, int *block_of)
{
  char *stay = gud_alloc((size_t)a->n + 1);
  for (int i = 0; i < a->n; i++) block_of[i] = i < first ? rank[group[i]] : -1;
  for (int i = first; i < a->n; i++) stay[i] = (char)stays(a, first, late, i);
  for (int changed = 1; changed;) {
    changed = 0;
    for (int i = first; i < a->n; i++)
      for (int k = a->ptr[i]; k < a->ptr[i + 1]; k++) {
        int j = a->row[k];
        if (block_of[j] > block_of[i] && (j < first || (stay[i] && stay[j])))
          block_of[i] = block_of[j], changed = 1;
      }
  }
  for (int i = first; i < a->n; i++)
    if (block_of[i] < 0) block_of[i] = num - 1;
  free(stay);
}

/* ---- structure ---- */

typedef struct {
  int *head, *next; /* lists of members, of children */
} Lists;

static Lists lists(int num, int members)
{
  Lists l = {ints(num), ints(members)};
  for (int k = 0; k < num; k++) l.head[k] = -1;
  return l;
}

static void push(Lists *l, int list, int member)
{
  l->next[member] = l->head[list], l->head[list] = member;
}

static void free_lists(Lists *l)
{
  free(l->head), free(l->next);
}

static int by_number(const void *a, const void *b)
{
  return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

/* Sizes and parents of blocks 0 ... num - 1, given which block every unknown is in: only the number of rows is wanted,
   and rows are named by their unknowns. *rows is allocated when wanted (from NULL), and first[] says where a block begins. */
static void structure(const GudColumns *a, int num, const int *block_of, int *size, int *num_rows,
                      int *parent, int **all_rows, int *first)
{
  Lists members = lists(num, a->n), children = lists(num, num);
  int  *mark = ints(a->n), total = 0, room = 4 * a->n + 16, *rows = ints(room);
  for (int i = a->n - 1; i >= 0; i--) push(&members, block_of[i], i);
  for (int i = 0; i < a->n; i++) mark[i] = -1;
  for (int b = 0; b < num; b++) {
    int begin = total, least = num;
    size[b] = 0;
    for (int i = members.head[b]; i >= 0; i = members.next[i]) {
      size[b]++;
      for (int k = a->ptr[i]; k < a->ptr[i + 1]; k++) {
        int j = a->row[k];
        if (block_of[j] <= b || mark[j] == b) continue;
        if (total + 1 >= room) rows = gud_resize(rows, sizeof(int) * (size_t)(room = 2 * room));
        mark[j] = b, rows[total++] = j;
      }
    }
    for (int c = children.head[b]; c >= 0; c = children.next[c])
      for (int k = first[c]; k < first[c] + num_rows[c]; k++) {
        int j = rows[k];
        if (block_of[j] <= b || mark[j] == b) continue;
        if (total + 1 >= room) rows = gud_resize(rows, sizeof(int) * (size_t)(room = 2 * room));
        mark[j] = b, rows[total++] = j;
      }
    for (int k = begin; k < total; k++)
      if (block_of[rows[k]] < least) least = block_of[rows[k]];
    first[b] = begin, num_rows[b] = total - begin;
    parent[b] = least < num ? least : -1;
    if (parent[b] >= 0) push(&children, parent[b], b);
  }
  free_lists(&members), free_lists(&children), free(mark);
  *all_rows = rows;
}

/* Merges blocks with their parents where (T1) says so; block_of is renumbered. Returns the number of blocks. */
static int merge(int n, int num, int *block_of, const int *size, const int *num_rows, const int *parent)
{
  int  *into = ints(num), *p = ints(num), kept = 0;
  Lists children = lists(num, num);
  memcpy(p, size, sizeof(int) * (size_t)num);
  for (int b = 0; b < num; b++) {
    into[b] = b;
    /* children first: b takes in those that pay, the largest gain being that of the last one in the list as a rule */
    for (int c = children.head[b], next; c >= 0; c = next) {
      next         = children.next[c];
      double apart = cost_of(p[b], num_rows[b]) + cost_of(p[c], num_rows[c]);
      if (cost_of(p[b] + p[c], num_rows[b]) < apart) into[c] = b, p[b] += p[c];
    }
    if (parent[b] >= 0) push(&children, parent[b], b);
  }
  int *number = ints(num);
  for (int b = 0; b < num; b++)
    if (into[b] == b) number[b] = kept++;
  for (int b = num - 1; b >= 0; b--)
    if (into[b] != b) number[b] = number[into[b]];
  for (int i = 0; i < n; i++) block_of[i] = number[block_of[i]];
  free(into), free(p), free(number), free_lists(&children);
  return kept;
}

/* ---- the tree ---- */

int gud_tree_place(const GudTree *t, int b, int position)
{
  const GudBlock *f = &t->blocks[b];
  if (position < f->first + f->p) return position - f->first;
  int *at = bsearch(&position, t->rows + f->rows, (size_t)f->r, sizeof(int), by_number);
  return f->p + (int)(at - (t->rows + f->rows));
}

void gud_tree_create(const GudPlaces *p, GudTree *t)
{
  GudColumns a;
  int       *to = ints(p->n), *group = ints(p->n), *block_of = ints(p->n), *rows, first = 0;
  for (int i = 0; i < p->n; i++)
    if (!p->late || !p->late[i]) to[i] = first++;
  for (int i = 0, next = first; i < p->n; i++)
    if (p->late && p->late[i]) to[i] = next++;
  char *late = gud_alloc((size_t)p->n + 1);
  for (int i = 0; i < p->n && p->late; i++) late[to[i]] = p->late[i];
  symmetric_columns(p, to, &a);
  int  num  = find_groups(&a, first, group);
  int *rank = ints(num), *size = ints(num + 1), *num_rows = ints(num + 1), *parent = ints(num + 1),
      *begin = ints(num + 1);
  if (num) order_groups(&a, first, group, num, rank);
  else num = p->n > 0; /* late unknowns only: one block */
  assign(&a, first, late, group, rank, num, block_of);
  structure(&a, num, block_of, size, num_rows, parent, &rows, begin);
  num = merge(p->n, num, block_of, size, num_rows, parent);
  free(rows);
  structure(&a, num, block_of, size, num_rows, parent, &rows, begin);

  memset(t, 0, sizeof *t);
  t->n = p->n, t->num = num;
  t->blocks   = gud_alloc(sizeof *t->blocks * (size_t)(num + 1));
  t->position = ints(p->n), t->block = ints(p->n);
  for (int b = 0, at = 0; b < num; b++) {
    t->blocks[b] = (GudBlock){at, size[b], num_rows[b], begin[b], parent[b]};
    for (int k = 0; k < size[b]; k++) t->block[at + k] = b;
    at += size[b], size[b] = t->blocks[b].first;
    t->num_rows += num_rows[b];
    t->cost += cost_of(t->blocks[b].p, num_rows[b]);
    if (t->blocks[b].p + num_rows[b] > t->largest) t->largest = t->blocks[b].p + num_rows[b];
  }
  for (int i = 0; i < p->n; i++) group[i] = size[block_of[i]]++; /* positions, in the numbers of `to` */
  for (int i = 0; i < p->n; i++) t->position[i] = group[to[i]];
  t->rows = rows, t->place = ints(t->num_rows);
  for (int k = 0; k < t->num_rows; k++) rows[k] = group[rows[k]];
  for (int b = 0; b < num; b++) qsort(rows + begin[b], (size_t)num_rows[b], sizeof *rows, by_number);
  for (int b = 0; b < num; b++)
    for (int k = begin[b]; k < begin[b] + num_rows[b]; k++)
      t->place[k] = gud_tree_place(t, parent[b], rows[k]);
  free(group), free(block_of), free(rank), free(size), free(num_rows), free(parent), free(begin), free(to),
    free(late);
  gud_columns_destroy(&a);
}

void gud_tree_destroy(GudTree *t)
{
  free(t->blocks), free(t->position), free(t->block), free(t->rows), free(t->place);
}
