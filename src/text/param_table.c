/* Tables of parameters for people: in columns, or in Markdown (text/read.h). */
#include "text/read.h"

#include <string.h>

#include "text/units.h"

static const char *kind_words(const GudParam *p, char *buf, size_t size)
{
  static const char *const words[] = {[GUD_REAL] = "number",          [GUD_INT] = "integer",
                                      [GUD_BOOL] = "true | false",    [GUD_VECTOR] = "vector",
                                      [GUD_MATRIX] = "matrix",        [GUD_CHOICE] = "",
                                      [GUD_STRING] = "text",          [GUD_FUNCTION] = "function of time",
                                      [GUD_TABLE] = "table",          [GUD_LIST] = "list of words",
                                      [GUD_POINTS] = "list of points"};
  char                     unit[GUD_DIM_SIZE];
  size_t                   used     = 0;
  int                      has_unit = p->kind == GUD_REAL || p->kind == GUD_VECTOR || p->kind == GUD_MATRIX ||
                 p->kind == GUD_FUNCTION || p->kind == GUD_TABLE || p->kind == GUD_POINTS;

  if (p->kind == GUD_CHOICE) {
    buf[0] = '\0';
    for (const char *s = p->choices; *s && used + 4 < size; ++s) {
      if (*s == '|') {
        memcpy(buf + used, " | ", 3);
        used += 3;
      } else {
        buf[used++] = *s;
      }
    }
    buf[used] = '\0';
  } else if (has_unit && !gud_dim_none(p->dim)) {
    snprintf(buf, size, "%s (%s)", words[p->kind], gud_dim_unit(p->dim, unit));
  } else {
    snprintf(buf, size, "%s", words[p->kind]);
  }
  return buf;
}

/* Name of a row as it is shown: list[].key for list.1.key */
static const char *shown_name(const GudParam *p, char *buf, size_t size)
{
  const char *item = strstr(p->name, ".1.");
  if (!item) return p->name;
  snprintf(buf, size, "%.*s[]%s", (int)(item - p->name), p->name, item + 2);
  return buf;
}

/* In a Markdown cell a bar must be escaped. */
static void put_cell(FILE *out, const char *text)
{
  for (; *text; ++text) {
    if (*text == '|') fputc('\\', out);
    fputc(*text, out);
  }
}

void gud_print_params(FILE *out, const GudParam *params, int n, int markdown)
{
  int  wide[3] = {0, 0, 0}; /* name, kind, default */
  char kind[400], name[80];

  for (int i = 0; i < n; ++i) {
    const char *fallback = params[i].fallback ? params[i].fallback : "required";
    if (gud_param_item(params[i].name) > 1) continue;
    int w[3] = {(int)strlen(shown_name(&params[i], name, sizeof name)),
                (int)strlen(kind_words(&params[i], kind, sizeof(kind))),
                (int)strlen(fallback[0] ? fallback : "optional")};

    for (int k = 0; k < 3; ++k)
      if (w[k] > wide[k]) wide[k] = w[k] < 40 ? w[k] : 40;
  }
  if (markdown) fputs("| key | value | default | bound | meaning |\n|---|---|---|---|---|\n", out);
  for (int i = 0; i < n; ++i) {
    const GudParam *p        = &params[i];
    const char     *fallback = !p->fallback ? "required" : p->fallback[0] ? p->fallback : "optional";
    const char     *bound = gud_bound_words(p->bound), *doc = p->doc ? p->doc : "";

    if (gud_param_item(p->name) > 1) continue;
    kind_words(p, kind, sizeof(kind));
    if (!markdown) {
      fprintf(out, "  %-*s  %-*s  %-*s  %s%s%s%s\n", wide[0], shown_name(p, name, sizeof name), wide[1], kind,
              wide[2], fallback, doc, bound[0] ? " (" : "", bound, bound[0] ? ")" : "");
      continue;
    }
    fprintf(out, "| `%s` | ", shown_name(p, name, sizeof name));
    put_cell(out, kind);
    fputs(" | ", out);
    put_cell(out, fallback);
    fprintf(out, " | %s | ", bound);
    put_cell(out, doc);
    fputs(" |\n", out);
  }
}
