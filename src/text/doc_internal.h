/* Inside of doc.h: what doc.c (texts to nodes) and include.c (files) share. */
#ifndef GUD_DOC_INTERNAL_H
#define GUD_DOC_INTERNAL_H

#include <sys/types.h>
#include <yaml.h>

#include "text/doc.h"

enum { MAX_FILES = 256 };

/* A file whatever path leads to it. */
typedef struct {
  int   known; /* 0: a text, not a file */
  dev_t dev;
  ino_t ino;
} FileId;

/* One file of the chain of includes that is being read. */
typedef struct Chain Chain;
struct Chain {
  const Chain *up;
  const char  *path; /* as shown */
  FileId       id;
  int          depth;
};

typedef struct {
  GudDoc       *doc;
  GudDiag      *diag;
  int           num_nodes;
  const char   *file;
  const char   *text; /* of that file, while it is parsed */
  yaml_parser_t parser;
  FileId        done[MAX_FILES]; /* the files already read */
  int           num_done;
} Loader;

/* ---- nodes (doc.c) ---- */

/* Growing lists of what a sequence or mapping will hold. */
typedef struct {
  GudNode    **item;
  const char **key;
  GudMark     *mark;
  int          num, max;
} Entries;

void gud_entries_push(Entries *e, const char *key, GudMark mark, GudNode *item);
void gud_entries_free(Entries *e);

GudNode *gud_doc_node(GudDoc *doc, GudNodeKind kind, GudMark mark);
/* Set the entries of a sequence or mapping from growing lists, which are left to the caller. */
void gud_node_set_entries(GudDoc *doc, GudNode *n, int num, GudNode **item, const char **key,
                          const GudMark *mark);

/* The root of one text without its includes; NULL after an error. */
GudNode *gud_doc_parse_text(Loader *ld, const char *text, size_t size, const char *file);

/* ---- includes (include.c) ---- */

/* The root of a file with its includes; `from` is where it was asked for. NULL after an error. */
GudNode *gud_include_file(Loader *ld, const char *path, GudMark from, const Chain *up);
/* Replaces `include` of a file's root by the contents. NULL after an error. */
GudNode *gud_include_resolve(Loader *ld, GudNode *root, const Chain *here);

#endif
