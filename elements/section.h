/* Cross-sections of beams: area, second moments, torsion constant, shear factors, and where to integrate over them. */
#ifndef GUD_SECTION_H
#define GUD_SECTION_H

#include "base/quadrature.h"
#include "contract/element.h"
#include "strain.h"

enum {
  GUD_SECTION_SQUARE,
  GUD_SECTION_RECTANGLE,
  GUD_SECTION_CIRCLE,
  GUD_SECTION_TUBE,
  GUD_SECTION_I,
  GUD_SECTION_NUMBERS
};
#define GUD_SECTION_WORDS "square|rectangle|circle|tube|I|numbers"
enum { GUD_FORMULATION_LOCKING_FREE, GUD_FORMULATION_CONTINUUM };
#define GUD_FORMULATION_WORDS "locking_free|continuum"

/* Parameters shared by all beams and cables. */
typedef struct {
  double E, nu, density;
  int    section;
  double width, height;        /* along y and z of the section */
  double radius, inner_radius; /* circle, tube */
  double web, flange;          /* I: thicknesses */
  double area, Iy, Iz, J;      /* numbers */
  double fibre_y, fibre_z, shear_y, shear_z, rotary_y, rotary_z;
  double beta;           /* stiffness-proportional (Kelvin-Voigt) damping, s */
  double alpha;          /* mass-proportional damping, 1/s */
  double shear_factor;   /* NaN: from the section */
  double torsion_factor; /* NaN: from the section; of G (Iy + Iz) */
  int    formulation;
  int    axial; /* rod.h (R6) */
} GudBeamParams;

/* clang-format off */
#define GUD_SECOND_MOMENT {4, 0, 0}
#define GUD_BEAM_AT(field) offsetof(GudBeamParams, field)
#define GUD_BEAM_PARAMS \
  {"E",              GUD_REAL,   GUD_PRESSURE,  GUD_POSITIVE,    NULL,       GUD_BEAM_AT(E),       NULL, "Young's modulus"}, \
  {"nu",             GUD_REAL,   GUD_NUMBER,    GUD_ANY,         "0",        GUD_BEAM_AT(nu),      NULL, "Poisson's ratio, above -1 and below 0.5"}, \
  GUD_SECTION_PARAMS
/* a cable: no nu */
#define GUD_CABLE_PARAMS \
  {"E",              GUD_REAL,   GUD_PRESSURE,  GUD_POSITIVE,    NULL,       GUD_BEAM_AT(E),       NULL, "Young's modulus"}, \
  GUD_SECTION_PARAMS
