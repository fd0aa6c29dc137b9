/* Oil in the gap of a joint: contact/wet.h. */
#include "contact/wet.h"

#include <string.h>

enum { XB = 0, XJ = 4 };

static void relative_velocity(const GudForceArgs *s, const GudPair *p, const GudScalar arm[3],
                              const GudScalar S[3], GudScalar V[3])
{
  GudScalar c[3];
  gud_sub(s->v[XJ], s->v[XB], V);
  gud_cross(p->wj, arm, c), gud_axpy(1, c, V);
  gud_cross(p->wb, S, c), gud_axpy(-1, c, V);
}

static void relative_velocity_diff(const GudPair *p, const GudPairDiff *pd, const GudScalar arm[3],
                                   const GudScalar S[3], const GudScalar darm[3], const GudScalar dS[3],
                                   GudScalar (*dv)[3], GudScalar dV[3])
{
  GudScalar c[3];
  gud_sub(dv[XJ], dv[XB], dV);
  gud_cross(pd->wj, arm, c), gud_axpy(1, c, dV);
  gud_cross(p->wj, darm, c), gud_axpy(1, c, dV);
  gud_cross(pd->wb, S, c), gud_axpy(-1, c, dV);
  gud_cross(p->wb, dS, c), gud_axpy(-1, c, dV);
}

/* (W4) of n components: position e and rate v as the film sees them. */
static int touches(const GudWet *w, int n, const GudScalar *e)
{
  double size = 0;
  for (int i = 0; i < n; i++) size += gud_re(e[i]) * gud_re(e[i]);
  return w->roughness > 0 && size > w->meet * w->meet;
}

typedef struct {
  GudScalar size, n[3], rate, g, g1, g2; /* |e|, e/|e|, n.v, film's |e| and its derivatives by |e| */
} Flat;

static void flat_at(const GudWet *w, int n, const GudScalar *e, const GudScalar *v, Flat *f)
{
  double    a   = 0.25 * w->roughness;
  GudScalar sum = 0, x, q;
  for (int i = 0; i < n; i++) sum += e[i] * e[i];
  f->size = gud_sqrt(sum), f->rate = 0;
  for (int i = 0; i < n; i++) f->n[i] = e[i] / f->size, f->rate += f->n[i] * v[i];
  x = (f->size - w->meet) / a, q = 1 + x * x;
  f->g  = w->meet + a * x / gud_sqrt(q);
  f->g1 = 1 / (q * gud_sqrt(q));
  f->g2 = -3 * x * f->g1 / (q * a);
}

static void flatten(const GudWet *w, int n, const GudScalar *e, const GudScalar *v, GudScalar *ef,
                    GudScalar *vf)
{
  Flat f;
  memcpy(ef, e, sizeof(GudScalar) * (size_t)n), memcpy(vf, v, sizeof(GudScalar) * (size_t)n);
  if (!touches(w, n, e)) return;
  flat_at(w, n, e, v, &f);
  for (int i = 0; i < n; i++)
    ef[i] = f.g * f.n[i], vf[i] = f.g1 * f.rate * f.n[i] + f.g / f.size * (v[i] - f.rate * f.n[i]);
}

/* de, dv become the changes of ef, vf. */
static void flatten_diff(const GudWet *w, int n, const GudScalar *e, const GudScalar *v, GudScalar *de,
                         GudScalar *dv)
{
  Flat      f;
  GudScalar dn[3], dsize = 0, drate = 0;
  if (!touches(w, n, e)) return;
  flat_at(w, n, e, v, &f);
  for (int i = 0; i < n; i++) dsize += f.n[i] * de[i];
  for (int i = 0; i < n; i++) {
    dn[i] = (de[i] - f.n[i] * dsize) / f.size;
    drate += dn[i] * v[i] + f.n[i] * dv[i];
  }
  GudScalar q = f.g / f.size, dq = (f.g1 - q) * dsize / f.size;
  for (int i = 0; i < n; i++) {
    de[i] = f.g1 * dsize * f.n[i] + f.g * dn[i];
    dv[i] = (f.g2 * dsize * f.rate + f.g1 * drate) * f.n[i] + f.g1 * f.rate * dn[i] +
            dq * (v[i] - f.rate * f.n[i]) + q * (dv[i] - drate * f.n[i] - f.rate * dn[i]);
  }
}

