/* Collected messages, memory that cannot fail, nearest word. See diag.h for the reasons. */
#include "base/diag.h"

#include "base/clean.h"
#include "base/hint.h"
#include "base/sum.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* A file full of nonsense must not fill the memory with messages: beyond MAX_KEPT they are only counted. */
enum { MAX_SHOWN = 100, MAX_KEPT = 20000, MAX_TEXT = 1200, MAX_WORD = 64 };

/* ---- memory ---- */

struct GudChunk {
  GudChunk   *next;
  max_align_t data[];
};

void gud_out_of_memory(size_t size)
{
  fprintf(stderr, "error: out of memory (%zu bytes wanted)\n", size);
  _Exit(3); /* at once: what runs at an ordinary end needs memory too */
}

void *gud_alloc(size_t size)
{
  void *p = calloc(1, size ? size : 1);

  if (!p) gud_out_of_memory(size);
  return p;
}

void *gud_resize(void *old, size_t size)
{
  void *p = realloc(old, size ? size : 1);

  if (!p) gud_out_of_memory(size);
  return p;
}

void *gud_arena_alloc(GudArena *arena, size_t size)
{
  GudChunk *c = gud_alloc(sizeof(*c) + size);

  c->next    = arena->top;
  arena->top = c;
  return c->data;
}

