/* Files of results that several commands read and write. */
#include "cli/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

FILE *gud_open_beside(const char *folder, const char *name, char tmp[GUD_PATH_SIZE])
{
  snprintf(tmp, GUD_PATH_SIZE, "%s/%s.tmp", folder, name);
  FILE *f = fopen(tmp, "w");
  if (!f) fprintf(stderr, "error: cannot write %s: %s\n", tmp, strerror(errno));
  return f;
}

int gud_close_beside(const char *folder, const char *name, const char *tmp, FILE *f)
{
  char path[GUD_PATH_SIZE];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int bad = ferror(f) | fclose(f);
  if (!bad) bad = rename(tmp, path);
  if (bad) fprintf(stderr, "error: cannot write %s: %s\n", path, strerror(errno));
  return !bad;
}

char *gud_csv_line(const char *folder, const char *name, int number)
{
  char   path[GUD_PATH_SIZE], *line = NULL;
  size_t cap = 0;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "r");
  if (!f) return NULL;
  ssize_t n = -1;
  for (int i = 0; i <= number; i++) n = getline(&line, &cap, f);
  fclose(f);
  if (n < 0) {
    free(line);
    return NULL;
  }
  line[strcspn(line, "\r\n")] = '\0';
  return line;
}
