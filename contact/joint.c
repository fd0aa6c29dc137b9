/* Joints with clearance: a journal in a bearing (revolute, cylindrical), a ball in a socket (spherical).

   a is the bearing or socket, b the journal or ball. `model` says what is between them: nothing that gives (ideal: then the
   joint is that of elements/joints.c), dry contact, an oil film, or a film that gives way to dry contact (mixed).
   (J1) points of contact: planar revolute and spherical one; in space a journal two, at the ends zeta = -+L/2 of its
        length, each with half of the stiffness and damping (end_stiffness: half), so that an aligned journal has K in total
   (J2) motion along the axis, journals in space: contact/axial.h
   (J3), (J4), (J6) heat, lambda and wear of films: contact/film_past.h. Mixed with film.sigma: asperities carry in the film itself
        (lubrication/asperity.h), and there is no dry contact
   (J5) dry with contact.law foundation: pressure over the whole surface (contact/bed.h) in place of the points of (J1); it may wear
   verified by: battery, t350, t407, tests/studies: stribeck, oil_heat, flores_*, spatial_four_bar, tian_* */
#include "contact/axial.h"
#include "contact/bed.h"
#include "contact/film_past.h"
#include "contract/columns.h"

#include <stdio.h>
#include <string.h>

enum { WHY = 200 };
enum { MODEL_IDEAL, MODEL_PERFECT, MODEL_DRY, MODEL_LUBRICATED, MODEL_MIXED };

/* What the kernels need, from the parameters. The kind of joint is in the number of points and tangents. */
typedef struct {
  GudDry      dry;
  GudBed      bed;
  GudWet      wet;
  GudAxial    axial;
  GudFilmPast past;
} Joint;

typedef struct {
  int                 model, axial, end_stiffness, levers;
  double              clearance, bearing_radius, journal_radius, length;
  double              axial_gap, axial_stiffness, axial_damping;
  GudContactParams    contact;
  GudFriction         friction;
  GudFilmParams       film;
  GudFoundationParams foundation;
  GudWearParams       wear;
  Joint               made; /* by setup */
} JointParams;

/* clang-format off */
#define AT(field) offsetof(JointParams, field)
#define GAP_ROWS(what, inner)                                                                                                                              \
  {"model",          GUD_CHOICE, GUD_NUMBER, GUD_ANY,      "ideal",    AT(model),          "ideal|perfect|dry|lubricated|mixed", "ideal, perfect: no clearance; dry: contact; lubricated: an oil film; mixed: a film that gives way to contact", GUD_ROLE_JOINT_MODEL},                     \
  {"clearance",      GUD_REAL,   GUD_LENGTH, GUD_POSITIVE, GUD_ABSENT, AT(clearance),      NULL, "radial clearance: difference of the radii"},            \
  {"bearing_radius", GUD_REAL,   GUD_LENGTH, GUD_POSITIVE, GUD_ABSENT, AT(bearing_radius), NULL, "radius of the " what "; two of the three are given"},   \
  {"journal_radius", GUD_REAL,   GUD_LENGTH, GUD_POSITIVE, GUD_ABSENT, AT(journal_radius), NULL, "radius of the " inner},                                 \
  {"levers",         GUD_CHOICE, GUD_NUMBER, GUD_ANY,      "common",   AT(levers),         "common|surface", "where the forces act: both at one place, or each on its own surface as the papers write it (angular momentum is then kept only up to the penetration)"}, \
  GUD_CONTACT_ROWS(AT(contact)), GUD_FRICTION_ROWS(AT(friction))
#define AXIAL_ROWS(axial_default)                                                                                                                          \
  {"length",          GUD_REAL,   GUD_LENGTH,    GUD_POSITIVE,    NULL,           AT(length),          NULL, "length of the journal in the bearing"},       \
  {"end_stiffness",   GUD_CHOICE, GUD_NUMBER,    GUD_ANY,         "half",         AT(end_stiffness),   "half|full", "stiffness of each end circle: half of K or K"}, \
  {"axial",           GUD_CHOICE, GUD_NUMBER,    GUD_ANY,         axial_default,  AT(axial),           "free|fixed|stop", "motion along the axis"},         \
  {"axial_gap",       GUD_REAL,   GUD_LENGTH,    GUD_NONNEGATIVE, "0",            AT(axial_gap),       NULL, "stop: free travel to each side"},             \
  {"axial_stiffness", GUD_REAL,   GUD_STIFFNESS, GUD_NONNEGATIVE, "1e8 N/m",      AT(axial_stiffness), NULL, "fixed, stop: stiffness"},                     \
  {"axial_damping",   GUD_REAL,   GUD_DAMPING,   GUD_NONNEGATIVE, "0",            AT(axial_damping),   NULL, "fixed, stop: damping"}
#define BED_ROWS GUD_FOUNDATION_ROWS(AT(foundation)), GUD_WEAR_ROWS(AT(wear))
static const GudParam planar_rows[] = {GAP_ROWS("bearing", "journal"), BED_ROWS, GUD_FILM_ROWS(AT(film)), GUD_JOURNAL_FILM_ROWS(AT(film)),
  {"length", GUD_REAL, GUD_LENGTH, GUD_POSITIVE, GUD_ABSENT, AT(length), NULL, "length of the journal in the bearing, for laws that need it"}};
