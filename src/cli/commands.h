/* The commands: each takes the arguments behind its name and returns an exit code (0, 2 bad input, 3 failed, 4 a limit is
   exceeded, 130 Ctrl-C). */
#ifndef GUD_COMMANDS_H
#define GUD_COMMANDS_H

#include "simulation.h"
#include "study/files.h"
#include "study/study.h"

#include <stddef.h>

/* One argument of a command: an option, or a plain one. */
typedef enum {
  GUD_ARG_FLAG,   /* int: 1 if it is given */
  GUD_ARG_TEXT,   /* const char *: NULL if it is not given */
  GUD_ARG_TEXTS,  /* GudTexts: may be given several times */
  GUD_ARG_NUMBER, /* double, may have a unit: NaN if it is not given */
  GUD_ARG_COUNT,  /* int above 0: 0 if it is not given */
  GUD_ARG_PETSC, /* GudTexts: options with one dash and their values, to hand on to other processes. A command that
                      runs PETSc itself needs none: PETSc reads them */
  GUD_ARG_ALL,   /* GudTexts: all arguments, options included; a script reads them */
  GUD_ARG_SCRIPT /* an option of that script, for help only */
} GudArgKind;

typedef struct {
  const char *name;  /* of an option "--out", of an argument "MODEL" */
  const char *value; /* of an option: what its value is, "DIR" */
  const char *doc;
  GudArgKind  kind;
  size_t      offset;   /* of the field in the structure of the command */
  const char *required; /* the question when it is missing, "which model?"; NULL: it may be left out */
  GudDim      dim;      /* of a number: units of this dimension are taken */
  double      unit;     /* of the field in SI, which bare numbers have, too; 0: 1 */
} GudArg;

/* A command: one file with one such table, and one line in commands.def. */
typedef struct {
  const char   *name;
  const char   *usage;
  const char   *summary;
  const GudArg *args; /* may be NULL */
  int           num_args;
  size_t        size;  /* of the structure that the arguments are read into */
  int           plain; /* needs no PETSc and no MPI: starts processes of its own, or none */
  PetscErrorCode (*run)(const void *args, int *code);
} GudCommand;

extern const GudCommand *const gud_commands[]; /* ends with NULL */

/* Rows that several commands have, for a structure T with such a field. */
#define GUD_ARG_SET(T, field)                                                                     \
  {                                                                                               \
    "--set", "NAME=VALUE", "value of a parameter, with its unit; may be repeated", GUD_ARG_TEXTS, \
      offsetof(T, field), NULL                                                                    \
  }
#define GUD_ARG_JOBS(T, field)                                                              \
  {                                                                                         \
    "--jobs", "N", "number of runs at the same time; all cores if left out", GUD_ARG_COUNT, \
      offsetof(T, field), NULL                                                              \
  }
#define GUD_ARG_OUT(T, field)                                                        \
  {                                                                                  \
    "--out", "DIR", "folder for the results", GUD_ARG_TEXT, offsetof(T, field), NULL \
  }
#define GUD_ARG_QUIET(T, field)                                                        \
  {                                                                                    \
    "--quiet", NULL, "no progress, no summary", GUD_ARG_FLAG, offsetof(T, field), NULL \
  }
#define GUD_ARG_MODEL(T, field)                                                       \
  {                                                                                   \
    "MODEL", NULL, "the model file", GUD_ARG_TEXT, offsetof(T, field), "which model?" \
  }
#define GUD_ARG_FOR_PETSC(T, field)                                        \
  {                                                                        \
    "-", NULL, "options of PETSc", GUD_ARG_PETSC, offsetof(T, field), NULL \
  }

/* Reads the arguments behind a command's name into its structure, which is cleared first, by the command's table. 0 after an
   error (message printed, once however many processes there are). */
int gud_args_read(const GudCommand *command, int argc, char **argv, void *args);
/* Reads them and runs the command. */
PetscErrorCode GudCommandCall(const GudCommand *command, int argc, char **argv, int *code);
/* usage and options of a command, as --help prints them */
void gud_command_print(const GudCommand *command, FILE *f);

/* A file or folder that is installed with the program, in share/gudgeon; 0: it is not there. */
int gud_find_shared(const char *name, char path[GUD_PATH_SIZE]);

/* Becomes that script, with these arguments; returns only where that is impossible. */
PetscErrorCode GudScriptRun(const char *name, const GudTexts *args, int *code);

/* gudgeon plot with --probes (plot_curves.c), and its arguments. */
typedef struct {
  GudTexts    folders;
  const char *probes, *over, *unit;
  int         spectrum, log, logx, last;
  double      from, to, cycle; /* NaN: not given */
} GudCurves;
PetscErrorCode GudPlotCurves(const GudCurves *args, int *code);
/* Eigenvalues of the points of a sweep, or spectra of a probe (NULL: none), over its parameter (plot_campbell.c). Exit code. */
int gud_plot_campbell(const GudCurves *args, int eigenvalues, const char *probe);
/* Pictures of the chosen results of a sweep (plot_effects.c); their number. */
struct GudSweep;
int gud_plot_effects(const struct GudSweep *sw);
/* Diagrams of all joints with clearance into a gnuplot script (plot_bearings.c); their number. */
int gud_plot_bearings(FILE *g, const char *folder);
/* Branches of periodic motions (plot_branch.c), over the points of a sweep (NULL: none); number of pictures. */
int gud_plot_branch(FILE *g, const char *folder, const char *behind);
/* Diagrams of the surfaces in surface_JOINT.csv (plot_surfaces.c); their number. */
int gud_plot_surfaces(FILE *g, const char *folder);
/* The same of polar_NAME.csv (plot_polar.c). */
int gud_plot_polar(FILE *g, const char *folder);

#endif
