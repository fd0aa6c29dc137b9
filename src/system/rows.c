/* Constraint rows, flattened to coordinate vectors: phi = U.V - g with U, V constant affine maps of q (contract/row.h,
   R1-R5). For a TURN row V = -sin f V1 + cos f V2; `v` is V1 and `w` is V2 below. A PAIR row is U.V1 - X.V2, with X
   its `x`. ROLL and SLIDE rows have an unknown psi, the first component of X, in place of a motion (R6). */
#include "system/put.h"

#include "base/vec3.h"

#include <string.h>

typedef struct {
  double U[3], V[3];         /* values */
  double cv, cw;             /* V = cv V1 + cw V2 */
  double cv1, cw1, cv2, cw2; /* first and second time derivatives of the coefficients */
  double V1[3], V2[3];       /* parts */
  double X[3];               /* what V2 is multiplied by: U, but in a PAIR row another vector */
  double by_x[3];            /* derivative by the map X */
  double psi;                /* ROLL, SLIDE */
  double Vf[3];              /* ROLL: dV/df */
} RowValue;

/* Value of part k at q, and its rate at v (a map without its constant) */
static inline void affine(const GudSystem *sys, const GudFlatRow *r, int k, const double *q, double x[3])
{
  gud_map_value(sys->dim, &r->part[k], sys->terms, q, x);
}

static inline void linear(const GudSystem *sys, const GudFlatRow *r, int k, const double *v, double x[3])
{
  gud_map_rate(sys->dim, &r->part[k], sys->terms, v, x);
}

/* The unknown psi, and a ROLL row's V at that angle (R6); U, V1 and X are there */
static inline void evaluate_coupled(const GudSystem *sys, const GudFlatRow *r, const double *q, RowValue *o)
{
  double x[3];
  affine(sys, r, GUD_ROW_X, q, x);
  o->psi = x[0], o->by_x[0] = -r->factor;
  if (r->kind == GUD_ROW_SLIDE) return;
  double s = sin(r->factor * x[0]), c = cos(r->factor * x[0]);
  affine(sys, r, GUD_ROW_W, q, o->V2);
  o->cv = -s, o->cw = c;
  for (int i = 0; i < 3; i++) o->V[i] = -s * o->V1[i] + c * o->V2[i], o->Vf[i] = -c * o->V1[i] - s * o->V2[i];
  o->by_x[0] = r->factor * gud_dot_real(o->U, o->Vf);
}

static inline void evaluate(const GudSystem *sys, const GudFlatRow *r, const double *q, RowValue *o)
{
  affine(sys, r, GUD_ROW_U, q, o->U);
  affine(sys, r, GUD_ROW_V, q, o->V1);
  o->cv = 1, o->cw = o->cv1 = o->cw1 = o->cv2 = o->cw2 = 0;
  for (int i = 0; i < 3; i++) o->V[i] = o->V1[i], o->X[i] = o->U[i];
  if (r->kind == GUD_ROW_PAIR) {
    affine(sys, r, GUD_ROW_W, q, o->V2);
    affine(sys, r, GUD_ROW_X, q, o->X);
    o->cw = -1;
  }
  for (int i = 0; i < 3; i++) o->by_x[i] = o->cw != 0 ? o->cw * o->V2[i] : 0;
  if (r->kind == GUD_ROW_ROLL || r->kind == GUD_ROW_SLIDE) evaluate_coupled(sys, r, q, o);
  if (r->kind != GUD_ROW_TURN) return;
  const GudJet *m = &sys->motion[r->motion];
  double        s = sys->turn[r->motion][0], c = sys->turn[r->motion][1];
  affine(sys, r, GUD_ROW_W, q, o->V2);
  o->cv = -s, o->cw = c;
  o->cv1 = -c * m->f1, o->cw1 = -s * m->f1;
  o->cv2 = s * m->f1 * m->f1 - c * m->f2, o->cw2 = -c * m->f1 * m->f1 - s * m->f2;
  for (int i = 0; i < 3; i++) o->V[i] = o->cv * o->V1[i] + o->cw * o->V2[i];
}

/* (R1) */
static inline double value(const GudSystem *sys, const GudFlatRow *r, const RowValue *o)
{
  double phi = gud_dot_real(o->U, o->V) - r->g;
  if (r->kind == GUD_ROW_SHIFT) phi -= sys->motion[r->motion].f;
  if (r->kind == GUD_ROW_SLIDE) phi -= r->factor * o->psi;
  return r->kind == GUD_ROW_PAIR ? phi - gud_dot_real(o->X, o->V2) : phi;
}

