/* Functions of the state at an evaluated point, and their part of the tangent (docs/theory.md, section on functions).

   A force F(x, v, z; f) sees the value f of a function as a number. Where f = f(t, p_1 ... p_n) depends on probes p_k(x, v),
     dF = dF/d(own markers) + dF/df sum_k df/dp_k (dp_k/dx dx + dp_k/dv dv),
   with dF/df from the force (by_function), df/dp_k from the function, dp_k/dx, dp_k/dv from base/measure.h: all exact. The
   product couples the force's coordinates to those of the probe's bodies, and to nothing else. */
#ifndef GUD_FUNCTIONS_H
#define GUD_FUNCTIONS_H

#include "model/probe.h"
#include "system/evaluated.h"
#include "system/put.h"

/* A probe of positions and velocities, with its gradients by w = x_of - x_from and by w'. */
typedef struct GudMeasure {
  double value, by_w[3], by_wt[3];
} GudMeasure;
void gud_measure_probe(const GudModel *m, const GudProbe *probe, const double *q, const double *v,
                       const double *history, GudMeasure *out);

/* x_of - x_from of the two marker vectors of a probe, without `from` x_of; with `rate` of their rates, x: velocities. */
void gud_probe_difference(const GudModel *m, const GudProbe *probe, const double *x, int rate, double w[3]);
/* After an accepted step: what probes remember of q. */
void gud_probes_accept(const GudModel *m, const double *q, double *history);

/* Values and slopes of all functions at e->p. */
void gud_functions_evaluate(GudEvaluated *e);
/* Entries dF/df df/dp (c.q dp/dx + c.v dp/dv) of force n. at NULL: places only. */
void gud_functions_put(GudSystem *sys, GudEvaluated *at, int n, GudCoef c, double sd, GudPut *put);

#endif
