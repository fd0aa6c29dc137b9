/* See strain.h for the equations (E1)-(E8).
   verified by: battery, t220 (oracle of reference/ancf_beam3d_force.csv), t223 (modes, laws) */
#include "strain.h"

#include "material.h"

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
  memset(data, 0, sizeof(double) * GUD_STRAIN_HEADER);
  data[GUD_STRAIN_BETA] = beta;
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

/* C_p, num_mode x num_strain */
static const double *modes_of(const GudStrainTable *t, const double *data, int p)
{
  return data + gud_strain_data_size(t) + p * (int)data[GUD_STRAIN_MODES] * t->num_strain;
}

void strain_set_modes(const GudStrainTable *t, double *data, int num_mode, const double *M)
{
  double H[GUD_MAX_MODES][GUD_MAX_MODES] = {{0}};
  int    np = (int)data[GUD_STRAIN_POINTS], nm = num_mode, ns = t->num_strain;
  data[GUD_STRAIN_MODES] = nm;
  for (int p = 0; p < np; p++) { /* C = w M D, H = sum C M^T */
    const double *pt = point_of(t, data, p), *D = group_of(t, data, (int)pt[1]), *Mp = M + p * nm * ns;
    double       *C = (double *)modes_of(t, data, p);
    for (int m = 0; m < nm; m++)
      for (int k = 0; k < ns; k++) {
        C[m * ns + k] = 0;
        for (int l = 0; l < ns; l++) C[m * ns + k] += pt[0] * Mp[m * ns + l] * D[l * ns + k];
      }
    for (int m = 0; m < nm; m++)
      for (int n = 0; n < nm; n++)
        for (int k = 0; k < ns; k++) H[m][n] += C[m * ns + k] * Mp[n * ns + k];
  }
  for (int m = 0; m < nm; m++) /* H = L L^T, L below and on the diagonal */
    for (int n = 0; n <= m; n++) {
      for (int k = 0; k < n; k++) H[m][n] -= H[m][k] * H[n][k];
      H[m][n] = m == n ? sqrt(H[m][m]) : H[m][n] / H[n][n];
    }
  for (int p = 0; p < np; p++) { /* C = L^-1 C */
    double *C = (double *)modes_of(t, data, p);
    for (int m = 0; m < nm; m++)
      for (int k = 0; k < ns; k++) {
        for (int n = 0; n < m; n++) C[m * ns + k] -= H[m][n] * C[n * ns + k];
        C[m * ns + k] /= H[m][m];
      }
  }
}

void strain_set_law(double *data, int law, const double c[GUD_LAW_CONSTANTS])
{
  data[GUD_STRAIN_LAW] = law;
  memcpy(data + GUD_STRAIN_CONSTANTS, c, sizeof(double) * GUD_LAW_CONSTANTS);
}

/* The kernels below are written once for any size and instantiated for the sizes of the registered elements: sizes that
   are constants let the compiler unroll and vectorise. Work arrays are component-major: x[c][i]. */
#if defined(__GNUC__)
#define ALWAYS static inline __attribute__((always_inline))
#else
#define ALWAYS static inline
#endif

#if defined(__GNUC__) && !defined(__clang__)
#define UNROLL _Pragma("GCC unroll 16")
#else
#define UNROLL
#endif

enum { V = GUD_MAX_ELEMENT_VECTORS };

typedef struct {
  int d, nv, nf, ns; /* components, vectors, fields, strains */
  int nm, law;       /* modes; 1: a law of material.h */
  int known;         /* the table is beam3d below, a constant: terms and touched vectors unroll */
} Size;

/* clang-format off */
/* fields r_x, r_y, r_z, r_y', r_z'; strains (A4) of ancf_beam3d.c */
static const GudStrainTerm beam3d_terms[] = {
  {0,0,0,.5}, {1,0,1,1}, {2,0,2,1}, {3,4,1,.5}, {3,3,2,-.5}, {4,0,3,1}, {5,0,4,1}, {6,1,1,.5}, {7,2,2,.5}, {8,1,2,1}};
/* bits of r, r_x, r_y, r_z of both nodes whose N_fi are not zero */
static const unsigned       beam3d_touch[] = {0x33, 0x44, 0x88, 0x44, 0x88};
static const GudStrainTable beam3d         = GUD_STRAIN_TABLE(3, 8, 5, 9, beam3d_terms, 10, 5, 2, NULL);
/* clang-format on */
const GudStrainTable *const gud_strain_beam3d = &beam3d;

