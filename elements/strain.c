/* See strain.h for the equations (E1)-(E6). verified by: battery, t220 (oracle of reference/ancf_beam3d_force.csv) */
#include "strain.h"

#include <string.h>

enum { F = GUD_MAX_FIELDS, S = GUD_MAX_STRAINS };

static const double *group_of(const GudStrainTable *t, const double *data, int g)
{
  return data + GUD_STRAIN_HEADER + g * gud_strain_group_size(t);
}

static const double *point_of(const GudStrainTable *t, const double *data, int p)
{
  return group_of(t, data, (int)data[GUD_STRAIN_GROUPS]) + p * gud_strain_point_size(t);
}

void strain_begin(const GudStrainTable *t, double beta, double *data)
{
  (void)t;
  data[GUD_STRAIN_POINTS] = data[GUD_STRAIN_GROUPS] = 0;
  data[GUD_STRAIN_BETA]                             = beta;
}

double *strain_add_group(const GudStrainTable *t, double *data)
{
  double *D = data + GUD_STRAIN_HEADER + (int)data[GUD_STRAIN_GROUPS] * gud_strain_group_size(t);
  memset(D, 0, sizeof(double) * (size_t)gud_strain_group_size(t));
  data[GUD_STRAIN_GROUPS] += 1;
  return D;
}

double *strain_add_point(const GudStrainTable *t, double *data, double weight, int group)
{
  double *p = data + GUD_STRAIN_HEADER + (int)data[GUD_STRAIN_GROUPS] * gud_strain_group_size(t) +
              (int)data[GUD_STRAIN_POINTS] * gud_strain_point_size(t);
  memset(p, 0, sizeof(double) * (size_t)gud_strain_point_size(t));
  p[0] = weight, p[1] = group;
  data[GUD_STRAIN_POINTS] += 1;
  return p + 2 + t->num_strain;
}

/* (E1) */
static inline void fields(const GudStrainTable *t, const int d, const double (*constant)[3], const double *N, GudScalar (*Q)[3], GudScalar (*u)[3])
{
  for (int f = 0; f < t->num_field; f++) {
    GudScalar x[3] = {0};
    if (constant)
      for (int c = 0; c < d; c++) x[c] = constant[f][c];
    for (int i = 0; i < t->num_vec; i++)
      for (int c = 0; c < d; c++) x[c] += N[f * t->num_vec + i] * Q[i][c];
    for (int c = 0; c < d; c++) u[f][c] = x[c];
  }
}

static inline GudScalar dot(const int d, const GudScalar *a, const GudScalar *b)
{
  GudScalar s = a[0] * b[0] + a[1] * b[1];
  return d == 3 ? s + a[2] * b[2] : s;
}

/* (E2), without the reference */
static inline void strains(const GudStrainTable *t, const int d, GudScalar (*u)[3], GudScalar *e)
{
  for (int k = 0; k < t->num_strain; k++) e[k] = 0;
  for (int n = 0; n < t->num_term; n++) e[t->term[n].k] += t->term[n].c * dot(d, u[t->term[n].f], u[t->term[n].g]);
}

/* e' for fields u moving with rates w */
static inline void strain_rates(const GudStrainTable *t, const int d, GudScalar (*u)[3], GudScalar (*w)[3], GudScalar *e)
{
  for (int k = 0; k < t->num_strain; k++) e[k] = 0;
  for (int n = 0; n < t->num_term; n++) {
    const GudStrainTerm *m = &t->term[n];
    e[m->k] += m->c * (dot(d, w[m->f], u[m->g]) + dot(d, u[m->f], w[m->g]));
  }
}

void strain_finish(const GudStrainTable *t, double *data, const double (*Q0)[3])
{
  GudScalar Q[32][3], u[F][3], e[S];
  for (int i = 0; i < t->num_vec; i++)
    for (int c = 0; c < 3; c++) Q[i][c] = Q0[i][c];
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    double *pt = (double *)point_of(t, data, p);
    fields(t, t->dim, t->constant, pt + 2 + t->num_strain, Q, u);
    strains(t, t->dim, u, e);
    for (int k = 0; k < t->num_strain; k++) pt[2 + k] = gud_re(e[k]);
  }
}