static const GudParam ball_rows[]   = {GAP_ROWS("socket", "ball"), GUD_FILM_ROWS(AT(film)), GUD_BALL_FILM_ROWS(AT(film))};
static const GudParam revolute_rows[] = {GAP_ROWS("bearing", "journal"), AXIAL_ROWS("fixed"), BED_ROWS, GUD_FILM_ROWS(AT(film)), GUD_JOURNAL_FILM_ROWS(AT(film))};
static const GudParam cylinder_rows[] = {GAP_ROWS("bearing", "journal"), AXIAL_ROWS("free"), BED_ROWS, GUD_FILM_ROWS(AT(film)), GUD_JOURNAL_FILM_ROWS(AT(film))};
static const GudMarkerSlot slots[] = {{"a", GUD_FRAME, 0, "bearing or socket"}, {"b", GUD_FRAME, 0, "journal or ball"}};
enum { OUT_FORCE, OUT_DEPTH, OUT_ECC, OUT_MODE, OUT_IMPACTS, OUT_RATE, OUT_FRICTION, OUT_STICK, OUT_SLIP, OUT_TILT, OUT_ECC2, OUT_FORCE2, OUT_LAST_TIME, OUT_LAST_SPEED, OUT_FILM, OUT_TORQUE = OUT_FILM + GUD_FILM_FIGURES, OUT_FILM_FORCE, OUT_MIN_ANGLE, OUT_MIN_AT, OUT_ATTITUDE, OUT_SPECIFIC, OUT_SHARE, OUT_COEFFICIENT, OUT_LAMBDA, OUT_BELOW_1, OUT_BELOW_3, OUT_PRESSURE, OUT_PRESSURE_ANGLE, OUT_WEAR_A, OUT_WEAR_B, OUT_TEMPERATURE };
static const GudOutput outputs[] = {
  [OUT_FORCE] = {"force",             "N",     "magnitude of the force of the joint: contact, film and axial stop", GUD_OUTPUT_FORCE},
  [OUT_DEPTH] = {"penetration",       "m",     "largest depth of the journal inside the wall, 0 in flight", GUD_OUTPUT_DEPTH},
  [OUT_ECC] = {"eccentricity",      "m",     "distance of the journal's centre from the bearing's, at end 1 or in the middle"},
  [OUT_MODE] = {"contact_mode",      "-",     "0 free flight, 1 impact, 2 following", GUD_OUTPUT_CONTACT},
  [OUT_IMPACTS] = {"impacts",           "-",     "impacts so far", GUD_OUTPUT_STATE},
  [OUT_RATE] = {"penetration_rate",  "m/s",   "rate of the depth"},
  [OUT_FRICTION] = {"friction",          "N",     "magnitude of the friction force"},
  [OUT_STICK] = {"stick",             "-",     "1 while it sticks", GUD_OUTPUT_STICK},
  [OUT_SLIP] = {"slip",              "m/s",   "sliding speed at the contact", GUD_OUTPUT_SLIP},
  [OUT_TILT] = {"tilt",              "rad",   "angle between the axes of journal and bearing", GUD_OUTPUT_TILT},
  [OUT_ECC2] = {"eccentricity_2",    "m",     "eccentricity at end 2", GUD_OUTPUT_OTHER_END},
  [OUT_FORCE2] = {"force_2",           "N",     "normal force at end 2"},
  [OUT_LAST_TIME] = {"last_impact_time",  "s",     "time of the last impact"},
  [OUT_LAST_SPEED] = {"last_impact_speed", "m/s",   "speed of approach at the last impact"},
  [OUT_FILM + GUD_FILM_MIN] = {"film_min",          "m",     "least thickness of the film", GUD_OUTPUT_THIN},
  [OUT_FILM + GUD_FILM_PRESSURE] = {"film_pressure_max", "Pa",    "largest pressure of the film", GUD_OUTPUT_PEAK},
  [OUT_FILM + GUD_FILM_FLOW] = {"film_flow",         "m^3/s", "oil that leaves at the sides", GUD_OUTPUT_FILM_FLOW},
  [OUT_FILM + GUD_FILM_LOSS] = {"film_loss",         "W",     "power that the sheared and squeezed oil dissipates", GUD_OUTPUT_FILM_LOSS},
  [OUT_FILM + GUD_FILM_PRESSURE_ANGLE] = {"film_pressure_angle", "rad", "where the largest pressure is, from the bearing's first axis", GUD_OUTPUT_PEAK_ANGLE},
  [OUT_FILM + GUD_FILM_PRESSURE_AT] = {"film_pressure_at",  "m",     "the same along the axis, from the middle", GUD_OUTPUT_PEAK_AT},
  [OUT_FILM + GUD_FILM_FLOW_1] = {"film_flow_1",       "m^3/s", "oil that leaves at end 1; below 0: drawn in (model reynolds)"},
  [OUT_FILM + GUD_FILM_FLOW_2] = {"film_flow_2",       "m^3/s", "the same at end 2"},
  [OUT_FILM + GUD_FILM_SUPPLIED] = {"film_supplied",     "m^3/s", "oil that comes out of all openings"},
  [OUT_FILM + GUD_FILM_ASPERITY_FORCE] = {"asperity_force",    "N",     "magnitude of the force of the asperities (film.sigma)"},
  [OUT_FILM + GUD_FILM_ASPERITY_PRESSURE] = {"asperity_pressure_max", "Pa", "largest pressure of the asperities"},
  [OUT_FILM + GUD_FILM_ASPERITY_LOSS] = {"film_loss_asperity", "W",    "power lost by boundary friction, part of film_loss"},
  [OUT_FILM + GUD_FILM_FILL] = {"film_fill",         "-",     "mean share of the gap that is filled with oil (model reynolds)"},
  [OUT_FILM + GUD_FILM_OPENING] = GUD_OPENING_OUTPUTS,
  [OUT_TORQUE] = {"film_torque",       "N m",   "torque of the film about the bearing's axis", GUD_OUTPUT_FILM_TORQUE},
  [OUT_FILM_FORCE] = {"film_force",        "N",     "magnitude of the force of the film", GUD_OUTPUT_FILM_FORCE},
  [OUT_MIN_ANGLE] = {"film_min_angle",    "rad",   "where the film is thinnest, from the bearing's first axis", GUD_OUTPUT_THIN_ANGLE},
  [OUT_MIN_AT] = {"film_min_at",       "m",     "the same along the axis, from the middle", GUD_OUTPUT_THIN_AT},
  [OUT_ATTITUDE] = {"attitude",          "rad",   "angle from the load on the journal to its eccentricity, in the middle of the bearing", GUD_OUTPUT_ANGLE},
  [OUT_SPECIFIC] = {"specific_load",     "Pa",    "force of the film by diameter and length"},
  [OUT_SHARE] = {"asperity_share",    "-",     "force of the asperities by that of the film"},
  [OUT_COEFFICIENT] = {"friction_coefficient", "-",  "torque of the film by radius and force of the film"},
  [OUT_LAMBDA] = {"lambda",            "-",     "least thickness by film.sigma"},
  [OUT_BELOW_1] = {"below_1",           "-",     "share of the time so far with lambda below 1"},
  [OUT_BELOW_3] = {"below_3",           "-",     "share of the time so far with lambda below 3"},
  [OUT_PRESSURE] = {"contact_pressure_max", "Pa", "contact.law foundation: largest pressure between the surfaces"},
  [OUT_PRESSURE_ANGLE] = {"contact_pressure_angle", "rad", "where that is, from the bearing's first axis", GUD_OUTPUT_ANGLE},
  [OUT_WEAR_A] = {"wear_a",            "m",     "largest depth of the bearing's surface below the cylinder that was drawn: profile and wear"},
  [OUT_WEAR_B] = {"wear_b",            "m",     "the same of the journal"},
  [OUT_TEMPERATURE] = {"oil_temperature",   "-",     "temperature of the oil that leaves, degrees Celsius, by the heat balance so far (film.inlet)"},
};
static const GudHistory point_history[] = {GUD_POINT_HISTORY_ROWS("", 0, 1)};
static const GudHistory ends_history[] = {GUD_POINT_HISTORY_ROWS(" of end 1", 0, 1), GUD_POINT_HISTORY_ROWS(" of end 2", GUD_POINT_HISTORY, 1)};
static const GudEventKind event_kinds[] = {GUD_POINT_EVENT_KINDS, GUD_POINT_EVENT_KINDS};
/* clang-format on */

