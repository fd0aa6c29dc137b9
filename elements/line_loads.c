/* Loads along the axis of a beam or cable and along the edges of a plane mesh, piece by piece (contract/force.h, GudPieces).

   (D1) line_load, traction:  F_k = w_k q(t) n,          n unit vector fixed in space, w_k shares of the reference length (area)
   (D2) follower_line_load:   F_k = w_k q(t) m_k/|m_k|,  m_k a direction of the material at point k: it turns with the body
   (D3) pressure p on the deformed edge r(s), s = 0 ... 1, b the thickness, J the quarter turn:
          F_i = p b int L_i J r' ds = p b sum_j A_ij J r_j,   A_ij = int L_i L_j' ds
        with the cubics L_i through s = 0, 1/3, 2/3, 1. A cubic through four of its points is the edge itself, linear, quadratic or
        cubic (ANCF), so that this is the exact virtual work of a pressure that stays normal to the deformed edge: rows and
        columns of A sum to zero and to L_i(1) - L_i(0), the resultant is p b J (r_end - r_start). Its tangent p b A_ij J is constant
        and not symmetric; over a closed edge the skew parts cancel.
   b > 0: the force points to the left as s runs. At an edge of a mesh s runs with the body on its left: p > 0 pushes on it. At a
   beam p > 0 is pressure from its left side (that of the section's y axis) and pushes to the right: b < 0.
   Power is F . v: work of loads in the ledger.
   verified by: battery, t340 (resultants, closed forms), tests/studies/loads.py */
#include "contract/columns.h"

#include "base/vec3.h"

enum { POINTS = 3, NODES = 4 };

/* clang-format off */
#define AT(field) offsetof(GudPieceParams, field)
#define PART \
  {"from",      GUD_REAL,     GUD_LENGTH,   GUD_NONNEGATIVE, GUD_ABSENT, AT(from), NULL, "beams: way along the undeformed axis at which the load begins (default: 0)"}, \
  {"to",        GUD_REAL,     GUD_LENGTH,   GUD_POSITIVE,    GUD_ABSENT, AT(to),   NULL, "beams: where it ends (default: the length of the beam)"}
#define DIRECTION {"direction", GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, NULL, AT(direction), NULL, "direction in space"}
static const GudParam line_params[] = {
  {"value",     GUD_FUNCTION, {0, 1, -2},   GUD_ANY, NULL, AT(value), NULL, "force per length of the undeformed body, N/m, as a function of time"}, DIRECTION, PART};
static const GudParam follower_params[] = {
  {"value",     GUD_FUNCTION, {0, 1, -2},   GUD_ANY,     NULL,    AT(value),     NULL, "force per length of the undeformed body, N/m, as a function of time"},
  {"direction", GUD_VECTOR,   GUD_NUMBER,   GUD_NONZERO, NULL,    AT(direction), NULL, "direction at the start: it turns with the body"},
  {"axes",      GUD_CHOICE,   GUD_NUMBER,   GUD_ANY,     "space", AT(axes),      "space|section", "axes of `direction`: those of space, or at every point tangent, y and z of the section"}, PART};
static const GudParam traction_params[] = {
  {"value",     GUD_FUNCTION, GUD_PRESSURE, GUD_ANY, NULL, AT(value), NULL, "force per area of the undeformed edge as a function of time"}, DIRECTION,
  {"width",     GUD_REAL,     GUD_LENGTH,   GUD_POSITIVE, GUD_ABSENT, AT(width), NULL, "size across the plane (default: thickness of the body)"}};
static const GudParam pressure_params[] = {
  {"value",     GUD_FUNCTION, GUD_PRESSURE, GUD_ANY, NULL, AT(value), NULL, "pressure as a function of time. On an edge positive values push on the body; on a beam or cable they act from the left of the axis as it runs (the side of the section's y axis)"},
  {"width",     GUD_REAL,     GUD_LENGTH,   GUD_POSITIVE, GUD_ABSENT, AT(width), NULL, "size across the plane (default: thickness of the body)"}, PART};

#define SLOT(kind) {"a", kind, 0, "the axis of a beam or cable, BODY, or an edge of a plane mesh, BODY.SET"}
static const GudMarkerSlot points[] = {SLOT(GUD_POINT), SLOT(GUD_POINT), SLOT(GUD_POINT)},
                           arrows[] = {SLOT(GUD_ARROW), SLOT(GUD_ARROW), SLOT(GUD_ARROW)},
                           nodes[]  = {SLOT(GUD_POINT), SLOT(GUD_POINT), SLOT(GUD_POINT), SLOT(GUD_POINT)};
/* clang-format on */
static const GudOutput outputs[] = {
  {"force_x", "N", "resultant along x"}, {"force_y", "N", "along y"}, {"force_z", "N", "along z"}};

/* They come from outside: nothing balances them. */
static int from_outside(const GudForceType *self, const void *params)
{
  (void)self, (void)params;
  return 1;
}

/* Resultant of a piece, by what residual() gives: every second vector of an arrow has none. */
static void resultant(const GudForceArgs *s, int                                                     num_vec,
                      void (*residual)(const GudForceArgs *, GudScalar (*)[3], GudScalar *), double *out)
{
  GudScalar f[GUD_MAX_SLOT_VECTORS][3] = {{0}};
  residual(s, f, NULL);
  out[0] = out[1] = out[2] = 0;
  for (int k = 0; k < num_vec; k++)
    for (int i = 0; i < 3; i++) out[i] += gud_re(f[k][i]);
}

