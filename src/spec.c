/* The description of a model that a program changes before it is built (gudgeon.h). */
#include "context.h"

#include "system/compat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *s)
{
  return strcpy(gud_alloc(strlen(s) + 1), s);
}

static GudSpec new_spec(GudContext ctx, const char *path, const char *text)
{
  GudSpec spec = gud_alloc(sizeof *spec);
  spec->ctx    = gud_context_keep(ctx);
  spec->path   = duplicate(path);
  spec->text   = text ? duplicate(text) : NULL;
  return spec;
}

PetscErrorCode GudSpecCreate(GudContext ctx, GudSpec *spec)
{
  PetscFunctionBeginUser;
  *spec = new_spec(ctx, "model", "{}");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSpecCreateFromFile(GudContext ctx, const char *path, GudSpec *spec)
{
  PetscFunctionBeginUser;
  *spec = new_spec(ctx, path, NULL);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSpecCreateFromText(GudContext ctx, const char *text, const char *name, GudSpec *spec)
{
  PetscFunctionBeginUser;
  *spec = new_spec(ctx, name, text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSpecDestroy(GudSpec *ps)
{
  GudSpec spec = *ps;
  PetscFunctionBeginUser;
  *ps = NULL;
  if (!spec) PetscFunctionReturn(PETSC_SUCCESS);
  for (int i = 0; i < spec->num_sets; i++) free(spec->sets[i]);
  for (int i = 0; i < spec->num_edits; i++)
    free(spec->edits[i].place), free(spec->edits[i].text), free(spec->edits[i].name);
  free(spec->sets), free(spec->edits);
  free(spec->path), free(spec->text);
  PetscCall(GudContextDestroy(&spec->ctx));
  free(spec);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Syntax is checked now, where the caller knows what it has written; the meaning when the model is built. */
static PetscErrorCode edit(GudSpec spec, const char *function, const char *place, const char *text, int fresh)
{
  char     name[300];
  GudDiag *diag = gud_diag_create();
  PetscFunctionBeginUser;
  snprintf(name, sizeof name, "%s(%.200s)", function, place);
  GudDoc *doc   = gud_doc_parse_value(text, name, diag);
  int     wrong = !doc;
  gud_doc_free(doc);
  if (wrong) {
    gud_context_clear(spec->ctx);
    gud_context_report(spec->ctx, diag);
  }
  gud_diag_free(diag);
  PetscCheck(!wrong, spec->ctx->comm, GUD_ERR_INPUT, "%s", spec->ctx->errors);
  GudEdit *e = GUD_GROW(spec->edits, spec->num_edits);
  *e         = (GudEdit){duplicate(place), duplicate(text), duplicate(name), fresh};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSpecAdd(GudSpec spec, const char *section, const char *name, const char *yaml)
{
  PetscFunctionBeginUser;
  if (strchr(name, '.') || !*name)
    GUD_FAIL(spec->ctx, "a name has letters, digits and _: found '%.100s'", name);
  char *place = gud_alloc(strlen(section) + strlen(name) + 2);
  strcat(strcat(strcpy(place, section), "."), name);
  PetscErrorCode e = edit(spec, "GudSpecAdd", place, yaml, 1);
  free(place);
  PetscCall(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSpecSet(GudSpec spec, const char *place, const char *yaml)
{
  PetscFunctionBeginUser;
  PetscCall(edit(spec, "GudSpecSet", place, yaml, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSpecSetReal(GudSpec spec, const char *place, double value)
{
  PetscFunctionBeginUser;
  PetscCall(GudSpecSetVector(spec, place, 0, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSpecSetInt(GudSpec spec, const char *place, int value)
{
  char text[40];
  PetscFunctionBeginUser;
  snprintf(text, sizeof text, "%d", value);
  PetscCall(edit(spec, "GudSpecSetInt", place, text, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* num 0: one number that is no list */
PetscErrorCode GudSpecSetVector(GudSpec spec, const char *place, int num, const double *value)
{
  enum { MOST = 64, DIGITS = 32 };
  char   text[MOST * DIGITS + 4];
  size_t n = 0;
  PetscFunctionBeginUser;
  if (num < 0 || num > MOST)
    GUD_FAIL(spec->ctx, "%s: a vector has 0 to %d numbers, found %d", place, MOST, num);
  if (num) text[n++] = '[';
  for (int i = 0; i < (num ? num : 1); i++) {
    if (!isfinite(value[i])) GUD_FAIL(spec->ctx, "%s: not a finite number", place);
    n += (size_t)snprintf(text + n, sizeof text - n, "%s%.17g", i ? ", " : "", value[i]);
  }
  if (num) text[n++] = ']';
  text[n] = '\0';
  PetscCall(edit(spec, num ? "GudSpecSetVector" : "GudSpecSetReal", place, text, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSpecSetParameter(GudSpec spec, const char *name, const char *value)
{
  PetscFunctionBeginUser;
  size_t n = strlen(name), size = n + strlen(value) + 2;
  char  *set = gud_alloc(size);
  snprintf(set, size, "%s=%s", name, value);
  for (int i = 0; i < spec->num_sets; i++)
    if (!strncmp(spec->sets[i], set, n + 1)) { /* set again */
      free(spec->sets[i]);
      spec->sets[i] = set;
      PetscFunctionReturn(PETSC_SUCCESS);
    }
  *GUD_GROW(spec->sets, spec->num_sets) = set;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void gud_spec_read(GudSpec spec, GudInput *in)
{
  if (spec->text) {
    gud_diag_sum_add(in->diag, spec->text, strlen(spec->text));
    in->doc = gud_doc_parse_string(spec->text, spec->path, in->diag);
  } else in->doc = gud_doc_load(spec->path, in->diag);
  for (int i = 0; i < spec->num_edits && in->doc; i++) {
    const GudEdit *e = &spec->edits[i];
    gud_doc_set(in->doc, e->place, e->text, e->name, e->fresh, in->diag);
  }
}