/* The body whose first axis the film has. */
static int axes_of(const GudWet *w)
{
  return w->film.inner ? XJ : XB;
}

static void own_axes(const GudForceArgs *s, const GudWet *w, const GudPair *p, GudWetAt *at)
{
  const GudScalar *e1    = s->x[axes_of(w) + 1];
  GudScalar        along = gud_dot(e1, p->b);
  for (int i = 0; i < 3; i++) at->E1[i] = e1[i] - along * p->b[i];
  at->l1 = gud_sqrt(gud_dot(at->E1, at->E1));
  for (int i = 0; i < 3; i++) at->E1[i] /= at->l1;
  gud_cross(p->b, at->E1, at->E2);
}

size_t gud_wet_size(const GudWet *w)
{
  return w->on && w->model && w->model->size ? w->model->size(w->model, &w->film) : 0;
}

int gud_wet_memory(const GudWet *w)
{
  return w->on && w->model && w->model->memory_size ? w->model->memory_size(w->model, &w->film) : 0;
}

/* A film thinner than 1e-9 of its clearance: the digits of positions do not tell it from none, and its force would be any number
   (1e37 N was seen). d: 2 or 3 components of the eccentricity e. */
static int vanished(int d, const GudScalar *e, double clearance)
{
  double sum = 0;
  for (int i = 0; i < d; i++) sum += gud_re(e[i]) * gud_re(e[i]);
  return !(sqrt(sum) < (1 - 1e-9) * clearance);
}

/* (W1), (W2): the motion that the film sees, and the film at this instant. */
void gud_wet_motion(const GudForceArgs *s, const GudWet *w, const GudPair *p, GudWetAt *at)
{
  GudScalar c[3], spin = gud_dot(p->wj, p->b) - gud_dot(p->wb, p->b), turning = w->film.inner ? spin : 0;
  own_axes(s, w, p, at);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 3; i++) c[i] = w->zeta[k] * p->c[i], at->S[k][i] = s->x[XJ][i] + c[i] - s->x[XB][i];
    relative_velocity(s, p, c, at->S[k], at->V[k]);
    at->own[2 * k] = gud_dot(at->S[k], at->E1), at->own[2 * k + 1] = gud_dot(at->S[k], at->E2);
    at->own[4 + 2 * k] = gud_dot(at->V[k], at->E1), at->own[5 + 2 * k] = gud_dot(at->V[k], at->E2);
    at->own[4 + 2 * k] += turning * at->own[2 * k + 1], at->own[5 + 2 * k] -= turning * at->own[2 * k];
    flatten(w, 2, at->own + 2 * k, at->own + 4 + 2 * k, at->u + 2 * k, at->u + 4 + 2 * k);
  }
  at->u[GUD_FILM_W] = w->film.inner ? -spin : spin;
  at->film          = w->film;
  at->film.t        = s->t;
  for (int k = 0; k < w->film.num_openings; k++)
    if (w->supply[k] >= 0) at->film.opening[k].supply = s->fn[w->supply[k]];
}

void gud_wet_begin(const GudForceArgs *s, const GudWet *w, double *memory)
{
  GudPair  pair;
  GudWetAt at;
  if (!w->model->begin) return;
  gud_pair(s, &pair);
  gud_wet_motion(s, w, &pair, &at);
  w->model->begin(w->model, &at.film, at.u, memory);
}

/* (W3) */
static void in_space(const GudPair *p, const GudWetAt *at, const GudScalar f[GUD_FILM_FORCES], GudScalar F[3],
                     GudScalar M[3])
{
  GudScalar N[3];
  for (int i = 0; i < 3; i++) {
    F[i] = f[0] * at->E1[i] + f[1] * at->E2[i];
    N[i] = f[3] * at->E1[i] - f[2] * at->E2[i];
  }
  gud_cross(p->c, N, M);
  gud_axpy(f[4], p->b, M);
}

