/* Kernels of the strain integrator, equations (E1)-(E8) of strain.h, for the file of an element.

   The element's table is a constant there: after inlining, terms, touched vectors and coupled strains are known to the
   compiler, so that no zero of N or D is multiplied and loops unroll; work arrays have the element's own size, which the
   includer says first:

     #define GUD_STRAIN_VECTORS 8
     #include "strain_kernel.h"

   Gradients: a term c u_f.u_g of strain k gives de_k/du_f = c u_g and de_k/du_g = c u_f (f = g: one, 2 c u_f), a triple
   product three cross products; G[n][s] for factor (slot) s of term n. (E6) is
   (E9) Y_k = sum_l w D_kl G_l,  H_fg = sum_k G_kf (x) Y_kg,  W_f = sum_g H_fg N_g,  K = sum_f N_f^T W_f
   and of a triple product also c sigma u_f.(du_a x du_b) + ...: skew blocks of H.
   An element with measures (strain.h) says #define GUD_STRAIN_MEASURE rod_measure before it includes this file.
   Without damping K is symmetric: blocks [c][e] with c <= e are summed, the others are their transposes.
   The complex build of the battery compiles these lines as they are, and so does that of packs (contract/pack.h). */
#ifndef GUD_STRAIN_KERNEL_H
#define GUD_STRAIN_KERNEL_H

#include "material.h"
#include "strain.h"

#include <string.h>

enum { STRAIN_V = GUD_STRAIN_VECTORS, STRAIN_F = GUD_MAX_FIELDS, STRAIN_S = GUD_MAX_STRAINS };

#ifndef GUD_STRAIN_MEASURE
#define GUD_STRAIN_MEASURE strain_no_measure
static inline GudStatus strain_no_measure(int measure, const double *D, const double *c, const double *ref,
                                          const GudScalar *e, int tangent, GudMeasure *o)
{
  (void)measure, (void)D, (void)c, (void)ref, (void)e, (void)tangent, (void)o;
  return GUD_FATAL;
}
#endif

/* Which kernel: modes, a law of material.h, rates, with derivatives of sigma. Constants in each call. */
typedef struct {
  int nm, law, damped, tangent;
} StrainKind;

/* G[n][s][c], see above */
typedef GudScalar StrainGradient[GUD_MAX_TERMS][3][3];

/* Everything at one point. V, C: of a law only. se, sd: elastic stress of (E3), damping stress. */
typedef struct {
  const double  *N, *D, *modes;
  double         w;
  GudScalar      u[3][STRAIN_F], ut[3][STRAIN_F], e[STRAIN_S], et[STRAIN_S], se[STRAIN_S], sd[STRAIN_S];
  GudScalar      sigma[STRAIN_S], V, C[STRAIN_S * STRAIN_S];
  StrainGradient G, Gt; /* and its rate */
  GudMeasure     measure;
} StrainEval;

GUD_ALWAYS int strain_live(const GudStrainTable *t, int g, int k)
{
  return t->group[g].couple[k] != 0;
}

GUD_ALWAYS const unsigned *strain_touch(const GudStrainTable *t, int g)
{
  return t->group[g].touch ? t->group[g].touch : t->touch;
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
    for (int c = 0; c < t->dim; c++) u[c][f] = gud_constant(constant && t->constant ? t->constant[f][c] : 0);
    GUD_UNROLL
    for (int i = 0; i < t->num_vec; i++)
      if (strain_touch(t, g)[f] >> i & 1)
        for (int c = 0; c < t->dim; c++) u[c][f] += N[f * t->num_vec + i] * Q[c][i];
  }
}

GUD_ALWAYS GudScalar strain_dot(int d, GudScalar u[3][STRAIN_F], int f, const GudScalar x[3])
{
  GudScalar s = u[0][f] * x[0] + u[1][f] * x[1];
  return d == 3 ? s + u[2][f] * x[2] : s;
}

/* x += s u_f x v_h */
GUD_ALWAYS void strain_cross(double s, GudScalar u[3][STRAIN_F], int f, GudScalar v[3][STRAIN_F], int h,
                             GudScalar x[3])
{
  x[0] += s * (u[1][f] * v[2][h] - u[2][f] * v[1][h]);
  x[1] += s * (u[2][f] * v[0][h] - u[0][f] * v[2][h]);
  x[2] += s * (u[0][f] * v[1][h] - u[1][f] * v[0][h]);
}

