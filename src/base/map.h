/* Constant affine maps of the coordinates: x = s0 + sum_k S_k Q_k with S_k = a_k 1 (space) or a_k 1 + b_k J (plane, J = quarter
   turn). Marker vectors, the parts of constraint rows and drawn points are such maps; a force f on x gives S_k^T f on Q_k. */
#ifndef GUD_MAP_H
#define GUD_MAP_H

/* S = a 1 + b J on coordinate vector `vec` */
typedef struct {
  int    vec;
  double a, b;
} GudTerm;

/* Terms first ... first + num - 1 of a list */
typedef struct {
  double s0[3];
  int    first, num;
} GudMap;

/* x += S Q */
static inline void gud_term_apply(int dim, const GudTerm *w, const double *q, double x[3])
{
  const double *Q = q + dim * w->vec;
  if (dim == 3) {
    x[0] += w->a * Q[0], x[1] += w->a * Q[1], x[2] += w->a * Q[2];
  } else {
    x[0] += w->a * Q[0] - w->b * Q[1], x[1] += w->b * Q[0] + w->a * Q[1];
  }
}

/* r += S^T f */
static inline void gud_term_apply_back(int dim, const GudTerm *w, const double f[3], double *r)
{
  double *R = r + dim * w->vec;
  if (dim == 3) {
    R[0] += w->a * f[0], R[1] += w->a * f[1], R[2] += w->a * f[2];
  } else {
    R[0] += w->a * f[0] + w->b * f[1], R[1] += w->a * f[1] - w->b * f[0];
  }
}

/* x' = sum S v */
static inline void gud_map_rate(int dim, const GudMap *m, const GudTerm *terms, const double *v, double x[3])
{
  x[0] = x[1] = x[2] = 0;
  for (int k = 0; k < m->num; k++) gud_term_apply(dim, &terms[m->first + k], v, x);
}

/* x = s0 + sum S q */
static inline void gud_map_value(int dim, const GudMap *m, const GudTerm *terms, const double *q, double x[3])
{
  for (int c = 0; c < 3; c++) x[c] = m->s0[c];
  for (int k = 0; k < m->num; k++) gud_term_apply(dim, &terms[m->first + k], q, x);
}

/* Both in one pass */
static inline void gud_map_motion(int dim, const GudMap *m, const GudTerm *terms, const double *q,
                                  const double *v, double x[3], double xt[3])
{
  for (int c = 0; c < 3; c++) x[c] = m->s0[c], xt[c] = 0;
  for (int k = 0; k < m->num; k++) {
    gud_term_apply(dim, &terms[m->first + k], q, x);
    gud_term_apply(dim, &terms[m->first + k], v, xt);
  }
}

/* Component `axis` of x and of x' */
static inline void gud_map_motion_along(int dim, const GudMap *m, const GudTerm *terms, int axis,
                                        const double *q, const double *v, double *x, double *xt)
{
  *x = m->s0[axis], *xt = 0;
  for (int k = m->first; k < m->first + m->num; k++) {
    const GudTerm *w = &terms[k];
    const double  *Q = q + dim * w->vec, *V = v + dim * w->vec;
    if (dim == 3) *x += w->a * Q[axis], *xt += w->a * V[axis];
    else if (axis == 0) *x += w->a * Q[0] - w->b * Q[1], *xt += w->a * V[0] - w->b * V[1];
    else *x += w->b * Q[0] + w->a * Q[1], *xt += w->b * V[0] + w->a * V[1];
  }
}

/* r += S^T f of a force f along `axis` */
static inline void gud_map_load_along(int dim, const GudMap *m, const GudTerm *terms, int axis, double f,
                                      double *r)
{
  for (int k = m->first; k < m->first + m->num; k++) {
    const GudTerm *w = &terms[k];
    double        *R = r + dim * w->vec;
    if (dim == 3) R[axis] += w->a * f;
    else if (axis == 0) R[0] += w->a * f, R[1] -= w->b * f;
    else R[0] += w->b * f, R[1] += w->a * f;
  }
}

/* r += S^T f */
static inline void gud_map_load(int dim, const GudMap *m, const GudTerm *terms, const double f[3], double *r)
{
  for (int k = 0; k < m->num; k++) gud_term_apply_back(dim, &terms[m->first + k], f, r);
}

#endif
