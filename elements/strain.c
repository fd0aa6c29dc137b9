/* Data of the strain integrator, see strain.h for the equations (E1)-(E8); the kernels are in strain_kernel.h.
   verified by: battery, t220 (oracle of reference/ancf_beam3d_force.csv), t223 (modes, laws), t224 (any number of vectors) */
#include "strain.h"

#include "base/frame.h"
#include "base/quadrature.h"

#include <string.h>

void gud_strain_begin(const GudStrainTable *t, double beta, double *data)
{
  (void)t;
  memset(data, 0, sizeof(double) * GUD_STRAIN_HEADER);
  data[GUD_STRAIN_BETA] = beta;
}

double *gud_strain_add_group(const GudStrainTable *t, double *data)
{
  double *D = data + GUD_STRAIN_HEADER + (int)data[GUD_STRAIN_GROUPS] * gud_strain_group_size(t);
  memset(D, 0, sizeof(double) * (size_t)gud_strain_group_size(t));
  data[GUD_STRAIN_GROUPS] += 1;
  return D;
}

double *gud_strain_add_point(const GudStrainTable *t, double *data, double weight, int group)
{
  double *p = (double *)gud_strain_point(t, data, (int)data[GUD_STRAIN_POINTS]);
  memset(p, 0, sizeof(double) * (size_t)gud_strain_point_size(t));
  p[0] = weight, p[1] = group;
  data[GUD_STRAIN_POINTS] += 1;
  return p + 2 + t->num_strain;
}

void gud_strain_set_modes(const GudStrainTable *t, double *data, int num_mode, const double *M)
{
  double H[GUD_MAX_MODES][GUD_MAX_MODES] = {{0}};
  int    np = (int)data[GUD_STRAIN_POINTS], nm = num_mode, ns = t->num_strain;
  data[GUD_STRAIN_MODES] = nm;
  for (int p = 0; p < np; p++) { /* C = w M D, H = sum C M^T */
    const double *pt = gud_strain_point(t, data, p), *D = gud_strain_group(t, data, (int)pt[1]),
                 *Mp = M + p * nm * ns;
    double *C        = (double *)gud_strain_modes(t, data, p);
    for (int m = 0; m < nm; m++)
      for (int k = 0; k < ns; k++) {
        C[m * ns + k] = 0;
        for (int l = 0; l < ns; l++) C[m * ns + k] += pt[0] * Mp[m * ns + l] * D[l * ns + k];
      }
    for (int m = 0; m < nm; m++)
      for (int n = 0; n < nm; n++)
        for (int k = 0; k < ns; k++) H[m][n] += C[m * ns + k] * Mp[n * ns + k];
  }
  for (int m = 0; m < nm; m++) /* H = L L^T, L below and on the diagonal */
    for (int n = 0; n <= m; n++) {
      for (int k = 0; k < n; k++) H[m][n] -= H[m][k] * H[n][k];
      H[m][n] = m == n ? sqrt(H[m][m]) : H[m][n] / H[n][n];
    }
  for (int p = 0; p < np; p++) { /* C = L^-1 C */
    double *C = (double *)gud_strain_modes(t, data, p);
    for (int m = 0; m < nm; m++)
      for (int k = 0; k < ns; k++) {
        for (int n = 0; n < m; n++) C[m * ns + k] -= H[m][n] * C[n * ns + k];
        C[m * ns + k] /= H[m][m];
      }
  }
}

void gud_strain_set_law(double *data, int law, const double c[GUD_LAW_CONSTANTS])
{
  data[GUD_STRAIN_LAW] = law;
  memcpy(data + GUD_STRAIN_CONSTANTS, c, sizeof(double) * GUD_LAW_CONSTANTS);
}

/* Does the table allow for every number that is not zero? */
static int fits(const GudStrainTable *t, const double *data)
{
  int p = 0, ns = t->num_strain, ok = t->num_group == (int)data[GUD_STRAIN_GROUPS];
  for (int g = 0; g < t->num_group && ok; g++) {
    const GudStrainGroup *group = &t->group[g];
    const double         *D     = gud_strain_group(t, data, g);
    int                   last  = group->points ? p + group->points : (int)data[GUD_STRAIN_POINTS];
    ok &= last <= (int)data[GUD_STRAIN_POINTS];
    for (int k = 0; k < ns * ns; k++) ok &= D[k] == 0 || group->couple[k / ns] >> k % ns & 1;
    for (int n = 0; n < t->num_term; n++)
      for (int s = 0; s < gud_strain_slots(&t->term[n]) && group->couple[t->term[n].k]; s++)
        ok &= (int)(group->fields >> gud_strain_slot(&t->term[n], s) & 1);
    for (; p < last && ok; p++) {
      const double   *pt = gud_strain_point(t, data, p), *N = pt + 2 + ns;
      const unsigned *touch = group->touch ? group->touch : t->touch;
      ok &= (int)pt[1] == g;
      for (int n = 0; n < t->num_field * t->num_vec; n++)
        ok &= N[n] == 0 || touch[n / t->num_vec] >> n % t->num_vec & 1 ||
              !(group->fields >> n / t->num_vec & 1);
    }
  }
  return ok && p == (int)data[GUD_STRAIN_POINTS] && p <= t->max_points;
}

GudStatus gud_strain_finish(const GudStrainTable *t, double *data, const double (*Q0)[3])
{
  for (int p = 0; p < (int)data[GUD_STRAIN_POINTS]; p++) {
    double       *pt = (double *)gud_strain_point(t, data, p), u[GUD_MAX_FIELDS][3] = {{0}};
    const double *N = pt + 2 + t->num_strain;
    for (int f = 0; f < t->num_field; f++)
      for (int c = 0; c < t->dim; c++) {
        u[f][c] = t->constant ? t->constant[f][c] : 0;
        for (int i = 0; i < t->num_vec; i++) u[f][c] += N[f * t->num_vec + i] * Q0[i][c];
      }
    for (int n = 0; n < t->num_term; n++) { /* (E2) */
      const GudStrainTerm *m = &t->term[n];
      int                  a = gud_strain_slot(m, 1), b = gud_strain_slot(m, 2);
      double               normal[3] = {0, 0, 1}, x[3];
      if (m->g >= GUD_CROSS(0, 0)) gud_cross_real(u[a], b == GUD_NORMAL ? normal : u[b], x);
      else memcpy(x, u[m->g], sizeof x);
      pt[2 + m->k] += m->c * gud_dot_real(u[m->f], x);
    }
  }
  return fits(t, data) ? GUD_OK : GUD_FATAL;
}

void gud_strain_interpolate(const GudStations *s, double y, int num, double *out)
{
  double l[GUD_MAX_STATIONS];
  gud_lagrange(s->n, s->x, y, l);
  for (int i = 0; i < s->n; i++)
    for (int k = 0; k < num; k++) out[k] += l[i] * s->v[i][k];
}
