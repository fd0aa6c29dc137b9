/* The path of a bent guide against one that is walked in small steps, its derivatives, its smoothness, and what it refuses. */
#include "model_text.h"
#include "uniform.h"

#include "contact/path.h"

/* Left and right turns, sharp and flat ones; one that closes */
static double         open_x[] = {0, 2, 3, 3, 5, 6}, open_y[] = {0, 0, 1, 3, 3, 2.9};
static double         ring_x[] = {0, 3, 4, 1.5, 1.5, -1}, ring_y[] = {0, -1, 2, 2.5, 4, 3};
static const GudTable open_points = {6, open_x, open_y}, ring_points = {6, ring_x, ring_y};
static const GudPath  paths[]    = {{&open_points, 0, 0.4}, {&ring_points, 1, 0.3}};
static const double   nothing[2] = {NAN, NAN};

/* Walks along the path: straight to the arc, then along it by turning the heading. Calls see(place, heading, length). */
enum { WALK = 400 };
typedef struct {
  double place[2 * 6 * (WALK + 1)][2], heading[2 * 6 * (WALK + 1)][2], length[2 * 6 * (WALK + 1)];
  int    num;
} Walk;

static void walk(const GudPath *p, Walk *w)
{
  int    n = p->points->n, pieces = p->closed ? n : n - 1;
  double sum = 0, before = 0, *x = p->points->x, *y = p->points->y;
  w->num = 0;
  for (int pass = p->closed ? -1 : 0, k = p->closed ? pieces - 1 : 0; k < pieces;
       pass < 0 ? pass = 0, k = 0 : k++) {
    int    i = k, j = (k + 1) % n, m = (k + 2) % n, corner = p->closed || k + 1 < pieces;
    double a = atan2(y[j] - y[i], x[j] - x[i]), l = hypot(x[j] - x[i], y[j] - y[i]);
    double turn = corner ? remainder(atan2(y[m] - y[j], x[m] - x[j]) - a, 2 * 3.14159265358979323846) : 0;
    double cut = p->radius * tan(0.5 * fabs(turn)), straight = l - before - cut;
    double c[2] = {x[i] + before * cos(a), y[i] + before * sin(a)};
    for (int s = 0; s <= WALK && pass >= 0; s++, w->num++) {
      double part         = straight * s / WALK;
      w->place[w->num][0] = c[0] + part * cos(a), w->place[w->num][1] = c[1] + part * sin(a);
      w->heading[w->num][0] = cos(a), w->heading[w->num][1] = sin(a), w->length[w->num] = sum + part;
    }
    if (pass >= 0) sum += straight;
    double at[2] = {x[j] - cut * cos(a), y[j] - cut * sin(a)};
    for (int s = 0; s <= WALK && corner && pass >= 0;
         s++, w->num++) { /* chord of the arc up to the angle f */
      double f = turn * s / WALK, chord = 2 * p->radius * sin(0.5 * fabs(f));
      w->place[w->num][0]   = at[0] + chord * cos(a + 0.5 * f);
      w->place[w->num][1]   = at[1] + chord * sin(a + 0.5 * f);
      w->heading[w->num][0] = cos(a + f), w->heading[w->num][1] = sin(a + f);
      w->length[w->num] = sum + p->radius * fabs(f);
    }
    if (pass >= 0) sum += p->radius * fabs(turn);
    before = cut;
  }
}

