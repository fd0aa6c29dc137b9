/* Stiffness and damping of a loaded short bearing: the film's derivative against the eight coefficients of the books
   (Friswell, Penny, Garvey, Lees: Dynamics of Rotating Machines, section 5.5), e/c = 0.05 ... 0.95. The load is W along -y, the journal
   turns counter-clockwise. (In units of W/c and W/(c w); h = (pi^2 (1 - e^2) + 16 e^2)^(-3/2).) */
#include "complex_step.h"

#include "lubrication/film.h"

extern const GudFilmModel gud_film_short;

/* K[4], D[4]: xx, xy, yx, yy */
static void book(double e, double K[4], double D[4])
{
  double p = pi * pi, q = 1 - e * e, h = pow(p * q + 16 * e * e, -1.5), r = sqrt(q);
  K[0] = h * 4 * (p * (2 - e * e) + 16 * e * e);
  K[1] = h * pi * (p * q * q - 16 * e * e * e * e) / (e * r);
  K[2] = -h * pi * (p * q * (1 + 2 * e * e) + 32 * e * e * (1 + e * e)) / (e * r);
  K[3] = h * 4 * (p * (1 + 2 * e * e) + 32 * e * e * (1 + e * e) / q);
  D[0] = h * 2 * pi * r * (p * (1 + 2 * e * e) - 16 * e * e) / e;
  D[1] = D[2] = -h * 8 * (p * (1 + 2 * e * e) - 16 * e * e);
  D[3]        = h * 2 * pi * (p * q * q + 48 * e * e) / (e * r);
}

static void coefficients(void **state)
{
  const GudFilm o = {.radius = 0.03, .clearance = 2e-4, .length = 0.01, .viscosity = 0.1};
  double        w = 300, c = o.clearance;
  (void)state;
  for (int n = 1; n < 20; n++) {
    double e = 0.05 * n, a = atan2(pi * sqrt(1 - e * e), 4 * e), x = c * e * sin(a), y = -c * e * cos(a),
           K[4], D[4];
    GudScalar work[1024], u[GUD_FILM_INPUTS] = {x, y, x, y, 0, 0, 0, 0, w}, f[GUD_FILM_FORCES],
                          J[GUD_FILM_FORCES * GUD_FILM_INPUTS];
    assert_int_equal(gud_film_short.force(&gud_film_short, &o, u, NULL, work, f, J), GUD_OK);
    double W = o.viscosity * w * o.radius * pow(o.length, 3) / (c * c) * e / pow(1 - e * e, 2) *
               sqrt(e * e + pi * pi / 16 * (1 - e * e));
    assert_true(fabs(gud_re(f[0])) < 1e-12 * W); /* Ocvirk: load and attitude angle */
    assert_true(fabs(gud_re(f[1]) / W - 1) < 1e-12);
    book(e, K, D);
    for (int i = 0; i < 2; i++)
      for (int k = 0; k < 2; k++) { /* both ends move together */
        const GudScalar *row = J + GUD_FILM_INPUTS * i;
        double s = -gud_re(row[k] + row[2 + k]) * c / W, d = -gud_re(row[4 + k] + row[6 + k]) * c * w / W;
        if (fabs(s - K[2 * i + k]) > 1e-11 * K[3] || fabs(d - D[2 * i + k]) > 1e-11 * D[3])
          fail_msg("e/c = %g, %d%d: stiffness %.14g, expected %.14g; damping %.14g, expected %.14g", e, i, k,
                   s, K[2 * i + k], d, D[2 * i + k]);
      }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(coefficients)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
