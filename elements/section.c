/* Cross-sections.

   (X1) rectangle b x h: A = bh, Iz = h b^3/12 (int y^2), Iy = b h^3/12; circle: pi r^2, pi r^4/4
   (X2) torsion constant of a rectangle a >= b (Saint-Venant, series; Timoshenko & Goodier, Theory of Elasticity):
        J = a b^3/3 [1 - 192 b/(pi^5 a) sum_{n odd} tanh(n pi a/(2b))/n^5];  circle and tube: polar moment
   (X3) shear factors (Cowper 1966): rectangle 10 (1+nu)/(12 + 11 nu), circle 6 (1+nu)/(7 + 6 nu),
        tube (m = ri/ro): 6 (1+nu)(1+m^2)^2/[(7+6nu)(1+m^2)^2 + (20+12nu) m^2]
   verified by: t220 */
#include "section.h"

#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

void gud_gauss(int n, double *x, double *w)
{
  static const double X[5][5] = {
    {0},
    {-0.57735026918962576, 0.57735026918962576},
    {-0.77459666924148338, 0, 0.77459666924148338},
    {-0.86113631159405258, -0.33998104358485626, 0.33998104358485626, 0.86113631159405258},
    {-0.90617984593866399, -0.53846931010568309, 0, 0.53846931010568309, 0.90617984593866399}};
  static const double W[5][5] = {
    {2},
    {1, 1},
    {0.55555555555555556, 0.88888888888888889, 0.55555555555555556},
    {0.34785484513745386, 0.65214515486254614, 0.65214515486254614, 0.34785484513745386},
    {0.23692688505618909, 0.47862867049936647, 0.56888888888888889, 0.47862867049936647,
     0.23692688505618909}};
  for (int i = 0; i < n; i++) x[i] = 0.5 * (1 + X[n - 1][i]), w[i] = 0.5 * W[n - 1][i];
}

void gud_lobatto3(double *x, double *w)
{
  x[0] = 0, x[1] = 0.5, x[2] = 1;
  w[0] = w[2] = 1.0 / 6, w[1] = 2.0 / 3;
}

static double rectangle_torsion(double p, double q) /* (X2) */
{
  double a = p > q ? p : q, b = p > q ? q : p, sum = 0;
  for (int n = 1; n < 400; n += 2) sum += tanh(n * pi * a / (2 * b)) / (pow(n, 5));
  return a * b * b * b / 3 * (1 - 192 * b / (pow(pi, 5) * a) * sum);
}

/* Each section has exactly its own sizes: a height that a square would ignore is a mistake. */
static GudStatus check_sizes(const GudBeamParams *p, char *why)
{
  enum { SQUARE = 1 << GUD_SECTION_SQUARE, RECTANGLE = 1 << GUD_SECTION_RECTANGLE };
  enum { CIRCLE = 1 << GUD_SECTION_CIRCLE, TUBE = 1 << GUD_SECTION_TUBE };
  static const char *const word[] = {"square", "rectangle", "circle", "tube"};
  const struct {
    const char *name;
    double      value; /* not given: NaN, or zero from C */
    unsigned    of;
  } size[] = {{"width", p->width, SQUARE | RECTANGLE},
              {"height", p->height, RECTANGLE},
              {"radius", p->radius, CIRCLE | TUBE},
              {"inner_radius", p->inner_radius, TUBE}};
  for (int i = 0; i < GUD_COUNT(size); i++) {
    int needed = size[i].of >> p->section & 1, given = size[i].value > 0;
    if (needed == given) continue;
    if (needed) snprintf(why, 200, "the section needs '%s'", size[i].name);
    else snprintf(why, 200, "a %s section has no '%s'", word[p->section], size[i].name);
    return GUD_FATAL;
  }
  return GUD_OK;
}

