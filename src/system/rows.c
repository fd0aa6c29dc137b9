/* Constraint rows, flattened to coordinate vectors: phi = U.V - g with U, V constant affine maps of q (contract/row.h,
   R1-R5). For a TURN row V = -sin f V1 + cos f V2; `v` is V1 and `w` is V2 below. */
#include "system/put.h"

#include "base/vec3.h"

typedef struct {
  double U[3], V[3];         /* values */
  double cv, cw;             /* V = cv V1 + cw V2 */
  double cv1, cw1, cv2, cw2; /* first and second time derivatives of the coefficients */
  double V1[3], V2[3];       /* parts */
} RowValue;

static inline void affine(const GudSystem *sys, const double s0[3], int first, int num, const double *q,
                          double x[3])
{
  x[0] = s0[0], x[1] = s0[1], x[2] = s0[2];
  for (int k = 0; k < num; k++) gud_term_apply(sys->dim, &sys->terms[first + k], q, x);
}

static inline void linear(const GudSystem *sys, int first, int num, const double *q, double x[3])
{
  x[0] = x[1] = x[2] = 0;
  for (int k = 0; k < num; k++) gud_term_apply(sys->dim, &sys->terms[first + k], q, x);
}

static inline void evaluate(const GudSystem *sys, const GudFlatRow *r, const double *q, RowValue *o)
{
  affine(sys, r->U0, r->u, r->nu, q, o->U);
  affine(sys, r->V0, r->v, r->nv, q, o->V1);
  o->cv = 1, o->cw = o->cv1 = o->cw1 = o->cv2 = o->cw2 = 0;
  if (r->kind != GUD_ROW_TURN) {
    for (int i = 0; i < 3; i++) o->V[i] = o->V1[i];
    return;
  }
  const GudJet *m = &sys->motion[r->motion];
  double        s = sys->turn[r->motion][0], c = sys->turn[r->motion][1];
  affine(sys, r->W0, r->w, r->nw, q, o->V2);
  o->cv = -s, o->cw = c;
  o->cv1 = -c * m->f1, o->cw1 = -s * m->f1;
  o->cv2 = s * m->f1 * m->f1 - c * m->f2, o->cw2 = -c * m->f1 * m->f1 - s * m->f2;
  for (int i = 0; i < 3; i++) o->V[i] = o->cv * o->V1[i] + o->cw * o->V2[i];
}

static inline double right_side(const GudSystem *sys, const GudFlatRow *r)
{
  return r->kind == GUD_ROW_SHIFT ? sys->motion[r->motion].f : r->g;
}