typedef enum { PLANAR, BALL, CYLINDER } Kind;

static double outer_radius(const JointParams *p)
{
  return !isnan(p->bearing_radius) ? p->bearing_radius : p->journal_radius + p->clearance;
}

static double inner_radius(const JointParams *p)
{
  return !isnan(p->journal_radius) ? p->journal_radius : p->bearing_radius - p->clearance;
}

static GudFilmGap film_gap(const JointParams *p, Kind kind)
{
  return (GudFilmGap){.on        = p->model >= MODEL_LUBRICATED,
                      .mixed     = p->model == MODEL_MIXED,
                      .ball      = kind == BALL,
                      .space     = kind == CYLINDER,
                      .radius    = inner_radius(p),
                      .clearance = outer_radius(p) - inner_radius(p),
                      .length    = p->length,
                      .wears     = p->wear.a > 0 || p->wear.b > 0,
                      .modulus   = gud_contact_modulus(&p->contact)};
}

static int distributed(const JointParams *p)
{
  return p->model == MODEL_DRY && gud_normal_laws[p->contact.law]->distributed;
}

/* (J5) */
static GudBed make_bed(const JointParams *p, Kind kind)
{
  double half = kind == CYLINDER ? 0.5 * p->length : 0, R = inner_radius(p), c = outer_radius(p) - R;
  GudBed b = {.on        = distributed(p) && kind != BALL,
              .nx        = p->foundation.nx,
              .ny        = p->foundation.ny,
              .radius    = R,
              .clearance = c,
              .length    = p->length,
              .stiffness = p->foundation.stiffness,
              .loss      = p->foundation.loss,
              .wear      = {p->wear.a, p->wear.b},
              .friction  = p->friction,
              .profile   = {p->foundation.profile_a, p->foundation.profile_b}};
  b.frame  = (GudWet){
     .film = {.radius = R, .clearance = c, .length = p->length}, .zeta = {-half, half}, .meet = c};
  return b;
}

static Joint make(const JointParams *p, Kind kind)
{
  double     R = inner_radius(p), Rb = outer_radius(p), half = 0.5 * p->length;
  GudFilmGap gap = film_gap(p, kind);
  Joint      j   = {.axial = {.kind      = kind == CYLINDER ? p->axial : GUD_AXIAL_FREE,
                              .gap       = p->axial == GUD_AXIAL_STOP ? p->axial_gap : 0,
                              .stiffness = p->axial_stiffness,
                              .damping   = p->axial_damping}};
  j.dry          = (GudDry){.num  = kind == CYLINDER ? 2 : 1,
                            .ball = kind == BALL,
                            .on   = p->model != MODEL_LUBRICATED && !gud_film_rough(&p->film, &gap) && !distributed(p),
                            .radius    = R,
                            .clearance = Rb - R,
                            .surface   = p->levers};
  j.dry.contact  = (GudContact){gud_contact_normal(&p->contact, Rb, R, p->length), p->friction,
                               kind == PLANAR ? 1 : 2};
  if (kind == CYLINDER) {
    GudFriction *f = &j.dry.contact.friction;
    if (isnan(f->creep))
      f->creep = GUD_SHARED_CREEP; /* ends that stick hold the journal along its axis twice */
    j.dry.zeta[0] = -half, j.dry.zeta[1] = half;
    if (p->end_stiffness == 0) {
      GudNormal *n = &j.dry.contact.normal;
      n->stiffness *= 0.5, n->length *= 0.5, n->damping *= 0.5;
    }
  }
  j.bed  = make_bed(p, kind);
  j.wet  = gud_film_make(&p->film, &gap);
  j.past = (GudFilmPast){.heat  = j.wet.on && kind != BALL && !isnan(p->film.inlet),
                         .rough = j.wet.on && j.wet.film.rough.sigma > 0,
                         .wear  = {p->wear.a, p->wear.b}};
  return j;
}

