/* The battery: every registered element, joint and force, with no test code of its own.

   Parameters are drawn at random from the tables, states at random with a fixed seed; the kernels are those of the
   program, compiled in complex numbers, so that derivatives by complex step are exact to round-off. A check gives the
   relative violation of a law; the bound is round-off times conditioning: 1e-13 stands for some hundred operations of
   1e-16 each on numbers that the check has already divided by the largest of them. */
#include "battery_self.h"
#include "battery_joint.h"

#include "base/measure.h"

#include "model/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

enum { TRIALS = 200, MAX_TRIES = 100000, MAX_TESTS = 2000 };
static const double bound = 1e-13, clear = 1e-9; /* round-off; and what is beyond doubt a fault */

typedef struct {
  const char *name;
  double (*check)(Force *);
} ForceCheck;
static const ForceCheck force_checks[] = {
  {"tangent is the derivative of the residual", force_tangent},
  {"derivative by the values of functions", force_functions},
  {"residual and tangent add", force_adds},
  {"force is minus the gradient of the energy", force_energy},
  {"f.v = -V' + power", force_power},
  {"does not create energy", force_dissipates},
  {"action = reaction", force_balance},
  {"follows a rigid motion", force_objective},
  {"events, history and outputs stay in bounds", force_bounds},
  {"is evaluated once, whoever reads it", force_work},
  {"is what it was after an accepted step, unless it says so", force_accepts},
};

typedef struct {
  const char *name;
  double (*check)(Element *);
} ElementCheck;
static const ElementCheck element_checks[] = {
  {"mass is symmetric, not negative, and what was asked for", element_mass},
  {"momentum and energy of a rigid motion", element_rigid_motion},
  {"points and directions are where they were drawn", element_maps},
  {"internal constraints hold at the start", element_rows},
  {"tangent is the derivative of the residual", element_tangent},
  {"r.v = V' + dissipation", element_power},
  {"linear where it says so", element_linear},
  {"sizes, and fields at several places", element_fields},
};

/* Largest violation over all trials; -1 when no valid case was found. */
static double force_worst(const GudForceType *t, double (*check)(Force *), int trials)
{
  static Force c;
  double       worst = -1;
  rng_state          = 20240601;
  for (int n = 0, tries = 0; n < trials && tries < MAX_TRIES; tries++) {
    if (!random_force(t, &c)) continue;
    double x = check(&c);
    if (!(x <= worst)) worst = x;
    n++;
  }
  return worst;
}

/* While a claim is tested: only trials whose parameters keep it (or, only_lost, take it away). */
static unsigned only_claim;
static int      only_lost, trials_seen;

static double element_worst(const GudElementType *t, double (*check)(Element *), int trials)
{
  static Element c;
  double         worst = -1;
  rng_state            = 20240602;
  int cap              = t->cell && t->cell->dim == 2 ? 100 : t->cell ? 20 : trials;
  trials               = trials > cap
                           ? cap
                           : trials; /* beams: up to 160 integration points each; quadrilaterals: many variants */
  int most             = only_claim && only_lost ? 10 * trials
                                                 : MAX_TRIES; /* most claims are lost by no parameter at all */
  for (int n = 0, tries = 0; n < trials && tries < most; tries++) {
    if (!random_element(t, &c)) continue;
    if (only_claim && (t->lost && t->lost(t, c.params) & only_claim ? !only_lost : only_lost)) continue;
    trials_seen++;
    double x = check(&c);
    if (!(x <= worst)) worst = x;
    n++;
  }
  return worst;
}

/* ---- one cmocka test per entry and check ---- */

typedef struct {
  const GudForceType   *force;
  const GudElementType *element;
  const GudJointType   *joint;
  const GudTypeInfo    *info;
  const Setting        *settings;
  int                   check, trials;
  double                condition; /* factor of the bound */
  char                  name[320];
} Task;

/* Variants of forces that need parameters which go together */
static const Setting foundation[] = {{"model", "dry"},
                                     {"contact.law", "foundation"},
                                     {"clearance", "0.5"},
                                     {"journal_radius", "1.2"},
                                     {"bearing_radius", "absent"},
                                     {"length", "1.5"},
                                     {"friction.law", "tanh"},
                                     {"foundation.stiffness", "2"},
                                     {"foundation.nx", "12"},
                                     {"foundation.profile_b", "given"},
                                     {NULL, NULL}};

