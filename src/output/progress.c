#include "output/progress.h"

#include "base/clock.h"

#include <stdio.h>
#include <unistd.h>

GudProgress gud_progress_start(int on, double t0, double t_end)
{
  GudProgress bar = {
    .on = on, .terminal = isatty(STDERR_FILENO), .t0 = t0, .t_end = t_end, .wall0 = gud_wall()};
  return bar;
}

static void clock_text(double s, char out[32])
{
  long n = s < 359999 ? (long)(s + 0.5) : 359999;
  if (n >= 3600) snprintf(out, 32, "%ld:%02ld:%02ld", n / 3600, n / 60 % 60, n % 60);
  else snprintf(out, 32, "%ld:%02ld", n / 60, n % 60);
}

void gud_progress_show(GudProgress *bar, const GudSolver *so, int last)
{
  enum { WIDTH = 30 };
  int    load = gud_path_by_load(so);
  double now, part = bar->t_end > bar->t0 ? (so->s->t - bar->t0) / (bar->t_end - bar->t0) : 1, t = so->s->t;
  char   eta[32];
  if (!bar->on) return;
  now = gud_wall();
  if (load)
    t = so->s->path.load, part = fmin(1, fmax(0, t / (so->opt.path == GUD_PATH_LOAD ? 1 : so->opt.max_load)));
  if (bar->terminal ? now - bar->wall_last < 0.1 && !last : (int)(10 * part + 1e-9) <= bar->tenth) return;
  bar->wall_last = now;
  clock_text(part > 0 ? (now - bar->wall0) * (1 - part) / part : 0, eta);
  if (bar->terminal) {
    char line[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++) line[i] = (double)i < part * WIDTH ? '#' : '.';
    line[WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %3.0f %%  t = %.6g%s  h = %.2g s  %.1f it/step  ETA %s   ", line, 100 * part, t,
            load ? "" : " s", so->s->h,
            so->stat.steps ? (double)so->stat.iterations / (double)so->stat.steps : 0, eta);
    if (last) fputc('\n', stderr);
    fflush(stderr);
  } else {
    bar->tenth = (int)(10 * part + 1e-9);
    fprintf(stderr, "%3d %%  t = %.6g%s  steps %ld  ETA %s\n", 10 * bar->tenth, t, load ? "" : " s",
            so->stat.steps, eta);
  }
}
