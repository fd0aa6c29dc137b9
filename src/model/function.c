/* Functions of time. See function.h for the forms.

   (F1) sine:   f = offset + amplitude sin(w t + phase)
   (F2) ramp:   f = from + (to - from) g(s), s = (t - start)/duration,
                g = s (linear) or 10 s^3 - 15 s^4 + 6 s^5 (smooth, C2 at both ends)
   (F3) table:  on x_i..x_i+1 with h, a = (x_i+1 - t)/h, b = 1 - a and second derivatives m_i (0 if linear):
                f = a y_i + b y_i+1 + ((a^3 - a) m_i + (b^3 - b) m_i+1) h^2/6
   (F4) integral of a sine over D about the middle c: offset D + amplitude D sin(w c + phase) sinc(w D/2)
   verified by: t040 */
#include "model/function.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/expr.h"
#include "model/read.h"
#include "model/units.h"

#define PI 3.14159265358979323846

enum { MAX_BISECTIONS = 24, MAX_PANELS = 20000, MAX_POINTS = 1000000 };

/* ---- the forms ---- */

typedef struct {
  double value;
} ConstantParams;

typedef struct {
  double amplitude, frequency, omega, phase, offset;
} SineParams;

typedef struct {
  double from, to, start, duration;
  int    shape; /* 0 linear, 1 smooth */
} RampParams;

typedef struct {
  GudTable    points;
  const char *file;
  int         interpolation; /* 0 linear, 1 cubic */
  int         extend;        /* 0 constant, 1 periodic */
} TableParams;

typedef struct {
  int value;
} ExpressionParams;

#define AT(type, field) offsetof(type, field)

static const GudParam constant_params[] = {
  {"value", GUD_REAL, GUD_DIM_OF_VALUE, GUD_ANY, NULL, AT(ConstantParams, value), NULL, "the value"},
};

static const GudParam sine_params[] = {
  {"amplitude", GUD_REAL, GUD_DIM_OF_VALUE, GUD_ANY, NULL, AT(SineParams, amplitude), NULL, "amplitude"},
  {"frequency", GUD_REAL, GUD_FREQUENCY, GUD_ANY, GUD_ABSENT, AT(SineParams, frequency), NULL,
   "periods per second (Hz); this or omega"},
  {"omega", GUD_REAL, GUD_ANG_VELOCITY, GUD_ANY, GUD_ABSENT, AT(SineParams, omega), NULL,
   "angular frequency (rad/s, rpm); this or frequency"},
  {"phase", GUD_REAL, GUD_ANGLE, GUD_ANY, "0", AT(SineParams, phase), NULL, "angle at t = 0"},
  {"offset", GUD_REAL, GUD_DIM_OF_VALUE, GUD_ANY, "0", AT(SineParams, offset), NULL, "mean value"},
};

static const GudParam ramp_params[] = {
  {"from", GUD_REAL, GUD_DIM_OF_VALUE, GUD_ANY, "0", AT(RampParams, from), NULL, "value before the ramp"},
  {"to", GUD_REAL, GUD_DIM_OF_VALUE, GUD_ANY, NULL, AT(RampParams, to), NULL, "value after the ramp"},
  {"start", GUD_REAL, GUD_TIME, GUD_ANY, "0", AT(RampParams, start), NULL, "time at which the ramp begins"},
  {"duration", GUD_REAL, GUD_TIME, GUD_POSITIVE, NULL, AT(RampParams, duration), NULL, "how long it takes"},
  {"shape", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "smooth", AT(RampParams, shape), "linear|smooth",
   "straight, or a quintic with zero speed and acceleration at both ends"},
};

static const GudParam table_params[] = {
  {"points", GUD_TABLE, GUD_DIM_OF_VALUE, GUD_ANY, GUD_ABSENT, AT(TableParams, points), NULL,
   "[[t, value], ...]; this or file"},
  {"file", GUD_STRING, GUD_NUMBER, GUD_ANY, GUD_ABSENT, AT(TableParams, file), NULL,
   "two columns t, value in SI units, # begins a comment; relative to the model file"},
  {"interpolation", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "linear", AT(TableParams, interpolation), "linear|cubic",
   "straight lines, or a C2 spline (natural; periodic if extend is)"},
  {"extend", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "constant", AT(TableParams, extend), "constant|periodic",
   "outside the table: first and last value, or repeat"},
};

