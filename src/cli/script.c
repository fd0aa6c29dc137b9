/* Scripts that are installed with the program, run by the system's Python, which is the one that Debian's VTK serves
   (GUDGEON_PYTHON: another one). */
#include "cli/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* PREFIX/bin/gudgeon has them in PREFIX/share/gudgeon, a build tree in share/gudgeon beside the program. Where there is no /proc
   (chroot), the places of Debian's package and of `cmake --install` are tried. */
int gud_find_shared(const char *name, char path[GUD_PATH_SIZE])
{
  static const char *const places[] = {"share/gudgeon", "../share/gudgeon"};
  static const char *const usual[]  = {"/usr/share/gudgeon", "/usr/local/share/gudgeon"};
  char                     exe[GUD_MAX_FOLDER + 1];
  ssize_t                  n = readlink("/proc/self/exe", exe, sizeof exe - 1);
  exe[n > 0 ? n : 0]         = '\0';
  char *slash                = strrchr(exe, '/');
  if (slash) *slash = '\0';
  for (int i = 0; i < GUD_COUNT(places); i++) {
    if (slash) snprintf(path, GUD_PATH_SIZE, "%s/%s/%s", exe, places[i], name);
    else snprintf(path, GUD_PATH_SIZE, "%s/%s", usual[i], name);
    if (!access(path, R_OK)) return 1;
  }
  return 0;
}

PetscErrorCode GudScriptRun(const char *name, const GudTexts *given, int *code)
{
  const char *python = getenv("GUDGEON_PYTHON");
  char        path[GUD_PATH_SIZE];
  char      **args = gud_alloc(sizeof(char *) * (size_t)(given->num + 3));
  PetscFunctionBeginUser;
  *code = GUD_FAILED;
  if (!python || !*python) python = "/usr/bin/python3";
  args[0] = (char *)python, args[1] = path;
  for (int i = 0; i < given->num; i++) args[2 + i] = (char *)given->text[i];
  if (!gud_find_shared(name, path)) fprintf(stderr, "error: %s is not installed with the program\n", name);
  else {
    fflush(stdout);
    execvp(python, args);
    fprintf(stderr, "error: cannot start %s: %s\n", python, strerror(errno));
  }
  free(args);
  PetscFunctionReturn(PETSC_SUCCESS);
}
