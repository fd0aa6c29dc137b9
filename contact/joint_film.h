/* The group `film:` of a joint with clearance: its parameters, and the film that they ask for. */
#ifndef GUD_JOINT_FILM_H
#define GUD_JOINT_FILM_H

#include "contact/params.h"
#include "contact/wet.h"

/* One item of `openings:`. */
typedef struct {
  int    on, supply; /* GUD_OPENING_x; function */
  double angle, at, width, length, diameter;
} GudOpeningParams;
enum { GUD_OPENING_NONE, GUD_OPENING_BEARING, GUD_OPENING_JOURNAL };

typedef struct {
  int              model, cavitation, shear, wedge, nx, ny, oil;
  double           inlet, convected, capacity; /* T_in, s, rho cp of (J3) */
  double           ends, fill;
  double           viscosity, temperature, vogel[3], roughness, barus;
  GudOpeningParams opening[GUD_FILM_OPENINGS];
  int              pattern;
  double           sigma, share, number, slope, modulus, boundary, slip; /* asperity.h */
  GudTable         table;                                                /* viscosity against temperature */
  GudTable         profile, barrel;                                      /* lubrication/shape.h */
} GudFilmParams;

/* The words of choices: oils after none, patterns of roughness (after a bar). Film models: gud_film_names. */
extern const char gud_film_oils[], gud_film_patterns[];

/* clang-format off */
#define GUD_FILM_ROWS(at)                                                                                                                                                     \
  {"film.viscosity",   GUD_REAL,   GUD_VISCOSITY, GUD_POSITIVE,    GUD_ABSENT, at + offsetof(GudFilmParams, viscosity),   NULL, "dynamic viscosity of the oil at the pressure of the surroundings"},  \
  {"film.vogel",       GUD_VECTOR, GUD_NUMBER,    GUD_ANY,         GUD_ABSENT, at + offsetof(GudFilmParams, vogel),       NULL, "instead of viscosity: [a, b, c] of Vogel's law a exp(b/(T + c)), a in Pa s, b, c and T in degrees Celsius"}, \
  {"film.table",       GUD_TABLE,  GUD_VISCOSITY, GUD_ANY,         GUD_ABSENT, at + offsetof(GudFilmParams, table),       NULL, "instead of viscosity: [[degrees Celsius, Pa s], ...]"}, \
  {"film.oil",         GUD_CHOICE, GUD_NUMBER,    GUD_ANY,         "none",     at + offsetof(GudFilmParams, oil),         gud_film_oils, "instead of viscosity: a grade, by Vogel's law (lubrication/oils.def: constants, sources, accuracy)"}, \
  {"film.temperature", GUD_REAL,   GUD_NUMBER,    GUD_ANY,         "40",       at + offsetof(GudFilmParams, temperature), NULL, "of the oil, degrees Celsius, for oil, vogel and table"},             \
  {"film.roughness",   GUD_REAL,   GUD_LENGTH,    GUD_POSITIVE,    "2e-6 m",   at + offsetof(GudFilmParams, roughness),   NULL, "mixed: thickness below which dry contact takes over"}