/* (R2): derivatives by U, V1, V2, X */
static inline void gradients(const RowValue *o, double l[12])
{
  for (int k = 0; k < 3; k++)
    l[k] = o->V[k], l[3 + k] = o->cv * o->U[k], l[6 + k] = o->cw * o->X[k], l[9 + k] = o->by_x[k];
}

void gud_system_phi(const GudSystem *sys, const double *q, double *phi)
{
  RowValue o;
  for (int i = 0; i < sys->nr; i++) {
    evaluate(sys, &sys->rows[i], q, &o);
    phi[i] = value(sys, &sys->rows[i], &o);
  }
}

void gud_system_phi_t(const GudSystem *sys, const double *q, double *phi_t)
{
  RowValue o;
  for (int i = 0; i < sys->nr; i++) {
    const GudFlatRow *r = &sys->rows[i];
    phi_t[i]            = 0;
    if (r->kind == GUD_ROW_SHIFT) phi_t[i] = -sys->motion[r->motion].f1;
    if (r->kind != GUD_ROW_TURN) continue;
    evaluate(sys, r, q, &o);
    phi_t[i] = o.cv1 * gud_dot_real(o.U, o.V1) + o.cw1 * gud_dot_real(o.U, o.V2); /* (R4) */
  }
}

void gud_system_gamma(const GudSystem *sys, const double *q, const double *v, double *gamma)
{
  RowValue o;
  double   Ut[3], Vt1[3], Vt2[3];
  for (int i = 0; i < sys->nr; i++) {
    const GudFlatRow *r = &sys->rows[i];
    linear(sys, r, GUD_ROW_U, v, Ut);
    linear(sys, r, GUD_ROW_V, v, Vt1);
    gamma[i] = -2 * gud_dot_real(Ut, Vt1);
    if (r->kind == GUD_ROW_SHIFT) gamma[i] += sys->motion[r->motion].f2;
    if (r->kind == GUD_ROW_PAIR) {
      linear(sys, r, GUD_ROW_X, v, Ut);
      linear(sys, r, GUD_ROW_W, v, Vt2);
      gamma[i] += 2 * gud_dot_real(Ut, Vt2);
    }
    if (r->kind != GUD_ROW_TURN && r->kind != GUD_ROW_ROLL) continue;
    evaluate(sys, r, q, &o);
    if (r->kind == GUD_ROW_ROLL) { /* f' = k psi', f'' = 0 */
      double xt[3], s = -o.cv, c = o.cw;
      linear(sys, r, GUD_ROW_X, v, xt);
      double f1 = r->factor * xt[0];
      o.cv1 = -c * f1, o.cw1 = -s * f1, o.cv2 = s * f1 * f1, o.cw2 = -c * f1 * f1;
    }
    linear(sys, r, GUD_ROW_W, v, Vt2);
    double acc =
      0; /* (R5): U'' = 0, V' = cv V1' + cw V2' + cv' V1 + cw' V2, V0'' = 2 cv' V1' + 2 cw' V2' + cv'' V1 + cw'' V2 */
    for (int k = 0; k < 3; k++) {
      double V_t  = o.cv * Vt1[k] + o.cw * Vt2[k] + o.cv1 * o.V1[k] + o.cw1 * o.V2[k];
      double V_tt = 2 * (o.cv1 * Vt1[k] + o.cw1 * Vt2[k]) + o.cv2 * o.V1[k] + o.cw2 * o.V2[k];
      acc += 2 * Ut[k] * V_t + o.U[k] * V_tt;
    }
    gamma[i] = -acc;
  }
}

/* A size that is a constant lets the compiler unroll: for 2 and for 3 components, here and in motion_in. */
static inline void add_transpose(const GudSystem *sys, const int dim, const GudFlatRow *r, const double l[12],
                                 double lam, double *res)
{
  if (r->kind == GUD_ROW_POINT) { /* V is a constant axis */
    gud_map_load_along(dim, &r->part[GUD_ROW_U], sys->terms, r->axis, lam, res);
    return;
  }
  for (int part = 0; part < GUD_ROW_PARTS; part++, l += 3) {
    if (!r->part[part].num) continue;
    double f[3] = {lam * l[0], lam * l[1], dim == 3 ? lam * l[2] : 0};
    gud_map_load(dim, &r->part[part], sys->terms, f, res);
  }
}

