/* Inside of function.h: what function.c (forms, integrals, reading) and function_table.c (tables) share. */
#ifndef GUD_FUNCTION_INTERNAL_H
#define GUD_FUNCTION_INTERNAL_H

#include "text/expr.h"
#include "text/function.h"
#include "text/read.h"

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

enum { INTERPOLATION_LINEAR, INTERPOLATION_CUBIC };
enum { EXTEND_CONSTANT, EXTEND_PERIODIC };
typedef struct {
  const char *over; /* probe; NULL: t */
  GudTable    points;
  const char *file, *x_unit, *y_unit;
  int         column;
  int         interpolation, extend;
  double      period; /* NaN: the length of the table */
} TableParams;

typedef struct {
  int value;
} ExpressionParams;

typedef struct {
  const char *of;
  int         target;
  double      proportional, integral, start;
} PiParams;

typedef struct {
  const char *name;
  double      start;
} InputParams;

/* The forms of the table in function.c, in its order; then the one that has no word: what a controller integrates. */
typedef enum {
  CONSTANT,
  SINE,
  RAMP,
  TABLE,
  EXPRESSION,
  PI_CONTROL,
  INPUT,
  NUM_FORMS,
  DEVIATION = NUM_FORMS
} Form;

struct GudFunction {
  Form               form;
  double             value; /* CONSTANT */
  SineParams         sine;  /* omega is set, frequency is not used */
  RampParams         ramp;
  TableParams        table;
  double            *m;      /* TABLE: second derivatives at the points */
  double             period; /* TABLE, periodic */
  const GudExpr     *expr;
  PiParams           pi;        /* PI_CONTROL */
  InputParams        input;     /* INPUT */
  const GudFunction *target;    /* PI_CONTROL, DEVIATION: of t alone */
  int                deviation; /* PI_CONTROL: number of the function target - argument */
  GudArgument        arg[GUD_MAX_ARGUMENTS];
  int                num_args;
};

/* function_table.c */
double gud_table_reduce(const GudFunction *f, double t); /* t brought into [x_0, x_0 + period) */
int    gud_table_piece(const GudTable *p, double t);     /* piece i with x_i <= t < x_i+1, within 0..n-2 */
void   gud_table_eval(const GudFunction *f, double t, GudJet *out);
/* Reads the file and prepares the interpolation; 0 after an error. Bit i of given: row i of the table of parameters. */
int gud_table_finish(GudReader *rd, const GudNode *node, GudFunction *f, GudDim dim);

#endif
