/* The arguments of a command line, read by the table of the command. */
#include "cli/commands.h"
#include "text/units.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Once, however many processes there are; commands without PETSc are one process. */
__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
  PetscBool   started = PETSC_FALSE;
  PetscMPIInt rank    = 0;
  va_list     list;
  (void)PetscInitialized(&started);
  if (started) MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  if (rank) return;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
}

static int is_option(const GudArg *w)
{
  return !strncmp(w->name, "--", 2);
}

/* The row of a kind; NULL: there is none. */
static const GudArg *find_kind(const GudCommand *c, GudArgKind kind)
{
  for (int i = 0; i < c->num_args; i++)
    if (c->args[i].kind == kind) return &c->args[i];
  return NULL;
}

/* Is `a`, with one dash, an option of the command, whole or by its first letter? PETSc would swallow it. */
static int dash_missing(const GudCommand *c, const char *a)
{
  for (int i = 0; i < c->num_args; i++) {
    const char *name = c->args[i].name + 1;
    if (is_option(&c->args[i]) && (!strcmp(a, name) || (a[1] == name[1] && !a[2]))) {
      say("error: unknown option %s; did you mean '-%s'?\n", a, name);
      return 1;
    }
  }
  return 0;
}

static int unknown_option(const GudCommand *c, const char *a)
{
  const char *names[GUD_MAX_TEXTS];
  char        hint[GUD_HINT_SIZE];
  int         num = 0;
  for (int i = 0; i < c->num_args && num < GUD_MAX_TEXTS; i++)
    if (is_option(&c->args[i])) names[num++] = c->args[i].name;
  say("error: unknown option %s%s (%s", a, gud_hint(hint, a, names, num),
      num ? "known here:" : "none is known here");
  for (int i = 0; i < num; i++) say(" %s", names[i]);
  say(")\n");
  return 0;
}

/* Adds a text to the list of row w. */
static int add_text(const GudArg *w, GudTexts *list, const char *text)
{
  if (list->num == GUD_MAX_TEXTS) {
    say("error: more than %d %s\n", GUD_MAX_TEXTS, w->name);
    return 0;
  }
  list->text[list->num++] = text;
  return 1;
}

/* Puts one word where row w says. */
static int put_arg(const GudArg *w, const char *text, void *args)
{
  void *field = (char *)args + w->offset;
  char *end;
  long  count;
  int   bare;
  char  words[GUD_DIM_SIZE];
  switch (w->kind) {
  case GUD_ARG_FLAG: *(int *)field = 1; return 1;
  case GUD_ARG_TEXT:
    if (*(const char **)field) {
      say("error: only one %s is possible, found a second: %s\n", w->name, text);
      return 0;
    }
    *(const char **)field = text;
    return 1;
  case GUD_ARG_NUMBER:
    if (gud_quantity_of(text, w->dim, field, &bare)) {
      if (!bare && w->unit > 0) *(double *)field /= w->unit;
      return 1;
    }
    say("error: %s takes %s, found '%s'\n", w->name,
        gud_dim_none(w->dim) ? "a number" : gud_dim_words(w->dim, words), text);
    return 0;
  case GUD_ARG_COUNT:
    count = strtol(text, &end, 10);
    if (end > text && !*end && count > 0 && count <= 1000000) {
      *(int *)field = (int)count;
      return 1;
    }
    say("error: %s takes a number above 0, found '%s'\n", w->name, text);
    return 0;
  default: return add_text(w, field, text);
  }
}

/* The first argument that has room: not given yet, or one that may be repeated. NULL: there is none. */
static const GudArg *next_argument(const GudCommand *c, void *args)
{
  for (int i = 0; i < c->num_args; i++) {
    const GudArg *w     = &c->args[i];
    const void   *field = (const char *)args + w->offset;
    if (w->name[0] == '-') continue;
    if (w->kind == GUD_ARG_TEXTS || (w->kind == GUD_ARG_TEXT && !*(const char *const *)field)) return w;
  }
  return NULL;
}

