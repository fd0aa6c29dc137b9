/* Changes of a document after it was read: values set by a program (doc.h, gud_doc_set). */
#include "text/doc.h"

#include <string.h>

#include "text/doc_internal.h"

/* The entry of a mapping, made empty if it is missing; NULL: `map` is no mapping. *at: its index. */
static GudNode *entry_of(GudDoc *doc, GudNode *map, const char *key, GudMark mark, int *at)
{
  Entries e = {0};

  if (gud_node_is_null(map)) map->kind = GUD_NODE_MAPPING; /* `forces:` without entries */
  if (map->kind != GUD_NODE_MAPPING) return NULL;
  *at = gud_node_find(map, key);
  if (*at >= 0) return map->item[*at];
  for (int i = 0; i < map->num; ++i) gud_entries_push(&e, map->key[i], map->key_mark[i], map->item[i]);
  gud_entries_push(&e, key, mark, gud_doc_node(doc, GUD_NODE_MAPPING, mark));
  gud_node_set_entries(doc, map, e.num, e.item, e.key, e.mark);
  gud_entries_free(&e);
  *at = gud_node_find(map, key);
  return map->item[*at];
}

int gud_doc_set(GudDoc *doc, const char *place, const char *text, const char *name, int fresh, GudDiag *diag)
{
  Loader      ld   = {.doc = doc, .diag = diag};
  const char *file = gud_arena_text(&doc->arena, name);
  GudMark     mark = {file, 1, 1};
  GudNode    *map  = doc->root, *value;
  int         at   = -1;

  gud_diag_file(diag, file);
  gud_diag_sum_add(diag, place, strlen(place));
  gud_diag_sum_add(diag, text, strlen(text));
  value = gud_doc_parse_text(&ld, text, strlen(text), file);
  if (!value) return 0;
  for (const char *end; *place; place = *end ? end + 1 : end) {
    size_t   n   = strcspn(place, ".");
    char    *key = gud_arena_copy(&doc->arena, place, n);
    int      had = gud_node_find(map, key) >= 0;
    GudNode *sub = entry_of(doc, map, key, mark, &at);

    end = place + n;
    if (!n || !sub || (*end && !end[1])) {
      gud_diag_error(
        diag, mark,
        sub ? "a place is keys with dots between them" : "there is no '%s' here: it is in no mapping", key);
      return 0;
    }
    if (*end) {
      map = sub;
      continue;
    }
    if (had && fresh) {
      gud_diag_error(diag, mark, "'%s' is defined already", key);
      return 0;
    }
    map->item[at] = value;
  }
  if (at < 0) gud_diag_error(diag, mark, "a place is keys with dots between them");
  return at >= 0;
}