/* (J5): the law of contact and what goes with it */
static GudStatus check_contact(const JointParams *p, Kind kind, char *why)
{
  int         worn = p->wear.a > 0 || p->wear.b > 0;
  const char *bad  = NULL;
  GudBed      bed  = make_bed(p, kind);
  if (!bed.on) {
    GudFilmGap gap = film_gap(p, kind);
    if (worn && kind != BALL && !(gap.on && gud_film_rough(&p->film, &gap)))
      bad =
        "wear.a, wear.b: only model dry with contact.law foundation wears, and model mixed with film.sigma";
    else return gud_contact_check_compliant(&p->contact, &p->friction, why);
  } else if (!(p->length > 0)) {
    bad = "law foundation is one of pressure: it needs 'length'";
  } else if (!(bed.stiffness > 0)) {
    bad = "law foundation needs foundation.stiffness";
  } else if (gud_friction_check(&p->friction, why) != GUD_OK) {
    return GUD_FATAL;
  } else {
    bad = gud_bed_fault(&bed);
  }
  if (bad) snprintf(why, WHY, "%s", bad);
  return bad ? GUD_FATAL : GUD_OK;
}

static GudStatus setup(JointParams *p, Kind kind, char *why)
{
  int given = !isnan(p->clearance) + !isnan(p->bearing_radius) + !isnan(p->journal_radius);
  if (given == 3 && fabs(p->bearing_radius - p->journal_radius - p->clearance) > 1e-9 * p->bearing_radius) {
    snprintf(why, WHY, "bearing_radius - journal_radius is %.6g m, but clearance says %.6g m",
             p->bearing_radius - p->journal_radius, p->clearance);
    return GUD_FATAL;
  }
  if (given < 2) {
    snprintf(why, WHY, "two of clearance, bearing_radius and journal_radius are needed");
    return GUD_FATAL;
  }
  if (!(inner_radius(p) > 0) || !(outer_radius(p) > inner_radius(p))) {
    snprintf(why, WHY, "the radii leave no gap: %.6g m in %.6g m", inner_radius(p), outer_radius(p));
    return GUD_FATAL;
  }
  GudFilmGap gap = film_gap(p, kind);
  if (gud_film_check(&p->film, &gap, why) != GUD_OK) return GUD_FATAL;
  if (gud_normal_laws[p->contact.law]->line_contact && !(p->length > 0)) {
    snprintf(why, WHY, "law %s is one of line contact: it needs 'length'",
             gud_normal_laws[p->contact.law]->name);
    return GUD_FATAL;
  }
  if (check_contact(p, kind, why) != GUD_OK) return GUD_FATAL;
  p->made = make(p, kind);
  return GUD_OK;
}

static const Joint *joint_of(const void *params)
{
  return &((const JointParams *)params)->made;
}

static int unbalanced(const GudForceType *self, const void *params)
{
  (void)self;
  return ((const JointParams *)params)->levers;
}

static int warn(const GudForceType *self, const void *params, char *why)
{
  (void)self;
  const JointParams *p   = params;
  int                any = p->model != MODEL_LUBRICATED && gud_contact_warn(&p->contact, why);
  size_t             len = any ? strlen(why) : 0;
  if (len && len < WHY - 3) snprintf(why + len, WHY - len, "; "), len += 2;
  GudFilmGap gap = film_gap(p, PLANAR);
  if (gud_film_warn(&p->film, &gap, why + len, WHY - len)) return 1;
  if (any) why[len - 2] = 0;
  return any;
}

/* ---- the whole joint ---- */

/* Work: this, and that of the film model behind it. */
typedef struct {
  GudPair    pair;
  GudDryAt   dry;
  GudBedAt   bed;
  GudWetAt   wet;
  GudAxialAt axial;
  GudWrench  w;
  GudScalar  rz[GUD_MAX_INTERNALS];
  GudStatus  film; /* GUD_RETRY: there is none, and it carries nothing */
} At;

enum { AT_SIZE = (sizeof(At) + sizeof(GudScalar) - 1) / sizeof(GudScalar) * sizeof(GudScalar) };

/* There is a film, or a foundation, or neither. */
static size_t size(const GudForceType *self, const void *params)
{
  const Joint *j = joint_of(params);
  (void)self;
  return AT_SIZE + (j->bed.on ? gud_bed_size(&j->bed) : gud_wet_size(&j->wet));
}

static void *film_work(const GudForceArgs *s)
{
  return (char *)s->work + AT_SIZE;
}

/* Behind the history of the points: contact/film_past.h */
static int past_at(const Joint *j)
{
  return j->dry.num * GUD_POINT_HISTORY;
}

/* What a film model keeps stands behind that. */
static int memory_at(const Joint *j)
{
  return past_at(j) + gud_film_past_size(&j->past, &j->wet.film);
}

static int memory_size(const Joint *j)
{
  return j->bed.on ? gud_bed_memory(&j->bed) : gud_wet_memory(&j->wet);
}

