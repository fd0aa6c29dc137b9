/* Frames for ParaView, through the shapes of the bodies and the VTK writer.

   exaggerate: a body is drawn shifted by (exaggerate - 1) times the gap of a joint that gives way (a force that stands
   for a joint: bushing, clearance), seen from the joint's first body. Ideal joints have no gap, and sliding along a
   guide is none. The field `displacement` keeps the true displacement from the start. */
#include "output/frames.h"

#include "output/probe_value.h"
#include "output/pvd.h"
#include "output/shapes.h"
#include "output/vtk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct GudFrames {
  GudSystem *sys;
  char       folder[1024];
  double     exaggerate;
  GudShapes  shapes;
  GudVtk    *vtk;
  GudPvd    *pvd;
  int        num;
  double    *xyz, *disp, *vel, *acc; /* 3 per point of the shapes */
};

PetscErrorCode GudFramesCreate(GudSystem *sys, const char *folder, double exaggerate, int resume, double t,
                               GudFrames **out)
{
  GudFrames      *f = gud_alloc(sizeof *f);
  const GudModel *m = sys->model;
  char            path[1200];
  int             e;
  PetscFunctionBeginUser;
  f->sys = sys, f->exaggerate = exaggerate;
  snprintf(f->folder, sizeof f->folder, "%s", folder);
  for (int i = 1; i < m->num_bodies; i++) {
    e = gud_shapes_add(&f->shapes, &m->bodies[i].draw, i, sys->dim);
    PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_LIB, "body '%s' cannot be drawn: %s", m->bodies[i].name,
               gud_shapes_error(&f->shapes));
  }
  size_t n = sizeof(double) * 3 * (size_t)(f->shapes.num_points + 1);
  f->xyz = gud_alloc(n), f->disp = gud_alloc(n), f->vel = gud_alloc(n), f->acc = gud_alloc(n);
  snprintf(path, sizeof path, "%s/vtk", folder);
  PetscCheck(mkdir(path, 0777) == 0 || errno == EEXIST, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN,
             "cannot make the folder %s: %s", path, strerror(errno));
  snprintf(path, sizeof path, "%s/run.pvd", folder);
  e = gud_vtk_create(&f->vtk) | gud_pvd_create(&f->pvd);
  PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  e = resume ? gud_pvd_resume(f->pvd, path, t) : gud_pvd_open(f->pvd, path);
  PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s", gud_pvd_error(f->pvd));
  f->num = gud_pvd_num_entries(f->pvd) / 2;
  *out   = f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudFramesDestroy(GudFrames **pf)
{
  GudFrames *f = *pf;
  int        e;
  PetscFunctionBeginUser;
  if (!f) PetscFunctionReturn(PETSC_SUCCESS);
  e = gud_pvd_close(f->pvd);
  PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_pvd_error(f->pvd));
  gud_vtk_destroy(&f->vtk);
  gud_pvd_destroy(&f->pvd);
  gud_shapes_free(&f->shapes);
  free(f->xyz), free(f->disp), free(f->vel), free(f->acc), free(f);
  *pf = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudFramesFlush(GudFrames *f)
{
  PetscFunctionBeginUser;
  PetscCheck(!gud_pvd_flush(f->pvd, 1), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_pvd_error(f->pvd));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int gud_frames_num(const GudFrames *f)
{
  return f->num;
}

/* Origin and axes of a body, or their rates. */
static void body_frame(const GudModel *m, int body, const double *x, int rate, double f[4][3])
{
  for (int k = 0; k < 4; k++) {
    if (rate) gud_vector_rate(m, m->bodies[body].frame[k], x, f[k]);
    else gud_vector_value(m, m->bodies[body].frame[k], x, f[k]);
  }
}

static void place(double f[4][3], const double X[3], double r[3])
{
  for (int i = 0; i < 3; i++) r[i] = f[0][i] + X[0] * f[1][i] + X[1] * f[2][i] + X[2] * f[3][i];
}

/* Enlarged gaps: the shift of every body, in file order (the first that moves a body counts). */
static void shifts(const GudFrames *f, const GudPoint *p, double (*shift)[3])
{
  const GudModel *m = f->sys->model;
  for (int j = 0; j < m->num_forces && f->exaggerate != 1; j++) {
    const GudModelForce *fo = &m->forces[j];
    double               a[3], b[3];
    int                  ia = fo->body[0], ib = fo->body[1];
    if (!fo->type->joint || !ib || shift[ib][0] != 0 || shift[ib][1] != 0 || shift[ib][2] != 0) continue;
    gud_vector_value(m, fo->vector[0], p->q, a);
    gud_vector_value(m, fo->vector[fo->type->slots[0].kind], p->q, b);
    for (int i = 0; i < 3; i++) shift[ib][i] = shift[ia][i] + (f->exaggerate - 1) * (b[i] - a[i]);
  }
}

static PetscErrorCode write_bodies(GudFrames *f, const GudPoint *p, const char *path)
{
  const GudModel  *m = f->sys->model;
  const GudShapes *s = &f->shapes;
  double(*shift)[3]  = gud_alloc(sizeof *shift * (size_t)m->num_bodies);
  double now[4][3], start[4][3], v[4][3], a[4][3];
  int    at = -1;
  PetscFunctionBeginUser;
  shifts(f, p, shift);
  for (int64_t k = 0; k < s->num_points; k++) {
    const double *X = s->X + 3 * k;
    double        r0[3];
    if (s->body[k] != at) {
      at = s->body[k];
      body_frame(m, at, p->q, 0, now);
      body_frame(m, at, m->start_q, 0, start);
      body_frame(m, at, p->v, 1, v);
      body_frame(m, at, p->a, 1, a);
    }
    place(now, X, f->xyz + 3 * k);
    place(start, X, r0);
    place(v, X, f->vel + 3 * k);
    place(a, X, f->acc + 3 * k);
    for (int i = 0; i < 3; i++)
      f->disp[3 * k + i] = f->xyz[3 * k + i] - r0[i], f->xyz[3 * k + i] += shift[at][i];
  }
  free(shift);
  gud_vtk_open(f->vtk, path, s->num_points, s->num_cells, p->t);
  gud_vtk_points(f->vtk, GUD_VTK_FLOAT64, f->xyz);
  gud_vtk_cells(f->vtk, s->num_conn, s->conn, s->offsets, s->types);
  gud_vtk_point_field(f->vtk, "displacement", GUD_VTK_FLOAT64, 3, f->disp, NULL);
  gud_vtk_point_field(f->vtk, "velocity", GUD_VTK_FLOAT64, 3, f->vel, NULL);
  gud_vtk_point_field(f->vtk, "acceleration", GUD_VTK_FLOAT64, 3, f->acc, NULL);
  gud_vtk_cell_field(f->vtk, "body", GUD_VTK_INT32, 1, s->cell_body, NULL);
  PetscCheck(!gud_vtk_close(f->vtk), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_vtk_error(f->vtk));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One vertex per joint at its point on body b, with force and moment on b. */
static PetscErrorCode write_joints(GudFrames *f, const GudPoint *p, const char *path)
{
  const GudModel *m   = f->sys->model;
  int             num = 0;
  size_t          n   = (size_t)(m->num_joints + 1);
  double         *x = gud_alloc(n * 24), *F = gud_alloc(n * 24), *M = gud_alloc(n * 24);
  int64_t        *conn = gud_alloc(n * 8), *offsets = gud_alloc(n * 8);
  uint8_t        *types = gud_alloc(n);
  int            *id    = gud_alloc(n * sizeof(int));
  PetscFunctionBeginUser;
  for (int j = 0; j < m->num_joints; j++) {
    if (m->joints[j].type->driver) continue;
    gud_vector_value(m, m->joints[j].vector[4], p->q, x + 3 * num);
    gud_joint_reaction(f->sys, j, 1, p, F + 3 * num, M + 3 * num);
    conn[num] = num, offsets[num] = num + 1, types[num] = GUD_CELL_VERTEX, id[num] = j;
    num++;
  }
  gud_vtk_open(f->vtk, path, num, num, p->t);
  gud_vtk_points(f->vtk, GUD_VTK_FLOAT64, x);
  gud_vtk_cells(f->vtk, num, conn, offsets, types);
  gud_vtk_point_field(f->vtk, "reaction_force", GUD_VTK_FLOAT64, 3, F, NULL);
  gud_vtk_point_field(f->vtk, "reaction_moment", GUD_VTK_FLOAT64, 3, M, NULL);
  gud_vtk_point_field(f->vtk, "joint", GUD_VTK_INT32, 1, id, NULL);
  int e = gud_vtk_close(f->vtk);
  free(x), free(F), free(M), free(conn), free(offsets), free(types), free(id);
  PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_vtk_error(f->vtk));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudFramesWrite(GudFrames *f, const GudPoint *p)
{
  char name[64], path[1200];
  int  e = 0;
  PetscFunctionBeginUser;
  snprintf(name, sizeof name, "vtk/bodies_%06d.vtu", f->num);
  snprintf(path, sizeof path, "%s/%s", f->folder, name);
  PetscCall(write_bodies(f, p, path));
  e |= gud_pvd_add(f->pvd, p->t, 0, name);
  snprintf(name, sizeof name, "vtk/joints_%06d.vtu", f->num);
  snprintf(path, sizeof path, "%s/%s", f->folder, name);
  PetscCall(write_joints(f, p, path));
  e |= gud_pvd_add(f->pvd, p->t, 1, name);
  e |= gud_pvd_flush(f->pvd, f->num == 0);
  PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_pvd_error(f->pvd));
  f->num++;
  PetscFunctionReturn(PETSC_SUCCESS);
}
