/* PVD collection. The format (ParaView 5.11):

     <?xml version="1.0"?>
     <VTKFile type="Collection" version="0.1">
     <Collection>
     <DataSet timestep="0.001" part="0" file="run_0001.vtu"/>
     </Collection>
     </VTKFile>

   (P1) a PVD that is cut off before its end is rejected entirely: hence temporary and rename, never an append
   (P2) times carry 17 digits, so that a resumed run compares them exactly with the checkpoint's
   (P3) one entry is one line: gud_pvd_resume() reads this layout and no other XML

   The entries are kept as finished text, so a flush is two writes; it is limited to one per second because
   the whole list is rewritten each time.     verified by: t810 (SIGKILL, resume) */
#include "output/pvd.h"

#include "base/clock.h"
#include "output/vtk.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char header[] =
  "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
static const char   footer[]       = "</Collection>\n</VTKFile>\n";
static const char   entry_start[]  = "<DataSet timestep=\"";
static const char   entry_end[]    = "\"/>";
static const double flush_interval = 1.0; /* s */

struct GudPvd {
  char  *path, *tmp_path; /* NULL: not open */
  char  *text;            /* the entries */
  size_t size, capacity;
  int    num_entries;
  int    dirty;
  double last_flush; /* monotonic, s */
  char   message[512];
};

const char *gud_pvd_error(const GudPvd *pvd)
{
  return pvd ? pvd->message : "PVD writer: out of memory";
}

int gud_pvd_num_entries(const GudPvd *pvd)
{
  return pvd->num_entries;
}

static int fail(GudPvd *pvd, int code, const char *format, ...)
{
  va_list args;
  int     n = snprintf(pvd->message, sizeof pvd->message, "%.300s: ", pvd->path ? pvd->path : "PVD writer");

  va_start(args, format);
  if (n >= 0 && (size_t)n < sizeof pvd->message)
    vsnprintf(pvd->message + n, sizeof pvd->message - (size_t)n, format, args);
  va_end(args);
  return code;
}

static int io_code(void)
{
  return errno ? errno : EIO;
}

int gud_pvd_create(GudPvd **pvd)
{
  *pvd = calloc(1, sizeof **pvd);
  return *pvd ? 0 : ENOMEM;
}

static void release(GudPvd *pvd)
{
  free(pvd->path);
  free(pvd->tmp_path);
  free(pvd->text);
  pvd->path = pvd->tmp_path = pvd->text = NULL;
  pvd->size = pvd->capacity = 0;
  pvd->num_entries = pvd->dirty = 0;
}

void gud_pvd_destroy(GudPvd **pvd)
{
  if (!*pvd) return;
  release(*pvd);
  free(*pvd);
  *pvd = NULL;
}

static int append(GudPvd *pvd, const char *text, size_t size)
{
  if (pvd->size + size > pvd->capacity) {
    size_t capacity = pvd->capacity ? pvd->capacity : 4096;
    char  *grown;

    while (capacity < pvd->size + size) capacity *= 2;
    grown = realloc(pvd->text, capacity);
    if (!grown) return fail(pvd, ENOMEM, "out of memory");
    pvd->text     = grown;
    pvd->capacity = capacity;
  }
  memcpy(pvd->text + pvd->size, text, size);
  pvd->size += size;
  return 0;
}

static int set_path(GudPvd *pvd, const char *path)
{
  size_t length = strlen(path);

  if (pvd->path) return fail(pvd, EBUSY, "still open");
  pvd->message[0] = 0;
  pvd->path       = strdup(path);
  pvd->tmp_path   = malloc(length + 5);
  if (!pvd->path || !pvd->tmp_path) {
    release(pvd);
    return fail(pvd, ENOMEM, "out of memory");
  }
  memcpy(pvd->tmp_path, path, length);
  memcpy(pvd->tmp_path + length, ".tmp", 5);
  return 0;
}

int gud_pvd_flush(GudPvd *pvd, int force)
{
  FILE *file;
  int   bad, code;

  if (!pvd->path) return fail(pvd, EINVAL, "not open");
  if (!pvd->dirty || (!force && gud_wall() - pvd->last_flush < flush_interval)) return 0;
  errno = 0;
  file  = fopen(pvd->tmp_path, "wb");
  if (!file) {
    code = io_code();
    return fail(pvd, code, "cannot create %.100s: %s", pvd->tmp_path, strerror(code));
  }
  bad = fwrite(header, 1, sizeof header - 1, file) != sizeof header - 1 ||
        (pvd->size && fwrite(pvd->text, 1, pvd->size, file) != pvd->size) ||
        fwrite(footer, 1, sizeof footer - 1, file) != sizeof footer - 1 || fflush(file) != 0;
  code  = bad ? io_code() : 0;
  errno = 0;
  if (fclose(file) != 0 && !bad) code = io_code();
  if (!code && rename(pvd->tmp_path, pvd->path) != 0) code = io_code(); /* (P1) */
  if (code) {
    remove(pvd->tmp_path);
    return fail(pvd, code, "cannot write: %s", strerror(code));
  }
  pvd->dirty      = 0;
  pvd->last_flush = gud_wall();
  return 0;
}

