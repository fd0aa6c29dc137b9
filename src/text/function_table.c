/* Tables: functions by points, from the model or from a file.

   (F3) on x_i..x_i+1 with h, a = (x_i+1 - t)/h, b = 1 - a and second derivatives m_i (0 if linear):
        f = a y_i + b y_i+1 + ((a^3 - a) m_i + (b^3 - b) m_i+1) h^2/6
   The argument t is the time or a probe.   verified by: t040 */
#include "text/function_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text/units.h"

enum { MAX_POINTS = 1000000, MAX_COLUMNS = 16 };

/* ---- evaluation ---- */

/* Piece i with x_i <= t < x_i+1, within 0..n-2 */
int gud_table_piece(const GudTable *p, double t)
{
  int low = 0, high = p->n - 1;

  while (high - low > 1) {
    int mid = low + (high - low) / 2;

    if (p->x[mid] <= t) low = mid;
    else high = mid;
  }
  return low;
}

/* t brought into [x_0, x_0 + period) */
double gud_table_reduce(const GudFunction *f, double t)
{
  double x0 = f->table.points.x[0], s = t - x0;

  s -= f->period * floor(s / f->period);
  return x0 + (s >= f->period || s < 0 ? 0 : s);
}

static void eval_piece(const GudFunction *f, int i, double t, GudJet *out)
{
  const GudTable *p = &f->table.points;
  double          h = p->x[i + 1] - p->x[i], a = (p->x[i + 1] - t) / h, b = (t - p->x[i]) / h;
  double          m0 = f->m[i], m1 = f->m[i + 1];

  out->f = a * p->y[i] + b * p->y[i + 1] +
           ((a * a * a - a) * m0 + (b * b * b - b) * m1) * h * h / 6; /* (F3) */
  out->f1 = (p->y[i + 1] - p->y[i]) / h + ((3 * b * b - 1) * m1 - (3 * a * a - 1) * m0) * h / 6;
  out->f2 = a * m0 + b * m1;
}

void gud_table_eval(const GudFunction *f, double t, GudJet *out)
{
  const GudTable *p = &f->table.points;

  if (f->table.extend == EXTEND_PERIODIC) t = gud_table_reduce(f, t);
  out->f1 = out->f2 = 0;
  if (t < p->x[0]) out->f = p->y[0];
  else if (t >= p->x[p->n - 1]) out->f = p->y[p->n - 1];
  else eval_piece(f, gud_table_piece(p, t), t, out);
}

/* ---- splines ---- */

/* Solves the tridiagonal system  l_i u_i-1 + d_i u_i + r_i u_i+1 = b_i  in place (b becomes u); d is
   destroyed. Spline matrices are diagonally dominant, so no pivoting is needed. */
static void tridiagonal(int n, const double *l, double *d, const double *r, double *b)
{
  for (int i = 1; i < n; ++i) {
    double q = l[i] / d[i - 1];

    d[i] -= q * r[i - 1];
    b[i] -= q * b[i - 1];
  }
  for (int i = n - 1; i >= 0; --i) b[i] = (b[i] - (i + 1 < n ? r[i] * b[i + 1] : 0)) / d[i];
}

/* Natural: m = 0 at both ends. Periodic: m_0 = m_n-1, closed by Sherman and Morrison's rank-one change. */
static void spline(GudFunction *f)
{
  const GudTable *p = &f->table.points;
  int periodic = f->table.extend == EXTEND_PERIODIC, n = p->n - 1, first = periodic ? 0 : 1, k = n - first;
  double *work, *l, *d, *r, *b, *z;

  if (k <= 0 || (periodic && n < 3)) return; /* one piece, or a periodic table without shape: straight */
  work = gud_alloc(sizeof(double) * (size_t)(6 * k));
  l    = work;
  d    = work + k;
  r    = work + 2 * k;
  b    = work + 3 * k;
  z    = work + 4 * k;
  for (int j = 0; j < k; ++j) {
    int    i = first + j, before = i > 0 ? i - 1 : n - 1;
    double h0 = p->x[before + 1] - p->x[before], h1 = p->x[i + 1] - p->x[i];

    l[j] = h0 / 6;
    d[j] = (h0 + h1) / 3;
    r[j] = h1 / 6;
    b[j] = (p->y[i + 1] - p->y[i]) / h1 - (p->y[before + 1] - p->y[before]) / h0;
  }
  if (periodic) {
    double  c = l[0], g = -d[0], fact; /* c: the corner entries (0, k-1) and (k-1, 0), both h_n-1 / 6 */
    double *d2 = work + 5 * k;

    z[0]     = g;
    z[k - 1] = c;
    d[0] -= g;
    d[k - 1] -= c * c / g;
    memcpy(d2, d, sizeof(double) * (size_t)k);
    tridiagonal(k, l, d, r, b);
    tridiagonal(k, l, d2, r, z);
    fact = (b[0] + c * b[k - 1] / g) / (1 + z[0] + c * z[k - 1] / g);
    for (int j = 0; j < k; ++j) b[j] -= fact * z[j];
  } else {
    tridiagonal(k, l, d, r, b);
  }
  for (int j = 0; j < k; ++j) f->m[first + j] = b[j];
  if (periodic) f->m[n] = f->m[0];
  free(work);
}