/* clang-format off */
static const Setting openings[] = {
  {"model", "lubricated"}, {"clearance", "8"}, {"journal_radius", "9"}, {"bearing_radius", "absent"}, {"length", "2"},
  {"film.model", "reynolds"}, {"film.viscosity", "0.5"}, {"film.oil", "none"}, {"film.sigma", "absent"}, {"film.barus", "0"}, {"film.nx", "8"}, {"film.ny", "2"},
  {"film.openings.1.on", "journal"}, {"film.openings.1.angle", "1"}, {"film.openings.1.at", "0.3"}, {"film.openings.1.diameter", "0.7"},
  {"film.openings.1.width", "absent"}, {"film.openings.1.length", "absent"},
  {"film.openings.2.on", "journal"}, {"film.openings.2.angle", "-2"}, {"film.openings.2.at", "-0.2"}, {"film.openings.2.diameter", "absent"},
  {"film.openings.2.width", "1"}, {"film.openings.2.length", "0.8"}, {"film.openings.2.supply", "given"},
  {"film.openings.3.on", "none"}, {"film.openings.4.on", "none"}, {"film.openings.5.on", "none"}, {"film.openings.6.on", "none"}, {NULL, NULL}};
static const Setting shaped[] = {
  {"model", "mixed"}, {"clearance", "8"}, {"journal_radius", "9"}, {"bearing_radius", "absent"}, {"length", "2"},
  {"film.model", "reynolds"}, {"film.viscosity", "0.5"}, {"film.oil", "none"}, {"film.sigma", "0.8"}, {"film.asperity_modulus", "2"}, {"film.barus", "0"},
  {"film.nx", "8"}, {"film.ny", "2"}, {"film.profile", "given"}, {"film.barrel", "given"}, {"wear.a", "1"},
  {"film.openings.1.on", "none"}, {"film.openings.2.on", "none"}, {"film.openings.3.on", "none"}, {"film.openings.4.on", "none"}, {"film.openings.5.on", "none"},
  {"film.openings.6.on", "none"}, {NULL, NULL}};
/* clang-format on */
/* Oil from outside brings power along, and a film that is solved from its last solution differs in its last digits. Its derivatives are
   solutions of linear systems, whose condition comes on top of what the battery knows. */
static double (*const not_of_films[])(Force *) = {force_energy, force_dissipates, force_accepts, NULL};
enum { FILM_TRIALS = 30 };
static const double film_condition = 1000;

static void verdict(const Task *t, const char *what, double worst)
{
  if (worst < 0) fail_msg("%s: %s: the parameter table gave no valid case", t->info->name, what);
  double most = t->condition > 0 ? t->condition * bound : bound;
  if (!(worst <= most)) fail_msg("%s: %s: violated by %.3g, bound %.1g", t->info->name, what, worst, most);
}

static void test_force(void **state)
{
  const Task *t = *state;
  settings      = t->settings;
  double worst  = force_worst(t->force, force_checks[t->check].check, t->trials ? t->trials : TRIALS);
  settings      = NULL;
  verdict(t, force_checks[t->check].name, worst);
}

static void test_element(void **state)
{
  const Task *t = *state;
  verdict(t, element_checks[t->check].name,
          element_worst(t->element, element_checks[t->check].check, TRIALS));
}

static const unsigned all_claims = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC |
                                   GUD_CLAIM_ENERGY;

/* NULL, or the claim that is wrong: claimed and violated, or not claimed although it holds. */
static const char *wrong_claim(const GudElementType *t, double *worst)
{
  *worst = 0;
  if (!t->residual) return t->claims == all_claims ? NULL : "no forces, so that every claim holds";
  for (int k = 0; k < GUD_COUNT(claims); k++) {
    only_claim = claims[k].claim, only_lost = 0;
    *worst = element_worst(t, claims[k].check, TRIALS);
    if (t->claims & claims[k].claim ? !(*worst <= bound) : !(*worst > clear)) return claims[k].name;
    only_lost    = 1; /* what parameters take away must really fail for some of them */
    int    seen  = trials_seen;
    double taken = t->lost ? element_worst(t, claims[k].check, TRIALS) : 0;
    only_claim   = 0;
    if (t->lost && trials_seen > seen && !(taken > clear)) return "one that parameters take away";
  }
  return NULL;
}

