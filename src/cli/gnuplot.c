#include "cli/gnuplot.h"

#include "base/clean.h"
#include "contract/param.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void gud_gnuplot_text(FILE *g, const char *text)
{
  fputc('\'', g);
  for (const char *c = text; *c;) {
    int n = gud_utf8_length(c), good;
    if (n > 1) good = !gud_is_control(c, n);
    else good = n == 1 && (isalnum((unsigned char)*c) || strchr(" _./()^-+*=,:[]", *c));
    if (good) fwrite(c, 1, (size_t)n, g);
    else fputc('_', g);
    c += n ? n : 1;
  }
  fputc('\'', g);
}

void gud_gnuplot_path(FILE *g, const char *folder, const char *file)
{
  fputs(folder[0] == '/' ? "'" : "'./", g);
  for (const char *c = folder; *c; c++) {
    if (*c == '\'') fputc('\'', g);
    fputc(*c, g);
  }
  fprintf(g, "/%s'", file);
}

const char *gud_file_name_of(const char *name, char *out, size_t size)
{
  size_t n = 0;
  for (; name[n] && n + 1 < size; n++)
    out[n] = (char)(isalnum((unsigned char)name[n]) || strchr("_-.", name[n]) ? name[n] : '_');
  out[n] = '\0';
  if (out[0] == '.') out[0] = '_';
  return out;
}

const char *gud_plot_unit(const char *unit, double most, double *factor)
{
  static const struct {
    const char *from, *to;
    double      below, factor; /* largest value that is still written so; from SI */
  } choices[] = {{"m", "um", 1e-3, 1e6},
                 {"m", "mm", 0.05, 1e3},
                 {"N", "N", 1e4, 1},
                 {"N", "kN", INFINITY, 1e-3},
                 {"Pa", "Pa", 1e4, 1},
                 {"Pa", "kPa", 1e6, 1e-3},
                 {"Pa", "MPa", INFINITY, 1e-6},
                 {"W", "W", 1e4, 1},
                 {"W", "kW", INFINITY, 1e-3},
                 {"m^3/s", "cm^3/s", 1e-2, 1e6},
                 {"rad", "deg", INFINITY, 57.29577951308232}};
  for (int i = 0; most > 0 && i < GUD_COUNT(choices); i++)
    if (!strcmp(unit, choices[i].from) && most < choices[i].below) {
      *factor = choices[i].factor;
      return choices[i].to;
    }
  *factor = 1;
  return unit;
}

int gud_plot_each(FILE *g, const char *folder, const char *prefix,
                  int (*draw)(FILE *g, const char *folder, const char *file))
{
  struct dirent **list;
  size_t          before = strlen(prefix), end = strlen(".csv");
  int             num = 0, n = scandir(folder, &list, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    const char *name = list[i]->d_name;
    size_t      size = strlen(name);
    if (size > before + end && size < 150 && !strncmp(name, prefix, before) &&
        !strcmp(name + size - end, ".csv"))
      num += draw(g, folder, name);
    free(list[i]);
  }
  if (n >= 0) free(list);
  return num;
}

void gud_plot_page_begin(FILE *g, const char *folder, const char *file, int format, int height,
                         const char *title)
{
  char name[260], base[200], out[260];
  snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - strlen(".csv")), file);
  gud_file_name_of(name, base, sizeof base);
  snprintf(out, sizeof out, "plots/%s.%s", base, format ? "svg" : "png");
  fprintf(g, "set terminal %s size 1200,%d\nset output ", format ? "svg background rgb 'white'" : "pngcairo",
          height);
  gud_gnuplot_path(g, folder, out);
  fputs("\nset multiplot title ", g);
  gud_gnuplot_text(g, title);
  fputs(" noenhanced\n", g);
}

void gud_plot_page_end(FILE *g)
{
  fputs("unset multiplot\nset origin 0,0\nset size 1,1\nset key default\n", g);
}

int gud_gnuplot_run(const char *folder, const char *script)
{
  char path[1400];
  int  status;
  snprintf(path, sizeof path, "%s%s/%s", folder[0] == '/' ? "" : "./", folder, script);
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    execlp("gnuplot", "gnuplot", "--default-settings", path, (char *)NULL);
    _exit(127);
  }
  if (pid < 0) return errno;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return errno;
  return status;
}
