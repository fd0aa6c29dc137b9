/* A context: communicator, message handler, text of the last errors (gudgeon.h). */
#include "context.h"

#include "system/compat.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void to_stderr(void *user, GudMessageKind kind, const char *text)
{
  (void)user, (void)kind;
  fprintf(stderr, "%s\n", text);
  fflush(stderr);
}

PetscErrorCode GudContextCreate(MPI_Comm comm, GudContext *out)
{
  GudContext  ctx;
  PetscMPIInt rank, size;
  PetscFunctionBeginUser;
  *out            = NULL;
  ctx             = gud_alloc(sizeof *ctx);
  ctx->references = 1;
  ctx->handler    = to_stderr;
  ctx->errors     = gud_alloc(1);
  PetscCall(PetscCommDuplicate(comm, &ctx->comm, NULL));
  PetscCallMPI(MPI_Comm_rank(ctx->comm, &rank));
  PetscCallMPI(MPI_Comm_size(ctx->comm, &size));
  ctx->rank = rank, ctx->size = size;
  *out = ctx;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudContextCreateFortran(int comm, GudContext *out)
{
  PetscFunctionBeginUser;
  PetscCall(GudContextCreate(comm < 0 ? PETSC_COMM_WORLD : MPI_Comm_f2c((MPI_Fint)comm), out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudContextDestroy(GudContext *pc)
{
  GudContext ctx = *pc;
  PetscFunctionBeginUser;
  *pc = NULL;
  if (!ctx || --ctx->references > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCommDestroy(&ctx->comm));
  free(ctx->errors);
  free(ctx);
  PetscFunctionReturn(PETSC_SUCCESS);
}

GudContext gud_context_keep(GudContext ctx)
{
  ctx->references++;
  return ctx;
}

PetscErrorCode GudContextSetMessageHandler(GudContext ctx, GudMessageHandler handler, void *user)
{
  PetscFunctionBeginUser;
  ctx->handler = handler, ctx->user = user;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudContextGetErrorText(GudContext ctx, const char **text)
{
  PetscFunctionBeginUser;
  *text = ctx->errors;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void gud_context_clear(GudContext ctx)
{
  ctx->errors[0] = '\0';
}

static void keep(GudContext ctx, const char *text)
{
  size_t old = strlen(ctx->errors), more = strlen(text);
  ctx->errors = gud_resize(ctx->errors, old + more + 2);
  if (old) ctx->errors[old++] = '\n';
  memcpy(ctx->errors + old, text, more + 1);
}

static void say(GudContext ctx, GudMessageKind kind, const char *text)
{
  if (kind == GUD_MESSAGE_ERROR) keep(ctx, text);
  if (ctx->rank == 0 && ctx->handler) ctx->handler(ctx->user, kind, text);
}

static char *formatted(const char *format, va_list args)
{
  va_list again;
  va_copy(again, args);
  int   n    = vsnprintf(NULL, 0, format, again);
  char *text = gud_alloc((size_t)(n < 0 ? 0 : n) + 1);
  va_end(again);
  vsnprintf(text, (size_t)(n < 0 ? 0 : n) + 1, format, args);
  return text;
}

void gud_context_say(GudContext ctx, GudMessageKind kind, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *text = formatted(format, args);
  va_end(args);
  say(ctx, kind, text);
  free(text);
}

void gud_context_keep_error(GudContext ctx, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *text = formatted(format, args);
  va_end(args);
  keep(ctx, text);
  free(text);
}

static void line(void *ctx, int is_error, const char *text)
{
  say(ctx, is_error ? GUD_MESSAGE_ERROR : GUD_MESSAGE_WARNING, text);
}

void gud_context_report(GudContext ctx, const GudDiag *diag)
{
  gud_diag_each(diag, line, ctx);
}
