/* Warnings at the end of a run that save a day: results that are there but should not be trusted without a second look.

   Stress of a beam. With s_e the mean of a stress over element e, at one corner of the section, a smooth distribution s(x) is missed by about
     (A1) err = max_e |s_{e-1} - 2 s_e + s_{e+1}| / 8      (= s'' h^2 / 8, the distance of a parabola from its chord)
   relative to the largest |s_e|. A half sine over n elements: err = (pi/n)^2 / 8. Two elements do not show a curvature: no estimate.
   verified by: tests/cases/advice.py (against the converged stress of a rod) */
#include "simulation.h"

#include "output/corners.h"

#include <math.h>
#include <stdlib.h>

/* Means of a field over the elements of a body at point k of the section, of `points` */
static void means(const GudModel *m, int body, const GudCorners *at, const double *q, int field, int k,
                  int points, double *mean)
{
  const GudBody *b = &m->bodies[body];
  for (int e = 0; e < b->num_elements; e++) {
    double out[GUD_MAX_CORNERS * GUD_MAX_ELEMENT_FIELDS], sum = 0;
    gud_corner_fields(m, b->element + e, q, at, out);
    for (int i = k; i < at->num; i += points) sum += out[i * b->type->num_fields + field];
    mean[e] = sum / (at->num / points);
  }
}

double gud_stress_error(const GudModel *m, int body, const double *q, int *field)
{
  const GudBody        *b     = &m->bodies[body];
  const GudElementType *type  = b->type;
  double                worst = 0;
  GudCorners            at;
  *field = -1;
  if (!type || !type->cell || type->cell->dim != 1) return 0;
  gud_corners(m, body, &at);
  int     points = at.num / type->cell->num_nodes, n = b->num_elements;
  double *mean = gud_alloc(sizeof(double) * (size_t)(n + 1));
  for (int f = 0; f < type->num_fields; f++) {
    double most = 0, bent = 0;
    if (!gud_output_is_stress(type->fields[f].role)) continue;
    for (int k = 0; k < points; k++) {
      means(m, body, &at, q, f, k, points, mean);
      for (int e = 0; e < n; e++) most = fmax(most, fabs(mean[e]));
      for (int e = 1; e < n - 1; e++) bent = fmax(bent, fabs(mean[e - 1] - 2 * mean[e] + mean[e + 1]));
    }
    double error = n < 3 ? NAN : bent / (8 * most); /* (A1) */
    if (most > 0 && (*field < 0 || error > worst)) worst = error, *field = f;
  }
  free(mean);
  return worst;
}