char *gud_arena_copy(GudArena *arena, const char *text, size_t length)
{
  char *copy = gud_arena_alloc(arena, length + 1);

  if (length) memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

char *gud_arena_text(GudArena *arena, const char *text)
{
  return gud_arena_copy(arena, text, strlen(text));
}

char *gud_arena_trimmed(GudArena *arena, const char *text, size_t length)
{
  while (length && *text == ' ') text++, length--;
  while (length && text[length - 1] == ' ') length--;
  return gud_arena_copy(arena, text, length);
}

void gud_arena_free(GudArena *arena)
{
  while (arena->top) {
    GudChunk *next = arena->top->next;

    free(arena->top);
    arena->top = next;
  }
}

/* ---- messages ---- */

typedef struct {
  int   file; /* index into files; -1 = no place */
  int   line, column;
  int   is_error;
  int   order; /* of arrival */
  char *text;
} Message;

struct GudDiag {
  char   **files;
  int      num_files;
  Message *messages;
  int      num, max;
  int      num_errors, num_warnings;
  int      num_dropped;
  GudMark *muted;
  int      num_muted;

  const char *who; /* begins every message; or NULL */

  unsigned long long sum_first, sum_all; /* of the files that were read; 0: none */
};

GudDiag *gud_diag_create(void)
{
  return gud_alloc(sizeof(GudDiag));
}

void gud_diag_free(GudDiag *d)
{
  if (!d) return;
  for (int i = 0; i < d->num_files; ++i) free(d->files[i]);
  for (int i = 0; i < d->num; ++i) free(d->messages[i].text);
  free(d->files);
  free(d->messages);
  free(d->muted);
  free(d);
}

/* The diag keeps copies of file names, because it outlives the documents that the marks point into. */
static int file_index(GudDiag *d, const char *file)
{
  char *copy;

  if (!file) return -1;
  copy = gud_alloc(strlen(file) + 1);
  gud_clean(strcpy(copy, file));
  for (int i = 0; i < d->num_files; ++i) {
    if (strcmp(d->files[i], copy)) continue;
    free(copy);
    return i;
  }
  d->files               = gud_resize(d->files, sizeof(*d->files) * (size_t)(d->num_files + 1));
  d->files[d->num_files] = copy;
  return d->num_files++;
}

void gud_diag_file(GudDiag *d, const char *file)
{
  file_index(d, file);
}

const char *gud_diag_set_prefix(GudDiag *d, const char *who)
{
  const char *old = d->who;

  d->who = who;
  return old;
}

void gud_diag_follow(GudDiag *d)
{
  ++d->num_errors;
}

void gud_diag_mute(GudDiag *d, GudMark mark)
{
  d->muted                 = gud_resize(d->muted, sizeof(*d->muted) * (size_t)(d->num_muted + 1));
  d->muted[d->num_muted++] = mark;
}

static int is_muted(const GudDiag *d, GudMark mark)
{
  for (int i = 0; i < d->num_muted; ++i)
    if (mark.file && mark.line == d->muted[i].line && mark.column == d->muted[i].column &&
        !strcmp(mark.file, d->muted[i].file))
      return 1;
  return 0;
}

static void add(GudDiag *d, GudMark mark, int is_error, const char *fmt, va_list args)
{
  char     text[MAX_TEXT];
  Message *msg;
  size_t   size;
  int      n, begin;

  if (is_error) ++d->num_errors;
  else ++d->num_warnings;
  if (is_error && is_muted(d, mark)) return;
  if (d->num == MAX_KEPT) {
    ++d->num_dropped;
    return;
  }
  begin = snprintf(text, sizeof(text), "%.*s", MAX_TEXT / 2, d->who ? d->who : "");
  if (begin < 0) begin = 0;
  n = vsnprintf(text + begin, sizeof(text) - (size_t)begin, fmt, args);
  if (n < 0) text[begin] = '\0';
  if (n >= (int)sizeof(text) - begin) memcpy(text + sizeof(text) - 4, "...", 4);
  gud_clean(text); /* text quoted from a file must not steer the terminal */
  if (d->num == d->max) {
    d->max      = d->max ? 2 * d->max : 16;
    d->messages = gud_resize(d->messages, sizeof(*d->messages) * (size_t)d->max);
  }
  msg           = &d->messages[d->num];
  msg->file     = file_index(d, mark.file);
  msg->line     = mark.line;
  msg->column   = mark.column;
  msg->is_error = is_error;
  msg->order    = d->num++;
  size          = strlen(text) + 1;
  msg->text     = gud_alloc(size);
  memcpy(msg->text, text, size);
}

void gud_diag_error(GudDiag *d, GudMark mark, const char *fmt, ...)
{
  va_list args;

  va_start(args, fmt);
  add(d, mark, 1, fmt, args);
  va_end(args);
}

void gud_diag_warn(GudDiag *d, GudMark mark, const char *fmt, ...)
{
  va_list args;

  va_start(args, fmt);
  add(d, mark, 0, fmt, args);
  va_end(args);
}

int gud_diag_num_errors(const GudDiag *d)
{
  return d->num_errors;
}

int gud_diag_num_warnings(const GudDiag *d)
{
  return d->num_warnings;
}

void gud_diag_sum_add(GudDiag *d, const void *data, size_t size)
{
  unsigned long long sum = gud_sum_add(d->sum_all ? d->sum_all : GUD_SUM_START, data, size);

  /* with the size: text that moves from one file to the next is a change */
  d->sum_all = gud_sum_add(sum, &size, sizeof(size));
  if (!d->sum_first) d->sum_first = d->sum_all;
}

unsigned long long gud_diag_sum_first(const GudDiag *d)
{
  return d->sum_first;
}

unsigned long long gud_diag_sum_all(const GudDiag *d)
{
  return d->sum_all;
}

static int by_place(const void *pa, const void *pb)
{
  const Message *a = *(const Message *const *)pa, *b = *(const Message *const *)pb;

  if (a->file != b->file) return a->file < b->file ? -1 : 1;
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return (a->order > b->order) - (a->order < b->order);
}

static int same(const Message *a, const Message *b)
{
  return a->file == b->file && a->line == b->line && a->column == b->column && a->is_error == b->is_error &&
         !strcmp(a->text, b->text);
}

static void give(const GudDiag *d, const Message *msg, GudDiagLine line, void *ctx)
{
  const char *file = msg->file >= 0 ? d->files[msg->file] : "";
  size_t      size = strlen(file) + strlen(msg->text) + 60;
  char       *text = gud_alloc(size), place[40] = "";

  if (msg->file >= 0 && msg->line > 0) snprintf(place, sizeof(place), ":%d:%d", msg->line, msg->column);
  snprintf(text, size, "%s%s%s%s: %s", file, place, msg->file >= 0 ? ": " : "",
           msg->is_error ? "error" : "warning", msg->text);
  line(ctx, msg->is_error, text);
  free(text);
}

void gud_diag_each(const GudDiag *d, GudDiagLine line, void *ctx)
{
  const Message **sorted = gud_alloc(sizeof(*sorted) * (size_t)(d->num + 1));
  int             num = 0, left[2] = {0, 0}, hidden;

  for (int i = 0; i < d->num; ++i) sorted[i] = &d->messages[i];
  qsort(sorted, (size_t)d->num, sizeof(*sorted), by_place);
  for (int i = 0; i < d->num; ++i) {
    int is_new = 1;

    /* equal places are neighbours after sorting */
    for (int j = num - 1; j >= 0 && is_new; --j) {
      if (sorted[j]->file != sorted[i]->file || sorted[j]->line != sorted[i]->line ||
          sorted[j]->column != sorted[i]->column)
        break;
      if (num - j > MAX_SHOWN) break;
      if (same(sorted[j], sorted[i])) is_new = 0;
    }
    if (is_new) {
      sorted[num++] = sorted[i];
      ++left[sorted[num - 1]->is_error];
    }
  }
  hidden = num + d->num_dropped - MAX_SHOWN;
  if (num > MAX_SHOWN) { /* warnings give way to errors */
    if (left[1] > MAX_SHOWN) left[1] = MAX_SHOWN;
    left[0] = MAX_SHOWN - left[1];
  }
  for (int i = 0; i < num; ++i)
    if (left[sorted[i]->is_error]-- > 0) give(d, sorted[i], line, ctx);
  if (hidden > 0) {
    char more[40];

    snprintf(more, sizeof(more), "... and %d more", hidden);
    line(ctx, d->num_errors > 0, more);
  }
  free(sorted);
}

static void print_line(void *out, int is_error, const char *text)
{
  (void)is_error;
  fprintf(out, "%s\n", text);
}

void gud_diag_print(const GudDiag *d, FILE *out)
{
  gud_diag_each(d, print_line, out);
}

/* ---- the nearest word ---- */

static int lower(int c)
{
  return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* Optimal string alignment: insertion, deletion, replacement, swap of neighbours. */
static int distance(const char *a, int na, const char *b, int nb)
{
  int d[MAX_WORD + 1][MAX_WORD + 1];

  for (int i = 0; i <= na; ++i) d[i][0] = i;
  for (int j = 0; j <= nb; ++j) d[0][j] = j;
  for (int i = 1; i <= na; ++i) {
    for (int j = 1; j <= nb; ++j) {
      int differ = lower(a[i - 1]) != lower(b[j - 1]);
      int best   = d[i - 1][j - 1] + differ;

      if (d[i - 1][j] + 1 < best) best = d[i - 1][j] + 1;
      if (d[i][j - 1] + 1 < best) best = d[i][j - 1] + 1;
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]) &&
          d[i - 2][j - 2] + 1 < best)
        best = d[i - 2][j - 2] + 1;
      d[i][j] = best;
    }
  }
  return d[na][nb];
}

