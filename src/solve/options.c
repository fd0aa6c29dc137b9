/* `analysis:` of the model file: all numerical settings and their defaults. */
#include "solve/analysis.h"

/* clang-format off */
#define AT(field) offsetof(GudOptions, field)
static const GudParam params[] = {
  {"type",           GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "dynamic",    AT(type), gud_analysis_names + 1, gud_analysis_texts + 2},
  {"end",            GUD_REAL,   GUD_TIME,   GUD_NONNEGATIVE, "1 s",        AT(end), NULL, "end of the simulation"},
  {"step",           GUD_REAL,   GUD_TIME,   GUD_NONNEGATIVE, "0 s",        AT(step), NULL, "fixed step; 0: the step follows the local error"},
  {"vary_step",      GUD_REAL,   GUD_NUMBER, GUD_UNIT_INTERVAL, "0",        AT(vary_step), NULL, "fixed step times a pseudo-random factor in [1 - x, 1 + x]: to test a method's order at variable step"},
  {"first_step",     GUD_REAL,   GUD_TIME,   GUD_POSITIVE,    GUD_ABSENT,   AT(first_step), NULL, "first adaptive step (default: 1e-4 of the end, then as the error allows)"},
  {"min_step",       GUD_REAL,   GUD_TIME,   GUD_POSITIVE,    "1e-12 s",    AT(min_step), NULL, "smallest step: the run fails where Newton's method or the error control needs a smaller one; events closer together than this count as one"},
  {"max_step",       GUD_REAL,   GUD_TIME,   GUD_POSITIVE,    GUD_ABSENT,   AT(max_step), NULL, "largest adaptive step (default: 1/50 of the end)"},
  {"tolerance",      GUD_REAL,   GUD_NUMBER, GUD_POSITIVE,    "1e-8",       AT(tolerance), NULL, "adaptive: local error per step, relative to the size of the model (to 1 for directions)"},
  {"rho",            GUD_REAL,   GUD_NUMBER, GUD_UNIT_INTERVAL, "0.8",      AT(rho), NULL, "spectral radius at infinity of generalized-alpha; 1 (no damping) not with stabilisation: none"},
  {"stabilisation",  GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "index_2",    AT(stabilisation), "index_2|none|projection", "index_2: velocities meet the constraints within the step (Gear, Gupta, Leimkuhler), and forces are those of the step; none: plain index 3, forces are reconstructed after the step; projection: index 3 with velocities put on the constraints and accelerations made consistent after every step"},
  {"newton",         GUD_REAL,   GUD_NUMBER, GUD_POSITIVE,    GUD_ABSENT,   AT(newton), NULL, "Newton tolerance: error left in a step, relative to its displacement h^2 a (default: fixed step: 1e-5 of its local error, 1e-10 ... 1e-7; adaptive: a small part of the tolerance)"},
  {"max_iterations", GUD_INT,    GUD_NUMBER, GUD_POSITIVE,    "12",         AT(max_iterations), NULL, "Newton iterations before a step is cut"},
  {"assembly",       GUD_REAL,   GUD_NUMBER, GUD_POSITIVE,    "1e-12",      AT(assembly), NULL, "constraints are met to this at the start, relative to the size of the model"},
  {"redundant",      GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "least_squares", AT(redundant), "least_squares|error", "redundant constraint rows: share the load in the least-squares sense (with a warning that names the joints), or refuse"},
  {"initial",        GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "assemble",   AT(initial), "assemble|kinematic", "assemble: correct the drawn positions and given velocities onto the constraints; kinematic: velocities of the ideal machine: joints with clearance closed, flexible bodies moving rigidly, as the drivers demand; given velocities count where the drivers leave a freedom"},
  {"start",          GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "as_given",   AT(start), "as_given|static|steady|quasi_static", "static: begin at rest in static equilibrium; quasi_static: with the velocities of initial: kinematic, flexible bodies deformed as the inertia forces of that motion hold them, joints with clearance placed so that they transmit its forces (theory, section 7); steady: in steady rotation: rigid bodies of revolution and round beams in space go on spinning about their axes as at the start, everything else is in equilibrium with that (a rotor at its place in the film)"},
  {"load_steps",     GUD_INT,    GUD_NUMBER, GUD_POSITIVE,    "1",          AT(load_steps), NULL, "statics: loads are applied in this many parts; one that fails is halved"},
  {"path",           GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "once",       AT(path), "once|load|arc_length|time", "static: once: one equilibrium under the whole load; load: one in each of the load_steps parts of it; arc_length: along the path of equilibria, through limit points (snap-through, snap-back), first load factor 1/load_steps, to max_load; time: at every `step` of time until `end`, under drivers and loads that are functions of it. Each point is a row of probes.csv, whose first column t is the load factor, with time: the time"},
  {"max_load",       GUD_REAL,   GUD_NUMBER, GUD_POSITIVE,    "1",          AT(max_load), NULL, "path: arc_length: load factor at which it ends"},
  {"max_points",     GUD_INT,    GUD_NUMBER, GUD_POSITIVE,    "500",        AT(max_points), NULL, "path: arc_length: points at most"},
  {"eigenvalues",    GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "undamped",   AT(eigenvalues), "undamped|complex", "modes: undamped: natural frequencies at rest, without anything that depends on velocities; complex: with damping, films, Coriolis and gyroscopic forces, about the start and the rotation that its velocities are; frequencies of the decaying vibrations, damping ratios, rates of growth"},
  {"num_modes",      GUD_INT,    GUD_NUMBER, GUD_POSITIVE,    "10",         AT(num_modes), NULL, "modes: how many, from the lowest frequency; rigid-body modes (frequency zero) count too"},
  {"linear_solver",  GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "auto",       AT(linear_solver), "auto|direct|krylov", "direct: factorisation (KLU or MUMPS); krylov: conjugate gradients or, with contacts, GMRES, and algebraic multigrid, for large plane meshes whose forces own one unknown at most; auto: krylov beyond 250000 unknowns of such meshes, 10000 with contacts; but direct on one process where half of the memory has room for the factors and 50 steps of fixed length or more are to come. Modes are always direct"},
  {"until",          GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "end",        AT(until), "end|periodic", "periodic: end as soon as the state at the sections of `poincare:` repeats with period 1 ... 8, at `end` at the latest"},
  {"period_tolerance", GUD_REAL, GUD_NUMBER, GUD_POSITIVE,    "1e-5",       AT(period_tolerance), NULL, "a state repeats when no coordinate differs by more than this, relative to the size of the model (to 1 for directions), and no velocity, relative to the largest"},
  {"max_periods",    GUD_INT,    GUD_NUMBER, GUD_NONNEGATIVE, "0",          AT(max_periods), NULL, "until: periodic: passes of the section at most (0: as many as fit before `end`)"},
  {"restart",        GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "consistent", AT(restart), "consistent|damped", "first steps after the start and after every event: by the method itself, from consistent accelerations, or two by backward Euler, for overdamped bodies whose accelerations jump by far more than they move"},
  {"method",         GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "auto",       AT(method), "auto|generalized_alpha|radau|trial_and_error", "generalized_alpha: order 2, for frequent events, large meshes, several processes; radau: Radau IIA of order 5, adaptive, for smooth motions and films; auto: one of these two, run.log says why; trial_and_error: explicit, symplectic Euler with the fixed step, friction of guides on nodes by the algorithm of Zheng and Wang, to compare; for models whose masses couple few coordinates each (rigid bodies, meshes with mass: lumped), joints and drivers included"},
  {"eps",            GUD_REAL,   GUD_VELOCITY, GUD_POSITIVE,  "1e-5 m/s",   AT(eps), NULL, "trial_and_error: a point that slips more slowly is tried for sticking"},
  {"transitions",    GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "auto",       AT(transitions), "auto|located|within_step", "contacts (`guide`, `contact`) that close, open, stick or let go: each at its located instant, which ends a step, or all of them resolved within the step, under error control; auto: within the step beyond 100 of them; a contact that chatters changes over to it, with a warning"},
  {"settle",         GUD_REAL,   GUD_TIME,   GUD_NONNEGATIVE, "0 s",        AT(settle), NULL, "time that runs before recording starts"},
};
/* clang-format on */

const GudTypeInfo gud_analysis_info = {"analysis",
                                       "kind of analysis, method, tolerances and limits",
                                       NULL,
                                       GUD_2D | GUD_3D,
                                       params,
                                       GUD_COUNT(params),
                                       sizeof(GudOptions)};