static void test_claims(void **state)
{
  const Task *t = *state;
  double      worst;
  const char *wrong = wrong_claim(t->element, &worst);
  if (wrong) fail_msg("%s: claim '%s': violation %.3g", t->info->name, wrong, worst);
}

static void test_joint(void **state)
{
  const Task *t = *state;
  rng_state     = 20240603;
  for (int planar = 0; planar < 2; planar++) {
    if (!(t->info->space & (planar ? GUD_2D : GUD_3D))) continue;
    const char *fault_ = joint_fault(t->joint, planar);
    if (fault_) fail_msg("%s in space: %dd: %s", t->info->name, planar ? 2 : 3, fault_);
  }
}

static void test_table(void **state)
{
  static const size_t size[] = {
    [GUD_REAL] = sizeof(double),        [GUD_INT] = sizeof(int),           [GUD_BOOL] = sizeof(int),
    [GUD_VECTOR] = 3 * sizeof(double),  [GUD_MATRIX] = 9 * sizeof(double), [GUD_CHOICE] = sizeof(int),
    [GUD_STRING] = sizeof(char *),      [GUD_FUNCTION] = sizeof(int),      [GUD_TABLE] = sizeof(GudTable),
    [GUD_LIST] = sizeof(GudStringList), [GUD_POINTS] = sizeof(GudTable)};
  const Task *t = *state;
  assert_non_null(t->info->summary);
  assert_true(t->info->space & (GUD_2D | GUD_3D));
  assert_true(t->info->params_size <= MAX_PARAMS);
  for (int i = 0; i < t->info->num_params; i++) {
    const GudParam *p = &t->info->params[i];
    if (!p->name || !p->doc || !p->doc[0]) fail_msg("%s: parameter %d has no name or text", t->info->name, i);
    if (p->offset + size[p->kind] > t->info->params_size)
      fail_msg("%s: '%s' lies outside its struct", t->info->name, p->name);
    if (p->kind == GUD_CHOICE && !p->choices) fail_msg("%s: '%s' has no choices", t->info->name, p->name);
    for (int j = 0; j < i; j++) {
      const GudParam *o = &t->info->params[j];
      if (!strcmp(p->name, o->name)) fail_msg("%s: '%s' is there twice", t->info->name, p->name);
      if (p->offset < o->offset + size[o->kind] && o->offset < p->offset + size[p->kind])
        fail_msg("%s: '%s' and '%s' share a field", t->info->name, p->name, o->name);
    }
  }
}

/* ---- the battery itself: each fault must be seen by the check meant for it, and by nothing when there is none ---- */

static void test_sees_faulty_forces(void **state)
{
  static const struct {
    Fault fault;
    double (*check)(Force *);
  } must[] = {{TANGENT_X, force_tangent},   {TANGENT_V, force_tangent},    {TANGENT_Z, force_tangent},
              {SIGN, force_energy},         {REACTION, force_balance},     {SPACE_AXIS, force_objective},
              {SPACE_AXIS, force_balance},  {OVERWRITES, force_adds},      {HISTORY_OVERRUN, force_bounds},
              {DAMPER_SIGN, force_tangent}, {SPACE_AXIS, force_energy},    {WORK_OVERRUN, force_work},
              {WORK_UNSET, force_work},     {WORK_WRITTEN, force_work},    {DEAD_COLUMN, force_work},
              {STALE, force_accepts},       {BY_FUNCTION, force_functions}};
  (void)state;
  fault = NONE;
  for (int k = 0; k < GUD_COUNT(force_checks); k++) {
    if (force_checks[k].check == force_power)
      continue; /* the bristle holds energy that energy() does not know */
    assert_true(force_worst(&self_force, force_checks[k].check, TRIALS) <= bound);
  }
  for (int k = 0; k < GUD_COUNT(must); k++) {
    fault        = must[k].fault;
    double worst = force_worst(&self_force, must[k].check, TRIALS);
    int    right = must[k].fault == DAMPER_SIGN; /* tangent fits the residual: not this check's business */
    if (right ? worst > bound : !(worst > bound)) fail_msg("fault %d: violation %.3g", (int)fault, worst);
  }
  fault = NONE;
}