static const GudParam expression_params[] = {
  {"value", GUD_FUNCTION, GUD_DIM_OF_VALUE, GUD_ANY, NULL, AT(ExpressionParams, value), NULL,
   "expression in t"},
};

typedef enum { CONSTANT, SINE, RAMP, TABLE, EXPRESSION } Form;

#define FORM(name, summary, type)                                                                \
  {                                                                                              \
#name, summary, NULL, GUD_2D | GUD_3D, name##_params, GUD_COUNT(name##_params), sizeof(type) \
  }

/* in the order of Form */
const GudTypeInfo gud_function_types[] = {
  FORM(constant, "a constant", ConstantParams),
  FORM(sine, "offset + amplitude sin(omega t + phase)", SineParams),
  FORM(ramp, "from one value to another", RampParams),
  FORM(table, "interpolated between points", TableParams),
  FORM(expression, "any expression in t", ExpressionParams),
};
const int gud_num_function_types = GUD_COUNT(gud_function_types);

struct GudFunction {
  Form           form;
  double         value; /* CONSTANT */
  SineParams     sine;  /* omega is set, frequency is not used */
  RampParams     ramp;
  TableParams    table;
  double        *m;      /* TABLE: second derivatives at the points */
  double         period; /* TABLE, periodic */
  const GudExpr *expr;
};

/* ---- evaluation ---- */

static void eval_sine(const SineParams *s, double t, GudJet *out)
{
  double arg = s->omega * t + s->phase, w = s->omega;

  out->f  = s->offset + s->amplitude * sin(arg); /* (F1) */
  out->f1 = s->amplitude * w * cos(arg);
  out->f2 = -s->amplitude * w * w * sin(arg);
}

static void eval_ramp(const RampParams *r, double t, GudJet *out)
{
  double s = (t - r->start) / r->duration, d = r->to - r->from, c = d / r->duration;

  out->f  = s < 0 ? r->from : r->to;
  out->f1 = out->f2 = 0;
  if (s < 0 || s >= 1) return;
  if (r->shape == 0) { /* (F2) */
    out->f  = r->from + d * s;
    out->f1 = c;
  } else {
    out->f  = r->from + d * s * s * s * (10 + s * (6 * s - 15));
    out->f1 = c * 30 * s * s * (1 - s) * (1 - s);
    out->f2 = c / r->duration * 60 * s * (1 - s) * (1 - 2 * s);
  }
}

/* Piece i with x_i <= t < x_i+1, within 0..n-2 */
static int find_piece(const GudTable *p, double t)
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
static double reduce(const GudFunction *f, double t)
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

static void eval_table(const GudFunction *f, double t, GudJet *out)
{
  const GudTable *p = &f->table.points;

  if (f->table.extend == 1) t = reduce(f, t);
  out->f1 = out->f2 = 0;
  if (t < p->x[0]) out->f = p->y[0];
  else if (t >= p->x[p->n - 1]) out->f = p->y[p->n - 1];
  else eval_piece(f, find_piece(p, t), t, out);
}

void gud_function_eval(const GudFunction *f, double t, GudJet *out)
{
  switch (f->form) {
  case CONSTANT: *out = (GudJet){f->value, 0, 0}; break;
  case SINE: eval_sine(&f->sine, t, out); break;
  case RAMP: eval_ramp(&f->ramp, t, out); break;
  case TABLE: eval_table(f, t, out); break;
  case EXPRESSION: gud_expr_eval(f->expr, t, out); break;
  }
}

int gud_function_is_constant(const GudFunction *f)
{
  return f->form == CONSTANT;
}

/* ---- integral ---- */

