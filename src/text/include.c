/* Files and includes: reading, paths, chains of includes, merging. See doc.h for the rules. */
#include "text/doc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "text/doc_internal.h"

enum { MAX_INCLUDE_DEPTH = 32 };

/* ---- files ---- */

/* "; did you mean 'x.yaml'?" where the ending of a model file was forgotten, or is the other one. */
static const char *near_file(const char *path, char *hint, size_t size)
{
  static const char *const ends[2] = {".yaml", ".yml"};
  struct stat              info;
  char                     other[1100];
  const char              *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
  int                      bare = dot && dot[1] == 'y' ? (int)(dot - path) : (int)strlen(path);
  *hint                         = '\0';
  for (int i = 0; i < 2 && !*hint; i++) {
    int n = snprintf(other, sizeof other, "%.*s%s", bare, path, ends[i]);
    if (n > 0 && n < (int)sizeof other && !stat(other, &info) && S_ISREG(info.st_mode))
      snprintf(hint, size, "; did you mean '%s'?", other);
  }
  return hint;
}

char *gud_file_read_up_to(const char *path, size_t most, GudMark mark, GudDiag *diag, size_t *size)
{
  struct stat info;
  FILE       *f;
  char       *text, hint[1200];

  if (stat(path, &info)) {
    int why = errno;
    gud_diag_error(diag, mark, "cannot read '%s': %s%s", path, strerror(why),
                   near_file(path, hint, sizeof hint));
    return NULL;
  }
  /* asked before opening, because opening a pipe would wait for its other end */
  if (!S_ISREG(info.st_mode)) {
    gud_diag_error(diag, mark, "cannot read '%s': it is %s, not a file", path,
                   S_ISDIR(info.st_mode) ? "a folder" : "a device or pipe");
    return NULL;
  }
  if ((size_t)info.st_size > most) {
    gud_diag_error(diag, mark, "'%s' is larger than %zu MiB", path, most >> 20);
    return NULL;
  }
  f = fopen(path, "rb");
  if (!f) {
    gud_diag_error(diag, mark, "cannot read '%s': %s", path, strerror(errno));
    return NULL;
  }
  text  = gud_alloc((size_t)info.st_size + 1);
  *size = fread(text, 1, (size_t)info.st_size, f);
  if (ferror(f)) {
    gud_diag_error(diag, mark, "cannot read '%s': %s", path, strerror(errno));
    free(text);
    text = NULL;
  }
  fclose(f);
  if (text) gud_diag_sum_add(diag, text, *size);
  return text;
}

char *gud_file_read(const char *path, GudMark mark, GudDiag *diag, size_t *size)
{
  return gud_file_read_up_to(path, GUD_MAX_FILE_SIZE, mark, diag, size);
}

char *gud_path_dir(GudArena *arena, const char *path)
{
  const char *slash = strrchr(path, '/');

  if (!slash) return gud_arena_text(arena, ".");
  if (slash == path) return gud_arena_text(arena, "/");
  return gud_arena_copy(arena, path, (size_t)(slash - path));
}

char *gud_path_join(GudArena *arena, const char *dir, const char *path)
{
  size_t a = strlen(dir), b = strlen(path);
  char  *joined;

  if (path[0] == '/' || !strcmp(dir, ".")) return gud_arena_text(arena, path);
  joined = gud_arena_alloc(arena, a + b + 2);
  memcpy(joined, dir, a);
  if (a && dir[a - 1] != '/') joined[a++] = '/';
  memcpy(joined + a, path, b + 1);
  return joined;
}

/* ---- includes ---- */

static int is_leaf(const GudNode *n)
{
  return n->kind != GUD_NODE_MAPPING || gud_node_find(n, "default") >= 0;
}

/* What is merged: two whole files, peers (both included by a third) or base and including file; a section,
   where nothing may be defined twice; the parameters, which only the including file may override. */