static void test_distance(void **state)
{
  static Walk w;
  (void)state;
  for (int which = 0; which < 2; which++) {
    const GudPath *p = &paths[which];
    char           why[200];
    GudPathAt      at;
    int            seen = 0, arcs[2] = {0};
    assert_int_equal(gud_path_check(p, nothing, why), GUD_OK);
    walk(p, &w);
    for (int n = 0; n < 2000; n++) {
      int     k   = (int)uniform(0, w.num);
      double  off = uniform(-0.25, 0.25); /* below the radius: the foot is this place of the path */
      double *c = w.place[k], *u = w.heading[k], r[2] = {c[0] - off * u[1], c[1] + off * u[0]};
      int     nearest = k;
      for (int i = 0; i < w.num; i++)
        if (hypot(r[0] - w.place[i][0], r[1] - w.place[i][1]) < fabs(off) - 1e-12) nearest = -1;
      if (nearest < 0) continue; /* another part of the path is nearer */
      gud_path_at(p, r, &at);
      expect_near("distance", at.s, off, 1e-13);
      expect_near("normal, x", at.n[0], -u[1], 1e-12);
      expect_near("normal, y", at.n[1], u[0], 1e-12);
      /* a closed path: its end is its beginning */
      double along = gud_path_along(p, r, &at) - w.length[k];
      if (p->closed) along = remainder(along, w.length[w.num - 1]);
      expect_near("along", along, 0, 1e-11);
      assert_true(at.beyond < 1e-12);
      if (at.turn != 0) arcs[at.turn > 0]++;
      seen++;
    }
    assert_true(seen > 1000 && arcs[0] > 100 && arcs[1] > 100);
  }
}

/* (L3) against central differences: second order in 1e-6 and round-off of 1e-16/1e-6 */
static void test_derivative(void **state)
{
  (void)state;
  for (int n = 0; n < 2000; n++) {
    const GudPath *p = &paths[n % 2];
    double    r[2] = {uniform(-1, 5), uniform(-1, 4)}, d[2] = {uniform(-1, 1), uniform(-1, 1)}, ds, dn[2];
    GudPathAt at, side[2];
    gud_path_at(p, r, &at);
    gud_path_diff(&at, d, &ds, dn);
    for (int k = 0; k < 2; k++) {
      double h = k ? 1e-6 : -1e-6, x[2] = {r[0] + h * d[0], r[1] + h * d[1]};
      gud_path_at(p, x, &side[k]);
    }
    if (side[0].piece != side[1].piece || side[0].turn != side[1].turn) continue;
    if (at.turn != 0 && at.rho < 0.01) continue;
    expect_near("ds", ds, (side[1].s - side[0].s) / 2e-6, 1e-8);
    for (int c = 0; c < 2; c++) expect_near("dn", dn[c], (side[1].n[c] - side[0].n[c]) / 2e-6, 2e-6);
  }
}

/* Beside the path distance and normal change by no more than the way, where one piece hands over to the next. */
static void test_smooth(void **state)
{
  const double way     = 3e-4;
  int          changes = 0;
  (void)state;
  for (int which = 0; which < 2; which++)
    for (double off = -0.2; off <= 0.2; off += 0.1) {
      GudPathAt last = {.s = NAN}, at;
      double    x[2] = {0};
      /* the curve s = off, followed by its own tangent */
      const GudTable *P = paths[which].points;
      x[0] = 0.5 * (P->x[0] + P->x[1]), x[1] = 0.5 * (P->y[0] + P->y[1]);
      for (int n = 0; n < 60000; n++) {
        gud_path_at(&paths[which], x, &at);
        if (at.beyond > 0) break;
        if (n > 1) {
          expect_near("s", at.s, off, way * way / (2 * 0.1)); /* the tangent leaves the curve by that */
          double jump = hypot(at.n[0] - last.n[0], at.n[1] - last.n[1]);
          if (jump > way / (0.3 - fabs(off)) * 1.01) fail_msg("normal jumps by %g", jump);
          changes += at.piece != last.piece || at.turn != last.turn;
        }
        last = at;
        for (int c = 0; c < 2; c++) x[c] += (n ? way : 0) * (c ? -at.n[0] : at.n[1]) + (off - at.s) * at.n[c];
      }
    }
  assert_true(changes > 50);
}