/* Everything at one point that force and tangent need. */
typedef struct {
  const double *N, *D;
  double        w;
  GudScalar     u[F][3], ut[F][3], e[S], et[S], sigma[S];
} Point;

static inline void evaluate(const GudStrainTable *t, const int d, const double *data, int p, GudScalar (*Q)[3], GudScalar (*Qt)[3], Point *o)
{
  const double *pt   = point_of(t, data, p);
  double        beta = data[GUD_STRAIN_BETA];
  int           ns   = t->num_strain;
  o->w = pt[0], o->N = pt + 2 + ns, o->D = group_of(t, data, (int)pt[1]);
  fields(t, d, t->constant, o->N, Q, o->u);
  strains(t, d, o->u, o->e);
  for (int k = 0; k < ns; k++) o->e[k] -= pt[2 + k];
  GudScalar total[S];
  for (int k = 0; k < ns; k++) total[k] = o->e[k], o->et[k] = 0;
  if (beta != 0 && Qt) {
    fields(t, d, NULL, o->N, Qt, o->ut);
    strain_rates(t, d, o->u, o->ut, o->et);
    for (int k = 0; k < ns; k++) total[k] += beta * o->et[k];
  }
  for (int k = 0; k < ns; k++) { /* (E4) */
    GudScalar s = 0;
    for (int l = 0; l < ns; l++) s += o->D[k * ns + l] * total[l];
    o->sigma[k] = s;
  }
}

GudScalar strain_energy(const GudStrainTable *t, const double *data, GudScalar (*Q)[3])
{
  GudScalar V = 0;
  Point     o;
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) { /* (E3) */
    evaluate(t, t->dim, data, p, Q, NULL, &o);
    for (int k = 0; k < t->num_strain; k++) V += 0.5 * o.w * o.e[k] * o.sigma[k];
  }
  return V;
}

GudScalar strain_dissipation(const GudStrainTable *t, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3])
{
  GudScalar P = 0, beta = data[GUD_STRAIN_BETA];
  Point     o;
  int       ns = t->num_strain;
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS] && data[GUD_STRAIN_BETA] != 0; p++) {
    evaluate(t, t->dim, data, p, Q, Qt, &o);
    for (int k = 0; k < ns; k++)
      for (int l = 0; l < ns; l++) P += o.w * beta * o.et[k] * o.D[k * ns + l] * o.et[l];
  }
  return P;
}

static inline void residual(const GudStrainTable *t, const int d, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3], GudScalar (*r)[3])
{
  Point o;
  int   nv = t->num_vec;
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    GudScalar pf[F][3] = {{0}};
    evaluate(t, d, data, p, Q, Qt, &o);
    for (int n = 0; n < t->num_term; n++) { /* (E5) */
      const GudStrainTerm *m = &t->term[n];
      GudScalar            s = o.w * m->c * o.sigma[m->k];
      for (int c = 0; c < d; c++) pf[m->f][c] += s * o.u[m->g][c], pf[m->g][c] += s * o.u[m->f][c];
    }
    for (int f = 0; f < t->num_field; f++)
      for (int i = 0; i < nv; i++)
        for (int c = 0; c < d; c++) r[i][c] += o.N[f * nv + i] * pf[f][c];
  }
}

void strain_residual(const GudStrainTable *t, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3], GudScalar (*r)[3])
{
  if (t->dim == 2) residual(t, 2, data, Q, Qt, r);
  else residual(t, 3, data, Q, Qt, r);
}

/* B_k,f = de_k/du_f for fields u (rows k, columns 3 f + c) */
static inline void gradients(const GudStrainTable *t, const int d, GudScalar (*u)[3], GudScalar B[S][3 * F])
{
  memset(B, 0, sizeof(GudScalar) * S * 3 * F);
  for (int n = 0; n < t->num_term; n++) {
    const GudStrainTerm *m = &t->term[n];
    for (int c = 0; c < d; c++) B[m->k][3 * m->f + c] += m->c * u[m->g][c], B[m->k][3 * m->g + c] += m->c * u[m->f][c];
  }
}

