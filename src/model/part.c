#include "model/part.h"

#include "model/near.h"
#include "model/probe.h"

#include <stdlib.h>
#include <string.h>

/* A body of one element, or an element without a mesh (averages, axes of sections, couplers): on every process. */
static int everywhere(const GudModel *m, const GudElement *e)
{
  return !m->bodies[e->body].mesh || !e->type->cell;
}

static void mark_element(const GudModel *m, int e, char *element, char *vec)
{
  element[e] = 1;
  for (int k = 0; k < m->elements[e].type->num_vec; k++) vec[m->elements[e].vec[k]] = 1;
}

/* What all processes keep. */
static void mark_shared(const GudModel *m, char *element, char *vec)
{
  for (int i = 0; i < m->num_terms; i++) vec[m->terms[i].vec] = 1;
  for (int e = 0; e < m->num_elements; e++)
    if (everywhere(m, &m->elements[e])) mark_element(m, e, element, vec);
  for (int i = 0; i < m->num_probes; i++)
    for (int k = 0; m->probes[i].at && k < m->probes[i].at->num; k++)
      mark_element(m, m->probes[i].at->element[k], element, vec);
}

/* An impact of rigid bodies reads all coordinates. */
static int looks_at_all(const GudModel *m)
{
  for (int i = 0; i < m->num_forces; i++) {
    const GudForceType *t = m->forces[i].type;
    GudRigid            is;
    if (t->contact && t->contact->rigid && t->contact->rigid(t, m->forces[i].params, &is)) return 1;
  }
  return 0;
}

/* Numbers of the marked, and what each becomes (-1: nothing). */
static int *marked(const char *mark, int n, int *becomes, int *num)
{
  int *list = gud_alloc(sizeof(int) * (size_t)(n + 1));
  *num      = 0;
  for (int i = 0; i < n; i++) {
    becomes[i] = mark[i] ? *num : -1;
    if (mark[i]) list[(*num)++] = i;
  }
  return list;
}

static void move_element(int *e, const int *becomes)
{
  if (*e >= 0) *e = becomes[*e];
}

/* References to elements; those that are not here are -1: none needs them any more. */
static void renumber_elements(GudModel *m, const int *becomes)
{
  for (int i = 0; i < m->num_bodies; i++) {
    GudBody *b    = &m->bodies[i];
    int      from = b->element, num = b->num_elements;
    gud_near_destroy(b->near);
    b->near = NULL;
    if (from < 0) continue;
    b->element = -1, b->num_elements = 0;
    for (int e = from; e < from + num; e++) {
      if (becomes[e] < 0) continue;
      if (b->element < 0) b->element = becomes[e];
      b->num_elements++;
    }
    if (b->element < 0) b->element = 0;
  }
  for (int i = 0; i < m->num_joints; i++)
    for (int s = 0; s < 2; s++) move_element(&m->joints[i].element[s], becomes);
  for (int i = 0; i < m->num_forces; i++)
    for (int s = 0; s < m->forces[i].type->num_slots; s++) move_element(&m->forces[i].element[s], becomes);
  for (int i = 0; i < m->num_averages; i++) move_element(&m->averages[i].element, becomes);
  for (int i = 0; i < m->num_probes; i++)
    for (int k = 0; m->probes[i].at && k < m->probes[i].at->num; k++)
      move_element(&m->probes[i].at->element[k], becomes);
}

static void keep_elements(GudModel *m, const int *list, int num)
{
  int   *vec = NULL, *next = NULL;
  size_t size = 0;
  for (int i = 0; i < num; i++) size += (size_t)m->elements[list[i]].type->num_vec;
  next = vec = gud_arena_alloc(&m->arena, sizeof *vec * (size + 1));
  for (int i = 0; i < num; i++) { /* what is behind the elements' numbers of vectors may go */
    GudElement e = m->elements[list[i]];
    memcpy(next, e.vec, sizeof *next * (size_t)e.type->num_vec);
    e.vec          = next, next += e.type->num_vec;
    m->elements[i] = e;
  }
  m->num_elements = num;
  m->elements     = gud_resize(m->elements, sizeof *m->elements * (size_t)(num + 1));
}

static void keep_vectors(GudModel *m, const int *list, int num, const int *becomes)
{
  int d = m->dim;
  for (int i = 0; i < num; i++)
    for (int c = 0; c < d; c++)
      m->start_q[d * i + c]                    = m->start_q[d * list[i] + c],
                         m->start_v[d * i + c] = m->start_v[d * list[i] + c];
  for (int e = 0; e < m->num_elements; e++)
    for (int k = 0; k < m->elements[e].type->num_vec; k++)
      m->elements[e].vec[k] = becomes[m->elements[e].vec[k]];
  for (int i = 0; i < m->num_terms; i++) m->terms[i].vec = becomes[m->terms[i].vec];
  for (int i = 0; i < m->num_sections; i++) m->sections[i].vec = becomes[m->sections[i].vec];
  m->num_vec = num;
  m->start_q = gud_resize(m->start_q, sizeof(double) * (size_t)(d * num + 1));
  m->start_v = gud_resize(m->start_v, sizeof(double) * (size_t)(d * num + 1));
}

static void mark_neighbours(const GudModel *m, const GudPart *part, char *element, char *vec)
{
  char *own = gud_alloc((size_t)m->num_vec + 1);
  for (int e = 0; e < m->num_elements; e++)
    for (int k = 0; k < m->elements[e].type->num_vec && part->element_of[e] == part->rank; k++)
      own[m->elements[e].vec[k]] = 1;
  for (int e = 0; e < m->num_elements; e++) {
    int touches = 0;
    for (int k = 0; k < m->elements[e].type->num_vec; k++) touches |= own[m->elements[e].vec[k]];
    if (touches && m->bodies[m->elements[e].body].mesh) mark_element(m, e, element, vec);
  }
  free(own);
}

int gud_model_part(GudModel *m, GudPart *part)
{
  int   ne = m->num_elements, nv = m->num_vec, shared = 0, num;
  char *element = gud_alloc((size_t)ne + 1), *vec = gud_alloc((size_t)nv + 1);
  mark_shared(m, element, vec);
  for (int i = 0; i < nv; i++) shared += vec[i];
  if (looks_at_all(m) || 2 * shared > nv) {
    free(element), free(vec);
    return 0;
  }
  int *becomes = gud_alloc(sizeof(int) * (size_t)((ne > nv ? ne : nv) + 1));
  if (part->neighbours) mark_neighbours(m, part, element, vec);
  for (int e = 0; e < ne; e++)
    if (part->element_of[e] == part->rank) mark_element(m, e, element, vec);
  part->element = marked(element, ne, becomes, &num);
  renumber_elements(m, becomes);
  keep_elements(m, part->element, num);
  part->vec = marked(vec, nv, becomes, &num);
  keep_vectors(m, part->vec, num, becomes);
  free(becomes), free(element), free(vec);
  return 1;
}
