#include "study/model.h"

#include <stdlib.h>

int gud_study_read(const GudStudy *study, const char *const *sets, int num, GudStudyModel *m)
{
  *m               = (GudStudyModel){0};
  const char **all = gud_alloc(sizeof *all * (size_t)(study->sets.num + num + 1));
  for (int i = 0; i < study->sets.num; i++) all[i] = study->sets.text[i];
  for (int i = 0; i < num; i++) all[study->sets.num + i] = sets[i];
  gud_sections(&m->analysis, &m->output, &m->poincare, m->sections);
  gud_input_load(study->model, all, study->sets.num + num, m->sections, &m->in);
  gud_sections_check(&m->in, &m->analysis, &m->output, &m->poincare);
  free(all);
  return m->in.model && !gud_diag_num_errors(m->in.diag);
}

void gud_study_model_free(GudStudyModel *m)
{
  gud_input_free(&m->in);
}
