/* VTU writer. The format, as VTK 9.1 and ParaView 5.11 read it:

     <VTKFile type="UnstructuredGrid" version=".." byte_order=".." header_type="UInt64" compressor="..">
       <UnstructuredGrid> <FieldData/> <Piece> <Points/> <Cells/> <PointData/> <CellData/> </Piece> ...
       <AppendedData encoding="raw">
     _ array array array ...

   (V1) the offset of an array counts from the byte after `_`
   (V2) plain array:       u64 number of bytes, bytes
   (V3) compressed array:  u64 nblocks, u64 block size, u64 size of the last block if it is partial, else 0,
                           u64 compressed size of each block, then the zlib streams one after the other
   (V4) an empty array is nblocks = 0 (compressed) or 0 bytes (plain)
   (V5) the time of the file is the FieldData array TimeValue, one Float64
   (V6) version 1.0, but 2.2 if there are Lagrange or Bezier cells: below 2.1 VTK ignores HigherOrderDegrees
        in silence and takes the points of high-order hexahedra to be in the order of VTK 8
   (V7) VTK decodes names twice: a name that holds an entity ("&amp;amp;" in the file) comes back without it
   (V8) a block of at most SMALL bytes is a zlib stream of one stored block: 78 01, 01, u16 size, u16 ~size, bytes, u32 Adler-32
        (big endian). A stream that compresses costs some 50 000 instructions to begin with, and saves little there

   Many arrays are the same in the next file (connectivity, cell types) or in another file of the same instant (a film in
   place and unwrapped): up to MAX_KEPT arrays of one block at most are kept with their compressed bytes and looked up by
   content. Compression is most of the cost of a small frame.

   The XML comes first and contains the offsets, which are known only after compression: so the arrays are
   compressed into memory as they come and everything is written in one go at close. The temporary is created
   at open already, so that a folder which is missing or read-only is known before the work is done. There is
   no fsync: rename protects against a killed run, not against a power cut.

   verified by: t800 (file against real VTK by tests/support/vtk_check.py; full disk) */
#include "output/vtk.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

enum { MIN_BLOCK = 32768, DEFAULT_BLOCK = 262144, DEFAULT_LEVEL = 1, MAX_ROLES = 4, MAX_KEPT = 64 };
enum { SMALL = 2048, STORED = 11 };                                    /* (V8) */
enum { POLYHEDRON = 42, FIRST_HIGH_ORDER = 68, LAST_HIGH_ORDER = 81 }; /* VTK cell types */

typedef enum { IN_FIELD_DATA, IN_POINTS, IN_CELLS, IN_POINT_DATA, IN_CELL_DATA } Section;

typedef struct {
  char  *data;
  size_t size, capacity;
} Bytes;

/* An array that was compressed, to be found again by its bytes. */
typedef struct {
  uint64_t hash;
  Bytes    raw, packed;
  uint64_t used; /* when it was used last */
} Kept;

typedef struct {
  Section    section;
  char      *name; /* as given, to find duplicates */
  char      *xml;  /* the complete <DataArray .../> */
  GudVtkType type;
  int        num_components;
} Array;

typedef struct {
  char *role, *name;
} Role;

struct GudVtk {
  int    level;
  size_t block_size;

  FILE   *file; /* NULL: no file open */
  char   *path, *tmp_path;
  int64_t num_points, num_cells;
  int     high_order; /* (V6) */

  struct libdeflate_compressor *zip; /* kept between files: its tables are larger than most arrays */
  int                           zip_level;
  Kept                          kept[MAX_KEPT];
  uint64_t                      uses; /* of kept arrays, so far */

  Bytes  appended;
  Bytes  text; /* scratch: XML being built */
  Array *array;
  size_t num_arrays, cap_arrays;
  Role   role[2][MAX_ROLES]; /* point, cell */
  int    num_roles[2];

  int  status; /* first error of this file */
  char message[512];
};

static const struct {
  const char *name;
  size_t      size;
} type_table[] = {
  [GUD_VTK_FLOAT64] = {"Float64", 8}, [GUD_VTK_FLOAT32] = {"Float32", 4}, [GUD_VTK_INT32] = {"Int32", 4},
  [GUD_VTK_INT64] = {"Int64", 8},     [GUD_VTK_UINT8] = {"UInt8", 1},     [GUD_VTK_TEXT] = {"String", 1},
};

