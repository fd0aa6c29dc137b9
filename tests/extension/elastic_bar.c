/* An element that exists only in the test tree: elastic bar of two nodes with large stretches.

   Coordinates: the end points P, R; d = R - P, natural length l.
   (B1) e = (d.d/l^2 - 1)/2                      Green's strain
   (B2) V = EA l e^2/2                           St. Venant
   (B3) N = EA (e + tau e'),  e' = d.d'/l^2      Kelvin-Voigt;   dissipation EA tau l e'^2
   (B4) force on R: f_R = N d/l, on P: -f_R      from (B2): l e_d = d/l
   (B5) M = m/6 [2 1; 1 2] (x) 1
   A material point X lies on the bar: weights 1 - X/L, X/L with the drawn length L. Directions along the bar follow it;
   in the plane also those across (quarter turn).
   verified by: tests/cases/extension.py (independent integration), battery if it is registered there */
#include "contract/element.h"

#include "base/vec3.h"

#include <string.h>

typedef struct {
  double mass, length, natural, stiffness, retardation, radius;
} BarParams;

enum { D_MASS, D_DRAWN, D_LENGTH, D_EA, D_TAU, NUM_DATA };

/* clang-format off */
#define AT(field) offsetof(BarParams, field)
static const GudParam params[] = {
  {"mass",        GUD_REAL, GUD_MASS,   GUD_POSITIVE,    NULL,       AT(mass),        NULL, "mass"},
  {"length",      GUD_REAL, GUD_LENGTH, GUD_POSITIVE,    GUD_ABSENT, AT(length),      NULL, "length as drawn (default: from `from` to `to`)", GUD_ROLE_SPAN},
  {"natural",     GUD_REAL, GUD_LENGTH, GUD_POSITIVE,    GUD_ABSENT, AT(natural),     NULL, "natural length (default: as drawn)"},
  {"stiffness",   GUD_REAL, GUD_FORCE,  GUD_POSITIVE,    NULL,       AT(stiffness),   NULL, "E A"},
  {"retardation", GUD_REAL, GUD_TIME,   GUD_NONNEGATIVE, "0 s",      AT(retardation), NULL, "Kelvin-Voigt damping time"},
  {"radius",      GUD_REAL, GUD_LENGTH, GUD_POSITIVE,    "1 mm",     AT(radius),      NULL, "for drawing"},
};
static const int translation[] = {1, 1};
/* clang-format on */

static GudStatus setup(const GudElementType *self, const void *vp, const GudPlacement *place, double *data,
                       char *why)
{
  const BarParams *p = vp;
  (void)self, (void)place;
  if (!(p->length > 0)) {
    strcpy(why, "give 'length', or 'from' and 'to'");
    return GUD_FATAL;
  }
  data[D_MASS] = p->mass, data[D_DRAWN] = p->length, data[D_EA] = p->stiffness, data[D_TAU] = p->retardation;
  data[D_LENGTH] = isnan(p->natural) ? p->length : p->natural;
  return GUD_OK;
}

static void start(const GudElementType *self, const double *data, const GudPlacement *pl, double (*Q)[3],
                  double (*Qt)[3])
{
  (void)self;
  double end[3] = {data[D_DRAWN], 0, 0}, arm[3];
  gud_rotate(pl->R, end, arm);
  gud_cross_real(pl->spin, arm, Qt[1]);
  for (int i = 0; i < 3; i++) {
    Q[0][i] = pl->origin[i], Q[1][i] = pl->origin[i] + arm[i];
    Qt[0][i] = pl->velocity[i], Qt[1][i] += pl->velocity[i];
  }
}

static void mass(const GudElementType *self, const double *data, double *m) /* (B5) */
{
  (void)self;
  m[0] = m[3] = data[D_MASS] / 3, m[1] = m[2] = data[D_MASS] / 6;
}

static void point(const GudElementType *self, const double *data, const double X[3], GudWeight *w)
{
  (void)self;
  double x = X[0] / data[D_DRAWN], y = X[1] / data[D_DRAWN];
  w[0] = (GudWeight){1 - x, -y}, w[1] = (GudWeight){x, y};
}

static void direction(const GudElementType *self, const double *data, const double X[3], const double dir[3],
                      GudWeight *w)
{
  double x = dir[0] / data[D_DRAWN], y = dir[1] / data[D_DRAWN];
  (void)self, (void)X;
  w[0] = (GudWeight){-x, -y}, w[1] = (GudWeight){x, y};
}

typedef struct {
  GudScalar d[3], dt[3], e, et, N;
} Kin;

static Kin kinematics(const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3])
{
  Kin    k;
  double l2 = data[D_LENGTH] * data[D_LENGTH];
  gud_sub(Q[1], Q[0], k.d);
  gud_sub(Qt[1], Qt[0], k.dt);
  k.e  = 0.5 * (gud_dot(k.d, k.d) / l2 - 1); /* (B1) */
  k.et = gud_dot(k.d, k.dt) / l2;
  k.N  = data[D_EA] * (k.e + data[D_TAU] * k.et); /* (B3) */
  return k;
}

static GudStatus residual(const GudElementType *self, const double *data, GudScalar (*Q)[3],
                          GudScalar (*Qt)[3], GudScalar (*r)[3], GudScalar *ledger) /* (B4) */
{
  (void)self;
  Kin    k = kinematics(data, Q, Qt);
  double l = data[D_LENGTH], EA = data[D_EA];
  if (r) gud_axpy(k.N / l, k.d, r[1]), gud_axpy(-k.N / l, k.d, r[0]);
  if (ledger)
    ledger[0] += 0.5 * EA * l * k.e * k.e, ledger[1] += EA * data[D_TAU] * l * k.et * k.et; /* (B2), (B3) */
  return GUD_OK;
}

static GudStatus tangent(const GudElementType *self, const double *data, GudScalar (*Q)[3],
                         GudScalar (*Qt)[3], double cq, double cv, GudScalar *K)
{
  (void)self;
  Kin    k  = kinematics(data, Q, Qt);
  double l3 = data[D_LENGTH] * data[D_LENGTH] * data[D_LENGTH], EA = data[D_EA], tau = data[D_TAU];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      GudScalar b = EA / l3 * k.d[i] * (cq * (k.d[j] + tau * k.dt[j]) + cv * tau * k.d[j]);
      if (i == j) b += cq * k.N / data[D_LENGTH];
      K[6 * i + j] += b, K[6 * (3 + i) + 3 + j] += b;
      K[6 * i + 3 + j] -= b, K[6 * (3 + i) + j] -= b;
    }
  return GUD_OK;
}

static void draw(const GudElementType *self, const void *vp, const double *data, GudDraw *d)
{
  (void)self;
  const BarParams *p = vp;
  *d = (GudDraw){.kind = GUD_DRAW_ROD, .size = {p->radius}, .axis = {1, 0, 0}, .length = data[D_DRAWN]};
  d->centre[0] = 0.5 * data[D_DRAWN];
}

const GudElementType gud_element_elastic_bar = {
  .info        = {"elastic_bar", "elastic bar of two nodes, large stretches", NULL, GUD_2D | GUD_3D, params,
                  GUD_COUNT(params), sizeof(BarParams)},
  .claims      = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC | GUD_CLAIM_ENERGY,
  .num_vec     = 2,
  .num_data    = NUM_DATA,
  .translation = translation,
  .setup       = setup,
  .start       = start,
  .mass        = mass,
  .point       = point,
  .direction   = direction,
  .residual    = residual,
  .tangent     = tangent,
  .draw        = draw,
};
