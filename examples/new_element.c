/* An element that a program registers at run time: an elastic bar of two nodes, in the plane and in space.

   Coordinates: the end points P, R; d = R - P, natural length l.
   (B1) e = (d.d/l^2 - 1)/2              Green's strain
   (B2) V = EA l e^2/2                   energy
   (B3) N = EA e,  f_R = N d/l = -f_P    from (B2)
   (B4) M = m/6 [2 1; 1 2] (x) 1         consistent mass

   One end is held, the other one drawn out by a = 1 um and let go: small longitudinal vibration x = l + a cos(w t) with
   w^2 = (EA/l)/(m/3). Terms of the order a^2 are left out: 1e-12 m.

     run: ./new_element               exit code 0 if the end is there after half a period, to 1e-9 m */
#include <gudgeon_register.h>

#include <base/vec3.h>
#include <math.h>
#include <stdio.h>

typedef struct {
  double mass, length, natural, stiffness;
} BarParams;

enum { D_MASS, D_DRAWN, D_NATURAL, D_EA, NUM_DATA };

#define AT(field) offsetof(BarParams, field)
static const GudParam params[] = {
  {"mass", GUD_REAL, GUD_MASS, GUD_POSITIVE, NULL, AT(mass), NULL, "mass"},
  {"drawn", GUD_REAL, GUD_LENGTH, GUD_POSITIVE, NULL, AT(length), NULL, "length at the start"},
  {"natural", GUD_REAL, GUD_LENGTH, GUD_POSITIVE, NULL, AT(natural), NULL, "length without force"},
  {"stiffness", GUD_REAL, GUD_FORCE, GUD_POSITIVE, NULL, AT(stiffness), NULL, "E A"},
};
static const int translation[] = {1, 1};

static GudStatus setup(const GudElementType *self, const void *vp, const GudPlacement *place, double *data,
                       char *why)
{
  const BarParams *p = vp;
  (void)self, (void)place, (void)why;
  data[D_MASS] = p->mass, data[D_DRAWN] = p->length, data[D_NATURAL] = p->natural, data[D_EA] = p->stiffness;
  return GUD_OK;
}

static void start(const GudElementType *self, const double *data, const GudPlacement *place, double (*Q)[3],
                  double (*Qt)[3])
{
  (void)self;
  double end[3] = {data[D_DRAWN], 0, 0}, arm[3];
  gud_rotate(place->R, end, arm);
  gud_cross_real(place->spin, arm, Qt[1]);
  for (int i = 0; i < 3; i++) {
    Q[0][i] = place->origin[i], Q[1][i] = place->origin[i] + arm[i];
    Qt[0][i] = place->velocity[i], Qt[1][i] += place->velocity[i];
  }
}

static void mass(const GudElementType *self, const double *data, double *m) /* (B4) */
{
  (void)self;
  m[0] = m[3] = data[D_MASS] / 3, m[1] = m[2] = data[D_MASS] / 6;
}

/* Material points and directions along the bar (and, by a quarter turn, across it in the plane). */
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

static GudStatus residual(const GudElementType *self, const double *data, GudScalar (*Q)[3],
                          GudScalar (*Qt)[3], GudScalar (*r)[3], GudScalar *ledger)
{
  double    l = data[D_NATURAL];
  GudScalar d[3];
  (void)self, (void)Qt;
  gud_sub(Q[1], Q[0], d);
  GudScalar e = 0.5 * (gud_dot(d, d) / (l * l) - 1), N = data[D_EA] * e; /* (B1), (B3) */
  if (r) gud_axpy(N / l, d, r[1]), gud_axpy(-N / l, d, r[0]);
  if (ledger) ledger[0] += 0.5 * data[D_EA] * l * e * e; /* (B2) */
  return GUD_OK;
}

static GudStatus tangent(const GudElementType *self, const double *data, GudScalar (*Q)[3],
                         GudScalar (*Qt)[3], double cq, double cv, GudScalar *K)
{
  double    l = data[D_NATURAL];
  GudScalar d[3];
  (void)self, (void)Qt, (void)cv;
  gud_sub(Q[1], Q[0], d);
  GudScalar N = 0.5 * data[D_EA] * (gud_dot(d, d) / (l * l) - 1);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      GudScalar b = cq * (data[D_EA] / (l * l * l) * d[i] * d[j] + (i == j ? N / l : 0));
      K[6 * i + j] += b, K[6 * (3 + i) + 3 + j] += b;
      K[6 * i + 3 + j] -= b, K[6 * (3 + i) + j] -= b;
    }
  return GUD_OK;
}

static const GudElementType bar = {
  .info        = {"elastic_bar", "elastic bar of two nodes", NULL, GUD_2D | GUD_3D, params,
                  (int)(sizeof params / sizeof *params), sizeof(BarParams)},
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
};

static const char model[] =
  "space: 2d\n"
  "bodies: {bar: {type: elastic_bar, mass: 3 kg, natural: 1 m, drawn: 1.000001 m, stiffness: 1e4 N}}\n"
  "joints: {pivot: {type: revolute, a: ground, b: bar}}\n"
  "probes: {end: {type: position, of: {body: bar, local: [1.000001, 0]}, component: x}}\n"
  "analysis: {end: 1 s, tolerance: 1e-11, method: radau, max_step: 2 ms}\n";

int main(int argc, char **argv)
{
  const double  period = 2 * 3.14159265358979323846 / sqrt(1e4 / 1.0); /* EA/l = 1e4 N/m, m/3 = 1 kg */
  GudContext    context;
  GudSpec       spec;
  GudSimulation sim;
  GudStop       stop;
  double        x = 0;

  PetscCall(GudInitialize(&argc, &argv));
  PetscCall(GudRegisterElement(&bar));
  PetscCall(GudContextCreate(PETSC_COMM_WORLD, &context));
  PetscCall(GudSpecCreateFromText(context, model, "bar", &spec));
  PetscCall(GudSimulationCreateFrom(spec, NULL, &sim));
  PetscCall(GudSimulationAdvance(sim, 0.5 * period, GUD_STOP_AT_TIME, &stop));
  PetscCall(GudSimulationGetProbe(sim, "end", &x));
  printf("end of the bar after half a period: 1 m %+.6f um, expected -1 um\n", 1e6 * (x - 1));
  PetscCall(GudSimulationDestroy(&sim));
  PetscCall(GudSpecDestroy(&spec));
  PetscCall(GudContextDestroy(&context));
  PetscCall(GudFinalize());
  return fabs(x - (1 - 1e-6)) < 1e-9 ? 0 : 1;
}
