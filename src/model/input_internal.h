/* Shared by the files that read a model: input.c and input_probe.c. */
#ifndef GUD_INPUT_INTERNAL_H
#define GUD_INPUT_INTERNAL_H

#include "model/input.h"

enum { GUD_WHAT_SIZE = 160 };

typedef struct {
  GudInput *in;
  GudModel *m;
  char      what[GUD_WHAT_SIZE]; /* of whom messages speak: "joint 'pin'" */
  int       looking;             /* a probe is read: places are only looked at */
} Builder;

void input_fail(Builder *b, GudMark mark, const char *text);
void input_unknown_type(Builder *b, const GudNode *node, const char *word, const char *const *names, int num);
void input_not_found(Builder *b, GudMark mark, const char *section, const char *noun, const char *name);
int  input_find_body(Builder *b, const GudNode *node, const char *name);
int  input_read_slots(Builder *b, const GudNode *entry, const GudMarkerSlot *slots, int num, GudPlace *at);
int  input_read_place(Builder *b, const GudNode *node, GudPlace *place);
/* A place, a node set or a list of these, each node a place of its own (input_spread.c). */
typedef struct {
  GudPlace *at;
  int      *number;
  double   *share; /* edge length of each along `axis`; 0: a single point */
  int       num;
} GudPlaceList;
int  input_read_places(Builder *b, const GudNode *node, GudPlaceList *list);
void input_add_spread(Builder *b, const char *name, GudMark mark, const GudForceType *type, void *params,
                      GudPlace *at, const GudPlaceList *list, const double axes[9]);
void input_read_probe(Builder *b, const char *name, GudMark mark, const GudNode *entry);

#endif