/* Gradients of the terms of group g at fields u; rate: their change with the fields' rates ut. */
GUD_ALWAYS void strain_gradient(const GudStrainTable *t, int g, int rate, GudScalar u[3][STRAIN_F],
                                GudScalar ut[3][STRAIN_F], StrainGradient G)
{
  GUD_UNROLL
  for (int n = 0; n < t->num_term; n++) {
    const GudStrainTerm *m  = &t->term[n];
    const int            ns = gud_strain_slots(m), triple = m->g >= GUD_CROSS(0, 0);
    if (!strain_live(t, g, m->k)) continue;
    GUD_UNROLL
    for (int s = 0; s < 3; s++) {
      const int f = gud_strain_slot(m, (s + 1) % (triple ? 3 : 2));
      const int h = gud_strain_slot(m, (s + 2) % 3);
      if (s >= ns) continue;
      if (!triple) {
        for (int c = 0; c < t->dim; c++)
          G[n][s][c] = (ns == 1 ? 2 : 1) * m->c * (rate ? ut[c][s ? m->f : m->g] : u[c][s ? m->f : m->g]);
      } else if (ns == 2) { /* u_f . (u_a x normal) */
        const int    o    = gud_strain_slot(m, 1 - s);
        const double sign = s ? -m->c : m->c;
        G[n][s][0] = sign * (rate ? ut[1][o] : u[1][o]), G[n][s][1] = -sign * (rate ? ut[0][o] : u[0][o]);
      } else {
        for (int c = 0; c < 3; c++) G[n][s][c] = GUD_ZERO;
        if (rate) strain_cross(m->c, ut, f, u, h, G[n][s]), strain_cross(m->c, u, f, ut, h, G[n][s]);
        else strain_cross(m->c, u, f, u, h, G[n][s]);
      }
    }
  }
}

