/* Statistics and Sobol indices (sensitivity.h).

   V = Var(y). First order index S_i = Var(E[y|x_i])/V: what x_i explains alone; total index T_i = 1 - Var(E[y|all but x_i])/V: what
   x_i takes part in.
   (S1) blocks a, b, ab_i (a with coordinate i of b), means over the n blocks:
        S_i = (<b ab_i> - m^2)/(<(b^2 + ab_i^2)/2> - m^2),  m = <(b + ab_i)/2>          Janon and others 2014
        T_i = <(a - ab_i)^2>/(2 V),  V: variance of all a and b                          Jansen 1999
        confidence: percentiles of 1000 samples of the blocks with replacement
   (S2) complete grid: the definitions, with means over its lines and planes
   (S3) expansion y = sum_k c_k psi_k in products of orthonormal polynomials: V = sum c_k^2 over k > 0,
        S_i = sum over terms with x_i alone / V,  T_i = sum over terms with x_i / V      Sudret 2008
        terms up to a total degree are chosen one by one, each the one that lowers the sum of squares most (orthogonal least
        squares). This is repeated ten times with a tenth of the points left out: as many terms are kept as give the smallest
        error at those points; that error / V is the unexplained share. The ten values of an index give its standard error s
        (delete-a-group jackknife). Confidence: index -+ (2 s + unexplained)
   verified by: tests/unit/study/t881_sensitivity.c (closed forms of Ishigami's and Sobol's g function) */
#include "study/sensitivity.h"

#include "base/diag.h"
#include "study/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double gud_quantiles[GUD_NUM_QUANTILES] = {0.05, 0.25, 0.5, 0.75, 0.95};

enum { SAMPLES = 1000, GROUPS = 10, MAX_DEGREE = 20, MAX_TERMS = 120, MAX_CANDIDATES = 800 };

