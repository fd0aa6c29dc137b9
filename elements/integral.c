/* The time integral of a value, as a state of the model: what a controller remembers. It acts on nothing.

   (I1) z' = f,  z(0) = start;    z is a differential internal, f a function of time or of probes.
   Functions `pi` (model/function.c) make one each.   verified by: battery, t640, tests/cases/state_functions.py */
#include "contract/integral.h"

/* clang-format off */
#define AT(field) offsetof(GudIntegralParams, field)
static const GudParam params[] = {
  {"value", GUD_FUNCTION, GUD_DIM_OF_VALUE, GUD_ANY, NULL, AT(value), NULL, "what is integrated: a function of time or of probes, of any dimension"},
  {"start", GUD_REAL,     GUD_DIM_OF_VALUE, GUD_ANY, "0",  AT(start), NULL, "integral at the start"},
};
static const GudOutput   outputs[]      = {{"integral", "-", "integral over time, in SI units of the value times s"}};
static const int         differential[] = {1};
/* clang-format on */

static void start(const GudForceArgs *s, double *history, double *z)
{
  (void)history;
  z[0] = ((const GudIntegralParams *)s->params)->start;
}

static void residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  (void)f;
  rz[0] += s->zt[0] - s->fn[((const GudIntegralParams *)s->params)->value]; /* (I1) */
}

static void tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  (void)s;
  K[0] += c[3];
}

static void by_function(const GudForceArgs *s, int function, GudScalar (*df)[3], GudScalar *drz)
{
  (void)s, (void)function, (void)df;
  drz[0] -= 1;
}

static void output(const GudForceArgs *s, double *out)
{
  out[0] = gud_re(s->z[0]);
}

const GudForceType gud_force_integral = {
  .info          = {"integral", "time integral of a value (acts on nothing)", NULL, GUD_2D | GUD_3D, params,
                    GUD_COUNT(params), sizeof(GudIntegralParams)},
  .ledger        = GUD_LEDGER_LOAD,
  .num_internals = 1,
  .differential  = differential,
  .num_outputs   = 1,
  .outputs       = outputs,
  .start         = start,
  .residual      = residual,
  .tangent       = tangent,
  .by_function   = by_function,
  .output        = output,
};
