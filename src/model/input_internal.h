/* Shared by the files that read a model: input.c, input_body.c, input_joint.c, ... */
#ifndef GUD_INPUT_INTERNAL_H
#define GUD_INPUT_INTERNAL_H

#include "model/input.h"

enum { GUD_WHAT_SIZE = 160 };

typedef struct {
  GudInput *in;
  GudModel *m;
  char      what[GUD_WHAT_SIZE]; /* prefix of messages: "joint 'pin'" */
  int       looking;             /* a probe is read: nothing is attached to its places */
  /* probes that expressions may name and that have not been read yet */
  GudArgumentName *arguments;
  int              num_arguments;
} Builder;

void gud_input_fail(Builder *b, GudMark mark, const char *text);
void gud_input_unknown_type(Builder *b, const GudNode *node, const char *word, const char *const *names,
                            int num);
void gud_input_not_found(Builder *b, GudMark mark, const char *section, const char *noun, const char *name);
int  gud_input_valid_name(const char *s);
/* Adds the names of a table, of a group only the group, to a list of allowed keys that ends with NULL. */
void gud_input_names_of(Builder *b, const GudParam *params, int n, const char **list, int *num, int max);
/* The entry of the registry that `type` names; NULL after an error. */
const GudElementType      *gud_input_element_type(Builder *b, const GudNode *entry);
const GudJointType        *gud_input_joint_type(Builder *b, const GudNode *entry);
const GudForceType        *gud_input_force_type(Builder *b, const GudNode *entry);
const struct GudProbeType *gud_input_probe_type(Builder *b, const GudNode *entry);
int                        gud_input_find_body(Builder *b, const GudNode *node, const char *name);
int gud_input_read_slots(Builder *b, const GudNode *entry, const GudMarkerSlot *slots, int num, GudPlace *at);
/* A point or node set of a body by its name; 0: there is none. */
int gud_input_named_place(const Builder *b, int body, const char *name, GudPlace *place);
int gud_input_read_place(Builder *b, const GudNode *node, GudPlace *place);
/* A place, a node set or a list of these, each node a place of its own (input_spread.c). */
typedef struct {
  GudPlace *at;
  int      *number;
  double   *share; /* edge length of each along `axis`; 0: a single point */
  int       num;
} GudPlaceList;
int  gud_input_read_places(Builder *b, const GudNode *node, GudPlaceList *list);
void gud_input_add_spread(Builder *b, const char *name, GudMark mark, const GudForceType *type, void *params,
                          GudPlace *at, const GudPlaceList *list, const double axes[9]);
/* The same over edges: each node set or list of points is an edge, single points of a list are the edges of the surface next to them. */
void gud_input_add_edges(Builder *b, const char *name, GudMark mark, const GudNode *entry,
                         const GudForceType *type, const void *params, GudPlace *at, const double axes[9]);
/* A load along a beam names the body alone: 0 after an error. */
int gud_input_whole_body(Builder *b, const GudNode *node, const GudPlace *at);
/* A joint that a driver or coupler names; -1 after an error. */
int  gud_input_named_joint(Builder *b, const GudNode *node, const char *whose);
void gud_input_read_coupler(Builder *b, const char *name, GudMark mark, const GudNode *entry,
                            const GudJointType *type);
/* Functions of the state (bind.c): names for expressions before the sections are read; arguments after. */
void gud_input_name_arguments(Builder *b, int for_probe);
/* A probe has been read: its unit is known to the expressions of later ones. */
void gud_input_argument_read(Builder *b, const GudProbe *probe);
void gud_input_bind_functions(Builder *b);
/* The arguments of a probe's expression: probes that are there already. 0 after an error. */
int  gud_input_bind_probe(Builder *b, GudProbe *probe);
void gud_input_read_body(Builder *b, const char *name, GudMark mark, const GudNode *entry);
/* driver: the entry is one of `drivers` */
void gud_input_read_joint(Builder *b, const char *name, GudMark mark, const GudNode *entry, int driver);
void gud_input_read_force(Builder *b, const char *name, GudMark mark, const GudNode *entry);
void gud_input_read_force_of(Builder *b, const char *name, GudMark mark, const GudNode *entry,
                             const GudForceType *type);
/* Does the file say, by the parameter of role JOINT_MODEL, that the joint is this force? gap may be NULL. */
int  gud_input_is_force(Builder *b, const GudNode *entry, const GudForceType *gap);
void gud_input_read_probe(Builder *b, const char *name, GudMark mark, const GudNode *entry);
void gud_input_read_limit(Builder *b, const char *name, GudMark mark, const GudNode *entry);

#endif
