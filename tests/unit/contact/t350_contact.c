/* Normal contact laws: a simulated bounce against closed forms and against an independent integration. */
#include "model_text.h"

#include "contact/params.h"
#include "contact/point.h"

/* History of the first point of a contact or clearance joint. */
static double noted(GudSimulation sim, const char *name, int what)
{
  const GudModel *m = sim->input.model;
  return sim->solver->s->history[m->forces[gud_model_find_force(m, name)].history + what];
}

/* ---- the exact relation, solved here by Newton from above: a (1 + x) = ln((1 + a)/(1 - a x)) ---- */

static double real_ratio(double a)
{
  double x = a < 1 ? 1 : (1 - 1e-12) / a;
  for (int i = 0; i < 200; i++) {
    double f = log((1 + a) / (1 - a * x)) - a * (1 + x), slope = a / (1 - a * x) - a;
    x -= f / slope;
  }
  return x;
}

/* Its index */
static int law_of(const char *name)
{
  int i = 0;
  while (gud_normal_laws[i] && strcmp(gud_normal_laws[i]->name, name)) i++;
  assert_non_null(gud_normal_laws[i]);
  return i;
}

static const char *const hysteretic[] = {"lankarani_nikravesh", "hunt_crossley", "flores", "gonthier"};

static double loss_of(int law, double e)
{
  return law == law_of("lankarani_nikravesh") ? 3 * (1 - e * e) / 4
         : law == law_of("hunt_crossley")     ? 3 * (1 - e) / 2
         : law == law_of("flores")            ? 8 * (1 - e) / (5 * e)
                                              : (1 - e * e) / e;
}

static void test_relation(void **state)
{
  (void)state;
  for (int k = 0; k < GUD_COUNT(hysteretic); k++)
    for (double e = 0.1; e < 0.995; e += 0.05)
      expect_near(hysteretic[k], gud_normal_restitution(law_of(hysteretic[k]), e),
                  real_ratio(loss_of(law_of(hysteretic[k]), e)), 1e-12);
  expect_near("hertz", gud_normal_restitution(law_of("hertz"), 0.5), 1, 0);
  /* printed: 10 digits, then 4 */
  expect_near("0.9", gud_normal_restitution(law_of("lankarani_nikravesh"), 0.9), 0.9131766778, 5e-11);
  expect_near("0.7", gud_normal_restitution(law_of("lankarani_nikravesh"), 0.7), 0.7959725954, 5e-11);
  expect_near("0.5", gud_normal_restitution(law_of("lankarani_nikravesh"), 0.5), 0.7252411140, 5e-11);
  expect_near("0.9", gud_normal_restitution(law_of("hunt_crossley"), 0.9), 0.9090, 5e-5);
  expect_near("0.5", gud_normal_restitution(law_of("hunt_crossley"), 0.5), 0.663, 5e-4);
  expect_near("0.9", gud_normal_restitution(law_of("flores"), 0.9), 0.8939, 5e-5);
  expect_near("0.5", gud_normal_restitution(law_of("flores"), 0.5), 0.470, 5e-4);
}

/* Stiffness in N/m^1.5 of a bearing of 10 mm, E = 207 GPa, nu = 0.3; printed to 11 digits. */
static void test_stiffness(void **state)
{
  static const double rows[][3] = {{0.5, 1.0584788657e10, 6.6101983979e10},
                                   {0.2, 1.0668862962e10, 1.0615384615e11},
                                   {0.1, 1.0696181240e10, 1.5088820475e11},
                                   {0.01, 1.0720475315e10, 4.7931435755e11}};
  const double        E[2] = {207e9, 207e9}, nu[2] = {0.3, 0.3};
  (void)state;
  for (int k = 0; k < GUD_COUNT(rows); k++)
    for (int internal = 0; internal < 2; internal++)
      expect_near(
        "K", gud_hertz_stiffness(10e-3, 10e-3 - 1e-3 * rows[k][0], E, nu, internal) / rows[k][1 + internal],
        1, 6e-11);
  /* a plane is a ball of any size; two materials: the softer one counts */
  expect_near("plane",
              gud_hertz_stiffness(INFINITY, 4e-3, E, nu, 0) / gud_hertz_stiffness(4e7, 4e-3, E, nu, 0), 1,
              1e-9);
  expect_near("rigid partner",
              gud_hertz_stiffness(1, 1, (double[2]){207e9, 1e30}, nu, 0) /
                gud_hertz_stiffness(1, 1, E, nu, 0),
              2, 1e-12);
}

