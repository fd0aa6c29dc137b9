/* Files of results that several studies and commands read and write. */
#ifndef GUD_FILES_H
#define GUD_FILES_H

#include "output/folder.h"
#include "study/run_record.h"

#include <stddef.h>
#include <stdio.h>

enum { GUD_PATH_SIZE = GUD_MAX_FOLDER + 300 };

/* results/NAME for .../NAME.yaml */
void gud_default_folder(const char *model, char *out, size_t size);

/* Are there results of a run? */
int gud_holds_results(const char *folder);

/* The folder of a study of many runs, `given` or results/NAME and `suffix`, made and locked until the process ends: only one
   works in it at a time. 0 after an error (message printed). */
int gud_study_folder(const char *model, const char *suffix, const char *given, char out[GUD_MAX_FOLDER + 1]);

/* FOLDER/NAME is written beside, as tmp, and renamed when it is closed. NULL, or 0, after an error (message printed). */
FILE *gud_open_beside(const char *folder, const char *name, char tmp[GUD_PATH_SIZE]);
int   gud_close_beside(const char *folder, const char *name, const char *tmp, FILE *f);
/* Line `number` (0: header) of a csv, without its end and without control characters; NULL if it is not there. The caller
   frees it. */
char *gud_csv_line(const char *folder, const char *name, int number);
/* The header alike, without units: "film_min [m]" is film_min. */
char *gud_csv_names(const char *folder, const char *name);
/* Cuts the unit behind a name in a header, "film_min [m]"; what is in the brackets, or "". */
const char *gud_cut_unit(char *name);
/* Place (from 0) of a column in a header, with units or without; -1: there is none of that name. */
int gud_csv_column(const char *header, const char *name);
/* Where the cell of that column begins in a line; NULL: the line is shorter, or column is -1. */
const char *gud_csv_cell(const char *line, int column);
/* The same as a number; NaN: there is none. */
double gud_csv_number(const char *line, int column);
/* The unit of a probe in run.json, for csv files without units (output: {header: columns}); "" if it is not there. */
void gud_probe_unit_of(const GudRunRecord *record, const char *name, char *unit, size_t size);
/* A text as one field of a csv, in quotes where it needs them. */
void gud_csv_text(FILE *f, const char *text);

#endif
