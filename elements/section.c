/* Cross-sections.

   (X1) rectangle b x h: A = bh, Iz = h b^3/12 (int y^2), Iy = b h^3/12; circle: pi r^2, pi r^4/4
   (X2) torsion constant of a rectangle a >= b (Saint-Venant, series; Timoshenko & Goodier, Theory of Elasticity):
        J = a b^3/3 [1 - 192 b/(pi^5 a) sum_{n odd} tanh(n pi a/(2b))/n^5];  circle and tube: polar moment
   (X3) shear factors (Cowper 1966): rectangle 10 (1+nu)/(12 + 11 nu), circle 6 (1+nu)/(7 + 6 nu),
        tube (m = ri/ro): 6 (1+nu)(1+m^2)^2/[(7+6nu)(1+m^2)^2 + (20+12nu) m^2]
        I (thin walls, m = 2 b t/(g s), n = b/g, g = h - t): along the web 10 (1+nu)(1+3m)^2/[12 + 72m + 150m^2 + 90m^3
        + nu (11 + 66m + 135m^2 + 90m^3) + 30 n^2 (m + m^2) + 5 nu n^2 (8m + 9m^2)], along the flanges 5/6 of their area
   (X4) I with flanges b x t and web s, height h: A = 2bt + (h-2t)s, Iy = [b h^3 - (b-s)(h-2t)^3]/12, Iz = [2t b^3 + (h-2t)s^3]/12,
        J = 2/3 b t^3 (1 - 0.63 t/b) + (h-2t) s^3/3 (open thin walls; warping is left out)
   verified by: t220, tests/studies/beam_sections.py */
#include "section.h"

#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

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
  enum { CIRCLE = 1 << GUD_SECTION_CIRCLE, TUBE = 1 << GUD_SECTION_TUBE, I = 1 << GUD_SECTION_I };
  enum { NUMBERS = 1 << GUD_SECTION_NUMBERS };
  static const char *const word[] = {
    [GUD_SECTION_SQUARE] = "a square", [GUD_SECTION_RECTANGLE] = "a rectangle",
    [GUD_SECTION_CIRCLE] = "a circle", [GUD_SECTION_TUBE] = "a tube",
    [GUD_SECTION_I] = "an I",          [GUD_SECTION_NUMBERS] = "a numbers"};
  const struct {
    const char *name;
    double      value; /* not given: NaN, or zero from C */
    unsigned    needed, allowed;
  } size[] = {{"width", p->width, SQUARE | RECTANGLE | I, 0},
              {"height", p->height, RECTANGLE | I, 0},
              {"radius", p->radius, CIRCLE | TUBE, 0},
              {"inner_radius", p->inner_radius, TUBE, 0},
              {"web", p->web, I, 0},
              {"flange", p->flange, I, 0},
              {"area", p->area, NUMBERS, 0},
              {"Iz", p->Iz, NUMBERS, 0},
              {"fibre_y", p->fibre_y, NUMBERS, 0},
              {"Iy", p->Iy, 0, NUMBERS},
              {"J", p->J, 0, NUMBERS},
              {"fibre_z", p->fibre_z, 0, NUMBERS},
              {"shear_y", p->shear_y, 0, NUMBERS},
              {"shear_z", p->shear_z, 0, NUMBERS},
              {"rotary_y", p->rotary_y, 0, NUMBERS},
              {"rotary_z", p->rotary_z, 0, NUMBERS}};
  for (int i = 0; i < GUD_COUNT(size); i++) {
    int needed = size[i].needed >> p->section & 1, given = size[i].value > 0;
    if (needed == given || size[i].allowed >> p->section & 1) continue;
    if (needed) snprintf(why, 200, "the section needs '%s'", size[i].name);
    else snprintf(why, 200, "%s section has no '%s'", word[p->section], size[i].name);
    return GUD_FATAL;
  }
  return GUD_OK;
}

static double given(double x, double otherwise) /* numbers: from C zero, from a file NaN */
{
  return x > 0 ? x : otherwise;
}

static void by_numbers(const GudBeamParams *p, GudSection *s)
{
  s->A = p->area, s->Iy = given(p->Iy, NAN), s->Iz = p->Iz, s->J = given(p->J, NAN);
  s->w = 2 * p->fibre_y, s->h = 2 * given(p->fibre_z, NAN);
  s->ky = given(p->shear_y, 1), s->kz = given(p->shear_z, 1);
  s->my = given(p->rotary_y, s->Iy), s->mz = given(p->rotary_z, s->Iz);
}

