/* Model files: libyaml events -> nodes, limits. See doc.h. */
#include "text/doc.h"

#include <stdlib.h>
#include <string.h>

#include "text/doc_internal.h"

enum { MAX_KEY = 200 };

/* ---- nodes ---- */

typedef struct {
  const char *key;
  int         i;
} KeyAt;

static int by_key(const void *pa, const void *pb)
{
  const KeyAt *a = pa, *b = pb;
  int          c = strcmp(a->key, b->key);

  return c ? c : (a->i > b->i) - (a->i < b->i);
}

static void sort_keys(GudNode *map)
{
  KeyAt *list = gud_alloc(sizeof(*list) * (size_t)map->num);

  for (int i = 0; i < map->num; ++i) list[i] = (KeyAt){map->key[i], i};
  qsort(list, (size_t)map->num, sizeof(*list), by_key);
  for (int i = 0; i < map->num; ++i) map->sorted[i] = list[i].i;
  free(list);
}

int gud_node_find(const GudNode *map, const char *key)
{
  int low = 0, high;

  if (!map || map->kind != GUD_NODE_MAPPING) return -1;
  high = map->num;
  while (low < high) {
    int mid = low + (high - low) / 2, c = strcmp(map->key[map->sorted[mid]], key);

    if (c == 0) return map->sorted[mid];
    if (c < 0) low = mid + 1;
    else high = mid;
  }
  return -1;
}

GudNode *gud_node_get(const GudNode *map, const char *key)
{
  int i = gud_node_find(map, key);

  return i < 0 ? NULL : map->item[i];
}

int gud_node_is_null(const GudNode *n)
{
  return n->kind == GUD_NODE_SCALAR && !n->quoted &&
         (!n->text[0] || !strcmp(n->text, "~") || !strcmp(n->text, "null"));
}

void gud_node_compact(GudNode *n)
{
  int kept = 0;

  for (int i = 0; i < n->num; ++i) {
    if (!n->item[i]) continue;
    n->item[kept] = n->item[i];
    if (n->kind == GUD_NODE_MAPPING) {
      n->key[kept]      = n->key[i];
      n->key_mark[kept] = n->key_mark[i];
    }
    ++kept;
  }
  n->num = kept;
  if (n->kind == GUD_NODE_MAPPING) sort_keys(n);
}

static int is_continuation(char c)
{
  return ((unsigned char)c & 0xC0) == 0x80;
}

static int utf8_length(const char *s, size_t bytes)
{
  int n = 0;

  for (size_t i = 0; i < bytes; ++i) n += !is_continuation(s[i]);
  return n;
}

const char *gud_node_show(const GudNode *n, char buf[GUD_SHOW_SIZE])
{
  size_t length, keep = 40;

  if (!n) snprintf(buf, GUD_SHOW_SIZE, "nothing");
  else if (n->kind == GUD_NODE_SEQUENCE) snprintf(buf, GUD_SHOW_SIZE, "a list");
  else if (n->kind == GUD_NODE_MAPPING) snprintf(buf, GUD_SHOW_SIZE, "a mapping");
  else if (!n->text[0] && !n->quoted) snprintf(buf, GUD_SHOW_SIZE, "nothing");
  else {
    length = strlen(n->text);
    if (length <= keep) snprintf(buf, GUD_SHOW_SIZE, "'%s'", n->text);
    else {
      while (keep > 0 && is_continuation(n->text[keep])) --keep; /* do not cut a character in two */
      snprintf(buf, GUD_SHOW_SIZE, "'%.*s...'", (int)keep, n->text);
    }
  }
  return buf;
}

GudMark gud_node_mark_at(const GudNode *n, size_t offset)
{
  GudMark mark = n->mark;

  if (n->kind == GUD_NODE_SCALAR && n->text_column > 0)
    mark.column = n->text_column + utf8_length(n->text, offset);
  return mark;
}

GudNode *gud_doc_node(GudDoc *doc, GudNodeKind kind, GudMark mark)
{
  GudNode *n = gud_arena_alloc(&doc->arena, sizeof(*n));

  n->kind = kind;
  n->mark = mark;
  n->text = "";
  return n;
}

