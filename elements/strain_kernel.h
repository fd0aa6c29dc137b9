/* Kernels of the strain integrator, equations (E1)-(E8) of strain.h, for the file of an element.

   The element's table is a constant there: after inlining, terms, touched vectors and coupled strains are known to the
   compiler, so that no zero of N or D is multiplied and loops unroll; work arrays have the element's own size, which the
   includer says first:

     #define GUD_STRAIN_VECTORS 8
     #include "strain_kernel.h"

   Gradient entries: a term c u_f.u_g of strain k gives de_k/du_f = c u_g and de_k/du_g = c u_f (f = g: one entry, 2 c u_f);
   entry a = 2 n, 2 n + 1 for term n. (E6) is a sum over pairs of entries whose strains D couples:
   (E9) H_fg = sum_ab c_a c_b w D_kl u_a (x) u_b,  W_f = sum_g H_fg N_g,  K = sum_f N_f^T W_f
   Without damping K is symmetric: blocks [c][e] with c <= e are summed, the others are their transposes.
   The complex build of the battery compiles these lines as they are. */
#ifndef GUD_STRAIN_KERNEL_H
#define GUD_STRAIN_KERNEL_H

#include "material.h"
#include "strain.h"

#include <string.h>

#if defined(__GNUC__)
#define GUD_ALWAYS static inline __attribute__((always_inline, unused))
#else
#define GUD_ALWAYS static inline
#endif

#if defined(__GNUC__) && !defined(__clang__) && \
  !defined(GUD_COMPLEX) /* complex: compiled five times faster */
#define GUD_UNROLL _Pragma("GCC unroll 32")
#define GUD_ROLLED _Pragma("GCC unroll 1")
#else
#define GUD_UNROLL
#define GUD_ROLLED
#endif

enum { STRAIN_V = GUD_STRAIN_VECTORS, STRAIN_F = GUD_MAX_FIELDS, STRAIN_S = GUD_MAX_STRAINS };

/* Which kernel: modes, a law of material.h, rates. Constants in each call. */
typedef struct {
  int nm, law, damped;
} StrainKind;

/* Everything at one point. V, C: of a law only. se, sd: elastic stress of (E3), damping stress. */
typedef struct {
  const double *N, *D, *modes;
  double        w;
  GudScalar     u[3][STRAIN_F], ut[3][STRAIN_F], e[STRAIN_S], et[STRAIN_S], se[STRAIN_S], sd[STRAIN_S];
  GudScalar     sigma[STRAIN_S], V, C[STRAIN_S * STRAIN_S];
} StrainEval;

GUD_ALWAYS int strain_live(const GudStrainTable *t, int g, int k)
{
  return t->group[g].couple[k] != 0;
}

GUD_ALWAYS void strain_transpose(const GudStrainTable *t, GudScalar (*Q)[3], GudScalar T[3][STRAIN_V])
{
  for (int i = 0; i < t->num_vec; i++)
    for (int c = 0; c < t->dim; c++) T[c][i] = Q[i][c];
}

/* (E1) u[c][f] of the fields of group g */
GUD_ALWAYS void strain_fields(const GudStrainTable *t, int g, int constant, const double *N,
                              GudScalar Q[3][STRAIN_V], GudScalar u[3][STRAIN_F])
{
  GUD_UNROLL
  for (int f = 0; f < t->num_field; f++) {
    if (!(t->group[g].fields >> f & 1)) continue;
    for (int c = 0; c < t->dim; c++) u[c][f] = constant && t->constant ? t->constant[f][c] : 0;
    GUD_UNROLL
    for (int i = 0; i < t->num_vec; i++)
      if (t->touch[f] >> i & 1)
        for (int c = 0; c < t->dim; c++) u[c][f] += N[f * t->num_vec + i] * Q[c][i];
  }
}