static const double *memory_of(const GudForceArgs *s, const Joint *j)
{
  return gud_wet_memory(&j->wet) ? s->history + memory_at(j) : NULL;
}

static GudStatus evaluate(const GudForceArgs *s, GudLevel level)
{
  const Joint *j  = joint_of(s->params);
  At          *at = s->work;
  if (s->level < GUD_LEVEL_POSITION) {
    gud_pair(s, &at->pair);
    memset(&at->w, 0, sizeof at->w);
    memset(at->rz, 0, sizeof at->rz);
    at->film = GUD_OK;
    if (j->dry.on) {
      gud_dry_at(s, &j->dry, &at->pair, &at->dry, at->rz);
      gud_dry_force(&j->dry, &at->dry, &at->w);
    }
    if (j->bed.on) {
      gud_bed_at(s, &j->bed, &at->pair, s->history + memory_at(j), film_work(s), &at->bed);
      gud_wet_force(&j->bed.frame, &at->bed.motion, &at->w);
    }
    gud_axial_at(s, &j->axial, &at->pair, &at->axial);
    gud_axial_force(&j->axial, &at->pair, &at->axial, &at->w);
  }
  if (j->bed.on && s->level < GUD_LEVEL_TANGENT && level == GUD_LEVEL_TANGENT)
    gud_bed_solve(&j->bed, NULL, film_work(s), &at->bed, 1);
  if (!j->wet.on) return GUD_OK;
  if (s->level < GUD_LEVEL_FORCE && level >= GUD_LEVEL_FORCE) {
    at->film = gud_wet_at(s, &j->wet, &at->pair, memory_of(s, j), level == GUD_LEVEL_TANGENT, film_work(s),
                          &at->wet);
    if (at->film == GUD_OK) gud_wet_force(&j->wet, &at->wet, &at->w);
  } else if (s->level < GUD_LEVEL_TANGENT && level == GUD_LEVEL_TANGENT && at->film == GUD_OK) {
    at->film = gud_wet_derivatives(&j->wet, film_work(s), &at->wet);
  }
  return at->film;
}

static int layout(const void *params, int dim, int *differential)
{
  (void)dim;
  return gud_dry_internals(&joint_of(params)->dry, differential);
}

static void residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const At *at = s->work;
  int       differential[GUD_MAX_INTERNALS], nz = layout(s->params, 0, differential);
  gud_wrench_apply(s, &at->pair, &at->w, f);
  for (int i = 0; i < nz; i++) rz[i] += at->rz[i];
}

static void diff(const GudForceArgs *s, const void *ctx, GudChange *d, GudScalar (*df)[3], GudScalar *drz)
{
  const Joint *j  = joint_of(s->params);
  const At    *at = ctx;
  GudPairDiff  pd;
  GudWrench    dw;
  memset(&dw, 0, sizeof dw);
  gud_pair_diff(s, &at->pair, d->x, d->v, &pd);
  if (j->dry.on) gud_dry_diff(s, &j->dry, &at->pair, &pd, &at->dry, d->x, d->v, d->z, d->zt, &dw, drz);
  if (j->bed.on) gud_bed_diff(s, &j->bed, &at->pair, &pd, &at->bed, &(GudWetMove){d->x, d->v}, &dw);
  gud_axial_diff(s, &j->axial, &at->pair, &pd, &at->axial, &(GudWetMove){d->x, d->v}, &dw);
  if (j->wet.on) gud_wet_diff(s, &j->wet, &at->pair, &pd, &at->wet, d->x, d->v, &dw);
  gud_wrench_apply_diff(s, &at->pair, &at->w, &dw, d->x, df);
}

static void tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  int differential[GUD_MAX_INTERNALS], nz = layout(s->params, 0, differential);
  gud_tangent_by_columns(s, c, 0, 8, nz, differential, diff, s->work, K);
}

/* Supply pressures of the film are the only functions here. */
static void by_function(const GudForceArgs *s, int function, GudScalar (*df)[3], GudScalar *drz)
{
  const Joint *j  = joint_of(s->params);
  const At    *at = s->work;
  GudWrench    w  = {0};
  (void)drz;
  if (!j->wet.on || at->film != GUD_OK) return;
  gud_wet_by_function(&j->wet, &at->pair, &at->wet, film_work(s), function, &w);
  gud_wrench_apply(s, &at->pair, &w, df);
}

static GudScalar energy(const GudForceArgs *s)
{
  const Joint *j  = joint_of(s->params);
  const At    *at = s->work;
  GudScalar    V  = j->bed.on ? at->bed.energy : j->dry.on ? gud_dry_energy(s, &j->dry, &at->dry) : 0;
  return at->axial.V + V;
}

static void power(const GudForceArgs *s, GudScalar *P)
{
  const Joint *j  = joint_of(s->params);
  const At    *at = s->work;
  if (j->dry.on) gud_dry_power(s, &j->dry, &at->pair, &at->dry, P);
  if (j->bed.on) gud_bed_power(s, &j->bed, &at->pair, &at->bed, film_work(s), P);
  if (j->wet.on && at->film == GUD_OK) P[GUD_LEDGER_FILM] += gud_wet_power(s, &at->pair, &at->wet);
  P[GUD_LEDGER_CONTACT] += gud_axial_power(s, &j->axial, &at->pair, &at->axial);
}