void gud_node_set_entries(GudDoc *doc, GudNode *n, int num, GudNode **item, const char **key,
                          const GudMark *mark)
{
  size_t count = (size_t)num;

  n->num  = num;
  n->item = gud_arena_alloc(&doc->arena, count * sizeof(*n->item));
  if (num) memcpy(n->item, item, count * sizeof(*n->item));
  if (n->kind != GUD_NODE_MAPPING) return;
  n->key      = gud_arena_alloc(&doc->arena, count * sizeof(*n->key));
  n->key_mark = gud_arena_alloc(&doc->arena, count * sizeof(*n->key_mark));
  n->sorted   = gud_arena_alloc(&doc->arena, count * sizeof(*n->sorted));
  if (num) memcpy(n->key, key, count * sizeof(*n->key));
  if (num) memcpy(n->key_mark, mark, count * sizeof(*n->key_mark));
  sort_keys(n);
}

void gud_entries_push(Entries *e, const char *key, GudMark mark, GudNode *item)
{
  if (e->num == e->max) {
    e->max  = e->max ? 2 * e->max : 8;
    e->item = gud_resize(e->item, sizeof(*e->item) * (size_t)e->max);
    e->key  = gud_resize(e->key, sizeof(*e->key) * (size_t)e->max);
    e->mark = gud_resize(e->mark, sizeof(*e->mark) * (size_t)e->max);
  }
  e->item[e->num]   = item;
  e->key[e->num]    = key;
  e->mark[e->num++] = mark;
}

void gud_entries_free(Entries *e)
{
  free(e->item);
  free(e->key);
  free(e->mark);
}

/* ---- events to nodes ---- */

static GudMark place(const Loader *ld, yaml_mark_t m)
{
  GudMark mark = {ld->file, (int)m.line + 1, (int)m.column + 1};

  return mark;
}

/* The place of a byte of the text. */
static GudMark mark_at(const Loader *ld, const char *text, size_t offset)
{
  GudMark mark = {ld->file, 1, 1};

  for (size_t i = 0; i < offset; ++i) {
    if (text[i] == '\n') {
      ++mark.line;
      mark.column = 1;
    } else if (!is_continuation(text[i])) {
      ++mark.column;
    }
  }
  return mark;
}

/* libyaml's words, with advice where a beginner meets them. */
static void syntax_error(Loader *ld)
{
  const yaml_parser_t *p    = &ld->parser;
  yaml_mark_t          m    = p->problem_mark;
  const char          *why  = p->problem ? p->problem : "not valid YAML";
  const char          *help = "";
  char                 open[100];

  if (p->error == YAML_READER_ERROR) {
    gud_diag_error(ld->diag, mark_at(ld, ld->text, p->problem_offset), "not valid YAML: %s", why);
    return;
  }
  if (p->context && (strstr(p->context, "quoted") || strstr(p->context, "flow"))) {
    snprintf(open, sizeof(open), "; is the %s at %d:%d not closed?",
             strstr(p->context, "quoted")    ? "quote"
             : strstr(p->context, "mapping") ? "brace"
                                             : "bracket",
             (int)p->context_mark.line + 1, (int)p->context_mark.column + 1);
    help = open;
  } else if (p->context && strstr(p->context, "alias"))
    help = "; a value that begins with '*' is a YAML alias: put the expression in quotes";
  else if (p->context && strstr(p->context, "anchor"))
    help = "; a value that begins with '&' is a YAML anchor: put it in quotes";
  else if (strstr(why, "cannot start any token"))
    help = "; a tab cannot indent, and a value that begins with % @ ` must be in quotes";
  else if (strstr(why, "mapping values are not allowed"))
    help = "; is the line above indented differently, or a ': ' inside a value not in quotes?";
  else if (strstr(why, "could not find expected ':'"))
    help = "; a key is written as 'key: value', with a space";
  else if (strstr(why, "expected key")) help = "; is this line indented differently from those above?";
  else if (strstr(why, "<document start>")) help = "; the text is complete before this place";
  if (p->error == YAML_MEMORY_ERROR) why = "out of memory";
  if (!p->problem_mark.line && !p->problem_mark.column && p->context_mark.line) m = p->context_mark;
  gud_diag_error(ld->diag, place(ld, m), "not valid YAML: %s%s", why, help);
}