static inline void tangent(const GudStrainTable *t, const int d, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3], double cq, double cv,
                           GudScalar *K)
{
  Point  o;
  int    nv = t->num_vec, nf = t->num_field, ns = t->num_strain, n3 = 3 * nv;
  double beta = data[GUD_STRAIN_BETA];
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    GudScalar B[S][3 * F], Bt[S][3 * F], DB[S][3 * F], H[3 * F][3 * F];
    evaluate(t, d, data, p, Q, Qt, &o);
    gradients(t, d, o.u, B);
    if (beta != 0) gradients(t, d, o.ut, Bt);
    for (int k = 0; k < ns; k++) /* D dsigma-argument: cq (B + beta B') + cv beta B */
      for (int a = 0; a < 3 * nf; a++) {
        GudScalar s = 0;
        for (int l = 0; l < ns; l++) {
          GudScalar x = (cq + cv * beta) * B[l][a];
          if (beta != 0) x += cq * beta * Bt[l][a];
          s += o.D[k * ns + l] * x;
        }
        DB[k][a] = o.w * s;
      }
    memset(H, 0, sizeof H);
    for (int k = 0; k < ns; k++)
      for (int a = 0; a < 3 * nf; a++)
        for (int b = 0; b < 3 * nf; b++) H[a][b] += B[k][a] * DB[k][b];
    for (int n = 0; n < t->num_term; n++) { /* geometric part */
      const GudStrainTerm *m = &t->term[n];
      GudScalar            s = cq * o.w * m->c * o.sigma[m->k];
      for (int c = 0; c < d; c++) H[3 * m->f + c][3 * m->g + c] += s, H[3 * m->g + c][3 * m->f + c] += s;
    }
    for (int j = 0; j < nv; j++) { /* (E6): K_ij = sum_f N_fi (sum_g H_fg N_gj) */
      GudScalar HN[3 * F][3] = {{0}};
      for (int g = 0; g < nf; g++)
        for (int a = 0; a < 3 * nf; a++)
          for (int c = 0; c < d; c++) HN[a][c] += H[a][3 * g + c] * o.N[g * nv + j];
      for (int i = 0; i < nv; i++)
        for (int f = 0; f < nf; f++)
          for (int c = 0; c < d; c++)
            for (int e = 0; e < d; e++) K[(3 * i + c) * n3 + 3 * j + e] += o.N[f * nv + i] * HN[3 * f + c][e];
    }
  }
}

void strain_tangent(const GudStrainTable *t, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3], double cq, double cv, GudScalar *K)
{
  if (t->dim == 2) tangent(t, 2, data, Q, Qt, cq, cv, K);
  else tangent(t, 3, data, Q, Qt, cq, cv, K);
}

void strain_drag(int nv, int dim, double alpha, const double *m, GudScalar (*Qt)[3], GudScalar (*r)[3])
{
  if (alpha == 0) return;
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < nv; j++)
      for (int c = 0; c < dim; c++) r[i][c] += alpha * m[nv * i + j] * Qt[j][c];
}

void strain_drag_tangent(int nv, int dim, double cv_alpha, const double *m, GudScalar *K)
{
  if (cv_alpha == 0) return;
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < nv; j++)
      for (int c = 0; c < dim; c++) K[(3 * i + c) * 3 * nv + 3 * j + c] += cv_alpha * m[nv * i + j];
}

GudScalar strain_drag_power(int nv, int dim, double alpha, const double *m, GudScalar (*Qt)[3])
{
  GudScalar P = 0;
  if (alpha == 0) return P;
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < nv; j++)
      for (int c = 0; c < dim; c++) P += alpha * m[nv * i + j] * Qt[i][c] * Qt[j][c];
  return P;
}

void strain_at(const GudStrainTable *t, const double *data, GudScalar (*Q)[3], int p, GudScalar *e, GudScalar *sigma)
{
  Point o;
  evaluate(t, t->dim, data, p, Q, NULL, &o);
  memcpy(e, o.e, sizeof(GudScalar) * (size_t)t->num_strain);
  memcpy(sigma, o.sigma, sizeof(GudScalar) * (size_t)t->num_strain);
}
