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

enum { V = 9 }; /* most vectors of an element with strains */

typedef struct {
  int d, nv, nf, ns; /* components, vectors, fields, strains */
  int known;         /* the table is beam3d below, a constant: terms and touched vectors unroll */
} Size;

/* clang-format off */
/* fields r_x, r_y, r_z, r_y', r_z'; strains (A4) of ancf_beam3d.c */
static const GudStrainTerm beam3d_terms[] = {
  {0,0,0,.5}, {1,0,1,1}, {2,0,2,1}, {3,4,1,.5}, {3,3,2,-.5}, {4,0,3,1}, {5,0,4,1}, {6,1,1,.5}, {7,2,2,.5}, {8,1,2,1}};
/* bits of r, r_x, r_y, r_z of both nodes whose N_fi are not zero */
static const unsigned       beam3d_touch[] = {0x33, 0x44, 0x88, 0x44, 0x88};
static const GudStrainTable beam3d         = {3, 8, 5, 9, beam3d_terms, 10, 5, 2, NULL};
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
  const double *N, *D;
  double        w;
  GudScalar     u[3][F], ut[3][F], e[S], et[S], sigma[S];
} Point;

ALWAYS void evaluate(const GudStrainTable *t, const Size z, const double *data, int p, GudScalar Q[3][V],
                     GudScalar (*Qt)[V], Point *o)
{
  const double *pt = point_of(t, data, p);
  GudScalar     total[S];
  o->w = pt[0], o->N = pt + 2 + z.ns, o->D = group_of(t, data, (int)pt[1]);
  fields(z, t->constant, o->N, Q, o->u);
  for (int k = 0; k < z.ns; k++) o->e[k] = -pt[2 + k], o->et[k] = 0;
  UNROLL
  for (int n = 0; n < t->num_term; n++) /* (E2) */
    o->e[t->term[n].k] += t->term[n].c * dot(z.d, o->u, t->term[n].f, o->u, t->term[n].g);
  for (int k = 0; k < z.ns; k++) total[k] = o->e[k];
  if (Qt) {
    double beta = data[GUD_STRAIN_BETA];
    fields(z, NULL, o->N, Qt, o->ut);
    for (int n = 0; n < t->num_term; n++) {
      const GudStrainTerm *m = &t->term[n];
      o->et[m->k] += m->c * (dot(z.d, o->ut, m->f, o->u, m->g) + dot(z.d, o->u, m->f, o->ut, m->g));
    }
    for (int k = 0; k < z.ns; k++) total[k] += beta * o->et[k];
  }
  for (int k = 0; k < z.ns; k++) { /* (E4) */
    GudScalar s = 0;
    for (int l = 0; l < z.ns; l++) s += o->D[k * z.ns + l] * total[l];
    o->sigma[k] = s;
  }
}

static Size size_of(const GudStrainTable *t)
{
  return (Size){t->dim, t->num_vec, t->num_field, t->num_strain, 0};
}

void strain_finish(const GudStrainTable *t, double *data, const double (*Q0)[3])
{
  GudScalar Q[3][V] = {{0}};
  Point     o;
  for (int i = 0; i < t->num_vec; i++)
    for (int c = 0; c < t->dim; c++) Q[c][i] = Q0[i][c];
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    double *pt = (double *)point_of(t, data, p);
    evaluate(t, size_of(t), data, p, Q, NULL, &o);
    for (int k = 0; k < t->num_strain; k++) pt[2 + k] = gud_re(o.e[k]);
  }
}

ALWAYS GudScalar energy(const GudStrainTable *t, const Size z, const double *data, GudScalar (*Q)[3])
{
  GudScalar V_ = 0, T[3][V] = {{0}};
  Point     o;
  transpose(z, Q, T);
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) { /* (E3) */
    evaluate(t, z, data, p, T, NULL, &o);
    for (int k = 0; k < z.ns; k++) V_ += 0.5 * o.w * o.e[k] * o.sigma[k];
  }
  return V_;
}

