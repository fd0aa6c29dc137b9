/* The model: everything that does not change during a run. Built once (by the reader or through the functions
   below), then frozen; what changes lives in GudState (system/state.h).

   Coordinates are coordinate vectors Q_0 ... of `dim` components; unknown number dim * k + c is component c of Q_k. */
#ifndef GUD_MODEL_H
#define GUD_MODEL_H

#include "base/map.h"
#include "contract/element.h"
#include "contract/force.h"
#include "contract/joint.h"
#include "meshes/mesh.h"
#include "base/diag.h"
#include "text/function.h"

#define GUD_NEGLIGIBLE_WEIGHT 1e-13 /* below: round-off of a node found by Newton */

typedef struct {
  const char *name;
  double      X[3]; /* body coordinates */
} GudNamedPoint;

typedef struct GudNear GudNear; /* elements in the order of their places (near.h) */

typedef struct {
  const char           *name;
  GudMark               mark;
  const GudElementType *type; /* NULL: ground */
  const void           *params;
  GudPlacement          place;
  int                   element; /* number of its (first) element, -1: ground */
  int                   num_elements;
  GudMesh              *mesh; /* NULL: a body of one element. Coordinates of the mesh are body coordinates */
  GudNear              *near; /* NULL: not asked for yet */
  GudNamedPoint        *points;
  int                   num_points;
  int                   frame[4]; /* marker vectors: body origin and axes, for drawing and probes */
  GudDraw               draw;
} GudBody;

typedef struct {
  const GudElementType *type;
  const double         *data; /* in the arena; congruent elements of a mesh share it */
  int                  *vec;  /* type->num_vec, in the arena */
  int                   body;
  int                   cell; /* of the body's mesh */
} GudElement;

/* A constraint row with its marker vectors (contract/row.h). */
typedef struct {
  GudRowKind kind;
  int        u0, u1, v0, v1; /* marker vectors of the model, -1 none */
  int        axis;
  double     g;      /* right-hand side of DOT */
  int        motion; /* TURN, SHIFT: index of the motion; else -1 */
  int        x;      /* ROLL, SLIDE: marker vector whose first component is psi, */
  double     factor; /* and k */
  int        joint;  /* owner, or -1 */
  int        body;   /* owner of an internal constraint, or -1 */
} GudModelRow;

/* Prescribed motion f(t) of a driver. By speed or acceleration it is integrated from an anchor in history
   [t, f, f'] that moves on at every accepted step; constants are integrated in closed form from t = 0. */
enum { GUD_ANCHOR = 3 };
typedef struct {
  int    function, by;
  double start, start_speed;
  int    history;
} GudMotion;

/* Set number of a place that can only be probed: the centre of mass of a body, rigid or not. */
enum { GUD_CENTRE_OF_MASS = -1 };
/* Where a joint or force is attached to a body: at a point, at the average of a set of nodes (average.c), along an edge. */
typedef struct GudPlace {
  int    body;
  double X[3]; /* body coordinates */
  int
                         set; /* 0: the point; GUD_CENTRE_OF_MASS; else 1 + the number of a node set of the body's mesh, X is its middle */
  const struct GudPlace *chain; /* an edge given by its points (edge.c); NULL: it is none */
  int                    num_chain;
} GudPlace;

typedef struct {
  const char         *name;
  GudMark             mark;
  const GudJointType *type;
  GudJointParams      params;
  int                 body[2], element[2]; /* element: to which it is attached; -1 ground */
  GudPlace            at[2];
  double              axes[2][9]; /* e1, e2, e3 of both frames in space at the start */
  int                 vector[8];  /* marker vectors of the two frames */
  int                 first_row, num_rows;
  int                 motion; /* -1: no driver */
} GudJoint;

enum { GUD_MAX_FORCE_FUNCTIONS = 4 };

typedef struct {
  const char *name;
  const char *group;  /* of the forces that one entry was spread over (they follow each other); NULL: alone */
  int         number; /* of its point in that group */
  GudMark     mark;
  const GudForceType *type;
  const void         *params;
  int                 body[GUD_MAX_SLOTS], element[GUD_MAX_SLOTS];
  int                *vector; /* of all slots, in the arena */
  int                 num_vectors;
  int                 internal, history, event; /* first index of each */
  int                 num_internals, differential[GUD_MAX_INTERNALS];
  int function[GUD_MAX_FORCE_FUNCTIONS], num_functions; /* those of its functions that depend on the state */
  int first_row, num_rows; /* of the joint whose multipliers it sees (`loads`); 0 rows: none */
  const GudRow *rows;
} GudModelForce;

/* A value that a C program sets between steps; it lives in history. */
typedef struct {
  const char *name;
  GudDim      dim;
  int         history;
  double      start;
} GudInputValue;

/* The average of a node set with coordinates of its own. */
typedef struct {
  int body, set;
  int element;
  int vector[2]; /* marker vectors: position (A2) and turn z (A1) of average.c */
} GudAverage;

