/* What every joint must satisfy: rows that make sense, hold for two coincident frames, do not see a common rigid
   motion, and are independent of each other on the relative motions of two rigid bodies. */
#ifndef GUD_BATTERY_JOINT_H
#define GUD_BATTERY_JOINT_H

#include "battery_random.h"

#include "contract/joint.h"

typedef struct {
  double x[8][3], v[8][3]; /* the two frames and their rates */
} Frames;

/* Frames of bodies a and b with the same axes; b displaced by d and moving with velocity u and spin w seen from a. */
static void place_frames(Frames *f, int planar, const double d[3], const double u[3], const double w[3])
{
  double R[9], origin[3];
  memset(f, 0, sizeof *f);
  random_rotation(planar, R);
  random_vector(2, origin);
  for (int s = 0; s < 2; s++)
    for (int k = 0; k < 4; k++) {
      double *x = f->x[4 * s + k], *v = f->v[4 * s + k];
      for (int i = 0; i < 3; i++) x[i] = k == 0 ? origin[i] + s * d[i] : R[3 * i + k - 1];
      if (s && k) gud_cross_real(w, x, v);
      if (s && !k) memcpy(v, u, sizeof f->v[0]);
    }
}

/* U.V and its rate; a driver is at zero. */
static double row_value(const GudRow *r, const Frames *f, double *rate)
{
  double U[2][3] = {{0}}, V[2][3] = {{0}};
  int    turn = r->kind == GUD_ROW_TURN || r->kind == GUD_ROW_ROLL;
  int    v0 = turn ? r->v1 : r->v0, v1 = turn ? -1 : r->v1;
  for (int d = 0; d < 2; d++) {
    const double(*x)[3] = d ? f->v : f->x;
    for (int i = 0; i < 3; i++) {
      U[d][i] = x[r->u0][i] - (r->u1 >= 0 ? x[r->u1][i] : 0);
      if (r->kind != GUD_ROW_POINT) V[d][i] = x[v0][i] - (v1 >= 0 ? x[v1][i] : 0);
    }
  }
  if (r->kind == GUD_ROW_POINT) V[0][r->axis] = 1;
  *rate = gud_dot_real(U[1], V[0]) + gud_dot_real(U[0], V[1]);
  return gud_dot_real(U[0], V[0]);
}

static int row_makes_sense(const GudRow *r, int planar)
{
  int top = 7;
  if (r->u0 < 0 || r->u0 > top || r->u1 < -1 || r->u1 > top || r->v0 < -1 || r->v0 > top || r->v1 < -1 ||
      r->v1 > top)
    return 0;
  switch (r->kind) {
  case GUD_ROW_POINT: return r->u1 >= 0 && r->axis >= 0 && r->axis < (planar ? 2 : 3);
  case GUD_ROW_DOT: return r->v0 >= 0;
  case GUD_ROW_ROLL:
  case GUD_ROW_TURN: return r->u1 < 0 && r->v0 >= 0 && r->v1 >= 0;
  case GUD_ROW_SLIDE:
  case GUD_ROW_SHIFT: return r->u1 >= 0 && r->v0 >= 0 && r->v1 < 0;
  case GUD_ROW_PAIR: return 0; /* of sections only: probes do not know its reaction */
  }
  return 0;
}

static int rank_of(double (*A)[6], int m, int n) /* Gauss with full pivoting; destroys A */
{
  int rank = 0;
  for (; rank < m && rank < n; rank++) {
    int pi = rank, pj = rank;
    for (int i = rank; i < m; i++)
      for (int j = rank; j < n; j++)
        if (fabs(A[i][j]) > fabs(A[pi][pj])) pi = i, pj = j;
    if (fabs(A[pi][pj]) < 1e-10) break;
    for (int j = 0; j < n; j++) {
      double x   = A[rank][j];
      A[rank][j] = A[pi][j], A[pi][j] = x;
    }
    for (int i = 0; i < m; i++) {
      double x   = A[i][rank];
      A[i][rank] = A[i][pj], A[i][pj] = x;
    }
    for (int i = rank + 1; i < m; i++) {
      double s = A[i][rank] / A[rank][rank];
      for (int j = rank; j < n; j++) A[i][j] -= s * A[rank][j];
    }
  }
  return rank;
}

/* NULL, or what is wrong with the rows of a joint in the plane or in space */
static const char *joint_fault(const GudJointType *t, int planar)
{
  const GudRow *rows = planar ? t->rows2d : t->rows3d;
  int           num = planar ? t->num_rows2d : t->num_rows3d, drives = 0, n = planar ? 3 : 6;
  double        zero[3] = {0}, A[12][6], apart[3] = {0.4, -0.3, planar ? 0 : 0.5};
  Frames        f;
  if (num < 1 || num > n || !rows) return "no rows, or more than there are freedoms";
  for (int i = 0; i < num; i++) {
    int    open = rows[i].rhs == GUD_RHS_START || rows[i].rhs == GUD_RHS_DISTANCE2;
    double rate;
    if (!row_makes_sense(&rows[i], planar)) return "a row with impossible entries";
    drives += rows[i].kind == GUD_ROW_TURN || rows[i].kind == GUD_ROW_SHIFT;
    place_frames(&f, planar, zero, zero, zero);
    double value = row_value(&rows[i], &f, &rate) - (rows[i].rhs == GUD_RHS_UNIT);
    if (!open && fabs(value) > 1e-14) return "a row does not hold for coincident frames";
    /* common motion: velocity u and spin w of both frames */
    double u[3] = {0.3, 0.5, planar ? 0 : 0.2}, w[3] = {planar ? 0 : 0.7, planar ? 0 : 0.1, -0.6};
    place_frames(&f, planar, open ? apart : zero, zero, zero);
    for (int k = 0; k < 8; k++) {
      gud_cross_real(w, f.x[k], f.v[k]);
      for (int c = 0; c < 3 && k % 4 == 0; c++) f.v[k][c] += u[c];
    }
    row_value(&rows[i], &f, &rate);
    if (fabs(rate) > 1e-13) return "a row sees a common rigid motion";
  }
  if (drives != (t->driver != 0)) return "driver flag and driver rows do not agree";
  if (t->driver == 1 && rows[0].kind != GUD_ROW_TURN) return "an angle driver without a TURN row";
  if (t->driver == 2 && rows[0].kind != GUD_ROW_SHIFT) return "a displacement driver without a SHIFT row";
  uint64_t seed = rng_state;
  int      open = rows[0].rhs == GUD_RHS_START || rows[0].rhs == GUD_RHS_DISTANCE2;
  for (int j = 0; j < n; j++) { /* the same frames for every relative motion */
    double u[3] = {0}, w[3] = {0};
    if (planar && j == 2) w[2] = 1;
    else if (j < 3) u[j] = 1;
    else w[j - 3] = 1;
    rng_state = seed;
    place_frames(&f, planar, open ? apart : zero, u, w);
    for (int i = 0; i < num; i++) row_value(&rows[i], &f, &A[i][j]);
  }
  return rank_of(A, num, n) == num ? NULL : "rows depend on each other";
}

#endif