const char *gud_vtk_error(const GudVtk *vtk)
{
  return vtk ? vtk->message : "VTK writer: out of memory";
}

/* Keeps the first error of the file; the message starts with the file's name. */
static int fail(GudVtk *vtk, int code, const char *format, ...)
{
  va_list args;
  int     n;

  if (vtk->status) return vtk->status;
  n = snprintf(vtk->message, sizeof vtk->message, "%.300s: ", vtk->path ? vtk->path : "VTK writer");
  va_start(args, format);
  if (n >= 0 && (size_t)n < sizeof vtk->message)
    vsnprintf(vtk->message + n, sizeof vtk->message - (size_t)n, format, args);
  va_end(args);
  return vtk->status = code;
}

static int no_memory(GudVtk *vtk)
{
  return fail(vtk, ENOMEM, "out of memory");
}

/* errno of a failed stdio call; stdio need not set it */
static int io_code(void)
{
  return errno ? errno : EIO;
}

/* ---- growing byte buffers ---- */

static int reserve(GudVtk *vtk, Bytes *b, size_t extra)
{
  size_t capacity = b->capacity ? b->capacity : 4096;
  char  *data;

  if (extra > SIZE_MAX / 4 || b->size > SIZE_MAX / 4) return no_memory(vtk);
  if (b->size + extra <= b->capacity) return 0;
  while (capacity < b->size + extra) capacity *= 2;
  data = realloc(b->data, capacity);
  if (!data) return no_memory(vtk);
  b->data     = data;
  b->capacity = capacity;
  return 0;
}

static int append(GudVtk *vtk, Bytes *b, const void *data, size_t size)
{
  if (reserve(vtk, b, size)) return vtk->status;
  if (size) memcpy(b->data + b->size, data, size);
  b->size += size;
  return 0;
}

static int append_text(GudVtk *vtk, const char *format, ...)
{
  char    line[256];
  va_list args;
  int     n;

  va_start(args, format);
  n = vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (n < 0 || (size_t)n >= sizeof line) return fail(vtk, EINVAL, "text too long");
  return append(vtk, &vtk->text, line, (size_t)n);
}

/* Length of the UTF-8 sequence at s, 0 if it is none: one bad byte and VTK rejects the whole file. */
static int utf8_length(const unsigned char *s)
{
  int n = s[0] < 0x80 ? 1 : s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : s[0] < 0xF5 ? 4 : 0;

  for (int i = 1; i < n; i++)
    if ((s[i] & 0xC0) != 0x80) return 0;
  if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xF0 && s[1] < 0x90)) return 0; /* overlong */
  if ((s[0] == 0xED && s[1] >= 0xA0) || (s[0] == 0xF4 && s[1] >= 0x90))
    return 0;                                                 /* surrogate, beyond Unicode */
  if (s[0] == 0xEF && s[1] == 0xBF && s[2] >= 0xBE) return 0; /* U+FFFE, U+FFFF: not in XML */
  return n;
}

ptrdiff_t gud_vtk_escape(const char *text, char *out)
{
  const unsigned char *s    = (const unsigned char *)text;
  size_t               size = 0;

  while (*s) {
    const char *piece = (const char *)s;
    int         n     = utf8_length(s);

    if (n == 0 || *s < 0x20 || *s == 0x7F) return -1;
    if (*s == '&') piece = "&amp;";
    if (*s == '<') piece = "&lt;";
    if (*s == '>') piece = "&gt;";
    if (*s == '"') piece = "&quot;";
    memcpy(out + size, piece, piece == (const char *)s ? (size_t)n : strlen(piece));
    size += piece == (const char *)s ? (size_t)n : strlen(piece);
    s += n;
  }
  return (ptrdiff_t)size;
}

static int append_escaped(GudVtk *vtk, const char *text)
{
  ptrdiff_t size;

  if (reserve(vtk, &vtk->text, 6 * strlen(text))) return vtk->status;
  size = gud_vtk_escape(text, vtk->text.data + vtk->text.size);
  if (size < 0) return fail(vtk, EINVAL, "name '%.60s' has a control character or is not UTF-8", text);
  vtk->text.size += (size_t)size;
  return 0;
}

