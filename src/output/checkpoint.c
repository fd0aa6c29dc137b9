#include "output/checkpoint.h"

#include "base/sum.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char magic[16] = "gudgeon ckpt 7\n";

/* The file ends with the sum of what stands before it: neither cut off nor damaged. */
static int is_whole(FILE *f)
{
  enum { TAIL = 8 };
  unsigned char      data[4096] = {0};
  unsigned long long sum        = GUD_SUM_START, last;
  size_t             n, have = 0;
  while ((n = fread(data + have, 1, sizeof data - have, f)) >
         0) { /* the last 8 bytes wait for the next round */
    have += n;
    if (have <= TAIL) continue;
    sum = gud_sum_add(sum, data, have - TAIL);
    memmove(data, data + have - TAIL, TAIL);
    have = TAIL;
  }
  rewind(f);
  memcpy(&last, data, sizeof last);
  return have == TAIL && last == sum;
}

void gud_archive(GudArchive *ar, void *data, size_t size)
{
  if (ar->failed || !size) return;
  if (ar->write) ar->sum = gud_sum_add(ar->sum, data, size);
  size_t n   = ar->write ? fwrite(data, 1, size, ar->f) : fread(data, 1, size, ar->f);
  ar->failed = n != size;
}

static void archive_text(GudArchive *ar, char **text)
{
  unsigned n = ar->write ? (unsigned)strlen(*text) : 0;
  gud_archive(ar, &n, sizeof n);
  if (!ar->write) *text = NULL;
  if (ar->failed || n > 1u << 20) {
    ar->failed = 1;
    return;
  }
  if (!ar->write) *text = gud_alloc(n + 1);
  gud_archive(ar, *text, n);
}

static void archive_origin(GudArchive *ar, GudOrigin *o)
{
  char head[16];
  memcpy(head, magic, sizeof head);
  gud_archive(ar, head, sizeof head);
  if (memcmp(head, magic, sizeof head)) ar->failed = 1;
  gud_archive(ar, &o->sum, sizeof o->sum), gud_archive(ar, &o->sum_all, sizeof o->sum_all);
  archive_text(ar, &o->model);
  gud_archive(ar, &o->num_sets, sizeof o->num_sets);
  if (ar->failed || o->num_sets < 0 || o->num_sets > 10000) {
    o->num_sets = 0, ar->failed = 1;
    return;
  }
  if (!ar->write) o->sets = gud_alloc(sizeof(char *) * (size_t)(o->num_sets + 1));
  for (int i = 0; i < o->num_sets; i++) archive_text(ar, &o->sets[i]);
}

static void archive_state(GudArchive *ar, GudState *s)
{
  int size[4] = {s->nq, s->nr, s->nz, s->nh};
  gud_archive(ar, size, sizeof size);
  if (size[0] != s->nq || size[1] != s->nr || size[2] != s->nz || size[3] != s->nh) ar->failed = 1;
  gud_archive(ar, &s->t, sizeof s->t), gud_archive(ar, &s->h, sizeof s->h),
    gud_archive(ar, &s->h_last, sizeof s->h_last);
  gud_archive(ar, &s->err_last, sizeof s->err_last);
  gud_archive(ar, &s->step, sizeof s->step);
  gud_archive(ar, &s->damped, sizeof s->damped);
  gud_archive(ar, &s->long_q, sizeof s->long_q), gud_archive(ar, &s->long_lam, sizeof s->long_lam);
  gud_archive(ar, &s->work_drivers, sizeof s->work_drivers), gud_archive(ar, s->work, sizeof s->work);
  gud_archive(ar, &s->work_elements, sizeof s->work_elements),
    gud_archive(ar, &s->energy_start, sizeof s->energy_start);
  gud_archive(ar, &s->exchanged, sizeof s->exchanged), gud_archive(ar, &s->residue, sizeof s->residue);
  gud_archive(ar, &s->most_kinetic, sizeof s->most_kinetic),
    gud_archive(ar, &s->most_stored, sizeof s->most_stored);
  gud_archive(ar, s->block, sizeof(double) * (size_t)s->num_block);
}

static void archive_linearisation(GudArchive *ar, GudLinearisation *l)
{
  gud_archive(ar, &l->valid, sizeof l->valid), gud_archive(ar, &l->t, sizeof l->t),
    gud_archive(ar, &l->h, sizeof l->h);
  gud_archive(ar, &l->c, sizeof l->c), gud_archive(ar, &l->sd, sizeof l->sd);
  if (l->valid) archive_state(ar, l->at);
}

static void archive_watch(GudArchive *ar, GudSolver *so)
{
  GudWatch *w     = &so->watch;
  size_t    n     = (size_t)so->sys->model->num_forces;
  double   *all[] = {w->count, w->since, w->events};
  gud_archive(ar, &w->trials, sizeof w->trials), gud_archive(ar, &w->num_steps, sizeof w->num_steps);
  gud_archive(ar, &w->num_events, sizeof w->num_events), gud_archive(ar, &w->t, sizeof w->t);
  gud_archive(ar, &w->hinted, sizeof w->hinted);
  for (int k = 0; k < GUD_COUNT(all); k++) gud_archive(ar, all[k], sizeof(double) * n);
  gud_archive(ar, so->by_step, n), gud_archive(ar, &so->opt.restart, sizeof so->opt.restart);
  for (size_t k = 0; k < n; k++) so->by_step[k] = so->by_step[k] && gud_transitions_can(so, (int)k);
  gud_transitions_apply(so);
}