static void dry_output(const GudForceArgs *s, const Joint *j, const At *at, int k, double *out)
{
  const double          *h = s->history + k * GUD_POINT_HISTORY;
  const GudContactForce *f = &at->dry.force[k];
  double                 l = 0;
  for (int i = 0; i < j->dry.contact.num_tangents; i++) l += gud_re(f->lambda[i]) * gud_re(f->lambda[i]);
  out[OUT_MODE] = fmax(out[OUT_MODE], gud_contact_phase(h));
  out[OUT_IMPACTS] += h[GUD_H_IMPACTS];
  if (k == 0 || h[GUD_H_LAST] > out[OUT_LAST_TIME]) /* of both ends the later one */
    out[OUT_LAST_TIME] = h[GUD_H_LAST], out[OUT_LAST_SPEED] = h[GUD_H_LAST_SPEED];
  out[OUT_STICK] = fmax(out[OUT_STICK], gud_contact_index_2(&j->dry.contact, h));
  if (k == 1) out[OUT_FORCE2] = gud_re(f->N.F);
  if (k == 0)
    out[OUT_RATE] = gud_re(f->rate), out[OUT_SLIP] = gud_contact_slip(&j->dry.contact, f),
    out[OUT_FRICTION] = sqrt(l);
}

static double norm(const GudScalar x[3])
{
  return sqrt(gud_re(x[0]) * gud_re(x[0]) + gud_re(x[1]) * gud_re(x[1]) + gud_re(x[2]) * gud_re(x[2]));
}

/* What follows from place, force and torque of a journal. */
static void journal_output(const Joint *j, const At *at, double *out)
{
  const GudFilm *film = &j->wet.film;
  double         u[4], F[2] = {gud_re(at->wet.f[GUD_FILM_FXI]), gud_re(at->wet.f[GUD_FILM_FETA])};
  for (int k = 0; k < 4; k++) u[k] = gud_re(at->wet.u[k]);
  double x = u[0] + u[2], y = u[1] + u[3], force = hypot(F[0], F[1]);
  double least      = gud_film_thinnest(film, at->wet.u, &out[OUT_MIN_ANGLE], &out[OUT_MIN_AT]);
  out[OUT_ATTITUDE] = atan2(F[1] * x - F[0] * y, -F[0] * x - F[1] * y); /* the load is -F */
  out[OUT_SPECIFIC] = force / (2 * film->radius * film->length);
  if (force > 0) {
    out[OUT_SHARE]       = out[OUT_FILM + GUD_FILM_ASPERITY_FORCE] / force;
    out[OUT_COEFFICIENT] = fabs(gud_re(at->wet.f[GUD_FILM_TORQUE])) / (film->radius * force);
  }
  if (film->rough.sigma > 0) out[OUT_LAMBDA] = least / film->rough.sigma;
}

static double deepest(const double *depth, int n)
{
  double most = depth[0];
  for (int k = 1; k < n; k++) most = fmax(most, depth[k]);
  return most;
}

static void bed_output(const GudForceArgs *s, const Joint *j, const At *at, double *out)
{
  const double *memory = s->history + memory_at(j) + 1;
  int           n      = j->bed.nx * j->bed.ny;
  GudBedFigures b;
  gud_bed_figures(&j->bed, &at->bed, film_work(s), &b);
  out[OUT_DEPTH] = b.depth, out[OUT_MODE] = b.pressure > 0 ? GUD_FOLLOWING : GUD_FLIGHT;
  out[OUT_FRICTION] = b.friction, out[OUT_SLIP] = j->bed.radius * gud_re(at->bed.u[GUD_FILM_W]);
  out[OUT_PRESSURE] = b.pressure, out[OUT_PRESSURE_ANGLE] = b.angle;
  out[OUT_WEAR_A] = deepest(memory + GUD_BED_DEPTH_A * n, n);
  out[OUT_WEAR_B] = deepest(memory + GUD_BED_DEPTH_B * n, n);
}

static void output(const GudForceArgs *s, double *out)
{
  const Joint *j  = joint_of(s->params);
  const At    *at = s->work;
  GudScalar    t[3];
  memset(out, 0, sizeof(double) * GUD_COUNT(outputs));
  gud_cross(at->pair.b, at->pair.c, t);
  out[OUT_FORCE] = norm(at->w.F), out[OUT_TILT] = asin(fmin(1, norm(t)));
  for (int k = 0; k < j->dry.num; k++) {
    const GudGap *g = &at->dry.gap[k];
    GudGap        seen;
    if (!j->dry.on) { /* nobody else asks for it */
      gud_gap(s, &at->pair, j->dry.zeta[k], j->dry.radius, j->dry.clearance, j->dry.ball, gud_tangent_axis, 0,
              &seen);
      g = &seen;
    }
    out[k ? OUT_ECC2 : OUT_ECC] = gud_re(g->size);
    out[OUT_DEPTH]              = fmax(out[OUT_DEPTH], gud_re(g->at.delta));
    if (j->dry.on) dry_output(s, j, at, k, out);
  }
  if (j->bed.on) bed_output(s, j, at, out);
  const double *past = s->history + past_at(j);
  if (j->past.heat)
    out[OUT_TEMPERATURE] = gud_film_past_temperature(&((const JointParams *)s->params)->film, past);
  gud_film_past_below(&j->past, past, &out[OUT_BELOW_1], &out[OUT_BELOW_3]);
  gud_film_past_worn(&j->past, &j->wet.film, past, &out[OUT_WEAR_A], &out[OUT_WEAR_B]);
  if (!j->wet.on || at->film != GUD_OK) return;
  out[OUT_FILM_FORCE] = norm(at->wet.F), out[OUT_TORQUE] = gud_re(gud_dot(at->wet.M, at->pair.b));
  if (((s->wanted >> OUT_FILM) & ((1ull << GUD_FILM_FIGURES) - 1)) || ((s->wanted >> OUT_SHARE) & 1))
    gud_wet_figures(&j->wet, &at->pair, &at->wet, film_work(s), out + OUT_FILM);
  if (!j->wet.ball) journal_output(j, at, out);
  else gud_wet_thinnest(&j->wet, &at->pair, &at->wet, &out[OUT_MIN_ANGLE], &out[OUT_MIN_AT]);
  gud_wet_angles(s, &j->wet, &at->pair, &at->wet, &out[OUT_MIN_ANGLE], &out[OUT_FILM]);
}