/* rows: numbers of the num rows, NULL: all */
static void add_transposes(const GudSystem *sys, const int *rows, int num, double (*lin)[12],
                           const double *lam, double *res)
{
  if (sys->dim == 2)
    for (int n = 0, i; n < num; n++)
      i = rows ? rows[n] : n, add_transpose(sys, 2, &sys->rows[i], lin[i], lam[i], res);
  else
    for (int n = 0, i; n < num; n++)
      i = rows ? rows[n] : n, add_transpose(sys, 3, &sys->rows[i], lin[i], lam[i], res);
}

void gud_system_linearise(GudSystem *sys, const double *q)
{
  RowValue o;
  for (int i = 0; i < sys->nr; i++) {
    const GudFlatRow *r = &sys->rows[i];
    double           *l = sys->lin[i];
    if (r->kind == GUD_ROW_POINT || r->kind == GUD_ROW_DOT) { /* what has no terms needs no gradient */
      memset(l, 0, sizeof sys->lin[i]);
      affine(sys, r, GUD_ROW_V, q, l);
      if (r->kind == GUD_ROW_DOT) affine(sys, r, GUD_ROW_U, q, l + 3);
    } else {
      evaluate(sys, r, q, &o);
      gradients(&o, l);
    }
  }
}

void gud_system_phi_q_times(const GudSystem *sys, const double *x, double *y)
{
  double u[3];
  for (int i = 0; i < sys->nr; i++) {
    const GudFlatRow *r = &sys->rows[i];
    const double     *l = sys->lin[i];
    linear(sys, r, GUD_ROW_U, x, u);
    y[i] = gud_dot_real(u, l);
    for (int k = GUD_ROW_V; k < GUD_ROW_PARTS; k++) /* (R2) */
      if (r->part[k].num) linear(sys, r, k, x, u), y[i] += gud_dot_real(u, l + 3 * k);
  }
}

/* (R2) differentiated along the motion (v, t): d(Phi_q v + Phi_t)/dq */
void gud_system_gradient_rates(const GudSystem *sys, const double *q, const double *v, double (*lin_t)[12])
{
  for (int i = 0; i < sys->nr; i++) {
    const GudFlatRow *r = &sys->rows[i];
    double           *l = lin_t[i], Ut[3], V1t[3], V2t[3] = {0}, Xt[3];
    RowValue          o;
    evaluate(sys, r, q, &o);
    memset(l, 0, 12 * sizeof(double));
    linear(sys, r, GUD_ROW_U, v, Ut), linear(sys, r, GUD_ROW_V, v, V1t);
    if (r->part[GUD_ROW_W].num) linear(sys, r, GUD_ROW_W, v, V2t);
    memcpy(Xt, Ut, sizeof Xt);
    if (r->kind == GUD_ROW_PAIR) linear(sys, r, GUD_ROW_X, v, Xt);
    double f1 = 0;
    if (r->kind == GUD_ROW_ROLL) { /* f' = k psi' */
      double xt[3];
      linear(sys, r, GUD_ROW_X, v, xt);
      f1 = r->factor * xt[0], o.cv1 = -o.cw * f1, o.cw1 = o.cv * f1;
    }
    for (int k = 0; k < 3; k++) {
      l[k]     = o.cv * V1t[k] + o.cv1 * o.V1[k];
      l[3 + k] = o.cv * Ut[k] + o.cv1 * o.U[k];
      if (o.cw == 0 && o.cw1 == 0) continue;
      if (r->kind != GUD_ROW_PAIR) l[k] += o.cw * V2t[k] + o.cw1 * o.V2[k];
      l[6 + k] = o.cw * Xt[k] + o.cw1 * o.X[k], l[9 + k] = o.cw * V2t[k];
    }
    if (r->kind != GUD_ROW_ROLL) continue;
    l[9] = l[10] = l[11] = 0;
    for (int k = 0; k < 3; k++) /* by psi: k U.V_f, V_f = -c V1 - s V2, c = cw, s = -cv */
      l[9] += r->factor * (Ut[k] * o.Vf[k] + o.U[k] * (-o.cw * V1t[k] + o.cv * V2t[k] -
                                                       f1 * (o.cv * o.V1[k] + o.cw * o.V2[k])));
  }
}

void gud_system_phi_q_transpose(const GudSystem *sys, double (*lin)[12], const double *lam, double *res)
{
  add_transposes(sys, NULL, sys->nr, lin, lam, res);
}