/* (E1) u[c][f] */
ALWAYS void fields(const Size z, const double (*constant)[3], const double *N, GudScalar Q[3][V],
                   GudScalar u[3][F])
{
  if (z.known) {
    UNROLL
    for (int f = 0; f < z.nf; f++) {
      for (int c = 0; c < z.d; c++) u[c][f] = 0;
      UNROLL
      for (int i = 0; i < z.nv; i++)
        if (beam3d_touch[f] >> i & 1)
          for (int c = 0; c < z.d; c++) u[c][f] += N[f * z.nv + i] * Q[c][i];
    }
    return;
  }
  for (int c = 0; c < z.d; c++)
    for (int f = 0; f < z.nf; f++) {
      GudScalar x = constant ? constant[f][c] : 0;
      for (int i = 0; i < z.nv; i++) x += N[f * z.nv + i] * Q[c][i];
      u[c][f] = x;
    }
}

/* R[c][i] += N_fi p[c][f] (E5) */
ALWAYS void spread(const Size z, const double *N, GudScalar p[3][F], GudScalar R[3][V])
{
  if (z.known) {
    UNROLL
    for (int f = 0; f < z.nf; f++) {
      UNROLL
      for (int i = 0; i < z.nv; i++)
        if (beam3d_touch[f] >> i & 1)
          for (int c = 0; c < z.d; c++) R[c][i] += N[f * z.nv + i] * p[c][f];
    }
    return;
  }
  for (int c = 0; c < z.d; c++)
    for (int f = 0; f < z.nf; f++)
      for (int i = 0; i < z.nv; i++) R[c][i] += N[f * z.nv + i] * p[c][f];
}

ALWAYS void transpose(const Size z, GudScalar (*Q)[3], GudScalar T[3][V])
{
  for (int i = 0; i < z.nv; i++)
    for (int c = 0; c < z.d; c++) T[c][i] = Q[i][c];
}

ALWAYS GudScalar dot(const int d, GudScalar u[3][F], int f, GudScalar w[3][F], int g)
{
  GudScalar s = u[0][f] * w[0][g] + u[1][f] * w[1][g];
  return d == 3 ? s + u[2][f] * w[2][g] : s;
}

/* Everything at one point that force and tangent need. */
typedef struct {
  const double *N, *D, *modes;
  double        w;
  GudScalar     u[3][F], ut[3][F], e[S], et[S], total[S], sigma[S], V, C[S * S]; /* V, C: of a law only */
} Point;

ALWAYS GudStatus evaluate(const GudStrainTable *t, const Size z, const double *data, int p, GudScalar Q[3][V],
                          GudScalar (*Qt)[V], Point *o)
{
  const double *pt = point_of(t, data, p);
  o->w = pt[0], o->N = pt + 2 + z.ns, o->D = group_of(t, data, (int)pt[1]);
  fields(z, t->constant, o->N, Q, o->u);
  for (int k = 0; k < z.ns; k++) o->e[k] = -pt[2 + k], o->et[k] = 0;
  UNROLL
  for (int n = 0; n < t->num_term; n++) /* (E2) */
    o->e[t->term[n].k] += t->term[n].c * dot(z.d, o->u, t->term[n].f, o->u, t->term[n].g);
  for (int k = 0; k < z.ns; k++) o->total[k] = z.law ? 0 : o->e[k];
  if (Qt) {
    double beta = data[GUD_STRAIN_BETA];
    fields(z, NULL, o->N, Qt, o->ut);
    for (int n = 0; n < t->num_term; n++) {
      const GudStrainTerm *m = &t->term[n];
      o->et[m->k] += m->c * (dot(z.d, o->ut, m->f, o->u, m->g) + dot(z.d, o->u, m->f, o->ut, m->g));
    }
    for (int k = 0; k < z.ns; k++) o->total[k] += beta * o->et[k];
  }
  for (int k = 0; k < z.ns; k++) { /* (E4) */
    GudScalar s = 0;
    for (int l = 0; l < z.ns; l++) s += o->D[k * z.ns + l] * o->total[l];
    o->sigma[k] = s;
  }
  if (z.law) {
    GudScalar s[S];
    GudLaw    law = gud_laws[(int)data[GUD_STRAIN_LAW]];
    if (law(data + GUD_STRAIN_CONSTANTS, o->u, o->e, &o->V, s, o->C) != GUD_OK) return GUD_RETRY;
    for (int k = 0; k < z.ns; k++) o->sigma[k] += s[k];
  }
  return GUD_OK;
}