static void test_sees_faulty_elements(void **state)
{
  static const struct {
    Fault    fault;
    unsigned hurts; /* claims that the fault breaks */
    double (*check)(Element *);
  } must[]            = {{ANCHORED, GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_ENERGY, NULL},
                         {SKEW, all_claims, NULL},
                         {WRONG_ENERGY, GUD_CLAIM_ENERGY, element_power},
                         {LEVER, all_claims, NULL},
                         {TANGENT_Q, GUD_CLAIM_SYMMETRIC, element_tangent},
                         {MASS, 0, element_mass},
                         {GAIN, 0, element_power}};
  GudElementType copy = self_element;
  double         worst;
  (void)state;
  fault = NONE;
  for (int k = 0; k < GUD_COUNT(element_checks); k++)
    assert_true(element_worst(&self_element, element_checks[k].check, TRIALS) <= bound);
  assert_null(wrong_claim(&self_element, &worst));
  copy.linear = self_linear;
  assert_true(element_worst(&copy, element_linear, TRIALS) > bound);
  copy.linear = NULL;
  for (int k = 0; k < GUD_COUNT(claims); k++) { /* what holds must be claimed */
    copy.claims       = self_element.claims & ~claims[k].claim;
    const char *wrong = wrong_claim(&copy, &worst);
    assert_non_null(wrong);
    assert_string_equal(wrong, claims[k].name);
  }
  for (int k = 0; k < GUD_COUNT(must); k++) {
    fault = must[k].fault;
    for (int c = 0; c < GUD_COUNT(claims); c++) {
      int broken = element_worst(&self_element, claims[c].check, TRIALS) > bound;
      if (broken != ((must[k].hurts & claims[c].claim) != 0))
        fail_msg("fault %d: claim '%s' is %s", (int)fault, claims[c].name, broken ? "broken" : "kept");
    }
    copy.claims = self_element.claims & ~must[k].hurts; /* claiming less makes it honest again */
    assert_null(fault == TANGENT_Q ? NULL : wrong_claim(&copy, &worst));
    if (must[k].check) assert_true(element_worst(&self_element, must[k].check, TRIALS) > bound);
  }
  fault = NONE;
}

static void test_sees_faulty_joints(void **state)
{
  static const GudRow twice[]  = {{GUD_ROW_DOT, 4, 0, 1, -1, 0, GUD_RHS_ZERO},
                                  {GUD_ROW_DOT, 4, 0, 1, -1, 0, GUD_RHS_ZERO}};
  static const GudRow open[]   = {{GUD_ROW_DOT, 5, -1, 1, -1, 0, GUD_RHS_ZERO}};
  static const GudRow space[]  = {{GUD_ROW_DOT, 5, -1, 5, -1, 0, GUD_RHS_ZERO}};
  static const GudRow drives[] = {{GUD_ROW_TURN, 5, -1, 1, 2, 0, GUD_RHS_ZERO}};
  const GudRow       *rows[]   = {twice, open, space, drives};
  (void)state;
  for (int k = 0; k < GUD_COUNT(rows); k++) {
    GudJointType t = {.rows3d = rows[k], .num_rows3d = rows[k] == twice ? 2 : 1};
    assert_non_null(joint_fault(&t, 0));
  }
  GudJointType good = {.rows3d = drives, .num_rows3d = 1, .driver = 1};
  assert_null(joint_fault(&good, 0));
}

/* ---- probes that functions depend on: gradients of base/measure.h ---- */

static void test_measures(void **state)
{
  (void)state;
  rng_state = 20240604;
  for (int n = 0; n < TRIALS; n++) {
    GudScalar w[2][3], g[3][2][3], none[3];
    double    R[9];
    random_rotation(0, R);
    for (int i = 0; i < 6; i++) w[i / 3][i % 3] = uniform(-1, 1);
    memset(g, 0, sizeof g);
    gud_measure_length(w[0], g[0][0]);
    double near = uniform(-20, 20), angle = creal(gud_measure_angle(w[0], R, R + 3, near, g[1][0]));
    assert_true(fabs(angle - near) <= 3.1415926535897936);
    gud_measure_angle_rate(w[0], w[1], R, R + 3, g[2][0], g[2][1]);
    for (int i = 0; i < 6; i++) {
      GudScalar *x = &w[i / 3][i % 3], keep = *x, p[3], none2[3];
      *x += step * _Complex_I;
      p[0] = gud_measure_length(w[0], none), p[1] = gud_measure_angle(w[0], R, R + 3, near, none);
      p[2] = gud_measure_angle_rate(w[0], w[1], R, R + 3, none, none2);
      *x   = keep;
      for (int k = 0; k < 3; k++) {
        double scale = 1 + largest(&g[k][0][0], 6);
        if (!(fabs(cimag(p[k]) / step - creal(g[k][i / 3][i % 3])) <= bound * scale))
          fail_msg("measure %d, component %d: %.17g for %.17g", k, i, creal(g[k][i / 3][i % 3]),
                   cimag(p[k]) / step);
      }
    }
    /* cross-check of the value: the library's atan2 */
    double x = 0, y = 0;
    for (int i = 0; i < 3; i++) x += creal(w[0][i]) * R[i], y += creal(w[0][i]) * R[3 + i];
    assert_true(fabs(remainder(angle - atan2(y, x), 6.283185307179586477)) < 1e-14);
  }
}