const char *gud_nearest(const char *word, const char *const *list, int n)
{
  const char *best = NULL;
  size_t      len  = word ? strlen(word) : 0;
  int         na   = (int)len, limit, best_distance;

  if (len == 0 || len > MAX_WORD) return NULL;
  limit         = na <= 3 ? 1 : na <= 6 ? 2 : 3;
  best_distance = limit + 1;
  for (int i = 0; i < n; ++i) {
    size_t nb = list[i] ? strlen(list[i]) : 0;
    int    dist;

    if (nb == 0 || nb > MAX_WORD || (int)nb > na + limit || (int)nb < na - limit) continue;
    dist = distance(word, na, list[i], (int)nb);
    if (dist < best_distance && (dist == 0 || dist < na)) {
      best          = list[i];
      best_distance = dist;
    }
  }
  return best;
}

const char *gud_hint(char buf[GUD_HINT_SIZE], const char *word, const char *const *list, int n)
{
  const char *other = gud_synonym(word, list, n), *best = other ? other : gud_nearest(word, list, n);

  buf[0] = '\0';
  if (best) snprintf(buf, GUD_HINT_SIZE, "; did you mean '%s'?", best);
  return buf;
}

double gud_memory(void)
{
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  return 20e6; /* every third input would ask for gigabytes */
#endif
  struct rlimit limit;
  double        all = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY)
    all = fmin(all, (double)limit.rlim_cur);
  return all;
}