/* d phi/dt at velocity v: gradients l times the rates of U, V1, V2, X, and (R4) */
static inline double rate_of(const GudSystem *sys, const GudFlatRow *r, const RowValue *o, const double l[12],
                             const double *v)
{
  double x[3], rate;
  linear(sys, r, GUD_ROW_U, v, x);
  rate = gud_dot_real(x, l);
  for (int k = GUD_ROW_V; k < GUD_ROW_PARTS; k++)
    if (r->part[k].num) linear(sys, r, k, v, x), rate += gud_dot_real(x, l + 3 * k);
  if (r->kind == GUD_ROW_SHIFT) rate -= sys->motion[r->motion].f1;
  if (r->kind == GUD_ROW_TURN)
    rate += o->cv1 * gud_dot_real(o->U, o->V1) + o->cw1 * gud_dot_real(o->U, o->V2);
  return rate;
}

static inline void motion_in(const GudSystem *sys, const int dim, const double *q, const double *v,
                             double *phi, double *rate, double (*lin)[12])
{
  for (int i = 0; i < sys->nr; i++) {
    const GudFlatRow *r = &sys->rows[i];
    double           *l = lin[i], U[3], Ut[3], V[3], Vt[3];
    if (r->kind == GUD_ROW_POINT) {
      gud_map_motion_along(dim, &r->part[GUD_ROW_U], sys->terms, r->axis, q, v, U, Ut);
      phi[i] = U[0] - r->g, rate[i] = Ut[0];
      continue; /* the gradients never change: see gud_system_linearise */
    }
    if (r->kind == GUD_ROW_DOT) {
      gud_map_motion(dim, &r->part[GUD_ROW_U], sys->terms, q, v, U, Ut);
      gud_map_motion(dim, &r->part[GUD_ROW_V], sys->terms, q, v, V, Vt);
      phi[i] = gud_dot_real(U, V) - r->g, rate[i] = gud_dot_real(Ut, V) + gud_dot_real(U, Vt);
      for (int k = 0; k < 3; k++) l[k] = V[k], l[3 + k] = U[k];
      continue;
    }
    RowValue o;
    evaluate(sys, r, q, &o);
    gradients(&o, l);
    phi[i]  = value(sys, r, &o);
    rate[i] = rate_of(sys, r, &o, l, v);
  }
}

void gud_system_row_motion(const GudSystem *sys, const double *q, const double *v, double *phi, double *rate,
                           double (*lin)[12])
{
  if (sys->dim == 2) motion_in(sys, 2, q, v, phi, rate, lin);
  else motion_in(sys, 3, q, v, phi, rate, lin);
}

void gud_system_row_forces(const GudSystem *sys, double (*lin)[12], const double *lam, double *res)
{
  add_transposes(sys, sys->my_rows, sys->num_my_rows, lin, lam, res);
}

/* Phi and Phi_q^T lambda of the rows of this process: one evaluation serves both. */
void gud_rows_residual(const GudSystem *sys, const GudPoint *p, double *res)
{
  RowValue o;
  for (int k = 0; k < sys->num_my_rows; k++) {
    int               i = sys->my_rows[k];
    const GudFlatRow *r = &sys->rows[i];
    double            l[12];
    evaluate(sys, r, p->q, &o);
    gradients(&o, l);
    res[sys->nq + i] += value(sys, r, &o);
    add_transpose(sys, sys->dim, r, l, p->lam[i], res);
  }
}

/* S^T y restricted to the plane or space */
static inline void weight_back(int dim, const GudTerm *w, const double y[3], double out[3])
{
  if (dim == 3) {
    for (int c = 0; c < 3; c++) out[c] = w->a * y[c];
  } else {
    out[0] = w->a * y[0] + w->b * y[1], out[1] = w->a * y[1] - w->b * y[0];
  }
}

/* Does component c of this term appear in a POINT row along `axis`? (constant pattern) */
static inline int in_pattern(const GudSystem *sys, const GudFlatRow *r, const GudTerm *w, int c)
{
  return r->kind != GUD_ROW_POINT || c == r->axis || (sys->dim == 2 && w->b != 0);
}

void gud_rows_gradients(const GudSystem *sys, double (*lin)[12], GudPut *put)
{
  double e[3];
  for (int i = 0; i < sys->nr; i++)
    for (int part = 0; part < GUD_ROW_PARTS; part++)
      for (int k = 0; k < sys->rows[i].part[part].num; k++) {
        const GudTerm *w = &sys->terms[sys->rows[i].part[part].first + k];
        weight_back(sys->dim, w, lin[i] + 3 * part, e);
        for (int c = 0; c < sys->dim; c++)
          if (in_pattern(sys, &sys->rows[i], w, c)) gud_put(put, i, sys->dim * w->vec + c, e[c]);
      }
}

