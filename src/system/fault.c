/* Statuses of kernels at an evaluated point, in one place: every analysis asks here whether what it is about to accept has
   forces at all. Each process knows its own elements and forces; the answer is that of all of them. */
#include "system/evaluated.h"

#include <stdio.h>

/* Elements first, by their numbers in the whole model, then forces; 0: none */
static int first_fault(const GudEvaluated *e)
{
  const GudModel *m = e->sys->model;
  if (e->bad_element >= 0)
    return 1 + (e->sys->natural_elements ? e->sys->natural_elements[e->bad_element] : e->bad_element);
  for (int n = 0; n < m->num_forces; n++)
    if (e->loaded[n] == e->number && e->args[n].level > GUD_LEVEL_NONE && e->status[n] != GUD_OK)
      return 1 + e->sys->num_elements + n;
  return 0;
}

/* Of a model in parts only the owner knows the element: it informs the others. */
static void explain_element(const GudEvaluated *e, int here, int number, char *why, size_t size)
{
  const GudSystem *sys  = e->sys;
  const GudModel  *m    = sys->model;
  int              from = here ? sys->rank : -1;
  if (!sys->parted) {
    const GudElement *el = &m->elements[number];
    snprintf(why, size,
             "body '%s': element %d has no such state (turned inside out, or without length) at t = %.9g s",
             m->bodies[el->body].name, 1 + number - m->bodies[el->body].element, e->p.t);
    return;
  }
  if (here)
    snprintf(why, size,
             "body '%s': an element has no such state (turned inside out, or without length) at t = %.9g s",
             m->bodies[m->elements[e->bad_element].body].name, e->p.t);
  MPI_Allreduce(MPI_IN_PLACE, &from, 1, MPI_INT, MPI_MAX, sys->comm);
  MPI_Bcast(why, (int)size, MPI_CHAR, from, sys->comm);
}

GudStatus gud_evaluated_fault(const GudEvaluated *e, char *why, size_t size)
{
  const GudSystem *sys  = e->sys;
  const GudModel  *m    = sys->model;
  int              mine = first_fault(e), both[2] = {mine, 0};
  if (mine > sys->num_elements) both[1] = e->status[mine - 1 - sys->num_elements] == GUD_FATAL;
  if (sys->size > 1) MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_INT, MPI_MAX, sys->comm);
  int fault = both[0];
  if (!fault) return GUD_OK;
  if (fault <= sys->num_elements) {
    explain_element(e, mine == fault, fault - 1, why, size);
    return GUD_RETRY;
  }
  int                  n        = fault - 1 - sys->num_elements;
  const GudModelForce *f        = &m->forces[n];
  char                 own[200] = "it has no force in this state";
  if (f->type->ready && e->loaded[n] == e->number && f->type->ready(&e->args[n], own) == GUD_OK)
    snprintf(own, sizeof own, "it has no force in this state");
  snprintf(why, size, "%s '%s': %s (t = %.9g s)", f->type->joint ? "joint" : "force", f->name, own, e->p.t);
  return both[1] ? GUD_FATAL : GUD_RETRY;
}