GUD_ALWAYS GudScalar strain_dot(int d, GudScalar u[3][STRAIN_F], int f, GudScalar w[3][STRAIN_F], int g)
{
  GudScalar s = u[0][f] * w[0][g] + u[1][f] * w[1][g];
  return d == 3 ? s + u[2][f] * w[2][g] : s;
}

/* out = D in, with the couplings of group g */
GUD_ALWAYS void strain_stress(const GudStrainTable *t, int g, const double *D, const GudScalar *in,
                              GudScalar *out)
{
  GUD_UNROLL
  for (int k = 0; k < t->num_strain; k++) {
    GudScalar s = 0;
    GUD_UNROLL
    for (int l = 0; l < t->num_strain; l++)
      if (t->group[g].couple[k] >> l & 1) s += D[k * t->num_strain + l] * in[l];
    out[k] = s;
  }
}

/* Point p (of all), which belongs to group g. */
GUD_ALWAYS GudStatus strain_evaluate(const GudStrainTable *t, const StrainKind z, const double *data, int g,
                                     int p, GudScalar Q[3][STRAIN_V], GudScalar Qt[3][STRAIN_V],
                                     StrainEval *o)
{
  const double *pt = gud_strain_point(t, data, p);
  double        beta;
  o->w = pt[0], o->N = pt + 2 + t->num_strain, o->D = gud_strain_group(t, data, g);
  strain_fields(t, g, 1, o->N, Q, o->u);
  GUD_UNROLL
  for (int k = 0; k < t->num_strain; k++) o->e[k] = -pt[2 + k];
  GUD_UNROLL
  for (int n = 0; n < t->num_term; n++) { /* (E2) */
    const GudStrainTerm *m = &t->term[n];
    if (strain_live(t, g, m->k)) o->e[m->k] += m->c * strain_dot(t->dim, o->u, m->f, o->u, m->g);
  }
  strain_stress(t, g, o->D, o->e, o->se);
  GUD_UNROLL
  for (int k = 0; k < t->num_strain; k++) o->sigma[k] = z.law ? 0 : o->se[k];
  if (z.damped) { /* (E4) */
    beta = data[GUD_STRAIN_BETA];
    strain_fields(t, g, 0, o->N, Qt, o->ut);
    GUD_UNROLL
    for (int k = 0; k < t->num_strain; k++) o->et[k] = 0;
    GUD_UNROLL
    for (int n = 0; n < t->num_term; n++) {
      const GudStrainTerm *m = &t->term[n];
      if (!strain_live(t, g, m->k)) continue;
      o->et[m->k] += beta * m->c *
                     (strain_dot(t->dim, o->ut, m->f, o->u, m->g) +
                      strain_dot(t->dim, o->u, m->f, o->ut, m->g));
    }
    strain_stress(t, g, o->D, o->et, o->sd);
    for (int k = 0; k < t->num_strain; k++) o->sigma[k] += o->sd[k];
  }
  if (z.law) {
    GudScalar s[STRAIN_S];
    GudLaw    law = gud_laws[(int)data[GUD_STRAIN_LAW]];
    if (law(data + GUD_STRAIN_CONSTANTS, o->u, o->e, &o->V, s, o->C) != GUD_OK) return GUD_RETRY;
    for (int k = 0; k < t->num_strain; k++) o->sigma[k] += s[k];
  }
  return GUD_OK;
}

