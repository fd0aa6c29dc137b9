/* Parts of run.log: output/log.h. */
#include "output/log.h"

#include "base/clean.h"
#include "base/diag.h"
#include "output/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of run.log with a text from outside: one line, whatever the text holds. */
void gud_log_text(FILE *f, const char *before, const char *text)
{
  char *copy = strcpy(gud_alloc(strlen(text) + 1), text);
  fprintf(f, "%s%s\n", before, gud_clean(copy));
  free(copy);
}

/* The model file, for the record. */
void gud_log_model(FILE *f, const char *path)
{
  FILE *in = fopen(path, "r");
  fprintf(f, "--- model file\n");
  for (int c; in && (c = getc(in)) != EOF;)
    putc((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f ? ' ' : c, f);
  if (in) fclose(in);
  fprintf(f, "--- end of model file\n");
}

/* The id in FOLDER/run.log, the second line; 0: there is none. */
unsigned long long gud_logged_id(const char *folder)
{
  char               path[GUD_MAX_FOLDER + 100], line[200];
  unsigned long long id = 0;
  snprintf(path, sizeof path, "%s/run.log", folder);
  FILE *f = fopen(path, "r");
  if (f && fgets(line, sizeof line, f) && fgets(line, sizeof line, f) && sscanf(line, "id %16llx", &id) != 1)
    id = 0;
  if (f) fclose(f);
  return id;
}
