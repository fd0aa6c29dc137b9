/* A guide, dry (guide.c: points that touch) or oiled (guide_oil.c: films on edges): parameters and outputs of both, so that one word in an entry
   changes the one into the other. */
#ifndef GUD_GUIDE_H
#define GUD_GUIDE_H

#include "contact/edge_film.h"
#include "contact/params.h"
#include "contact/path.h"

enum { STRAIGHT, ROUND, POLYLINE, POLYGON };
enum { GUIDE_DRY, GUIDE_LUBRICATED, GUIDE_MIXED };
enum { FACE_NEAREST, FACE_LOWER, FACE_UPPER };

typedef struct {
  EdgeFilm         oil; /* the first: to edge_film.c these are the parameters */
  int              model, face, shape, per_length;
  double           lower, upper, from, to, from_angle, to_angle, fillet, share;
  GudTable         points;
  GudContactParams contact;
  GudFriction      friction;
  GudContact       made; /* by setup */
} GuideParams;

enum {
  GUD_GUIDE_NORMAL,
  GUD_GUIDE_FRICTION,
  GUD_GUIDE_STICK,
  GUD_GUIDE_V,
  GUD_GUIDE_VY,
  GUD_GUIDE_LOWER,
  GUD_GUIDE_UPPER,
  GUD_GUIDE_FRICTION_LOWER,
  GUD_GUIDE_FRICTION_UPPER,
  GUD_GUIDE_DEPTH,
  GUD_GUIDE_ACROSS,
  GUD_GUIDE_ALONG,
  GUD_GUIDE_CONTACT,
  GUD_GUIDE_IMPACTS,
  GUD_GUIDE_IMPACT_TIME,
  GUD_GUIDE_IMPACT_SPEED,
  GUD_GUIDE_STICK_TIME,
  GUD_GUIDE_SLIP_TIME,
  GUD_GUIDE_FILM_MIN,
  GUD_GUIDE_FILM_MIN_LOWER,
  GUD_GUIDE_FILM_MIN_UPPER,
  GUD_GUIDE_FILM_PRESSURE,
  GUD_GUIDE_FILM_PRESSURE_LOWER,
  GUD_GUIDE_FILM_PRESSURE_UPPER,
  GUD_GUIDE_FILM_LOSS,
  GUD_GUIDE_FILM_LOSS_LOWER,
  GUD_GUIDE_FILM_LOSS_UPPER,
  GUD_GUIDE_FILM_FLOW,
  GUD_GUIDE_FILM_MOMENT,
  GUD_GUIDE_ASPERITY_LOWER,
  GUD_GUIDE_ASPERITY_UPPER,
  GUD_GUIDE_ASPERITY_LOSS,
  GUD_GUIDE_LAMBDA,
  GUD_GUIDE_BELOW_1,
  GUD_GUIDE_BELOW_3,
  GUD_GUIDE_OUTPUTS
};

/* Parameters; needed: default of those that only a film needs, GUD_ABSENT or NULL (required) */
/* clang-format off */
#define GUD_GUIDE_ROWS(needed) \
  {"model",     GUD_CHOICE, GUD_NUMBER, GUD_ANY,      "dry",      offsetof(GuideParams, model),      "dry|lubricated|mixed", "dry: points of `b` touch with friction; lubricated: an oil film on the edges of `b`, one for each surface (theory_surface_films.md); mixed: a film on rough surfaces, whose asperities carry and rub (film.sigma). The keys of the other models may stay", GUD_ROLE_JOINT_MODEL}, \
  {"shape",     GUD_CHOICE, GUD_NUMBER, GUD_ANY,      "straight", offsetof(GuideParams, shape),      "straight|round|polyline|polygon", "straight along `axis` (default: x); round about the place `a`; along a bent path, open or closed"}, \
  {"lower",     GUD_REAL,   GUD_LENGTH, GUD_ANY,      GUD_ABSENT, offsetof(GuideParams, lower),      NULL, "surface below the points: its place across the guide, seen from `a` (round: its radius). Absent: none. A film is on the surface that is nearer at the start"}, \
  {"upper",     GUD_REAL,   GUD_LENGTH, GUD_ANY,      GUD_ABSENT, offsetof(GuideParams, upper),      NULL, "surface above the points, likewise"}, \
  {"from",      GUD_REAL,   GUD_LENGTH, GUD_ANY,      GUD_ABSENT, offsetof(GuideParams, from),       NULL, "where a straight guide begins, along it, seen from `a` (default: endless)"}, \
  {"to",        GUD_REAL,   GUD_LENGTH, GUD_ANY,      GUD_ABSENT, offsetof(GuideParams, to),         NULL, "where it ends"}, \
  {"from_angle", GUD_REAL,  GUD_ANGLE,  GUD_ANY,      GUD_ABSENT, offsetof(GuideParams, from_angle), NULL, "where a round guide begins: angle from `axis`, counter-clockwise (default: all round)"}, \
  {"to_angle",  GUD_REAL,   GUD_ANGLE,  GUD_ANY,      GUD_ABSENT, offsetof(GuideParams, to_angle),   NULL, "where it ends; at most one turn behind from_angle"}, \
  {"points",    GUD_POINTS, GUD_LENGTH, GUD_ANY,      GUD_ABSENT, offsetof(GuideParams, points),     NULL, "polyline, polygon: the path, along `axis` and across it, seen from `a`; lower and upper are distances from it, positive on its left"}, \
  {"fillet",    GUD_REAL,   GUD_LENGTH, GUD_POSITIVE, GUD_ABSENT, offsetof(GuideParams, fillet),     NULL, "polyline, polygon: radius that rounds the corners of the path"}, \
  {"stiffness", GUD_CHOICE, GUD_NUMBER, GUD_ANY,      "per_node", offsetof(GuideParams, per_length), "per_node|per_length", "contact.stiffness and contact.damping belong to a node, or to a unit of length of the edge"}, \
  {"share",     GUD_REAL,   GUD_LENGTH, GUD_POSITIVE, "1 m",      offsetof(GuideParams, share),      NULL, "per_length: edge length of the point; node sets find theirs, points of a list need it", GUD_ROLE_SHARE}, \
  GUD_CONTACT_ROWS(offsetof(GuideParams, contact)), GUD_FRICTION_ROWS(offsetof(GuideParams, friction)), \
  {"width",     GUD_REAL,   GUD_LENGTH, GUD_POSITIVE, needed,     offsetof(GuideParams, oil.length), NULL, "lubricated, mixed: width of the film, normal to the plane"}, \
  {"wide",      GUD_BOOL,   GUD_NUMBER, GUD_ANY,      "no",       offsetof(GuideParams, oil.wide),   NULL, "lubricated, mixed: no oil leaves sideways"}, \
  GUD_EDGE_FILM_ROWS(offsetof(GuideParams, oil), needed, "64", "16"), GUD_EDGE_ROUGH_ROWS(offsetof(GuideParams, oil), "film.guide_share", "guide"), \
  GUD_EDGE_WEAR_B(offsetof(GuideParams, oil))
/* clang-format on */

extern const GudOutput gud_guide_outputs[];

void gud_guide_symbol(const GudForceType *self, const void *params, GudSymbol *out);
int  gud_guide_curve(const GudForceType *self, const void *params, int k, double reach, double (*xy)[2]);

#endif
