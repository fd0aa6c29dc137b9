/* Messages about the input, with their places; and the two small services every reader file needs: memory
   that cannot fail (it ends the process with a message) and the nearest valid word for a misspelt one.

   Messages are collected and not printed at once, because `gudgeon check` shows everything that is wrong with
   a file in one go, in the order of the file and not in the order in which the reader found it. */
#ifndef GUD_DIAG_H
#define GUD_DIAG_H

#include <stddef.h>
#include <stdio.h>

#if defined(__GNUC__)
#define GUD_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define GUD_PRINTF(f, a)
#endif

/* A place in a file, 1-based. file NULL: no place known; line 0: the file (or "command line") as a whole. */
typedef struct {
  const char *file;
  int         line, column;
} GudMark;

/* ---- memory ---- */

/* Says so and ends the process with code 3. */
_Noreturn void gud_out_of_memory(size_t size);

void *gud_alloc(size_t size); /* zeroed */
/* Memory that this process can have, bytes: of the machine, or less by `ulimit -v`. */
double gud_memory(void);
void  *gud_resize(void *old, size_t size); /* as realloc */

/* Memory freed all at once. Each piece is a malloc of its own, so that ASan still sees every overrun. */
typedef struct GudChunk GudChunk;
typedef struct {
  GudChunk *top;
} GudArena;

void *gud_arena_alloc(GudArena *arena, size_t size); /* zeroed */
char *gud_arena_copy(GudArena *arena, const char *text, size_t length);
char *gud_arena_text(GudArena *arena, const char *text);
/* Without the blanks at both ends. */
char *gud_arena_trimmed(GudArena *arena, const char *text, size_t length);
void  gud_arena_free(GudArena *arena);

/* ---- messages ---- */

typedef struct GudDiag GudDiag;

GudDiag *gud_diag_create(void);
void     gud_diag_free(GudDiag *d);
void     gud_diag_error(GudDiag *d, GudMark mark, const char *fmt, ...) GUD_PRINTF(3, 4);
void     gud_diag_warn(GudDiag *d, GudMark mark, const char *fmt, ...) GUD_PRINTF(3, 4);
int      gud_diag_num_errors(const GudDiag *d);
int      gud_diag_num_warnings(const GudDiag *d);

/* An error that only follows from one already reported: counted, not printed. */
void gud_diag_follow(GudDiag *d);
/* From now on errors at this very place only follow from the one reported there. */
void gud_diag_mute(GudDiag *d, GudMark mark);

/* Message prefix: a text put before every message from now on, "" or NULL for none. It is not copied. Returns the
   one before, to be set again. */
const char *gud_diag_set_prefix(GudDiag *d, const char *who);

/* Fix the order of files in the printout: that of their first mention, here or in a message. */
void gud_diag_file(GudDiag *d, const char *file);

/* `file:line:column: error: text`, sorted by place, duplicates removed; at most 100 (errors first when there
   are more), then "... and N more". */
void gud_diag_print(const GudDiag *d, FILE *out);
/* The same lines, without newlines, one by one. */
typedef void (*GudDiagLine)(void *ctx, int is_error, const char *line);
void gud_diag_each(const GudDiag *d, GudDiagLine line, void *ctx);

/* ---- what was read ---- */

/* Every file that is read for a model is added, in the order of reading. Sums of the first one, which is the model file
   itself, and of all; equal sums: nothing has changed. */
void               gud_diag_sum_add(GudDiag *d, const void *data, size_t size);
unsigned long long gud_diag_sum_first(const GudDiag *d);
unsigned long long gud_diag_sum_all(const GudDiag *d);

/* ---- the nearest word ---- */

/* Smallest Damerau-Levenshtein distance, case ignored; NULL if none is near enough. Skips NULL entries. */
const char *gud_nearest(const char *word, const char *const *list, int n);

/* Writes "; did you mean 'x'?" or "" into buf and returns buf. */
enum { GUD_HINT_SIZE = 100 };
const char *gud_hint(char buf[GUD_HINT_SIZE], const char *word, const char *const *list, int n);

#endif
