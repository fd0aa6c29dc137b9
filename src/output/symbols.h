/* Symbols of joints, forces and the ground in pictures: pins in eyes, journals in bores, balls, rails, coils, arrows,
   pedestals. FOLDER/vtk/symbols_NNNNNN.vtu, cell fields `body` (whose it is, 0: the ground's) and `symbol` (a kind below).

   In the plane bodies are drawn as plates of one thickness in layers, so that neighbours do not lie in each other: */
#ifndef GUD_SYMBOLS_H
#define GUD_SYMBOLS_H

#include "output/vtk.h"
#include "system/evaluated.h"

/* Kinds, and their words in run.json, where the list `symbols` has them in the order of their numbers. */
/* clang-format off */
#define GUD_DRAWN_KINDS(KIND) \
  KIND(NONE, "") KIND(PIN, "pin") KIND(EYE, "eye") KIND(BALL, "ball") KIND(GROUND, "ground") KIND(SPRING, "spring") \
  KIND(DAMPER, "damper") KIND(RAIL, "rail") KIND(GUIDE, "guide") KIND(ARROW, "arrow") KIND(ROD, "rod")              \
  KIND(CONTACT, "contact") /* a point of contact, while it is closed */ KIND(BUSH, "bush")
/* clang-format on */
enum {
#define KIND(id, word) GUD_DRAWN_##id,
  GUD_DRAWN_KINDS(KIND)
#undef KIND
};

/* Sizes of a drawing. */
typedef struct {
  double  size;      /* of the whole model at the start, m */
  double  pin;       /* radius of a pin of which nothing is known */
  double  thickness; /* of plates in the plane; 0 in space */
  double *layer;     /* z of the middle of each body's plate; NULL in space */
} GudDrawing;

void gud_drawing_create(const GudSystem *sys, GudDrawing *out); /* collective, of a model in parts */
void gud_drawing_free(GudDrawing *d);

/* Places of joints on a body, in body axes at the start, at most `max`, each once: a rigid link is drawn between them. */
int gud_drawing_places(const GudModel *m, int body, int max, double (*X)[3]);

typedef struct GudSymbols GudSymbols;

GudSymbols *gud_symbols_create(const GudModel *m, const GudDrawing *d, double exaggerate);
void        gud_symbols_destroy(GudSymbols **s);
int         gud_symbols_any(const GudSymbols *s);
/* shift: of every body, in an enlarged drawing; closed: of every force, 1 while its contact is closed. 0, or the error is that
   of the writer. */
int gud_symbols_write(GudSymbols *s, GudEvaluated *at, double (*shift)[3], const int *closed, GudVtk *vtk,
                      const char *path);

#endif
