/* The model of a study, read once with certain values, for its errors, parameters and probes; the runs read it again. */
#ifndef GUD_STUDY_MODEL_H
#define GUD_STUDY_MODEL_H

#include "simulation.h"
#include "study/study.h"

typedef struct {
  GudInput           in; /* in.diag: messages; in.model is NULL after errors */
  GudOptions         analysis;
  GudOutputOptions   output;
  GudPoincareOptions poincare;
  GudSection         sections[GUD_NUM_SECTIONS];
} GudStudyModel;

/* sets: "name=value", behind those of the study. 0: there are errors. To be freed in any case. */
int  gud_study_read(const GudStudy *study, const char *const *sets, int num, GudStudyModel *m);
void gud_study_model_free(GudStudyModel *m);

#endif