/* (E7) All points of an element with modes, their stresses corrected. ledger: -1/2 g.g and the damped part of it. */
GUD_ALWAYS void strain_condense(const GudStrainTable *t, const StrainKind z, const double *data,
                                GudScalar Q[3][STRAIN_V], GudScalar Qt[3][STRAIN_V], StrainEval *o,
                                GudScalar ledger[2])
{
  GudScalar ge[GUD_MAX_MODES] = {0}, gd[GUD_MAX_MODES] = {0};
  int       np = (int)data[GUD_STRAIN_POINTS], ns = t->num_strain;
  for (int p = 0; p < np; p++) {
    strain_evaluate(t, z, data, 0, p, Q, Qt, &o[p]);
    o[p].modes = gud_strain_modes(t, data, p);
    for (int m = 0; m < z.nm; m++)
      for (int k = 0; k < ns; k++) {
        ge[m] += o[p].modes[m * ns + k] * o[p].e[k];
        if (z.damped) gd[m] += o[p].modes[m * ns + k] * o[p].et[k];
      }
  }
  for (int p = 0; p < np; p++)
    for (int k = 0; k < ns; k++) {
      GudScalar s = 0;
      for (int m = 0; m < z.nm; m++) s += o[p].modes[m * ns + k] * (ge[m] + gd[m]);
      o[p].sigma[k] -= s / o[p].w;
    }
  for (int m = 0; m < z.nm; m++) {
    ledger[0] -= 0.5 * ge[m] * ge[m];
    if (z.damped) ledger[1] -= gd[m] * gd[m] / data[GUD_STRAIN_BETA];
  }
}

/* Points of group g: the table's, or all that there are. */
GUD_ALWAYS int strain_group_points(const GudStrainTable *t, const double *data, int g)
{
  return t->group[g].points ? t->group[g].points : (int)data[GUD_STRAIN_POINTS];
}

GUD_ALWAYS GudStatus strain_forces_kind(const GudStrainTable *t, const StrainKind z, const double *data,
                                        GudScalar (*Q)[3], GudScalar (*Qt)[3], GudScalar (*r)[3],
                                        GudScalar *ledger)
{
  GudScalar  T[3][STRAIN_V], Tt[3][STRAIN_V], R[3][STRAIN_V], sum[2] = {0};
  StrainEval list[GUD_MAX_MODE_POINTS], *o = list;
  int        p = 0;
  strain_transpose(t, Q, T);
  if (z.damped) strain_transpose(t, Qt, Tt);
  if (z.nm) strain_condense(t, z, data, T, Tt, list, sum);
  for (int c = 0; c < t->dim; c++)
    for (int i = 0; i < t->num_vec; i++) R[c][i] = 0;
  GUD_UNROLL
  for (int g = 0; g < t->num_group; g++)
    for (int last = p + strain_group_points(t, data, g); p < last; p++) {
      GudScalar pf[3][STRAIN_F];
      if (z.nm) o = &list[p];
      else if (strain_evaluate(t, z, data, g, p, T, Tt, o) != GUD_OK) return GUD_RETRY;
      if (ledger) { /* (E3), (E7) */
        GudScalar s = 0, P = 0;
        GUD_UNROLL
        for (int k = 0; k < t->num_strain; k++) {
          if (!strain_live(t, g, k)) continue;
          s += 0.5 * o->e[k] * o->se[k];
          if (z.damped) P += o->et[k] * o->sd[k];
        }
        sum[0] += o->w * (z.law ? o->V : s);
        if (z.damped) sum[1] += o->w * P / data[GUD_STRAIN_BETA];
      }
      if (!r) continue;
      GUD_UNROLL
      for (int f = 0; f < t->num_field; f++)
        for (int c = 0; c < t->dim; c++) pf[c][f] = 0;
      GUD_UNROLL
      for (int n = 0; n < t->num_term; n++) { /* (E5) */
        const GudStrainTerm *m = &t->term[n];
        if (!strain_live(t, g, m->k)) continue;
        GudScalar s = (m->f == m->g ? 2 : 1) * m->c * o->w * o->sigma[m->k];
        for (int c = 0; c < t->dim; c++) {
          pf[c][m->f] += s * o->u[c][m->g];
          if (m->f != m->g) pf[c][m->g] += s * o->u[c][m->f];
        }
      }
      GUD_UNROLL
      for (int f = 0; f < t->num_field; f++) {
        if (!(t->group[g].fields >> f & 1)) continue;
        GUD_UNROLL
        for (int i = 0; i < t->num_vec; i++)
          if (t->touch[f] >> i & 1)
            for (int c = 0; c < t->dim; c++) R[c][i] += o->N[f * t->num_vec + i] * pf[c][f];
      }
    }
  for (int i = 0; i < t->num_vec && r; i++)
    for (int c = 0; c < t->dim; c++) r[i][c] += R[c][i];
  if (ledger) ledger[0] += sum[0], ledger[1] += sum[1];
  return GUD_OK;
}