static int next_event(Loader *ld, yaml_event_t *ev)
{
  if (yaml_parser_parse(&ld->parser, ev)) return 1;
  syntax_error(ld);
  return 0;
}

/* 1 if a model file may contain the event at all */
static int allowed(Loader *ld, const yaml_event_t *ev)
{
  const yaml_char_t *anchor = NULL, *tag = NULL;
  GudMark            mark = place(ld, ev->start_mark);

  switch (ev->type) {
  case YAML_ALIAS_EVENT:
    gud_diag_error(
      ld->diag, mark,
      "'*%.40s' is a YAML alias, which is not accepted here; an expression that begins with '*' must be "
      "in quotes, a value used twice is a parameter",
      (const char *)ev->data.alias.anchor);
    return 0;
  case YAML_SCALAR_EVENT:
    anchor = ev->data.scalar.anchor;
    tag    = ev->data.scalar.tag;
    break;
  case YAML_SEQUENCE_START_EVENT:
    anchor = ev->data.sequence_start.anchor;
    tag    = ev->data.sequence_start.tag;
    break;
  case YAML_MAPPING_START_EVENT:
    anchor = ev->data.mapping_start.anchor;
    tag    = ev->data.mapping_start.tag;
    break;
  default: break;
  }
  if (anchor) {
    gud_diag_error(ld->diag, mark, "'&%.40s' is a YAML anchor, which is not accepted here; use a parameter",
                   (const char *)anchor);
    return 0;
  }
  if (tag) {
    gud_diag_error(ld->diag, mark,
                   "the YAML tag '%.40s' is not accepted here; a value that begins with '!' must be "
                   "in quotes",
                   (const char *)tag);
    return 0;
  }
  return 1;
}

static GudNode *build_scalar(Loader *ld, const yaml_event_t *ev)
{
  GudNode    *n      = gud_doc_node(ld->doc, GUD_NODE_SCALAR, place(ld, ev->start_mark));
  size_t      length = ev->data.scalar.length;
  const char *text   = (const char *)ev->data.scalar.value;
  int         quotes, width = (int)(ev->end_mark.column - ev->start_mark.column);

  n->text   = gud_arena_copy(&ld->doc->arena, text, length);
  n->quoted = ev->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
  quotes    = n->quoted ? 1 : 0;
  if (strlen(n->text) != length) {
    gud_diag_error(ld->diag, n->mark, "a value must not contain a zero byte (\\0)");
    return NULL;
  }
  if (ev->start_mark.line == ev->end_mark.line && width == utf8_length(text, length) + 2 * quotes)
    n->text_column = n->mark.column + quotes;
  return n;
}

static GudNode *build(Loader *ld, const yaml_event_t *ev, int depth);

/* Reports each key that occurs twice, with both places. */
static int check_twice(Loader *ld, const GudNode *map)
{
  int ok = 1;

  for (int i = 1; i < map->num; ++i) {
    int a = map->sorted[i - 1], b = map->sorted[i];

    if (strcmp(map->key[a], map->key[b])) continue;
    gud_diag_error(ld->diag, map->key_mark[b], "'%s' is defined twice; the first is at %s:%d:%d", map->key[b],
                   map->key_mark[a].file, map->key_mark[a].line, map->key_mark[a].column);
    ok = 0;
  }
  return ok;
}

/* One key; NULL after an error. */
static const char *build_key(Loader *ld, const yaml_event_t *ev)
{
  GudMark     mark = place(ld, ev->start_mark);
  const char *text;

  if (!allowed(ld, ev)) return NULL;
  if (ev->type != YAML_SCALAR_EVENT) {
    gud_diag_error(ld->diag, mark, "a key must be a word; is a value with braces or brackets not in quotes?");
    return NULL;
  }
  text = (const char *)ev->data.scalar.value;
  if (ev->data.scalar.length == 0 || strlen(text) != ev->data.scalar.length ||
      ev->data.scalar.length > MAX_KEY) {
    if (ev->data.scalar.length > MAX_KEY)
      gud_diag_error(ld->diag, mark, "a key is longer than %d characters", MAX_KEY);
    else
      gud_diag_error(ld->diag, mark,
                     ev->data.scalar.length == 0 ? "a key is empty" : "a key contains a zero byte (\\0)");
    return NULL;
  }
  return gud_arena_text(&ld->doc->arena, text);
}

