#include "output/checkpoint.h"

#include "base/sum.h"
#include "output/folder.h"
#include "solve/analysis.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[16] = "gudgeon ckpt 10";

/* The file ends with a sum over all bytes before it, so that a truncated or damaged file is refused. */
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
  if (!ar->f) return; /* another process writes */
  size_t n   = ar->write ? fwrite(data, 1, size, ar->f) : fread(data, 1, size, ar->f);
  ar->failed = n != size;
}

void gud_archive_refuse(GudArchive *ar, const char *why)
{
  if (!ar->why[0]) snprintf(ar->why, sizeof ar->why, "%s", why);
  ar->failed = 1;
}

void gud_archive_reals(GudArchive *ar, double *x, int num, const char *name)
{
  char why[80];
  gud_archive(ar, x, sizeof(double) * (size_t)num);
  for (int i = 0; i < num && !ar->write && !ar->failed; i++) {
    if (isfinite(x[i])) continue;
    snprintf(why, sizeof why, "%.50s is not a number", name);
    gud_archive_refuse(ar, why);
  }
}

/* Values of coordinates, in the order of the whole model: the file does not depend on the number of processes. Of a model in parts
   process 0 collects them piece by piece and writes; each reads the file and keeps what it knows. In memory each keeps its own. */
enum { PIECE = 65536 };

static void collect_piece(GudArchive *ar, const GudSystem *sys, const double *x, int first, int num)
{
  int     d = sys->dim, width = d + 1, mine = 0, total = 0, *counts = NULL, *displs = NULL;
  double *own = gud_alloc(sizeof(double) * (size_t)(width * num + 1)), *all = NULL, *piece = NULL;
  for (int n = 0; n < sys->num_my_vecs; n++) {
    int v = sys->my_vecs[n], number = sys->natural[v] - first;
    if (number < 0 || number >= num) continue;
    own[width * mine] = number;
    memcpy(own + width * mine++ + 1, x + d * v, sizeof(double) * (size_t)d);
  }
  mine *= width;
  if (sys->rank == 0) counts = gud_alloc(sizeof(int) * 2 * (size_t)sys->size), displs = counts + sys->size;
  MPI_Gather(&mine, 1, MPI_INT, counts, 1, MPI_INT, 0, sys->comm);
  for (int p = 0; p < sys->size && counts; p++) displs[p] = total, total += counts[p];
  if (counts)
    all   = gud_alloc(sizeof(double) * (size_t)(total + 1)),
    piece = gud_alloc(sizeof(double) * (size_t)(d * num + 1));
  MPI_Gatherv(own, mine, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, 0, sys->comm);
  for (int k = 0; k < total; k += width)
    memcpy(piece + d * (int)all[k], all + k + 1, sizeof(double) * (size_t)d);
  if (piece) gud_archive(ar, piece, sizeof(double) * (size_t)(d * num));
  free(own), free(all), free(piece), free(counts);
}

static void keep_piece(GudArchive *ar, const GudSystem *sys, double *x, int first, int num, int *next,
                       const char *name)
{
  int     d     = sys->dim;
  double *piece = gud_alloc(sizeof(double) * (size_t)(d * num + 1));
  gud_archive_reals(ar, piece, d * num, name);
  for (; *next < sys->model->num_vec && sys->natural[*next] < first + num; (*next)++)
    memcpy(x + d * *next, piece + d * (sys->natural[*next] - first), sizeof(double) * (size_t)d);
  free(piece);
}

void gud_archive_coordinates(GudArchive *ar, const GudSystem *sys, double *x, const char *name)
{
  int whole = sys->num_q / sys->dim, next = 0;
  if (!sys->parted || ar->in_memory) {
    gud_archive_reals(ar, x, sys->nq, name);
    return;
  }
  for (int first = 0; first < whole; first += PIECE) {
    int num = whole - first < PIECE ? whole - first : PIECE;
    if (ar->write) collect_piece(ar, sys, x, first, num);
    else keep_piece(ar, sys, x, first, num, &next, name);
  }
}