static double gauss8(const GudFunction *f, double a, double b)
{
  static const double x[4] = {0.18343464249564980494, 0.52553240991632898582, 0.79666647741362673959,
                              0.96028985649753623168};
  static const double w[4] = {0.36268378337836198297, 0.31370664587788728734, 0.22238103445337447054,
                              0.10122853629037625915};
  double              c = 0.5 * (a + b), h = 0.5 * (b - a), sum = 0;

  for (int i = 0; i < 4; ++i) {
    GudJet lo, hi;

    gud_function_eval(f, c - h * x[i], &lo);
    gud_function_eval(f, c + h * x[i], &hi);
    sum += w[i] * (lo.f + hi.f);
  }
  return h * sum;
}

/* Halves the interval until the two halves agree with the whole, relative to `scale` = size of the integrand
   x length; corners inside an expression are closed in on by the bisection. `panels` counts down, so that an
   integrand that cannot be resolved ends too. */
static double adaptive(const GudFunction *f, double a, double b, double whole, double scale, int level,
                       int *panels)
{
  double c = 0.5 * (a + b), left = gauss8(f, a, c), right = gauss8(f, c, b);

  if (!(fabs(left + right - whole) > 1e-15 * scale) || level == MAX_BISECTIONS || --*panels < 0)
    return left + right;
  left  = adaptive(f, a, c, left, scale, level + 1, panels);
  right = adaptive(f, c, b, right, scale, level + 1, panels);
  return left + right;
}

/* Cuts t0..t1 at the corners of a polynomial piece list: next corner after t, or t1. */
static double next_corner(const GudFunction *f, double t, double t1)
{
  double next = t1;

  if (f->form == RAMP) {
    double c[2] = {f->ramp.start, f->ramp.start + f->ramp.duration};

    for (int i = 1; i >= 0; --i)
      if (c[i] > t && c[i] < next) next = c[i];
  } else {
    const GudTable *p     = &f->table.points;
    double          shift = f->table.extend == 1 ? t - reduce(f, t) : 0, s = t - shift, x = t1;

    if (s < p->x[0]) x = p->x[0] + shift;
    else if (s < p->x[p->n - 1]) x = p->x[find_piece(p, s) + 1] + shift;
    if (x > t && x < next) next = x;
  }
  return next;
}

static double by_pieces(const GudFunction *f, double t0, double t1)
{
  double sum = 0;

  while (t0 < t1) {
    double t = next_corner(f, t0, t1);

    sum += gauss8(f, t0, t);
    t0 = t;
  }
  return sum;
}

