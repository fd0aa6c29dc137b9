/* gudgeon new: a commented model to start from, copied from share/gudgeon/templates. */
#include "cli/commands.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_TEMPLATES = 50 };

static int by_text(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names of the templates; the caller frees them */
static int list_templates(const char *folder, char *names[MAX_TEMPLATES])
{
  DIR                 *d   = opendir(folder);
  int                  num = 0;
  const struct dirent *e;
  while (d && (e = readdir(d)) && num < MAX_TEMPLATES) {
    const char *dot = strstr(e->d_name, ".yaml");
    if (!dot || dot[5] || e->d_name[0] == '.') continue;
    names[num] = strdup(e->d_name);
    if (!names[num]) break;
    names[num++][dot - e->d_name] = '\0';
  }
  if (d) closedir(d);
  qsort(names, (size_t)num, sizeof *names, by_text);
  return num;
}

/* 0 after an error (message printed). A file that is there is not overwritten. */
static int copy_template(const char *from, const char *to)
{
  char  text[4096];
  FILE *in  = fopen(from, "r"), *f;
  int   out = in ? open(to, O_WRONLY | O_CREAT | O_EXCL, 0666) : -1, bad = 0;
  if (!in || out < 0) {
    int e = errno;
    fprintf(stderr, "error: %s: %s\n", in ? to : from, in && e == EEXIST ? "is there already" : strerror(e));
    if (in) fclose(in);
    return 0;
  }
  f = fdopen(out, "w");
  for (size_t n; f && (n = fread(text, 1, sizeof text, in)) > 0;) bad |= fwrite(text, 1, n, f) != n;
  bad |= ferror(in) | !f;
  fclose(in);
  if (f) bad |= fclose(f) != 0;
  if (bad) fprintf(stderr, "error: cannot write %s\n", to);
  return !bad;
}

typedef struct {
  const char *name, *file;
} Args;

static const GudArg args[] = {
  {"NAME", NULL, "a template", GUD_ARG_TEXT, offsetof(Args, name), NULL},
  {"FILE.yaml", NULL, "the file to write; NAME.yaml if left out", GUD_ARG_TEXT, offsetof(Args, file), NULL},
};

static PetscErrorCode run(const void *given, int *code)
{
  const Args *w = given;
  char        folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE + 100], own[200], hint[GUD_HINT_SIZE];
  char       *names[MAX_TEMPLATES] = {0};
  int         num = 0, known = 0;
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  if (!gud_find_shared("templates", folder)) {
    fprintf(stderr, "error: the templates are not installed with the program\n");
    *code = GUD_FAILED;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  num = list_templates(folder, names);
  for (int i = 0; i < num && w->name; i++) known |= !strcmp(names[i], w->name);
  if (!known) {
    if (w->name)
      fprintf(stderr, "error: there is no template '%s'%s\n", w->name,
              gud_hint(hint, w->name, (const char *const *)names, num));
    else fprintf(stderr, "error: which model? gudgeon new NAME [FILE.yaml]\n");
    fprintf(stderr, "templates:");
    for (int i = 0; i < num; i++) fprintf(stderr, " %s", names[i]);
    fprintf(stderr, "\n");
  } else {
    snprintf(path, sizeof path, "%s/%s.yaml", folder, w->name);
    snprintf(own, sizeof own, "%.190s.yaml", w->name);
    const char *to = w->file ? w->file : own;
    if (copy_template(path, to)) {
      printf("%s is written. Next:\n  gudgeon check %s\n  gudgeon run %s\n", to, to, to);
      *code = 0;
    }
  }
  for (int i = 0; i < num; i++) free(names[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_new = {
  .name     = "new",
  .usage    = "new NAME [FILE.yaml]",
  .summary  = "write a commented model to start from: slider_crank, ...",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(Args),
  .plain    = 1,
  .run      = run,
};