void gud_system_phi(const GudSystem *sys, const double *q, double *phi)
{
  RowValue o;
  for (int i = 0; i < sys->nr; i++) {
    evaluate(sys, &sys->rows[i], q, &o);
    phi[i] = gud_dot_real(o.U, o.V) - right_side(sys, &sys->rows[i]); /* (R1) */
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
    linear(sys, r->u, r->nu, v, Ut);
    linear(sys, r->v, r->nv, v, Vt1);
    gamma[i] = -2 * gud_dot_real(Ut, Vt1);
    if (r->kind == GUD_ROW_SHIFT) gamma[i] += sys->motion[r->motion].f2;
    if (r->kind != GUD_ROW_TURN) continue;
    evaluate(sys, r, q, &o);
    linear(sys, r->w, r->nw, v, Vt2);
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

static inline void add_transpose(const GudSystem *sys, const GudFlatRow *r, const double V[3],
                                 const double Uv[3], const double Uw[3], double lam, double *res)
{
  double f[3];
  for (int k = 0; k < 3; k++) f[k] = lam * V[k];
  for (int k = 0; k < r->nu; k++) gud_term_apply_back(sys->dim, &sys->terms[r->u + k], f, res);
  for (int k = 0; k < 3; k++) f[k] = lam * Uv[k];
  for (int k = 0; k < r->nv; k++) gud_term_apply_back(sys->dim, &sys->terms[r->v + k], f, res);
  for (int k = 0; k < 3; k++) f[k] = lam * Uw[k];
  for (int k = 0; k < r->nw; k++) gud_term_apply_back(sys->dim, &sys->terms[r->w + k], f, res);
}

void gud_system_linearise(GudSystem *sys, const double *q)
{
  RowValue o;
  for (int i = 0; i < sys->nr; i++) {
    double *l = sys->lin[i];
    evaluate(sys, &sys->rows[i], q, &o);
    for (int k = 0; k < 3; k++) l[k] = o.V[k], l[3 + k] = o.cv * o.U[k], l[6 + k] = o.cw * o.U[k];
  }
}

void gud_system_phi_q_times(const GudSystem *sys, const double *x, double *y)
{
  double u[3], v[3], w[3];
  for (int i = 0; i < sys->nr; i++) {
    const GudFlatRow *r = &sys->rows[i];
    const double     *l = sys->lin[i];
    linear(sys, r->u, r->nu, x, u);
    y[i] = gud_dot_real(u, l);
    if (r->nv) linear(sys, r->v, r->nv, x, v), y[i] += gud_dot_real(v, l + 3); /* (R2) */
    if (r->nw) linear(sys, r->w, r->nw, x, w), y[i] += gud_dot_real(w, l + 6);
  }
}

void gud_system_phi_q_transpose(const GudSystem *sys, const double *lam, double *res)
{
  for (int i = 0; i < sys->nr; i++) {
    const double *l = sys->lin[i];
    add_transpose(sys, &sys->rows[i], l, l + 3, l + 6, lam[i], res);
  }
}

/* Phi and Phi_q^T lambda of the rows of this process: one evaluation serves both. */
void gud_rows_residual(const GudSystem *sys, const double *q, const double *lam, double *res)
{
  RowValue o;
  for (int k = 0; k < sys->num_my_rows; k++) {
    int               i = sys->my_rows[k];
    const GudFlatRow *r = &sys->rows[i];
    evaluate(sys, r, q, &o);
    double Uv[3] = {o.cv * o.U[0], o.cv * o.U[1], o.cv * o.U[2]},
           Uw[3] = {o.cw * o.U[0], o.cw * o.U[1], o.cw * o.U[2]};
    res[sys->nq + i] += gud_dot_real(o.U, o.V) - right_side(sys, r);
    add_transpose(sys, r, o.V, Uv, Uw, lam[i], res);
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

/* Entries of Phi_q and Phi_q^T for one family of terms multiplied by y. */
static void put_jacobian(GudSystem *sys, GudPut *put, int i, int first, int num, const double y[3])
{
  const GudFlatRow *r = &sys->rows[i];
  double            e[3];
  for (int k = 0; k < num; k++) {
    const GudTerm *w = &sys->terms[first + k];
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

void gud_rows_tangent(GudSystem *sys, const double *q, const double *lam, double cq_sd, GudPattern pattern,
                      GudPut *put)
{
  RowValue o;
  for (int n = 0; n < sys->num_my_rows; n++) {
    int               i = sys->my_rows[n];
    const GudFlatRow *r = &sys->rows[i];
    double            Uv[3], Uw[3];
    evaluate(sys, r, q, &o);
    for (int c = 0; c < 3; c++) Uv[c] = o.cv * o.U[c], Uw[c] = o.cw * o.U[c];
    put_jacobian(sys, put, i, r->u, r->nu, o.V);
    put_jacobian(sys, put, i, r->v, r->nv, Uv);
    put_jacobian(sys, put, i, r->w, r->nw, Uw);
    gud_put(put, sys->nq + i, sys->nq + i, -sys->regularise);
    for (int k = 0; k < r->nu && pattern == GUD_PATTERN_FULL; k++) {
      for (int l = 0; l < r->nv; l++)
        put_hessian(sys, put, &sys->terms[r->u + k], &sys->terms[r->v + l], cq_sd * lam[i] * o.cv);
      for (int l = 0; l < r->nw; l++)
        put_hessian(sys, put, &sys->terms[r->u + k], &sys->terms[r->w + l], cq_sd * lam[i] * o.cw);
    }
  }
}