static void test_ends(void **state)
{
  GudPathAt at;
  (void)state;
  gud_path_at(&paths[0], (double[2]){-0.3, 0.1}, &at);
  expect_near("before the start", at.beyond, 0.3, 1e-14);
  expect_near("distance there", at.s, 0.1, 1e-14);
  gud_path_at(&paths[0], (double[2]){7, 2.8}, &at); /* the last piece has the direction (1, -0.1) */
  expect_near("behind the end", at.beyond, 1.01 / sqrt(1.01), 1e-14);
}

static void test_refused(void **state)
{
  static double x[GUD_PATH_MAX + 1], y[GUD_PATH_MAX + 1];
  static const struct {
    int         n, closed;
    double      x[4], y[4], radius, lower, upper;
    const char *why;
  } bad[] = {
    {1, 0, {0}, {0}, 1, 0, 0, "expected 2 to 64 points, found 1"},
    {2, 1, {0, 1}, {0, 1}, 1, 0, 0, "expected 3 to 64 points, found 2"},
    {3, 0, {0, 1, 1}, {0, 1, 1}, 1, 0, 0, "2 and 3 are the same"},
    {3, 0, {0, 2, 1}, {0, 0, 0}, 0.1, 0, 0, "turns back at point 2"},
    {3, 0, {0, 1, 1}, {0, 0, 1}, NAN, 0, 0, "corner at point 2 needs 'fillet'"},
    {3, 0, {0, 1, 1}, {0, 0, 2}, 1.5, 0, 0, "does not fit between points 1 and 2: at most 1 m"},
    {4, 1, {0, 1, 1, 0}, {0, 0, 1, 1}, 0.6, 0, 0, "does not fit between points 1 and 2: at most 0.5 m"},
    {3,
     0,
     {0, 1, 1},
     {0, 0, 2},
     0.5,
     0,
     0.5,
     "'upper' 0.5 m lies beyond the centre of the fillet of 0.5 m at point 2"},
    {3, 0, {0, 1, 1}, {0, 0, -2}, 0.5, -0.6, NAN, "'lower' -0.6 m lies beyond the centre"},
  };
  char why[200];
  (void)state;
  for (int k = 0; k < GUD_COUNT(bad); k++) {
    memcpy(x, bad[k].x, sizeof bad[k].x), memcpy(y, bad[k].y, sizeof bad[k].y);
    GudTable t = {bad[k].n, x, y};
    GudPath  p = {&t, bad[k].closed, bad[k].radius};
    assert_int_equal(gud_path_check(&p, (double[2]){bad[k].lower, bad[k].upper}, why), GUD_FATAL);
    if (!strstr(why, bad[k].why)) fail_msg("expected '%s', got '%s'", bad[k].why, why);
  }
  for (int i = 0; i <= GUD_PATH_MAX; i++) x[i] = i, y[i] = 0;
  GudTable many = {GUD_PATH_MAX + 1, x, y};
  GudPath  p    = {&many, 0, NAN};
  assert_int_equal(gud_path_check(&p, nothing, why), GUD_FATAL);
  many.n--;
  assert_int_equal(gud_path_check(&p, nothing, why), GUD_OK);
  GudTable  square = {4, (double[4]){0, 1, 1, 0}, (double[4]){0, 0, 1, 1}}; /* nothing but arcs: a circle */
  GudPath   circle = {&square, 1, 0.5};
  GudPathAt at;
  assert_int_equal(gud_path_check(&circle, nothing, why), GUD_OK);
  for (int n = 0; n < 100; n++) {
    double a = uniform(-3, 3), rho = uniform(0.1, 1), r[2] = {0.5 + rho * cos(a), 0.5 + rho * sin(a)};
    gud_path_at(&circle, r, &at);
    expect_near("a square of side 2 R is a circle", at.s, 0.5 - rho, 1e-12);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_distance), cmocka_unit_test(test_derivative), cmocka_unit_test(test_smooth),
    cmocka_unit_test(test_ends),     cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