/* (E5) into r, strain energy and dissipated power into ledger[2]; either may be NULL. They add. GUD_RETRY: from a law, and
   then nothing is added. */
GUD_ALWAYS GudStatus strain_forces(const GudStrainTable *t, int nm, int law, const double *data,
                                   GudScalar (*Q)[3], GudScalar (*Qt)[3], GudScalar (*r)[3],
                                   GudScalar *ledger)
{
  if (data[GUD_STRAIN_BETA] == 0)
    return strain_forces_kind(t, (StrainKind){nm, law, 0}, data, Q, Qt, r, ledger);
  return strain_forces_kind(t, (StrainKind){nm, law, 1}, data, Q, Qt, r, ledger);
}

/* H[c][e][f][g], c <= e only if symmetric: pairs of entries (E9) with moduli M; v: fields u, or u' on the right side */
GUD_ALWAYS void strain_pairs(const GudStrainTable *t, int g, int symmetric, const GudScalar *M,
                             GudScalar u[3][STRAIN_F], GudScalar v[3][STRAIN_F],
                             GudScalar H[3][3][STRAIN_F][STRAIN_F])
{
  GUD_UNROLL
  for (int a = 0; a < 2 * t->num_term; a++) {
    const GudStrainTerm *m  = &t->term[a / 2];
    const int            fa = a % 2 ? m->g : m->f, ga = a % 2 ? m->f : m->g;
    if (!strain_live(t, g, m->k) || (a % 2 && m->f == m->g)) continue;
    GUD_UNROLL
    for (int b = 0; b < 2 * t->num_term; b++) {
      const GudStrainTerm *n  = &t->term[b / 2];
      const int            fb = b % 2 ? n->g : n->f, gb = b % 2 ? n->f : n->g;
      if (!(t->group[g].couple[m->k] >> n->k & 1) || (b % 2 && n->f == n->g)) continue;
      GudScalar s = (m->f == m->g ? 2 : 1) * m->c * (n->f == n->g ? 2 : 1) * n->c *
                    M[m->k * t->num_strain + n->k];
      for (int c = 0; c < t->dim; c++)
        for (int e = symmetric ? c : 0; e < t->dim; e++) H[c][e][fa][fb] += s * u[c][ga] * v[e][gb];
    }
  }
}

/* A[c][e][i][j] += N_fi H_fg N_gj (E6) */
GUD_ALWAYS void strain_spread(const GudStrainTable *t, int g, const double *N,
                              GudScalar H[STRAIN_F][STRAIN_F], GudScalar A[STRAIN_V][STRAIN_V])
{
  const int nv = t->num_vec;
  GudScalar W[STRAIN_F][STRAIN_V];
  GUD_UNROLL
  for (int f = 0; f < t->num_field; f++) {
    if (!(t->group[g].fields >> f & 1) || !t->touch[f]) continue;
    GUD_UNROLL
    for (int j = 0; j < nv; j++) {
      GudScalar s = 0;
      GUD_UNROLL
      for (int h = 0; h < t->num_field; h++)
        if (t->group[g].fields >> h & 1 && t->touch[h] >> j & 1) s += H[f][h] * N[h * nv + j];
      W[f][j] = s;
    }
  }
  GUD_UNROLL
  for (int i = 0; i < nv; i++) {
    int    num  = 0; /* fields that touch the vector; if one: at an end of a beam it may have no part */
    double only = 0;
    GUD_UNROLL
    for (int f = 0; f < t->num_field; f++)
      if (t->group[g].fields >> f & 1 && t->touch[f] >> i & 1) num++, only = N[f * nv + i];
    if (num == 0 || (num == 1 && only == 0)) continue;
    GUD_ROLLED
    for (int j = 0; j < nv; j++) {
      GudScalar s = A[i][j];
      GUD_UNROLL
      for (int f = 0; f < t->num_field; f++)
        if (t->group[g].fields >> f & 1 && t->touch[f] >> i & 1) s += N[f * nv + i] * W[f][j];
      A[i][j] = s;
    }
  }
}