double gud_function_integral(const GudFunction *f, double t0, double t1)
{
  double d = t1 - t0, sum = 0, arg, scale;
  int    panels = MAX_PANELS;
  GudJet jet;

  if (d == 0) return 0;
  if (d < 0) return -gud_function_integral(f, t1, t0);
  switch (f->form) {
  case CONSTANT: return f->value * d;
  case SINE: /* (F4) */
    arg = 0.5 * f->sine.omega * d;
    return d * (f->sine.offset + f->sine.amplitude * sin(f->sine.omega * 0.5 * (t0 + t1) + f->sine.phase) *
                                   (arg == 0 ? 1 : sin(arg) / arg));
  case TABLE:
    if (f->table.extend == 1 && d > f->period) { /* whole periods at once */
      double n = floor(d / f->period), x0 = f->table.points.x[0];

      sum = n * by_pieces(f, x0, x0 + f->period);
      t1 -= n * f->period;
    }
    return sum + by_pieces(f, t0, t1);
  case RAMP: return by_pieces(f, t0, t1);
  case EXPRESSION: break;
  }
  scale = 0;
  for (int i = 0; i <= 16; ++i) {
    gud_function_eval(f, t0 + d * i / 16, &jet);
    if (fabs(jet.f) > scale) scale = fabs(jet.f);
  }
  return adaptive(f, t0, t1, gauss8(f, t0, t1), scale * d, 0, &panels);
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
  const GudTable *p        = &f->table.points;
  int             periodic = f->table.extend == 1, n = p->n - 1, first = periodic ? 0 : 1, k = n - first;
  double         *work, *l, *d, *r, *b, *z;

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

static GudFunction *new_function(GudReader *rd, Form form)
{
  GudFunction *f = gud_arena_alloc(rd->arena, sizeof(*f));

  f->form = form;
  return f;
}

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

/* One line "t, value"; 1 read, 0 blank or comment, -1 bad */
static int csv_line(char *s, double *x, double *y)
{
  char *hash = strchr(s, '#');

  if (hash) *hash = '\0';
  while (isspace((unsigned char)*s)) ++s;
  if (!*s) return 0;
  if (!csv_number(&s, x)) return -1;
  while (*s == ' ' || *s == '\t') ++s;
  if (*s == ',' || *s == ';') ++s;
  if (!csv_number(&s, y)) return -1;
  while (isspace((unsigned char)*s)) ++s;
  return *s ? -1 : 1;
}

static int read_csv(GudReader *rd, const GudNode *node, const char *name, GudTable *out)
{
  char   *dir       = strchr(node->mark.file ? node->mark.file : "", '/')
                        ? gud_path_dir(rd->arena, node->mark.file)
                        : gud_arena_text(rd->arena, rd->base_dir ? rd->base_dir : ".");
  char   *path      = gud_path_join(rd->arena, dir, name), *text, *line;
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
    got = csv_line(line, &out->x[k], &out->y[k]);
    if (got < 0) {
      gud_diag_error(rd->diag, mark, "expected two numbers, found '%.40s'", line);
      ok = 0;
    } else if (got && k > 0 && out->x[k] <= out->x[k - 1]) {
      gud_diag_error(rd->diag, mark, "the times must increase: %g comes after %g", out->x[k], out->x[k - 1]);
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

static int has_word(const GudNode *node, const char *word)
{
  const char *s = node && node->kind == GUD_NODE_SCALAR ? node->text : "";
  size_t      n = strlen(word);

  for (; *s; ++s) {
    size_t k = 0;

    while (isalnum((unsigned char)s[k])) ++k;
    if (k == n && !memcmp(s, word, n)) return 1;
    if (k) s += k - 1;
  }
  return 0;
}

/* rpm and Hz have the same dimension and differ by 2 pi: what is written must fit the key. */
static int finish_sine(GudReader *rd, const GudNode *node, GudFunction *f, unsigned long long given)
{
  static const char *const turning[] = {"rpm", "rad", "deg", "rev", "mrad"};
  const GudNode           *freq = gud_node_get(node, "frequency"), *omega = gud_node_get(node, "omega");
  int                      has_freq = (given & 2) != 0, has_omega = (given & 4) != 0;

  if (has_freq == has_omega) {
    gud_read_error(rd, node->mark, "a sine needs either 'frequency' or 'omega'%s",
                   has_freq ? ", not both" : "");
    return 0;
  }
  for (int i = 0; i < GUD_COUNT(turning); ++i) {
    if (has_word(freq, turning[i])) {
      gud_read_error(rd, freq->mark, "'frequency' counts periods (Hz); use 'omega' for %s", turning[i]);
      return 0;
    }
  }
  if (has_word(omega, "Hz")) {
    gud_read_error(rd, omega->mark, "'omega' is an angular velocity; use 'frequency' for Hz");
    return 0;
  }
  if (has_freq) f->sine.omega = 2 * PI * f->sine.frequency;
  return 1;
}

static int finish_table(GudReader *rd, const GudNode *node, GudFunction *f, unsigned long long given)
{
  GudTable *p          = &f->table.points;
  int       has_points = (given & 1) != 0, has_file = (given & 2) != 0, n;
  double    top = 0;

  if (has_points == has_file) {
    gud_read_error(rd, node->mark, "a table needs either 'points' or 'file'%s",
                   has_points ? ", not both" : "");
    return 0;
  }
  if (has_file && (!f->table.file || !read_csv(rd, gud_node_get(node, "file"), f->table.file, p))) return 0;
  n = p->n;
  for (int i = 0; i < n; ++i) top = fmax(top, fabs(p->y[i]));
  if (f->table.extend == 1) {
    f->period = p->x[n - 1] - p->x[0];
    if (fabs(p->y[n - 1] - p->y[0]) > 1e-9 * top) {
      gud_read_error(rd, node->mark, "a periodic table must end with the value it begins with (%g, %g)",
                     p->y[0], p->y[n - 1]);
      return 0;
    }
  }
  f->m = gud_arena_alloc(rd->arena, sizeof(double) * (size_t)n);
  if (f->table.interpolation == 1) spline(f);
  return 1;
}

/* {type: ...} */
static GudFunction *read_form(GudReader *rd, const GudNode *node, GudDim dim, int *index)
{
  static const char *const also[] = {"type", NULL};
  static const GudDim      time   = GUD_TIME;
  const GudNode           *type   = gud_node_get(node, "type");
  const GudDim            *old_x  = rd->table_x;
  GudParam                 rows[8];
  GudFunction             *f;
  unsigned long long       given = 0;
  ExpressionParams         inner = {-1};
  void                    *out[5];
  int                      form, errors, ok = 1;

  if (!type) {
    gud_read_error(rd, node->mark,
                   "a function of time needs 'type' (constant, sine, ramp, table, expression)");
    return NULL;
  }
  form = gud_read_type(rd, type, gud_function_types, gud_num_function_types, "function");
  if (form < 0) return NULL;
  f = new_function(rd, (Form)form);
  for (int i = 0; i < gud_function_types[form].num_params; ++i) {
    rows[i] = gud_function_types[form].params[i];
    if (rows[i].dim.m == 127) rows[i].dim = dim;
  }
  out[CONSTANT]   = &f->value;
  out[SINE]       = &f->sine;
  out[RAMP]       = &f->ramp;
  out[TABLE]      = &f->table;
  out[EXPRESSION] = &inner;
  errors          = gud_diag_num_errors(rd->diag);
  rd->table_x     = &time;
  gud_read_params(rd, node, rows, gud_function_types[form].num_params, also, out[form], &given);
  rd->table_x = old_x;
  if (gud_diag_num_errors(rd->diag) > errors) return NULL;
  if (form == SINE) ok = finish_sine(rd, node, f, given);
  if (form == TABLE) ok = finish_table(rd, node, f, given);
  if (form == EXPRESSION) *index = inner.value; /* the expression is a function already */
  return ok ? f : NULL;
}

/* A number or an expression in t. */
static GudFunction *read_scalar(GudReader *rd, const GudNode *node, GudDim dim)
{
  const GudExpr *e = gud_read_expr(rd, node, 1, rd->arena);
  GudFunction   *f;
  GudJet         jet;

  if (!e) return NULL;
  if (!gud_expr_agrees(e, dim)) {
    gud_read_wrong_dim(rd, node, dim, gud_expr_dim(e));
    return NULL;
  }
  f       = new_function(rd, gud_expr_has_time(e) ? EXPRESSION : CONSTANT);
  f->expr = e;
  if (f->form == CONSTANT) return gud_read_real(rd, node, dim, &f->value) ? f : NULL;
  gud_expr_eval(e, 0, &jet);
  if (!isfinite(jet.f)) {
    gud_read_error(rd, node->mark, "this function has no value at t = 0");
    return NULL;
  }
  return f;
}

int gud_function_read(GudReader *rd, const GudNode *node, GudDim dim)
{
  GudFunction *f     = NULL;
  int          index = -1;
  char         buf[GUD_SHOW_SIZE];

  if (node->kind == GUD_NODE_MAPPING) f = read_form(rd, node, dim, &index);
  else if (node->kind == GUD_NODE_SCALAR && !gud_node_is_null(node)) f = read_scalar(rd, node, dim);
  else
    gud_read_error(rd, node->mark, "expected a number, an expression in t or {type: ...}, found %s",
                   gud_node_show(node, buf));
  if (!f || index >= 0) return index;
  if (rd->num_functions == rd->max_functions) {
    int           max  = rd->max_functions ? 2 * rd->max_functions : 16;
    GudFunction **list = gud_arena_alloc(rd->arena, sizeof(*list) * (size_t)max);

    if (rd->num_functions) memcpy(list, rd->functions, sizeof(*list) * (size_t)rd->num_functions);
    rd->functions     = list;
    rd->max_functions = max;
  }
  rd->functions[rd->num_functions] = f;
  return rd->num_functions++;
}