/* ---- life of the context ---- */

int gud_vtk_create(GudVtk **vtk)
{
  *vtk = calloc(1, sizeof **vtk);
  if (!*vtk) return ENOMEM;
  (*vtk)->level      = DEFAULT_LEVEL;
  (*vtk)->block_size = DEFAULT_BLOCK;
  return 0;
}

/* Forget the file: what is still open is given up. The message stays readable. */
static void release_file(GudVtk *vtk)
{
  if (vtk->file) {
    fclose(vtk->file);
    remove(vtk->tmp_path);
    vtk->file = NULL;
  }
  for (size_t i = 0; i < vtk->num_arrays; i++) {
    free(vtk->array[i].name);
    free(vtk->array[i].xml);
  }
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < vtk->num_roles[k]; i++) {
      free(vtk->role[k][i].role);
      free(vtk->role[k][i].name);
    }
    vtk->num_roles[k] = 0;
  }
  free(vtk->path);
  free(vtk->tmp_path);
  vtk->path = vtk->tmp_path = NULL;
  vtk->num_arrays           = 0;
  vtk->appended.size = vtk->text.size = 0;
}

void gud_vtk_destroy(GudVtk **vtk)
{
  if (!*vtk) return;
  release_file(*vtk);
  for (int i = 0; i < MAX_KEPT; i++) {
    free((*vtk)->kept[i].raw.data);
    free((*vtk)->kept[i].packed.data);
  }
  libdeflate_free_compressor((*vtk)->zip);
  free((*vtk)->array);
  free((*vtk)->appended.data);
  free((*vtk)->text.data);
  free(*vtk);
  *vtk = NULL;
}

int gud_vtk_compression(GudVtk *vtk, int level, size_t block_size)
{
  if (vtk->path) return fail(vtk, EBUSY, "compression cannot be changed while the file is open");
  vtk->status = 0;
  if (level < 0 || level > 9) return fail(vtk, EINVAL, "compression level %d is not in 0..9", level);
  if (block_size < MIN_BLOCK || block_size % 8 || block_size > (1u << 30))
    return fail(vtk, EINVAL, "block size %zu is not a multiple of 8 in 32 KiB..1 GiB", block_size);
  for (int i = 0; i < MAX_KEPT; i++) vtk->kept[i].raw.size = 0; /* compressed in another way */
  vtk->level      = level;
  vtk->block_size = block_size;
  vtk->message[0] = 0;
  return 0;
}

/* ---- arrays ---- */

static int append_u64(GudVtk *vtk, uint64_t value)
{
  return append(vtk, &vtk->appended, &value, sizeof value);
}

static uint64_t hash_of(const unsigned char *data, size_t size)
{
  uint64_t h = size, word;

  for (; size >= sizeof word; size -= sizeof word, data += sizeof word) {
    memcpy(&word, data, sizeof word);
    h = (h ^ word) * 0x9E3779B97F4A7C15u;
    h ^= h >> 32;
  }
  for (; size; size--, data++) h = (h ^ *data) * 0x9E3779B97F4A7C15u;
  return h;
}

static void put_bytes(unsigned char **to, uint32_t value, int num, int big_endian)
{
  for (int i = 0; i < num; i++) *(*to)++ = (unsigned char)(value >> 8 * (big_endian ? num - 1 - i : i));
}

/* (V8) */
static int store_block(GudVtk *vtk, const unsigned char *data, size_t size, uint64_t *packed)
{
  unsigned char *to;

  if (reserve(vtk, &vtk->appended, STORED + size)) return vtk->status;
  to = (unsigned char *)vtk->appended.data + vtk->appended.size;
  put_bytes(&to, 0x7801, 2, 1);
  put_bytes(&to, 1, 1, 0);
  put_bytes(&to, (uint32_t)size, 2, 0), put_bytes(&to, ~(uint32_t)size, 2, 0);
  memcpy(to, data, size), to += size;
  put_bytes(&to, libdeflate_adler32(1, data, size), 4, 1);
  *packed = STORED + size;
  vtk->appended.size += *packed;
  return 0;
}