static GudStatus i_beam(const GudBeamParams *p, GudSection *s, char *why) /* (X3), (X4) */
{
  double b = p->width, h = p->height, t = p->flange, e = p->web, g = h - t, w = h - 2 * t, nu = p->nu;
  double m = 2 * b * t / (g * e), n2 = b * b / (g * g), m2 = m * m, m3 = m * m * m;
  if (!(w > 0 && e < b)) {
    snprintf(why, 200,
             "an I section: two flanges must leave some of its height, and the web some of its width");
    return GUD_FATAL;
  }
  s->w = b, s->h = h, s->A = 2 * b * t + w * e;
  s->Iy = (b * h * h * h - (b - e) * w * w * w) / 12, s->Iz = (2 * t * b * b * b + w * e * e * e) / 12;
  s->J  = 2. / 3 * b * t * t * t * (1 - 0.63 * t / b) + w * e * e * e / 3;
  s->kz = 10 * (1 + nu) * (1 + 3 * m) * (1 + 3 * m) /
          (12 + 72 * m + 150 * m2 + 90 * m3 + nu * (11 + 66 * m + 135 * m2 + 90 * m3) + 30 * n2 * (m + m2) +
           5 * nu * n2 * (8 * m + 9 * m2));
  s->ky = 5. / 6 * 2 * b * t / s->A;
  return GUD_OK;
}

GudStatus gud_section_in_space(const GudSection *s, char *why)
{
  const char *missing = isnan(s->Iy) ? "Iy" : isnan(s->J) ? "J" : isnan(s->h) ? "fibre_z" : NULL;
  if (missing) snprintf(why, 200, "the section needs '%s' in space", missing);
  return missing ? GUD_FATAL : GUD_OK;
}

/* Of a shape. */
static GudStatus shape_properties(const GudBeamParams *p, GudSection *s, char *why)
{
  double nu = p->nu, r = p->radius, ri = 0, m2;
  if (p->section == GUD_SECTION_I) return i_beam(p, s, why);
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

GudStatus gud_section_properties(const GudBeamParams *p, GudSection *s, char *why)
{
  if (check_sizes(p, why) != GUD_OK) return GUD_FATAL;
  if (!(p->nu > -1 && p->nu < 0.5)) {
    snprintf(why, 200, "nu = %g: Poisson's ratio lies above -1 and below 0.5", p->nu);
    return GUD_FATAL;
  }
  if (p->section == GUD_SECTION_NUMBERS) {
    by_numbers(p, s);
    return GUD_OK;
  }
  if (shape_properties(p, s, why) != GUD_OK) return GUD_FATAL;
  s->my = s->Iy, s->mz = s->Iz;
  return GUD_OK;
}

double gud_section_thickness(const GudElementType *self, const void *params)
{
  (void)self;
  GudSection s;
  char       why[200];
  return gud_section_properties(params, &s, why) == GUD_OK && s.h > 0 ? s.h : NAN;
}

/* Of a rectangle about (0, z) */
static int rectangle_points(double w, double h, double z, int n, double (*yz)[2], double *weight)
{
  double x[5], g[5];
  int    num = 0;
  gud_gauss(n, x, g);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++, num++) {
      yz[num][0] = w * (x[i] - 0.5), yz[num][1] = z + h * (x[j] - 0.5);
      weight[num] = w * h * g[i] * g[j];
    }
  return num;
}

