/* Envelopes: largest and smallest value of every field (stress, section force) at every node of chosen bodies, over all
   accepted steps from `settle` on; of beams over the corners of the section. At the end of a run

     envelope_BODY.csv   node, x, y, z as drawn, then FIELD_max, FIELD_min with units (plain: without)
     envelope_BODY.vtu   the body as drawn, with the same fields

   It reads states and changes none; a checkpoint keeps what it has seen. */
#ifndef GUD_ENVELOPE_H
#define GUD_ENVELOPE_H

#include "model/model.h"

#include <petscsys.h>

typedef struct GudEnvelope GudEnvelope;
struct GudArchive;

/* NULL: no bodies. All names are those of flexible bodies (gud_envelope_check). */
GudEnvelope *gud_envelope_create(const GudModel *m, const GudStringList *bodies);
void         gud_envelope_destroy(GudEnvelope *e);
void         gud_envelope_look(GudEnvelope *e, const double *q);
void         gud_envelope_archive(GudEnvelope *e, struct GudArchive *ar);
/* Only the process that writes. */
PetscErrorCode GudEnvelopeWrite(const GudEnvelope *e, const char *folder, int digits, int plain);

/* Errors for names that are no flexible bodies with fields. node: the list in the file */
void gud_envelope_check(const GudModel *m, const GudStringList *bodies, const GudNode *node, GudDiag *diag);

#endif