static PetscErrorCode archive_solver(GudArchive *ar, GudSolver *so)
{
  size_t q = sizeof(double) * (size_t)so->sys->nq;
  PetscFunctionBeginUser;
  archive_state(ar, so->s);
  archive_state(ar, so->before);
  int method = 0, num;
  while (gud_methods[method] != so->method) method++;
  gud_archive(ar, &method, sizeof method);
  if (method < 0 || method >= gud_num_methods) ar->failed = 1, method = 0;
  if (!ar->write) PetscCall(GudSolverSetMethod(so, gud_methods[method]));
  archive_watch(ar, so);
  GudNewton *nw = so->newton;
  double    *memory;
  if (so->method->memory) {
    so->method->memory(so, &memory, &num);
    gud_archive(ar, memory, sizeof(double) * (size_t)num);
  }
  archive_linearisation(ar, &so->lin_J);
  archive_linearisation(ar, &so->lin_K);
  archive_linearisation(ar, &so->piv_J);
  archive_linearisation(ar, &so->piv_K);
  gud_archive(ar, so->now.v, q), gud_archive(ar, so->now.a, q);
  gud_archive(ar, so->now.lam, sizeof(double) * (size_t)so->sys->nr),
    gud_archive(ar, so->now.z, sizeof(double) * (size_t)so->sys->nz);
  gud_archive(ar, so->now.zt, sizeof(double) * (size_t)so->sys->nz);
  gud_archive(ar, &so->now.t, sizeof so->now.t), gud_archive(ar, &so->now_valid, sizeof so->now_valid);
  gud_archive(ar, &so->energy, sizeof so->energy);
  gud_archive(ar, so->settled, sizeof(double) * (size_t)so->s->nh);
  gud_archive(ar, &so->kkt_excess, sizeof so->kkt_excess);
  gud_archive(ar, &so->kkt_valid, sizeof so->kkt_valid);
  gud_archive(ar, &so->stat, sizeof so->stat), gud_archive(ar, &so->num_redundant, sizeof so->num_redundant);
  gud_archive(ar, &so->mobility, sizeof so->mobility),
    gud_archive(ar, &so->sys->regularise, sizeof so->sys->regularise);
  if (nw) {
    gud_archive(ar, &nw->theta, sizeof nw->theta);
    gud_archive(ar, &nw->theta_forces, sizeof nw->theta_forces),
      gud_archive(ar, &nw->excess, sizeof nw->excess);
    gud_archive(ar, &nw->fresh_wanted, sizeof nw->fresh_wanted);
    gud_archive(ar, &nw->slow, sizeof nw->slow), gud_archive(ar, &nw->slow_forces, sizeof nw->slow_forces);
    gud_archive(ar, &nw->age, sizeof nw->age), gud_archive(ar, &nw->look, sizeof nw->look);
    gud_archive(ar, &nw->num_factorisations, sizeof(long)),
      gud_archive(ar, &nw->num_iterations, sizeof(long));
    gud_archive(ar, &nw->num_solves, sizeof(long));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudCheckpointWrite(GudSolver *so, GudObserver *ob, const GudOrigin *origin, const char *folder)
{
  char      path[1100], tmp[1100];
  GudOrigin copy = *origin;
  PetscFunctionBeginUser;
  PetscCall(GudObserverFlush(ob));
  if (so->sys->rank) PetscFunctionReturn(PETSC_SUCCESS);
  snprintf(path, sizeof path, "%s/checkpoint.bin", folder);
  snprintf(tmp, sizeof tmp, "%s/checkpoint.tmp", folder);
  GudArchive ar = {fopen(tmp, "wb"), 1, 0, GUD_SUM_START};
  PetscCheck(ar.f, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "cannot write %s: %s", tmp, strerror(errno));
  archive_origin(&ar, &copy);
  PetscCall(archive_solver(&ar, so));
  gud_observer_archive(ob, &ar);
  unsigned long long sum = ar.sum;
  gud_archive(&ar, &sum, sizeof sum);
  int bad = fclose(ar.f) | ar.failed;
  if (!bad) bad = rename(tmp, path);
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "cannot write %s: %s", path, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static FILE *open_checkpoint(const char *folder)
{
  char path[1100];
  snprintf(path, sizeof path, "%s/checkpoint.bin", folder);
  return fopen(path, "rb");
}

PetscErrorCode GudCheckpointReadOrigin(const char *folder, GudOrigin *origin, int *found)
{
  GudArchive ar = {open_checkpoint(folder), 0, 0, 0};
  PetscFunctionBeginUser;
  memset(origin, 0, sizeof *origin);
  *found = 0;
  if (!ar.f) PetscFunctionReturn(PETSC_SUCCESS);
  ar.failed = !is_whole(ar.f);
  archive_origin(&ar, origin);
  *found = ar.failed ? -1 : 1;
  fclose(ar.f);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudCheckpointRead(GudSolver *so, GudObserver *ob, const char *folder, int *ok)
{
  GudArchive ar     = {open_checkpoint(folder), 0, 0, 0};
  GudOrigin  origin = {0};
  PetscFunctionBeginUser;
  *ok = 0;
  if (!ar.f) PetscFunctionReturn(PETSC_SUCCESS);
  archive_origin(&ar, &origin);
  PetscCall(archive_solver(&ar, so));
  if (ob) gud_observer_archive(ob, &ar);
  fclose(ar.f);
  gud_origin_free(&origin);
  if (ar.failed) PetscFunctionReturn(PETSC_SUCCESS);
  gud_solver_renew(so);
  PetscCall(GudSolverRefactor(so));
  gud_system_time(so->sys, so->s->t, so->s->history);
  GudPoint p = gud_solver_point(so);
  gud_evaluated_at(so->accepted, &p);
  *ok = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void gud_origin_free(GudOrigin *o)
{
  for (int i = 0; i < o->num_sets && o->sets; i++) free(o->sets[i]);
  free(o->sets);
  free(o->model);
  memset(o, 0, sizeof *o);
}