int gud_pvd_open(GudPvd *pvd, const char *path)
{
  int status = set_path(pvd, path);

  if (status) return status;
  pvd->dirty = 1;
  status     = gud_pvd_flush(pvd, 1);
  if (status) release(pvd);
  return status;
}

int gud_pvd_add(GudPvd *pvd, double time, int part, const char *file)
{
  enum { MAX_NAME = 1024 };
  char      line[6 * MAX_NAME + 128], number[40];
  size_t    n, length;
  ptrdiff_t escaped;
  int       status;

  if (!pvd->path) return fail(pvd, EINVAL, "not open");
  if (!isfinite(time)) return fail(pvd, EINVAL, "time of '%.100s' is not finite", file);
  if (part < 0) return fail(pvd, EINVAL, "part %d of '%.100s' is negative", part, file);
  if (file[0] == '/') return fail(pvd, EINVAL, "'%.100s' must be relative to the folder of the PVD", file);
  length = strlen(file);
  if (length == 0 || length > MAX_NAME) return fail(pvd, EINVAL, "file name of %zu bytes", length);

  snprintf(number, sizeof number, "%.17g", time); /* (P2) */
  for (char *c = number; *c; c++)
    if (!strchr("+-0123456789e", *c)) *c = '.'; /* decimal comma of the locale */
  n       = (size_t)snprintf(line, sizeof line, "%s%s\" part=\"%d\" file=\"", entry_start, number, part);
  escaped = gud_vtk_escape(file, line + n);
  if (escaped < 0) return fail(pvd, EINVAL, "'%.100s' has a control character or is not UTF-8", file);
  n += (size_t)escaped;
  memcpy(line + n, "\"/>\n", 4);
  status = append(pvd, line, n + 4);
  if (status) return status;
  pvd->num_entries++;
  pvd->dirty = 1;
  return gud_pvd_flush(pvd, 0);
}

/* Whole file as a string; NULL with errno set. */
static char *slurp(const char *path)
{
  FILE  *file;
  char  *text = NULL;
  size_t size = 0, capacity = 0, got;
  int    code = 0;

  errno = 0;
  file  = fopen(path, "rb");
  if (!file) return NULL;
  do {
    char *grown;

    capacity = capacity ? 2 * capacity : 65536;
    grown    = realloc(text, capacity);
    if (!grown) {
      code = ENOMEM;
      break;
    }
    text = grown;
    got  = fread(text + size, 1, capacity - 1 - size, file);
    size += got;
  } while (size == capacity - 1);
  if (!code && ferror(file)) code = io_code();
  fclose(file);
  if (code) {
    free(text);
    errno = code;
    return NULL;
  }
  text[size] = 0;
  return text;
}

/* The time of an entry line [line, end), without its newline; 0 if the line is not one of ours. */
static int read_entry(const char *line, const char *end, double *time)
{
  char        number[40];
  char       *stop;
  const char *start = line + sizeof entry_start - 1;
  const char *quote;

  if ((size_t)(end - line) < sizeof entry_start + sizeof entry_end) return 0;
  if (strncmp(line, entry_start, sizeof entry_start - 1) != 0) return 0;
  if (strncmp(end - (sizeof entry_end - 1), entry_end, sizeof entry_end - 1) != 0) return 0;
  quote = memchr(start, '"', (size_t)(end - start));
  if (!quote || quote == start || (size_t)(quote - start) >= sizeof number) return 0;
  if (strncmp(quote, "\" part=\"", 8) != 0) return 0;
  memcpy(number, start, (size_t)(quote - start));
  number[quote - start] = 0;
  for (char *c = number; *c; c++)
    if (*c == '.') *c = localeconv()->decimal_point[0];
  *time = strtod(number, &stop);
  return *stop == 0 && isfinite(*time);
}

/* (P3) */
static int read_entries(GudPvd *pvd, const char *text, double last_time)
{
  const char *line   = text;
  int         number = 4;

  if (strncmp(text, header, sizeof header - 1) != 0) return fail(pvd, EINVAL, "not a PVD written by gudgeon");
  line += sizeof header - 1;
  while (strncmp(line, "</", 2) != 0) {
    const char *end = strchr(line, '\n');
    double      time;
    int         status;

    if (!end || !read_entry(line, end, &time)) return fail(pvd, EINVAL, "line %d is not an entry", number);
    if (time <= last_time) {
      status = append(pvd, line, (size_t)(end - line) + 1);
      if (status) return status;
      pvd->num_entries++;
    }
    line = end + 1;
    number++;
  }
  return strcmp(line, footer) == 0 ? 0 : fail(pvd, EINVAL, "line %d: the end is missing or damaged", number);
}

int gud_pvd_resume(GudPvd *pvd, const char *path, double time)
{
  char *text;
  int   status = set_path(pvd, path);

  if (status) return status;
  text = slurp(path);
  if (!text) {
    status = io_code();
    fail(pvd, status, "cannot read: %s", strerror(status));
  } else {
    status = read_entries(pvd, text, time);
    free(text);
  }
  pvd->dirty = 1;
  if (!status) status = gud_pvd_flush(pvd, 1);
  if (status) release(pvd);
  return status;
}

int gud_pvd_close(GudPvd *pvd)
{
  int status = gud_pvd_flush(pvd, 1);

  if (pvd->path) release(pvd);
  return status;
}
