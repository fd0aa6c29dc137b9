/* Wear over many cycles: study/wear.h.

   Archard: depth rate k p |v|. A run of the model is one cycle (or several): from `settle` to `end` each node gathers int p |v| dt, and
   D = k int p |v| dt (cycle/(end - settle)) is its wear per cycle at the present depths d. Then n cycles are jumped over:
   (X1) Euler  d <- d + n D(d)                                  error of order 1 in n
   (X2) Heun   d* = d + n D(d),  d <- d + n/2 (D(d) + D(d*))    order 2; two runs per jump; the default
   (X3) n = min(0.5/B, tolerance c/max D),  B = K (k_a + k_b) max int |v| dt over a cycle, c the clearance: what a node has worn more than its
        neighbours it loses by its smaller pressure, at the rate B per cycle (the whole wall yields alike, the journal follows). n B < 1 is
        monotone, n B < 2 stable; beyond, the profile saw-tooths. A stiff contact needs short jumps although it wears little.
   Every run begins as the model does, with the present depths; `settle` leaves out its transient. So depths and the number of cycles are
   all that is kept: OUT/state.txt in hexadecimal, written beside and renamed after each jump, after everything else of that jump. A study that
   was killed goes on from there and writes the same bytes.
   OUT/wear.csv: a row per jump. OUT/surface_JOINT.csv: the surface after the last one. OUT/wear_NNNN.vtu, wear.pvd: maps.
   verified by: tests/studies/wear.py (closed form, Winkler table, orders, killed and resumed) */
#include "study/wear.h"

#include "output/pvd.h"
#include "output/vtk.h"
#include "study/files.h"
#include "text/doc.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double MOST_JUMPS = 1e6; /* of two runs each: days */

static const double turn = 6.28318530717958647692;

static int say(const GudWear *st, const char *text)
{
  fprintf(stderr, "error: %s: %s\n", st->w->model, text);
  return 0;
}

/* ---- the surfaces ---- */

static void add_surface(GudWear *st, int force, const char *name, const GudSurfaceSums *map)
{
  GudWorn *x = GUD_GROW(st->worn, st->num);
  size_t   n = (size_t)map->nx * (size_t)map->ny;
  *x = (GudWorn){.force = force, .map = *map, .n = (int)n, .name = strcpy(gud_alloc(strlen(name) + 1), name)};
  for (int side = 0; side < 2; side++) {
    x->depth[side] = gud_alloc(8 * n), x->rate[side] = gud_alloc(8 * n), x->first[side] = gud_alloc(8 * n);
    x->start[side] = gud_alloc(8 * n), x->severity[side] = gud_alloc(8 * n);
  }
  x->load = gud_alloc(8 * n), x->sliding = gud_alloc(8 * n);
}

void gud_wear_free(GudWear *st)
{
  for (int i = 0; i < st->num; i++) {
    GudWorn *x = &st->worn[i];
    for (int side = 0; side < 2; side++) {
      free(x->depth[side]), free(x->rate[side]), free(x->first[side]), free(x->start[side]);
      free(x->severity[side]);
    }
    free(x->load), free(x->sliding), free((char *)x->name);
  }
  free(st->worn);
  st->worn = NULL, st->num = 0;
}

static double area(const GudSurfaceSums *m) /* of a node */
{
  return turn / m->nx * m->radius * m->length / m->ny;
}

void gud_wear_figures(const GudWorn *x, int side, double *depth, double *volume)
{
  *depth = *volume = 0;
  for (int k = 0; k < x->n; k++) {
    double d = x->depth[side][k] - x->start[side][k];
    *depth   = fmax(*depth, d), *volume += area(&x->map) * d;
  }
}

/* ---- one cycle ---- */