static int by_size(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Between neighbours linearly; x is sorted. */
static double quantile(int n, const double *x, double p)
{
  double at = p * (n - 1);
  int    i  = (int)at < n - 2 ? (int)at : n - 2;
  return n < 2 ? x[0] : x[i] + (at - i) * (x[i + 1] - x[i]);
}

GudSpread gud_spread(int n, const double *y)
{
  GudSpread s = {.mean = NAN, .sd = NAN, .error = NAN, .min = NAN, .max = NAN};
  double   *x = gud_alloc(sizeof(double) * (size_t)(n ? n : 1)), sum = 0, squares = 0;
  for (int i = 0; i < n; i++)
    if (isfinite(y[i])) x[s.num++] = y[i], sum += y[i];
  for (int k = 0; k < GUD_NUM_QUANTILES; k++) s.quantile[k] = NAN;
  if (s.num) {
    qsort(x, (size_t)s.num, sizeof *x, by_size);
    s.mean = sum / s.num, s.min = x[0], s.max = x[s.num - 1];
    for (int i = 0; i < s.num; i++) squares += (x[i] - s.mean) * (x[i] - s.mean);
    for (int k = 0; k < GUD_NUM_QUANTILES; k++) s.quantile[k] = quantile(s.num, x, gud_quantiles[k]);
  }
  if (s.num > 1) s.sd = sqrt(squares / (s.num - 1)), s.error = s.sd / sqrt(s.num);
  free(x);
  return s;
}

void gud_main_effect(int n, const int *group, int groups, const double *y, GudSpread *effect)
{
  double *part = gud_alloc(sizeof(double) * (size_t)n);
  for (int g = 0; g < groups; g++) {
    int num = 0;
    for (int i = 0; i < n; i++)
      if (group[i] == g) part[num++] = y[i];
    effect[g] = gud_spread(num, part);
  }
  free(part);
}

/* Does y differ by more than round-off? */
static int varies(double variance, double mean)
{
  return variance > 1e-24 * mean * mean && variance > 0;
}

/* ---- (S1) ---- */

/* Indices of parameter i from the blocks which[n], y without its mean. */
static void saltelli(int n, const int *which, int d, int i, const double *y, double *first, double *total)
{
  double cross = 0, squares = 0, m = 0, jansen = 0, sum = 0, all = 0;
  for (int k = 0; k < n; k++) {
    const double *f = y + (long)which[k] * (d + 2);
    double        a = f[0], b = f[1], c = f[2 + i];
    cross += b * c, squares += 0.5 * (b * b + c * c), m += 0.5 * (b + c);
    jansen += 0.5 * (a - c) * (a - c), sum += 0.5 * (a + b), all += 0.5 * (a * a + b * b);
  }
  m /= n, sum /= n;
  *first = (cross / n - m * m) / (squares / n - m * m);
  *total = jansen / n / (all / n - sum * sum);
}

int gud_sobol_saltelli(int n, int d, const double *y, uint64_t seed, GudSobol *index)
{
  int      *good = gud_alloc(sizeof(int) * (size_t)n), *draw = gud_alloc(sizeof(int) * (size_t)n), num = 0;
  double   *x = gud_alloc(sizeof(double) * (size_t)n * (size_t)(d + 2)), mean = 0, variance = 0;
  double    S[SAMPLES], T[SAMPLES];
  GudRandom r = {seed};
  for (int k = 0; k < n; k++) {
    int whole = 1;
    for (int i = 0; i < d + 2; i++) whole &= isfinite(y[(long)k * (d + 2) + i]) != 0;
    if (whole) good[num++] = k, mean += y[(long)k * (d + 2)];
  }
  mean /= num ? num : 1;
  for (int k = 0; k < num; k++) variance += pow(y[(long)good[k] * (d + 2)] - mean, 2) / num;
  for (long i = 0; i < (long)n * (d + 2); i++) x[i] = y[i] - mean;
  int ok = num >= 10 && varies(variance, mean);
  for (int i = 0; i < d && ok; i++) {
    GudSobol *s = &index[i];
    saltelli(num, good, d, i, x, &s->first, &s->total);
    for (int k = 0; k < SAMPLES; k++) {
      for (int j = 0; j < num; j++) draw[j] = good[gud_random_below(&r, num)];
      saltelli(num, draw, d, i, x, &S[k], &T[k]);
    }
    qsort(S, SAMPLES, sizeof *S, by_size), qsort(T, SAMPLES, sizeof *T, by_size);
    s->first_low = quantile(SAMPLES, S, 0.025), s->first_high = quantile(SAMPLES, S, 0.975);
    s->total_low = quantile(SAMPLES, T, 0.025), s->total_high = quantile(SAMPLES, T, 0.975);
  }
  free(good), free(draw), free(x);
  return ok;
}

/* ---- (S2) ---- */

/* Variance of the means over the points with equal key; keys 0 ... num - 1, all equally often. */
static double variance_of_means(int n, const int *key, int num, const double *y)
{
  double *m = gud_alloc(sizeof(double) * (size_t)num), mean = 0, sum = 0;
  for (int i = 0; i < n; i++) m[key[i]] += y[i] * num / n, mean += y[i] / n;
  for (int k = 0; k < num; k++) sum += (m[k] - mean) * (m[k] - mean) / num;
  free(m);
  return sum;
}

int gud_sobol_grid(int d, const int *levels, const double *y, GudSobol *index)
{
  int n = 1, ok = 1;
  for (int i = 0; i < d; i++) n *= levels[i];
  int   *key  = gud_alloc(sizeof(int) * (size_t)n);
  double mean = 0;
  for (int p = 0; p < n; p++) ok &= isfinite(y[p]) != 0, mean += y[p] / n, key[p] = p;
  double V = variance_of_means(n, key, n, y);
  ok &= varies(V, mean);
  for (int i = 0, after = n; i < d && ok; i++) {
    after /= levels[i]; /* points for one value of parameters 0 ... i */
    for (int p = 0; p < n; p++) key[p] = p / after % levels[i];
    double S = variance_of_means(n, key, levels[i], y) / V;
    for (int p = 0; p < n; p++) key[p] = p / (after * levels[i]) * after + p % after;
    double T = 1 - variance_of_means(n, key, n / levels[i], y) / V;
    index[i] = (GudSobol){S, S, S, T, T, T};
  }
  free(key);
  return ok;
}

/* ---- (S3) ---- */

/* Candidates of the expansion at the points, and what is chosen of them. */
typedef struct {
  int     n, d, num; /* points, parameters, terms */
  int    *degree;    /* [num][d] */
  double *psi;       /* [num][n] */
} Basis;

/* The terms in the order in which they were chosen; num of them are kept. R[k][t]: part of term t along direction k. */
typedef struct {
  int    num, most;
  int    term[MAX_TERMS];
  double c[MAX_TERMS], z[MAX_TERMS], *R;
  double left_out[MAX_TERMS]; /* sum of squared errors at the points left out, with k + 1 terms */
} Fit;

/* Orthonormal polynomials 0 ... MAX_DEGREE: Legendre's on (0, 1), or Hermite's for the normal distribution. */
static void polynomials(double u, int gaussian, double p[MAX_DEGREE + 1])
{
  double x = gaussian ? gud_normal_quantile(u) : 2 * u - 1, scale = 1;
  p[0] = 1, p[1] = x;
  for (int k = 1; k < MAX_DEGREE; k++)
    p[k + 1] = gaussian ? x * p[k] - k * p[k - 1] : ((2 * k + 1) * x * p[k] - k * p[k - 1]) / (k + 1);
  for (int k = 1; k <= MAX_DEGREE; k++) {
    scale *= k;
    p[k] *= gaussian ? 1 / sqrt(scale) : sqrt(2 * k + 1);
  }
}

/* All degrees with this sum, from parameter j on; degree NULL: counts them. */
static int terms_of(int d, int j, int left, int *now, int *degree, int num)
{
  if (j == d - 1) {
    now[j] = left;
    if (degree) memcpy(degree + (long)num * d, now, sizeof(int) * (size_t)d);
    return num + 1;
  }
  for (int k = left; k >= 0; k--) {
    now[j] = k;
    num    = terms_of(d, j + 1, left - k, now, degree, num);
  }
  return num;
}

static Basis make_basis(int n, int d, const double *u, const int *gaussian)
{
  Basis b   = {.n = n, .d = d};
  int  *now = gud_alloc(sizeof(int) * (size_t)d), highest = 1, most = 1000000 / n;
  most        = most < 100 ? 100 : most > MAX_CANDIDATES ? MAX_CANDIDATES : most;
  double size = 1 + d; /* terms up to a total degree: binomial(d + degree, d) */
  while (highest < MAX_DEGREE && size * (d + highest + 1) / (highest + 1) <= most)
    highest++, size *= (double)(d + highest) / highest;
  b.degree = gud_alloc(sizeof(int) * (size_t)d * (size_t)(size + 1.5));
  for (int k = 0; k <= highest; k++) b.num = terms_of(d, 0, k, now, b.degree, b.num);
  b.psi                      = gud_alloc(sizeof(double) * (size_t)b.num * (size_t)n);
  double(*p)[MAX_DEGREE + 1] = gud_alloc(sizeof *p * (size_t)d);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < d; j++) polynomials(u[(long)i * d + j], gaussian[j], p[j]);
    for (int t = 0; t < b.num; t++) {
      double x = 1;
      for (int j = 0; j < d; j++) x *= p[j][b.degree[(long)t * d + j]];
      b.psi[(long)t * n + i] = x;
    }
  }
  free(now), free(p);
  return b;
}