/* L += dg/dq of one point (E8), s times the gradients at fields u */
GUD_ALWAYS void strain_mode_rows(const GudStrainTable *t, int nm, const StrainEval *o, double s,
                                 GudScalar u[3][STRAIN_F], GudScalar L[GUD_MAX_MODES][3][STRAIN_V])
{
  for (int a = 0; a < 2 * t->num_term; a++) {
    const GudStrainTerm *m = &t->term[a / 2];
    const int            f = a % 2 ? m->g : m->f, h = a % 2 ? m->f : m->g;
    for (int n = 0; n < nm; n++)
      for (int c = 0; c < t->dim; c++) {
        GudScalar x = s * m->c * o->modes[n * t->num_strain + m->k] * u[c][h];
        for (int i = 0; i < t->num_vec; i++) L[n][c][i] += o->N[f * t->num_vec + i] * x;
      }
  }
}

GUD_ALWAYS GudStatus strain_tangent_kind(const GudStrainTable *t, const StrainKind z, const double *data,
                                         GudScalar (*Q)[3], GudScalar (*Qt)[3], const double        co[2],
                                         GudScalar *K)
{
  const int  d = t->dim, nv = t->num_vec, ns = t->num_strain, symmetric = !z.damped;
  GudScalar  T[3][STRAIN_V], Tt[3][STRAIN_V], A[3][3][STRAIN_V][STRAIN_V], L[2][GUD_MAX_MODES][3][STRAIN_V];
  GudScalar  none[2];
  double     beta = data[GUD_STRAIN_BETA], cq = co[0], cv = co[1];
  StrainEval list[GUD_MAX_MODE_POINTS], *o = list;
  int        p = 0;
  strain_transpose(t, Q, T);
  if (z.damped) strain_transpose(t, Qt, Tt);
  if (z.nm) {
    none[0] = none[1] = 0;
    strain_condense(t, z, data, T, Tt, list, none);
    memset(L, 0, sizeof L);
  }
  for (int c = 0; c < d; c++)
    for (int e = symmetric ? c : 0; e < d; e++)
      for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) A[c][e][i][j] = 0;
  GUD_UNROLL
  for (int g = 0; g < t->num_group; g++)
    for (int last = p + strain_group_points(t, data, g); p < last; p++) {
      GudScalar H[3][3][STRAIN_F][STRAIN_F], M[STRAIN_S * STRAIN_S];
      if (z.nm) o = &list[p];
      else if (strain_evaluate(t, z, data, g, p, T, Tt, o) != GUD_OK) return GUD_RETRY;
      GUD_UNROLL
      for (int c = 0; c < d; c++) GUD_UNROLL
      for (int e = symmetric ? c : 0; e < d; e++) GUD_UNROLL
      for (int f = 0; f < t->num_field; f++) GUD_UNROLL
      for (int h = 0; h < t->num_field; h++) H[c][e][f][h] = 0;
      /* d sigma = M de: cq (elastic, or the law's own) + cv beta D */
      const double s = o->w * ((z.law ? 0 : cq) + cv * beta);
      GUD_UNROLL
      for (int k = 0; k < ns * ns; k++)
        if (t->group[g].couple[k / ns] >> k % ns & 1) M[k] = s * o->D[k] + (z.law ? cq * o->w * o->C[k] : 0);
      strain_pairs(t, g, symmetric, M, o->u, o->u, H);
      if (z.damped) { /* + cq beta D de'/dq */
        GUD_UNROLL
        for (int k = 0; k < ns * ns; k++)
          if (t->group[g].couple[k / ns] >> k % ns & 1) M[k] = cq * beta * o->w * o->D[k];
        strain_pairs(t, g, symmetric, M, o->u, o->ut, H);
      }
      if (z.nm) {
        strain_mode_rows(t, z.nm, o, 1, o->u, L[0]);
        strain_mode_rows(t, z.nm, o, cq + cv * beta, o->u, L[1]);
        if (z.damped) strain_mode_rows(t, z.nm, o, cq * beta, o->ut, L[1]);
      }
      GUD_UNROLL
      for (int n = 0; n < t->num_term; n++) { /* geometric part */
        const GudStrainTerm *m = &t->term[n];
        if (!strain_live(t, g, m->k)) continue;
        GudScalar x = cq * o->w * m->c * o->sigma[m->k];
        for (int c = 0; c < d; c++) H[c][c][m->f][m->g] += x, H[c][c][m->g][m->f] += x;
      }
      GUD_ROLLED
      for (int n = 0; n < d * d; n++)
        if (!symmetric || n / d <= n % d) strain_spread(t, g, o->N, H[n / d][n % d], A[n / d][n % d]);
    }
  for (int m = 0; m < z.nm; m++) /* (E8) */
    for (int c = 0; c < d; c++)
      for (int e = symmetric ? c : 0; e < d; e++)
        for (int i = 0; i < nv; i++)
          for (int j = 0; j < nv; j++) A[c][e][i][j] -= L[0][m][c][i] * L[1][m][e][j];
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < nv; j++) {
      GudScalar *block = K + d * i * d * nv + d * j;
      GUD_UNROLL
      for (int c = 0; c < d; c++) GUD_UNROLL
      for (int e = 0; e < d; e++) block[c * d * nv + e] += symmetric && c > e ? A[e][c][j][i] : A[c][e][i][j];
    }
  return GUD_OK;
}