static GudNode *build_collection(Loader *ld, const yaml_event_t *start, int depth)
{
  int      is_map = start->type == YAML_MAPPING_START_EVENT, ok = 1;
  GudNode *n = gud_doc_node(ld->doc, is_map ? GUD_NODE_MAPPING : GUD_NODE_SEQUENCE,
                            place(ld, start->start_mark));
  Entries  e = {0};

  while (ok) {
    yaml_event_t ev;
    const char  *key  = NULL;
    GudMark      mark = n->mark;
    GudNode     *value;

    if (!next_event(ld, &ev)) {
      ok = 0;
      break;
    }
    if (ev.type == YAML_MAPPING_END_EVENT || ev.type == YAML_SEQUENCE_END_EVENT) {
      yaml_event_delete(&ev);
      break;
    }
    if (is_map) {
      mark = place(ld, ev.start_mark);
      key  = build_key(ld, &ev);
      yaml_event_delete(&ev);
      ok = key && next_event(ld, &ev);
      if (!ok) break;
    }
    value = build(ld, &ev, depth + 1);
    yaml_event_delete(&ev);
    ok = value != NULL;
    if (ok) gud_entries_push(&e, key, mark, value);
  }
  if (ok) gud_node_set_entries(ld->doc, n, e.num, e.item, e.key, e.mark);
  gud_entries_free(&e);
  if (ok && is_map) ok = check_twice(ld, n);
  return ok ? n : NULL;
}

static GudNode *build(Loader *ld, const yaml_event_t *ev, int depth)
{
  if (!allowed(ld, ev)) return NULL;
  if (++ld->num_nodes > GUD_MAX_NODES) {
    gud_diag_error(ld->diag, place(ld, ev->start_mark), "the model has more than %d values", GUD_MAX_NODES);
    return NULL;
  }
  if (depth > GUD_MAX_DEPTH) {
    gud_diag_error(ld->diag, place(ld, ev->start_mark), "values are nested more than %d deep", GUD_MAX_DEPTH);
    return NULL;
  }
  if (ev->type == YAML_SCALAR_EVENT) return build_scalar(ld, ev);
  return build_collection(ld, ev, depth);
}

/* Position of the first byte that is not UTF-8 text, or size. Zero bytes count as not text. */
static size_t first_bad_byte(const char *text, size_t size)
{
  const unsigned char *s = (const unsigned char *)text;

  for (size_t i = 0; i < size;) {
    unsigned c     = s[i];
    size_t   extra = c < 0x80                ? 0
                     : c >= 0xC2 && c < 0xE0 ? 1
                     : c >= 0xE0 && c < 0xF0 ? 2
                     : c >= 0xF0 && c < 0xF5 ? 3
                                             : 9;

    if (c == 0 || extra == 9 || i + extra >= size) return i;
    for (size_t k = 1; k <= extra; ++k)
      if (!is_continuation(text[i + k])) return i;
    /* overlong forms, surrogates, beyond U+10FFFF */
    if ((c == 0xE0 && s[i + 1] < 0xA0) || (c == 0xED && s[i + 1] > 0x9F) || (c == 0xF0 && s[i + 1] < 0x90) ||
        (c == 0xF4 && s[i + 1] > 0x8F))
      return i;
    i += extra + 1;
  }
  return size;
}

