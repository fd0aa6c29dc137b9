/* The one integrator of elastic forces, for beams and plane elements alike: an element is a table.

   At an integration point an element has fields u_f (tangents, slopes, their derivatives), linear in the coordinates,
   and strains that are sums of dot products of fields:
   (E1) u_f = c_f + sum_i N_fi Q_i                          c_f: constant fields, for linear strain
   (E2) e_k = sum c u_f . u_g - e_k(reference)              Green strains, and bending, shear, torsion of beams; also triple
                                                            products c u_f . (u_a x u_b)
   (E3) V = sum_p w_p 1/2 e^T D e                            St. Venant-Kirchhoff; D constant and symmetric
   (E4) sigma = D (e + beta e')                              Kelvin-Voigt damping: beta K in the linear limit, rotates along
   (E5) f_i = sum_p w_p sum_f N_fi p_f,   p_f = sum_k sigma_k de_k/du_f
   (E6) K_ij = sum_p w_p sum_fg N_fi N_gj H_fg,   H_fg = G_fg 1 + (de/du_f)^T D (de/du_g),   G_fg = sum sigma c
   Because (E2) are products, tangents are exact and short, and a rigid motion gives zero force to round-off.

   Enhanced strains (modes): e_p + M_p a with parameters a of the element, M_p constant and sum_p w_p M_p = 0. V is quadratic
   in a, so that dV/da = 0 is solved once and for all: with modes made orthonormal, sum_p w_p M_p^T D M_p = 1,
   (E7) a = -g,  g = sum_p C_p e_p,  C_p = w_p M_p^T D       V = (E3) - 1/2 g.g       w_p sigma_p = w_p D e_p - C_p^T g
   (E8) K = (E6) - L^T L,  L = dg/dq;  damping as in (E4): e + beta e' in the place of e

   Other laws than (E3) (material.h): V = sum_p w_p psi(e), sigma = dpsi/de + beta D e', and dsigma/de in the place of D in (E6).
   Modes are for (E3) only.
   Measures: strains m(e) that are functions of the sums e (rod.h): V = sum_p w_p 1/2 m^T D m, sigma = dV/de + beta D e'.
   The kernels are in strain_kernel.h. */
#ifndef GUD_STRAIN_H
#define GUD_STRAIN_H

#include "base/scalar.h"
#include "base/status.h"
#include "contract/element.h"

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

/* strain k += c u_f . u_g; g = GUD_CROSS(a, b): c u_f . (u_a x u_b), in the plane with b = GUD_NORMAL */
#define GUD_CROSS(a, b) (16 + 16 * (a) + (b))
enum { GUD_NORMAL = 15 };
typedef struct {
  int    k, f, g;
  double c;
} GudStrainTerm;

/* Factors of a term that are fields: how many different ones, and which. */
static inline int gud_strain_slots(const GudStrainTerm *m)
{
  return m->g >= GUD_CROSS(0, 0) ? ((m->g & 15) == GUD_NORMAL ? 2 : 3) : m->f == m->g ? 1 : 2;
}

static inline int gud_strain_slot(const GudStrainTerm *m, int s)
{
  return s == 0 ? m->f : m->g < GUD_CROSS(0, 0) ? m->g : s == 1 ? m->g / 16 - 1 : m->g & 15;
}

enum { GUD_MAX_FIELDS = 5, GUD_MAX_STRAINS = 10, GUD_MAX_TERMS = 11 };

/* Points that share a D. Different strains may be integrated at different points (reduced integration). */
typedef struct {
  int             points;                  /* how many; 0: all that the data have (a table of one group) */
  unsigned        fields;                  /* bits of the fields that the strains with stiffness need */
  unsigned        couple[GUD_MAX_STRAINS]; /* of strain k: bits of the l with D_kl != 0 (or dsigma_k/de_l);
                                       none: no stiffness, not evaluated */
  const unsigned *touch;                   /* as in the table, for this group; NULL: the table's */
  int             measure; /* 0: strains are the sums; else first argument of GUD_STRAIN_MEASURE */
} GudStrainGroup;

/* Written as GUD_STRAIN_TABLE(dim, ...), which refuses to compile what the work arrays do not hold. What the table says of
   zeros is checked against the data by gud_strain_finish. */
typedef struct {
  int                   dim; /* components: 2 or 3 */
  int                   num_vec, num_field, num_strain;
  const GudStrainTerm  *term;
  int                   num_term;
  int                   max_points, num_group;
  const GudStrainGroup *group;
  const unsigned       *touch; /* of field f: bits of the vectors i with N_fi != 0 at some point */
  const double (*constant)[3]; /* c_f, num_field of them; NULL: zero */
} GudStrainTable;

#define GUD_AT_MOST(n, most) ((n) + 0 * (int)sizeof(char[(int)(n) <= (int)(most) ? 1 : -1]))
#define GUD_STRAIN_TABLE(dim, vectors, fields, strains, ...)                                                 \
  {                                                                                                          \
    GUD_AT_MOST(dim, 3), GUD_AT_MOST(vectors, GUD_MAX_ELEMENT_VECTORS), GUD_AT_MOST(fields, GUD_MAX_FIELDS), \
      GUD_AT_MOST(strains, GUD_MAX_STRAINS), __VA_ARGS__                                                     \
  }

/* What a measure makes of the sums e at a point: strains m and their forces f = D m (of
   all strains that the group couples), dV/de and its derivatives. */
