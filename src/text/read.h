/* Table-driven reading: from nodes to parameter structs, by the tables of contract/param.h.

   The reader carries what every message needs: `what` ("joint 'pin'") and, while a table is read, the key.
   Getters return 1, or 0 after an error that is already in diag; then the value is left NaN, 0 or NULL.
   Texts, tables and functions live in the arena, which therefore belongs to whoever keeps the structs. */
#ifndef GUD_READ_H
#define GUD_READ_H

#include <stdio.h>

#include "contract/param.h"
#include "contract/type_info.h"
#include "base/diag.h"
#include "text/doc.h"
#include "text/expr.h"
#include "text/function.h"

typedef struct GudReader GudReader;
struct GudReader {
  GudDiag      *diag;
  GudEnv       *env;   /* may be NULL: no parameters */
  GudArena     *arena; /* owns strings, tables, functions */
  GudFunction **functions;
  int           num_functions, max_functions;
  int           space;    /* 2 | 3 */
  const char   *base_dir; /* for data files named in the model; NULL = "." */
  const char   *what;     /* the object named in messages: "joint 'pin'" */
  const char   *key;      /* set by gud_read_params; may be set by callers of the getters */
  const GudDim *table_x;  /* dimension of x in a GUD_TABLE; NULL = any, but all the same */
  double        bytes;    /* that the meshes read so far need at least */
};

/* Reads all rows of a table into *out and applies the defaults. `map` NULL: nothing is given. Keys must be in
   the table or in also_allowed (NULL-terminated list, may be NULL). Bit i of *given (may be NULL) tells that
   params[i] stood in the file; n <= 64. A null value (`key:`, `key: ~`) counts as an error, not as absent. */
void gud_read_params(GudReader *rd, const GudNode *map, const GudParam *params, int n,
                     const char *const *also_allowed, void *out, unsigned long long *given);

/* One value by its row. */
int gud_read_param(GudReader *rd, const GudNode *node, const GudParam *param, void *out);

int gud_read_real(GudReader *rd, const GudNode *node, GudDim dim, double *x);
int gud_read_int(GudReader *rd, const GudNode *node, int *x);
int gud_read_bool(GudReader *rd, const GudNode *node, int *x);
/* 2-D: [x, y] or [x, y, 0]; a single number is the z component where that is a spin, a moment or an axis. */
int gud_read_vector(GudReader *rd, const GudNode *node, GudDim dim, double x[3]);
int gud_read_matrix(GudReader *rd, const GudNode *node, GudDim dim, double m[9]);
int gud_read_table(GudReader *rd, const GudNode *node, const GudDim *x_dim, GudDim y_dim, GudTable *table);
int gud_read_word(GudReader *rd, const GudNode *node, const char **word); /* [A-Za-z0-9_.-]+, not empty */
int gud_read_text(GudReader *rd, const GudNode *node, const char **text); /* any text */
int gud_read_list(GudReader *rd, const GudNode *node, GudStringList *list);
/* index in "word|word|word" */
int gud_read_choice(GudReader *rd, const GudNode *node, const char *choices, int *index);
/* as gud_expr_parse, with the reader's prefix before messages */
GudExpr *gud_read_expr(GudReader *rd, const GudNode *node, int allow_time, GudArena *arena);
/* index in the reader's list of functions, -1 after an error */
int gud_read_function(GudReader *rd, const GudNode *node, GudDim dim);
/* index of a registered thing by its name, -1 after an error; `noun` for the message ("element") */
int gud_read_type(GudReader *rd, const GudNode *node, const GudTypeInfo *types, int n, const char *noun);

/* Errors for keys that are in neither list (NULL-terminated, may be NULL). */
void gud_check_keys(GudReader *rd, const GudNode *map, const char *const *allowed,
                    const char *const *also_allowed);
/* An error with the reader's prefix. */
void gud_read_error(GudReader *rd, GudMark mark, const char *fmt, ...) GUD_PRINTF(3, 4);
/* "expected a length (m), found '3 kg', a mass (kg)" */
void gud_read_wrong_dim(GudReader *rd, const GudNode *node, GudDim expected, GudDim found);

/* "> 0", ">= 0", ...; "" for any number. */
const char *gud_bound_words(GudBound b);
/* The rows of a table for people: aligned text, or a Markdown table (param_table.c). */
void gud_print_params(FILE *out, const GudParam *params, int n, int markdown);

#endif
