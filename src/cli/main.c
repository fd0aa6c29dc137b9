/* gudgeon COMMAND ...: finds the command, starts PETSc, turns outcomes into exit codes. */
#include "cli/commands.h"
#include "cli/signals.h"

#include "base/clean.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SET                                                                    \
  {                                                                            \
    "--set NAME=VALUE", "value of a parameter, with its unit; may be repeated" \
  }
#define JOBS                                                             \
  {                                                                      \
    "--jobs N", "number of runs at the same time; all cores if left out" \
  }
#define END    \
  {            \
    NULL, NULL \
  }
static const GudCommandOption run_options[] = {
  SET,
  {"--out DIR", "folder for the results; results/MODEL if left out"},
  {"--force", "remove the results of an earlier run that are in the folder"},
  {"--resume DIR", "continue the run of that folder; with --set end=VALUE beyond its end"},
  {"--check-limits", "exit code 4 if a limit of the model is exceeded"},
  {"--quiet", "no progress, no summary"},
  END};
static const GudCommandOption check_options[]    = {SET, END};
static const GudCommandOption classify_options[] = {SET, {"--out DIR", "folder for the results"}, END};
static const GudCommandOption converge_options[] = {
  {"--vary NAME=V1,V2,V3", "parameter and its values, from coarse to fine; may be repeated"},
  {"--probe A,B", "probes to compare; all if left out"},
  {"--at T", "instant of the comparison; the end if left out"},
  {"--max", "compare the largest values instead"},
  {"--no-time", "leave out the columns of CPU time"},
  SET,
  {"--out DIR", "folder for the results"},
  JOBS,
  END};
static const GudCommandOption sweep_options[] = {
  {"--over NAME=FROM:TO:COUNT", "parameter and its values, or NAME=V1,V2,..."},
  {"--log", "values in geometric steps"},
  {"--classify", "classify each motion, too"},
  SET,
  {"--out DIR", "folder for the results"},
  JOBS,
  END};

const GudCommand gud_commands[] = {
  {"run", "run MODEL [--set name=value]... [--out DIR] [--force] [--resume DIR] [--check-limits] [--quiet]",
   "simulate; results in one folder", GudCommandRun, 0, 0, run_options},
  {"check", "check MODEL [--set name=value]...", "all errors of a model file, without running; mobility",
   GudCommandCheck, 0, 0, check_options},
  {"converge", "converge MODEL --vary name=v1,v2,v3 [--probe a,b] [--at t]",
   "refine step, elements or type: orders, extrapolation, cost; on all cores", GudCommandConverge, 1, 0,
   converge_options},
  {"sweep", "sweep MODEL --over name=from:to:count [--log] [--classify]",
   "one parameter over many values, on all cores; continues after an interruption", GudCommandSweep, 1, 0,
   sweep_options},
  {"classify", "classify MODEL [--set name=value]... [--out DIR]",
   "periodic, quasi-periodic or chaotic: period, largest Lyapunov exponent", GudCommandClassify, 0, 0,
   classify_options},
  {"compare", "compare FOLDER REFERENCE_FOLDER",
   "amplification of each probe: largest value over that of another run, less 1", GudCommandCompare, 1, 0,
   NULL},
  {"plot", "plot FOLDER... [--probes a,b [--over P]] [--orbit x,y] [--map x,y]",
   "png and svg of probes, orbits, Poincare maps, bifurcation diagrams (gnuplot)", GudCommandPlot, 1, 0,
   NULL},
  {"render", "render FOLDER [--at T | --movie FILE] [--field NAME]",
   "pictures and movies of the mechanism (VTK, ffmpeg)", GudCommandRender, 1, 1, NULL},
  {"report", "report FOLDER... [--out FILE.html]",
   "one page for the browser: the mechanism moving, curves, orbits, limits", GudCommandReport, 1, 1, NULL},
  {"new", "new NAME [FILE.yaml]", "write a commented model to start from: slider_crank, ...", GudCommandNew,
   1, 0, NULL},
  {"help", "help [THING | --markdown [language]]", "what a model file may contain", GudCommandHelp, 0, 0,
   NULL},
  {"schema", "schema", "JSON schema of the model file, for editors", GudCommandSchema, 1, 0, NULL},
  {"completion", "completion bash", "completion of commands and options for bash", GudCommandCompletion, 1, 0,
   NULL},
  {"man", "man", "the manual page, in roff", GudCommandMan, 1, 0, NULL},
  {NULL, NULL, NULL, NULL, 0, 0, NULL},
};