/* (E7) All points of an element with modes, their stresses corrected. */
ALWAYS void condense(const GudStrainTable *t, const Size z, const double *data, GudScalar Q[3][V],
                     GudScalar (*Qt)[V], Point *o)
{
  GudScalar g[GUD_MAX_MODES] = {0};
  int       np               = (int)data[GUD_STRAIN_POINTS];
  for (int p = 0; p < np; p++) {
    evaluate(t, z, data, p, Q, Qt, &o[p]);
    o[p].modes = modes_of(t, data, p);
    for (int m = 0; m < z.nm; m++)
      for (int k = 0; k < z.ns; k++) g[m] += o[p].modes[m * z.ns + k] * o[p].total[k];
  }
  for (int p = 0; p < np; p++)
    for (int k = 0; k < z.ns; k++) {
      GudScalar s = 0;
      for (int m = 0; m < z.nm; m++) s += o[p].modes[m * z.ns + k] * g[m];
      o[p].sigma[k] -= s / o[p].w;
    }
}

/* Point p: out of condense() if there are modes, else evaluated now. */
ALWAYS Point *next(const GudStrainTable *t, const Size z, const double *data, int p, GudScalar Q[3][V],
                   GudScalar (*Qt)[V], Point *o)
{
  if (z.nm) return &o[p];
  return evaluate(t, z, data, p, Q, Qt, o) == GUD_OK ? o : NULL;
}

static Size size_of(const GudStrainTable *t, const double *data)
{
  return (Size){
    t->dim, t->num_vec, t->num_field, t->num_strain, (int)data[GUD_STRAIN_MODES], data[GUD_STRAIN_LAW] != 0,
    0};
}

void strain_finish(const GudStrainTable *t, double *data, const double (*Q0)[3])
{
  GudScalar Q[3][V] = {{0}};
  Size      z       = size_of(t, data);
  Point     o;
  z.law = 0; /* strains only */
  for (int i = 0; i < t->num_vec; i++)
    for (int c = 0; c < t->dim; c++) Q[c][i] = Q0[i][c];
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    double *pt = (double *)point_of(t, data, p);
    evaluate(t, z, data, p, Q, NULL, &o);
    for (int k = 0; k < t->num_strain; k++) pt[2 + k] = gud_re(o.e[k]);
  }
}

ALWAYS GudScalar energy(const GudStrainTable *t, const Size z, const double *data, GudScalar (*Q)[3])
{
  GudScalar V_ = 0, T[3][V] = {{0}};
  Point     o[GUD_MAX_MODE_POINTS], *x;
  memset(o, 0, sizeof(Point) * (size_t)(z.nm ? GUD_MAX_MODE_POINTS : 1));
  transpose(z, Q, T);
  if (z.nm) condense(t, z, data, T, NULL, o);
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) { /* (E3), (E7) */
    x = next(t, z, data, p, T, NULL, o);
    if (!x) return NAN; /* a state without an energy: the residual asks for a smaller step there */
    if (z.law) V_ += x->w * x->V;
    else
      for (int k = 0; k < z.ns; k++) V_ += 0.5 * x->w * x->e[k] * x->sigma[k];
  }
  return V_;
}

GudScalar strain_dissipation(const GudStrainTable *t, const double *data, GudScalar (*Q)[3],
                             GudScalar (*Qt)[3])
{
  GudScalar P = 0, beta = data[GUD_STRAIN_BETA], T[3][V] = {{0}}, Tt[3][V] = {{0}}, g[GUD_MAX_MODES] = {0};
  Size      z = size_of(t, data);
  Point     o;
  int       ns = t->num_strain;
  if (data[GUD_STRAIN_BETA] == 0) return 0;
  z.law = 0; /* damping is linear with every law */
  transpose(z, Q, T);
  transpose(z, Qt, Tt);
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    const double *C = modes_of(t, data, p);
    evaluate(t, z, data, p, T, Tt, &o);
    for (int k = 0; k < ns; k++)
      for (int l = 0; l < ns; l++) P += o.w * beta * o.et[k] * o.D[k * ns + l] * o.et[l];
    for (int m = 0; m < z.nm; m++)
      for (int k = 0; k < ns; k++) g[m] += C[m * ns + k] * o.et[k];
  }
  for (int m = 0; m < z.nm; m++) P -= beta * g[m] * g[m];
  return P;
}

