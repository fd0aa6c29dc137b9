/* FOLDER/run.json of a finished or running simulation, for everything that reads results: what it is made of is in src/record.c.
   JSON is YAML: the reader of model files reads it, with its limits. Texts come out without control characters. */
#ifndef GUD_RUN_RECORD_H
#define GUD_RUN_RECORD_H

#include "text/doc.h"

typedef struct {
  GudDoc  *doc; /* NULL: there is none, or it cannot be read */
  GudDiag *diag;
} GudRunRecord;

GudRunRecord gud_run_record_open(const char *folder);
void         gud_run_record_close(GudRunRecord *r);

/* The scalar at keys[0] . keys[1] ...; 0 if it is not there. keys ends with NULL. */
int gud_run_record_text(const GudRunRecord *r, const char *const *keys, char *out, size_t size);
/* The same as a number; NaN if it is none. */
double gud_run_record_number(const GudRunRecord *r, const char *const *keys);

#endif