static int check_text(Loader *ld, const char *text, size_t size)
{
  GudMark mark = {ld->file, 1, 1};
  size_t  bad  = first_bad_byte(text, size);

  if (size == 0) {
    mark.line = 0;
    gud_diag_error(ld->diag, mark, "the file is empty");
    return 0;
  }
  if (bad == size) return 1;
  mark = mark_at(ld, text, bad);
  if (size > 1 && (!memcmp(text, "\xFF\xFE", 2) || !memcmp(text, "\xFE\xFF", 2)))
    gud_diag_error(ld->diag, mark, "this is UTF-16 text: save the file as UTF-8");
  else if (text[bad] == '\0')
    gud_diag_error(ld->diag, mark, "this is a binary file (it has a zero byte), not a model file");
  else
    gud_diag_error(ld->diag, mark, "byte 0x%02X is not valid UTF-8 text", (unsigned)(unsigned char)text[bad]);
  return 0;
}

/* The events of one text. The parser is already set up. */
static GudNode *build_document(Loader *ld)
{
  yaml_event_t ev;
  GudMark      mark = {ld->file, 0, 0};
  GudNode     *root = NULL;

  for (;;) {
    yaml_event_type_t type;

    if (!next_event(ld, &ev)) return NULL;
    type = ev.type;
    if (type == YAML_STREAM_END_EVENT) {
      yaml_event_delete(&ev);
      if (!root) gud_diag_error(ld->diag, mark, "the file has no content, only comments or blank lines");
      return root;
    }
    if (type == YAML_DOCUMENT_START_EVENT && root) {
      gud_diag_error(ld->diag, place(ld, ev.start_mark),
                     "a model file holds one YAML document; a second begins here");
      yaml_event_delete(&ev);
      return NULL;
    }
    if (type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_START_EVENT ||
        type == YAML_DOCUMENT_END_EVENT) {
      yaml_event_delete(&ev);
      continue;
    }
    root = build(ld, &ev, 1);
    yaml_event_delete(&ev);
    if (!root) return NULL;
  }
}

GudNode *gud_doc_parse_text(Loader *ld, const char *text, size_t size, const char *file)
{
  GudNode *root = NULL;

  ld->file = file;
  gud_diag_file(ld->diag, file);
  if (size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
    text += 3, size -= 3; /* a byte order mark says nothing here */
  ld->text = text;
  if (!check_text(ld, text, size)) return NULL;
  if (!yaml_parser_initialize(&ld->parser)) gud_out_of_memory(sizeof ld->parser);
  yaml_parser_set_encoding(&ld->parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&ld->parser, (const unsigned char *)text, size);
  root = build_document(ld);
  yaml_parser_delete(&ld->parser);
  return root;
}

/* ---- the doors ---- */

static GudDoc *finish(GudDoc *doc, GudNode *root)
{
  doc->root = root;
  if (root) return doc;
  gud_doc_free(doc);
  return NULL;
}

static GudDoc *new_doc(Loader *ld, const char *path, GudDiag *diag)
{
  GudDoc *doc = gud_alloc(sizeof(*doc));

  memset(ld, 0, sizeof(*ld));
  doc->path = gud_arena_text(&doc->arena, path);
  doc->dir  = gud_path_dir(&doc->arena, path);
  ld->doc   = doc;
  ld->diag  = diag;
  return doc;
}

GudDoc *gud_doc_load(const char *path, GudDiag *diag)
{
  Loader  ld;
  GudMark none = {0};
  GudDoc *doc  = new_doc(&ld, path, diag);

  return finish(doc, gud_include_file(&ld, doc->path, none, NULL));
}

GudDoc *gud_doc_parse_string(const char *text, const char *name, GudDiag *diag)
{
  Loader   ld;
  GudDoc  *doc  = new_doc(&ld, name, diag);
  Chain    here = {NULL, doc->path, {0}, 0};
  GudNode *root = gud_doc_parse_text(&ld, text, strlen(text), doc->path);

  if (root) root = gud_include_resolve(&ld, root, &here);
  return finish(doc, root);
}

GudDoc *gud_doc_parse_value(const char *text, const char *name, GudDiag *diag)
{
  Loader  ld;
  GudDoc *doc = new_doc(&ld, name, diag);

  return finish(doc, gud_doc_parse_text(&ld, text, strlen(text), doc->path));
}

void gud_doc_free(GudDoc *doc)
{
  if (!doc) return;
  gud_arena_free(&doc->arena);
  free(doc);
}
