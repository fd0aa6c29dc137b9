/* Functions: what drivers, loads and prescribed motions follow.

     number or expression in t and probes               6*sin(pi/6*t), 150 rpm, -40 N m s*crank_speed
     {type: constant, value}                            {type: expression, value: "..."}
     {type: sine, amplitude, frequency | omega, phase, offset}
     {type: ramp, from, to, start, duration, shape: linear | smooth}
     {type: table, over, points | file, interpolation: linear | cubic, extend: constant | periodic, period}
     {type: pi, of, target, proportional, integral}     {type: input, name, start}

   A function of t gives value and two derivatives exactly (GudJet). At a corner the derivatives are those of the
   right side. A function with arguments (probes, an integral, an input) depends on the state; system/functions.c evaluates
   it, with its exact derivatives by the arguments. */
#ifndef GUD_FUNCTION_H
#define GUD_FUNCTION_H

#include "contract/type_info.h"
#include "text/doc.h"

typedef struct GudFunction GudFunction;

/* What a function depends on besides t. */
typedef enum { GUD_ARGUMENT_PROBE, GUD_ARGUMENT_INTERNAL, GUD_ARGUMENT_INPUT } GudArgumentKind;
typedef struct {
  const char     *name;
  GudMark         mark;
  GudDim          dim;
  GudArgumentKind kind;
  int             index; /* probe, internal or entry of history of the model; set by model/bind.c */
} GudArgument;
struct GudReader;

/* The forms, for the reader and for help. */
extern const GudTypeInfo gud_function_types[];
extern const int         gud_num_function_types;

/* From a node, with values of dimension `dim`; appended to the reader's list. Index, or -1 after an error. */
int gud_function_read(struct GudReader *rd, const GudNode *node, GudDim dim);

/* Arguments besides t; 0: a function of t. */
int          gud_function_num_args(const GudFunction *f);
GudArgument *gud_function_arg(GudFunction *f, int k);
/* Value at t and the arguments x; slope: its derivatives by them. */
double gud_function_of(const GudFunction *f, double t, const double *x, double *slope);
/* Dimension of its value, where that follows from the function itself: an expression. 0: it does not. */
int gud_function_dim(const GudFunction *f, GudDim *dim);
/* Number of the function whose integral is the second argument of a `pi`, and where that begins; -1: it has none. */
int gud_function_integral_of(const GudFunction *f, double *start);
/* Value of an `input` until it is set. */
double gud_function_start(const GudFunction *f);

/* Functions of t alone: */
void gud_function_eval(const GudFunction *f, double t, GudJet *out);
int  gud_function_is_constant(const GudFunction *f);

/* Integral from t0 to t1: in closed form for constants and sines; else 8-point Gauss, piece by piece for
   ramps and tables (exact, they are polynomials), bisected until it no longer changes for expressions. */
double gud_function_integral(const GudFunction *f, double t0, double t1);

#endif
