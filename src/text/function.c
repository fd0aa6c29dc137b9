/* Functions of time and of probes. See function.h for the forms.

   (F1) sine:   f = offset + amplitude sin(w t + phase)
   (F2) ramp:   f = from + (to - from) g(s), s = (t - start)/duration,
                g = s (linear) or 10 s^3 - 15 s^4 + 6 s^5 (smooth, C2 at both ends)
   (F3) table:  function_table.c
   (F4) integral of a sine over D about the middle c: offset D + amplitude D sin(w c + phase) sinc(w D/2)
   (F5) pi:     f = kp e + ki z, e = target(t) - p, z' = e, with the probe p and an internal z of a force `integral`
   verified by: t040, t640 */
#include "text/function_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text/units.h"

#define PI 3.14159265358979323846

enum { MAX_BISECTIONS = 24, MAX_PANELS = 20000 };

/* ---- the forms ---- */

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
  {"over", GUD_STRING, GUD_NUMBER, GUD_ANY, GUD_ABSENT, AT(TableParams, over), NULL,
   "probe that is the argument x: a position, velocity, angle or angular_velocity (default: the time)"},
  {"points", GUD_TABLE, GUD_DIM_OF_VALUE, GUD_ANY, GUD_ABSENT, AT(TableParams, points), NULL,
   "[[x, value], ...]; this or file"},
  {"file", GUD_STRING, GUD_NUMBER, GUD_ANY, GUD_ABSENT, AT(TableParams, file), NULL,
   "two columns x, value, # begins a comment; relative to the model file"},
  {"column", GUD_INT, GUD_NUMBER, GUD_POSITIVE, "2", AT(TableParams, column), NULL,
   "column of the file that holds the value, if it has more than two"},
  {"x_unit", GUD_STRING, GUD_NUMBER, GUD_ANY, GUD_ABSENT, AT(TableParams, x_unit), NULL,
   "unit of the file's first column (default: SI)"},
  {"y_unit", GUD_STRING, GUD_NUMBER, GUD_ANY, GUD_ABSENT, AT(TableParams, y_unit), NULL,
   "unit of the file's values (default: SI)"},
  {"interpolation", GUD_CHOICE, GUD_NUMBER, GUD_ANY, GUD_ABSENT, AT(TableParams, interpolation),
   "linear|cubic",
   "straight lines (default over time), or a C2 spline (default over a probe; natural, or periodic if the "
   "table is)"},
  {"extend", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "constant", AT(TableParams, extend), "constant|periodic",
   "outside the table: first and last value, or repeat"},
  {"period", GUD_REAL, GUD_DIM_OF_ARGUMENT, GUD_POSITIVE, GUD_ABSENT, AT(TableParams, period), NULL,
   "extend: periodic with this period; a table that ends before it is closed by its first value"},
};

static const GudParam expression_params[] = {
  {"value", GUD_FUNCTION, GUD_DIM_OF_VALUE, GUD_ANY, NULL, AT(ExpressionParams, value), NULL,
   "expression in t and in probes (position, velocity, angle, angular_velocity)"},
};

static const GudParam pi_params[] = {
  {"of", GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, AT(PiParams, of), NULL,
   "probe that is controlled: a position, velocity, angle or angular_velocity"},
  {"target", GUD_FUNCTION, GUD_DIM_OF_ARGUMENT, GUD_ANY, NULL, AT(PiParams, target), NULL,
   "what it should be, a function of time; error e = target - probe"},
  {"proportional", GUD_REAL, GUD_DIM_OF_GAIN, GUD_ANY, NULL, AT(PiParams, proportional), NULL,
   "gain of the error"},
  {"integral", GUD_REAL, GUD_DIM_OF_RATE_GAIN, GUD_ANY, "0", AT(PiParams, integral), NULL,
   "gain of the integral of the error over time"},
  {"start", GUD_REAL, GUD_DIM_OF_VALUE, GUD_ANY, "0", AT(PiParams, start), NULL,
   "integral part of the value at the start"},
};

static const GudParam input_params[] = {
  {"name", GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, AT(InputParams, name), NULL,
   "name of the input, for GudSimulationSetInput()"},
  {"start", GUD_REAL, GUD_DIM_OF_VALUE, GUD_ANY, "0", AT(InputParams, start), NULL, "value until it is set"},
};

#define FORM(name, summary, type)                                                                \
  {                                                                                              \
#name, summary, NULL, GUD_2D | GUD_3D, name##_params, GUD_COUNT(name##_params), sizeof(type) \
  }

/* in the order of Form */
const GudTypeInfo gud_function_types[] = {
  FORM(constant, "a constant", ConstantParams),
  FORM(sine, "offset + amplitude sin(omega t + phase)", SineParams),
  FORM(ramp, "from one value to another", RampParams),
  FORM(table, "interpolated between points, over time or over a probe", TableParams),
  FORM(expression, "any expression in t and in probes", ExpressionParams),
  FORM(pi, "proportional-integral controller of a probe", PiParams),
  FORM(input, "a value that a C program sets between steps", InputParams),
};
const int gud_num_function_types = GUD_COUNT(gud_function_types);

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

