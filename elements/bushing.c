/* Bushing: six springs and dampers between two frames.

   Six deflections, each a sum of dot products of marker vectors (a_k, b_k the frames' vectors, d = x_b - x_a):
   (B1) xi_i     = d . a_i                                  i = 1, 2, 3     translation in the axes of a
   (B2) xi_{3+i} = 1/2 (a_k . b_j - a_j . b_k)              (i, j, k) cyclic rotation: = sin(angle) about a_i
   (B3) V = sum k_i xi_i^2/2,  tau_i = k_i xi_i + c_i xi_i',  f_m = -sum tau_i dxi_i/dm
   The rotation measure is the sine: good to 1 % up to 14 degrees, and its moment falls off beyond 90 degrees.
   In the plane only xi_1, xi_2, xi_6 act (the rest vanishes identically).   verified by: battery, t320 */
#include "contract/columns.h"

#include "base/vec3.h"

typedef struct {
  double stiffness[3], damping[3], rot_stiffness[3], rot_damping[3];
} BushingParams;

/* clang-format off */
#define AT(field) offsetof(BushingParams, field)
static const GudParam params[] = {
  {"stiffness",     GUD_VECTOR, GUD_STIFFNESS,     GUD_NONNEGATIVE, "[0,0,0]", AT(stiffness),     NULL, "translational stiffness along the axes of a"},
  {"damping",       GUD_VECTOR, GUD_DAMPING,       GUD_NONNEGATIVE, "[0,0,0]", AT(damping),       NULL, "translational damping"},
  {"rot_stiffness", GUD_VECTOR, GUD_ROT_STIFFNESS, GUD_NONNEGATIVE, "[0,0,0]", AT(rot_stiffness), NULL, "rotational stiffness about the axes of a"},
  {"rot_damping",   GUD_VECTOR, GUD_ROT_DAMPING,   GUD_NONNEGATIVE, "[0,0,0]", AT(rot_damping),   NULL, "rotational damping"},
};
static const GudMarkerSlot slots[] = {{"a", GUD_FRAME, 0, "first body; carries the axes"}, {"b", GUD_FRAME, 0, "second body"}};
static const GudOutput outputs[] = {
  {"force_1",  "N",   "force of the bushing on b along axis 1 of the bushing"},
  {"force_2",  "N",   "force of the bushing on b along axis 2 of the bushing"},
  {"force_3",  "N",   "force of the bushing on b along axis 3 of the bushing"},
  {"moment_1", "N m", "moment of the bushing on b about axis 1"},
  {"moment_2", "N m", "moment of the bushing on b about axis 2"},
  {"moment_3", "N m", "moment of the bushing on b about axis 3"},
};

/* xi_i = sum_p coef m[u] . m[v]; two products each */
typedef struct { int u, v; double coef; } Product;
static const Product products[6][2] = {
  {{4, 1, 1}, {0, 1, -1}}, {{4, 2, 1}, {0, 2, -1}}, {{4, 3, 1}, {0, 3, -1}},            /* (B1) */
  {{3, 6, .5}, {2, 7, -.5}}, {{1, 7, .5}, {3, 5, -.5}}, {{2, 5, .5}, {1, 6, -.5}},      /* (B2) */
};
/* clang-format on */

static void constants(const GudForceArgs *s, int i, double *k, double *c)
{
  const BushingParams *p = s->params;
  *k                     = i < 3 ? p->stiffness[i] : p->rot_stiffness[i - 3];
  *c                     = i < 3 ? p->damping[i] : p->rot_damping[i - 3];
}

/* xi_i, and its rate for vectors x moving with rates y */
static GudScalar deflection(int i, GudScalar (*x)[3])
{
  GudScalar xi = 0;
  for (int p = 0; p < 2; p++) xi += products[i][p].coef * gud_dot(x[products[i][p].u], x[products[i][p].v]);
  return xi;
}

