/* The commands: each takes the words behind its name and returns an exit code (0, 2 bad input, 3 failed, 4 a limit is passed, 130
   Ctrl-C). */
#ifndef GUD_COMMANDS_H
#define GUD_COMMANDS_H

#include "simulation.h"

typedef struct {
  const char *name; /* with its value: "--out DIR" */
  const char *doc;
} GudCommandOption;

typedef struct {
  const char *name;
  const char *usage;
  const char *summary;
  PetscErrorCode (*run)(int argc, char **argv, int *code);
  int                     plain;   /* needs no PETSc and no MPI: starts processes of its own, or none */
  int                     script;  /* reads --help itself */
  const GudCommandOption *options; /* for help; ends with a NULL name; may be NULL */
} GudCommand;

extern const GudCommand gud_commands[]; /* NULL-terminated */

PetscErrorCode GudCommandRun(int argc, char **argv, int *code);
PetscErrorCode GudCommandCheck(int argc, char **argv, int *code);
PetscErrorCode GudCommandHelp(int argc, char **argv, int *code);
PetscErrorCode GudCommandSchema(int argc, char **argv, int *code);
PetscErrorCode GudCommandNew(int argc, char **argv, int *code);
PetscErrorCode GudCommandCompletion(int argc, char **argv, int *code);
PetscErrorCode GudCommandMan(int argc, char **argv, int *code);
PetscErrorCode GudCommandPlot(int argc, char **argv, int *code);
/* gudgeon plot with --probes (plot_curves.c). */
PetscErrorCode gud_plot_curves(int argc, char **argv, int *code);
PetscErrorCode GudCommandConverge(int argc, char **argv, int *code);
PetscErrorCode GudCommandSweep(int argc, char **argv, int *code);
PetscErrorCode GudCommandClassify(int argc, char **argv, int *code);
PetscErrorCode GudCommandCompare(int argc, char **argv, int *code);
PetscErrorCode GudCommandRender(int argc, char **argv, int *code);
PetscErrorCode GudCommandReport(int argc, char **argv, int *code);

/* A file or folder that is installed with the program, in share/gudgeon; 0: it is not there. */
enum { GUD_PATH_SIZE = GUD_MAX_FOLDER + 300 };
int gud_find_shared(const char *name, char path[GUD_PATH_SIZE]);

/* results/NAME for .../NAME.yaml */
void gud_default_folder(const char *model, char *out, size_t size);

/* The folder of a study of many runs, `given` or results/NAME and `suffix`, made and locked until the process ends: only one
   works in it at a time. 0 after an error (message printed). */
int gud_study_folder(const char *model, const char *suffix, const char *given, char out[GUD_MAX_FOLDER + 1]);

/* FOLDER/NAME is written beside, as tmp, and renamed when it is closed. NULL, or 0, after an error (message printed). */
FILE *gud_open_beside(const char *folder, const char *name, char tmp[GUD_PATH_SIZE]);
int   gud_close_beside(const char *folder, const char *name, const char *tmp, FILE *f);
/* Line `number` (0: header) of a csv, without its end and without control characters; NULL if it is not there. The caller
   frees it. */
char *gud_csv_line(const char *folder, const char *name, int number);
/* The header alike, without units: "film_min [m]" is film_min. */
char *gud_csv_names(const char *folder, const char *name);
/* Cuts the unit behind a name in a header, "film_min [m]"; what stands in the brackets, or "". */
const char *gud_cut_unit(char *name);
/* The unit of a probe in run.json, for csv files without units (output: {header: columns}); "" if it is not there. */
void gud_probe_unit_of(const char *folder, const char *name, char *unit, size_t size);
/* A text as one field of a csv, in quotes where it needs them. */
void gud_csv_text(FILE *f, const char *text);

/* Words of a command line: MODEL, --set name=value, --out DIR, --resume DIR; what begins with a single - goes to PETSc. */
typedef struct {
  const char *model, *out, *resume;
  const char *sets[200];
  int         num_sets;
  int         quiet, check_limits, force;
} GudWords;
/* 0 after an error (message printed). allowed: e.g. "set out resume quiet". */
int gud_words_read(int argc, char **argv, const char *allowed, GudWords *w);

#endif
