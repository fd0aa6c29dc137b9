/* Parameters, declared once. One table of GudParam drives the reader, the defaults, the unit and range checks,
   `gudgeon help THING` and docs/model_reference.md.

   A registered thing keeps its parameters in a plain struct of its own; each table row says where in that struct
   the value goes (offsetof). The C type of the field follows from the kind:

     kind           field                 written in the file as
     GUD_REAL       double                number, "0.2 mm", expression of parameters
     GUD_INT        int                   integer (expression allowed)
     GUD_BOOL       int (0 | 1)           true | false | yes | no
     GUD_VECTOR     double[3]             [x, y, z] or, in space: 2d, [x, y]
     GUD_MATRIX     double[9], row-major  [a, b, c] (diagonal) or [[..],[..],[..]]; symmetric expected
     GUD_CHOICE     int (index)           one of the words in `choices`
     GUD_STRING     const char *          text (owned by the model)
     GUD_FUNCTION   int (function index)  number, expression in t and probes, or {type: sine | table | ...}
     GUD_TABLE      GudTable              [[x, y], [x, y], ...], x strictly increasing
     GUD_LIST       GudStringList         [word, word, ...]
     GUD_POINTS     GudTable              [[x, y], [x, y], ...], in any order; `dim` is that of both

   A row "group.key" is read from `group: {key: ...}`. Rows "group.list.1.key", "group.list.2.key", ... (the same keys for each
   number) are read from `group: {list: [{key: ...}, {key: ...}]}`; of an item that is not in the file nothing is required, and all rows are
   as if absent (a choice: its first word). Help and reference show those of item 1.

   A parameter that may be left out without a default ("given or not") has fallback "" : the struct keeps zeros
   (NaN for GUD_REAL, -1 for GUD_FUNCTION, NULL for GUD_STRING), so that the owner can tell. */
#ifndef GUD_PARAM_H
#define GUD_PARAM_H

#include <stddef.h>

typedef enum {
  GUD_REAL,
  GUD_INT,
  GUD_BOOL,
  GUD_VECTOR,
  GUD_MATRIX,
  GUD_CHOICE,
  GUD_STRING,
  GUD_FUNCTION,
  GUD_TABLE,
  GUD_LIST,
  GUD_POINTS
} GudKind;

/* Physical dimension: exponents of metre, kilogram, second. An angle is dimensionless. */
typedef struct {
  signed char m, kg, s;
} GudDim;

/* clang-format off */
#define GUD_NUMBER          {0, 0, 0}
#define GUD_ANGLE           {0, 0, 0}
#define GUD_LENGTH          {1, 0, 0}
#define GUD_AREA            {2, 0, 0}
#define GUD_MASS            {0, 1, 0}
#define GUD_TIME            {0, 0, 1}
#define GUD_VELOCITY        {1, 0, -1}
#define GUD_ACCELERATION    {1, 0, -2}
#define GUD_FREQUENCY       {0, 0, -1}
#define GUD_ANG_VELOCITY    {0, 0, -1}
#define GUD_ANG_ACCEL       {0, 0, -2}
#define GUD_INERTIA         {2, 1, 0}
#define GUD_DENSITY         {-3, 1, 0}
#define GUD_FORCE           {1, 1, -2}
#define GUD_MOMENT          {2, 1, -2}
#define GUD_ENERGY          {2, 1, -2}
#define GUD_STIFFNESS       {0, 1, -2}
#define GUD_DAMPING         {0, 1, -1}
#define GUD_ROT_STIFFNESS   {2, 1, -2}
#define GUD_ROT_DAMPING     {2, 1, -1}
#define GUD_PRESSURE        {-1, 1, -2}
#define GUD_VISCOSITY       {-1, 1, -1}
/* In tables of functions: the dimension of the function's value, of its argument, of value/argument, of value/(argument s),
   known where the function is used. Elsewhere: any dimension. */
#define GUD_DIM_OF_VALUE     {127, 127, 127}
#define GUD_DIM_OF_ARGUMENT  {126, 126, 126}
#define GUD_DIM_OF_GAIN      {125, 125, 125}
#define GUD_DIM_OF_RATE_GAIN {124, 124, 124}
#define GUD_DIM_IS_OPEN(d)   ((d).m > 120)
/* clang-format on */

typedef struct {
  int     n;
  double *x, *y; /* n points; of a GUD_TABLE: x strictly increasing */
} GudTable;

typedef struct {
  int          n;
  const char **s;
} GudStringList;

/* Bounds of a parameter: of each component of a vector, of the diagonal of a matrix; for functions not checked. */
typedef enum {
  GUD_ANY = 0,      /* any finite number */
  GUD_POSITIVE,     /* > 0 */
  GUD_NONNEGATIVE,  /* >= 0 */
  GUD_NONZERO,      /* a number or vector that is not zero */
  GUD_UNIT_INTERVAL /* 0 <= x <= 1 */
} GudBound;

/* What a parameter is for those who do not know its name: the reader fills it in, or reads it first. */
typedef enum {
  GUD_ROLE_NONE = 0, /* what its doc says, known to its owner only */
  GUD_ROLE_SPAN, /* length of a body between its ends: with `from` and `to` the distance of these, unless given */
  GUD_ROLE_SHARE, /* length of an edge that belongs to one point of it: filled in for node sets */
  GUD_ROLE_SHARED_CREEP, /* friction.creep: with several points on one rigid body GUD_SHARED_CREEP, else 0, unless given */
  GUD_ROLE_JOINT_MODEL, /* the choice that makes a joint an ideal one or a force (GudForceType.compliant) */
  GUD_ROLE_JOINT_SIZE,  /* size that only friction in an ideal joint has, not its gap */
  GUD_NUM_ROLES
} GudRole;

typedef struct {
  const char *name;
  GudKind     kind;
  GudDim      dim;
  GudBound    bound;
  const char *fallback; /* default as one would write it in the file; NULL = required; "" = may be absent */
  size_t      offset;   /* of the field in the parameter struct */
  const char *choices;  /* GUD_CHOICE: "word|word|word"; the index of the word is the value. Others: NULL.
                           GUD_TABLE: the unit of x, or NULL: any. For GUD_FUNCTION and GUD_TABLE `dim` is that of the
                           value (y). */
  const char *doc;      /* one line */
  GudRole     role;
} GudParam;

/* Row of that role; -1: there is none. */
static inline int gud_param_of_role(const GudParam *table, int num, GudRole role)
{
  for (int i = 0; i < num; i++)
    if (table[i].role == role) return i;
  return -1;
}

/* Number of the item of a list that a row belongs to; 0: of none. */
static inline int gud_param_item(const char *name)
{
  for (; *name; name++)
    if (name[0] == '.' && name[1] >= '1' && name[1] <= '9') return name[1] - '0';
  return 0;
}

#define GUD_ABSENT       ""
#define GUD_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* A function of time with its first two derivatives at one instant. */
typedef struct {
  double f, f1, f2;
} GudJet;

#endif
