/* run.log: what a run was made from, for people and for --resume. The run itself writes it (simulation.c). */
#ifndef GUD_LOG_H
#define GUD_LOG_H

#include <stdio.h>

/* A line with a text from outside: one line, whatever the text holds. */
void gud_log_text(FILE *f, const char *before, const char *text);
/* The model file, for the record. */
void gud_log_model(FILE *f, const char *path);
/* The id in FOLDER/run.log, the second line; 0: there is none. */
unsigned long long gud_logged_id(const char *folder);

#endif