void gud_wet_gather(const GudPair *p, GudWetAt *at)
{
  in_space(p, at, at->f, at->F, at->M);
}

static GudStatus journal_at(const GudForceArgs *s, const GudWet *w, const GudPair *p, const double *memory,
                            int tangent, void *work, GudWetAt *at)
{
  gud_wet_motion(s, w, p, at);
  double reach = w->film.clearance - GUD_ASPERITY_LEAST * w->film.rough.sigma;
  if (!gud_shape_any(&w->film.shape) && (vanished(2, at->u, reach) || vanished(2, at->u + 2, reach)))
    return GUD_RETRY;
  GudStatus status = w->model->force(w->model, &at->film, at->u, memory, work, at->f, tangent ? at->J : NULL);
  if (status != GUD_OK) return status;
  gud_wet_gather(p, at);
  return GUD_OK;
}

static GudStatus ball_at(const GudForceArgs *s, const GudWet *w, const GudPair *p, int tangent, GudWetAt *at)
{
  GudScalar zero[3] = {0};
  own_axes(s, w, p, at);
  memcpy(at->S[0], at->r, sizeof at->r);
  relative_velocity(s, p, zero, at->r, at->V[0]);
  gud_sub(p->wj, p->wb, at->w);
  flatten(w, 3, at->r, at->V[0], at->e, at->et);
  if (vanished(3, at->e, w->squeeze.clearance)) return GUD_RETRY;
  return gud_squeeze_wedge_force(&w->squeeze, at->e, at->et, at->w, at->F, at->M, tangent ? at->JB : NULL);
}

GudStatus gud_wet_at(const GudForceArgs *s, const GudWet *w, const GudPair *p, const double *memory,
                     int tangent, void *work, GudWetAt *at)
{
  memset(at, 0, sizeof *at);
  gud_sub(s->x[XJ], s->x[XB], at->r);
  return w->ball ? ball_at(s, w, p, tangent, at) : journal_at(s, w, p, memory, tangent, work, at);
}

GudStatus gud_wet_derivatives(const GudWet *w, void *work, GudWetAt *at)
{
  GudScalar F[3], M[3];
  if (!w->ball) return w->model->jacobian(w->model, &at->film, at->u, work, at->J);
  return gud_squeeze_wedge_force(&w->squeeze, at->e, at->et, at->w, F, M, at->JB);
}

static const GudScalar zero3[3] = {0};

void gud_wet_force(const GudWet *w, const GudWetAt *at, GudWrench *out)
{
  (void)w;
  gud_wrench_add(out, at->F, zero3, at->r);
  gud_axpy(1, at->M, out->Mj);
  gud_axpy(-1, at->M, out->Mb);
}

void gud_wet_by_function(const GudWet *w, const GudPair *p, const GudWetAt *at, const void *work,
                         int function, GudWrench *out)
{
  GudScalar f[GUD_FILM_FORCES], F[3], M[3];
  if (w->ball || !w->model->by_supply) return;
  for (int k = 0; k < w->film.num_openings; k++) {
    if (w->supply[k] != function) continue;
    w->model->by_supply(w->model, &at->film, work, k, f);
    in_space(p, at, f, F, M);
    gud_wrench_add(out, F, zero3, at->r);
    gud_axpy(1, M, out->Mj);
    gud_axpy(-1, M, out->Mb);
  }
}

void gud_wet_angles(const GudForceArgs *s, const GudWet *w, const GudPair *p, const GudWetAt *at,
                    double *angle, double *figures)
{
  const double     turn = 6.283185307179586476925286766559;
  const GudScalar *e1   = s->x[XB + 1];
  GudScalar        up[3];
  double          *peak = &figures[GUD_FILM_PRESSURE_ANGLE];
  if (!w->film.inner) return;
  gud_cross(p->b, e1, up);
  double turned = atan2(gud_re(gud_dot(at->E1, up)), gud_re(gud_dot(at->E1, e1)));
  *angle = remainder(*angle + turned, turn), *peak = remainder(*peak + turned, turn);
}