/* One block as a zlib stream at the end of `appended`; its size in *packed. */
static int compress_block(GudVtk *vtk, const unsigned char *data, size_t size, uint64_t *packed)
{
  if (size <= SMALL) return store_block(vtk, data, size, packed);
  if (!vtk->zip || vtk->zip_level != vtk->level) {
    libdeflate_free_compressor(vtk->zip);
    vtk->zip       = libdeflate_alloc_compressor(vtk->level);
    vtk->zip_level = vtk->level;
    if (!vtk->zip) return no_memory(vtk);
  }
  size_t room = libdeflate_zlib_compress_bound(vtk->zip, size);
  if (reserve(vtk, &vtk->appended, room)) return vtk->status;
  *packed = libdeflate_zlib_compress(vtk->zip, data, size, vtk->appended.data + vtk->appended.size, room);
  vtk->appended.size += *packed;
  return 0;
}

/* (V3), (V4) */
static int compress_array(GudVtk *vtk, const unsigned char *data, size_t size)
{
  size_t num_blocks = (size + vtk->block_size - 1) / vtk->block_size;
  size_t sizes_at; /* where the table of compressed sizes starts in `appended` */

  if (append_u64(vtk, num_blocks) || append_u64(vtk, vtk->block_size) ||
      append_u64(vtk, size % vtk->block_size))
    return vtk->status;
  sizes_at = vtk->appended.size;
  for (size_t i = 0; i < num_blocks; i++)
    if (append_u64(vtk, 0)) return vtk->status;
  for (size_t i = 0; i < num_blocks; i++) {
    size_t   start  = i * vtk->block_size;
    size_t   part   = size - start < vtk->block_size ? size - start : vtk->block_size;
    uint64_t packed = 0;

    if (compress_block(vtk, data + start, part, &packed)) return vtk->status;
    memcpy(vtk->appended.data + sizes_at + i * sizeof packed, &packed, sizeof packed);
  }
  return 0;
}

/* The same through the kept arrays. */
static int append_array(GudVtk *vtk, const unsigned char *data, size_t size)
{
  uint64_t hash;
  size_t   start = vtk->appended.size;
  Kept    *k     = &vtk->kept[0];

  if (vtk->level == 0) /* (V2) */
    return append_u64(vtk, size) || append(vtk, &vtk->appended, data, size) ? vtk->status : 0;
  if (size == 0 || size > vtk->block_size) return compress_array(vtk, data, size);
  hash = hash_of(data, size);
  for (int i = 0; i < MAX_KEPT; i++) {
    Kept *o = &vtk->kept[i];

    if (o->hash == hash && o->raw.size == size && memcmp(o->raw.data, data, size) == 0) {
      o->used = ++vtk->uses;
      return append(vtk, &vtk->appended, o->packed.data, o->packed.size);
    }
    if (o->used < k->used) k = o;
  }
  if (compress_array(vtk, data, size)) return vtk->status;
  k->raw.size = k->packed.size = 0;
  k->hash = hash, k->used = ++vtk->uses;
  return append(vtk, &k->packed, vtk->appended.data + start, vtk->appended.size - start) ||
             append(vtk, &k->raw, data, size)
           ? vtk->status
           : 0;
}

/* Text built in vtk->text, as a string of its own. */
static char *take_text(GudVtk *vtk)
{
  char *copy = NULL;

  if (append(vtk, &vtk->text, "", 1) == 0) {
    copy = strdup(vtk->text.data);
    if (!copy) no_memory(vtk);
  }
  vtk->text.size = 0;
  return copy;
}

typedef struct {
  Section            section;
  const char        *name;
  GudVtkType         type;
  int                num_components;
  int64_t            num_tuples;
  const void        *data;
  const char *const *component_names;
  size_t             bytes; /* texts: of all of them */
} ArraySpec;

static int has_array(const GudVtk *vtk, Section section, const char *name)
{
  for (size_t i = 0; i < vtk->num_arrays; i++)
    if (vtk->array[i].section == section && (!name || strcmp(vtk->array[i].name, name) == 0)) return 1;
  return 0;
}