/* ---- reading ---- */

/* One number of a csv line; 0 if there is none. */
static int csv_number(char **s, double *x)
{
  char *end;

  while (*s[0] == ' ' || *s[0] == '\t') ++*s;
  if (!isdigit((unsigned char)**s) && !strchr("+-.", **s)) return 0; /* strtod would take "nan" and "inf" */
  if (!**s) return 0;
  *x = strtod(*s, &end);
  if (end == *s || !(fabs(*x) <= 1e30)) return 0;
  *s = end;
  return 1;
}

/* One line "x, value", with the value in that column (> 2: there may be more); 1 read, 0 blank or comment, -1 bad */
static int csv_line(char *s, int column, double *x, double *y)
{
  char *hash = strchr(s, '#');
  int   num  = 1;

  if (hash) *hash = '\0';
  while (isspace((unsigned char)*s)) ++s;
  if (!*s) return 0;
  if (!csv_number(&s, x)) return -1;
  for (;;) {
    double value;

    while (*s == ' ' || *s == '\t') ++s;
    if (*s == ',' || *s == ';') ++s;
    while (isspace((unsigned char)*s)) ++s;
    if (!*s) return num == 2 || (num >= column && column > 2) ? 1 : -1;
    if (!csv_number(&s, &value)) return -1;
    if (++num == column) *y = value;
    if (num > 2 && column == 2) return -1;
  }
}

static int read_csv(GudReader *rd, const GudNode *node, const TableParams *params, GudTable *out)
{
  char   *dir       = strchr(node->mark.file ? node->mark.file : "", '/')
                        ? gud_path_dir(rd->arena, node->mark.file)
                        : gud_arena_text(rd->arena, rd->base_dir ? rd->base_dir : ".");
  char   *path      = gud_path_join(rd->arena, dir, params->file), *text, *line;
  size_t  size      = 0;
  int     num_lines = 1, k = 0, ok = 1;
  GudMark mark = {path, 0, 1};

  text = gud_file_read(path, node->mark, rd->diag, &size);
  if (!text) return 0;
  for (size_t i = 0; i < size; ++i) num_lines += text[i] == '\n';
  if (strlen(text) != size || num_lines > MAX_POINTS) {
    gud_diag_error(rd->diag, node->mark, "'%s' is %s", path,
                   strlen(text) != size ? "a binary file" : "too long");
    free(text);
    return 0;
  }
  out->x = gud_arena_alloc(rd->arena, sizeof(double) * (size_t)num_lines);
  out->y = gud_arena_alloc(rd->arena, sizeof(double) * (size_t)num_lines);
  for (line = text; ok && line;) {
    char *end = strchr(line, '\n');
    int   got;

    if (end) *end = '\0';
    ++mark.line;
    got = csv_line(line, params->column, &out->x[k], &out->y[k]);
    if (got < 0) {
      char count[32] = "two";

      if (params->column > 2) snprintf(count, sizeof(count), "at least %d", params->column);
      gud_diag_error(rd->diag, mark, "expected %s numbers, found '%.40s'", count, line);
      ok = 0;
    } else if (got && k > 0 && out->x[k] <= out->x[k - 1]) {
      gud_diag_error(rd->diag, mark, "the first column must increase: %g comes after %g", out->x[k],
                     out->x[k - 1]);
      ok = 0;
    }
    k += got > 0;
    line = end ? end + 1 : NULL;
  }
  free(text);
  if (ok && k < 2) {
    gud_diag_error(rd->diag, node->mark, "'%s' has %d point%s; a table needs two", path, k,
                   k == 1 ? "" : "s");
    ok = 0;
  }
  out->n = k;
  return ok;
}