/* Entries of Phi_q and Phi_q^T for one family of terms multiplied by y. */
static void put_jacobian(GudSystem *sys, GudPut *put, int i, int part, const double y[3])
{
  const GudFlatRow *r = &sys->rows[i];
  double            e[3];
  for (int k = 0; k < r->part[part].num; k++) {
    const GudTerm *w = &sys->terms[r->part[part].first + k];
    weight_back(sys->dim, w, y, e);
    for (int c = 0; c < sys->dim; c++) {
      if (!in_pattern(sys, r, w, c)) continue;
      gud_put(put, sys->nq + i, sys->dim * w->vec + c, e[c]);
      gud_put(put, sys->dim * w->vec + c, sys->nq + i, e[c]);
    }
  }
}

/* s S_k^T S_l at (k, l) and its transpose at (l, k): (R3) */
static void put_hessian(GudSystem *sys, GudPut *put, const GudTerm *k, const GudTerm *l, double s)
{
  int    d = sys->dim, ik = d * k->vec, il = d * l->vec;
  double re = s * (k->a * l->a + k->b * l->b), im = s * (k->a * l->b - k->b * l->a);
  for (int c = 0; c < d; c++) {
    gud_put(put, ik + c, il + c, re);
    gud_put(put, il + c, ik + c, re);
  }
  if (d == 2 && (k->b != 0 || l->b != 0)) {
    gud_put(put, ik, il + 1, -im), gud_put(put, ik + 1, il, im);
    gud_put(put, il, ik + 1, im), gud_put(put, il + 1, ik, -im);
  }
}

/* (R6): second derivatives of a ROLL row that its angle takes part in. psi is a coordinate itself. */
static void put_roll(GudSystem *sys, GudPut *put, const GudFlatRow *r, const RowValue *o, double lam)
{
  int    d = sys->dim, ix = d * sys->terms[r->part[GUD_ROW_X].first].vec;
  double k = lam * r->factor, y[3][3], e[3];
  for (int i = 0; i < 3; i++)
    y[GUD_ROW_U][i] = k * o->Vf[i], y[GUD_ROW_V][i] = -k * o->cw * o->U[i],
    y[GUD_ROW_W][i] = k * o->cv * o->U[i];
  for (int part = GUD_ROW_U; part <= GUD_ROW_W; part++)
    for (int n = 0; n < r->part[part].num; n++) {
      const GudTerm *w = &sys->terms[r->part[part].first + n];
      weight_back(d, w, y[part], e);
      for (int c = 0; c < d; c++)
        gud_put(put, d * w->vec + c, ix, e[c]), gud_put(put, ix, d * w->vec + c, e[c]);
    }
  gud_put(put, ix, ix, -k * r->factor * gud_dot_real(o->U, o->V));
}

void gud_rows_tangent(GudSystem *sys, const double *q, const double *lam, double cq_sd, GudPattern pattern,
                      GudPut *put)
{
  RowValue o;
  for (int n = 0; n < sys->num_my_rows; n++) {
    int               i = sys->my_rows[n];
    const GudFlatRow *r = &sys->rows[i];
    double            l[12];
    const GudMap     *u = &r->part[GUD_ROW_U], *v = &r->part[GUD_ROW_V], *w = &r->part[GUD_ROW_W],
                 *x = r->kind == GUD_ROW_PAIR ? &r->part[GUD_ROW_X] : u; /* what V2 is multiplied by */
    evaluate(sys, r, q, &o);
    gradients(&o, l);
    for (int part = 0; part < GUD_ROW_PARTS; part++) put_jacobian(sys, put, i, part, l + 3 * part);
    gud_put(put, sys->nq + i, sys->nq + i, -sys->regularise);
    if (pattern != GUD_PATTERN_FULL) continue;
    for (int k = 0; k < u->num; k++)
      for (int j = 0; j < v->num; j++)
        put_hessian(sys, put, &sys->terms[u->first + k], &sys->terms[v->first + j], cq_sd * lam[i] * o.cv);
    for (int k = 0; k < x->num; k++)
      for (int j = 0; j < w->num; j++)
        put_hessian(sys, put, &sys->terms[x->first + k], &sys->terms[w->first + j], cq_sd * lam[i] * o.cw);
    if (r->kind == GUD_ROW_ROLL) put_roll(sys, put, r, &o, cq_sd * lam[i]);
  }
}
