/* Points of a study: runs of one model with different values of its parameters, each a process and a folder of its own.

   OUT/points/0001/...   results of the first point; done when the last file of the run is there, which is written beside and
                         renamed
   OUT/points/N/failed   exit code and reason of a point that cannot be computed
   So a study that is killed goes on with the points that are not done. A process that was killed is tried again. */
#ifndef GUD_POINTS_H
#define GUD_POINTS_H

#include "study/files.h"
#include "study/jobs.h"
#include "study/study.h"
#include "text/doc.h"

typedef struct {
  int  done, code; /* code of a point that failed; 0: not (yet) */
  char why[GUD_REASON_SIZE];
} GudPointState;

/* The column GUD_POINT_STATUS of a table of points. */
#define GUD_POINT_STATUS "status"
enum { GUD_POINT_OPEN, GUD_POINT_DONE, GUD_POINT_FAILED };
static const char *const gud_point_status[] = {
  [GUD_POINT_OPEN] = "open", [GUD_POINT_DONE] = "done", [GUD_POINT_FAILED] = "failed"};

typedef struct GudPoints GudPoints;
struct GudPoints {
  const GudStudy *study;
  const char     *command; /* of gudgeon, that computes a point: "run" */
  const char     *last;    /* name of the file that ends it: "summary.csv" */
  char            out[GUD_MAX_FOLDER + 1];
  GudPointState  *state; /* of each point */
  int             num;
  void (*show)(const GudPoints *p, int end); /* after each point, and at the end; may be NULL */
  /* the batch that gud_points_run computes */
  int      finished, failed, num_jobs;
  double   start, wall, busy; /* s; busy: CPU */
  GudJob  *jobs;
  int     *point_of; /* of a job */
  GudArena arena;    /* texts of the jobs */
};

/* OUT/points is made. 0 after an error (said). */
int gud_points_begin(GudPoints *p);
/* More points: all of them open. */
void gud_points_grow(GudPoints *p, int num);
void gud_point_folder(const GudPoints *p, int i, char folder[GUD_PATH_SIZE]);
/* Looks whether point i is done or has failed; otherwise it joins the next batch, with sets[num] beside those of the study.
   0 after an error (said). */
int gud_point_want(GudPoints *p, int i, const char *const *sets, int num);
/* Computes the points wanted, the last one first. Returns 0, or an errno value when a process cannot be started. */
int  gud_points_run(GudPoints *p);
void gud_points_free(GudPoints *p);

/* A value for a csv: a number with its unit in SI, else the word. */
void gud_csv_value(FILE *f, const char *text);
/* `what` is written to OUT/NAME when it is not there yet; otherwise it must be the same. 0 after an error (said); *other: it is
   another. */
int gud_points_claim(const GudPoints *p, const char *name, const char *what, int *other);

#endif
