/* Oil film between a ball and its socket: squeeze film of [flores2009] and, beyond it, wedge action.

   e is the ball's centre minus the socket's, et its rate, w the spin of the ball minus that of the socket,
   all seen in axes of the socket. Forces and torques act on the ball, about its centre; the socket receives
   the opposite at the same point. Units are SI. |e| >= clearance is GUD_RETRY. Formulas: squeeze_film.c. */
#ifndef GUD_SQUEEZE_FILM_H
#define GUD_SQUEEZE_FILM_H

#include "base/scalar.h"
#include "base/status.h"

/* What happens where the formula gives pressures below 0. */
typedef enum {
  GUD_SQUEEZE_SIGNED,  /* the paper's Eq. 24 for both signs: the near hemisphere pushes and pulls */
  GUD_SQUEEZE_SEAT,    /* hemispherical seat: no force on a receding ball */
  GUD_SQUEEZE_GUEMBEL, /* closed socket, half Sommerfeld: the hemisphere of positive pressure acts */
  GUD_SQUEEZE_FULL     /* closed socket, full Sommerfeld: pressures below 0 act too */
} GudSqueezeCavitation;

enum {
  GUD_SQUEEZE_MIN,
  GUD_SQUEEZE_PRESSURE,
  GUD_SQUEEZE_LOSS,
  GUD_SQUEEZE_AT,
  GUD_SQUEEZE_FIGURES = GUD_SQUEEZE_AT + 3
};

typedef struct {
  double radius;    /* of the ball, R */
  double clearance; /* c = R_socket - R */
  double viscosity; /* mu */
  int    cavitation;
  int    wedge; /* 1: tangential motion and spin act too (gud_squeeze_wedge_force) */
} GudSqueeze;

/* The squeeze film alone, whatever `wedge` is. J, if not NULL: 3x6 row-major, by e then et. */
GudStatus gud_squeeze_force(const GudSqueeze *film, const GudScalar e[3], const GudScalar et[3],
                            GudScalar F[3], GudScalar *J);

/* Force F and torque T. J, if not NULL: 6x9 row-major, rows F then T, columns e, et, w. With wedge = 0 this
   is the force above and no torque. */
GudStatus gud_squeeze_wedge_force(const GudSqueeze *film, const GudScalar e[3], const GudScalar et[3],
                                  const GudScalar w[3], GudScalar F[3], GudScalar T[3], GudScalar *J);

/* Pressure at an angle from the line of centres (0: thinnest film), squeeze film alone; 0 without a film. At
   e = 0 the line of centres is that of et. */
double gud_squeeze_pressure(const GudSqueeze *film, const GudScalar e[3], const GudScalar et[3],
                            double angle);

/* Pressure in direction d (a unit vector from the socket's centre), wedge and squeeze. */
double gud_squeeze_wedge_pressure(const GudSqueeze *film, const GudScalar e[3], const GudScalar et[3],
                                  const GudScalar w[3], const double d[3]);

/* out[GUD_SQUEEZE_FIGURES]: least thickness, largest pressure, power lost, direction of that pressure (0: there is none); those of
   the wedge if film->wedge. */
void gud_squeeze_figures(const GudSqueeze *film, const GudScalar e[3], const GudScalar et[3],
                         const GudScalar w[3], double *out);

#endif
