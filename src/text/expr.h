/* Expressions with units, the parameters they refer to, and conditions.

     or    = and { "or" and }                    cmp   = sum [ (== != < <= > >=) sum ]
     and   = not { "and" not }                   sum   = term { (+ -) term }
     not   = "not" not | cmp                     term  = unary { (* /) unary }
     unary = (- +) unary | power                 power = primary [ (^ **) unary ]
     primary = number [unit] | ( or ) | function ( or, ... ) | name | $name | ${name}

   A unit after a number binds tighter than * and /: "6 mm/2" is 3 mm, "5 N/m" a stiffness (units.h). A name
   is a constant, a parameter, else a unit ("2*mm"), in this order. A number without unit is taken as SI and
   agrees with every dimension. `t` is the time: in an expression with t the power of the second is not
   checked, so that both "sin(pi/6*t)" and "sin(50 Hz*2*pi*t)" may be written; metres and kilograms are.

   Where t is allowed, so are the names of probes (gud_env_set_arguments): the expression is then a function of the state.
   They come after parameters and before units, and their dimensions are checked in full.

   Compiled to postfix code, evaluated without recursion or allocation as a jet (value and two time
   derivatives), which is exact because drivers need exact accelerations. A failed operation (division by
   zero, overflow) gives NaN, which no later operation can hide. */
#ifndef GUD_EXPR_H
#define GUD_EXPR_H

#include "contract/param.h"
#include "base/diag.h"
#include "text/doc.h"

typedef struct GudEnv  GudEnv;
typedef struct GudExpr GudExpr;

/* ---- expressions ---- */

/* The expression lives in the arena. NULL after an error (already in diag). env NULL: no parameters. */
GudExpr *gud_expr_parse(GudEnv *env, const GudNode *scalar, int allow_time, GudDiag *diag, GudArena *arena);
GudDim   gud_expr_dim(const GudExpr *e);
int      gud_expr_has_time(const GudExpr *e);
/* Is the value allowed where `dim` is expected? */
int gud_expr_agrees(const GudExpr *e, GudDim dim);
/* All three are NaN where the expression has no value. For expressions without arguments. */
void gud_expr_eval(const GudExpr *e, double t, GudJet *out);

/* Row i of the functions that expressions may call, for help; 0 behind the last. */
int gud_expr_function_row(int i, const char **name, const char **arguments, const char **doc);

/* ---- arguments: what a function may depend on besides t ---- */

enum { GUD_MAX_ARGUMENTS = 8 };
typedef struct {
  const char *name;
  GudMark     mark;
  GudDim      dim;
  const char *why; /* not NULL: the name cannot be an argument, and why */
} GudArgumentName;
/* The list must outlive the env. */
void gud_env_set_arguments(GudEnv *env, const GudArgumentName *list, int num);
/* NULL: none of that name */
const GudArgumentName *gud_env_argument(const GudEnv *env, const char *name, size_t length);
const GudArgumentName *gud_env_argument_at(const GudEnv *env, int i);

int                    gud_expr_num_arguments(const GudExpr *e);
const GudArgumentName *gud_expr_argument(const GudExpr *e, int k);
/* Value at t and arguments x; slope (may be NULL): derivatives by the arguments. */
double gud_expr_of(const GudExpr *e, double t, const double *x, double *slope);
/* Value of an expression without t; 0 after an error (not finite). */
int gud_expr_constant(const GudExpr *e, const GudNode *scalar, GudDiag *diag, double *x);

/* ---- parameters ---- */

/* From the `parameters` mapping of a model (NULL: none) and --set texts "name=value", later ones win. All
   parameters are evaluated, so every error is reported here. The nodes must outlive the env. Never NULL. */
GudEnv *gud_env_create(const GudNode *parameters, const char *const *sets, int num_sets, GudDiag *diag);
void    gud_env_free(GudEnv *env);

typedef struct {
  const char    *name, *doc; /* doc may be NULL */
  GudMark        mark;
  const char    *word; /* not NULL: the value is this word (true, false for yes, no) */
  double         number;
  GudDim         dim;
  int            is_set;  /* by --set */
  const GudNode *choices; /* sequence, or NULL */
} GudParameter;

int gud_env_num(const GudEnv *env);
/* In file order; 0 if the parameter has no value because of an error. */
int gud_env_get(const GudEnv *env, int i, GudParameter *out);

/* The text of a scalar that is a word; `$name` and `${name}` give the word of that parameter. NULL
   after an error. The text lives as long as node and env. */
const char *gud_env_word(GudEnv *env, const GudNode *scalar, GudDiag *diag);

/* Replaces, everywhere below `root` except in `parameters`, a mapping whose first entry is `by: $name` by the
   value under the key equal to that parameter's value, or under `otherwise`. An empty chosen value drops the
   key that the mapping was the value of. 0 after an error. */
int gud_env_select(GudEnv *env, GudNode *root, GudDiag *diag);

/* `joint == ideal and speed > 10 rpm` -> *value 0 | 1. Returns 0 after an error. */
int gud_env_condition(GudEnv *env, const GudNode *scalar, GudDiag *diag, int *value);

#endif