/* Factor to SI of a unit given for a column of the file; 0 after an error. */
static double file_unit(GudReader *rd, const GudNode *node, const char *text, GudDim dim)
{
  GudUnit unit = {1, GUD_NUMBER};
  char    why[GUD_UNIT_WHY], words[2][GUD_DIM_SIZE];

  if (!text) return 1;
  if (!gud_unit_parse(text, &unit, why)) {
    gud_read_error(rd, node->mark, "%s", why);
    return 0;
  }
  if (gud_dim_equal(unit.dim, dim) || GUD_DIM_IS_OPEN(dim)) return unit.factor;
  gud_read_error(rd, node->mark, "expected %s, found '%.40s', %s", gud_dim_words(dim, words[0]), text,
                 gud_dim_words(unit.dim, words[1]));
  return 0;
}

/* The table repeats; one that ends before its period is closed by its first value. */
static int make_periodic(GudReader *rd, const GudNode *node, GudFunction *f)
{
  GudTable *p   = &f->table.points;
  int       n   = p->n;
  double    top = 0, span = p->x[n - 1] - p->x[0], period = isnan(f->table.period) ? span : f->table.period;

  f->table.extend = EXTEND_PERIODIC;
  f->period       = period;
  for (int i = 0; i < n; ++i) top = fmax(top, fabs(p->y[i]));
  if (span > period * (1 + 1e-9)) {
    gud_read_error(rd, node->mark, "the table is longer than its period (%g, %g in SI units)", span, period);
    return 0;
  }
  if (span < period * (1 - 1e-9)) {
    double *x = gud_arena_alloc(rd->arena, sizeof(double) * (size_t)(n + 1)),
           *y = gud_arena_alloc(rd->arena, sizeof(double) * (size_t)(n + 1));

    memcpy(x, p->x, sizeof(double) * (size_t)n);
    memcpy(y, p->y, sizeof(double) * (size_t)n);
    x[n] = p->x[0] + period;
    y[n] = p->y[0];
    *p   = (GudTable){n + 1, x, y};
    return 1;
  }
  f->period = span;
  if (fabs(p->y[n - 1] - p->y[0]) <= 1e-9 * top) return 1;
  gud_read_error(rd, node->mark, "a periodic table must end with the value it begins with (%g, %g)", p->y[0],
                 p->y[n - 1]);
  return 0;
}

int gud_table_finish(GudReader *rd, const GudNode *node, GudFunction *f, GudDim dim)
{
  static const GudDim time       = GUD_TIME;
  GudTable           *p          = &f->table.points;
  int                 has_points = gud_node_get(node, "points") != NULL, has_file = f->table.file != NULL;

  if (has_points == has_file) {
    gud_read_error(rd, node->mark, "a table needs either 'points' or 'file'%s",
                   has_points ? ", not both" : "");
    return 0;
  }
  if (f->table.column < 2 || f->table.column > MAX_COLUMNS) {
    gud_read_error(rd, gud_node_get(node, "column")->mark, "the value is in column 2 to %d", MAX_COLUMNS);
    return 0;
  }
  if (has_file) {
    double x = file_unit(rd, gud_node_get(node, "x_unit"), f->table.x_unit,
                         f->num_args ? f->arg[0].dim : time),
           y = file_unit(rd, gud_node_get(node, "y_unit"), f->table.y_unit, dim);

    if (x == 0 || y == 0 || !read_csv(rd, gud_node_get(node, "file"), &f->table, p)) return 0;
    for (int i = 0; i < p->n; ++i) p->x[i] *= x, p->y[i] *= y;
  } else if (f->table.x_unit || f->table.y_unit) {
    gud_read_error(rd, node->mark, "'x_unit' and 'y_unit' are those of a file; points have their own units");
    return 0;
  }
  if (f->num_args && !gud_node_get(node, "interpolation")) f->table.interpolation = INTERPOLATION_CUBIC;
  if ((f->table.extend == EXTEND_PERIODIC || !isnan(f->table.period)) && !make_periodic(rd, node, f))
    return 0;
  f->m = gud_arena_alloc(rd->arena, sizeof(double) * (size_t)p->n);
  if (f->table.interpolation == INTERPOLATION_CUBIC) spline(f);
  return 1;
}