/* Axes of a beam's section that joints and forces are attached to (section_frame.c). */
typedef struct {
  int y, z; /* marker vectors r_y, r_z; in the plane no z: -1 */
  int vec;  /* coordinate vectors d_1, d_2, d_3; in the plane one */
} GudSectionAxes;

typedef struct GudProbe GudProbe; /* model/probe.h */

/* What a probe must not pass; bounds may be infinite. */
typedef struct {
  const char *name;
  GudMark     mark;
  int         probe;
  double      bound[2]; /* least, largest */
} GudLimit;

extern const GudTypeInfo gud_limit_info; /* the table of `limits:` */

typedef struct GudModel {
  int         dim;
  const char *title;
  const char *path;
  double      gravity[3];
  double      spin[3], spin_centre[3]; /* of the frame that everything is seen from; zero: it rests */

  GudBody        *bodies; /* 0 is ground */
  GudElement     *elements;
  GudJoint       *joints;
  GudModelForce  *forces;
  GudModelRow    *rows;
  GudMotion      *motions;
  GudMap         *vectors; /* marker vectors, over `terms` */
  GudTerm        *terms;
  GudFunction   **functions; /* in the arena */
  GudProbe       *probes;
  GudLimit       *limits;
  GudAverage     *averages;
  GudSectionAxes *sections;
  GudInputValue  *inputs;
  int            *state_functions; /* numbers of the functions that depend on the state */
  int num_bodies, num_elements, num_joints, num_forces, num_rows, num_motions, num_vectors, num_terms;
  int num_functions, num_probes, num_limits, num_averages, num_sections, num_inputs, num_state_functions;

  int             num_vec; /* coordinate vectors */
  int             num_internals, num_history, num_events;
  GudHistoryKind *history_kinds; /* num_history: of forces, probes, motions, inputs */

  double *start_q, *start_v; /* dim * num_vec: as drawn, before assembly */

  struct GudNames *names; /* where a name is (names.h) */
  GudArena         arena;
} GudModel;

GudModel *gud_model_create(int dim);
void      gud_model_destroy(GudModel *m);

int gud_model_find_body(const GudModel *m, const char *name); /* -1: none; "ground" is 0 */
int gud_model_find_joint(const GudModel *m, const char *name);
int gud_model_find_force(const GudModel *m, const char *name); /* of a group: the first */
int gud_model_group_size(const GudModel *m, int force);        /* forces in the group of this one; 1: alone */
int gud_model_find_probe(const GudModel *m, const char *name);
/* Unit of a probe of this model, as in GudOutput. */
const char *gud_probe_unit(const GudModel *m, const GudProbe *pr);

/* A body of one element. params: the type's struct; copied. On nonsense returns -1 with the reason in why[200]. */
int  gud_model_add_body(GudModel *m, const char *name, const GudElementType *type, const void *params,
                        const GudPlacement *place, char *why);
void gud_body_add_point(GudModel *m, int body, const char *name, const double X[3]);

/* One more element, with room for the numbers of its coordinate vectors. */
GudElement *gud_model_new_element(GudModel *m, const GudElementType *type, int body);
/* A body of many elements, one per cell; the mesh is taken over. */
int gud_model_add_mesh_body(GudModel *m, const char *name, const GudElementType *type, const void *params,
                            const GudPlacement *place, GudMesh *mesh, char *why);
/* Element of a body that contains the point X of the start configuration, and its natural coordinates there. -1: ground. */
int gud_body_locate(const GudModel *m, int body, const double X[3], double xi[3]);
/* All elements that meet there (max at most), the one of gud_body_locate first. */
int gud_body_locate_all(const GudModel *m, int body, const double X[3], int max, int *element,
                        double (*xi)[3]);
/* Weights of a point at natural coordinates xi of an element, or of a direction (in space, at the start) there. */
int gud_element_point_terms(const GudModel *m, int element, const double xi[3], GudTerm *terms);
int gud_element_direction_terms(const GudModel *m, int element, const double xi[3], const double dir[3],
                                GudTerm *terms);

/* Columns of dX/dxi there, in space at the start: of a beam its tangent (times the length of the element) and section axes. */
void gud_element_axes(const GudModel *m, int element, const double xi[3], double J[3][3]);

/* Space <-> body coordinates in the start configuration. */
void gud_body_to_local(const GudModel *m, int body, const double r[3], double X[3]);
void gud_body_to_space(const GudModel *m, int body, const double X[3], double r[3]);

/* Marker vectors: of a material point X, and of the direction that is `dir` in space at the start. */
int gud_model_point(GudModel *m, int body, const double X[3]);
int gud_model_direction(GudModel *m, int body, const double X[3], const double dir[3]);

/* The node set `name` of a body as a place; 0: there is none. */
int gud_place_of_set(const GudModel *m, int body, const char *name, GudPlace *at);
/* Marker vectors of a place: its point, and the direction that is `dir` in space at the start. Sets of many nodes get
   coordinates of their own; `seen`: not so (a probe only looks, nothing is coupled). */
