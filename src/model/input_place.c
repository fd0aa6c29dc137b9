/* Reading places on bodies: `BODY.POINT`, `{body: BODY, at: [...]}`, node sets, edges. */
#include "model/input_internal.h"

#include "base/hint.h"

#include <stdio.h>
#include <string.h>

const char *const gud_marker_help =
  "A place on a body is written as BODY (its origin), BODY.POINT (a name from its `points:`, or from/to), "
  "BODY.SET (a node set of its mesh: the centre of a bore, the middle of an edge, carried by all its nodes), "
  "BODY.centre_of_mass (for probes), "
  "{body: BODY, at: [place in space at the start]} or {body: BODY, local: [body coordinates]}. `ground` is a "
  "body.";

int gud_input_named_place(const Builder *b, int body, const char *name, GudPlace *place)
{
  const GudBody *bo = &b->m->bodies[body];
  for (int i = 0; i < bo->num_points; i++)
    if (!strcmp(bo->points[i].name, name)) {
      *place = (GudPlace){.body = body};
      memcpy(place->X, bo->points[i].X, sizeof place->X);
      return 1;
    }
  return gud_place_of_set(b->m, body, name, place);
}

static int find_point(Builder *b, const GudNode *node, int body, const char *name, GudPlace *place)
{
  const GudBody *bo = &b->m->bodies[body];
  const char    *names[200];
  char           hint[GUD_OFFER_SIZE];
  int            num = 0;
  for (int i = 0; i < bo->num_points; i++) {
    if (!strcmp(bo->points[i].name, name)) {
      memcpy(place->X, bo->points[i].X, sizeof place->X);
      return 1;
    }
    if (num < GUD_COUNT(names)) names[num++] = bo->points[i].name;
  }
  if (!strcmp(name, "centre_of_mass") && body > 0) {
    place->set = GUD_CENTRE_OF_MASS;
    if (!b->looking)
      gud_input_fail(b, node->mark, "centre_of_mass can be probed, but nothing can be attached to it");
    return b->looking;
  }
  if (gud_place_of_set(b->m, body, name, place)) {
    if (b->m->dim == 2 || !place->set) return 1;
    gud_input_fail(b, node->mark, "a set of several nodes is a place in the plane only");
    return 0;
  }
  for (int i = 0; bo->mesh && i < bo->mesh->num_sets && num < GUD_COUNT(names); i++)
    if (bo->mesh->sets[i].num > 1) names[num++] = bo->mesh->sets[i].name;
  gud_diag_error(b->in->diag, node->mark, "%s: body '%s' has no point '%.60s'%s", b->what, bo->name, name,
                 gud_offer(hint, name, names, num));
  return 0;
}

int gud_input_read_place(Builder *b, const GudNode *node, GudPlace *place)
{
  static const char *const allowed[] = {"body", "at", "local", NULL};
  static const GudDim      length    = GUD_LENGTH;
  GudReader               *rd        = &b->in->reader;
  const char              *word;
  memset(place, 0, sizeof *place);
  if (node->kind == GUD_NODE_SCALAR) {
    char name[128];
    if (!gud_read_word(rd, node, &word)) return 0;
    const char *dot = strchr(word, '.');
    snprintf(name, sizeof name, "%.*s", dot ? (int)(dot - word) : (int)strlen(word), word);
    place->body = gud_input_find_body(b, node, name);
    if (place->body < 0) return 0;
    return !dot || find_point(b, node, place->body, dot + 1, place);
  }
  const GudNode *body = gud_node_get(node, "body"), *at = gud_node_get(node, "at"),
                *local = gud_node_get(node, "local");
  double r[3];
  if (at && local) {
    gud_input_fail(b, node->mark, "a place has 'at' or 'local', not both");
    return 0;
  }
  if (node->kind != GUD_NODE_MAPPING || !body) {
    gud_input_fail(
      b, node->mark,
      "expected a place: BODY, BODY.POINT, {body: BODY, at: [...]} or {body: BODY, local: [...]}");
    return 0;
  }
  char        what[GUD_WHAT_SIZE + 40];
  const char *old = rd->what;
  snprintf(what, sizeof what, "place '%.20s' of %s", rd->key, b->what);
  rd->what = what;
  gud_check_keys(rd, node, allowed, NULL);
  rd->what = old;
  if (!gud_read_word(rd, body, &word)) return 0;
  place->body = gud_input_find_body(b, body, word);
  if (place->body < 0) return 0;
  if (local) return gud_read_vector(rd, local, length, place->X);
  if (!at) return 1;
  if (!gud_read_vector(rd, at, length, r)) return 0;
  gud_body_to_local(b->m, place->body, r, place->X);
  return 1;
}

/* An edge: a node set, or the list of its points. */
static int read_edge(Builder *b, const GudNode *node, GudPlace *at)
{
  if (node->kind != GUD_NODE_SEQUENCE) return gud_input_read_place(b, node, at);
  GudPlace *chain = gud_arena_alloc(&b->m->arena, sizeof *chain * (size_t)(node->num + 1));
  for (int i = 0; i < node->num; i++)
    if (!gud_input_read_place(b, node->item[i], &chain[i])) return 0;
  *at       = chain[0];
  at->chain = chain, at->num_chain = node->num;
  return 1;
}

/* The places of all slots. An optional slot that is absent is ground at the place of slot 0. */
int gud_input_read_slots(Builder *b, const GudNode *entry, const GudMarkerSlot *slots, int num, GudPlace *at)
{
  int ok = 1;
  for (int s = 0; s < num; s++) {
    const GudNode *node = gud_node_get(entry, slots[s].name);
    b->in->reader.key   = slots[s].name;
    if (node) {
      ok &= slots[s].kind == GUD_EDGE ? read_edge(b, node, &at[s]) : gud_input_read_place(b, node, &at[s]);
    } else if (slots[s].optional) {
      at[s].body = -1;
    } else {
      char text[200];
      snprintf(text, sizeof text, "'%s' is missing: %s", slots[s].name, slots[s].doc);
      gud_input_fail(b, entry->mark, text);
      ok = 0;
    }
  }
  return ok;
}