static double dot(int n, const double *a, const double *b)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* The term whose part across the chosen ones (a) lowers the sum of squares of r most; -1: none has such a part. */
static int best_term(const Basis *b, int n, const double *a, const double *norm, const double *r,
                     const char *taken)
{
  int    best = -1;
  double gain = 0;
  for (int t = 0; t < b->num; t++) {
    const double *x = a + (long)t * b->n;
    if (taken[t]) continue;
    double xx = dot(n, x, x), xr = dot(n, x, r);
    if (xx > 1e-8 * norm[t] && xr * xr > gain * xx) gain = xr * xr / xx, best = t;
  }
  return best;
}

/* Coefficients of the first num terms: R c = z. */
static void keep_terms(const Basis *b, int num, Fit *fit)
{
  fit->num = num < fit->most ? num : fit->most;
  for (int k = fit->num - 1; k >= 0; k--) {
    double s = fit->z[k];
    for (int l = k + 1; l < fit->num; l++) s -= fit->R[(long)k * b->num + fit->term[l]] * fit->c[l];
    fit->c[k] = s / fit->R[(long)k * b->num + fit->term[k]];
  }
}

/* Takes direction q out of all terms that are not chosen yet. */
static void take_out(const Basis *b, int n, const double *q, const char *taken, double *a, double *along)
{
  for (int t = 0; t < b->num; t++) {
    double *x = a + (long)t * b->n;
    if (taken[t]) continue;
    along[t] = dot(n, q, x);
    for (int i = 0; i < b->n; i++) x[i] -= along[t] * q[i];
  }
}

