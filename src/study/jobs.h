/* Many runs side by side, each a process of its own: one that crashes does not end the others, and its CPU time is its own.
   To be used by commands that have not started MPI: an MPI process must not fork. */
#ifndef GUD_JOBS_H
#define GUD_JOBS_H

typedef struct {
  char      **argv; /* NULL-terminated; argv[0]: path of the program */
  const char *log;  /* file that takes the terminal output */
  /* results */
  int    code;      /* exit code; 128 + signal when killed; -1: not run */
  double cpu, wall; /* s */
  /* while it runs */
  long   pid;
  double since;
} GudJob;

/* The line of a job's log that reports the error, else the last one. */
enum { GUD_REASON_SIZE = 300 };
#define GUD_SAID_FAILED  "run failed: "       /* how `run` and `classify` begin the reason of a failure, */
#define GUD_SAID_RESULTS "the results up to " /* and what follows it */
void gud_job_reason(const char *log, char out[GUD_REASON_SIZE]);

/* Path of this program, for argv[0]. */
void gud_jobs_program(char *path, unsigned size);
/* Processors that may be used. */
int gud_jobs_processors(void);
/* Runs all jobs, at most `parallel` at a time, the last one first (refinements put the longest there). done() is called
   after each. Returns 0, or an errno value when a process cannot be started. After Ctrl-C (gud_interrupted) the running
   ones get a signal to end and are awaited; the others keep code -1. */
int gud_jobs_run(GudJob *jobs, int num, int parallel, void (*done)(const GudJob *job, void *ctx), void *ctx);

#endif