/* ---- bounces ---- */

typedef struct {
  double before, after, depth, force, time;
} Bounce;

/* Largest value of the cubic through (t, y, y') at both ends */
static double hermite_peak(double h, double y0, double v0, double y1, double v1)
{
  double best = fmax(y0, y1);
  for (int i = 1; i < 4000; i++) {
    double x = i / 4000.0, u = 1 - x;
    best = fmax(best, (1 + 2 * x) * u * u * y0 + x * u * u * h * v0 + x * x * (3 - 2 * x) * y1 -
                        x * x * u * h * v1);
  }
  return best;
}

/* Largest value of the parabola through three points */
static double parabola_peak(const double t[3], const double y[3])
{
  double a = (y[1] - y[0]) / (t[1] - t[0]), b = (y[2] - y[1]) / (t[2] - t[1]), c = (b - a) / (t[2] - t[0]);
  double x = 0.5 * (t[0] + t[1]) - a / (2 * c);
  return y[0] + a * (x - t[0]) + c * (x - t[0]) * (x - t[1]);
}

static void outputs_of(GudSimulation sim, const char *name, double *out)
{
  const GudModel *m  = sim->input.model;
  GudEvaluated   *at = sim->solver->accepted;
  GudPoint        p  = gud_state_point(sim->solver->s);
  int             n  = gud_model_find_force(m, name);
  gud_evaluated_at(at, &p);
  m->forces[n].type->output(gud_evaluated_force(at, n, GUD_LEVEL_FORCE), out);
}

static int output_index(GudSimulation sim, const char *name, const char *output)
{
  const GudModel      *m = sim->input.model;
  const GudModelForce *f = &m->forces[gud_model_find_force(m, name)];
  for (int i = 0; i < f->type->num_outputs; i++)
    if (!strcmp(f->type->outputs[i].name, output)) return i;
  fail_msg("no output %s", output);
  return -1;
}

/* Runs until the contact `c` opens again. */
static Bounce bounce(const char *text)
{
  GudSimulation sim = begin(text);
  Bounce        r   = {0};
  double        out[GUD_MAX_OUTPUTS], t[3] = {0}, F[3] = {0}, last[3] = {0}, start = -1;
  int           iF = output_index(sim, "c", "force"), iD = output_index(sim, "c", "penetration"),
      iV = output_index(sim, "c", "penetration_rate");
  for (int opened = 0, n = 0; !opened; n++) {
    advance(sim, sim->solver->opt.end);
    if (sim->solver->s->t >= sim->solver->opt.end) fail_msg("no bounce");
    outputs_of(sim, "c", out);
    int open = noted(sim, "c", GUD_H_MODE) == GUD_OPEN;
    if (start < 0 && !open) start = sim->solver->s->t, r.before = noted(sim, "c", GUD_H_LAST_SPEED), n = 0;
    if (start < 0) continue;
    t[0] = t[1], t[1] = t[2], t[2] = sim->solver->s->t;
    F[0] = F[1], F[1] = F[2], F[2] = out[iF];
    if (n > 1 && F[1] > F[0] && F[1] > F[2]) r.force = fmax(r.force, parabola_peak(t, F));
    if (n > 0 && last[2] > 0 && out[iV] <= 0)
      r.depth = hermite_peak(t[2] - t[1], last[1], last[2], out[iD], out[iV]);
    if (out[iV] < 0) r.after = -out[iV];
    last[1] = out[iD], last[2] = out[iV];
    opened = open;
    if (open) r.time = t[2] - start;
  }
  end(sim);
  return r;
}

/* Between bodies: a ball on a plane that leans, two balls in space (one of them is hit), a journal in a ring that is free,
   too. `more` goes into the group contact. The law's name is its first word. */
