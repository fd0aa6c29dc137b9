/* gudgeon COMMAND ...: finds the command, starts PETSc, turns outcomes into exit codes. */
#include "cli/commands.h"
#include "cli/signals.h"

#include "base/clean.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void usage(FILE *out)
{
  fprintf(out,
          "gudgeon %s: mechanisms whose links bend and whose joints are real\n\nusage: gudgeon COMMAND ...; "
          "gudgeon COMMAND --help lists its arguments and options\n\n",
          GudVersion());
  for (int i = 0; gud_commands[i]; i++)
    fprintf(out, "  %-11s %s\n", gud_commands[i]->name, gud_commands[i]->summary);
  fprintf(out, "\nPETSc options work too: -snes_monitor, -snes_type, -log_view. In parallel: mpiexec -n N "
               "gudgeon run MODEL\n");
}

/* Names of folders and models are shown on the terminal and in run.log: control characters are refused here, for
   all of them. So are options that PETSc must not get. */
static int args_are_clean(int argc, char **argv)
{
  char word[GUD_REFUSED_SIZE];
  for (int i = 1; i < argc; i++)
    if (gud_has_control(argv[i])) {
      fprintf(stderr, "error: argument %d of the command line has a control character\n", i);
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

/* A script prints its help itself. */
static int is_script(const GudCommand *command)
{
  return command->num_args > 0 && command->args[0].kind == GUD_ARG_ALL;
}

int main(int argc, char **argv)
{
  int               code    = 0;
  const GudCommand *command = NULL;
  /* MPI's hwloc would look for graphics cards through the X server, and one that ends takes the program with it */
  setenv("HWLOC_COMPONENTS", "-gl", 0);
  if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
    usage(argc < 2 ? stderr : stdout);
    return argc < 2 ? 2 : 0;
  }
  if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V") || !strcmp(argv[1], "version")) {
    printf("gudgeon %s (%s)\n", GudVersion(), GudGitId());
    return 0;
  }
  for (int i = 0; gud_commands[i]; i++)
    if (!strcmp(gud_commands[i]->name, argv[1])) command = gud_commands[i];
  if (!command) {
    const char *names[40];
    char        hint[GUD_HINT_SIZE];
    int         num = 0;
    for (int i = 0; gud_commands[i] && num < GUD_COUNT(names); i++) names[num++] = gud_commands[i]->name;
    size_t length = strlen(argv[1]);
    int    model  = (length > 5 && !strcmp(argv[1] + length - 5, ".yaml")) ||
                (length > 4 && !strcmp(argv[1] + length - 4, ".yml"));
    fprintf(stderr, "gudgeon: unknown command '%.200s'%s%.200s%s\n", argv[1],
            model ? "; did you mean 'gudgeon run " : gud_hint(hint, argv[1], names, num),
            model ? argv[1] : "", model ? "'?" : "");
    fprintf(stderr, "gudgeon --help lists the commands\n");
    return 2;
  }
  for (int i = 2; i < argc && !is_script(command); i++)
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
      gud_command_print(command, stdout);
      return 0;
    }
  if (!args_are_clean(argc, argv)) return GUD_BAD_INPUT;
  gud_signals_install();
  /* the arguments are kept for us: PETSc takes its options out of a copy of the list */
  char **args = malloc(sizeof(char *) * (size_t)(argc + 1));
  if (!args) {
    fprintf(stderr, "error: out of memory\n");
    return GUD_FAILED;
  }
  memcpy(args, argv, sizeof(char *) * (size_t)argc);
  args[argc]       = NULL;
  PetscErrorCode e = command->plain ? PETSC_SUCCESS : GudInitialize(&argc, &argv);
  if (e) return GUD_FAILED;
  gud_signals_install();
  int num = 0;
  while (args[num]) num++;
  e = GudCommandCall(command, num - 2, args + 2, &code);
  free(args);
  if (e) code = failed(command);
  else if (!command->plain && !code) warn_of_unused();
  if (!said_all()) code = code ? code : GUD_FAILED;
  e = GudFinalize();
  return code ? code : e ? GUD_FAILED : 0;
}