#define GUD_SECTION_PARAMS \
  {"density",        GUD_REAL,   GUD_DENSITY,   GUD_POSITIVE,    NULL,       GUD_BEAM_AT(density), NULL, "density"}, \
  {"section",        GUD_CHOICE, GUD_NUMBER,    GUD_ANY,         "square",   GUD_BEAM_AT(section), GUD_SECTION_WORDS, "shape of the cross-section"}, \
  {"width",          GUD_REAL,   GUD_LENGTH,    GUD_POSITIVE,    GUD_ABSENT, GUD_BEAM_AT(width),   NULL, "square, rectangle, I: size along the section's y axis"}, \
  {"height",         GUD_REAL,   GUD_LENGTH,    GUD_POSITIVE,    GUD_ABSENT, GUD_BEAM_AT(height),  NULL, "rectangle, I: size along the section's z axis (I: along the web)"}, \
  {"radius",         GUD_REAL,   GUD_LENGTH,    GUD_POSITIVE,    GUD_ABSENT, GUD_BEAM_AT(radius),  NULL, "circle, tube: outer radius"}, \
  {"inner_radius",   GUD_REAL,   GUD_LENGTH,    GUD_POSITIVE,    GUD_ABSENT, GUD_BEAM_AT(inner_radius), NULL, "tube: inner radius"}, \
  {"web",            GUD_REAL,   GUD_LENGTH,    GUD_POSITIVE,    GUD_ABSENT, GUD_BEAM_AT(web),     NULL, "I: thickness of the web"}, \
  {"flange",         GUD_REAL,   GUD_LENGTH,    GUD_POSITIVE,    GUD_ABSENT, GUD_BEAM_AT(flange),  NULL, "I: thickness of the flanges"}, \
  {"area",           GUD_REAL,   GUD_AREA,      GUD_POSITIVE,    GUD_ABSENT, GUD_BEAM_AT(area),    NULL, "numbers: area (axial stiffness E area, mass per length density area)"}, \
  {"Iy",             GUD_REAL,   GUD_SECOND_MOMENT, GUD_POSITIVE, GUD_ABSENT, GUD_BEAM_AT(Iy),     NULL, "numbers: second moment int z^2 dA (bending about y); not needed in the plane"}, \
  {"Iz",             GUD_REAL,   GUD_SECOND_MOMENT, GUD_POSITIVE, GUD_ABSENT, GUD_BEAM_AT(Iz),     NULL, "numbers: second moment int y^2 dA (bending about z)"}, \
  {"J",              GUD_REAL,   GUD_SECOND_MOMENT, GUD_POSITIVE, GUD_ABSENT, GUD_BEAM_AT(J),      NULL, "numbers: torsion constant; beams in space need it"}, \
  {"fibre_y",        GUD_REAL,   GUD_LENGTH,    GUD_POSITIVE,    GUD_ABSENT, GUD_BEAM_AT(fibre_y), NULL, "numbers: largest distance of a fibre from the axis along y (bending stress)"}, \
  {"fibre_z",        GUD_REAL,   GUD_LENGTH,    GUD_POSITIVE,    GUD_ABSENT, GUD_BEAM_AT(fibre_z), NULL, "numbers: the same along z; not needed in the plane"}, \
  {"shear_y",        GUD_REAL,   GUD_NUMBER,    GUD_POSITIVE,    GUD_ABSENT, GUD_BEAM_AT(shear_y), NULL, "numbers: shear factor along y (default 1)"}, \
  {"shear_z",        GUD_REAL,   GUD_NUMBER,    GUD_POSITIVE,    GUD_ABSENT, GUD_BEAM_AT(shear_z), NULL, "numbers: shear factor along z (default 1)"}, \
  {"rotary_y",       GUD_REAL,   GUD_SECOND_MOMENT, GUD_POSITIVE, GUD_ABSENT, GUD_BEAM_AT(rotary_y), NULL, "numbers: second moment int z^2 dA of the mass (default Iy)"}, \
  {"rotary_z",       GUD_REAL,   GUD_SECOND_MOMENT, GUD_POSITIVE, GUD_ABSENT, GUD_BEAM_AT(rotary_z), NULL, "numbers: second moment int y^2 dA of the mass (default Iz)"}, \
  {"beta",           GUD_REAL,   GUD_TIME,      GUD_NONNEGATIVE, "0",        GUD_BEAM_AT(beta),    NULL, "stiffness-proportional damping (Kelvin-Voigt, survives rotation)"}, \
  {"alpha",          GUD_REAL,   GUD_FREQUENCY, GUD_NONNEGATIVE, "0",        GUD_BEAM_AT(alpha),   NULL, "mass-proportional damping (drags the rigid motion too)"}
/* clang-format on */

typedef struct {
  double A, Iy, Iz; /* int dA, int z^2 dA, int y^2 dA */
  double J;         /* torsion constant */
  double ky, kz;    /* shear factors for shear along y and z */
  double w, h;      /* outer size along y, z; of `numbers` twice the extreme fibre */
  double my, mz;    /* second moments of the mass, like Iy and Iz */
} GudSection;

/* GUD_FATAL when a number that only beams in space need is missing (then it is NaN in s). */
GudStatus gud_section_in_space(const GudSection *s, char *why);

/* GUD_FATAL and a reason in why[200] when the data are incomplete. */
GudStatus gud_section_properties(const GudBeamParams *p, GudSection *s, char *why);
/* Points (y, z) and weights that integrate over the section; returns their number, 0 if its shape is not known. n: points
   per direction, at most 3. */
enum { GUD_SECTION_MAX_POINTS = 32 };
int gud_section_points(const GudBeamParams *p, const GudSection *s, int n, double (*yz)[2], double *weight);

/* Claims of a beam that its parameters take away: a drag is no internal force. */
unsigned gud_beam_lost(const GudElementType *self, const void *params);

/* Size along z, out of the plane of a planar model; NaN: the section is not given by sizes. */
double gud_section_thickness(const GudElementType *self, const void *params);

/* The drawing of a section: box (width, height) or cylinder (radius). */
void gud_section_draw(const GudBeamParams *p, GudDraw *draw);

/* Output fields of a beam in space at xi = (axis, y, z): section forces axial_force, shear_y, shear_z, torque, moment_y,
   moment_z, then at 8 the energy per length, as sums over two sets of stations; from them the stress at (y, z), of
   normal force, bending and evenly spread shear (the torsion stress on the skin depends on the section's shape: left out),
   and the bending stress at the skin. section: A, Iy, Iz, sizes along y and z. */
enum { GUD_BEAM_FIELDS = 10 };
extern const GudOutput gud_beam_fields[GUD_BEAM_FIELDS];
void gud_beam_field_values(const double section[5], const GudStations at[2], int num, const double (*xi)[3],
                           double *out);

/* The same in the plane: axial_force, shear_y, moment_z, and at 5 the energy per length. section: A, Iz, size along y. */
enum { GUD_FLAT_FIELDS = 7 };
extern const GudOutput gud_flat_fields[GUD_FLAT_FIELDS];
void gud_flat_field_values(const double section[3], const GudStations at[2], int num, const double (*xi)[3],
                           double *out);

#endif