static void usage(FILE *out)
{
  fprintf(out, "gudgeon %s: mechanisms whose links bend and whose joints are real\n\n", GudVersion());
  for (int i = 0; gud_commands[i].name; i++)
    fprintf(out, "  gudgeon %-60s %s\n", gud_commands[i].usage, gud_commands[i].summary);
  fprintf(out, "\nPETSc options work too: -snes_monitor, -snes_type, -log_view. In parallel: mpiexec -n N "
               "gudgeon run MODEL\n");
}

/* Is the word one of those in a list with spaces? */
static int in_list(const char *list, const char *word)
{
  size_t n = strlen(word);
  for (const char *p = list; *word && (p = strstr(p, word)); p += n)
    if ((p == list || p[-1] == ' ') && (!p[n] || p[n] == ' ')) return 1;
  return 0;
}

/* once, however many processes there are */
#define say(...) (void)PetscFPrintf(PETSC_COMM_WORLD, stderr, __VA_ARGS__)

int gud_words_read(int argc, char **argv, const char *allowed, GudWords *w)
{
  memset(w, 0, sizeof *w);
  for (int i = 0; i < argc; i++) {
    const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (!strncmp(a, "--", 2)) {
      const char *name        = a + 2;
      int         needs_value = strcmp(name, "quiet") != 0 && strcmp(name, "check-limits") != 0 &&
                        strcmp(name, "force") != 0;
      if (!in_list(allowed, name)) {
        say("error: unknown option %s (%s", a, *allowed ? "known here:" : "none is known here");
        for (const char *p = allowed; *p; p++) {
          if (p == allowed || p[-1] == ' ') say(" --");
          if (*p != ' ') say("%c", *p);
        }
        say(")\n");
        return 0;
      }
      if (needs_value && (!value || !*value)) {
        say("error: %s needs a value\n", a);
        return 0;
      }
      if (!strcmp(name, "set")) {
        if (w->num_sets == GUD_COUNT(w->sets)) {
          say("error: more than %d --set\n", w->num_sets);
          return 0;
        }
        w->sets[w->num_sets++] = value;
      } else if (!strcmp(name, "out")) {
        w->out = value;
      } else if (!strcmp(name, "resume")) {
        w->resume = value;
      } else if (!strcmp(name, "quiet")) {
        w->quiet = 1;
      } else if (!strcmp(name, "force")) {
        w->force = 1;
      } else {
        w->check_limits = 1;
      }
      i += needs_value;
    } else if (a[0] == '-' && a[1]) {
      if (value && value[0] != '-' && !strstr(value, ".yaml") && !strstr(value, ".yml"))
        i++; /* a PETSc option and its value */
    } else if (!w->model) {
      w->model = a;
    } else {
      say("error: unexpected word '%s'\n", a);
      return 0;
    }
  }
  return 1;
}

#undef say

/* Names of folders and models are shown on the terminal and stand in run.log: control characters are refused here, for
   all of them. So are options that PETSc must not get. */
static int words_are_clean(int argc, char **argv)
{
  char word[GUD_REFUSED_SIZE];
  for (int i = 1; i < argc; i++)
    if (gud_has_control(argv[i])) {
      fprintf(stderr, "error: word %d of the command line has a control character\n", i);
      return 0;
    }
  if (!gud_petsc_refuses(argc, argv, word)) return 1;
  fprintf(stderr, "error: the option %s is refused: it would load code, read a file or start a debugger\n",
          word);
  return 0;
}