static int surface(const GudForceArgs *s, GudFilmSurface *out)
{
  const Joint *j  = joint_of(s->params);
  const At    *at = s->work;
  if (j->bed.on) gud_wet_surface(s, &j->bed.frame, &at->pair, &at->bed.motion, out);
  if (!j->wet.on || at->film != GUD_OK) return j->bed.on;
  gud_wet_surface(s, &j->wet, &at->pair, &at->wet, out);
  return 1;
}

static void surface_at(const GudForceArgs *s, int n, const double *theta, const double *zeta,
                       double *pressure, double *thickness)
{
  const Joint *j  = joint_of(s->params);
  const At    *at = s->work;
  GudScalar    axes[3][3];
  if (j->bed.on) {
    gud_bed_surface_at(&j->bed, &at->bed, film_work(s), n, theta, zeta, pressure, thickness);
    return;
  }
  memcpy(axes[0], at->wet.E1, sizeof axes[0]), memcpy(axes[1], at->wet.E2, sizeof axes[1]);
  memcpy(axes[2], at->pair.b, sizeof axes[2]);
  gud_wet_surface_at(&j->wet, &at->wet, (const GudScalar(*)[3])axes, film_work(s), n, theta, zeta, pressure,
                     thickness);
}

static int inside(const GudForceArgs *s, int n, const double *theta, const double *zeta,
                  const double *thickness, double *fill, double *asperity)
{
  const Joint *j = joint_of(s->params);
  return j->wet.on ? gud_wet_inside(&j->wet, film_work(s), n, theta, zeta, thickness, fill, asperity) : 0;
}

/* (D5); in a film R |w|, as its asperities rub */
static int sliding(const GudForceArgs *s, int n, const double *theta, const double *zeta, double *speed)
{
  const Joint *j  = joint_of(s->params);
  const At    *at = s->work;
  double       v  = j->wet.on && !j->wet.ball ? j->wet.film.radius * fabs(gud_re(at->wet.u[GUD_FILM_W])) : 0;
  for (int k = 0; k < n; k++) speed[k] = j->bed.on ? gud_bed_slip(&j->bed, &at->bed, theta[k], zeta[k]) : v;
  return j->bed.on;
}

static void symbol(const GudForceType *self, const void *params, GudSymbol *out)
{
  (void)self;
  const Joint *j = joint_of(params);
  *out           = (GudSymbol){j->dry.ball ? GUD_SYMBOL_BALL : GUD_SYMBOL_PIN, j->dry.radius,
                     j->dry.radius + j->dry.clearance, ((const JointParams *)params)->length};
}

static void start(const GudForceArgs *s, double *history, double *z)
{
  const Joint *j = joint_of(s->params);
  (void)z;
  gud_dry_start(s, &j->dry, history);
  gud_film_past_start(&j->past, &j->wet.film, s->t, history + past_at(j));
  memset(history + memory_at(j), 0, sizeof(double) * (size_t)memory_size(j));
  if (j->bed.on) gud_bed_start(&j->bed, s->t, history + memory_at(j));
  if (gud_wet_memory(&j->wet)) gud_wet_begin(s, &j->wet, history + memory_at(j));
}

static int accept(const GudForceArgs *s, int event, double *history)
{
  const Joint *j  = joint_of(s->params);
  const At    *at = s->work;
  if (j->bed.on) gud_bed_keep(&j->bed, &at->bed, film_work(s), s->t, history + memory_at(j));
  gud_film_past_keep(s, &j->past, &j->wet, &at->pair, &at->wet, at->film == GUD_OK, film_work(s),
                     history + past_at(j));
  int old = gud_wet_memory(&j->wet) &&
            j->wet.model->remember(j->wet.model, &at->wet.film, film_work(s), history + memory_at(j));
  return gud_dry_accept(s, &j->dry, &at->pair, &at->dry, event, history) || old;
}

/* A film that is gone where the run begins: no step could be made. A journal a tenth of its radius inside its
   bearing: almost certainly a typing error (Hertz contact is invalid long before). */
static GudStatus ready(const GudForceArgs *s, char *why)
{
  const Joint *j = joint_of(s->params);
  GudPair      pair;
  double       most = 0;
  gud_pair(s, &pair);
  for (int k = 0; k < j->dry.num; k++) {
    GudGap g;
    gud_gap(s, &pair, j->dry.zeta[k], j->dry.radius, j->dry.clearance, j->dry.ball, gud_tangent_axis, 0, &g);
    most = fmax(most, gud_re(g.size));
  }
  if (most > j->dry.clearance + 0.1 * j->dry.radius) {
    snprintf(why, WHY,
             "it is %.6g m from the middle, %.6g m inside the wall: the clearance is %.6g m, the radius "
             "%.6g m",
             most, most - j->dry.clearance, j->dry.clearance, j->dry.radius);
    return GUD_FATAL;
  }
  /* mixed: dry contact carries */
  if (!j->wet.on || j->wet.roughness > 0 || j->past.rough) return GUD_OK;
  if (gud_shape_any(&j->wet.film.shape) ? gud_wet_thinnest_at(s, &j->wet, &pair) > 1e-6 * j->dry.clearance
                                        : most < (1 - 1e-6) * j->dry.clearance)
    return GUD_OK;
  snprintf(why, WHY,
           "there is no film: the eccentricity is %.6g m, the clearance %.6g m; stay nearer to the centre, "
           "or take model mixed",
           most, j->dry.clearance);
  return GUD_FATAL;
}