typedef struct {
  GudScalar m[GUD_MAX_STRAINS], f[GUD_MAX_STRAINS], sigma[GUD_MAX_STRAINS],
    C[GUD_MAX_STRAINS * GUD_MAX_STRAINS];
} GudMeasure;

/* A material law at a point with the fields u and strains e: energy per volume, stresses, their derivatives C (num_strain
   square, row-major). c: constants of the law. GUD_RETRY: there is no such state (turned inside out). */
typedef GudStatus (*GudLaw)(const double *c, GudScalar (*u)[GUD_MAX_FIELDS], const GudScalar *e, GudScalar *V,
                            GudScalar *sigma, GudScalar *C);
enum { GUD_LAW_CONSTANTS = 3, GUD_MAX_MODES = 4, GUD_MAX_MODE_POINTS = 4 };

/* Layout of an element's data: header, then the D matrices of the groups, then the points group by group, then C_p of the
   modes. */
enum {
  GUD_STRAIN_POINTS,
  GUD_STRAIN_GROUPS,
  GUD_STRAIN_BETA,
  GUD_STRAIN_MODES,
  GUD_STRAIN_LAW, /* index of material.h; 0: (E3) */
  GUD_STRAIN_CONSTANTS,
  GUD_STRAIN_HEADER = GUD_STRAIN_CONSTANTS + GUD_LAW_CONSTANTS
};

static inline int gud_strain_group_size(const GudStrainTable *t)
{
  return t->num_strain * t->num_strain;
}

/* weight, group, reference strains (of a measure: of m), N (fields x vectors) */
static inline int gud_strain_point_size(const GudStrainTable *t)
{
  return 2 + t->num_strain + t->num_field * t->num_vec;
}

static inline int gud_strain_data_size(const GudStrainTable *t)
{
  return GUD_STRAIN_HEADER + t->num_group * gud_strain_group_size(t) +
         t->max_points * gud_strain_point_size(t);
}

/* Added to the above when there are modes. */
static inline int gud_strain_modes_size(const GudStrainTable *t, int num_mode)
{
  return t->max_points * num_mode * t->num_strain;
}

static inline const double *gud_strain_group(const GudStrainTable *t, const double *data, int g)
{
  return data + GUD_STRAIN_HEADER + g * gud_strain_group_size(t);
}

static inline const double *gud_strain_point(const GudStrainTable *t, const double *data, int p)
{
  return gud_strain_group(t, data, t->num_group) + p * gud_strain_point_size(t);
}

/* C_p, num_mode x num_strain */
static inline const double *gud_strain_modes(const GudStrainTable *t, const double *data, int p)
{
  return data + gud_strain_data_size(t) + p * (int)data[GUD_STRAIN_MODES] * t->num_strain;
}

/* ---- filling the data (setup) ---- */
void    gud_strain_begin(const GudStrainTable *t, double beta, double *data);
double *gud_strain_add_group(const GudStrainTable *t, double *data); /* D to be filled; zeros */
/* After the groups, in their order. Returns N to be filled; gud_strain_finish then computes the reference strains from Q0 and
   returns GUD_FATAL where the data have a number that the table calls zero. */
double   *gud_strain_add_point(const GudStrainTable *t, double *data, double weight, int group);
GudStatus gud_strain_finish(const GudStrainTable *t, double *data, const double (*Q0)[3]);
/* Optional, before gud_strain_finish. M: points x num_mode x num_strain, linearly independent. (E7) */
void gud_strain_set_modes(const GudStrainTable *t, double *data, int num_mode, const double *M);
void gud_strain_set_law(double *data, int law, const double c[GUD_LAW_CONSTANTS]);

/* ---- the kernels: strain_kernel.h ---- */
/* Mass-proportional damping alpha M Q', m the num_vec x num_vec mass: force and power
   lost (r, ledger or NULL), tangent (already times cv). */
static inline void gud_strain_drag(int nv, int dim, double alpha, const double *m, GudScalar (*Qt)[3],
                                   GudScalar (*r)[3], GudScalar *ledger)
{
  if (alpha == 0) return;
  for (int i = 0; i < nv; i++)
    for (int c = 0; c < dim; c++) {
      GudScalar f = GUD_ZERO;
      for (int j = 0; j < nv; j++) f += alpha * m[nv * i + j] * Qt[j][c];
      if (r) r[i][c] += f;
      if (ledger) ledger[1] += f * Qt[i][c];
    }
}

static inline void gud_strain_drag_tangent(int nv, int dim, double cv_alpha, const double *m, GudScalar *K)
{
  if (cv_alpha == 0) return;
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < nv; j++)
      for (int c = 0; c < dim; c++) K[(dim * i + c) * dim * nv + dim * j + c] += cv_alpha * m[nv * i + j];
}

/* ---- output ---- */
/* Strains (without modes), conjugate stresses (with them; NaN where the law says GUD_RETRY) and fields u[c][f]; of a
   measure: m and f. */
typedef struct {
  GudScalar e[GUD_MAX_STRAINS], sigma[GUD_MAX_STRAINS], u[3][GUD_MAX_FIELDS];
} GudStrainPoint;
/* Values known at n stations of a beam's axis, and everywhere else by the polynomial through them. */
enum { GUD_MAX_STATIONS = 5, GUD_MAX_STATION_VALUES = 9 };
typedef struct {
  int    n;
  double x[GUD_MAX_STATIONS], v[GUD_MAX_STATIONS][GUD_MAX_STATION_VALUES];
} GudStations;
/* out[0 ... num - 1] += values at y */
void gud_strain_interpolate(const GudStations *s, double y, int num, double *out);

#endif