ALWAYS GudStatus residual(const GudStrainTable *t, const Size z, const double *data, GudScalar (*Q)[3],
                          GudScalar (*Qt)[3], GudScalar (*r)[3])
{
  GudScalar T[3][V], Tt[3][V], R[3][V] = {{0}};
  int       damped = data[GUD_STRAIN_BETA] != 0;
  Point     o[GUD_MAX_MODE_POINTS], *x;
  transpose(z, Q, T);
  if (damped) transpose(z, Qt, Tt);
  if (z.nm) condense(t, z, data, T, damped ? Tt : NULL, o);
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    GudScalar pf[3][F] = {{0}};
    x                  = next(t, z, data, p, T, damped ? Tt : NULL, o);
    if (!x) return GUD_RETRY;
    UNROLL
    for (int n = 0; n < t->num_term; n++) { /* (E5) */
      const GudStrainTerm *m = &t->term[n];
      GudScalar            s = x->w * m->c * x->sigma[m->k];
      for (int c = 0; c < z.d; c++) pf[c][m->f] += s * x->u[c][m->g], pf[c][m->g] += s * x->u[c][m->f];
    }
    spread(z, x->N, pf, R);
  }
  for (int i = 0; i < z.nv; i++)
    for (int c = 0; c < z.d; c++) r[i][c] += R[c][i];
  return GUD_OK;
}

/* B[k][c][f] = de_k/du_f for fields u */
ALWAYS void gradients(const GudStrainTable *t, const Size z, GudScalar u[3][F], GudScalar B[S][3][F])
{
  for (int k = 0; k < z.ns; k++)
    for (int c = 0; c < z.d; c++)
      for (int f = 0; f < z.nf; f++) B[k][c][f] = 0;
  for (int n = 0; n < t->num_term; n++) {
    const GudStrainTerm *m = &t->term[n];
    for (int c = 0; c < z.d; c++)
      B[m->k][c][m->f] += m->c * u[c][m->g], B[m->k][c][m->g] += m->c * u[c][m->f];
  }
}

/* L += dg/dq of one point, from B = de/du: (E8) */
ALWAYS void mode_rows(const Size z, const Point *o, GudScalar B[S][3][F], GudScalar L[GUD_MAX_MODES][3][V])
{
  for (int m = 0; m < z.nm; m++)
    for (int c = 0; c < z.d; c++)
      for (int f = 0; f < z.nf; f++) {
        GudScalar s = 0;
        for (int k = 0; k < z.ns; k++) s += o->modes[m * z.ns + k] * B[k][c][f];
        for (int i = 0; i < z.nv; i++) L[m][c][i] += o->N[f * z.nv + i] * s;
      }
}