static int check_spec(GudVtk *vtk, const ArraySpec *a)
{
  if (vtk->status) return vtk->status;
  if (!vtk->file) return fail(vtk, EINVAL, "no file is open");
  if (!a->name || !a->name[0]) return fail(vtk, EINVAL, "an array has no name");
  if (strlen(a->name) > 1000) return fail(vtk, EINVAL, "array '%.60s...': name too long", a->name);
  if ((unsigned)a->type >= sizeof type_table / sizeof *type_table)
    return fail(vtk, EINVAL, "array '%s': unknown type %d", a->name, (int)a->type);
  if (a->num_components < 1)
    return fail(vtk, EINVAL, "array '%s': %d components", a->name, a->num_components);
  if (a->num_tuples < 0 || a->num_tuples > INT64_MAX / 16 / a->num_components)
    return fail(vtk, EINVAL, "array '%s': %" PRId64 " tuples", a->name, a->num_tuples);
  if (!a->data && a->num_tuples > 0) return fail(vtk, EINVAL, "array '%s': no data", a->name);
  if (has_array(vtk, a->section, a->name)) return fail(vtk, EINVAL, "array '%s' is given twice", a->name);
  return 0;
}

static int add_array(GudVtk *vtk, const ArraySpec *a)
{
  Array *slot;
  size_t offset = vtk->appended.size; /* (V1) */
  size_t size;

  if (check_spec(vtk, a)) return vtk->status;
  if (vtk->num_arrays == vtk->cap_arrays) {
    size_t cap = vtk->cap_arrays ? 2 * vtk->cap_arrays : 16;

    slot = realloc(vtk->array, cap * sizeof *slot);
    if (!slot) return no_memory(vtk);
    vtk->array      = slot;
    vtk->cap_arrays = cap;
  }

  vtk->text.size = 0;
  append_text(vtk, "<DataArray type=\"%s\" Name=\"", type_table[a->type].name);
  append_escaped(vtk, a->name);
  append_text(vtk, "\" NumberOfComponents=\"%d\" ", a->num_components);
  if (a->section == IN_FIELD_DATA) append_text(vtk, "NumberOfTuples=\"%" PRId64 "\" ", a->num_tuples);
  for (int i = 0; a->component_names && i < a->num_components; i++) {
    append_text(vtk, "ComponentName%d=\"", i);
    append_escaped(vtk, a->component_names[i] ? a->component_names[i] : "");
    append_text(vtk, "\" ");
  }
  append_text(vtk, "format=\"appended\" offset=\"%zu\"/>\n", offset);
  if (vtk->status) return vtk->status;

  slot          = &vtk->array[vtk->num_arrays];
  slot->section = a->section, slot->type = a->type, slot->num_components = a->num_components;
  slot->xml  = take_text(vtk);
  slot->name = strdup(a->name);
  vtk->num_arrays++;
  if (!slot->xml || !slot->name) return no_memory(vtk);

  size = (size_t)a->num_tuples * (size_t)a->num_components * type_table[a->type].size;
  if (a->type == GUD_VTK_TEXT) size = a->bytes;
  return append_array(vtk, a->data, size);
}

int gud_vtk_open(GudVtk *vtk, const char *path, int64_t num_points, int64_t num_cells, double time)
{
  size_t length;

  if (vtk->path && !vtk->status) return fail(vtk, EBUSY, "still open when %.100s was to be opened", path);
  release_file(vtk);
  vtk->status     = 0;
  vtk->message[0] = 0;
  length          = strlen(path);
  vtk->path       = strdup(path);
  vtk->tmp_path   = malloc(length + 5);
  if (!vtk->path || !vtk->tmp_path) return no_memory(vtk);
  memcpy(vtk->tmp_path, path, length);
  memcpy(vtk->tmp_path + length, ".tmp", 5);

  if (num_points < 0 || num_cells < 0)
    return fail(vtk, EINVAL, "%" PRId64 " points, %" PRId64 " cells", num_points, num_cells);
  if (!isfinite(time)) return fail(vtk, EINVAL, "time is not finite");
  vtk->num_points = num_points;
  vtk->num_cells  = num_cells;
  vtk->high_order = 0;
  errno           = 0;
  vtk->file       = fopen(vtk->tmp_path, "wb");
  if (!vtk->file) {
    int code = io_code();

    return fail(vtk, code, "cannot create %.100s: %s", vtk->tmp_path, strerror(code));
  }
  return gud_vtk_field_data(vtk, "TimeValue", GUD_VTK_FLOAT64, 1, 1, &time); /* (V5) */
}

