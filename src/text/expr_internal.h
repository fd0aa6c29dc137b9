/* Inside of expr.h: what expr.c (operations), expr_parse.c (the parser) and env.c (parameters) share. */
#ifndef GUD_EXPR_INTERNAL_H
#define GUD_EXPR_INTERNAL_H

#include "text/expr.h"

enum { MAX_NESTING = 200, MAX_NAME = 100, NUM_FUNCTIONS = 21 };

/* ---- operations (expr.c) ---- */

typedef enum {
  OP_NUM,
  OP_TIME,
  OP_ARGUMENT, /* number `value` */
  OP_NEG,
  OP_NOT,
  OP_ADD,
  OP_SUB,
  OP_MUL,
  OP_DIV,
  OP_POW,
  OP_LT,
  OP_LE,
  OP_GT,
  OP_GE,
  OP_EQ,
  OP_NE,
  OP_AND,
  OP_OR,
  OP_SIN,
  OP_COS,
  OP_TAN,
  OP_ASIN,
  OP_ACOS,
  OP_ATAN,
  OP_ATAN2,
  OP_SINH,
  OP_COSH,
  OP_TANH,
  OP_EXP,
  OP_LOG,
  OP_SQRT,
  OP_ABS,
  OP_MIN,
  OP_MAX,
  OP_STEP,
  OP_MOD,
  OP_FLOOR,
  OP_SIGN,
  OP_IF
} Op;

typedef struct {
  Op     op;
  int    at; /* byte offset in the text, for messages */
  double value;
} Ins;

struct GudExpr {
  Ins            *code;
  int             num;
  GudDim          dim;
  int             has_time, num_arguments;
  GudArgumentName argument[GUD_MAX_ARGUMENTS];
};

/* Where code is run, and what the jet is a derivative by: t (-1) or an argument. */
typedef struct {
  double        t;
  const double *x;
  int           by;
} Where;

typedef struct {
  const char *name;
  Op          op;
  int         min_args, max_args;
  const char *arguments, *doc; /* for help */
} Function;

extern const Function gud_expr_functions[NUM_FUNCTIONS];

/* Runs code[0..num). The first failed operation is reported in why and at (both may be NULL). */
GudJet gud_expr_run(const Ins *code, int num, Where where, const char **why, int *at);

/* ---- parameters (env.c) ---- */

typedef enum { PARAM_NEW, PARAM_BUSY, PARAM_DONE, PARAM_FAILED } ParamState;

typedef struct {
  const char *word; /* or NULL: a number */
  double      number;
  GudDim      dim;
} Value;

typedef struct {
  const char    *name, *doc;
  GudMark        mark;
  const GudNode *node;     /* default */
  const GudNode *override; /* from --set, or NULL */
  const GudNode *choices;  /* or NULL */
  ParamState     state;
  Value          value;
} Param;

struct GudEnv {
  GudArena               arena;
  GudDiag               *diag;
  Param                 *list;
  int                    num, max;
  const Param          **sorted;    /* by name */
  const char           **names;     /* in file order, for hints */
  const GudArgumentName *arguments; /* names that functions may depend on */
  int                    num_arguments;
  int                    depth; /* of nested parentheses and references together */
  Param                 *busy[MAX_NESTING + 1];
  int                    num_busy;
};

/* Length of a name with dots at s; a dot must be followed by a name. */
size_t gud_name_length(const char *s);
/* true, yes, on, false, no, off -> "true" | "false"; others NULL */
const char *gud_word_truth(const char *s, size_t n);

/* NULL if there is none of this name, or no env. */
Param *gud_param_find(const GudEnv *env, const char *name, size_t length);
/* Finds its value if it has none yet; 0 after an error, which has been reported. */
int gud_param_evaluate(GudEnv *env, Param *p);

/* ---- parser (expr_parse.c), and the code it makes (expr.c) ---- */

/* What an expression part is: a word, or a number whose code has been emitted. */
typedef struct {
  GudDim       dim;
  int          has_time;
  const char  *word;       /* not NULL: a word, nothing emitted */
  const Param *param;      /* word of this parameter; NULL: a literal */
  size_t       at, length; /* of a word in the text */
} Part;

typedef struct {
  GudEnv         *env;
  GudDiag        *diag;
  GudArena       *arena;
  const GudNode  *node;
  const char     *text, *p;
  int             allow_time, failed, want_word;
  int            *depth, own_depth;
  Ins            *code;
  int             num, max, height;
  int             num_arguments;
  GudArgumentName argument[GUD_MAX_ARGUMENTS];
} Parser;

#define FAIL(ps, at, ...)                                                                                 \
  do {                                                                                                    \
    if (!(ps)->failed)                                                                                    \
      gud_diag_error((ps)->diag, gud_node_mark_at((ps)->node, (size_t)((at) - (ps)->text)), __VA_ARGS__); \
    gud_expr_give_up(ps);                                                                                 \
  } while (0)

/* After a failure the parser sees the end of the text, so that every loop ends. */
Part gud_expr_give_up(Parser *ps);
void gud_expr_emit(Parser *ps, Op op, double value, const char *at);
/* Fails with all that an unknown name may have meant; `what` is a name, a unit, a function. */
void gud_expr_unknown(Parser *ps, const char *at, size_t length, const char *what, int with_units);
/* A word used as a number: true is 1, false 0, others are errors. */
void gud_expr_to_number(Parser *ps, Part *a);
/* Emits function `which` of `num` parts; its value. */
Part gud_expr_apply(Parser *ps, int which, const char *at, Part *a, int num);

/* May the two be added, and what is the dimension of the sum? The rules on bare numbers and t: expr.h. */
int  gud_expr_sum_dim(Part a, Part b, GudDim *dim);
int  gud_expr_pure_time(Part a);
void gud_expr_need_number(Parser *ps, Part a, const char *at, const char *what);
/* Square root of a dimension, or any constant power of it. */
void gud_expr_scale_dim(Parser *ps, Part *a, double exponent, const char *at);
/* Two of them may be in one message. */
const char *gud_expr_dim_words(GudDim d);

/* The value of a scalar without t: a number, or the word of a parameter. 0 after an error. */
int gud_expr_value(GudEnv *env, const GudNode *scalar, Value *out);

#endif
