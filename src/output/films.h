/* Oil films for ParaView: pressure and thickness on the surface of every lubricated bearing. The point vector `unwrapped` is
   the place on the unwrapped surface (x = R theta, y = zeta; of a ball: longitude and latitude times R), films one below the
   other: a Calculator with that vector as coordinates shows it. */
#ifndef GUD_FILMS_H
#define GUD_FILMS_H

#include "output/vtk.h"
#include "system/evaluated.h"

/* Does the model have a film at all? */
int gud_films_any(GudSystem *sys);
/* 0, or what gud_vtk_close() says. */
int gud_films_write(GudEvaluated *at, int plain, GudVtk *vtk, const char *path);

#endif