GudStatus section_properties(const GudBeamParams *p, GudSection *s, char *why)
{
  double nu = p->nu, r = p->radius, ri = 0, m2;
  if (check_sizes(p, why) != GUD_OK) return GUD_FATAL;
  if (!(nu > -1 && nu < 0.5)) {
    snprintf(why, 200, "nu = %g: Poisson's ratio lies above -1 and below 0.5", nu);
    return GUD_FATAL;
  }
  if (p->section <= GUD_SECTION_RECTANGLE) { /* (X1) */
    s->w = p->width, s->h = p->section == GUD_SECTION_SQUARE ? p->width : p->height;
    s->A = s->w * s->h, s->Iz = s->h * pow(s->w, 3) / 12, s->Iy = s->w * pow(s->h, 3) / 12;
    s->J  = rectangle_torsion(s->w, s->h);
    s->ky = s->kz = 10 * (1 + nu) / (12 + 11 * nu);
    return GUD_OK;
  }
  if (p->section == GUD_SECTION_TUBE) ri = p->inner_radius;
  if (!(ri < r)) {
    snprintf(why, 200, "the tube's inner radius is not below its radius");
    return GUD_FATAL;
  }
  s->w = s->h = 2 * r;
  s->A        = pi * (r * r - ri * ri);
  s->Iy = s->Iz = pi / 4 * (pow(r, 4) - pow(ri, 4));
  s->J          = 2 * s->Iy;
  m2            = ri * ri / (r * r);
  s->ky = s->kz = 6 * (1 + nu) * (1 + m2) * (1 + m2) /
                  ((7 + 6 * nu) * (1 + m2) * (1 + m2) + (20 + 12 * nu) * m2); /* (X3) */
  return GUD_OK;
}

int section_points(const GudBeamParams *p, const GudSection *s, int n, double (*yz)[2], double *weight)
{
  double x[5], w[5];
  int    num = 0;
  gud_gauss(n, x, w);
  if (p->section <= GUD_SECTION_RECTANGLE) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++, num++) {
        yz[num][0] = s->w * (x[i] - 0.5), yz[num][1] = s->h * (x[j] - 0.5);
        weight[num] = s->A * w[i] * w[j];
      }
    return num;
  }
  /* circle, tube: Gauss in r^2, and 8 equal angles (exact for the trigonometric part up to degree 7) */
  double r2 = p->radius * p->radius,
         i2 = p->section == GUD_SECTION_TUBE ? p->inner_radius * p->inner_radius : 0;
  for (int i = 0; i < n && i < 4; i++)
    for (int j = 0; j < 8; j++, num++) {
      double r = sqrt(i2 + x[i] * (r2 - i2)), a = 2 * pi * (j + 0.5) / 8;
      yz[num][0] = r * cos(a), yz[num][1] = r * sin(a);
      weight[num] = s->A * w[i] / 8;
    }
  return num;
}

void section_draw(const GudBeamParams *p, GudDraw *draw)
{
  memset(draw, 0, sizeof *draw);
  draw->kind    = p->section <= GUD_SECTION_RECTANGLE ? GUD_DRAW_BOX : GUD_DRAW_CYLINDER;
  draw->size[0] = draw->kind == GUD_DRAW_BOX ? p->width : p->radius;
  draw->size[1] = p->section == GUD_SECTION_RECTANGLE ? p->height : draw->size[0];
}

unsigned beam_lost(const void *params)
{
  const GudBeamParams *p = params;
  return p->alpha != 0 ? GUD_CLAIM_MOMENTUM : 0;
}

const char *const gud_beam_fields[GUD_BEAM_FIELDS] = {
  "axial_force", "shear_y",   "shear_z",           "torque",        "moment_y", "moment_z",
  "stress_xx",   "von_mises", "energy_per_length", "bending_stress"};

void beam_fields(const double section[5], const GudStations at[2], const double xi[3], double *out)
{
  double A = section[0], Iy = section[1], Iz = section[2], w = section[3], h = section[4];
  memset(out, 0, sizeof(double) * GUD_BEAM_FIELDS);
  strain_interpolate(&at[0], xi[0], 9, out);
  strain_interpolate(&at[1], xi[0], 9, out);
  out[6] = out[0] / A + out[4] * xi[2] / Iy - out[5] * xi[1] / Iz;
  out[7] = sqrt(out[6] * out[6] + 3 * (out[1] * out[1] + out[2] * out[2]) / (A * A));
  out[9] = 0.5 * (fabs(out[4]) * h / Iy + fabs(out[5]) * w / Iz);
}
