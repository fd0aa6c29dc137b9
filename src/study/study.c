#include "study/study.h"

#include "study/jobs.h"

#include <stdarg.h>
#include <stdio.h>

int gud_study_say(const GudStudy *study, const char *format, ...)
{
  char    line[1500];
  va_list list;
  va_start(list, format);
  vsnprintf(line, sizeof line, format, list);
  va_end(list);
  if (study->say) study->say(study->ctx, line);
  else fprintf(stderr, "%s\n", line);
  return 0;
}

int gud_study_jobs(const GudStudy *study)
{
  return study->jobs ? study->jobs : gud_jobs_processors();
}

void gud_study_program(const GudStudy *study, char *path, unsigned size)
{
  if (study->program) snprintf(path, size, "%s", study->program);
  else gud_jobs_program(path, size);
}
