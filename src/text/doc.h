/* A model file as a tree of nodes that know where they were written.

   Built from libyaml's events, with limits on size, depth and number of nodes. Anchors, aliases and tags are
   refused: parameters and `include` do their work, and a few lines of aliases can expand to gigabytes.

   `include: other.yaml` (or a list) at top level: the path is relative to the including file, and the
   sections of the included file come before those of the including one. Sections that are mappings are merged
   key by key; a name defined twice is an error, except in `parameters`, where the including file overrides
   the included one. A file reached twice without a cycle is read once. */
#ifndef GUD_DOC_H
#define GUD_DOC_H

#include "base/diag.h"

typedef enum { GUD_NODE_SCALAR, GUD_NODE_SEQUENCE, GUD_NODE_MAPPING } GudNodeKind;

typedef struct GudNode GudNode;
struct GudNode {
  GudNodeKind  kind;
  GudMark      mark;
  const char  *text;        /* scalar: the text, "" for an empty value */
  int          quoted;      /* scalar: written in quotes, or as a block */
  int          text_column; /* scalar: column of text[0] if the text is in the file as it is, else 0 */
  int          num;         /* sequence, mapping: entries */
  GudNode    **item;        /* sequence, mapping: the values */
  const char **key;         /* mapping: the keys, in file order */
  GudMark     *key_mark;
  int         *sorted; /* mapping: entries in the order of their keys, for lookup */
};

typedef struct {
  GudArena    arena; /* owns every node and text */
  GudNode    *root;
  const char *path; /* as given */
  const char *dir;  /* of path, "." if it has none */
} GudDoc;

enum { GUD_MAX_FILE_SIZE = 16 << 20, GUD_MAX_DEPTH = 64, GUD_MAX_NODES = 200000 };

/* A model file with its includes; NULL after an error. The root is a mapping without `include`. */
GudDoc *gud_doc_load(const char *path, GudDiag *diag);
/* The same from a text; `name` stands for the file in messages, includes are relative to its folder. */
GudDoc *gud_doc_parse_string(const char *text, const char *name, GudDiag *diag);
/* Any single value ("[0, 0, 1]", "3 mm"): no includes, the root may be of any kind. */
GudDoc *gud_doc_parse_value(const char *text, const char *name, GudDiag *diag);
void    gud_doc_free(GudDoc *doc);
/* The value at a place such as "bodies.rod.mass" (keys with dots between them; mappings that are missing are made) becomes the
   YAML `text`. `name` stands for a file in messages. fresh: there must be nothing yet. 0 after an error. */
int gud_doc_set(GudDoc *doc, const char *place, const char *text, const char *name, int fresh, GudDiag *diag);

/* Value of a key; NULL if the node is NULL or no mapping, or the key is absent. */
GudNode *gud_node_get(const GudNode *map, const char *key);
/* Index of a key, or -1. */
int gud_node_find(const GudNode *map, const char *key);
/* An empty value, `~` or `null`. */
int gud_node_is_null(const GudNode *node);
/* Drop the entries of a sequence or mapping whose item has been set to NULL. */
void gud_node_compact(GudNode *node);
/* "a list", "a mapping", "nothing", "'text'" (shortened); written into buf and returned */
enum { GUD_SHOW_SIZE = 64 };
const char *gud_node_show(const GudNode *node, char buf[GUD_SHOW_SIZE]);
/* Place of character `offset` (in bytes) of a scalar's text, as near as it is known. */
GudMark gud_node_mark_at(const GudNode *scalar, size_t offset);

/* Contents of a regular file of at most GUD_MAX_FILE_SIZE bytes, with a '\0' behind; NULL after an error at
   `mark`. The caller frees it. */
char *gud_file_read(const char *path, GudMark mark, GudDiag *diag, size_t *size);
/* The same for files of at most `most` bytes (meshes). */
char *gud_file_read_up_to(const char *path, size_t most, GudMark mark, GudDiag *diag, size_t *size);
/* `path` seen from folder `dir` (absolute paths stay). */
char *gud_path_join(GudArena *arena, const char *dir, const char *path);
/* Folder of a path, "." if it has none. */
char *gud_path_dir(GudArena *arena, const char *path);

#endif