/* The surfaces of a model that has been read; those of the first one become those of the study. */
static int find_surfaces(GudWear *st, GudSimulation sim)
{
  const GudModel *m     = sim->input.model;
  int             first = !st->worn;
  for (int n = 0; n < m->num_forces && first; n++) {
    const GudForceType *type = m->forces[n].type;
    GudSurfaceSums      map;
    if (type->surface && type->surface->sums(type, m->forces[n].params, &map) &&
        (map.wear[0] > 0 || map.wear[1] > 0))
      add_surface(st, n, m->forces[n].name, &map);
  }
  if (!st->num)
    return say(st, "nothing wears: give a dry joint contact.law foundation, or a mixed joint or guide "
                   "film.sigma, and wear.a or wear.b");
  for (int i = 0; i < st->num && !first; i++) {
    const GudModelForce *f     = &m->forces[st->worn[i].force];
    const double *const  own[] = {st->worn[i].depth[0], st->worn[i].depth[1]};
    f->type->surface->worn(f->type, (void *)f->params, own); /* the model has been read for this run alone */
  }
  return 1;
}

/* Adds the array `from` of that side to `to` with a factor */
static void gather(const GudSimulation sim, const GudWorn *x, int from, double factor, double *to)
{
  const double *h = sim->solver->s->history + sim->input.model->forces[x->force].history;
  for (int k = 0; k < x->n; k++) to[k] += factor * h[from + k];
}

static void gather_all(const GudWear *st, const GudSimulation sim, double factor)
{
  for (int i = 0; i < st->num; i++) {
    GudWorn              *x = &st->worn[i];
    const GudSurfaceSums *m = &x->map;
    if (m->steepest >= 0)
      x->map.stiffness = sim->solver->s->history[sim->input.model->forces[x->force].history + m->steepest];
    gather(sim, x, m->load, factor, x->load), gather(sim, x, m->sliding, factor, x->sliding);
    for (int side = 0; side < 2; side++) gather(sim, x, m->severity[side], factor, x->severity[side]);
  }
}

static void clear_sums(GudWear *st)
{
  for (int i = 0; i < st->num; i++) {
    GudWorn *x = &st->worn[i];
    size_t   n = 8 * (size_t)x->n;
    memset(x->load, 0, n), memset(x->sliding, 0, n);
    memset(x->severity[0], 0, n), memset(x->severity[1], 0, n);
  }
}

/* From the sums of a run to wear per cycle, and B of (X3) */
static void finish_rates(GudWear *st)
{
  st->bound = 0;
  for (int i = 0; i < st->num; i++) {
    GudWorn              *x   = &st->worn[i];
    const GudSurfaceSums *m   = &x->map;
    double                way = 0;
    for (int k = 0; k < x->n; k++) {
      way = fmax(way, x->sliding[k]);
      for (int side = 0; side < 2; side++) x->rate[side][k] = m->wear[side] * x->severity[side][k];
    }
    st->bound = fmax(st->bound, m->stiffness * (m->wear[0] + m->wear[1]) * way);
  }
}