/* co: cq, cv. K (dim num_vec square) += (E6), (E8) */
GUD_ALWAYS GudStatus strain_tangent(const GudStrainTable *t, int nm, int law, const double *data,
                                    GudScalar (*Q)[3], GudScalar (*Qt)[3], const double co[2], GudScalar *K)
{
  if (data[GUD_STRAIN_BETA] == 0) return strain_tangent_kind(t, (StrainKind){nm, law, 0}, data, Q, Qt, co, K);
  return strain_tangent_kind(t, (StrainKind){nm, law, 1}, data, Q, Qt, co, K);
}

/* At all integration points, for output. Always GUD_OK. */
GUD_ALWAYS GudStatus strain_points(const GudStrainTable *t, int nm, int law, const double *data,
                                   GudScalar (*Q)[3], GudStrainPoint *out)
{
  const StrainKind z = {nm, law, 0};
  GudScalar        T[3][STRAIN_V], none[2]       = {0};
  StrainEval       list[GUD_MAX_MODE_POINTS], *o = list;
  int              p = 0;
  strain_transpose(t, Q, T);
  if (nm) strain_condense(t, z, data, T, T, list, none);
  GUD_UNROLL
  for (int g = 0; g < t->num_group; g++)
    for (int last = p + strain_group_points(t, data, g); p < last; p++, out++) {
      if (nm) o = &list[p];
      else if (strain_evaluate(t, z, data, g, p, T, T, o) != GUD_OK)
        for (int k = 0; k < t->num_strain; k++) o->sigma[k] = NAN;
      for (int k = 0; k < t->num_strain; k++) out->e[k] = o->e[k], out->sigma[k] = o->sigma[k];
      for (int c = 0; c < t->dim; c++)
        for (int f = 0; f < t->num_field; f++) out->u[c][f] = t->group[g].fields >> f & 1 ? o->u[c][f] : 0;
    }
  return GUD_OK;
}

#endif
