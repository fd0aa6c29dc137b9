#include "study/jobs.h"

#include "base/clean.h"
#include "base/clock.h"
#include "base/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

void gud_jobs_program(char *path, unsigned size)
{
  ssize_t n = readlink("/proc/self/exe", path, size - 1);
  if (n > 0) path[n] = '\0';
  else snprintf(path, size, "gudgeon"); /* found through PATH */
}

int gud_jobs_processors(void)
{
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 && n < 100000 ? (int)n : 1;
}

static double seconds(struct timeval t)
{
  return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* CPU time of all processes awaited so far: the difference over one wait is that of one process. */
static double children_cpu(void)
{
  struct rusage u;
  getrusage(RUSAGE_CHILDREN, &u);
  return seconds(u.ru_utime) + seconds(u.ru_stime);
}

/* In the new process: one thread, and an MPI that starts alone (no daemon, no search for networks, a session folder of
   its own), unless the user says otherwise. It ends with its parent, even when that is killed: nobody is left behind who
   still writes where a second attempt begins. */
static void surroundings(const GudJob *j, pid_t parent)
{
  static const char *const set[][2] = {
    {"OMP_NUM_THREADS", "1"}, {"OPENBLAS_NUM_THREADS", "1"}, {"OMPI_MCA_ess_singleton_isolated", "1"},
    {"OMPI_MCA_pml", "ob1"},  {"OMPI_MCA_btl", "self"},      {"OMPI_MCA_osc", "^ucx"}};
  char folder[1300];
  for (size_t i = 0; i < sizeof set / sizeof set[0]; i++) setenv(set[i][0], set[i][1], 0);
  snprintf(folder, sizeof folder, "%s", j->log);
  char *slash = strrchr(folder, '/');
  if (slash) *slash = '\0', setenv("OMPI_MCA_orte_tmpdir_base", folder, 1);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != parent) _exit(128 + SIGKILL);
}

static int start(GudJob *j)
{
  int out = open(j->log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (out < 0) return errno;
  pid_t parent = getpid(), pid = fork();
  if (pid == 0) {
    surroundings(j, parent);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execvp(j->argv[0], j->argv);
    dprintf(STDERR_FILENO, "error: cannot start %s: %s\n", j->argv[0], strerror(errno));
    _exit(127);
  }
  int e = pid < 0 ? errno : 0;
  close(out);
  j->pid   = pid;
  j->since = gud_wall();
  return e;
}

/* Waits for one process. After Ctrl-C the terminal has signalled it already; a signal to us alone has to be passed on. */
static GudJob *await(GudJob *jobs, int num, int *reported)
{
  double before = children_cpu();
  int    status;
  for (;;) {
    if (gud_interrupted && !*reported) {
      for (int i = 0; i < num; i++)
        if (jobs[i].pid > 0) kill((pid_t)jobs[i].pid, SIGTERM);
      *reported = 1;
    }
    pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno == EINTR) continue;
    if (pid < 0) return NULL;
    for (int i = 0; i < num; i++) {
      if (jobs[i].pid != pid) continue;
      jobs[i].pid  = 0;
      jobs[i].cpu  = children_cpu() - before;
      jobs[i].wall = gud_wall() - jobs[i].since;
      jobs[i].code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      return &jobs[i];
    }
  }
}

void gud_job_reason(const char *log, char out[GUD_REASON_SIZE])
{
  char  line[GUD_REASON_SIZE];
  int   good = 0;
  FILE *f    = fopen(log, "r");
  snprintf(out, GUD_REASON_SIZE, "no output");
  if (!f) return;
  while (fgets(line, sizeof line, f)) {
    line[strcspn(line, "\r\n")] = '\0';
    gud_clean(line);
    int tells = strstr(line, "error:") || strstr(line, GUD_SAID_FAILED) || strstr(line, "Caught signal");
    if (!*line || good || (strstr(line, GUD_SAID_RESULTS) && !tells)) continue;
    memcpy(out, line, sizeof line);
    good = tells;
  }
  fclose(f);
}

int gud_jobs_run(GudJob *jobs, int num, int parallel, void (*done)(const GudJob *job, void *ctx), void *ctx)
{
  int next = num - 1, running = 0, reported = 0, e = 0;
  gud_interrupt_polled = 1;
  for (int i = 0; i < num; i++) jobs[i].code = -1, jobs[i].pid = 0;
  while (running > 0 || (next >= 0 && !gud_interrupted && !e)) {
    while (next >= 0 && running < parallel && !gud_interrupted && !e) {
      e = start(&jobs[next]);
      if (!e) running++, next--;
    }
    if (!running) break;
    GudJob *j = await(jobs, num, &reported);
    if (!j) return ECHILD;
    running--;
    if (done) done(j, ctx);
  }
  return e;
}