GudScalar strain_dissipation(const GudStrainTable *t, const double *data, GudScalar (*Q)[3],
                             GudScalar (*Qt)[3])
{
  GudScalar P = 0, beta = data[GUD_STRAIN_BETA], T[3][V] = {{0}}, Tt[3][V] = {{0}};
  Point     o;
  int       ns = t->num_strain;
  if (data[GUD_STRAIN_BETA] == 0) return 0;
  transpose(size_of(t), Q, T);
  transpose(size_of(t), Qt, Tt);
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    evaluate(t, size_of(t), data, p, T, Tt, &o);
    for (int k = 0; k < ns; k++)
      for (int l = 0; l < ns; l++) P += o.w * beta * o.et[k] * o.D[k * ns + l] * o.et[l];
  }
  return P;
}

ALWAYS void residual(const GudStrainTable *t, const Size z, const double *data, GudScalar (*Q)[3],
                     GudScalar (*Qt)[3], GudScalar (*r)[3])
{
  GudScalar T[3][V], Tt[3][V], R[3][V] = {{0}};
  int       damped = data[GUD_STRAIN_BETA] != 0;
  Point     o;
  transpose(z, Q, T);
  if (damped) transpose(z, Qt, Tt);
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    GudScalar pf[3][F] = {{0}};
    evaluate(t, z, data, p, T, damped ? Tt : NULL, &o);
    UNROLL
    for (int n = 0; n < t->num_term; n++) { /* (E5) */
      const GudStrainTerm *m = &t->term[n];
      GudScalar            s = o.w * m->c * o.sigma[m->k];
      for (int c = 0; c < z.d; c++) pf[c][m->f] += s * o.u[c][m->g], pf[c][m->g] += s * o.u[c][m->f];
    }
    spread(z, o.N, pf, R);
  }
  for (int i = 0; i < z.nv; i++)
    for (int c = 0; c < z.d; c++) r[i][c] += R[c][i];
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

ALWAYS void tangent(const GudStrainTable *t, const Size z, const double *data, GudScalar (*Q)[3],
                    GudScalar (*Qt)[3], double cq, double cv, GudScalar *K)
{
  GudScalar T[3][V], Tt[3][V], A[3][3][V][V] = {{{{0}}}};
  double    beta = data[GUD_STRAIN_BETA];
  Point     o;
  transpose(z, Q, T);
  if (beta != 0) transpose(z, Qt, Tt);
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    GudScalar B[S][3][F], Bt[S][3][F], DB[S][3][F], H[3][F][3][F];
    evaluate(t, z, data, p, T, beta != 0 ? Tt : NULL, &o);
    gradients(t, z, o.u, B);
    for (int k = 0; k < z.ns; k++) /* argument of D: cq (B + beta B') + cv beta B */
      for (int c = 0; c < z.d; c++)
        for (int f = 0; f < z.nf; f++) Bt[k][c][f] = (cq + cv * beta) * B[k][c][f];
    if (beta != 0) {
      gradients(t, z, o.ut, DB);
      for (int k = 0; k < z.ns; k++)
        for (int c = 0; c < z.d; c++)
          for (int f = 0; f < z.nf; f++) Bt[k][c][f] += cq * beta * DB[k][c][f];
    }
    for (int k = 0; k < z.ns; k++)
      for (int c = 0; c < z.d; c++)
        for (int f = 0; f < z.nf; f++) DB[k][c][f] = 0;
    for (int k = 0; k < z.ns; k++)
      for (int l = 0; l < z.ns; l++) {
        double w = o.w * o.D[k * z.ns + l];
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
      GudScalar            s = cq * o.w * m->c * o.sigma[m->k];
      for (int c = 0; c < z.d; c++) H[c][m->f][c][m->g] += s, H[c][m->g][c][m->f] += s;
    }
    for (int c = 0; c < z.d; c++) /* (E6) */
      for (int e = 0; e < z.d; e++)
        for (int f = 0; f < z.nf; f++) {
          GudScalar HN[V] = {0};
          for (int g = 0; g < z.nf; g++)
            for (int j = 0; j < z.nv; j++) HN[j] += H[c][f][e][g] * o.N[g * z.nv + j];
          for (int i = 0; i < z.nv; i++) {
            double n = o.N[f * z.nv + i];
            if (n == 0) continue; /* a field touches some of the vectors only */
            for (int j = 0; j < z.nv; j++) A[c][e][i][j] += n * HN[j];
          }
        }
  }
  for (int i = 0; i < z.nv; i++)
    for (int c = 0; c < z.d; c++)
      for (int j = 0; j < z.nv; j++)
        for (int e = 0; e < z.d; e++) K[(3 * i + c) * 3 * z.nv + 3 * j + e] += A[c][e][i][j];
}

