/* What all studies of many runs are given: the model, what is set in it, where results go, and who gets messages. A study starts the
   runs as processes of their own (jobs.h), so it is called by programs that have not started MPI. */
#ifndef GUD_STUDY_H
#define GUD_STUDY_H

enum { GUD_MAX_TEXTS = 200 };
typedef struct {
  const char *text[GUD_MAX_TEXTS];
  int         num;
} GudTexts;

typedef struct {
  const char *model, *out;                  /* out NULL: results/NAME_STUDY */
  GudTexts    sets;                         /* "name=value" */
  GudTexts    petsc;                        /* options of PETSc, handed on to the runs */
  int         jobs;                         /* runs at the same time; 0: one for each processor */
  const char *program;                      /* path of gudgeon; NULL: this program is gudgeon */
  void (*say)(void *ctx, const char *line); /* errors and notes, one line each; NULL: stderr */
  void *ctx;                                /* of say */
} GudStudy;

/* One line for the user; 0, so that a function can return it. */
__attribute__((format(printf, 2, 3))) int gud_study_say(const GudStudy *study, const char *format, ...);
/* Runs at the same time, and the program that makes them. */
int  gud_study_jobs(const GudStudy *study);
void gud_study_program(const GudStudy *study, char *path, unsigned size);

#endif