/* All of them are linear in the value of their function: kind(s, q, f) adds the load of value q. */
#define KERNELS(kind)                                                                                    \
  static void kind##_residual(const GudForceArgs *s, GudScalar(*f)[3], GudScalar *rz)                    \
  {                                                                                                      \
    (void)rz;                                                                                            \
    kind(s, s->fn[((const GudPieceParams *)s->params)->value], f);                                       \
  }                                                                                                      \
  static void kind##_by_function(const GudForceArgs *s, int function, GudScalar(*df)[3], GudScalar *drz) \
  {                                                                                                      \
    (void)function, (void)drz;                                                                           \
    kind(s, 1, df);                                                                                      \
  }

/* ---- dead loads ---- */

static void dead(const GudForceArgs *s, GudScalar q, GudScalar (*f)[3])
{
  const GudPieceParams *p = s->params;
  double                l = gud_norm_real(p->direction);
  for (int k = 0; k < POINTS; k++)
    for (int i = 0; i < 3; i++) f[k][i] += p->weight[k] * q * p->direction[i] / l; /* (D1) */
}

KERNELS(dead)

static void dead_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  (void)s, (void)c, (void)K; /* does not depend on the state */
}

static void dead_output(const GudForceArgs *s, double *out)
{
  resultant(s, POINTS, dead_residual, out);
}

/* ---- loads that turn with the body ---- */

static void follower(const GudForceArgs *s, GudScalar q, GudScalar (*f)[3])
{
  const GudPieceParams *p = s->params;
  GudScalar             e[3];
  for (int k = 0; k < POINTS; k++) {
    gud_unit(s->x[2 * k + 1], e);
    gud_axpy(p->weight[k] * q, e, f[2 * k]); /* (D2) */
  }
}

KERNELS(follower)

static void follower_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  const GudPieceParams *p = s->params;
  const int             n = 3 * 2 * POINTS;
  for (int k = 0; k < POINTS; k++) {
    GudScalar e[3], l = gud_unit(s->x[2 * k + 1], e), w = c[0] * p->weight[k] * s->fn[p->value] / l;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) K[(6 * k + i) * n + 6 * k + 3 + j] += w * ((i == j) - e[i] * e[j]);
  }
}

static void follower_output(const GudForceArgs *s, double *out)
{
  resultant(s, 2 * POINTS, follower_residual, out);
}

/* ---- pressure ---- */

static const double curve[NODES][NODES] = {{-40. / 80, 57. / 80, -24. / 80, 7. / 80}, /* A_ij of (D3) */
                                           {-57. / 80, 0, 81. / 80, -24. / 80},
                                           {24. / 80, -81. / 80, 0, 57. / 80},
                                           {-7. / 80, 24. / 80, -57. / 80, 40. / 80}};

static void pressure(const GudForceArgs *s, GudScalar q, GudScalar (*f)[3])
{
  const GudPieceParams *p = s->params;
  GudScalar             b = p->weight[0] * q;
  for (int i = 0; i < NODES; i++)
    for (int j = 0; j < NODES; j++)
      f[i][0] -= b * curve[i][j] * s->x[j][1], f[i][1] += b * curve[i][j] * s->x[j][0]; /* (D3) */
}

KERNELS(pressure)

static void pressure_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  const GudPieceParams *p = s->params;
  const int             n = 3 * NODES;
  GudScalar             b = c[0] * p->weight[0] * s->fn[p->value];
  for (int i = 0; i < NODES; i++)
    for (int j = 0; j < NODES; j++) {
      K[3 * i * n + 3 * j + 1] -= b * curve[i][j];
      K[(3 * i + 1) * n + 3 * j] += b * curve[i][j];
    }
}

static void pressure_output(const GudForceArgs *s, double *out)
{
  resultant(s, NODES, pressure_residual, out);
}

#define LOAD(slot, kind, what)                                                                       \
  .slots = slot, .num_slots = GUD_COUNT(slot), .ledger = GUD_LEDGER_LOAD, .load = 1, .pieces = kind, \
  .num_outputs = 3, .outputs = outputs, .unbalanced = from_outside, .residual = what##_residual,     \
  .tangent = what##_tangent, .by_function = what##_by_function, .output = what##_output
#define INFO(word, text, where, table)                                       \
  {                                                                          \
    word, text, NULL, where, table, GUD_COUNT(table), sizeof(GudPieceParams) \
  }

/* clang-format off */
const GudForceType gud_force_line_load = {
  .info = INFO("line_load", "force per length along a beam, a cable or an edge, direction fixed in space", GUD_2D | GUD_3D, line_params),
  LOAD(points, GUD_PIECES_LENGTH, dead)};
const GudForceType gud_force_follower_line_load = {
  .info = INFO("follower_line_load", "force per length along a beam, a cable or an edge that turns with the body", GUD_2D | GUD_3D, follower_params),
  LOAD(arrows, GUD_PIECES_LENGTH, follower)};
const GudForceType gud_force_traction = {
  .info = INFO("traction", "force per area of an edge, direction fixed in space", GUD_2D, traction_params),
  LOAD(points, GUD_PIECES_AREA, dead)};
const GudForceType gud_force_pressure = {
  .info = INFO("pressure", "pressure on an edge or a beam, normal to it as it deforms", GUD_2D, pressure_params),
  LOAD(nodes, GUD_PIECES_CURVE, pressure)};
/* clang-format on */