enum { PLANE, BALLS, RING, NUM_PAIRS };
static Bounce bounce_of(int pair, double stiffness, const char *more, double speed, double stop)
{
  char text[3000], group[500];
  snprintf(group, sizeof group, "contact: {stiffness: %.17g, %s}", stiffness, more);
  int n = 0;
  if (pair == PLANE)
    n = snprintf(
      text, sizeof text,
      "space: 2d\nbodies: {ball: {type: rigid_body, mass: 1, inertia: 1e-5, at: [%.17g, %.17g], velocity: "
      "[%.17g, %.17g], spin: 3}}\nforces: {c: {type: contact, a: ground, b: ball, normal: [3, 4], radius: "
      "0.01, %s}}\n",
      0.6 * (0.01 + 1e-5 * speed), 0.8 * (0.01 + 1e-5 * speed), -0.6 * speed + 0.8, -0.8 * speed - 0.6,
      group);
  else if (pair == BALLS)
    n = snprintf(
      text, sizeof text,
      "bodies:\n  p: {type: rigid_body, mass: 3, inertia: [1, 1, 1], at: [1, 2, 3], velocity: [%.17g, 0, "
      "0]}\n  q: {type: rigid_body, mass: 1.5, inertia: [1, 2, 2], at: [%.17g, 2, 3], velocity: [0.1, 0, "
      "0]}\n"
      "forces: {c: {type: contact, a: p, b: q, surface: ball, radius: 0.02, radius_a: 0.03, %s}}\n",
      speed + 0.1, 1.05 + 1e-5 * speed, group);
  else
    n = snprintf(text, sizeof text,
                 "space: 2d\nbodies:\n  ring: {type: rigid_body, mass: 3, inertia: 1}\n  journal: {type: "
                 "rigid_body, mass: 1.5, inertia: 1, velocity: [%.17g, %.17g], spin: 3}\njoints: {c: {type: "
                 "revolute, model: "
                 "dry, a: ring, b: journal, clearance: %.17g, bearing_radius: 0.01, %s}}\n",
                 0.6 * speed, 0.8 * speed, 1e-5 * speed, group);
  snprintf(text + n, sizeof text - (size_t)n, "analysis: {end: %.17g, tolerance: 2e-15, first_step: 1e-7}\n",
           stop);
  return bounce(text);
}

/* The relative speed after and before, and what the table says of penetration, force and time: reduced mass 1 kg. */
static void test_bounces(void **state)
{
  static const double e[] = {0.9, 0.5, 0.2};
  (void)state;
  for (int pair = 0; pair < NUM_PAIRS; pair++)
    for (int k = 0; k < GUD_COUNT(hysteretic); k++)
      for (int i = 0; i < GUD_COUNT(e); i++) {
        char more[200], what[300];
        snprintf(more, sizeof more, "law: %s, restitution: %g", hysteretic[k], e[i]);
        snprintf(what, sizeof what, "pair %d, %s", pair, more);
        Bounce r = bounce_of(pair, 6.6e10, more, 0.5, 1e-3);
        double a = loss_of(law_of(hysteretic[k]), e[i]), v = r.before;
        double deep = pow(5 * v * v / (2 * 6.6e10) * (1 / a - log(1 + a) / (a * a)), 0.4);
        expect_near("speed before", v, 0.5, 1e-9);
        expect_near(what, r.after / r.before, real_ratio(a), 1e-6);
        expect_near(what, r.depth / deep, 1, 1e-6);
      }
}

static void test_table(void **state)
{
  static const double rows[][5] = {{1, 1, 2.952041336e-5, 1.737734002e-4, 10585.8951},
                                   {0.9, 0.9131766778, 2.847891073e-5, 1.754915450e-4, 10107.6434},
                                   {0.7, 0.7959725954, 2.701517161e-5, 1.786344766e-4, 9700.8776},
                                   {0.5, 0.7252411140, 2.609384888e-5, 1.811502888e-4, 9586.0089}};
  (void)state;
  for (int k = 0; k < GUD_COUNT(rows); k++) {
    char more[200];
    snprintf(more, sizeof more, "law: lankarani_nikravesh, restitution: %g", rows[k][0]);
    Bounce r = bounce_of(PLANE, 6.6e10, more, 0.5, 1e-3);
    expect_near("e'", r.after / r.before, rows[k][1], 1e-6);
    expect_near("largest penetration", r.depth / rows[k][2], 1, 1e-6);
    expect_near("contact time", r.time / rows[k][3], 1, 1e-6);
    expect_near("largest force", r.force / rows[k][4], 1, 1e-5); /* parabola through three steps */
  }
}

/* The exponent is a parameter, and the ratio does not depend on it. */
static void test_exponent(void **state)
{
  static const double n[] = {1, 1.2, 2};
  (void)state;
  for (int k = 0; k < GUD_COUNT(n); k++) {
    char more[200];
    snprintf(more, sizeof more, "law: hunt_crossley, restitution: 0.6, exponent: %g", n[k]);
    double K = 6.6e10 * pow(3e-5, 1.5 - n[k]); /* as stiff at 30 um */
    Bounce r = bounce_of(PLANE, K, more, 0.5, 1e-3);
    expect_near(more, r.after / r.before, real_ratio(0.6), 1e-6);
  }
}