void gud_archive_int(GudArchive *ar, int *x, int low, int high, const char *name)
{
  char why[80];
  gud_archive(ar, x, sizeof *x);
  if (ar->write || ar->failed || (*x >= low && *x <= high)) return;
  snprintf(why, sizeof why, "%.40s is %d", name, *x);
  gud_archive_refuse(ar, why);
}

void gud_archive_long(GudArchive *ar, long *x, const char *name)
{
  char why[80];
  gud_archive(ar, x, sizeof *x);
  if (ar->write || ar->failed || *x >= 0) return;
  snprintf(why, sizeof why, "%.40s is %ld", name, *x);
  gud_archive_refuse(ar, why);
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
  gud_archive(ar, &o->id, sizeof o->id);
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

static void archive_state(GudArchive *ar, const GudSystem *sys, GudState *s)
{
  int size[4] = {sys->num_q, s->nr, s->nz, s->nh};
  gud_archive(ar, size, sizeof size);
  if (size[0] != sys->num_q || size[1] != s->nr || size[2] != s->nz || size[3] != s->nh)
    gud_archive_refuse(ar, "its sizes are those of another model");
  gud_archive_reals(ar, &s->t, 1, "the time");
  gud_archive_reals(ar, &s->h, 1, "the step");
  gud_archive_reals(ar, &s->h_last, 1, "the last step");
  gud_archive_reals(ar, &s->err_last, 1, "the last error");
  gud_archive_reals(ar, &s->path.load, 1, "the load factor");
  gud_archive_reals(ar, &s->path.rise, 1, "its increment");
  gud_archive_reals(ar, &s->path.arc, 1, "the arc length");
  gud_archive_reals(ar, &s->path.weight, 1, "its weight");
  gud_archive_long(ar, &s->step, "the number of steps");
  gud_archive_int(ar, &s->damped, 0, 1000, "the number of damped steps");
  gud_archive_int(ar, &s->long_q, 0, 1, "a flag");
  gud_archive_int(ar, &s->long_lam, 0, 1, "a flag");
  /* sums of the ledger may be infinite (a driver whose moment was); no step depends on them, so they are not checked */
  gud_archive(ar, &s->work_drivers, sizeof s->work_drivers);
  gud_archive(ar, s->work, sizeof s->work);
  gud_archive(ar, &s->work_elements, sizeof s->work_elements);
  gud_archive(ar, &s->energy_start, sizeof s->energy_start);
  gud_archive(ar, &s->exchanged, sizeof s->exchanged);
  gud_archive(ar, &s->residue, sizeof s->residue);
  gud_archive(ar, &s->most_kinetic, sizeof s->most_kinetic);
  gud_archive(ar, &s->most_stored, sizeof s->most_stored);
  double *all[] = {s->q, s->v, s->acc, s->v_last,
                   s->a}; /* the first five arrays of s->block, by bodies; then the rest of it */
  for (int k = 0; k < GUD_COUNT(all); k++) gud_archive_coordinates(ar, sys, all[k], "a value of the state");
  gud_archive_reals(ar, s->block + 5 * s->nq, s->num_block - 5 * s->nq, "a value of the state");
  if (!ar->failed && !ar->write && (s->h < 0 || s->h_last < 0)) gud_archive_refuse(ar, "a step is negative");
}

static void archive_linearisation(GudArchive *ar, const GudSystem *sys, GudLinearisation *l)
{
  gud_archive_int(ar, &l->valid, 0, 1, "a flag");
  gud_archive_reals(ar, &l->t, 1, "a time"), gud_archive_reals(ar, &l->h, 1, "a step");
  gud_archive_reals(ar, (double *)&l->c, (int)(sizeof l->c / sizeof(double)),
                    "a coefficient"); /* doubles only */
  gud_archive_reals(ar, &l->sd, 1, "a scale");
  if (l->valid) archive_state(ar, sys, l->at);
}

static void archive_watch(GudArchive *ar, GudSolver *so)
{
  GudWatch *w     = &so->watch;
  size_t    n     = (size_t)so->sys->model->num_forces;
  double   *all[] = {w->count, w->since, w->events};
  gud_archive_long(ar, &w->trials, "a count"), gud_archive_long(ar, &w->num_steps, "a count");
  gud_archive_long(ar, &w->num_events, "a count"), gud_archive_reals(ar, &w->t, 1, "a time");
  gud_archive_int(ar, &w->hinted, 0, 1, "a flag");
  for (int k = 0; k < GUD_COUNT(all); k++) gud_archive_reals(ar, all[k], (int)n, "a count of the watch");
  gud_archive(ar, so->by_step, n);
  gud_archive_int(ar, &so->opt.restart, GUD_RESTART_CONSISTENT, GUD_RESTART_DAMPED, "the kind of restarts");
  for (size_t k = 0; k < n; k++) so->by_step[k] = so->by_step[k] && gud_transitions_can(so, (int)k);
  gud_transitions_apply(so);
}

/* Times and steps that contradict each other */
static void check_times(GudArchive *ar, const GudSolver *so)
{
  const GudState *s = so->s, *b = so->before;
  double          end = so->opt.end * (1 + 1e-9);
  if (!(s->t >= 0 && s->t <= end))
    gud_archive_refuse(
      ar, "its time is beyond the end; a run that was extended is continued with --set end=VALUE");
  else if (!(b->t >= 0 && b->t <= s->t)) gud_archive_refuse(ar, "its last step began after its end");
  else if (so->opt.method != GUD_TRIAL_AND_ERROR && /* which keeps no state before */
           (s->step < b->step || s->step > b->step + 1))
    gud_archive_refuse(ar, "its number of steps is not that of the last step");
  else if (gud_solver_is(so, GUD_ANALYSIS_INTEGRATES) && !(s->h_last <= end))
    gud_archive_refuse(ar, "its last step is longer than the run");
  else if (so->now_valid && so->now.t != s->t) gud_archive_refuse(ar, "its values are of another time");
}

static PetscErrorCode archive_solver(GudArchive *ar, GudSolver *so)
{
  int nq = so->sys->num_q, nr = so->sys->nr, nz = so->sys->nz;
  PetscFunctionBeginUser;
  if (gud_solver_is(so, GUD_ANALYSIS_ON_ORBIT)) gud_archive_reals(ar, &so->opt.end, 1, "the period");
  archive_state(ar, so->sys, so->s);
  archive_state(ar, so->sys, so->before);
  int method = 0, num;
  while (gud_methods[method] != so->method) method++;
  gud_archive_int(ar, &method, 0, gud_num_methods - 1, "the method");
  if (ar->failed && !ar->write) PetscFunctionReturn(PETSC_SUCCESS); /* who writes has others that wait */
  if (!ar->write) PetscCall(GudSolverSetMethod(so, gud_methods[method]));
  archive_watch(ar, so);
  int home = 0;
  while (so->home && gud_methods[home] != so->home) home++;
  home = so->home ? home : -1;
  gud_archive_reals(ar, &so->usual, 1, "a pivot");
  gud_archive_reals(ar, so->noise, 3, "a local error");
  gud_archive_int(ar, &so->away, 0, 1000000, "a count");
  gud_archive_int(ar, &home, -1, gud_num_methods - 1, "the method");
  so->home      = home >= 0 && home < gud_num_methods ? gud_methods[home] : NULL;
  GudNewton *nw = so->newton;
  double    *memory;
  if (so->method->memory) {
    so->method->memory(so, &memory, &num);
    gud_archive_reals(ar, memory, num, "a value of the method");
  }
  archive_linearisation(ar, so->sys, &so->lin_J);
  archive_linearisation(ar, so->sys, &so->lin_K);
  archive_linearisation(ar, so->sys, &so->piv_J);
  archive_linearisation(ar, so->sys, &so->piv_K);
  gud_archive_coordinates(ar, so->sys, so->now.v, "a velocity");
  gud_archive_coordinates(ar, so->sys, so->now.a, "an acceleration");
  gud_archive_reals(ar, so->now.lam, nr, "a multiplier"), gud_archive_reals(ar, so->now.z, nz, "an internal");
  gud_archive_reals(ar, so->now.zt, nz, "an internal"), gud_archive_reals(ar, &so->now.t, 1, "a time");
  gud_archive_int(ar, &so->now_valid, 0, 2, "a flag");
  gud_archive(ar, &so->energy, sizeof so->energy);
  gud_archive_reals(ar, so->settled, so->s->nh, "a statistic");
  gud_archive_int(ar, &so->kkt_excess, 0, 1000000, "a count");
  gud_archive_int(ar, &so->kkt_valid, 0, 1, "a flag");
  if (!ar->failed && so->kkt_valid && !so->lin_K.valid)
    gud_archive_refuse(ar, "two flags contradict each other");
  gud_archive(ar, &so->stat, sizeof so->stat);
  gud_archive_int(ar, &so->num_redundant, 0, nr, "the number of redundant rows");
  gud_archive_int(ar, &so->mobility, -nr, nq, "the mobility");
  gud_archive_reals(ar, &so->sys->regularise, 1, "a regularisation");
  if (nw) {
    gud_archive(ar, &nw->theta, sizeof nw->theta);
    gud_archive(ar, &nw->theta_forces, sizeof nw->theta_forces);
    gud_archive_int(ar, &nw->excess, 0, 1000000, "a count");
    gud_archive_int(ar, &nw->fresh_wanted, 0, 1, "a flag");
    gud_archive_reals(ar, &nw->slow, 1, "a contraction"),
      gud_archive_reals(ar, &nw->slow_forces, 1, "a contraction");
    gud_archive_reals(ar, &nw->per_unit, 1, "a change of forces");
    gud_archive_int(ar, &nw->age, 0, GUD_MAX_AGE, "a count");
    gud_archive_int(ar, &nw->look, 0, 2 * GUD_MAX_AGE, "a count");
    gud_archive_long(ar, &nw->num_factorisations, "a count"),
      gud_archive_long(ar, &nw->num_iterations, "a count");
    gud_archive_long(ar, &nw->num_solves, "a count");
  }
  if (!ar->write && !ar->failed && !ar->in_memory) check_times(ar, so);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* On disk before it replaces the older one, with the csv files that belong to it; at most once a second (gud_observer_due_on_disk). */
static int bring_to_disk(FILE *f, GudObserver *ob, const char *folder)
{
  if (fflush(f)) return errno;
  if (!gud_observer_due_on_disk(ob)) return 0;
  if (fsync(fileno(f)) && errno != EINVAL) return errno;
  return gud_observer_sync(ob, folder);
}

PetscErrorCode GudCheckpointWrite(GudSolver *so, GudObserver *ob, const GudOrigin *origin, const char *folder)
{
  char      path[GUD_MAX_FOLDER + 100], tmp[GUD_MAX_FOLDER + 100];
  GudOrigin copy = *origin;
  PetscFunctionBeginUser;
  PetscCall(GudObserverFlush(ob));
  if (so->sys->rank) {
    GudArchive others = {.write = 1};
    if (so->sys->parted) { /* gives its values to process 0 */
      PetscCall(archive_solver(&others, so));
      gud_observer_give(ob, &others);
    }
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  snprintf(path, sizeof path, "%s/checkpoint.bin", folder);
  snprintf(tmp, sizeof tmp, "%s/checkpoint.tmp", folder);
  GudArchive ar = {.f = fopen(tmp, "wb"), .write = 1, .sum = GUD_SUM_START};
  PetscCheck(ar.f, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "cannot write %s: %s", tmp, strerror(errno));
  archive_origin(&ar, &copy);
  PetscCall(archive_solver(&ar, so));
  gud_observer_archive(ob, &ar);
  unsigned long long sum = ar.sum;
  gud_archive(&ar, &sum, sizeof sum);
  int bad = ar.failed ? errno : bring_to_disk(ar.f, ob, folder);
  if (fclose(ar.f) && !bad) bad = errno;
  if (!bad && rename(tmp, path)) bad = errno;
  if (!bad) bad = gud_sync(folder);
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "cannot write %s: %s", path, strerror(bad));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static FILE *open_checkpoint(const char *folder)
{
  char        path[GUD_MAX_FOLDER + 100];
  struct stat info;
  snprintf(path, sizeof path, "%s/checkpoint.bin", folder);
  return !stat(path, &info) && S_ISREG(info.st_mode) ? fopen(path, "rb") : NULL; /* a pipe would wait */
}

PetscErrorCode GudCheckpointReadOrigin(const char *folder, GudOrigin *origin, int *found)
{
  GudArchive ar = {.f = open_checkpoint(folder)};
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

/* A state has been read: factorise where the run did, evaluate. */
static PetscErrorCode continue_there(GudSolver *so)
{
  PetscFunctionBeginUser;
  gud_solver_renew(so);
  if (gud_path_by_load(so)) so->sys->load_factor = so->s->path.load;
  PetscCall(GudSolverRefactor(so));
  gud_system_time(so->sys, so->s->t, so->s->history);
  GudPoint p = gud_solver_point(so);
  gud_evaluated_at(so->accepted, &p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudCheckpointRead(GudSolver *so, GudObserver *ob, const char *folder, int *ok, char why[200])
{
  GudArchive ar     = {.f = open_checkpoint(folder)};
  GudOrigin  origin = {0};
  PetscFunctionBeginUser;
  *ok = 0;
  if (!ar.f) PetscFunctionReturn(PETSC_SUCCESS);
  ar.failed = !is_whole(ar.f);
  archive_origin(&ar, &origin);
  PetscErrorCode e = ar.failed ? PETSC_SUCCESS : archive_solver(&ar, so);
  if (ob && !e) gud_observer_archive(ob, &ar);
  unsigned long long sum; /* the sum is the last thing in the file */
  if (ob && !e) gud_archive(&ar, &sum, sizeof sum);
  if (ob && !e && !ar.failed && getc(ar.f) != EOF) gud_archive_refuse(&ar, "it is longer than its contents");
  fclose(ar.f);
  gud_origin_free(&origin);
  PetscCall(e);
  snprintf(why, 200, "%s", ar.why);
  if (ar.failed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(continue_there(so));
  *ok = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudCheckpointSave(GudSolver *so, GudObserver *ob, FILE *f)
{
  GudArchive ar = {.f = f, .write = 1, .in_memory = 1};
  PetscFunctionBeginUser;
  PetscCall(archive_solver(&ar, so));
  gud_observer_archive(ob, &ar);
  PetscCheck(!ar.failed && !fflush(f), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudCheckpointRestore(GudSolver *so, GudObserver *ob, FILE *f, int *ok, char why[200])
{
  GudArchive ar = {.f = f, .in_memory = 1};
  PetscFunctionBeginUser;
  PetscCall(archive_solver(&ar, so));
  if (!ar.failed) gud_observer_archive(ob, &ar);
  snprintf(why, 200, "%s", ar.why);
  *ok = !ar.failed;
  if (*ok) PetscCall(continue_there(so));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Do two energies of one state agree, but for round-off? What is no number in both does. */
static int agrees(double a, double b, double scale)
{
  return fabs(a - b) <= 1e-9 * scale || (isnan(a) && isnan(b)) || a == b;
}

void gud_checkpoint_check(GudSolver *so, int *ok, char why[200])
{
  GudSystem *sys = so->sys;
  GudEnergy  now;
  double     phi = gud_drift_left(so, so->s->q, so->x);
  gud_evaluated_energy(so->accepted, &now);
  double scale = fabs(now.kinetic) + fabs(now.potential) + fabs(now.strain);
  scale += fabs(so->energy.kinetic) + fabs(so->energy.potential) + fabs(so->energy.strain);
  *ok = agrees(now.kinetic, so->energy.kinetic, scale) && agrees(now.strain, so->energy.strain, scale) &&
        agrees(now.potential, so->energy.potential, scale);
  if (!*ok) snprintf(why, 200, "its energies are not those of its positions and velocities");
  /* the residual of a step is far less; with 1e-3 the joint is open */
  if (*ok && phi > 1e-3 * sys->length_scale && !so->away) {
    *ok = 0;
    snprintf(why, 200, "its positions leave a joint open by %.3g m", phi);
  }
}

void gud_origin_free(GudOrigin *o)
{
  for (int i = 0; i < o->num_sets && o->sets; i++) free(o->sets[i]);
  free(o->sets);
  free(o->model);
  memset(o, 0, sizeof *o);
}