/* Item n of the list (contract/param.h); absent ones have on: none */
#define GUD_OPENING_AT(base, n, field) base + offsetof(GudFilmParams, opening) + ((n) - 1) * sizeof(GudOpeningParams) + offsetof(GudOpeningParams, field)
#define GUD_OPENING_ROWS(base, n)                                                                                                                                             \
  {"film.openings." #n ".on",       GUD_CHOICE,   GUD_NUMBER,   GUD_ANY,         NULL,       GUD_OPENING_AT(base, n, on),       "none|bearing|journal", "model reynolds: what the opening is in, and turns with; those of one film are all in the bearing or all in the journal (a groove all round counts as either)"}, \
  {"film.openings." #n ".angle",    GUD_REAL,     GUD_ANGLE,    GUD_ANY,         "0",        GUD_OPENING_AT(base, n, angle),    NULL, "of its middle: angle about `axis` from axis 1 of that body's frame (`reference`)"}, \
  {"film.openings." #n ".at",       GUD_REAL,     GUD_LENGTH,   GUD_ANY,         "0",        GUD_OPENING_AT(base, n, at),       NULL, "of its middle: place along `axis`, from the middle of the bearing"}, \
  {"film.openings." #n ".width",    GUD_REAL,     GUD_ANGLE,    GUD_POSITIVE,    GUD_ABSENT, GUD_OPENING_AT(base, n, width),    NULL, "groove: angle that it covers; 360 deg: all round"}, \
  {"film.openings." #n ".length",   GUD_REAL,     GUD_LENGTH,   GUD_POSITIVE,    GUD_ABSENT, GUD_OPENING_AT(base, n, length),   NULL, "groove: length along the axis"}, \
  {"film.openings." #n ".diameter", GUD_REAL,     GUD_LENGTH,   GUD_POSITIVE,    GUD_ABSENT, GUD_OPENING_AT(base, n, diameter), NULL, "round hole, in place of width and length"}, \
  {"film.openings." #n ".supply",   GUD_FUNCTION, GUD_PRESSURE, GUD_NONNEGATIVE, GUD_ABSENT, GUD_OPENING_AT(base, n, supply),   NULL, "pressure in it, a function of time or of probes (default: 0)"}
#define GUD_JOURNAL_FILM_ROWS(at)                                                                                                                                             \
  {"film.model",       GUD_CHOICE, GUD_NUMBER,    GUD_ANY,         "auto",     at + offsetof(GudFilmParams, model),       gud_film_names, "film model; auto: by length and diameter"},                     \
  {"film.cavitation",  GUD_CHOICE, GUD_NUMBER,    GUD_ANY,         "guembel",  at + offsetof(GudFilmParams, cavitation),  "guembel|full|reynolds|jfo|transported", "where the oil cavitates: pressures below 0 left out, kept, complementarity, mass-conserving with a fill that follows at once (quasi-steady), mass-conserving with a fill that is transported from step to step"}, \
  {"film.shear",       GUD_BOOL,   GUD_NUMBER,    GUD_ANY,         "no",       at + offsetof(GudFilmParams, shear),       NULL, "the torque of the sheared oil acts too"},                       \
  {"film.barus",       GUD_REAL,   {1, -1, 2},    GUD_NONNEGATIVE, "0",        at + offsetof(GudFilmParams, barus),       NULL, "pressure coefficient of viscosity (model reynolds)"},           \
  {"film.inlet",       GUD_REAL,   GUD_NUMBER,    GUD_ANY,         GUD_ABSENT, at + offsetof(GudFilmParams, inlet),       NULL, "temperature of the oil that comes in, degrees Celsius: heat balance, output oil_temperature (default: none)"}, \
  {"film.convected",   GUD_REAL,   GUD_NUMBER,    GUD_UNIT_INTERVAL, "0",      at + offsetof(GudFilmParams, convected),   NULL, "share of the heat that leaves through the walls"},              \
  {"film.heat_capacity", GUD_REAL, GUD_NUMBER,    GUD_POSITIVE,    "1.72e6",   at + offsetof(GudFilmParams, capacity),    NULL, "of the oil, density times specific heat, J/(m^3 K)"},            \
  {"film.nx",          GUD_INT,    GUD_NUMBER,    GUD_POSITIVE,    "80",       at + offsetof(GudFilmParams, nx),          NULL, "model reynolds: cells around"},                                 \
  {"film.ny",          GUD_INT,    GUD_NUMBER,    GUD_POSITIVE,    "8",        at + offsetof(GudFilmParams, ny),          NULL, "model reynolds: cells along"},                                  \
  {"film.ends",        GUD_REAL,   GUD_PRESSURE,  GUD_NONNEGATIVE, "0",        at + offsetof(GudFilmParams, ends), NULL, "model reynolds: pressure at both ends, which are flooded"}, \
  {"film.fill",        GUD_REAL,   GUD_NUMBER,    GUD_UNIT_INTERVAL, "1",      at + offsetof(GudFilmParams, fill), NULL, "cavitation transported: share of the gap that is filled with oil at the start"}, \
  {"film.profile",     GUD_TABLE,  GUD_LENGTH,    GUD_ANY,         GUD_ABSENT, at + offsetof(GudFilmParams, profile), "rad", "model reynolds: the bearing is not round: [[angle from its first axis, what its radius is larger by], ...], straight between, over one turn"}, \
  {"film.barrel",      GUD_TABLE,  GUD_LENGTH,    GUD_ANY,         GUD_ABSENT, at + offsetof(GudFilmParams, barrel), "m", "model reynolds: nor straight: [[place along the axis from the middle, what its radius is larger by], ...], straight between: taper, barrel, relief of the edges"}, \
  GUD_OPENING_ROWS(at, 1), GUD_OPENING_ROWS(at, 2), GUD_OPENING_ROWS(at, 3), GUD_OPENING_ROWS(at, 4), GUD_OPENING_ROWS(at, 5), GUD_OPENING_ROWS(at, 6), \
  {"film.sigma",         GUD_REAL,   GUD_LENGTH,   GUD_POSITIVE,    GUD_ABSENT, at + offsetof(GudFilmParams, sigma),    NULL, "mixed, model reynolds: combined rms roughness; asperities then carry in the film, in place of dry contact"}, \
  {"film.pattern",       GUD_CHOICE, GUD_NUMBER,   GUD_ANY,         "1",        at + offsetof(GudFilmParams, pattern),  gud_film_patterns + 1, "film.sigma: ratio of the correlation lengths of the roughness, along and across the sliding; 1: isotropic"}, \
  {"film.journal_share", GUD_REAL,   GUD_NUMBER,   GUD_UNIT_INTERVAL, "0.5",    at + offsetof(GudFilmParams, share),    NULL, "film.sigma: share of the journal in sigma^2"}, \
  {"film.asperity_number", GUD_REAL, GUD_NUMBER,   GUD_POSITIVE,    "0.05",     at + offsetof(GudFilmParams, number),   NULL, "film.sigma: asperities per area times their radius times sigma (0.03 ... 0.05)"}, \
  {"film.asperity_slope",  GUD_REAL, GUD_NUMBER,   GUD_POSITIVE,    "0.01",     at + offsetof(GudFilmParams, slope),    NULL, "film.sigma: sigma by the radius of the asperities (1e-4 ... 1e-2)"}, \
  {"film.asperity_modulus", GUD_REAL, GUD_PRESSURE, GUD_POSITIVE,   GUD_ABSENT, at + offsetof(GudFilmParams, modulus),  NULL, "film.sigma: E* of both surfaces (default: from contact.E and contact.nu)"}, \
  {"film.boundary_friction", GUD_REAL, GUD_NUMBER, GUD_NONNEGATIVE, "0",        at + offsetof(GudFilmParams, boundary), NULL, "film.sigma: coefficient of friction of the asperities"}, \
  {"film.boundary_slip", GUD_REAL,   GUD_VELOCITY, GUD_POSITIVE,    "1 mm/s",   at + offsetof(GudFilmParams, slip),     NULL, "film.sigma: sliding speed at which 0.7 of that friction is reached"}
#define GUD_BALL_FILM_ROWS(at)                                                                                                                                                \
  {"film.cavitation",  GUD_CHOICE, GUD_NUMBER,    GUD_ANY,         "signed",   at + offsetof(GudFilmParams, cavitation),  "signed|seat|guembel|full", "receding motion: as approaching, nothing, closed socket with and without cavitation"}, \
  {"film.wedge",       GUD_BOOL,   GUD_NUMBER,    GUD_ANY,         "no",       at + offsetof(GudFilmParams, wedge),       NULL, "tangential motion and spin act too (beyond the paper)"}
/* The last figures of a film, as outputs */
#define GUD_OPENING_OUTPUT(n) {"film_supplied_" #n, "m^3/s", "the same of opening " #n " of the list `openings`"}
#define GUD_OPENING_OUTPUTS GUD_OPENING_OUTPUT(1), GUD_OPENING_OUTPUT(2), GUD_OPENING_OUTPUT(3), GUD_OPENING_OUTPUT(4), GUD_OPENING_OUTPUT(5), GUD_OPENING_OUTPUT(6)
/* clang-format on */

/* The gap that the film is in. */
typedef struct {
  int    on, mixed, ball, space; /* lubricated or mixed; mixed; a ball in a socket; a journal in space */
  double radius, clearance, length;
  double modulus; /* E* of the surfaces */
  int    wears;   /* wear.a, wear.b */
} GudFilmGap;

/* 1: mixed by asperities in the film itself, not by dry contact */
int    gud_film_rough(const GudFilmParams *f, const GudFilmGap *gap);
GudWet gud_film_make(const GudFilmParams *f, const GudFilmGap *gap);
/* A film that the model cannot do is refused before anything runs: GUD_FATAL and why[200]. */
GudStatus gud_film_check(const GudFilmParams *f, const GudFilmGap *gap, char *why);
/* A closed film used outside of its range of L/D, or chosen by `auto`: 1 and why[size], with the error to expect. */
int gud_film_warn(const GudFilmParams *f, const GudFilmGap *gap, char *why, size_t size);

#endif