/* ---- laws of another form ---- */

/* m x'' = -F, F = K x + D x', until F = 0: x = v0/wd exp(-s t) sin(wd t), and from there on free. */
static void test_kelvin_voigt(void **state)
{
  const double K = 1e7, D = 2000, v0 = 0.5, s = D / 2, wd = sqrt(K - s * s);
  (void)state;
  double t = 0, lo = 0.5 * acos(-1) / wd,
         hi = acos(-1) / wd; /* F falls to zero between the turning point and x = 0 */
  for (int i = 0; i < 200; i++) {
    t          = 0.5 * (lo + hi);
    double x_t = cos(wd * t) - s / wd * sin(wd * t), F = K / wd * sin(wd * t) + D * x_t;
    if (F > 0) lo = t;
    else hi = t;
  }
  double after = -v0 * exp(-s * t) * (cos(wd * t) - s / wd * sin(wd * t));
  double peak  = v0 / wd * exp(-s * atan2(wd, s) / wd) * sin(atan2(wd, s));
  Bounce r     = bounce_of(PLANE, K, "law: kelvin_voigt, damping: 2000", v0, 0.01);
  expect_near("speed after", r.after / after, 1, 1e-6);
  expect_near("largest penetration", r.depth / peak, 1, 1e-6);
}

/* Force of the law as the header writes it, coded once more. Johnson's by bisection of the printed formula. */
typedef struct {
  int    law;
  double K, n, D, d, EL, R, a;
} Law;

static double johnson_force(const Law *l, double delta)
{
  double pi = acos(-1), top = 4 * pi * l->EL * l->R, lo = 0, hi = top * exp(-2);
  for (int i = 0; i < 200; i++) {
    double F = 0.5 * (lo + hi);
    if (F / (pi * l->EL) * (log(top / F) - 1) < delta) lo = F;
    else hi = F;
  }
  return 0.5 * (lo + hi);
}

static double law_force(const Law *l, double x, double v, double v0)
{
  if (x <= 0) return 0;
  if (l->law == law_of("johnson")) return johnson_force(l, x) * (1 + l->a * v / v0);
  double s = x >= l->d ? 1 : x / l->d * (x / l->d) * (3 - 2 * x / l->d);
  return fmax(0, l->K * pow(x, l->n) + l->D * s * v);
}

/* RK4 for x'' = -F (reduced mass 1) until x < 0 */
static Bounce integrated(const Law *l, double v0, double h)
{
  Bounce r = {.before = v0};
  double x = 0, v = v0;
  for (int i = 0; i == 0 || x > 0; i++) {
    double a1 = -law_force(l, x, v, v0), x2 = x + 0.5 * h * v, v2 = v + 0.5 * h * a1;
    double a2 = -law_force(l, x2, v2, v0), x3 = x + 0.5 * h * v2, v3 = v + 0.5 * h * a2;
    double a3 = -law_force(l, x3, v3, v0), x4 = x + h * v3, v4 = v + h * a3;
    double a4 = -law_force(l, x4, v4, v0);
    x += h / 6 * (v + 2 * v2 + 2 * v3 + v4), v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    r.depth = fmax(r.depth, x), r.time += h;
    if (v < 0) r.after = -v;
  }
  return r;
}

static void test_impact(void **state)
{
  Law l = {.law = law_of("impact"), .K = 1e9, .n = 1.3, .D = 3000, .d = 2e-5};
  (void)state;
  Bounce r = bounce_of(PLANE, l.K, "law: impact, exponent: 1.3, damping: 3000, full_depth: 0.02 mm", 0.5,
                       0.01);
  Bounce o = integrated(&l, 0.5, 1e-8);
  assert_true(o.after < 0.95 * o.before && o.depth > l.d); /* the case has what it tests */
  expect_near("speed after", r.after / o.after, 1, 1e-6);
  expect_near("largest penetration", r.depth / o.depth, 1, 1e-6);
}

