/* ParaView frames: bodies with their real shapes (FOLDER/vtk/bodies_NNNNNN.vtu), joints with their reaction forces
   (FOLDER/vtk/joints_NNNNNN.vtu), oil films if there are any (FOLDER/vtk/films_NNNNNN.vtu), symbols of joints and forces
   (FOLDER/vtk/symbols_NNNNNN.vtu), collected in FOLDER/run.pvd. */
#ifndef GUD_FRAMES_H
#define GUD_FRAMES_H

#include "system/evaluated.h"

typedef struct GudFrames GudFrames;

typedef struct {
  double exaggerate;  /* relative motion inside joints is drawn enlarged by this */
  int    bezier;      /* beams as cubic Bezier cells, exact along the axis, instead of straight pieces */
  int    machine;     /* plates in layers, bars from joint to joint, symbols; 0: shapes as they are */
  int    plain_names; /* fields without units */
} GudFrameOptions;

/* resume: go on after time t. */
PetscErrorCode GudFramesCreate(GudSystem *sys, const char *folder, const GudFrameOptions *opt, int resume,
                               double t, GudFrames **f);
PetscErrorCode GudFramesWrite(GudFrames *f, GudEvaluated *at);
/* The bodies displaced by a multiple of phi (nq) so that the largest displacement is `size` (m), as file `name` in the
   folder, with the field `displacement`. Belongs to no time of the run: it is not listed in run.pvd. */
PetscErrorCode GudFramesWriteShape(GudFrames *f, const GudPoint *p, const double *phi, double size,
                                   double time, const char *name);
PetscErrorCode GudFramesFlush(GudFrames *f);
/* The frames so far and the list of them are brought to disk; errno, or 0. */
int            gud_frames_sync(GudFrames *f);
PetscErrorCode GudFramesDestroy(GudFrames **f);
int            gud_frames_num(const GudFrames *f);

#endif
