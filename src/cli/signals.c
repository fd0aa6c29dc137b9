#include "cli/signals.h"

#include "base/interrupt.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

static struct timespec first; /* of the first signal */

/* Only functions that are safe in a handler. */
static void leave(const char *text)
{
  ssize_t n = write(STDERR_FILENO, text, strlen(text));
  (void)n;
  _exit(130);
}

static void on_signal(int number)
{
  struct timespec now;
  (void)number;
  if (!gud_interrupt_polled) leave("interrupted\n");
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!gud_interrupted) {
    first           = now;
    gud_interrupted = 1;
    return;
  }
  /* a terminal and mpiexec, or a sweep, may pass on one and the same wish twice */
  double since = (double)(now.tv_sec - first.tv_sec) + 1e-9 * (double)(now.tv_nsec - first.tv_nsec);
  if (since >= 0.5)
    leave("interrupted for the second time: ended without a checkpoint (an older one can be resumed)\n");
}

void gud_signals_install(void)
{
  static int       known, nohup;
  struct sigaction old, action = {.sa_handler = on_signal}, ignore = {.sa_handler = SIG_IGN};
  if (!known) known = 1, nohup = !sigaction(SIGHUP, NULL, &old) && old.sa_handler == SIG_IGN;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, nohup ? &ignore : &action, NULL);
  sigaction(SIGPIPE, &ignore, NULL);
  sigaction(SIGXFSZ, &ignore, NULL); /* ulimit -f: an error of writing as others */
}