/* out = D in, with the couplings of group g */
GUD_ALWAYS void strain_stress(const GudStrainTable *t, int g, const double *D, const GudScalar *in,
                              GudScalar *out)
{
  GUD_UNROLL
  for (int k = 0; k < t->num_strain; k++) {
    GudScalar s = GUD_ZERO;
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
  strain_gradient(t, g, 0, o->u, o->u, o->G);
  GUD_UNROLL
  for (int k = 0; k < t->num_strain; k++) o->e[k] = gud_constant(t->group[g].measure ? 0 : -pt[2 + k]);
  GUD_UNROLL
  for (int n = 0; n < t->num_term; n++) { /* (E2) */
    const GudStrainTerm *m = &t->term[n];
    if (strain_live(t, g, m->k))
      o->e[m->k] += (m->f == m->g ? 0.5 : 1) * strain_dot(t->dim, o->u, m->f, o->G[n][0]);
  }
  if (t->group[g].measure) {
    const double *c = data + GUD_STRAIN_CONSTANTS;
    if (GUD_STRAIN_MEASURE(t->group[g].measure, o->D, c, pt + 2, o->e, z.tangent, &o->measure) != GUD_OK)
      return GUD_RETRY;
  } else {
    strain_stress(t, g, o->D, o->e, o->se);
  }
  GUD_UNROLL
  for (int k = 0; k < t->num_strain; k++)
    if (strain_live(t, g, k))
      o->sigma[k] = z.law ? GUD_ZERO : t->group[g].measure ? o->measure.sigma[k] : o->se[k];
  if (z.damped) { /* (E4) */
    beta = data[GUD_STRAIN_BETA];
    strain_fields(t, g, 0, o->N, Qt, o->ut);
    if (z.tangent) strain_gradient(t, g, 1, o->u, o->ut, o->Gt);
    GUD_UNROLL
    for (int k = 0; k < t->num_strain; k++) o->et[k] = GUD_ZERO;
    GUD_UNROLL
    for (int n = 0; n < t->num_term; n++) {
      const GudStrainTerm *m = &t->term[n];
      if (!strain_live(t, g, m->k)) continue;
      GUD_UNROLL
      for (int s = 0; s < 3; s++)
        if (s < gud_strain_slots(m))
          o->et[m->k] += beta * strain_dot(t->dim, o->ut, gud_strain_slot(m, s), o->G[n][s]);
    }
    strain_stress(t, g, o->D, o->et, o->sd);
    GUD_UNROLL
    for (int k = 0; k < t->num_strain; k++)
      if (strain_live(t, g, k)) o->sigma[k] += o->sd[k];
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
      GudScalar s = GUD_ZERO;
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

/* Is term n the first of group g with its cross product? */
GUD_ALWAYS int strain_first(const GudStrainTable *t, int g, int n)
{
  int first = 1;
  GUD_UNROLL
  for (int k = 0; k < n; k++) first &= t->term[k].g != t->term[n].g || !strain_live(t, g, t->term[k].k);
  return first;
}

/* (E5) of the factors a, b of all triple products with the cross product of term n: with y = sum c w sigma u_f,
   p_a += u_b x y, p_b += y x u_a */
GUD_ALWAYS void strain_triples(const GudStrainTable *t, int g, int n, const StrainEval *o,
                               GudScalar pf[3][STRAIN_F])
{
  const int a = gud_strain_slot(&t->term[n], 1), b = gud_strain_slot(&t->term[n], 2);
  GudScalar y[3] = {0};
  GUD_UNROLL
  for (int k = 0; k < t->num_term; k++) {
    const GudStrainTerm *m = &t->term[k];
    if (k < n || m->g != t->term[n].g || !strain_live(t, g, m->k)) continue;
    GudScalar x = m->c * o->w * o->sigma[m->k];
    for (int c = 0; c < 3; c++) y[c] += x * o->u[c][m->f];
  }
  GUD_UNROLL
  for (int c = 0; c < 3; c++) {
    const int d = (c + 1) % 3, e = (c + 2) % 3;
    pf[c][a] += o->u[d][b] * y[e] - o->u[e][b] * y[d];
    pf[c][b] += y[d] * o->u[e][a] - y[e] * o->u[d][a];
  }
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
    for (int i = 0; i < t->num_vec; i++) R[c][i] = GUD_ZERO;
  GUD_UNROLL
  for (int g = 0; g < t->num_group; g++)
    for (int last = p + strain_group_points(t, data, g); p < last; p++) {
      GudScalar pf[3][STRAIN_F];
      if (z.nm) o = &list[p];
      else if (strain_evaluate(t, z, data, g, p, T, Tt, o) != GUD_OK) return GUD_RETRY;
      if (ledger) { /* (E3), (E7) */
        GudScalar s = GUD_ZERO, P = GUD_ZERO;
        GUD_UNROLL
        for (int k = 0; k < t->num_strain; k++) {
          if (!strain_live(t, g, k)) continue;
          s += 0.5 * (t->group[g].measure ? o->measure.m[k] * o->measure.f[k] : o->e[k] * o->se[k]);
          if (z.damped) P += o->et[k] * o->sd[k];
        }
        sum[0] += o->w * (z.law ? o->V : s);
        if (z.damped) sum[1] += o->w * P / data[GUD_STRAIN_BETA];
      }
      if (!r) continue;
      GUD_UNROLL
      for (int f = 0; f < t->num_field; f++)
        for (int c = 0; c < t->dim; c++) pf[c][f] = GUD_ZERO;
      GUD_UNROLL
      for (int n = 0; n < t->num_term; n++) { /* (E5) */
        const GudStrainTerm *m = &t->term[n];
        if (!strain_live(t, g, m->k)) continue;
        GudScalar x = o->w * o->sigma[m->k];
        GUD_UNROLL
        for (int s = 0; s < 3; s++)
          if (s < gud_strain_slots(m) && (s == 0 || gud_strain_slots(m) < 3))
            for (int c = 0; c < t->dim; c++) pf[c][gud_strain_slot(m, s)] += x * o->G[n][s][c];
        if (gud_strain_slots(m) == 3 && strain_first(t, g, n)) strain_triples(t, g, n, o, pf);
      }
      GUD_UNROLL
      for (int f = 0; f < t->num_field; f++) {
        if (!(t->group[g].fields >> f & 1)) continue;
        GUD_UNROLL
        for (int i = 0; i < t->num_vec; i++)
          if (strain_touch(t, g)[f] >> i & 1)
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
  if (data[GUD_STRAIN_BETA] == 0 && !ledger) /* most calls: no energies are kept */
    return strain_forces_kind(t, (StrainKind){nm, law, 0, 0}, data, Q, Qt, r, NULL);
  if (data[GUD_STRAIN_BETA] == 0)
    return strain_forces_kind(t, (StrainKind){nm, law, 0, 0}, data, Q, Qt, r, ledger);
  return strain_forces_kind(t, (StrainKind){nm, law, 1, 0}, data, Q, Qt, r, ledger);
}

/* Does strain k, or one that it couples with, depend on field h? */
GUD_ALWAYS int strain_reaches(const GudStrainTable *t, int g, int k, int h)
{
  int yes = 0;
  GUD_UNROLL
  for (int n = 0; n < t->num_term; n++) GUD_UNROLL
  for (int s = 0; s < 3; s++)
    if (t->group[g].couple[k] >> t->term[n].k & 1 && s < gud_strain_slots(&t->term[n]))
      yes |= gud_strain_slot(&t->term[n], s) == h;
  return yes;
}

/* H[c][e][f][h], c <= e only if symmetric: += G (x) M right (E9); right: G, or its rate */
GUD_ALWAYS void strain_pairs(const GudStrainTable *t, int g, int symmetric, const GudScalar *M,
                             StrainGradient G, StrainGradient right, GudScalar H[3][3][STRAIN_F][STRAIN_F])
{
  GUD_UNROLL
  for (int k = 0; k < t->num_strain; k++) {
    GudScalar Y[STRAIN_F][3];
    if (!strain_live(t, g, k)) continue;
    GUD_UNROLL
    for (int h = 0; h < t->num_field; h++)
      for (int c = 0; c < t->dim; c++) Y[h][c] = GUD_ZERO;
    GUD_UNROLL
    for (int n = 0; n < t->num_term; n++) {
      const GudStrainTerm *m = &t->term[n];
      if (!(t->group[g].couple[k] >> m->k & 1)) continue;
      GUD_UNROLL
      for (int s = 0; s < 3; s++)
        if (s < gud_strain_slots(m))
          for (int c = 0; c < t->dim; c++)
            Y[gud_strain_slot(m, s)][c] += M[k * t->num_strain + m->k] * right[n][s][c];
    }
    GUD_UNROLL
    for (int n = 0; n < t->num_term; n++) {
      const GudStrainTerm *m = &t->term[n];
      if (m->k != k) continue;
      GUD_UNROLL
      for (int s = 0; s < 3; s++) {
        if (s >= gud_strain_slots(m)) continue;
        GUD_UNROLL
        for (int h = 0; h < t->num_field; h++) {
          if (!strain_reaches(t, g, k, h)) continue;
          for (int c = 0; c < t->dim; c++)
            for (int e = symmetric ? c : 0; e < t->dim; e++)
              H[c][e][gud_strain_slot(m, s)][h] += G[n][s][c] * Y[h][e];
        }
      }
    }
  }
}

/* H += x times the second derivatives of term m */
GUD_ALWAYS void strain_bend(const GudStrainTable *t, const GudStrainTerm *m, int symmetric, GudScalar x,
                            GudScalar u[3][STRAIN_F], GudScalar H[3][3][STRAIN_F][STRAIN_F])
{
  const int ns = gud_strain_slots(m);
  if (m->g < GUD_CROSS(0, 0)) {
    for (int c = 0; c < t->dim; c++) H[c][c][m->f][m->g] += x, H[c][c][m->g][m->f] += x;
  } else if (ns == 2) {
    const int a = gud_strain_slot(m, 1);
    H[0][1][m->f][a] += x, H[0][1][a][m->f] -= x;
    if (!symmetric) H[1][0][m->f][a] -= x, H[1][0][a][m->f] += x;
  } else { /* factors f, a, b in a circle: block (f, a) is -x skew(u_b), block (a, f) its transpose */
    GUD_UNROLL
    for (int s = 0; s < 3; s++) {
      const int f = gud_strain_slot(m, s), a = gud_strain_slot(m, (s + 1) % 3),
                b = gud_strain_slot(m, (s + 2) % 3);
      GUD_UNROLL
      for (int c = 0; c < 3; c++) {
        const int e = (c + 1) % 3, up = c < e;
        GudScalar y = x * u[(c + 2) % 3][b];
        if (up || !symmetric) H[c][e][f][a] += y, H[c][e][a][f] -= y;
        if (!up || !symmetric) H[e][c][f][a] -= y, H[e][c][a][f] += y;
      }
    }
  }
}

/* Does a field of group g touch vector j? */
GUD_ALWAYS int strain_column(const GudStrainTable *t, int g, int j)
{
  unsigned bits = 0;
  GUD_UNROLL
  for (int f = 0; f < t->num_field; f++)
    if (t->group[g].fields >> f & 1) bits |= strain_touch(t, g)[f];
  return (int)(bits >> j & 1);
}

/* A[c][e][i][j] += N_fi H_fg N_gj (E6) */
GUD_ALWAYS void strain_spread(const GudStrainTable *t, int g, const double *N,
                              GudScalar H[STRAIN_F][STRAIN_F], GudScalar A[STRAIN_V][STRAIN_V])
{
  const int nv = t->num_vec;
  GudScalar W[STRAIN_F][STRAIN_V];
  GUD_UNROLL
  for (int f = 0; f < t->num_field; f++) {
    if (!(t->group[g].fields >> f & 1) || !strain_touch(t, g)[f]) continue;
    GUD_UNROLL
    for (int j = 0; j < nv; j++) {
      GudScalar s = GUD_ZERO;
      GUD_UNROLL
      for (int h = 0; h < t->num_field; h++)
        if (t->group[g].fields >> h & 1 && strain_touch(t, g)[h] >> j & 1) s += H[f][h] * N[h * nv + j];
      W[f][j] = s;
    }
  }
  GUD_UNROLL
  for (int i = 0; i < nv; i++) {
    int    num  = 0; /* fields that touch the vector; if one: at an end of a beam it may have no part */
    double only = 0;
    GUD_UNROLL
    for (int f = 0; f < t->num_field; f++)
      if (t->group[g].fields >> f & 1 && strain_touch(t, g)[f] >> i & 1) num++, only = N[f * nv + i];
    if (num == 0 || (num == 1 && only == 0)) continue;
    if (t->group[g].touch) { /* few vectors: the others are left out */
      GUD_UNROLL
      for (int j = 0; j < nv; j++) {
        if (!strain_column(t, g, j)) continue;
        GUD_UNROLL
        for (int f = 0; f < t->num_field; f++)
          if (t->group[g].fields >> f & 1 && strain_touch(t, g)[f] >> i & 1)
            A[i][j] += N[f * nv + i] * W[f][j];
      }
      continue;
    }
    GUD_ROLLED
    for (int j = 0; j < nv; j++) {
      GudScalar s = A[i][j];
      GUD_UNROLL
      for (int f = 0; f < t->num_field; f++)
        if (t->group[g].fields >> f & 1 && strain_touch(t, g)[f] >> i & 1) s += N[f * nv + i] * W[f][j];
      A[i][j] = s;
    }
  }
}

/* L += dg/dq of one point (E8), s times the gradients G */
GUD_ALWAYS void strain_mode_rows(const GudStrainTable *t, int nm, const StrainEval *o, double s,
                                 StrainGradient G, GudScalar L[GUD_MAX_MODES][3][STRAIN_V])
{
  for (int a = 0; a < t->num_term; a++)
    for (int slot = 0; slot < gud_strain_slots(&t->term[a]); slot++) {
      const GudStrainTerm *m = &t->term[a];
      const int            f = gud_strain_slot(m, slot);
      for (int n = 0; n < nm; n++)
        for (int c = 0; c < t->dim; c++) {
          GudScalar x = s * o->modes[n * t->num_strain + m->k] * G[a][slot][c];
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
    none[0] = none[1] = GUD_ZERO;
    strain_condense(t, z, data, T, Tt, list, none);
    memset(L, 0, sizeof L);
  }
  for (int c = 0; c < d; c++)
    for (int e = symmetric ? c : 0; e < d; e++)
      for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) A[c][e][i][j] = GUD_ZERO;
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
      for (int h = 0; h < t->num_field; h++) H[c][e][f][h] = GUD_ZERO;
      /* d sigma = M de: cq (elastic, or the law's own) + cv beta D */
      const GudScalar *C  = z.law ? o->C : t->group[g].measure ? o->measure.C : NULL;
      const double     s  = o->w * ((C ? 0 : cq) + cv * beta);
      const double     cw = cq * o->w;
      GUD_UNROLL
      for (int k = 0; k < ns; k++) GUD_UNROLL
      for (int l = 0; l < ns; l++)
        if (t->group[g].couple[k] >> l & 1)
          M[k * ns + l] = gud_constant(C && !z.damped ? 0 : s * o->D[k * ns + l]) +
                          (C ? cw * C[k * ns + l] : GUD_ZERO);
      strain_pairs(t, g, symmetric, M, o->G, o->G, H);
      if (z.damped) { /* + cq beta D de'/dq */
        GUD_UNROLL
        for (int k = 0; k < ns; k++) GUD_UNROLL
        for (int l = 0; l < ns; l++)
          if (t->group[g].couple[k] >> l & 1) M[k * ns + l] = gud_constant(cw * beta * o->D[k * ns + l]);
        strain_pairs(t, g, symmetric, M, o->G, o->Gt, H);
      }
      if (z.nm) {
        strain_mode_rows(t, z.nm, o, 1, o->G, L[0]);
        strain_mode_rows(t, z.nm, o, cq + cv * beta, o->G, L[1]);
        if (z.damped) strain_mode_rows(t, z.nm, o, cq * beta, o->Gt, L[1]);
      }
      GUD_UNROLL
      for (int n = 0; n < t->num_term; n++) { /* geometric part */
        const GudStrainTerm *m = &t->term[n];
        if (!strain_live(t, g, m->k)) continue;
        strain_bend(t, m, symmetric, cq * o->w * m->c * o->sigma[m->k], o->u, H);
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
  if (data[GUD_STRAIN_BETA] == 0)
    return strain_tangent_kind(t, (StrainKind){nm, law, 0, 1}, data, Q, Qt, co, K);
  return strain_tangent_kind(t, (StrainKind){nm, law, 1, 1}, data, Q, Qt, co, K);
}

/* Reference strains of measures, from the sums that gud_strain_finish has left. Once, in the set-up. */
GUD_ALWAYS GudStatus strain_reference(const GudStrainTable *t, double *data)
{
  static const double none[STRAIN_S] = {0};
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    double    *pt = (double *)gud_strain_point(t, data, p);
    GudScalar  e[STRAIN_S];
    GudMeasure o = {0};
    const int  g = (int)pt[1];
    if (!t->group[g].measure) continue;
    for (int k = 0; k < t->num_strain; k++) e[k] = gud_constant(pt[2 + k]);
    const double *D = gud_strain_group(t, data, g), *c = data + GUD_STRAIN_CONSTANTS;
    if (GUD_STRAIN_MEASURE(t->group[g].measure, D, c, none, e, 0, &o) != GUD_OK) return GUD_FATAL;
    for (int k = 0; k < t->num_strain; k++) pt[2 + k] = strain_live(t, g, k) ? gud_re(o.m[k]) : 0;
  }
  return GUD_OK;
}

/* At all integration points, for output. Always GUD_OK. */
GUD_ALWAYS GudStatus strain_points(const GudStrainTable *t, int nm, int law, const double *data,
                                   GudScalar (*Q)[3], GudStrainPoint *out)
{
  const StrainKind z = {nm, law, 0, 0};
  GudScalar        T[3][STRAIN_V], none[2]       = {0};
  StrainEval       list[GUD_MAX_MODE_POINTS], *o = list;
  int              p = 0;
  memset(&list[0].measure, 0, sizeof list[0].measure);
  strain_transpose(t, Q, T);
  if (nm) strain_condense(t, z, data, T, T, list, none);
  GUD_UNROLL
  for (int g = 0; g < t->num_group; g++)
    for (int last = p + strain_group_points(t, data, g); p < last; p++, out++) {
      if (nm) o = &list[p];
      else if (strain_evaluate(t, z, data, g, p, T, T, o) != GUD_OK)
        for (int k = 0; k < t->num_strain; k++)
          o->sigma[k] = o->measure.f[k] = o->measure.m[k] = gud_constant(NAN);
      for (int k = 0; k < t->num_strain; k++) {
        const int live = strain_live(t, g, k), measure = t->group[g].measure;
        out->e[k]     = !live ? GUD_ZERO : measure ? o->measure.m[k] : o->e[k];
        out->sigma[k] = !live ? GUD_ZERO : measure ? o->measure.f[k] : o->sigma[k];
      }
      for (int c = 0; c < t->dim; c++)
        for (int f = 0; f < t->num_field; f++)
          out->u[c][f] = t->group[g].fields >> f & 1 ? o->u[c][f] : GUD_ZERO;
    }
  return GUD_OK;
}

#endif