/* A function has returned an error: one sentence. Other processes may wait for this one: they end, too. */
static int failed(const GudCommand *command)
{
  const char *why  = gud_petsc_error();
  int         size = 1;
  fprintf(stderr, "error: %s\n", *why ? why : "an internal error");
  fflush(stderr);
  if (!command->plain) MPI_Comm_size(PETSC_COMM_WORLD, &size);
  if (size > 1) MPI_Abort(PETSC_COMM_WORLD, GUD_FAILED);
  return GUD_FAILED;
}

/* Options with one dash go to PETSc, which reads those that it knows: the others are probably typing errors. */
static void warn_of_unused(void)
{
  PetscInt num   = 0;
  char   **names = NULL, **values = NULL;
  if (PetscOptionsLeftGet(NULL, &num, &names, &values)) return;
  for (PetscInt i = 0; i < num; i++)
    if (names[i][0] != '-')
      (void)PetscFPrintf(PETSC_COMM_WORLD, stderr,
                         "warning: option -%s is not known here: neither gudgeon nor PETSc used it\n",
                         names[i]);
  (void)PetscOptionsLeftRestore(NULL, &num, &names, &values);
}

/* What was printed has arrived. A reader that has gone (head) wanted no more. */
static int said_all(void)
{
  errno = 0;
  if ((!fflush(stdout) && !ferror(stdout)) || errno == EPIPE) return 1;
  fprintf(stderr, "error: cannot write to the terminal: %s\n", strerror(errno ? errno : EIO));
  return 0;
}

int main(int argc, char **argv)
{
  int               code    = 0;
  const GudCommand *command = NULL;
  if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
    usage(argc < 2 ? stderr : stdout);
    return argc < 2 ? 2 : 0;
  }
  if (!strcmp(argv[1], "--version")) {
    printf("gudgeon %s (%s)\n", GudVersion(), GudGitId());
    return 0;
  }
  for (int i = 0; gud_commands[i].name; i++)
    if (!strcmp(gud_commands[i].name, argv[1])) command = &gud_commands[i];
  if (!command) {
    const char *names[40];
    char        hint[GUD_HINT_SIZE];
    int         num = 0;
    for (int i = 0; gud_commands[i].name; i++) names[num++] = gud_commands[i].name;
    fprintf(stderr, "gudgeon: unknown command '%s'%s\n\n", argv[1], gud_hint(hint, argv[1], names, num));
    usage(stderr);
    return 2;
  }
  for (int i = 2; i < argc && !command->script; i++)
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
      printf("usage: gudgeon %s\n%s\n", command->usage, command->summary);
      for (const GudCommandOption *o = command->options; o && o->name; o++)
        printf("  %-26s %s\n", o->name, o->doc);
      return 0;
    }
  if (!words_are_clean(argc, argv)) return GUD_BAD_INPUT;
  gud_signals_install();
  /* words are kept for us: PETSc takes its options out of a copy of the list */
  char **words = malloc(sizeof(char *) * (size_t)(argc + 1));
  if (!words) {
    fprintf(stderr, "error: out of memory\n");
    return GUD_FAILED;
  }
  memcpy(words, argv, sizeof(char *) * (size_t)argc);
  words[argc]      = NULL;
  PetscErrorCode e = command->plain ? PETSC_SUCCESS : GudInitialize(&argc, &argv);
  if (e) return GUD_FAILED;
  gud_signals_install();
  int num = 0;
  while (words[num]) num++;
  e = command->run(num - 2, words + 2, &code);
  free(words);
  if (e) code = failed(command);
  else if (!command->plain && !code) warn_of_unused();
  if (!said_all()) code = code ? code : GUD_FAILED;
  e = GudFinalize();
  return code ? code : e ? GUD_FAILED : 0;
}