typedef enum { MERGE_PEERS, MERGE_TOP, MERGE_SECTION, MERGE_PEER_PARAMETERS, MERGE_PARAMETERS } MergeKind;

static GudNode *merge(Loader *ld, const GudNode *base, const GudNode *over, MergeKind kind);

/* The value of a key that both files define; NULL after an error. */
static GudNode *merge_value(Loader *ld, const GudNode *base, int i, const GudNode *over, int j,
                            MergeKind kind)
{
  GudNode *a = base->item[i], *b = over->item[j];
  int      both = a->kind == GUD_NODE_MAPPING && b->kind == GUD_NODE_MAPPING;

  if (kind <= MERGE_TOP && both) {
    if (strcmp(base->key[i], "parameters")) return merge(ld, a, b, MERGE_SECTION);
    return merge(ld, a, b, kind == MERGE_TOP ? MERGE_PARAMETERS : MERGE_PEER_PARAMETERS);
  }
  if (kind >= MERGE_PEER_PARAMETERS && !is_leaf(a) && !is_leaf(b)) return merge(ld, a, b, kind);
  if (kind == MERGE_PARAMETERS) {
    if (a->kind == GUD_NODE_MAPPING && is_leaf(a) && b->kind == GUD_NODE_SCALAR) {
      /* `joint: dry` over {default: ideal, choices: [...]} keeps the choices */
      GudNode *leaf = gud_doc_node(ld->doc, GUD_NODE_MAPPING, b->mark);

      gud_node_set_entries(ld->doc, leaf, a->num, a->item, a->key, a->key_mark);
      leaf->item[gud_node_find(leaf, "default")] = b;
      return leaf;
    }
    return b;
  }
  gud_diag_error(ld->diag, over->key_mark[j], "'%s' is defined twice; it is also at %s:%d:%d", over->key[j],
                 base->key_mark[i].file, base->key_mark[i].line, base->key_mark[i].column);
  return NULL;
}

static GudNode *merge(Loader *ld, const GudNode *base, const GudNode *over, MergeKind kind)
{
  GudNode *n  = gud_doc_node(ld->doc, GUD_NODE_MAPPING, over->mark);
  Entries  e  = {0};
  int      ok = 1;

  for (int i = 0; i < base->num; ++i) {
    int      j = gud_node_find(over, base->key[i]);
    GudNode *v = j < 0 ? base->item[i] : merge_value(ld, base, i, over, j, kind);

    if (v) gud_entries_push(&e, base->key[i], j < 0 ? base->key_mark[i] : over->key_mark[j], v);
    else ok = 0;
  }
  for (int j = 0; j < over->num; ++j)
    if (gud_node_find(base, over->key[j]) < 0)
      gud_entries_push(&e, over->key[j], over->key_mark[j], over->item[j]);
  gud_node_set_entries(ld->doc, n, e.num, e.item, e.key, e.mark);
  gud_entries_free(&e);
  return ok ? n : NULL;
}

static FileId file_id(const char *path)
{
  struct stat info;
  FileId      id = {0};

  if (!stat(path, &info)) {
    id.known = 1;
    id.dev   = info.st_dev;
    id.ino   = info.st_ino;
  }
  return id;
}

static int same_file(FileId a, FileId b)
{
  return a.known && b.known && a.dev == b.dev && a.ino == b.ino;
}

/* A chain such as "a.yaml -> b.yaml -> a.yaml". */
static void report_cycle(Loader *ld, GudMark from, const Chain *up, const char *path, FileId id)
{
  char         text[800] = "";
  size_t       used      = 0;
  const Chain *list[MAX_INCLUDE_DEPTH + 2];
  int          n = 0;

  for (const Chain *c = up; c && n <= MAX_INCLUDE_DEPTH; c = c->up) {
    list[n++] = c;
    if (same_file(c->id, id)) break;
  }
  while (n-- > 0 && used < sizeof(text) - 10) {
    int k = snprintf(text + used, sizeof(text) - used, "%s -> ", list[n]->path);

    used += k < 0 ? 0 : (size_t)k;
  }
  gud_diag_error(ld->diag, from, "files include each other in a circle: %s%s", text, path);
}