/* Chooses terms for the first n points; the others follow and show the error of the prediction. The constant is the first term. */
static Fit choose_terms(const Basis *b, int n, const double *y)
{
  int     most = n / 3 < MAX_TERMS ? n / 3 : MAX_TERMS;
  size_t  size = sizeof(double) * (size_t)b->n, terms = (size_t)b->num;
  double *a = gud_alloc(size * terms), *norm = gud_alloc(sizeof(double) * terms), *r = gud_alloc(size),
         *q   = gud_alloc(size);
  char *taken = gud_alloc(terms);
  Fit   fit   = {.R = gud_alloc(sizeof(double) * terms * MAX_TERMS)};
  memcpy(a, b->psi, size * terms);
  memcpy(r, y, size);
  for (int t = 0; t < b->num; t++) norm[t] = dot(n, a + (long)t * b->n, a + (long)t * b->n);
  for (int k = 0, t = 0; k < most && t >= 0; k++) {
    const double *x      = a + (long)t * b->n;
    double        length = sqrt(dot(n, x, x));
    for (int i = 0; i < b->n; i++) q[i] = x[i] / length;
    take_out(b, n, q, taken, a, fit.R + (long)k * b->num);
    taken[t] = 1, fit.z[k] = dot(n, q, r), fit.term[k] = t, fit.most = k + 1;
    for (int i = 0; i < b->n; i++) r[i] -= fit.z[k] * q[i];
    fit.left_out[k] = dot(b->n - n, r + n, r + n);
    if (dot(n, r, r) < 1e-26 * dot(n, y, y)) break; /* exact */
    t = best_term(b, n, a, norm, r, taken);
  }
  for (int k = fit.most; k < MAX_TERMS && fit.most; k++) fit.left_out[k] = fit.left_out[fit.most - 1];
  free(a), free(norm), free(r), free(q), free(taken);
  return fit;
}

/* (S3): S and T of all parameters; the variance. */
static double indices_of(const Basis *b, const Fit *fit, double *S, double *T)
{
  double V = 0;
  memset(S, 0, sizeof(double) * (size_t)b->d), memset(T, 0, sizeof(double) * (size_t)b->d);
  for (int k = 1; k < fit->num; k++) {
    const int *degree = b->degree + (long)fit->term[k] * b->d;
    double     c      = fit->c[k] * fit->c[k];
    int        with = 0, last = 0;
    for (int j = 0; j < b->d; j++)
      if (degree[j]) with++, last = j, T[j] += c;
    if (with == 1) S[last] += c;
    V += c;
  }
  for (int j = 0; j < b->d && V > 0; j++) S[j] /= V, T[j] /= V;
  return V;
}

/* The choice without the points of group g. */
static Fit choose_without(const Basis *b, const double *y, int g)
{
  Basis   part  = *b;
  double *moved = gud_alloc(sizeof(double) * (size_t)b->n);
  int    *order = gud_alloc(sizeof(int) * (size_t)b->n), n = 0, k = 0;
  for (int i = 0; i < b->n; i++)
    if (i % GROUPS != g) order[n++] = i;
  k = n;
  for (int i = g; i < b->n; i += GROUPS) order[k++] = i;
  part.psi = gud_alloc(sizeof(double) * (size_t)b->num * (size_t)b->n);
  for (int t = 0; t < b->num; t++)
    for (int i = 0; i < b->n; i++) part.psi[(long)t * b->n + i] = b->psi[(long)t * b->n + order[i]];
  for (int i = 0; i < b->n; i++) moved[i] = y[order[i]];
  Fit fit = choose_terms(&part, n, moved);
  free(part.psi), free(moved), free(order);
  return fit;
}

