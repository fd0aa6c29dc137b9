/* Functions of time: what drivers, loads and prescribed motions follow.

     number or expression in t                          6*sin(pi/6*t), 150 rpm
     {type: constant, value}                            {type: expression, value: "..."}
     {type: sine, amplitude, frequency | omega, phase, offset}
     {type: ramp, from, to, start, duration, shape: linear | smooth}
     {type: table, points | file, interpolation: linear | cubic, extend: constant | periodic}

   Every form gives value and two derivatives exactly (GudJet). At a corner the derivatives are those of the
   right side. */
#ifndef GUD_FUNCTION_H
#define GUD_FUNCTION_H

#include "contract/type_info.h"
#include "model/doc.h"

typedef struct GudFunction GudFunction;
struct GudReader;

/* The forms, for the reader and for help. */
extern const GudTypeInfo gud_function_types[];
extern const int         gud_num_function_types;

/* From a node, with values of dimension `dim`; appended to the reader's list. Index, or -1 after an error. */
int gud_function_read(struct GudReader *rd, const GudNode *node, GudDim dim);

void gud_function_eval(const GudFunction *f, double t, GudJet *out);
int  gud_function_is_constant(const GudFunction *f);

/* Integral from t0 to t1: in closed form for constants and sines; else 8-point Gauss, piece by piece for
   ramps and tables (exact, they are polynomials), bisected until it no longer changes for expressions. */
double gud_function_integral(const GudFunction *f, double t0, double t1);

#endif