void gud_wet_motion_diff(const GudForceArgs *s, const GudWet *w, const GudPair *p, const GudPairDiff *pd,
                         const GudWetAt *at, const GudWetMove *d, GudWetChange *o)
{
  const GudScalar *e1 = s->x[axes_of(w) + 1], *de1 = d->x[axes_of(w) + 1];
  GudScalar        along = gud_dot(e1, p->b), dalong = gud_dot(de1, p->b) + gud_dot(e1, pd->b);
  GudScalar        d1[3], c[3], *du = o->u, spin = gud_dot(p->wj, p->b) - gud_dot(p->wb, p->b);
  GudScalar        dspin = gud_dot(pd->wj, p->b) - gud_dot(pd->wb, p->b) + gud_dot(p->wj, pd->b) -
                    gud_dot(p->wb, pd->b);
  for (int i = 0; i < 3; i++) d1[i] = de1[i] - dalong * p->b[i] - along * pd->b[i];
  GudScalar stretch = gud_dot(at->E1, d1);
  for (int i = 0; i < 3; i++) o->E1[i] = (d1[i] - stretch * at->E1[i]) / at->l1;
  gud_cross(pd->b, at->E1, o->E2);
  gud_cross(p->b, o->E1, c), gud_axpy(1, c, o->E2);
  for (int k = 0; k < 2; k++) {
    GudScalar arm[3], darm[3], dS[3], dV[3];
    for (int i = 0; i < 3; i++) {
      arm[i] = w->zeta[k] * p->c[i], darm[i] = w->zeta[k] * pd->c[i];
      dS[i] = d->x[XJ][i] + darm[i] - d->x[XB][i];
    }
    relative_velocity_diff(p, pd, arm, at->S[k], darm, dS, d->v, dV);
    du[2 * k]     = gud_dot(dS, at->E1) + gud_dot(at->S[k], o->E1);
    du[2 * k + 1] = gud_dot(dS, at->E2) + gud_dot(at->S[k], o->E2);
    du[4 + 2 * k] = gud_dot(dV, at->E1) + gud_dot(at->V[k], o->E1);
    du[5 + 2 * k] = gud_dot(dV, at->E2) + gud_dot(at->V[k], o->E2);
    if (w->film.inner) {
      du[4 + 2 * k] += dspin * at->own[2 * k + 1] + spin * du[2 * k + 1];
      du[5 + 2 * k] -= dspin * at->own[2 * k] + spin * du[2 * k];
    }
    flatten_diff(w, 2, at->own + 2 * k, at->own + 4 + 2 * k, du + 2 * k, du + 4 + 2 * k);
  }
  du[GUD_FILM_W] = w->film.inner ? -dspin : dspin;
}

void gud_wet_gather_diff(const GudPair *p, const GudPairDiff *pd, const GudWetAt *at, const GudWetChange *d,
                         const GudScalar df[GUD_FILM_FORCES], GudScalar dF[3], GudScalar dM[3])
{
  GudScalar N[3], dN[3], c[3];
  for (int i = 0; i < 3; i++) {
    dF[i] = df[0] * at->E1[i] + df[1] * at->E2[i] + at->f[0] * d->E1[i] + at->f[1] * d->E2[i];
    N[i]  = at->f[3] * at->E1[i] - at->f[2] * at->E2[i];
    dN[i] = df[3] * at->E1[i] - df[2] * at->E2[i] + at->f[3] * d->E1[i] - at->f[2] * d->E2[i];
  }
  gud_cross(pd->c, N, dM);
  gud_cross(p->c, dN, c), gud_axpy(1, c, dM);
  gud_axpy(df[4], p->b, dM), gud_axpy(at->f[4], pd->b, dM);
}

static void journal_diff(const GudForceArgs *s, const GudWet *w, const GudPair *p, const GudPairDiff *pd,
                         const GudWetAt *at, const GudWetMove *d, GudScalar dF[3], GudScalar dM[3])
{
  GudScalar    df[GUD_FILM_FORCES] = {0};
  GudWetChange o;
  gud_wet_motion_diff(s, w, p, pd, at, d, &o);
  for (int i = 0; i < GUD_FILM_FORCES; i++)
    for (int k = 0; k < GUD_FILM_INPUTS; k++) df[i] += at->J[GUD_FILM_INPUTS * i + k] * o.u[k];
  gud_wet_gather_diff(p, pd, at, &o, df, dF, dM);
}