/* The sizes of the elements that exist; any other, and the complex build of the battery, runs through the general version. */
#ifdef GUD_COMPLEX
#define FOR_SIZES(call) call(size_of(t))
#else
#define FOR_SIZES(call)                                                              \
  do {                                                                               \
    int key = ((t->dim * 10 + t->num_vec) * 10 + t->num_field) * 10 + t->num_strain; \
    switch (key) {                                                                   \
    case 3859: call(((Size){3, 8, 5, 9, 0})); break; /* beam, structural */          \
    case 3956: call(((Size){3, 9, 5, 6, 0})); break; /* three-node beam, line */     \
    case 3954: call(((Size){3, 9, 5, 4, 0})); break; /* three-node beam, nodes */    \
    case 3411: call(((Size){3, 4, 1, 1, 0})); break; /* cable */                     \
    case 2411: call(((Size){2, 4, 1, 1, 0})); break; /* planar cable */              \
    case 3836: call(((Size){3, 8, 3, 6, 0})); break; /* beam, continuum */           \
    case 2634: call(((Size){2, 6, 3, 4, 0})); break; /* planar beam */               \
    case 2423: call(((Size){2, 4, 2, 3, 0})); break; /* quad4 */                     \
    case 2823: call(((Size){2, 8, 2, 3, 0})); break; /* quad8 */                     \
    case 2923: call(((Size){2, 9, 2, 3, 0})); break; /* quad9 */                     \
    default: call(size_of(t));                                                       \
    }                                                                                \
  } while (0)
#endif

/* the beam with its table; in the complex build the general version proves the formulas */
#ifdef GUD_COMPLEX
#define IS_BEAM3D(t) 0
#else
#define IS_BEAM3D(t) ((t) == &beam3d)
#endif
#define BEAM3D ((Size){3, 8, 5, 9, 1})

GudScalar strain_energy(const GudStrainTable *t, const double *data, GudScalar (*Q)[3])
{
  GudScalar sum = 0;
  if (IS_BEAM3D(t)) return energy(&beam3d, BEAM3D, data, Q);
#define CALL(z) sum = energy(t, z, data, Q)
  FOR_SIZES(CALL);
#undef CALL
  return sum;
}

void strain_residual(const GudStrainTable *t, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                     GudScalar (*r)[3])
{
  if (IS_BEAM3D(t)) {
    residual(&beam3d, BEAM3D, data, Q, Qt, r);
    return;
  }
#define CALL(z) residual(t, z, data, Q, Qt, r)
  FOR_SIZES(CALL);
#undef CALL
}

void strain_tangent(const GudStrainTable *t, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                    double cq, double cv, GudScalar *K)
{
#define CALL(z) tangent(t, z, data, Q, Qt, cq, cv, K)
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

void strain_at(const GudStrainTable *t, const double *data, GudScalar (*Q)[3], int p, GudScalar *e,
               GudScalar *sigma, GudScalar (*u)[F])
{
  GudScalar T[3][V] = {{0}};
  Point     o;
#define CALL(z) transpose(z, Q, T), evaluate(t, z, data, p, T, NULL, &o)
  FOR_SIZES(CALL);
#undef CALL
  memcpy(e, o.e, sizeof(GudScalar) * (size_t)t->num_strain);
  memcpy(sigma, o.sigma, sizeof(GudScalar) * (size_t)t->num_strain);
  memcpy(u, o.u, sizeof(GudScalar) * 3 * F);
}

void strain_lagrange(int n, const double *x, double y, double *l)
{
  for (int i = 0; i < n; i++) {
    l[i] = 1;
    for (int j = 0; j < n; j++)
      if (j != i) l[i] *= (y - x[j]) / (x[i] - x[j]);
  }
}