static struct CMUnitTest tests[MAX_TESTS];
static Task              tasks[MAX_TESTS];
static size_t            num_tests;

static void add(Task t, const char *what, CMUnitTestFunction function)
{
  if (num_tests == MAX_TESTS) abort();
  Task *at = &tasks[num_tests];
  *at      = t;
  snprintf(at->name, sizeof at->name, "%s: %s", t.info ? t.info->name : "battery", what);
  tests[num_tests++] = (struct CMUnitTest){at->name, function, NULL, NULL, at};
}

/* One that has all these parameters, without some of the checks */
static void add_variant(const GudForceType *type, const Setting *with, const char *what,
                        double (*const *without)(Force *))
{
  Task t = {.force = type, .info = &type->info, .settings = with};
  if (without) t.trials = FILM_TRIALS, t.condition = film_condition;
  for (const Setting *s = with; s->name; s++) {
    int k = 0;
    while (k < type->info.num_params && strcmp(type->info.params[k].name, s->name)) k++;
    if (k == type->info.num_params) return;
  }
  for (t.check = 0; t.check < GUD_COUNT(force_checks); t.check++) {
    char name[120];
    int  skip = 0;
    for (int k = 0; without && without[k]; k++) skip |= without[k] == force_checks[t.check].check;
    if (skip) continue;
    snprintf(name, sizeof name, "%.30s: %.70s", what, force_checks[t.check].name);
    add(t, name, test_force);
  }
}

static void add_force(const GudForceType *type)
{
  Task t = {.force = type, .info = &type->info};
  add(t, "parameter table", test_table);
  for (t.check = 0; t.check < GUD_COUNT(force_checks); t.check++)
    add(t, force_checks[t.check].name, test_force);
}

int main(void)
{
  add((Task){0}, "sees faulty forces", test_sees_faulty_forces);
  add((Task){0}, "sees faulty elements", test_sees_faulty_elements);
  add((Task){0}, "sees faulty joints", test_sees_faulty_joints);
  add((Task){0}, "gradients of probes", test_measures);
  for (int i = 0; gud_elements[i]; i++) {
    Task t = {.element = gud_elements[i], .info = &gud_elements[i]->info};
    add(t, "parameter table", test_table);
    for (t.check = 0; t.check < GUD_COUNT(element_checks); t.check++)
      add(t, element_checks[t.check].name, test_element);
    add(t, "claims", test_claims);
  }
  for (int i = 0; gud_joints[i]; i++) {
    Task t = {.joint = gud_joints[i], .info = &gud_joints[i]->info};
    add(t, "parameter table", test_table);
    add(t, "rows", test_joint);
  }
  for (int i = 0; gud_forces[i]; i++) add_force(gud_forces[i]);
  for (int i = 0; gud_clearances[i]; i++) {
    add_force(gud_clearances[i]);
    add_variant(gud_clearances[i], foundation, "on a foundation", NULL);
    add_variant(gud_clearances[i], openings, "with openings in the journal", not_of_films);
    add_variant(gud_clearances[i], shaped, "rough, in a bearing that is not round", not_of_films);
  }
  for (int i = 0; gud_oiled[i]; i++) add_force(gud_oiled[i]);
  for (int i = 0; gud_joint_frictions[i]; i++) add_force(gud_joint_frictions[i]);
  return _cmocka_run_group_tests("battery", tests, num_tests, NULL, NULL);
}
