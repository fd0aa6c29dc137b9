/* Start and end of PETSc: which options it may get, from where, and how its errors are reported.

   Files: PETSc would read .petscrc in the present folder, which may be a folder of models from elsewhere, and load a library
   that stands there. So no such file is read (-skip_petscrc). PETSC_OPTIONS and the command line belong to the user and are
   read, but for options that load code, read further options from files or start a debugger.

   Errors: PETSc's trace of functions says nothing to a user of the command. The first sentence of an error is kept;
   GUDGEON_TRACE=1 in the environment shows the trace. */
#include "simulation.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int  we_started_petsc = 0;
static char first_error[600];

const char *gud_petsc_error(void)
{
  return first_error;
}

/* Beginnings of names; PETSc ignores case. */
static int is_refused(const char *word, size_t length)
{
  static const char *const refused[] = {
    "dll_",  "start_in_debugger", "on_error_attach_debugger", "on_error_emacs", "debugger_",
    "saws",  "options_file",      "options_string_yaml",      "prefix_push",    "skip_petscrc",
    "matlab"};
  while (length && *word == '-') word++, length--;
  for (int i = 0; i < GUD_COUNT(refused); i++)
    if (length >= strlen(refused[i]) && !strncasecmp(word, refused[i], strlen(refused[i]))) return 1;
  for (size_t i = 0; i + 6 <= length; i++) /* -pc_python_type and the like */
    if (!strncasecmp(word + i, "python", 6)) return 1;
  return 0;
}

/* In a text of the environment; dash: its names begin with one, else every word may be a name (YAML). */
static int refused_in(const char *text, int dash, char out[GUD_REFUSED_SIZE])
{
  const char *const blank = " \t\r\n:{},'\"";
  for (const char *s = text; s && *(s += strspn(s, blank)); s += strcspn(s, blank)) {
    size_t n = strcspn(s, blank);
    if ((dash && *s != '-') || !is_refused(s, n)) continue;
    snprintf(out, GUD_REFUSED_SIZE, "%.*s", (int)(n < 60 ? n : 60), s);
    return 1;
  }
  return 0;
}

int gud_petsc_refuses(int argc, char *const *argv, char out[GUD_REFUSED_SIZE])
{
  for (int i = 0; i < argc && argv && argv[i]; i++)
    if (argv[i][0] == '-' && is_refused(argv[i], strcspn(argv[i], "= "))) {
      snprintf(out, GUD_REFUSED_SIZE, "%.60s", argv[i]);
      return 1;
    }
  return refused_in(getenv("PETSC_OPTIONS"), 1, out) || refused_in(getenv("PETSC_OPTIONS_YAML"), 0, out);
}

/* Called for every function that an error passes; the first call has the sentence. */
static PetscErrorCode keep_error(MPI_Comm comm, int line, const char *function, const char *file,
                                 PetscErrorCode code, PetscErrorType type, const char *text, void *ctx)
{
  (void)comm, (void)line, (void)ctx;
  int of_petsc = file && (!strncmp(file, "./src/", 6) || strstr(file, "petsc"));
  if (type != PETSC_ERROR_INITIAL && first_error[0]) return code;
  const char *general = NULL; /* of an error that was caught and passed on: its sentence is lost */
  if (type != PETSC_ERROR_INITIAL) (void)PetscErrorMessage(code, &general, NULL);
  if (general) text = general;
  int memory = code == PETSC_ERR_MEM || (function && strstr(function, "Malloc"));
  if (memory) snprintf(first_error, sizeof first_error, "out of memory");
  else
    snprintf(first_error, sizeof first_error, "%s%s%s%.500s", of_petsc ? "PETSc, " : "",
             of_petsc && function ? function : "", of_petsc ? ": " : "", text ? text : "unknown error");
  for (char *c = first_error; *c; c++)
    if (*c == '\n') *c = ' ';
  return code;
}

/* PETSc's argument list with -skip_petscrc; it lives as long as PETSc. */
static char **with_skip(int argc, char **argv)
{
  static char skip[] = "-skip_petscrc";
  char      **list   = gud_alloc(sizeof(char *) * (size_t)(argc + 2));
  for (int i = 0; i < argc; i++) list[i] = argv[i];
  list[argc] = skip;
  return list;
}

PetscErrorCode GudInitialize(int *argc, char ***argv)
{
  static char  *none[] = {"gudgeon", NULL};
  static char **list;
  char          word[GUD_REFUSED_SIZE];
  PetscBool     running;
  PetscInitialized(&running);
  if (running) return PETSC_SUCCESS;
  int    given = argc && argv && *argv, num = given ? *argc : 1;
  char **words = given ? *argv : none;
  if (gud_petsc_refuses(num, words, word)) {
    fprintf(stderr, "error: the option %s is refused: it would load code, read a file or start a debugger\n",
            word);
    return PETSC_ERR_USER;
  }
  free(list);
  list             = with_skip(num, words), num++;
  PetscErrorCode e = PetscInitialize(&num, &list, NULL, NULL);
  if (e) return e;
  we_started_petsc = 1;
  if (!getenv("GUDGEON_TRACE")) e = PetscPushErrorHandler(keep_error, NULL);
  return e;
}

PetscErrorCode GudFinalize(void)
{
  return we_started_petsc ? PetscFinalize() : PETSC_SUCCESS;
}