void gud_function_eval(const GudFunction *f, double t, GudJet *out)
{
  switch (f->form) {
  case CONSTANT: *out = (GudJet){f->value, 0, 0}; break;
  case SINE: eval_sine(&f->sine, t, out); break;
  case RAMP: eval_ramp(&f->ramp, t, out); break;
  case TABLE: gud_table_eval(f, t, out); break;
  case EXPRESSION:
    if (f->num_args) *out = (GudJet){NAN, NAN, NAN};
    else gud_expr_eval(f->expr, t, out);
    break;
  case PI_CONTROL:
  case INPUT:
  case DEVIATION: *out = (GudJet){NAN, NAN, NAN}; break; /* not of t alone */
  }
}

int gud_function_num_args(const GudFunction *f)
{
  return f->num_args;
}

GudArgument *gud_function_arg(GudFunction *f, int k)
{
  return &f->arg[k];
}

double gud_function_of(const GudFunction *f, double t, const double *x, double *slope)
{
  GudJet j;

  switch (f->form) {
  case TABLE:
    gud_table_eval(f, x[0], &j);
    slope[0] = j.f1;
    return j.f;
  case EXPRESSION: return gud_expr_of(f->expr, t, x, slope);
  case DEVIATION:
    gud_function_eval(f->target, t, &j);
    slope[0] = -1;
    return j.f - x[0];
  case PI_CONTROL: /* (F5) */
    gud_function_eval(f->target, t, &j);
    slope[0] = -f->pi.proportional;
    slope[1] = f->pi.integral;
    return f->pi.proportional * (j.f - x[0]) + f->pi.integral * x[1];
  case INPUT: slope[0] = 1; return x[0];
  default: gud_function_eval(f, t, &j); return j.f;
  }
}

int gud_function_dim(const GudFunction *f, GudDim *dim)
{
  if (!f->expr) return 0;
  *dim = gud_expr_dim(f->expr);
  return !gud_expr_has_time(f->expr);
}

int gud_function_integral_of(const GudFunction *f, double *start)
{
  if (f->form != PI_CONTROL) return -1;
  *start = f->pi.integral != 0 ? f->pi.start / f->pi.integral : 0;
  return f->deviation;
}

double gud_function_start(const GudFunction *f)
{
  return f->input.start;
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
    const GudTable *p = &f->table.points;
    double shift = f->table.extend == EXTEND_PERIODIC ? t - gud_table_reduce(f, t) : 0, s = t - shift, x = t1;

    if (s < p->x[0]) x = p->x[0] + shift;
    else if (s < p->x[p->n - 1]) x = p->x[gud_table_piece(p, s) + 1] + shift;
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
    if (f->table.extend == EXTEND_PERIODIC && d > f->period) { /* whole periods at once */
      double n = floor(d / f->period), x0 = f->table.points.x[0];

      sum = n * by_pieces(f, x0, x0 + f->period);
      t1 -= n * f->period;
    }
    return sum + by_pieces(f, t0, t1);
  case RAMP: return by_pieces(f, t0, t1);
  default: break;
  }
  scale = 0;
  for (int i = 0; i <= 16; ++i) {
    gud_function_eval(f, t0 + d * i / 16, &jet);
    if (fabs(jet.f) > scale) scale = fabs(jet.f);
  }
  return adaptive(f, t0, t1, gauss8(f, t0, t1), scale * d, 0, &panels);
}

/* ---- reading ---- */