ALWAYS GudStatus tangent(const GudStrainTable *t, const Size z, const double *data, GudScalar (*Q)[3],
                         GudScalar (*Qt)[3], const double co[2], GudScalar *K)
{
  GudScalar T[3][V], Tt[3][V], A[3][3][V][V], L[2][GUD_MAX_MODES][3][V];
  double    beta = data[GUD_STRAIN_BETA], cq = co[0], cv = co[1];
  Point     list[GUD_MAX_MODE_POINTS], *o;
  for (int c = 0; c < z.d; c++)
    for (int e = 0; e < z.d; e++)
      for (int i = 0; i < z.nv; i++)
        for (int j = 0; j < z.nv; j++) A[c][e][i][j] = 0;
  transpose(z, Q, T);
  if (beta != 0) transpose(z, Qt, Tt);
  if (z.nm) {
    condense(t, z, data, T, beta != 0 ? Tt : NULL, list);
    memset(L, 0, sizeof L);
  }
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    GudScalar B[S][3][F], Bt[S][3][F], DB[S][3][F], H[3][F][3][F];
    o = next(t, z, data, p, T, beta != 0 ? Tt : NULL, list);
    if (!o) return GUD_RETRY;
    gradients(t, z, o->u, B);
    double elastic = z.law ? 0 : cq; /* of D; a law adds its own moduli */
    for (int k = 0; k < z.ns; k++)   /* argument of D: cq (B + beta B') + cv beta B */
      for (int c = 0; c < z.d; c++)
        for (int f = 0; f < z.nf; f++) Bt[k][c][f] = (elastic + cv * beta) * B[k][c][f];
    if (beta != 0) {
      gradients(t, z, o->ut, DB);
      for (int k = 0; k < z.ns; k++)
        for (int c = 0; c < z.d; c++)
          for (int f = 0; f < z.nf; f++) Bt[k][c][f] += cq * beta * DB[k][c][f];
    }
    if (z.nm) mode_rows(z, o, B, L[0]), mode_rows(z, o, Bt, L[1]);
    for (int k = 0; k < z.ns; k++)
      for (int c = 0; c < z.d; c++)
        for (int f = 0; f < z.nf; f++) DB[k][c][f] = 0;
    for (int k = 0; k < z.ns; k++)
      for (int l = 0; l < z.ns; l++) {
        double w = o->w * o->D[k * z.ns + l];
        for (int c = 0; c < z.d && z.law; c++)
          for (int f = 0; f < z.nf; f++) DB[k][c][f] += cq * o->w * o->C[k * z.ns + l] * B[l][c][f];
        if (w == 0) continue; /* most of D is empty in beams */
        for (int c = 0; c < z.d; c++)
          for (int f = 0; f < z.nf; f++) DB[k][c][f] += w * Bt[l][c][f];
      }
    for (int c = 0; c < z.d; c++)
      for (int f = 0; f < z.nf; f++)
        for (int e = 0; e < z.d; e++)
          for (int g = 0; g < z.nf; g++) {
            GudScalar s = 0;
            for (int k = 0; k < z.ns; k++) s += B[k][c][f] * DB[k][e][g];
            H[c][f][e][g] = s;
          }
    for (int n = 0; n < t->num_term; n++) { /* geometric part */
      const GudStrainTerm *m = &t->term[n];
      GudScalar            s = cq * o->w * m->c * o->sigma[m->k];
      for (int c = 0; c < z.d; c++) H[c][m->f][c][m->g] += s, H[c][m->g][c][m->f] += s;
    }
    for (int c = 0; c < z.d; c++) /* (E6) */
      for (int e = 0; e < z.d; e++)
        for (int f = 0; f < z.nf; f++) {
          GudScalar HN[V] = {0};
          for (int g = 0; g < z.nf; g++)
            for (int j = 0; j < z.nv; j++) HN[j] += H[c][f][e][g] * o->N[g * z.nv + j];
          for (int i = 0; i < z.nv; i++) {
            double n = o->N[f * z.nv + i];
            if (n == 0) continue; /* a field touches some of the vectors only */
            for (int j = 0; j < z.nv; j++) A[c][e][i][j] += n * HN[j];
          }
        }
  }
  for (int m = 0; m < z.nm; m++) /* (E8) */
    for (int c = 0; c < z.d; c++)
      for (int e = 0; e < z.d; e++)
        for (int i = 0; i < z.nv; i++)
          for (int j = 0; j < z.nv; j++) A[c][e][i][j] -= L[0][m][c][i] * L[1][m][e][j];
  for (int i = 0; i < z.nv; i++)
    for (int c = 0; c < z.d; c++)
      for (int j = 0; j < z.nv; j++)
        for (int e = 0; e < z.d; e++) K[(3 * i + c) * 3 * z.nv + 3 * j + e] += A[c][e][i][j];
  return GUD_OK;
}

