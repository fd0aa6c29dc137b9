/* Sections of a Gmsh file. Line by line, because then a wrong file is told where it is wrong; no token is looked at
   twice, so that a million cells take about a second. The first syntax error ends the reading. */
#include "meshes/gmsh_internal.h"

#include "text/doc.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A mesh file of this size has some ten million cells. */
static const size_t max_size       = (size_t)1 << 31;
static const double max_coordinate = 1e100; /* squares of it can still be computed */
enum { MAX_COUNT = INT_MAX / 16, SHOW = 40 };

/* clang-format off */
static const MshType types[] = {
  {0, 0, ""},
  {1, 2, "line with 2 nodes"}, {2, 3, "triangle with 3 nodes"}, {2, 4, "quadrilateral with 4 nodes"}, {3, 4, "tetrahedron with 4 nodes"},
  {3, 8, "hexahedron with 8 nodes"}, {3, 6, "prism with 6 nodes"}, {3, 5, "pyramid with 5 nodes"}, {1, 3, "line with 3 nodes"},
  {2, 6, "triangle with 6 nodes"}, {2, 9, "quadrilateral with 9 nodes"}, {3, 10, "tetrahedron with 10 nodes"}, {3, 27, "hexahedron with 27 nodes"},
  {3, 18, "prism with 18 nodes"}, {3, 14, "pyramid with 14 nodes"}, {0, 1, "point"}, {2, 8, "quadrilateral with 8 nodes"},
  {3, 20, "hexahedron with 20 nodes"}, {3, 15, "prism with 15 nodes"}, {3, 13, "pyramid with 13 nodes"}, {2, 9, "triangle with 9 nodes"},
  {2, 10, "triangle with 10 nodes"}, {2, 12, "triangle with 12 nodes"}, {2, 15, "triangle with 15 nodes"}, {2, 15, "triangle with 15 nodes"},
  {2, 21, "triangle with 21 nodes"}, {1, 4, "line with 4 nodes"}, {1, 5, "line with 5 nodes"}, {1, 6, "line with 6 nodes"},
  {3, 20, "tetrahedron with 20 nodes"}, {3, 35, "tetrahedron with 35 nodes"}, {3, 56, "tetrahedron with 56 nodes"},
  {0, 0, ""}, {0, 0, ""}, {0, 0, ""}, {0, 0, ""},
  {2, 16, "quadrilateral with 16 nodes"}, {2, 25, "quadrilateral with 25 nodes"}, {2, 36, "quadrilateral with 36 nodes"},
};
/* clang-format on */

const MshType *gud_msh_type(long long type)
{
  return &types[type > 0 && type < GUD_COUNT(types) ? type : 0];
}

/* ---- lines and numbers ---- */

typedef struct {
  Msh        *f;
  const char *p, *end, *begin; /* begin: of the line */
  int         line;
  /* of what we speak: the section and, of the items it counts, the number of the present one */
  const char *section, *noun;
  long long   at, of;
} Scan;

static GudMark here(const Scan *s)
{
  return (GudMark){s->f->file, s->line, (int)(s->p - s->begin) + 1};
}

static void blanks(Scan *s)
{
  while (*s->p == ' ' || *s->p == '\t' || *s->p == '\r') s->p++;
}

/* The word at the present place, for messages. */
static const char *show(const Scan *s, char out[SHOW + 1])
{
  int n = 0;
  while (n < SHOW && s->p + n < s->end && !isspace((unsigned char)s->p[n])) out[n] = s->p[n], n++;
  out[n] = '\0';
  return out;
}

/* To the first character of the next line that has one; 0 at the end of the file. */
static int next_line(Scan *s)
{
  for (;;) {
    while (s->p < s->end && *s->p != '\n') s->p++;
    if (s->p >= s->end) return 0;
    s->begin = ++s->p, s->line++;
    blanks(s);
    if (s->p < s->end && *s->p != '\n') return 1;
  }
}

static int cut_off(Scan *s)
{
  if (s->of > 0)
    gud_diag_error(s->f->diag, here(s), "the file ends inside $%s, after %lld of %lld %ss: it is cut off",
                   s->section, s->at, s->of, s->noun);
  else gud_diag_error(s->f->diag, here(s), "the file ends inside $%s: it is cut off", s->section);
  return 0;
}