static GudFunction *new_function(GudReader *rd, Form form)
{
  GudFunction *f = gud_arena_alloc(rd->arena, sizeof(*f));

  f->form = form;
  return f;
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

static int add_function(GudReader *rd, GudFunction *f)
{
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

/* The deviation from the target is a function of its own, which a force `integral` integrates. */
static int finish_pi(GudReader *rd, const GudNode *node, GudFunction *f)
{
  GudFunction *e = new_function(rd, DEVIATION);

  f->target = e->target = rd->functions[f->pi.target];
  if (f->target->num_args) {
    gud_read_error(rd, gud_node_get(node, "target")->mark, "the target must be a function of time alone");
    return 0;
  }
  e->arg[0]             = f->arg[0];
  e->num_args           = 1;
  f->deviation          = add_function(rd, e);
  f->arg[f->num_args++] = (GudArgument){
    .name = "integral", .mark = node->mark, .kind = GUD_ARGUMENT_INTERNAL};
  return 1;
}

/* A probe as the argument of f; 0 after an error. */
static int set_argument(GudReader *rd, const GudNode *node, GudFunction *f)
{
  const char            *name, *near[200];
  const GudArgumentName *a;
  int                    num = 0;
  char                   hint[GUD_HINT_SIZE];

  if (!gud_read_word(rd, node, &name)) return 0;
  a = gud_env_argument(rd->env, name, strlen(name));
  if (!a) {
    for (int i = 0; gud_env_argument_at(rd->env, i) && num < GUD_COUNT(near); ++i)
      if (!gud_env_argument_at(rd->env, i)->why) near[num++] = gud_env_argument_at(rd->env, i)->name;
    gud_read_error(rd, node->mark, "there is no probe '%.60s'%s", name, gud_hint(hint, name, near, num));
    return 0;
  }
  if (a->why) gud_read_error(rd, node->mark, "%s", a->why);
  f->arg[0]   = (GudArgument){.name = a->name, .mark = node->mark, .dim = a->dim, .kind = GUD_ARGUMENT_PROBE};
  f->num_args = 1;
  return !a->why;
}

/* Open dimensions of a row: those of the value, of the argument, of gains. */
static GudDim closed_dim(GudDim open, GudDim value, GudDim argument)
{
  static const GudDim all[] = {GUD_DIM_OF_VALUE, GUD_DIM_OF_ARGUMENT, GUD_DIM_OF_GAIN, GUD_DIM_OF_RATE_GAIN};
  static const GudDim time  = GUD_TIME;
  GudDim              d     = value;

  if (!GUD_DIM_IS_OPEN(open) || gud_dim_equal(open, all[0])) return GUD_DIM_IS_OPEN(open) ? value : open;
  if (gud_dim_equal(open, all[1])) return argument;
  if (GUD_DIM_IS_OPEN(value)) return value;
  gud_dim_times(d, argument, -1, &d);
  if (gud_dim_equal(open, all[3])) gud_dim_times(d, time, -1, &d);
  return d;
}

/* {type: ...} */
static GudFunction *read_form(GudReader *rd, const GudNode *node, GudDim dim, int *index)
{
  static const char *const also[] = {"type", NULL}, *const argument_key[NUM_FORMS] = {
                                                      [TABLE] = "over", [PI_CONTROL] = "of"};
  const GudNode     *type  = gud_node_get(node, "type"), *argument;
  const GudDim      *old_x = rd->table_x;
  GudDim             x_dim = GUD_TIME;
  GudParam           rows[12];
  GudFunction       *f;
  ExpressionParams   inner = {-1};
  void              *out[NUM_FORMS];
  unsigned long long given = 0;
  int                form, errors, ok = 1;

  if (!type) {
    gud_read_error(rd, node->mark,
                   "a function needs 'type' (constant, sine, ramp, table, expression, pi, input)");
    return NULL;
  }
  form = gud_read_type(rd, type, gud_function_types, gud_num_function_types, "function");
  if (form < 0) return NULL;
  f        = new_function(rd, (Form)form);
  argument = argument_key[form] ? gud_node_get(node, argument_key[form]) : NULL;
  errors   = gud_diag_num_errors(rd->diag);
  if (argument && set_argument(rd, argument, f)) x_dim = f->arg[0].dim;
  for (int i = 0; i < gud_function_types[form].num_params; ++i) {
    rows[i]     = gud_function_types[form].params[i];
    rows[i].dim = closed_dim(rows[i].dim, dim, x_dim);
  }
  out[CONSTANT]   = &f->value;
  out[SINE]       = &f->sine;
  out[RAMP]       = &f->ramp;
  out[TABLE]      = &f->table;
  out[EXPRESSION] = &inner;
  out[PI_CONTROL] = &f->pi;
  out[INPUT]      = &f->input;
  rd->table_x     = &x_dim;
  gud_read_params(rd, node, rows, gud_function_types[form].num_params, also, out[form], &given);
  rd->table_x = old_x;
  if (gud_diag_num_errors(rd->diag) > errors) return NULL;
  if (form == SINE) ok = finish_sine(rd, node, f, given);
  if (form == TABLE) ok = gud_table_finish(rd, node, f, dim);
  if (form == PI_CONTROL) ok = finish_pi(rd, node, f);
  if (form == INPUT) {
    f->arg[0]   = (GudArgument){f->input.name, gud_node_get(node, "name")->mark, dim, GUD_ARGUMENT_INPUT, -1};
    f->num_args = 1;
  }
  if (form == EXPRESSION) *index = inner.value; /* the expression is a function already */
  return ok ? f : NULL;
}

/* A number or an expression in t and in probes. */
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
  f       = new_function(rd, gud_expr_has_time(e) || gud_expr_num_arguments(e) ? EXPRESSION : CONSTANT);
  f->expr = e;
  for (int k = 0; k < gud_expr_num_arguments(e); ++k) {
    const GudArgumentName *a = gud_expr_argument(e, k);

    f->arg[f->num_args++] = (GudArgument){
      .name = a->name, .mark = a->mark, .dim = a->dim, .kind = GUD_ARGUMENT_PROBE};
  }
  if (f->num_args) return f;
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
    gud_read_error(rd, node->mark,
                   "expected a number, an expression in t and in probes or {type: ...}, found %s",
                   gud_node_show(node, buf));
  return !f || index >= 0 ? index : add_function(rd, f);
}