/* The sizes of the elements that exist; any other, and the complex build of the battery, runs through the general version. */
#ifdef GUD_COMPLEX
#define FOR_SIZES(call) return call(size_of(t, data))
#else
#define FOR_SIZES(call)                                                                    \
  do {                                                                                     \
    int nm = (int)data[GUD_STRAIN_MODES], law = data[GUD_STRAIN_LAW] != 0;                 \
    int key = ((t->dim * 10 + t->num_vec) * 10 + t->num_field) * 10 + t->num_strain;       \
    switch ((key * 10 + nm) * 10 + law) {                                                  \
    case 385900: return call(((Size){3, 8, 5, 9, 0, 0, 0})); /* beam, structural */        \
    case 395600: return call(((Size){3, 9, 5, 6, 0, 0, 0})); /* three-node beam, line */   \
    case 395400: return call(((Size){3, 9, 5, 4, 0, 0, 0})); /* three-node beam, nodes */  \
    case 341100: return call(((Size){3, 4, 1, 1, 0, 0, 0})); /* cable */                   \
    case 241100: return call(((Size){2, 4, 1, 1, 0, 0, 0})); /* planar cable */            \
    case 383600: return call(((Size){3, 8, 3, 6, 0, 0, 0})); /* beam, continuum */         \
    case 263400: return call(((Size){2, 6, 3, 4, 0, 0, 0})); /* planar beam */             \
    case 242300: return call(((Size){2, 4, 2, 3, 0, 0, 0})); /* quad4 */                   \
    case 242340: return call(((Size){2, 4, 2, 3, 4, 0, 0})); /* quad4, enhanced */         \
    case 242301: return call(((Size){2, 4, 2, 3, 0, 1, 0})); /* quad4, law */              \
    case 244300: return call(((Size){2, 4, 4, 3, 0, 0, 0})); /* quad4, linear */           \
    case 244340: return call(((Size){2, 4, 4, 3, 4, 0, 0})); /* quad4, linear, enhanced */ \
    case 282300: return call(((Size){2, 8, 2, 3, 0, 0, 0})); /* quad8 */                   \
    case 282301: return call(((Size){2, 8, 2, 3, 0, 1, 0})); /* quad8, law */              \
    case 292300: return call(((Size){2, 9, 2, 3, 0, 0, 0})); /* quad9 */                   \
    case 292301: return call(((Size){2, 9, 2, 3, 0, 1, 0})); /* quad9, law */              \
    default: return call(size_of(t, data));                                                \
    }                                                                                      \
  } while (0)
#endif

/* the beam with its table; in the complex build the general version proves the formulas */
#ifdef GUD_COMPLEX
#define IS_BEAM3D(t) 0
#else
#define IS_BEAM3D(t) ((t) == &beam3d)
#endif
#define BEAM3D ((Size){3, 8, 5, 9, 0, 0, 1})

GudScalar strain_energy(const GudStrainTable *t, const double *data, GudScalar (*Q)[3])
{
  if (IS_BEAM3D(t)) return energy(&beam3d, BEAM3D, data, Q);
#define CALL(z) energy(t, z, data, Q)
  FOR_SIZES(CALL);
#undef CALL
}

GudStatus strain_residual(const GudStrainTable *t, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                          GudScalar (*r)[3])
{
  if (IS_BEAM3D(t)) return residual(&beam3d, BEAM3D, data, Q, Qt, r);
#define CALL(z) residual(t, z, data, Q, Qt, r)
  FOR_SIZES(CALL);
#undef CALL
}

GudStatus strain_tangent(const GudStrainTable *t, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                         double cq, double cv, GudScalar *K)
{
  const double co[2] = {cq, cv};
#define CALL(z) tangent(t, z, data, Q, Qt, co, K)
  FOR_SIZES(CALL);
#undef CALL
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

void strain_points(const GudStrainTable *t, const double *data, GudScalar (*Q)[3], int first, int num,
                   GudStrainPoint *out)
{
  GudScalar  T[3][V] = {{0}};
  const Size z       = size_of(t, data);
  Point      o[GUD_MAX_MODE_POINTS], *x = o;
  transpose(z, Q, T);
  if (z.nm) condense(t, z, data, T, NULL, o);
  for (int p = first; p < first + num; p++, out++) {
    if (z.nm) x = &o[p];
    else if (evaluate(t, z, data, p, T, NULL, o) != GUD_OK)
      for (int k = 0; k < t->num_strain; k++) o->sigma[k] = NAN;
    memcpy(out->e, x->e, sizeof out->e);
    memcpy(out->sigma, x->sigma, sizeof out->sigma);
    memcpy(out->u, x->u, sizeof out->u);
  }
}

void strain_interpolate(const GudStations *s, double y, int num, double *out)
{
  double l[GUD_MAX_STATIONS];
  strain_lagrange(s->n, s->x, y, l);
  for (int i = 0; i < s->n; i++)
    for (int k = 0; k < num; k++) out[k] += l[i] * s->v[i][k];
}

void strain_lagrange(int n, const double *x, double y, double *l)
{
  for (int i = 0; i < n; i++) {
    l[i] = 1;
    for (int j = 0; j < n; j++)
      if (j != i) l[i] *= (y - x[j]) / (x[i] - x[j]);
  }
}