static void ball_diff(const GudWet *w, const GudPair *p, const GudPairDiff *pd, const GudWetAt *at,
                      const GudScalar dr[3], GudScalar (*dv)[3], GudScalar dF[3], GudScalar dM[3])
{
  GudScalar d[9], dV[3];
  relative_velocity_diff(p, pd, zero3, at->r, zero3, dr, dv, dV);
  for (int i = 0; i < 3; i++) d[i] = dr[i], d[3 + i] = dV[i], d[6 + i] = pd->wj[i] - pd->wb[i];
  flatten_diff(w, 3, at->r, at->V[0], d, d + 3);
  for (int i = 0; i < 3; i++) {
    dF[i] = dM[i] = 0;
    for (int k = 0; k < 9; k++) dF[i] += at->JB[9 * i + k] * d[k], dM[i] += at->JB[9 * (3 + i) + k] * d[k];
  }
}

void gud_wet_diff(const GudForceArgs *s, const GudWet *w, const GudPair *p, const GudPairDiff *pd,
                  const GudWetAt *at, GudScalar (*dx)[3], GudScalar (*dv)[3], GudWrench *dw)
{
  GudScalar dF[3], dM[3], dr[3];
  gud_sub(dx[XJ], dx[XB], dr);
  if (w->ball) ball_diff(w, p, pd, at, dr, dv, dF, dM);
  else journal_diff(s, w, p, pd, at, &(GudWetMove){dx, dv}, dF, dM);
  gud_wrench_add_diff(dw, at->F, zero3, at->r, dF, zero3, dr);
  gud_axpy(1, dM, dw->Mj);
  gud_axpy(-1, dM, dw->Mb);
}

GudScalar gud_wet_power(const GudForceArgs *s, const GudPair *p, const GudWetAt *at)
{
  GudScalar V[3], w[3];
  relative_velocity(s, p, zero3, at->r, V);
  gud_sub(p->wj, p->wb, w);
  return gud_dot(at->F, V) + gud_dot(at->M, w);
}

/* Place on a socket in direction d from its centre: angle from the first axis, height along the third. */
static void place_of(const GudWet *w, const GudPair *p, const GudWetAt *at, const double d[3], double *angle,
                     double *along)
{
  double x[3] = {0};
  for (int i = 0; i < 3; i++)
    x[0] += d[i] * gud_re(at->E1[i]), x[1] += d[i] * gud_re(at->E2[i]), x[2] += d[i] * gud_re(p->b[i]);
  *angle = atan2(x[1], x[0]), *along = (w->squeeze.radius + w->meet) * x[2];
}

void gud_wet_thinnest(const GudWet *w, const GudPair *p, const GudWetAt *at, double *angle, double *along)
{
  double e[3], size = sqrt(gud_re(gud_dot(at->e, at->e)));
  for (int i = 0; i < 3; i++) e[i] = size > 0 ? gud_re(at->e[i]) / size : 0;
  place_of(w, p, at, e, angle, along);
}

double gud_wet_thinnest_at(const GudForceArgs *s, const GudWet *w, const GudPair *p)
{
  GudWetAt at;
  double   theta, zeta;
  gud_wet_motion(s, w, p, &at);
  return gud_film_thinnest(&w->film, at.u, &theta, &zeta);
}