int gud_section_points(const GudBeamParams *p, const GudSection *s, int n, double (*yz)[2], double *weight)
{
  double x[5], w[5];
  int    num = 0;
  if (p->section == GUD_SECTION_NUMBERS) return 0;
  if (p->section <= GUD_SECTION_RECTANGLE) return rectangle_points(s->w, s->h, 0, n, yz, weight);
  if (p->section == GUD_SECTION_I) { /* web and two flanges */
    double z = 0.5 * (s->h - p->flange);
    num      = rectangle_points(p->web, s->h - 2 * p->flange, 0, n, yz, weight);
    num += rectangle_points(s->w, p->flange, z, n, yz + num, weight + num);
    return num + rectangle_points(s->w, p->flange, -z, n, yz + num, weight + num);
  }
  gud_gauss(n, x, w);
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

void gud_section_draw(const GudBeamParams *p, GudDraw *draw)
{
  const int round = p->section == GUD_SECTION_CIRCLE || p->section == GUD_SECTION_TUBE;
  memset(draw, 0, sizeof *draw);
  draw->kind    = round ? GUD_DRAW_CYLINDER : GUD_DRAW_BOX;
  draw->size[0] = round ? p->radius : p->section == GUD_SECTION_NUMBERS ? 2 * p->fibre_y : p->width;
  draw->size[1] = draw->size[0];
  if (p->section == GUD_SECTION_RECTANGLE || p->section == GUD_SECTION_I) draw->size[1] = p->height;
  if (p->section == GUD_SECTION_I) draw->size[2] = p->flange, draw->length = p->web; /* drawn as an I */
  if (p->section == GUD_SECTION_NUMBERS) draw->size[1] = 2 * given(p->fibre_z, p->fibre_y);
}

unsigned gud_beam_lost(const GudElementType *self, const void *params)
{
  (void)self;
  const GudBeamParams *p = params;
  return p->alpha != 0 ? GUD_CLAIM_MOMENTUM : 0;
}

const GudOutput gud_beam_fields[GUD_BEAM_FIELDS] = {
  {"axial_force", "N", "force along the axis, tension positive"},
  {"shear_y", "N", "shear force along y of the section"},
  {"shear_z", "N", "shear force along z of the section"},
  {"torque", "N m", "twisting moment"},
  {"moment_y", "N m", "bending moment about y of the section"},
  {"moment_z", "N m", "bending moment about z of the section"},
  {"stress_xx", "Pa", "axial stress at this place of the section", GUD_OUTPUT_STRESS},
  {"von_mises", "Pa", "equivalent stress at this place of the section", GUD_OUTPUT_STRESS_EQUIVALENT},
  {"energy_per_length", "J/m", "strain energy for each metre"},
  {"bending_stress", "Pa", "largest stress of bending over the section", GUD_OUTPUT_STRESS_BENDING},
};

/* What does not depend on the place within the section: row m of `rows` fields, the first num of them from the stations. Places of one
   section are stored one after the other. */
static void along(const GudStations at[2], const double (*xi)[3], int m, int rows, int num, double *out)
{
  if (m > 0 && xi[m][0] == xi[m - 1][0]) {
    memcpy(out, out - rows, sizeof(double) * (size_t)rows);
    return;
  }
  memset(out, 0, sizeof(double) * (size_t)rows);
  gud_strain_interpolate(&at[0], xi[m][0], num, out);
  gud_strain_interpolate(&at[1], xi[m][0], num, out);
}

void gud_beam_field_values(const double section[5], const GudStations at[2], int num, const double (*xi)[3],
                           double *out)
{
  double A = section[0], Iy = section[1], Iz = section[2], w = section[3], h = section[4];
  for (int m = 0; m < num; m++, out += GUD_BEAM_FIELDS) {
    along(at, xi, m, GUD_BEAM_FIELDS, 9, out);
    out[6] = out[0] / A + out[4] * xi[m][2] / Iy - out[5] * xi[m][1] / Iz;
    out[7] = sqrt(out[6] * out[6] + 3 * (out[1] * out[1] + out[2] * out[2]) / (A * A));
    out[9] = 0.5 * (fabs(out[4]) * h / Iy + fabs(out[5]) * w / Iz);
  }
}

const GudOutput gud_flat_fields[GUD_FLAT_FIELDS] = {
  {"axial_force", "N", "force along the axis, tension positive"},
  {"shear_y", "N", "shear force along y of the section"},
  {"moment_z", "N m", "bending moment about z of the section"},
  {"stress_xx", "Pa", "axial stress at this place of the section", GUD_OUTPUT_STRESS},
  {"von_mises", "Pa", "equivalent stress at this place of the section", GUD_OUTPUT_STRESS_EQUIVALENT},
  {"energy_per_length", "J/m", "strain energy for each metre"},
  {"bending_stress", "Pa", "largest stress of bending over the section", GUD_OUTPUT_STRESS_BENDING},
};

void gud_flat_field_values(const double section[3], const GudStations at[2], int num, const double (*xi)[3],
                           double *out)
{
  double A = section[0], Iz = section[1], w = section[2];
  for (int m = 0; m < num; m++, out += GUD_FLAT_FIELDS) {
    along(at, xi, m, GUD_FLAT_FIELDS, 6, out);
    out[3] = out[0] / A - out[2] * xi[m][1] / Iz;
    out[4] = sqrt(out[3] * out[3] + 3 * out[1] * out[1] / (A * A));
    out[6] = 0.5 * fabs(out[2]) * w / Iz; /* at the skin */
  }
}