int gud_vtk_points(GudVtk *vtk, GudVtkType type, const void *xyz)
{
  ArraySpec a = {IN_POINTS, "Points", type, 3, vtk->num_points, xyz, NULL, 0};

  if (!vtk->status && type != GUD_VTK_FLOAT64 && type != GUD_VTK_FLOAT32)
    return fail(vtk, EINVAL, "points must be Float64 or Float32");
  return add_array(vtk, &a);
}

/* A point number out of range makes VTK crash rather than complain: it is refused here. */
static int check_cells(GudVtk *vtk, int64_t num_conn, const int64_t *connectivity, const int64_t *offsets,
                       const uint8_t *types)
{
  int64_t end = 0;

  if (num_conn < 0) return fail(vtk, EINVAL, "connectivity has %" PRId64 " entries", num_conn);
  if ((num_conn && !connectivity) || (vtk->num_cells && (!offsets || !types)))
    return fail(vtk, EINVAL, "cells: no data");
  for (int64_t c = 0; c < vtk->num_cells; c++) {
    if (offsets[c] < end || offsets[c] > num_conn)
      return fail(vtk, EINVAL, "cell %" PRId64 ": offset %" PRId64 " is not in %" PRId64 "..%" PRId64, c,
                  offsets[c], end, num_conn);
    if (types[c] == POLYHEDRON) return fail(vtk, EINVAL, "cell %" PRId64 ": polyhedra are not supported", c);
    if (types[c] >= FIRST_HIGH_ORDER && types[c] <= LAST_HIGH_ORDER) vtk->high_order = 1;
    end = offsets[c];
  }
  if (end != num_conn)
    return fail(vtk, EINVAL, "cells end at %" PRId64 ", connectivity at %" PRId64, end, num_conn);
  for (int64_t i = 0; i < num_conn; i++)
    if (connectivity[i] < 0 || connectivity[i] >= vtk->num_points)
      return fail(vtk, EINVAL, "connectivity[%" PRId64 "] = %" PRId64 ", but there are %" PRId64 " points", i,
                  connectivity[i], vtk->num_points);
  return 0;
}

int gud_vtk_cells(GudVtk *vtk, int64_t num_conn, const int64_t *connectivity, const int64_t *offsets,
                  const uint8_t *types)
{
  ArraySpec conn = {IN_CELLS, "connectivity", GUD_VTK_INT64, 1, num_conn, connectivity, NULL, 0};
  ArraySpec ends = {IN_CELLS, "offsets", GUD_VTK_INT64, 1, vtk->num_cells, offsets, NULL, 0};
  ArraySpec kind = {IN_CELLS, "types", GUD_VTK_UINT8, 1, vtk->num_cells, types, NULL, 0};

  if (vtk->status) return vtk->status;
  if (!vtk->file) return fail(vtk, EINVAL, "no file is open");
  if (check_cells(vtk, num_conn, connectivity, offsets, types)) return vtk->status;
  return add_array(vtk, &conn) || add_array(vtk, &ends) || add_array(vtk, &kind) ? vtk->status : 0;
}

int gud_vtk_point_field(GudVtk *vtk, const char *name, GudVtkType type, int num_components, const void *data,
                        const char *const *component_names)
{
  ArraySpec a = {IN_POINT_DATA, name, type, num_components, vtk->num_points, data, component_names, 0};

  return add_array(vtk, &a);
}

int gud_vtk_cell_field(GudVtk *vtk, const char *name, GudVtkType type, int num_components, const void *data,
                       const char *const *component_names)
{
  ArraySpec a = {IN_CELL_DATA, name, type, num_components, vtk->num_cells, data, component_names, 0};

  return add_array(vtk, &a);
}

int gud_vtk_field_data(GudVtk *vtk, const char *name, GudVtkType type, int num_components, int64_t num_tuples,
                       const void *data)
{
  ArraySpec a = {IN_FIELD_DATA, name, type, num_components, num_tuples, data, NULL, 0};

  return add_array(vtk, &a);
}