/* Stops along the axis are not located. */
static int kinked(const GudForceType *self, const void *params)
{
  (void)self;
  return joint_of(params)->axial.kind == GUD_AXIAL_STOP;
}

static int history_size(const GudForceType *self, const void *params)
{
  (void)self;
  const Joint *j = joint_of(params);
  return memory_at(j) + memory_size(j);
}

static void events(const GudForceArgs *s, double *g)
{
  const At *at = s->work;
  gud_dry_events(s, &joint_of(s->params)->dry, &at->dry, g);
}

static int index_2(const GudForceArgs *s, int i)
{
  const Joint *j = joint_of(s->params);
  return gud_dry_index_2(s, &j->dry, i);
}

/* ---- sums over the surface ---- */

static int surface_sums(const GudForceType *self, const void *params, GudSurfaceSums *out)
{
  (void)self;
  const Joint  *j = joint_of(params);
  const GudBed *b = &j->bed;
  int           n = b->nx * b->ny, at = memory_at(j) + 1;
  if (!b->on) return j->wet.on && gud_film_past_sums(&j->past, &j->wet.film, past_at(j), out);
  *out = (GudSurfaceSums){.nx        = b->nx,
                          .ny        = b->ny,
                          .radius    = b->radius,
                          .length    = b->length,
                          .clearance = b->clearance,
                          .wear      = {b->wear[0], b->wear[1]},
                          .stiffness = b->stiffness,
                          .steepest  = -1,
                          .depth     = {at + GUD_BED_DEPTH_A * n, at + GUD_BED_DEPTH_B * n},
                          .load      = at + GUD_BED_LOAD * n,
                          .severity  = {at + GUD_BED_SEVERITY * n, at + GUD_BED_SEVERITY_B * n},
                          .sliding   = at + GUD_BED_SLIDING * n};
  return 1;
}

static void surface_worn(const GudForceType *self, void *params, const double *const depth[2])
{
  (void)self;
  Joint *j = &((JointParams *)params)->made;
  for (int side = 0; side < 2; side++) j->bed.worn[side] = j->wet.film.shape.worn[side] = depth[side];
}

static const GudSurfaceGroup surface_group = {surface_sums, surface_worn};

/* ---- the kinds ---- */

#define SETUP(name, kind)                                                  \
  static GudStatus name(const GudForceType *self, void *params, char *why) \
  {                                                                        \
    (void)self;                                                            \
    return setup(params, kind, why);                                       \
  }
SETUP(planar, PLANAR)
SETUP(ball, BALL)
SETUP(cylinder, CYLINDER)

static int compliant(const GudForceType *self, int choice)
{
  (void)self;
  return choice != MODEL_IDEAL && choice != MODEL_PERFECT;
}

static double roughness(const GudForceType *self, const void *params)
{
  const JointParams *p = params;
  (void)self;
  return p->model == MODEL_LUBRICATED ? p->film.roughness : 0;
}

static const GudFilmGroup film_group = {surface, surface_at, inside, roughness, sliding};

#define TYPE(variable, name, summary, where, rows, kind, past)                                         \
  const GudForceType gud_clearance_##variable = {                                                      \
    .info          = {name, summary, "flores2007", where, rows, GUD_COUNT(rows), sizeof(JointParams)}, \
    .slots         = slots,                                                                            \
    .num_slots     = 2,                                                                                \
    .ledger        = GUD_LEDGER_CONTACT,                                                               \
    .joint         = 1,                                                                                \
    .compliant     = compliant,                                                                        \
    .num_internals = 4,                                                                                \
    .layout        = layout,                                                                           \
    .num_events    = GUD_DRY_EVENTS,                                                                   \
    .event_kinds   = event_kinds,                                                                      \
    .guards        = 1,                                                                                \
    .num_history   = GUD_COUNT(past),                                                                  \
    .history       = past,                                                                             \
    .history_size  = history_size,                                                                     \
    .num_outputs   = GUD_COUNT(outputs),                                                               \
    .outputs       = outputs,                                                                          \
    .setup         = kind,                                                                             \
    .unbalanced    = unbalanced,                                                                       \
    .kinked        = kinked,                                                                           \
    .warn          = warn,                                                                             \
    .start         = start,                                                                            \
    .ready         = ready,                                                                            \
    .symbol        = symbol,                                                                           \
    .size          = size,                                                                             \
    .evaluate      = evaluate,                                                                         \
    .energy        = energy,                                                                           \
    .residual      = residual,                                                                         \
    .tangent       = tangent,                                                                          \
    .by_function   = by_function,                                                                      \
    .index_2       = index_2,                                                                          \
    .power         = power,                                                                            \
    .events        = events,                                                                           \
    .accept        = accept,                                                                           \
    .output        = output,                                                                           \
    .film          = &film_group,                                                                      \
    .surface       = &surface_group,                                                                   \
  };
TYPE(revolute2d, "revolute", "journal in a bearing, in the plane", GUD_2D, planar_rows, planar, point_history)
TYPE(spherical, "spherical", "ball in a socket", GUD_3D, ball_rows, ball, point_history)
TYPE(revolute, "revolute", "journal in a bearing, held along its axis", GUD_3D, revolute_rows, cylinder,
     ends_history)
TYPE(cylindrical, "cylindrical", "journal in a bearing, with misalignment", GUD_3D, cylinder_rows, cylinder,
     ends_history)