/* Reads one included file; *out stays NULL if it was read before. 0 after an error. */
static int include_one(Loader *ld, const GudNode *name, const Chain *up, GudNode **out)
{
  char   buf[GUD_SHOW_SIZE];
  char  *dir, *path;
  FileId id;

  *out = NULL;
  if (name->kind != GUD_NODE_SCALAR || !name->text[0]) {
    gud_diag_error(ld->diag, name->mark, "include: expected the name of a file, found %s",
                   gud_node_show(name, buf));
    return 0;
  }
  dir  = gud_path_dir(&ld->doc->arena, up->path);
  path = gud_path_join(&ld->doc->arena, dir, name->text);
  id   = file_id(path);
  for (const Chain *c = up; c; c = c->up) {
    if (same_file(c->id, id)) {
      report_cycle(ld, name->mark, up, path, id);
      return 0;
    }
  }
  for (int i = 0; i < ld->num_done; ++i)
    if (same_file(ld->done[i], id)) return 1;
  if (up->depth >= MAX_INCLUDE_DEPTH) {
    gud_diag_error(ld->diag, name->mark, "files include each other more than %d deep", MAX_INCLUDE_DEPTH);
    return 0;
  }
  *out = gud_include_file(ld, path, name->mark, up);
  return *out != NULL;
}

GudNode *gud_include_resolve(Loader *ld, GudNode *root, const Chain *here)
{
  char     buf[GUD_SHOW_SIZE];
  GudMark  whole = {here->path, 1, 1};
  GudNode *names, *base = NULL, *one;
  int      ok = 1, at;

  if (root->kind != GUD_NODE_MAPPING) {
    gud_diag_error(ld->diag, root->kind == GUD_NODE_SCALAR ? whole : root->mark,
                   "not a model file: expected sections such as 'bodies:', found %s",
                   gud_node_show(root, buf));
    return NULL;
  }
  at = gud_node_find(root, "include");
  if (at < 0) return root;
  names          = root->item[at];
  root->item[at] = NULL;
  gud_node_compact(root);
  if (names->kind == GUD_NODE_MAPPING) {
    gud_diag_error(ld->diag, names->mark,
                   "include: expected the name of a file or a list of names, found a mapping");
    return NULL;
  }
  for (int i = 0; i < (names->kind == GUD_NODE_SEQUENCE ? names->num : 1); ++i) {
    if (!include_one(ld, names->kind == GUD_NODE_SEQUENCE ? names->item[i] : names, here, &one)) ok = 0;
    if (!one || !ok) continue;
    /* between two included files nothing may be defined twice, not even a parameter: none is the master */
    base = base ? merge(ld, base, one, MERGE_PEERS) : one;
    if (!base) return NULL;
  }
  if (!ok) return NULL;
  return base ? merge(ld, base, root, MERGE_TOP) : root;
}

GudNode *gud_include_file(Loader *ld, const char *path, GudMark from, const Chain *up)
{
  Chain    here = {up, path, file_id(path), up ? up->depth + 1 : 0};
  size_t   size = 0;
  char    *text;
  GudNode *root;

  gud_diag_file(ld->diag, path);
  text = gud_file_read(path, from, ld->diag, &size);
  if (!text) return NULL;
  if (ld->num_done == MAX_FILES) {
    gud_diag_error(ld->diag, from, "a model is made of at most %d files", MAX_FILES);
    free(text);
    return NULL;
  }
  root = gud_doc_parse_text(ld, text, size, path);
  free(text);
  if (root) root = gud_include_resolve(ld, root, &here);
  if (ld->num_done < MAX_FILES) ld->done[ld->num_done++] = here.id;
  return root;
}