/* VTK counts texts, each ended by a zero byte; the bytes are those of all of them. */
int gud_vtk_field_texts(GudVtk *vtk, const char *name, int num, const char *const *texts)
{
  ArraySpec a = {IN_FIELD_DATA, name, GUD_VTK_TEXT, 1, num, texts, NULL, 0};
  size_t    n = 0;
  char     *all;

  for (int i = 0; i < num; i++) n += strlen(texts[i]) + 1;
  all = malloc(n + 1);
  if (!all) return no_memory(vtk);
  n = 0;
  for (int i = 0; i < num; i++) memcpy(all + n, texts[i], strlen(texts[i]) + 1), n += strlen(texts[i]) + 1;
  a.data = all, a.bytes = n;
  n = (size_t)add_array(vtk, &a);
  free(all);
  return (int)n;
}

static int add_role(GudVtk *vtk, int cell, const char *role, const char *name)
{
  Role *slot;

  if (vtk->status) return vtk->status;
  if (!vtk->file) return fail(vtk, EINVAL, "no file is open");
  for (const char *s = role; *s; s++)
    if (!((*s >= 'A' && *s <= 'Z') || (*s >= 'a' && *s <= 'z'))) return fail(vtk, EINVAL, "role '%s'", role);
  for (int i = 0; i < vtk->num_roles[cell]; i++)
    if (strcmp(vtk->role[cell][i].role, role) == 0)
      return fail(vtk, EINVAL, "role '%s' is given twice", role);
  if (!role[0] || vtk->num_roles[cell] == MAX_ROLES) return fail(vtk, EINVAL, "role '%s': too many", role);
  slot       = &vtk->role[cell][vtk->num_roles[cell]++];
  slot->role = strdup(role);
  slot->name = strdup(name);
  return slot->role && slot->name ? 0 : no_memory(vtk);
}

int gud_vtk_point_role(GudVtk *vtk, const char *role, const char *name)
{
  return add_role(vtk, 0, role, name);
}

int gud_vtk_cell_role(GudVtk *vtk, const char *role, const char *name)
{
  return add_role(vtk, 1, role, name);
}

/* ---- the file ---- */

static void append_section(GudVtk *vtk, Section section, const char *tag)
{
  int k = section == IN_POINT_DATA ? 0 : section == IN_CELL_DATA ? 1 : -1;

  append_text(vtk, "<%s", tag);
  for (int i = 0; k >= 0 && i < vtk->num_roles[k]; i++) {
    const Role *r = &vtk->role[k][i];

    if (!has_array(vtk, section, r->name))
      fail(vtk, EINVAL, "%s names '%s', which is no field", r->role, r->name);
    append_text(vtk, " %.40s=\"", r->role);
    append_escaped(vtk, r->name);
    append_text(vtk, "\"");
  }
  append_text(vtk, ">\n");
  for (size_t i = 0; i < vtk->num_arrays && !vtk->status; i++)
    if (vtk->array[i].section == section)
      append(vtk, &vtk->text, vtk->array[i].xml, strlen(vtk->array[i].xml));
  append_text(vtk, "</%s>\n", tag);
}

static int build_header(GudVtk *vtk)
{
  const uint16_t one = 1;
  unsigned char  first;

  memcpy(&first, &one, 1);
  vtk->text.size = 0;
  append_text(vtk, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"%s\"",
              vtk->high_order ? "2.2" : "1.0");
  append_text(vtk, " byte_order=\"%s\" header_type=\"UInt64\"%s>\n<UnstructuredGrid>\n",
              first ? "LittleEndian" : "BigEndian",
              vtk->level ? " compressor=\"vtkZLibDataCompressor\"" : "");
  append_section(vtk, IN_FIELD_DATA, "FieldData");
  append_text(vtk, "<Piece NumberOfPoints=\"%" PRId64 "\" NumberOfCells=\"%" PRId64 "\">\n", vtk->num_points,
              vtk->num_cells);
  append_section(vtk, IN_POINTS, "Points");
  append_section(vtk, IN_CELLS, "Cells");
  append_section(vtk, IN_POINT_DATA, "PointData");
  append_section(vtk, IN_CELL_DATA, "CellData");
  append_text(vtk, "</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_");
  return vtk->status;
}

