/* Names of a model, found in constant time. */
#ifndef GUD_MODEL_NAMES_H
#define GUD_MODEL_NAMES_H

struct GudModel;
struct GudNames;

typedef enum { GUD_NAMED_BODY, GUD_NAMED_JOINT, GUD_NAMED_FORCE, GUD_NAMED_PROBE, GUD_NUM_NAMED } GudNamed;

struct GudNames *gud_names_create(void);
void             gud_names_destroy(struct GudNames *n);

/* Number of the first entry of this name (forces: or of this group), -1: none. */
int gud_names_find(const struct GudModel *m, GudNamed kind, const char *name);

#endif