void gud_wet_figures(const GudWet *w, const GudPair *p, const GudWetAt *at, const void *work,
                     double out[GUD_FILM_FIGURES])
{
  memset(out, 0, sizeof(double) * GUD_FILM_FIGURES);
  if (w->ball) {
    double b[GUD_SQUEEZE_FIGURES];
    gud_squeeze_figures(&w->squeeze, at->e, at->et, at->w, b);
    out[GUD_FILM_MIN] = b[GUD_SQUEEZE_MIN], out[GUD_FILM_PRESSURE] = b[GUD_SQUEEZE_PRESSURE];
    out[GUD_FILM_LOSS] = b[GUD_SQUEEZE_LOSS];
    place_of(w, p, at, b + GUD_SQUEEZE_AT, &out[GUD_FILM_PRESSURE_ANGLE], &out[GUD_FILM_PRESSURE_AT]);
  } else {
    w->model->figures(w->model, &at->film, at->u, work, out);
  }
}

void gud_wet_surface(const GudForceArgs *s, const GudWet *w, const GudPair *p, const GudWetAt *at,
                     GudFilmSurface *out)
{
  for (int i = 0; i < 3; i++) {
    out->origin[i]  = gud_re(s->x[XB][i]);
    out->axes[0][i] = gud_re(at->E1[i]), out->axes[1][i] = gud_re(at->E2[i]),
    out->axes[2][i] = gud_re(p->b[i]);
  }
  out->ball   = w->ball;
  out->radius = w->ball ? w->squeeze.radius + w->meet : w->film.radius + w->meet;
  out->length = w->ball ? 0 : w->film.length;
}

static void ball_surface(const GudWet *w, const GudWetAt *at, const GudScalar (*axes)[3], int n,
                         const double *theta, const double *zeta, double *pressure, double *thickness)
{
  for (int k = 0; k < n; k++) {
    double d[3], e = 0;
    for (int i = 0; i < 3; i++) {
      d[i] = cos(zeta[k]) * (cos(theta[k]) * gud_re(axes[0][i]) + sin(theta[k]) * gud_re(axes[1][i])) +
             sin(zeta[k]) * gud_re(axes[2][i]);
      e += d[i] * gud_re(at->e[i]);
    }
    thickness[k] = w->squeeze.clearance - e;
    if (w->squeeze.wedge) {
      pressure[k] = gud_squeeze_wedge_pressure(&w->squeeze, at->e, at->et, at->w, d);
    } else {
      double size = sqrt(gud_re(gud_dot(at->e, at->e)));
      pressure[k] = gud_squeeze_pressure(&w->squeeze, at->e, at->et,
                                         acos(fmax(-1, fmin(1, size > 0 ? e / size : d[2]))));
    }
  }
}

void gud_wet_surface_at(const GudWet *w, const GudWetAt *at, const GudScalar (*axes)[3], const void *work,
                        int n, const double *theta, const double *zeta, double *pressure, double *thickness)
{
  double ct = 1, st = 0; /* grids come line by line: one angle for many places */
  if (w->ball) {
    ball_surface(w, at, axes, n, theta, zeta, pressure, thickness);
    return;
  }
  for (int k = 0, last = -1; k < n; k++) { /* h = c - xi cos - eta sin, xi and eta linear along the axis */
    double x = 0.5 + zeta[k] / w->film.length, e[2];
    if (last < 0 || theta[k] != theta[last]) ct = cos(theta[k]), st = sin(theta[k]), last = k;
    for (int i = 0; i < 2; i++) e[i] = (1 - x) * gud_re(at->u[i]) + x * gud_re(at->u[2 + i]);
    thickness[k] = w->film.clearance - e[0] * ct - e[1] * st + gud_shape_at(&w->film, theta[k], zeta[k]);
  }
  w->model->pressures(w->model, &at->film, at->u, work, n, theta, zeta, pressure);
}

int gud_wet_inside(const GudWet *w, const void *work, int n, const double *theta, const double *zeta,
                   const double *thickness, double *fill, double *asperity)
{
  const GudRough *rough = &w->film.rough;
  int             known = 0;
  if (w->ball) return 0;
  if (w->model->fills && w->model->fills(w->model, &w->film, work, n, theta, zeta, fill))
    known |= GUD_FILM_KNOWS_FILL;
  if (!(rough->sigma > 0)) return known;
  for (int k = 0; k < n; k++) asperity[k] = gud_rough_press(rough, thickness[k]);
  return known | GUD_FILM_KNOWS_ASPERITIES;
}