/* The arrays of a section as a .pvtu declares them: without range and place. */
static void declare_section(GudVtk *vtk, Section section, const char *tag)
{
  append_text(vtk, "<%s>\n", tag);
  for (size_t i = 0; i < vtk->num_arrays && !vtk->status; i++) {
    const Array *a = &vtk->array[i];
    if (a->section != section) continue;
    append_text(vtk, "<PDataArray type=\"%s\" NumberOfComponents=\"%d\" Name=\"", type_table[a->type].name,
                a->num_components);
    append_escaped(vtk, a->name);
    append_text(vtk, "\"/>\n");
  }
  append_text(vtk, "</%s>\n", tag);
}

int gud_vtk_write_pieces(GudVtk *vtk, const char *path, int num, const char *const *pieces)
{
  const uint16_t one = 1;
  unsigned char  first;
  FILE          *file;
  int            bad;

  if (vtk->status) return vtk->status;
  if (!vtk->file) return fail(vtk, EINVAL, "no file is open");
  memcpy(&first, &one, 1);
  vtk->text.size = 0;
  append_text(vtk, "<?xml version=\"1.0\"?>\n<VTKFile type=\"PUnstructuredGrid\" version=\"%s\"",
              vtk->high_order ? "2.2" : "1.0");
  append_text(vtk, " byte_order=\"%s\" header_type=\"UInt64\">\n<PUnstructuredGrid GhostLevel=\"0\">\n",
              first ? "LittleEndian" : "BigEndian");
  append_text(vtk, "<PPoints><PDataArray type=\"Float64\" NumberOfComponents=\"3\"/></PPoints>\n");
  declare_section(vtk, IN_POINT_DATA, "PPointData");
  declare_section(vtk, IN_CELL_DATA, "PCellData");
  for (int i = 0; i < num && !vtk->status; i++)
    append_text(vtk, "<Piece Source=\""), append_escaped(vtk, pieces[i]), append_text(vtk, "\"/>\n");
  append_text(vtk, "</PUnstructuredGrid>\n</VTKFile>\n");
  if (vtk->status) return vtk->status;
  errno = 0;
  file  = fopen(path, "wb");
  bad   = !file || fwrite(vtk->text.data, 1, vtk->text.size, file) != vtk->text.size;
  if (file && fclose(file) != 0) bad = 1;
  return bad ? fail(vtk, io_code(), "cannot write %.200s: %s", path, strerror(io_code())) : 0;
}

static int write_file(GudVtk *vtk)
{
  static const char footer[] = "\n</AppendedData>\n</VTKFile>\n";
  FILE             *file     = vtk->file;
  int               bad, code;

  errno = 0;
  bad   = fwrite(vtk->text.data, 1, vtk->text.size, file) != vtk->text.size ||
        fwrite(vtk->appended.data, 1, vtk->appended.size, file) != vtk->appended.size ||
        fwrite(footer, 1, sizeof footer - 1, file) != sizeof footer - 1 || fflush(file) != 0;
  code      = bad ? io_code() : 0;
  vtk->file = NULL;
  errno     = 0;
  if (fclose(file) != 0 && !bad) code = io_code();
  if (code) fail(vtk, code, "cannot write %.100s: %s", vtk->tmp_path, strerror(code));
  else if (rename(vtk->tmp_path, vtk->path) != 0) {
    code = io_code();
    fail(vtk, code, "cannot rename %.100s: %s", vtk->tmp_path, strerror(code));
  }
  if (vtk->status) remove(vtk->tmp_path);
  return vtk->status;
}

int gud_vtk_close(GudVtk *vtk)
{
  int64_t none = 0;

  if (!vtk->path) return vtk->status ? vtk->status : fail(vtk, EINVAL, "no file is open");
  if (!vtk->status && !has_array(vtk, IN_POINTS, NULL)) {
    if (vtk->num_points) fail(vtk, EINVAL, "closed without points");
    else gud_vtk_points(vtk, GUD_VTK_FLOAT64, NULL);
  }
  if (!vtk->status && !has_array(vtk, IN_CELLS, NULL)) {
    if (vtk->num_cells) fail(vtk, EINVAL, "closed without cells");
    else gud_vtk_cells(vtk, 0, &none, &none, NULL);
  }
  if (!vtk->status) build_header(vtk);
  if (!vtk->status) write_file(vtk);
  release_file(vtk);
  return vtk->status;
}