/* The number of terms with the smallest error at the points left out, and that error. */
static int best_number(const Fit fit[GROUPS], double *error)
{
  int best = 1;
  *error   = INFINITY;
  for (int k = 0; k < MAX_TERMS; k++) {
    double sum = 0;
    for (int g = 0; g < GROUPS; g++) sum += fit[g].left_out[k];
    if (sum < *error * (1 - 1e-9)) *error = sum, best = k + 1;
  }
  return best;
}

static void limits(double value, double error, double *low, double *high)
{
  *low = fmax(0, value - error), *high = fmin(1, value + error);
}

/* 0: only the constant is left. */
static int with_confidence(const Basis *b, const Fit *fit, Fit without[GROUPS], double unexplained,
                           GudSobol *index)
{
  int     d = b->d;
  double *x = gud_alloc(sizeof(double) * 8 * (size_t)d), *S = x, *T = x + d, *Sg = x + 2 * d, *Tg = x + 3 * d;
  double *sum = x + 4 * d, *squares = x + 6 * d, V = indices_of(b, fit, S, T);
  for (int g = 0; g < GROUPS; g++) {
    keep_terms(b, fit->num, &without[g]);
    indices_of(b, &without[g], Sg, Tg);
    for (int j = 0; j < d; j++) {
      sum[j] += Sg[j], squares[j] += Sg[j] * Sg[j];
      sum[d + j] += Tg[j], squares[d + j] += Tg[j] * Tg[j];
    }
  }
  for (int j = 0; j < 2 * d; j++) /* jackknife: (G - 1)/G sum (S_g - mean)^2 */
    squares[j] = sqrt(fmax(0, (squares[j] - sum[j] * sum[j] / GROUPS) * (GROUPS - 1) / GROUPS));
  for (int j = 0; j < d; j++) {
    index[j].first = S[j], index[j].total = T[j];
    limits(S[j], 2 * squares[j] + unexplained, &index[j].first_low, &index[j].first_high);
    limits(T[j], 2 * squares[d + j] + unexplained, &index[j].total_low, &index[j].total_high);
  }
  free(x);
  return V > 0;
}

int gud_sobol_expansion(int n, int d, const double *u, const int *gaussian, const double *y, GudSobol *index,
                        double *unexplained, int *terms)
{
  double *x = gud_alloc(sizeof(double) * (size_t)n), *v = gud_alloc(sizeof(double) * (size_t)n * (size_t)d);
  int     num = 0;
  for (int i = 0; i < n; i++) {
    if (!isfinite(y[i])) continue;
    memcpy(v + (long)num * d, u + (long)i * d, sizeof(double) * (size_t)d);
    x[num++] = y[i];
  }
  GudSpread s  = gud_spread(num, x);
  int       ok = num >= 20 && num >= 3 * (d + 1) && varies(s.sd * s.sd, s.mean);
  *unexplained = 1, *terms = 0;
  if (ok) {
    Basis  b = make_basis(num, d, v, gaussian);
    double errors;
    Fit    without[GROUPS], fit = choose_terms(&b, num, x);
    for (int g = 0; g < GROUPS; g++) without[g] = choose_without(&b, x, g);
    *terms       = best_number(without, &errors);
    *unexplained = fmin(1, errors / num / (s.sd * s.sd));
    keep_terms(&b, *terms, &fit);
    *terms = fit.num;
    ok     = with_confidence(&b, &fit, without, *unexplained, index);
    for (int g = 0; g < GROUPS; g++) free(without[g].R);
    free(fit.R), free(b.degree), free(b.psi);
  }
  free(x), free(v);
  return ok;
}
