/* run.json: study/run_record.h. */
#include "study/run_record.h"

#include "base/clean.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

GudRunRecord gud_run_record_open(const char *folder)
{
  GudRunRecord r    = {NULL, gud_diag_create()};
  GudMark      mark = {"run.json", 0, 0};
  char         path[4200];
  size_t       size;
  snprintf(path, sizeof path, "%.4096s/run.json", folder);
  char *text = gud_file_read(path, mark, r.diag, &size);
  if (text) r.doc = gud_doc_parse_value(text, "run.json", r.diag);
  free(text);
  return r;
}

void gud_run_record_close(GudRunRecord *r)
{
  if (r->doc) gud_doc_free(r->doc);
  gud_diag_free(r->diag);
  *r = (GudRunRecord){NULL, NULL};
}

static const GudNode *find(const GudRunRecord *r, const char *const *keys)
{
  const GudNode *node = r->doc ? r->doc->root : NULL;
  for (; *keys && node; keys++) node = gud_node_get(node, *keys);
  return node && node->kind == GUD_NODE_SCALAR ? node : NULL;
}

int gud_run_record_text(const GudRunRecord *r, const char *const *keys, char *out, size_t size)
{
  const GudNode *node = find(r, keys);
  snprintf(out, size, "%s", node ? node->text : "");
  gud_clean(out);
  return node != NULL;
}

double gud_run_record_number(const GudRunRecord *r, const char *const *keys)
{
  char text[60], *end;
  if (!gud_run_record_text(r, keys, text, sizeof text) || !text[0]) return NAN;
  double x = strtod(text, &end);
  return *end ? NAN : x;
}