/* Journal of 9.5 mm in 10 mm, length 20 mm, steel; damped as Lankarani-Nikravesh, but its own real restitution. */
static void test_johnson(void **state)
{
  double sigma = 2 * (1 - 0.09) / 207e9, a = 0.75 * (1 - 0.81);
  Law    l = {.law = law_of("johnson"), .EL = 0.02 / sigma, .R = 0.5e-3, .a = a};
  (void)state;
  Bounce r = bounce(
    "space: 2d\nbodies: {j: {type: rigid_body, mass: 1, inertia: 1, velocity: [0.5, 0]}}\n"
    "joints: {c: {type: revolute, model: dry, a: ground, b: j, clearance: 0.5 mm, bearing_radius: 10 mm, "
    "length: 20 mm, contact: {law: johnson, restitution: 0.9}}}\n"
    "analysis: {end: 0.01, tolerance: 2e-15, max_step: 1e-5}\n");
  Bounce o = integrated(&l, 0.5, 2e-9);
  expect_near("largest penetration", r.depth / o.depth, 1, 2e-6);
  expect_near("speed after", r.after / o.after, 1, 2e-6);
  expect_near("the ratio is that of a power law", r.after / r.before, real_ratio(a), 1e-6);
}

/* Nominal and real more than 10 % apart: said once, with both numbers. */
/* Where an event ends a step, an overlap or gap of round-off may be left: what parts is not hit again because of it, and
   what has been hit does not part. */
static void test_round_off(void **state)
{
  static const struct {
    int    mode;
    double delta, rate, guard;
  } row[] = {{GUD_OPEN, 2e-17, -1, 0},          {GUD_OPEN, 2e-17, 1, -2e-17}, {GUD_OPEN, -3e-6, -1, 3e-6},
             {GUD_OPEN, 1e-9, -1, -1e-9},       {GUD_OPEN, 1e-9, 1, -1e-9},   {GUD_PRESSED, -2e-17, 1, 0},
             {GUD_PRESSED, -2e-17, -1, -2e-17}, {GUD_PRESSED, 3e-6, 1, 3e-6}, {GUD_PRESSED, -1e-9, 1, -1e-9}};
  GudContact c = {
    .normal = {.law = law_of("lankarani_nikravesh"), .stiffness = 1e10, .exponent = 1.5, .restitution = 0.9}};
  (void)state;
  for (int k = 0; k < GUD_COUNT(row); k++) {
    GudContactAt at = {
      .delta = row[k].delta, .n = {1, 0, 0}, .t = {{0, 1, 0}, {0, 0, 1}}, .v = {row[k].rate, 0, 0}};
    double          h[GUD_POINT_HISTORY] = {[GUD_H_MODE] = row[k].mode, [GUD_H_V0] = 1}, g[GUD_POINT_EVENTS];
    double          z[2] = {0}, rz[2] = {0};
    GudContactForce f;
    gud_contact_force(&c, &at, h, z, z, &f, rz);
    gud_contact_events(&c, &at, &f, h, g);
    expect_near("guard of the gap", g[0], row[k].guard, 0);
    /* an event that leaves the gap clearly on its side was a touch: mode and v0 stay */
    gud_contact_accept(&c, &at, &f, 0, 0, h);
    int stays = fabs(row[k].delta) > 1e-12 && (row[k].delta > 0) == (row[k].mode == GUD_PRESSED);
    expect_near("mode", h[GUD_H_MODE], stays ? row[k].mode : GUD_PRESSED - row[k].mode, 0);
    if (stays) expect_near("v0", h[GUD_H_V0], 1, 0);
  }
}

static void test_warning(void **state)
{
  GudContactParams p = {.law = law_of("lankarani_nikravesh"), .restitution = 0.5};
  char             why[200];
  (void)state;
  assert_int_equal(gud_contact_warn(&p, why), 1);
  assert_non_null(strstr(why, "0.5"));
  assert_non_null(strstr(why, "0.7252"));
  p.restitution = 0.9;
  assert_int_equal(gud_contact_warn(&p, why), 0);
  p.law = law_of("flores"), p.restitution = 0.5; /* 6 % */
  assert_int_equal(gud_contact_warn(&p, why), 0);
  p.law = law_of("hertz"); /* has no restitution to be wrong about */
  assert_int_equal(gud_contact_warn(&p, why), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_relation), cmocka_unit_test(test_stiffness), cmocka_unit_test(test_bounces),
    cmocka_unit_test(test_table),    cmocka_unit_test(test_exponent),  cmocka_unit_test(test_kelvin_voigt),
    cmocka_unit_test(test_impact),   cmocka_unit_test(test_johnson),   cmocka_unit_test(test_round_off),
    cmocka_unit_test(test_warning),
  };
  return cmocka_run_group_tests_name("contact", tests, start_petsc, stop_petsc);
}
