/* Inside of gudgeon.h: contexts and descriptions of models. */
#ifndef GUD_CONTEXT_H
#define GUD_CONTEXT_H

#include "gudgeon.h"

#include "model/input.h"

struct GudContext_ {
  MPI_Comm          comm;
  int               rank, size, references;
  GudMessageHandler handler; /* NULL: messages are kept only */
  void             *user;
  char             *errors; /* of the last function that failed, one per line; "": none */
};

/* A change of the model after it was read. */
typedef struct {
  char *place, *text, *name;
  int   fresh;
} GudEdit;

struct GudSpec_ {
  GudContext ctx;
  char      *path; /* file or name of the model */
  char      *text; /* NULL: it is a file */
  char     **sets; /* "name=value" */
  GudEdit   *edits;
  int        num_sets, num_edits;
};

GudContext gud_context_keep(GudContext ctx); /* one more reference */
void       gud_context_clear(GudContext ctx);
/* A message of all processes: shown by the first one; errors are kept by all. */
void gud_context_say(GudContext ctx, GudMessageKind kind, const char *format, ...) GUD_PRINTF(3, 4);
/* All messages of a reader. */
void gud_context_report(GudContext ctx, const GudDiag *diag);
/* The document of a spec with its changes, into in->doc; errors in in->diag, which must be there. */
void gud_spec_read(GudSpec spec, GudInput *in);

/* An error of a function of the API: kept, shown and returned. */
#define GUD_FAIL(ctx, ...)                                    \
  do {                                                        \
    gud_context_clear(ctx);                                   \
    gud_context_keep_error(ctx, __VA_ARGS__);                 \
    SETERRQ((ctx)->comm, GUD_ERR_INPUT, "%s", (ctx)->errors); \
  } while (0)
void gud_context_keep_error(GudContext ctx, const char *format, ...) GUD_PRINTF(2, 3);

#endif