/* An option with one dash belongs to PETSc, and so does the word behind it, unless that is an option or a model. */
static int petsc_args(const char *value)
{
  return value && value[0] != '-' && !strstr(value, ".yaml") && !strstr(value, ".yml") ? 2 : 1;
}

/* Reads one option or argument; how many words of the command line that were, 0 after an error. */
static int read_arg(const GudCommand *c, const char *a, const char *value, void *args)
{
  const GudArg *w = NULL;
  if (!strncmp(a, "--", 2)) {
    for (int i = 0; i < c->num_args && !w; i++)
      if (is_option(&c->args[i]) && !strcmp(a, c->args[i].name)) w = &c->args[i];
    if (!w) return unknown_option(c, a);
    if (w->kind == GUD_ARG_FLAG) return put_arg(w, NULL, args);
    if (value && *value) return 2 * put_arg(w, value, args);
    say("error: %s needs a value\n", a);
    return 0;
  }
  if (a[0] == '-' && a[1]) {
    int num = petsc_args(value);
    if (dash_missing(c, a)) return 0;
    w = find_kind(c, GUD_ARG_PETSC);
    if (!w) return c->plain ? unknown_option(c, a) : num; /* PETSc reads it itself */
    return put_arg(w, a, args) && (num == 1 || put_arg(w, value, args)) ? num : 0;
  }
  w = next_argument(c, args);
  if (w) return put_arg(w, a, args);
  say("error: unexpected argument '%s'%s\n", a,
      *a == '=' ? "; a value is given as name=value, without spaces, or in quotes" : "");
  return 0;
}

static int is_given(const GudArg *w, const void *args)
{
  const void *field = (const char *)args + w->offset;
  return w->kind == GUD_ARG_TEXT ? *(const char *const *)field != NULL : ((const GudTexts *)field)->num > 0;
}

int gud_args_read(const GudCommand *c, int argc, char **argv, void *args)
{
  const GudArg *all = find_kind(c, GUD_ARG_ALL);
  if (c->size) memset(args, 0, c->size);
  for (int i = 0; i < c->num_args; i++)
    if (c->args[i].kind == GUD_ARG_NUMBER) *(double *)(void *)((char *)args + c->args[i].offset) = NAN;
  for (int i = 0, num; i < argc; i += num) {
    num = all ? put_arg(all, argv[i], args) : read_arg(c, argv[i], i + 1 < argc ? argv[i + 1] : NULL, args);
    if (!num) return 0;
  }
  for (int i = 0; i < c->num_args; i++)
    if (c->args[i].required && !is_given(&c->args[i], args)) {
      int n = (int)(strstr(c->usage, " [") ? strstr(c->usage, " [") - c->usage : (long)strlen(c->usage));
      say("error: %s gudgeon %.*s\n", c->args[i].required, n, c->usage);
      return 0;
    }
  return 1;
}

PetscErrorCode GudCommandCall(const GudCommand *command, int argc, char **argv, int *code)
{
  void *args = gud_alloc(command->size ? command->size : 1);
  PetscFunctionBeginUser;
  *code            = GUD_BAD_INPUT;
  PetscErrorCode e = PETSC_SUCCESS;
  if (gud_args_read(command, argc, argv, args)) e = command->run(args, code);
  free(args);
  PetscFunctionReturn(e);
}

void gud_command_print(const GudCommand *command, FILE *f)
{
  fprintf(f, "usage: gudgeon %s\n%s\n", command->usage, command->summary);
  for (int i = 0; i < command->num_args; i++) {
    const GudArg *w = &command->args[i];
    char          name[120];
    if (!is_option(w)) continue;
    snprintf(name, sizeof name, "%s%s%s", w->name, w->value ? " " : "", w->value ? w->value : "");
    fprintf(f, "  %-26s %s\n", name, w->doc);
  }
}