/* The line of the next item of a section. */
static int item(Scan *s)
{
  char word[SHOW + 1];
  if (!next_line(s)) return cut_off(s);
  if (*s->p != '$') return 1;
  if (s->of > 0)
    gud_diag_error(s->f->diag, here(s),
                   "expected %s %lld of %lld, found '%s': fewer %ss than their number says", s->noun,
                   s->at + 1, s->of, show(s, word), s->noun);
  else
    gud_diag_error(s->f->diag, here(s), "$%s: expected %s, found '%s'", s->section, s->noun, show(s, word));
  return 0;
}

static int wrong(Scan *s, const char *what, const char *kind)
{
  char word[SHOW + 1];
  if (s->p >= s->end) return cut_off(s);
  if (*show(s, word)) gud_diag_error(s->f->diag, here(s), "expected %s (%s), found '%s'", what, kind, word);
  else gud_diag_error(s->f->diag, here(s), "the line ends where %s is expected", what);
  return 0;
}

static int ends(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

static int whole(Scan *s, const char *what, long long *out)
{
  unsigned long long v = 0;
  const char        *p;
  blanks(s);
  p       = s->p;
  int neg = *p == '-', digits = 0;
  if (*p == '-' || *p == '+') p++;
  for (; *p >= '0' && *p <= '9'; p++, digits++) v = 10 * v + (unsigned)(*p - '0');
  if (digits == 0 || digits > 18 || !ends(*p)) return wrong(s, what, "a whole number");
  *out = neg ? -(long long)v : (long long)v;
  s->p = p;
  return 1;
}

static int real(Scan *s, const char *what, double *out)
{
  char *after;
  blanks(s);
  if (ends(*s->p)) return wrong(s, what, "a number");
  *out = strtod(s->p, &after);
  if (after == s->p || !ends(*after) || !isfinite(*out)) return wrong(s, what, "a finite number");
  s->p = after;
  return 1;
}

static int line_ends(Scan *s)
{
  char word[SHOW + 1];
  blanks(s);
  if (s->p >= s->end || *s->p == '\n') return 1;
  gud_diag_error(s->f->diag, here(s), "the line goes on with '%s'; nothing more is expected", show(s, word));
  return 0;
}

/* How many items follow: they must fit into what is left of the file, two characters each at least. */
static int count(Scan *s, const char *what, long long *n)
{
  if (!whole(s, what, n)) return 0;
  if (*n >= 0 && *n <= (s->end - s->p) / 2 + 1 && *n <= MAX_COUNT) return 1;
  gud_diag_error(s->f->diag, here(s), "%s is %lld: %s", what, *n,
                 *n < 0 ? "negative" : "more than this file can hold");
  return 0;
}

static int section_ends(Scan *s)
{
  char word[SHOW + 1], expected[SHOW + 8];
  s->at = s->of; /* all were there */
  if (!next_line(s)) return cut_off(s);
  snprintf(expected, sizeof expected, "$End%.30s", s->section);
  if (!strcmp(show(s, word), expected)) return 1;
  if (*s->p == '$' || s->of <= 0)
    gud_diag_error(s->f->diag, here(s), "expected '%s', found '%s'", expected, word);
  else
    gud_diag_error(s->f->diag, here(s), "expected '%s', found '%s': more %ss than their number, %lld, says",
                   expected, word, s->noun, s->of);
  return 0;
}

static void speak_of(Scan *s, const char *section, const char *noun, long long of)
{
  s->section = section, s->noun = noun, s->at = 0, s->of = of;
}

/* ---- owners ---- */

/* Twice the room; the owners stay where they are. */
static void grow_owners(Msh *f)
{
  f->owner_slots = f->owner_slots ? 2 * f->owner_slots : 16;
  f->owners      = gud_resize(f->owners, sizeof *f->owners * (f->owner_slots / 2));
  free(f->owner_table);
  f->owner_table = gud_alloc(sizeof(int) * f->owner_slots);
  for (int i = 0; i < f->num_owners; i++) {
    size_t at = gud_msh_slot((uint64_t)f->owners[i].dim, (uint64_t)f->owners[i].tag, f->owner_slots);
    for (; f->owner_table[at]; at = (at + 1) & (f->owner_slots - 1)) f->work++;
    f->owner_table[at] = i + 1;
  }
}

/* The owner (dim, tag), made when new. */
static int owner_of(Msh *f, int dim, long long tag, int line)
{
  if (2 * ((size_t)f->num_owners + 1) > f->owner_slots) grow_owners(f);
  size_t at = gud_msh_slot((uint64_t)dim, (uint64_t)tag, f->owner_slots);
  for (; f->owner_table[at]; at = (at + 1) & (f->owner_slots - 1), f->work++) {
    const MshOwner *o = &f->owners[f->owner_table[at] - 1];
    if (o->dim == dim && o->tag == tag) return f->owner_table[at] - 1;
  }
  f->owners[f->num_owners] = (MshOwner){.dim = dim, .tag = tag, .line = line};
  f->owner_table[at]       = f->num_owners + 1;
  return f->num_owners++;
}

static void add_physical(Msh *f, MshOwner *o, long long tag)
{
  int n = f->num_physical++;
  if ((n & (n - 1)) == 0) f->physical = gud_resize(f->physical, sizeof(long long) * (size_t)(n ? 2 * n : 1));
  if (o->num == 0) o->first = n;
  f->physical[n] = tag < 0 ? -tag : tag; /* negative: the curve runs the other way round there */
  o->num++;
}

/* ---- sections ---- */

static int read_format(Scan *s)
{
  double    version;
  long long binary, size;
  char      word[SHOW + 1];
  speak_of(s, "MeshFormat", "version, file type and data size", 0);
  if (!item(s)) return 0;
  show(s, word);
  if (!real(s, "the version of the format", &version)) return 0;
  if (version == 4.1) s->f->version = 41;
  else if (version >= 2 && version <= 2.2) s->f->version = 22;
  else {
    gud_diag_error(s->f->diag, here(s),
                   "format %s of Gmsh is not read; save as 4.1 or 2.2 (gmsh -save -format msh41)", word);
    return 0;
  }
  if (!whole(s, "the file type", &binary)) return 0;
  if (binary != 0) {
    gud_diag_error(s->f->diag, here(s),
                   "a binary mesh file; save it as ASCII (gmsh -save without -bin, or Mesh.Binary = 0)");
    return 0;
  }
  return whole(s, "the data size", &size) && line_ends(s) && section_ends(s);
}

static int read_names(Scan *s)
{
  long long n, dim, tag;
  Msh      *f = s->f;
  speak_of(s, "PhysicalNames", "number of names", 0);
  if (!item(s) || !count(s, "the number of names", &n) || !line_ends(s)) return 0;
  speak_of(s, "PhysicalNames", "name", n);
  f->groups = gud_resize(f->groups, sizeof *f->groups * (size_t)(f->num_groups + (int)n + 1));
  for (; s->at < n; s->at++) {
    if (!item(s) || !whole(s, "the dimension of a group", &dim) || !whole(s, "the tag of a group", &tag))
      return 0;
    blanks(s);
    const char *from = s->p + 1, *to = s->p;
    if (*s->p != '"') return wrong(s, "the name of a group", "in quotes");
    for (to = from; to < s->end && *to != '\n' && *to != '"';) to++;
    if (*to != '"' || to == from) return wrong(s, "the name of a group", "in quotes, not empty");
    MshGroup *g = &f->groups[f->num_groups++];
    *g          = (MshGroup){(int)dim, s->line, tag, gud_alloc((size_t)(to - from) + 1)};
    for (int i = 0; from + i < to; i++) {
      int c      = (unsigned char)from[i];
      g->name[i] = (char)(isalnum(c) || c == '_' || c == '-' ? c : '_');
    }
    s->p = to + 1;
    if (!line_ends(s)) return 0;
  }
  return section_ends(s);
}

static int read_entities(Scan *s)
{
  static const char *const nouns[] = {"point", "curve", "surface", "volume"};
  long long                n[4], tag, num, more;
  double                   x;
  s->f->has_entities = 1;
  speak_of(s, "Entities", "numbers of entities", 0);
  if (!item(s)) return 0;
  for (int d = 0; d < 4; d++)
    if (!count(s, "a number of entities", &n[d])) return 0;
  if (!line_ends(s)) return 0;
  for (int d = 0; d < 4; d++) {
    speak_of(s, "Entities", nouns[d], n[d]);
    for (; s->at < n[d]; s->at++) {
      if (!item(s) || !whole(s, "the tag of an entity", &tag)) return 0;
      int       owner = owner_of(s->f, d, tag, s->line);
      MshOwner *o     = &s->f->owners[owner];
      if (o->declared) {
        gud_diag_error(s->f->diag, here(s), "%s %lld is defined twice; first in line %d", nouns[d], tag,
                       o->line);
        return 0;
      }
      o->declared = 1;
      for (int k = 0; k < (d ? 6 : 3); k++)
        if (!real(s, "a coordinate of an entity", &x)) return 0;
      if (!count(s, "the number of physical tags", &num)) return 0;
      for (; num > 0; num--) {
        if (!whole(s, "a physical tag", &tag)) return 0;
        add_physical(s->f, o, tag);
      }
      if (d == 0) {
        if (!line_ends(s)) return 0;
        continue;
      }
      if (!count(s, "the number of bounding entities", &num)) return 0;
      for (; num > 0; num--)
        if (!whole(s, "a bounding entity", &more)) return 0;
      if (!line_ends(s)) return 0;
    }
  }
  speak_of(s, "Entities", "entity", 0);
  return section_ends(s);
}

static int coordinates(Scan *s, double x[3], int more)
{
  double u;
  for (int c = 0; c < 3; c++) {
    const char *word = s->p;
    if (!real(s, "a coordinate", &x[c])) return 0;
    if (fabs(x[c]) < max_coordinate) continue;
    s->p = word, blanks(s);
    return wrong(s, "a coordinate", "below 1e100");
  }
  for (; more > 0; more--)
    if (!real(s, "a parameter of the node", &u)) return 0;
  return line_ends(s);
}

static int once(Scan *s, int *line)
{
  if (*line)
    gud_diag_error(s->f->diag, here(s), "a second section $%s; the first is in line %d", s->section, *line);
  else *line = s->line;
  return *line == s->line;
}

static int read_nodes(Scan *s)
{
  Msh      *f = s->f;
  long long n, blocks = 1, lowest, highest, dim, tag, parametric, num, done = 0;
  speak_of(s, "Nodes", "number of nodes", 0);
  if (!once(s, &f->nodes_line) || !item(s)) return 0;
  if (f->version == 41 && !count(s, "the number of blocks", &blocks)) return 0;
  if (!count(s, "the number of nodes", &n)) return 0;
  if (f->version == 41 &&
      (!whole(s, "the lowest node number", &lowest) || !whole(s, "the highest node number", &highest)))
    return 0;
  if (!line_ends(s)) return 0;
  f->nodes = gud_alloc(sizeof *f->nodes * (size_t)(n + 1));
  if (f->version == 22) {
    speak_of(s, "Nodes", "node", n);
    for (; s->at < n; s->at++) {
      MshNode *a = &f->nodes[f->num_nodes++];
      if (!item(s) || !whole(s, "a node number", &a->tag)) return 0;
      a->line = s->line;
      if (!coordinates(s, a->x, 0)) return 0;
    }
    return section_ends(s);
  }
  for (long long b = 0; b < blocks; b++) {
    speak_of(s, "Nodes", "block", blocks), s->at = b;
    if (!item(s) || !whole(s, "the dimension of the entity", &dim) ||
        !whole(s, "the tag of the entity", &tag) || !whole(s, "0 or 1 (parametric)", &parametric) ||
        !count(s, "the number of nodes of the block", &num) || !line_ends(s))
      return 0;
    if (done + num > n) {
      gud_diag_error(f->diag, here(s), "with this block there are %lld nodes; the section says %lld",
                     done + num, n);
      return 0;
    }
    speak_of(s, "Nodes", "node number", num);
    for (; s->at < num; s->at++) {
      MshNode *a = &f->nodes[done + s->at];
      if (!item(s) || !whole(s, "a node number", &a->tag) || !line_ends(s)) return 0;
    }
    speak_of(s, "Nodes", "node", num);
    for (; s->at < num; s->at++) {
      MshNode *a = &f->nodes[done + s->at];
      if (!item(s)) return 0;
      a->line = s->line;
      if (!coordinates(s, a->x, parametric ? (int)dim : 0)) return 0;
    }
    done += num;
  }
  f->num_nodes = (int)done;
  if (done < n) {
    gud_diag_error(f->diag, here(s), "the blocks hold %lld nodes; the section says %lld", done, n);
    return 0;
  }
  speak_of(s, "Nodes", "block", blocks);
  return section_ends(s);
}

/* The nodes of an element whose number has been read. */
static int element(Scan *s, long long tag, long long type, int owner)
{
  Msh        *f   = s->f;
  int         num = gud_msh_type(type)->num;
  MshElement *e   = &f->elements[f->num_elements++];
  *e              = (MshElement){tag, (int)type, owner, s->line, f->num_ref};
  for (int k = 0; k < num; k++) {
    int n = f->num_ref++;
    if ((n & (n - 1)) == 0) f->ref = gud_resize(f->ref, sizeof(long long) * (size_t)(n ? 2 * (size_t)n : 1));
    if (!whole(s, "a node of the element", &f->ref[n])) return 0;
  }
  return line_ends(s);
}

static int known_type(Scan *s, const char *noun, long long tag, long long type)
{
  if (gud_msh_type(type)->num) return 1;
  gud_diag_error(s->f->diag, here(s), "%s %lld has the unknown cell type %lld", noun, tag, type);
  return 0;
}

static int element22(Scan *s)
{
  long long tag, type, num, group = 0, other;
  if (!whole(s, "an element number", &tag) || !whole(s, "the type of the element", &type) ||
      !known_type(s, "element", tag, type) || !count(s, "the number of tags", &num))
    return 0;
  for (long long k = 0; k < num; k++)
    if (!whole(s, "a tag of the element", k ? &other : &group)) return 0;
  int       owner = owner_of(s->f, gud_msh_type(type)->dim, group, s->line);
  MshOwner *o     = &s->f->owners[owner];
  if (group && !o->num) add_physical(s->f, o, group);
  o->declared = 1;
  return element(s, tag, type, owner);
}

static int read_elements(Scan *s)
{
  Msh      *f = s->f;
  long long n, blocks = 1, lowest, highest, dim, tag, type, num, done = 0;
  speak_of(s, "Elements", "number of elements", 0);
  if (!once(s, &f->elements_line) || !item(s)) return 0;
  if (f->version == 41 && !count(s, "the number of blocks", &blocks)) return 0;
  if (!count(s, "the number of elements", &n)) return 0;
  if (f->version == 41 &&
      (!whole(s, "the lowest element number", &lowest) || !whole(s, "the highest element number", &highest)))
    return 0;
  if (!line_ends(s)) return 0;
  f->elements = gud_alloc(sizeof *f->elements * (size_t)(n + 1));
  if (f->version == 22) {
    speak_of(s, "Elements", "element", n);
    for (; s->at < n; s->at++)
      if (!item(s) || !element22(s)) return 0;
    return section_ends(s);
  }
  for (long long b = 0; b < blocks; b++) {
    speak_of(s, "Elements", "block", blocks), s->at = b;
    if (!item(s) || !whole(s, "the dimension of the entity", &dim) ||
        !whole(s, "the tag of the entity", &tag) || !whole(s, "the type of the elements", &type) ||
        !known_type(s, "block", b + 1, type) || !count(s, "the number of elements of the block", &num) ||
        !line_ends(s))
      return 0;
    if (dim != gud_msh_type(type)->dim) {
      gud_diag_error(f->diag, here(s), "a %s is no cell of an entity of dimension %lld",
                     gud_msh_type(type)->name, dim);
      return 0;
    }
    if (done + num > n) {
      gud_diag_error(f->diag, here(s), "with this block there are %lld elements; the section says %lld",
                     done + num, n);
      return 0;
    }
    int owner = owner_of(f, (int)dim, tag, s->line);
    speak_of(s, "Elements", "element", num);
    for (; s->at < num; s->at++)
      if (!item(s) || !whole(s, "an element number", &tag) || !element(s, tag, type, owner)) return 0;
    done += num;
  }
  if (done < n) {
    gud_diag_error(f->diag, here(s), "the blocks hold %lld elements; the section says %lld", done, n);
    return 0;
  }
  speak_of(s, "Elements", "block", blocks);
  return section_ends(s);
}

/* Sections that a mesh of one body does not need: periodic links, results, comments. */
static int skip(Scan *s, const char *name)
{
  char word[SHOW + 1], last[SHOW + 8];
  snprintf(last, sizeof last, "$End%.30s", name);
  speak_of(s, name, "line", 0);
  while (next_line(s))
    if (*s->p == '$' && !strcmp(show(s, word), last)) return 1;
  return cut_off(s);
}

static int read_sections(Scan *s)
{
  char word[SHOW + 1], name[SHOW + 1];
  int  known = 0;
  s->line    = 1;
  blanks(s);
  for (int more = *s->p != '\n' || next_line(s); more; more = next_line(s)) {
    show(s, word);
    if (!known && strcmp(word, "$MeshFormat")) {
      gud_diag_error(s->f->diag, here(s), "%s",
                     strcmp(word, "$NOD") ? "this is no mesh file of Gmsh: it does not begin with $MeshFormat"
                                          : "format 1 of Gmsh is not read; save as 4.1 or 2.2");
      return 0;
    }
    if (word[0] != '$' || !strncmp(word, "$End", 4)) {
      gud_diag_error(s->f->diag, here(s), "expected a section ($Nodes, $Elements ...), found '%s'", word);
      return 0;
    }
    snprintf(name, sizeof name, "%s", word + 1);
    if (known && !strcmp(name, "MeshFormat")) {
      gud_diag_error(s->f->diag, here(s), "a second section $MeshFormat: two files in one?");
      return 0;
    }
    known  = 1;
    int ok = !strcmp(name, "MeshFormat")                        ? read_format(s)
             : !strcmp(name, "PhysicalNames")                   ? read_names(s)
             : !strcmp(name, "Entities") && s->f->version == 41 ? read_entities(s)
             : !strcmp(name, "Nodes")                           ? read_nodes(s)
             : !strcmp(name, "Elements")                        ? read_elements(s)
                                                                : skip(s, name);
    if (!ok) return 0;
  }
  if (s->f->nodes_line && s->f->elements_line) return 1;
  gud_diag_error(s->f->diag, here(s), "the file has no section $%s", s->f->nodes_line ? "Elements" : "Nodes");
  return 0;
}

int gud_mesh_gmsh(GudMesh *m, const GudGmsh *what, GudDiag *diag)
{
  Msh    f    = {.file = what->path, .diag = diag};
  size_t size = 0;
  char  *text = gud_file_read_up_to(what->path, max_size, what->mark, diag, &size);
  int    ok   = 0;
  if (!text) return 0;
  gud_diag_file(diag, what->path);
  Scan s = {.f = &f, .p = text, .begin = text, .end = text + size};
  if (size == 0) {
    gud_diag_error(diag, (GudMark){what->path, 0, 0}, "the file is empty");
  } else {
    /* a binary file says so in its first lines; zero bytes behind them come to light as the wrong number */
    ok = read_sections(&s);
  }
  free(text);
  ok = ok && gud_msh_body(&f, what, m);
  for (int i = 0; i < f.num_groups; i++) free(f.groups[i].name);
  free(f.nodes), free(f.elements), free(f.ref), free(f.owners), free(f.owner_table), free(f.physical),
    free(f.groups);
  if (!ok) gud_mesh_free(m);
  if (what->work) *what->work = f.work;
  return ok;
}