static GudScalar rate(int i, GudScalar (*x)[3], GudScalar (*y)[3])
{
  GudScalar xi = 0;
  for (int p = 0; p < 2; p++) {
    int u = products[i][p].u, v = products[i][p].v;
    xi += products[i][p].coef * (gud_dot(y[u], x[v]) + gud_dot(x[u], y[v]));
  }
  return xi;
}

/* f_m += s dxi_i/dm evaluated on x */
static void add_gradient(int i, GudScalar s, GudScalar (*x)[3], GudScalar (*f)[3])
{
  for (int p = 0; p < 2; p++) {
    int u = products[i][p].u, v = products[i][p].v;
    gud_axpy(s * products[i][p].coef, x[v], f[u]);
    gud_axpy(s * products[i][p].coef, x[u], f[v]);
  }
}

typedef struct {
  GudScalar xi[6], xi_t[6], tau[6];
} Bushing;

static size_t size(const GudForceType *self, const void *params_)
{
  (void)self, (void)params_;
  return sizeof(Bushing);
}

static GudStatus evaluate(const GudForceArgs *s, GudLevel level)
{
  Bushing *b = s->work;
  (void)level;
  for (int i = 0; i < 6 && s->level == GUD_LEVEL_NONE; i++) {
    double k, c;
    constants(s, i, &k, &c);
    b->xi[i] = deflection(i, s->x), b->xi_t[i] = rate(i, s->x, s->v);
    b->tau[i] = k * b->xi[i] + c * b->xi_t[i];
  }
  return GUD_OK;
}

static GudScalar energy(const GudForceArgs *s)
{
  const Bushing *b = s->work;
  GudScalar      V = 0;
  for (int i = 0; i < 6; i++) {
    double k, c;
    constants(s, i, &k, &c);
    V += 0.5 * k * b->xi[i] * b->xi[i];
  }
  return V;
}

static void residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const Bushing *b = s->work;
  (void)rz;
  for (int i = 0; i < 6; i++) add_gradient(i, -b->tau[i], s->x, f); /* (B3) */
}

static void diff(const GudForceArgs *s, const void *at, GudChange *d, GudScalar (*df)[3], GudScalar *drz)
{
  const Bushing *b = at;
  (void)drz;
  for (int i = 0; i < 6; i++) {
    double k, c;
    constants(s, i, &k, &c);
    GudScalar dtau = k * rate(i, s->x, d->x) + c * (rate(i, d->x, s->v) + rate(i, s->x, d->v));
    add_gradient(i, -dtau, s->x, df);
    add_gradient(i, -b->tau[i], d->x, df);
  }
}

static void tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  gud_tangent_by_columns(s, c, 0, 8, 0, NULL, diff, s->work, K);
}

static void power(const GudForceArgs *s, GudScalar *P)
{
  const Bushing *b = s->work;
  for (int i = 0; i < 6; i++) {
    double k, c;
    constants(s, i, &k, &c);
    P[GUD_LEDGER_DAMPING] -= c * b->xi_t[i] * b->xi_t[i];
  }
}

static void symbol(const GudForceType *self, const void *params_, GudSymbol *out)
{
  (void)self, (void)params_;
  out->kind = GUD_SYMBOL_BUSH;
}

static void output(const GudForceArgs *s, double *out)
{
  const Bushing *b = s->work;
  for (int i = 0; i < 6; i++) out[i] = -gud_re(b->tau[i]);
}

const GudForceType gud_force_bushing = {
  .info        = {"bushing", "six springs and dampers between two frames", NULL, GUD_2D | GUD_3D, params,
                  GUD_COUNT(params), sizeof(BushingParams)},
  .slots       = slots,
  .num_slots   = 2,
  .ledger      = GUD_LEDGER_DAMPING,
  .joint       = 1,
  .num_outputs = 6,
  .outputs     = outputs,
  .symbol      = symbol,
  .size        = size,
  .evaluate    = evaluate,
  .energy      = energy,
  .residual    = residual,
  .tangent     = tangent,
  .power       = power,
  .output      = output,
};