int gud_place_point(GudModel *m, const GudPlace *at, int seen);
int gud_place_direction(GudModel *m, const GudPlace *at, const double dir[3], int seen);
/* The direction for what is attached to a beam: that of its section (section_frame.c). -1: the place has no section. */
int gud_section_direction(GudModel *m, const GudPlace *at, const double dir[3]);
/* Element that a place belongs to, for the partition; -1: ground. */
int gud_place_element(GudModel *m, const GudPlace *at, int seen);
/* Nodes of the body's mesh that a place means (a point: the node there), and where a node's coordinate vectors
   begin. *num = 0: there is no node. The caller frees the list. */
int *gud_place_nodes(const GudModel *m, const GudPlace *at, int *num);
int  gud_node_vector(const GudModel *m, int body, int node);
/* Number of a node counted row by row from the top left of the mesh, from 1. */
int gud_node_number(const GudModel *m, int body, int node);

/* The edge at a place, and the marker vectors of its points (edge.c), both in the arena. NULL: there is none, the reason is in
   why[200]. */
const GudEdge *gud_model_edge(GudModel *m, const GudPlace *at, int **vector, char *why);

/* A cable in space has no frame. Does the place offer the point, and those of the directions axes[0..8] whose bits 0, 1, 2
   are set in `used`? 0: no, the reason is in why[200]. */
int gud_place_offers(const GudModel *m, const GudPlace *at, const double axes[9], unsigned used, char *why);

/* params as filled by the reader (axis, reference in space); copied. Returns the index, or -1 with a reason. */
int gud_model_add_joint(GudModel *m, const char *name, const GudJointType *type, const GudJointParams *params,
                        const GudPlace at[2], char *why);
/* A driver between the frames that an existing joint already has. */
int gud_model_add_driver_of(GudModel *m, const char *name, const GudJointType *type,
                            const GudJointParams *params, int joint, char *why);
/* A coupler between two joints (type->part): adds a massless coordinate and a joint for each part, NAME and NAME.second. */
int gud_model_add_coupler(GudModel *m, const char *name, const GudJointType *type,
                          const GudJointParams *params, const int joint[2], char *why);
/* axes: e1, e2, e3 in space at the start for FRAME slots (row k = e_k); NULL = axes of space. */
int gud_model_add_force(GudModel *m, const char *name, const GudForceType *type, const void *params,
                        const GudPlace *at, const double axes[9], char *why);

/* The same between marker vectors that are there already. */
typedef struct {
  int body[GUD_MAX_SLOTS], element[GUD_MAX_SLOTS], vector[GUD_MAX_SLOT_VECTORS];
} GudForceMarkers;
int gud_model_add_force_on(GudModel *m, const char *name, const GudForceType *type, const void *params,
                           const GudForceMarkers *on, char *why);
/* A load along the axis of a beam or cable, or along the edges between the nodes of a set (contract/force.h, GudPieces): as many
   forces as there are elements or edges, in one group. Returns the first, or -1 with a reason. */
int gud_model_add_pieces(GudModel *m, const char *name, const GudForceType *type,
                         const GudPieceParams *params, const GudPlace *at, char *why);
/* A force that is attached to a joint and sees its multipliers: friction. It has the joint's name, places and frames. */
int gud_model_add_force_of(GudModel *m, const GudForceType *type, const void *params, int joint, char *why);

/* Orthonormal axes with e3 along axis and e1 as near as possible to reference (zero: any). */
void gud_axes_from(const double axis[3], const double reference[3], double axes[9]);

/* Pieces for builders: a marker vector of given terms; one that is a coordinate vector itself; room for n more
   coordinate vectors (returns the first), their start values; a row of this model (g, motion as given). */
int  gud_model_vector(GudModel *m, const GudTerm *t, int num, const double s0[3]);
int  gud_model_plain_vector(GudModel *m, int vec);
int  gud_model_add_vectors(GudModel *m, int n);
void gud_model_set_vector(GudModel *m, int vec, const double Q[3], const double Qt[3]);
void gud_model_add_row(GudModel *m, const GudRow *row, const int *vector, int body);
void gud_model_tie(GudModel *m, int u0, int u1, int joint, int body); /* POINT rows: u0 = u1 */

/* Grow an array of the model by one zeroed entry. */
/* `num` more entries of history; the number of the first one. */
int gud_model_add_history(GudModel *m, int num, GudHistoryKind kind);

#define GUD_GROW(array, num) ((array) = gud_grow((array), &(num), sizeof *(array)), &(array)[(num)-1])
void *gud_grow(void *array, int *num, size_t size);

/* ---- evaluation of marker vectors: the innermost loop of everything ---- */

static inline void gud_vector_rate(const GudModel *m, int i, const double *v, double x[3])
{
  gud_map_rate(m->dim, &m->vectors[i], m->terms, v, x);
}

static inline void gud_vector_value(const GudModel *m, int i, const double *q, double x[3])
{
  gud_map_value(m->dim, &m->vectors[i], m->terms, q, x);
}

static inline void gud_vector_load(const GudModel *m, int i, const double f[3], double *r)
{
  gud_map_load(m->dim, &m->vectors[i], m->terms, f, r);
}

#endif