static PetscErrorCode advance_to(GudWear *st, GudSimulation sim, double t, int *ok)
{
  GudStop stop = GUD_STOPPED_AT_TIME;
  PetscFunctionBeginUser;
  if (*ok && t > sim->solver->s->t) PetscCall(GudSimulationAdvance(sim, t, GUD_STOP_AT_TIME, &stop));
  if (stop == GUD_STOPPED_BY_FAILURE) {
    snprintf(st->why, sizeof st->why, "the cycle failed: %.500s", sim->solver->why);
    *ok = 0;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode run_cycle(GudWear *st, GudSimulation sim, int *ok)
{
  double settle = sim->options.settle, end = sim->options.end;
  PetscFunctionBeginUser;
  PetscCall(GudSimulationBegin(sim, NULL, ok));
  if (!*ok) snprintf(st->why, sizeof st->why, "the cycle does not start: %.500s", sim->solver->why);
  PetscCall(advance_to(st, sim, settle, ok));
  double factor = st->cycle / (end - settle);
  clear_sums(st);
  if (*ok) gather_all(st, sim, -factor);
  PetscCall(advance_to(st, sim, end, ok));
  if (*ok) gather_all(st, sim, factor);
  st->runs++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Depths as drawn */
static PetscErrorCode read_start(GudWear *st, GudSimulation sim, int *ok)
{
  PetscFunctionBeginUser;
  PetscCall(GudSimulationBegin(sim, NULL, ok));
  for (int i = 0; i < st->num && *ok; i++)
    for (int side = 0; side < 2; side++) {
      GudWorn      *x = &st->worn[i];
      const double *h = sim->solver->s->history + sim->input.model->forces[x->force].history;
      memcpy(x->start[side], h + x->map.depth[side], 8 * (size_t)x->n);
      memcpy(x->depth[side], x->start[side], 8 * (size_t)x->n);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the model and, with run = 1, resolves a cycle at the present depths: rates. *ok = 0 after a message, or with st->why. */
static PetscErrorCode cycle(GudWear *st, int run, int *ok)
{
  const GudWearArgs *w   = st->w;
  GudSimulation      sim = NULL;
  PetscFunctionBeginUser;
  PetscCall(GudSimulationLoad(w->model, w->sets, w->num_sets, &sim));
  if (!st->runs && !run) gud_diag_print(sim->input.diag, stderr);
  *ok = sim->input.model && find_surfaces(st, sim);
  if (*ok && !gud_analysis_is(&sim->options, GUD_ANALYSIS_IN_TIME))
    *ok = say(st, "wear needs a motion over time: analysis.type dynamic or kinematic");
  if (*ok) {
    double recorded = sim->options.end - sim->options.settle;
    st->cycle       = isnan(w->cycle) ? recorded : w->cycle;
    st->sum         = sim->origin.sum_all;
    if (!(recorded > 0)) *ok = say(st, "analysis.settle is not before analysis.end: nothing is recorded");
  }
  PetscErrorCode e      = !*ok ? PETSC_SUCCESS : run ? run_cycle(st, sim, ok) : read_start(st, sim, ok);
  PetscErrorCode second = GudSimulationDestroy(&sim);
  PetscCall(e);
  PetscCall(second);
  if (*ok && run) finish_rates(st);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the jump ---- */

static void move(GudWear *st, double n, int from_first)
{
  for (int i = 0; i < st->num; i++)
    for (int side = 0; side < 2; side++) {
      GudWorn      *x = &st->worn[i];
      const double *r = from_first ? x->first[side] : x->rate[side];
      for (int k = 0; k < x->n; k++) x->depth[side][k] += n * r[k];
    }
}

static void keep_first(GudWear *st)
{
  for (int i = 0; i < st->num; i++)
    for (int side = 0; side < 2; side++)
      memcpy(st->worn[i].first[side], st->worn[i].rate[side], 8 * (size_t)st->worn[i].n);
}

/* (X3) */
static double choose_jump(const GudWear *st)
{
  const GudWearArgs *w = st->w;
  double             n = INFINITY, tolerance = isnan(w->tolerance) ? 0.02 : w->tolerance;
  if (!isnan(w->jump)) return w->jump;
  if (st->bound > 0) n = 0.5 / st->bound;
  for (int i = 0; i < st->num; i++)
    for (int side = 0; side < 2; side++)
      for (int k = 0; k < st->worn[i].n; k++)
        if (st->worn[i].rate[side][k] > 0)
          n = fmin(n, tolerance * st->worn[i].map.clearance / st->worn[i].rate[side][k]);
  return n;
}

/* A step of at most the cycles that are left; what is left over by round-off belongs to it. */
static PetscErrorCode jump(GudWear *st, int *ok)
{
  double left = st->w->cycles - st->done;
  PetscFunctionBeginUser;
  PetscCall(cycle(st, 1, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  double n = choose_jump(st), parts = ceil(left / n * (1 - 1e-12));
  if (parts > MOST_JUMPS) {
    snprintf(st->why, sizeof st->why,
             "at jumps of %.3g cycles the way to %.6g takes %.2g of them: is a wear coefficient, a speed or "
             "the number of cycles out of proportion?",
             n, st->w->cycles, parts);
    *ok = 0;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (parts <= 1 || !isfinite(n)) n = left;
  else if (isnan(st->w->jump) && parts < 3) n = left / parts; /* no tiny last one */
  st->jump = n;
  if (n * st->bound > 2) {
    snprintf(st->why, sizeof st->why,
             "a jump of %.6g cycles is unstable: K (k_a + k_b) times the way of a cycle is %.4g, so at most "
             "%.4g cycles (half "
             "of that for a monotone profile); leave --jump out",
             n, st->bound, 2 / st->bound);
    *ok = 0;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (st->w->euler) { /* (X1) */
    move(st, n, 0);
  } else { /* (X2) */
    keep_first(st);
    move(st, n, 1);
    PetscCall(cycle(st, 1, ok));
    if (*ok) move(st, -0.5 * n, 1), move(st, 0.5 * n, 0);
  }
  st->done = left - n <= 1e-12 * st->w->cycles ? st->w->cycles : st->done + n;
  st->jumps++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the folder ---- */

/* What the study is: a folder belongs to one. */
static void write_claim(const GudWear *st, FILE *f)
{
  const GudWearArgs *w = st->w;
  fprintf(f, "gudgeon wear of %s, sum %016llx\n", w->model, st->sum);
  for (int i = 0; i < w->num_sets; i++) fprintf(f, "set %s\n", w->sets[i]);
  fprintf(f, "cycle %a s, %s, jump %a, tolerance %a\n", st->cycle, w->euler ? "euler" : "heun", w->jump,
          w->tolerance);
}

static int write_state(const GudWear *st)
{
  char  tmp[GUD_PATH_SIZE];
  FILE *f = gud_open_beside(st->out, "state.txt", tmp);
  if (!f) return 0;
  write_claim(st, f);
  fprintf(f, "done %a jumps %ld\n", st->done, st->jumps);
  for (int i = 0; i < st->num; i++)
    for (int side = 0; side < 2; side++)
      for (int k = 0; k < st->worn[i].n; k++) fprintf(f, "%a\n", st->worn[i].depth[side][k]);
  fprintf(f, "end\n");
  return gud_close_beside(st->out, "state.txt", tmp, f);
}

/* 1: nothing there, or read; 0 after a message */
static int read_state(GudWear *st)
{
  char   path[GUD_PATH_SIZE], *want = NULL, *got, word[8] = "";
  size_t size = 0, n;
  snprintf(path, sizeof path, "%s/state.txt", st->out);
  FILE *f = fopen(path, "r");
  if (!f) return 1;
  FILE *m = open_memstream(&want, &size);
  write_claim(st, m);
  fclose(m);
  got      = gud_alloc(size + 1);
  n        = fread(got, 1, size, f);
  int same = n == size && !memcmp(got, want, size);
  free(want), free(got);
  int good = same && fscanf(f, "done %la jumps %ld", &st->done, &st->jumps) == 2;
  for (int i = 0; i < st->num; i++)
    for (int side = 0; side < 2; side++)
      for (int k = 0; k < st->worn[i].n; k++)
        good = good && fscanf(f, "%la", &st->worn[i].depth[side][k]) == 1;
  good = good && fscanf(f, "%7s", word) == 1 && !strcmp(word, "end");
  fclose(f);
  if (!same)
    fprintf(stderr,
            "error: %s contains another study, or the model has changed since: choose another --out, or "
            "remove it\n",
            st->out);
  else if (!good) fprintf(stderr, "error: %s is damaged: remove it to begin anew\n", path);
  else fprintf(stderr, "%.9g cycles are done already\n", st->done);
  return good;
}

static void write_header(const GudWear *st, FILE *f)
{
  fprintf(f, "cycles,jump");
  for (int i = 0; i < st->num; i++)
    for (int side = 0; side < 2; side++)
      fprintf(f, ",%s_depth_%c [m],%s_volume_%c [m^3]", st->worn[i].name, 'a' + side, st->worn[i].name,
              'a' + side);
  fprintf(f, "\n");
}

static void write_row(const GudWear *st, FILE *f)
{
  fprintf(f, "%.15g,%.9g", st->done, st->jump);
  for (int i = 0; i < st->num; i++)
    for (int side = 0; side < 2; side++) {
      double depth, volume;
      gud_wear_figures(&st->worn[i], side, &depth, &volume);
      fprintf(f, ",%.15g,%.15g", depth, volume);
    }
  fprintf(f, "\n");
}

/* The rows of the jumps before, as they are, and this one */
static int write_table(const GudWear *st)
{
  char   path[GUD_PATH_SIZE], tmp[GUD_PATH_SIZE], *line = NULL;
  size_t cap = 0;
  FILE  *f   = gud_open_beside(st->out, "wear.csv", tmp);
  if (!f) return 0;
  write_header(st, f);
  snprintf(path, sizeof path, "%s/wear.csv", st->out);
  FILE *old = st->jumps > 1 ? fopen(path, "r") : NULL;
  for (long k = 0; old && k < st->jumps && getline(&line, &cap, old) > 0; k++)
    if (k) fputs(line, f);
  if (old) fclose(old);
  free(line);
  write_row(st, f);
  return gud_close_beside(st->out, "wear.csv", tmp, f);
}

/* Means over the last cycle that was resolved */
static int write_surface(const GudWear *st, const GudWorn *x)
{
  char name[300], tmp[GUD_PATH_SIZE];
  snprintf(name, sizeof name, "surface_%.250s.csv", x->name);
  FILE *f = gud_open_beside(st->out, name, tmp);
  if (!f) return 0;
  fprintf(f, x->map.flat ? "place [m]," : "angle [rad],");
  fprintf(f, "z [m],depth_a [m],depth_b [m],pressure_mean [Pa],severity_a [W/m^2],severity_b "
             "[W/m^2],sliding [m]\n");
  for (int k = 0; k < x->n; k++) {
    double z  = ((k / x->map.nx + 0.5) / x->map.ny - 0.5) * x->map.length;
    double at = (k % x->map.nx + (x->map.flat ? 0.5 : 0)) * turn / x->map.nx *
                (x->map.flat ? x->map.radius : 1);
    fprintf(f, "%.15g,%.15g,%.15g,%.15g,%.9g,%.9g,%.9g,%.9g\n", at, z, x->depth[0][k], x->depth[1][k],
            x->load[k] / st->cycle, x->severity[0][k] / st->cycle, x->severity[1][k] / st->cycle,
            x->sliding[k]);
  }
  return gud_close_beside(st->out, name, tmp, f);
}

/* The maps of all joints, each on its cylinder in the axes of its bearing, side by side along x. */
static int write_map(const GudWear *st, GudVtk *vtk, const char *path)
{
  int points = 0, cells = 0, at = 0, c = 0;
  for (int i = 0; i < st->num; i++) {
    const GudSurfaceSums *m = &st->worn[i].map;
    points += (m->nx + 1) * (m->ny + 1), cells += m->nx * m->ny;
  }
  double  *xyz = gud_alloc(24 * (size_t)points), *value[5], shift = 0;
  int64_t *conn = gud_alloc(32 * (size_t)cells), *offset = gud_alloc(8 * (size_t)cells);
  uint8_t *type = gud_alloc((size_t)cells);
  for (int v = 0; v < 5; v++) value[v] = gud_alloc(8 * (size_t)points);
  for (int i = 0; i < st->num; i++) {
    const GudWorn        *x = &st->worn[i];
    const GudSurfaceSums *m = &x->map;
    shift += i ? 1.5 * m->radius : 0;
    for (int b = 0; b <= m->ny; b++)
      for (int a = 0; a <= m->nx; a++, at++) {
        int    col = m->flat && a == m->nx ? a - 1 : a % m->nx;
        int    lo = (b ? b - 1 : 0) * m->nx + col, hi = (b < m->ny ? b : m->ny - 1) * m->nx + col;
        double t                = a * turn / m->nx;
        xyz[3 * at]             = shift + m->radius * (m->flat ? t : cos(t)),
                xyz[3 * at + 1] = m->flat ? 0 : m->radius * sin(t);
        xyz[3 * at + 2]         = ((double)b / m->ny - 0.5) * m->length;
        const double *of[5]     = {x->depth[0], x->depth[1], x->load, x->severity[0], x->severity[1]};
        for (int v = 0; v < 5; v++) value[v][at] = 0.5 * (of[v][lo] + of[v][hi]) / (v < 2 ? 1 : st->cycle);
        if (a == m->nx || b == m->ny) continue;
        int64_t q[4] = {at, at + 1, at + m->nx + 2, at + m->nx + 1};
        memcpy(conn + 4 * c, q, sizeof q), type[c] = GUD_CELL_QUAD, offset[c] = 4 * (c + 1), c++;
      }
    shift += (m->flat ? turn + 0.5 : 1.5) * m->radius;
  }
  static const char *const names[] = {"depth_a [m]", "depth_b [m]", "pressure_mean [Pa]",
                                      "severity_a [W/m^2]", "severity_b [W/m^2]"};
  gud_vtk_open(vtk, path, points, cells, st->done);
  gud_vtk_points(vtk, GUD_VTK_FLOAT64, xyz);
  gud_vtk_cells(vtk, 4 * cells, conn, offset, type);
  for (int v = 0; v < 5; v++)
    gud_vtk_point_field(vtk, names[v], GUD_VTK_FLOAT64, 1, value[v], NULL), free(value[v]);
  int e = gud_vtk_close(vtk);
  free(xyz), free(conn), free(offset), free(type);
  return e;
}

static int write_maps(GudWear *st)
{
  char    path[GUD_PATH_SIZE], name[40];
  GudVtk *vtk = NULL;
  GudPvd *pvd = NULL;
  snprintf(name, sizeof name, "wear_%04ld.vtu", st->jumps);
  snprintf(path, sizeof path, "%s/%s", st->out, name);
  int e = gud_vtk_create(&vtk);
  if (!e) e = write_map(st, vtk, path);
  if (!e) e = gud_pvd_create(&pvd);
  snprintf(path, sizeof path, "%s/wear.pvd", st->out);
  if (!e)
    e = st->jumps > 1 ? gud_pvd_resume(pvd, path, st->done - st->jump * (1 - 1e-9)) : gud_pvd_open(pvd, path);
  if (!e) e = gud_pvd_add(pvd, st->done, 0, name);
  if (!e) e = gud_pvd_close(pvd);
  if (e) fprintf(stderr, "error: cannot write the maps in %s: %s\n", st->out, strerror(e));
  gud_vtk_destroy(&vtk), gud_pvd_destroy(&pvd);
  return !e;
}

static int write_all(GudWear *st)
{
  int good = write_table(st) && write_maps(st);
  for (int i = 0; i < st->num; i++) good = good && write_surface(st, &st->worn[i]);
  return good && write_state(st);
}

/* ---- the study ---- */

static void show(const GudWear *st, double start)
{
  double depth, volume, done = st->done - start, share = (st->w->cycles - st->done) / (done > 0 ? done : 1);
  if (!st->w->progress) return;
  fprintf(stderr, "%.6g of %.6g cycles", st->done, st->w->cycles);
  for (int i = 0; i < st->num; i++) {
    fprintf(stderr, "; %s", st->worn[i].name);
    for (int side = 0; side < 2; side++) {
      gud_wear_figures(&st->worn[i], side, &depth, &volume);
      if (st->worn[i].map.wear[side] > 0) fprintf(stderr, " %c %.4g um", 'a' + side, 1e6 * depth);
    }
  }
  fprintf(stderr, "; jump %.5g, about %.0f left\n", st->jump, ceil(share * (double)st->jumps));
}

static PetscErrorCode all_jumps(GudWear *st, int *code)
{
  int    ok    = 1;
  double start = st->done;
  PetscFunctionBeginUser;
  gud_interrupt_polled = 1;
  while (ok && st->done < st->w->cycles && !gud_interrupted) {
    PetscCall(jump(st, &ok));
    if (ok) ok = write_all(st);
    if (ok) show(st, start);
  }
  if (!ok && st->why[0]) fprintf(stderr, "wear failed after %.9g cycles: %s\n", st->done, st->why);
  if (ok && st->done < st->w->cycles)
    fprintf(stderr, "interrupted after %.9g cycles; the same command continues\n", st->done);
  *code = !ok ? GUD_FAILED : st->done < st->w->cycles ? GUD_INTERRUPTED : GUD_DONE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudWearRun(GudWear *st, const GudWearArgs *w, int *code)
{
  PetscMPIInt size;
  int         ok;
  PetscFunctionBeginUser;
  *st   = (GudWear){.w = w};
  *code = GUD_BAD_INPUT;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  if (size > 1) {
    say(st, "gudgeon wear runs on one process");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(cycle(st, 0, &ok));
  if (!ok || !gud_study_folder(w->model, "_wear", w->out, st->out) || !read_state(st))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(all_jumps(st, code));
  PetscFunctionReturn(PETSC_SUCCESS);
}
