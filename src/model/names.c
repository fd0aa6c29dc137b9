/* Where a name is in a model: hash tables (open addressing, FNV-1a) over bodies, joints, forces and probes. A table takes in what has been
   added since it was asked last, so that reading n entries that name each other costs n, not n^2. Entries are only ever added, and keep
   their names. Of equal names the first one counts. */
#include "model/names.h"

#include "model/model.h"
#include "model/probe.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  int *slot; /* room: 1 + number of the entry, 0: free */
  int  room, used, done;
} Table;

struct GudNames {
  Table of[GUD_NUM_NAMED];
};

static int count_of(const GudModel *m, GudNamed kind)
{
  const int count[GUD_NUM_NAMED] = {m->num_bodies, m->num_joints, m->num_forces, m->num_probes};
  return count[kind];
}

/* The k-th name of entry i; a force has that of its group, too. NULL: it has no such name */
static const char *name_of(const GudModel *m, GudNamed kind, int i, int k)
{
  switch (kind) {
  case GUD_NAMED_BODY: return k ? NULL : m->bodies[i].name;
  case GUD_NAMED_JOINT: return k ? NULL : m->joints[i].name;
  case GUD_NAMED_FORCE: return k ? m->forces[i].group : m->forces[i].name;
  default: return k ? NULL : m->probes[i].name;
  }
}

static int is_named(const GudModel *m, GudNamed kind, int i, const char *name)
{
  for (int k = 0; k < 2; k++) {
    const char *own = name_of(m, kind, i, k);
    if (own && !strcmp(own, name)) return 1;
  }
  return 0;
}

/* The slot of this name, or the free one where it belongs. */
static int *slot_of(const GudModel *m, GudNamed kind, const Table *t, const char *name)
{
  unsigned long long h = 14695981039346656037ULL;
  for (const char *c = name; *c; c++) h = (h ^ (unsigned char)*c) * 1099511628211ULL;
  int at = (int)(h % (unsigned)t->room);
  while (t->slot[at] && !is_named(m, kind, t->slot[at] - 1, name)) at = at + 1 < t->room ? at + 1 : 0;
  return &t->slot[at];
}

static void enter(const GudModel *m, GudNamed kind, Table *t, int i)
{
  for (int k = 0; k < 2; k++) {
    const char *name = name_of(m, kind, i, k);
    int        *slot = name ? slot_of(m, kind, t, name) : NULL;
    if (slot && !*slot) *slot = i + 1, t->used++;
  }
}

static void enlarge(const GudModel *m, GudNamed kind, Table *t)
{
  free(t->slot);
  t->room = 4 * t->room + 61;
  t->slot = gud_alloc(sizeof *t->slot * (size_t)t->room);
  t->used = 0;
  for (int i = 0; i < t->done; i++) enter(m, kind, t, i);
}

int gud_names_find(const GudModel *m, GudNamed kind, const char *name)
{
  Table *t = &m->names->of[kind];
  for (int num = count_of(m, kind); t->done < num; t->done++) {
    if (2 * (t->used + 2) > t->room) enlarge(m, kind, t);
    enter(m, kind, t, t->done);
  }
  return t->room ? *slot_of(m, kind, t, name) - 1 : -1;
}

struct GudNames *gud_names_create(void)
{
  return gud_alloc(sizeof(struct GudNames));
}

void gud_names_destroy(struct GudNames *n)
{
  for (int k = 0; n && k < GUD_NUM_NAMED; k++) free(n->of[k].slot);
  free(n);
}
