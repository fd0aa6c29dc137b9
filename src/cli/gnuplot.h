/* All that goes to gnuplot: its strings and its start. Names, units, titles and folders may come from a model or a results
   folder of someone else; gnuplot executes text in the wrong place ('< command' and '| command' as file names,
   system() behind a quote). So no other file writes a gnuplot string. */
#ifndef GUD_GNUPLOT_H
#define GUD_GNUPLOT_H

#include <stdio.h>

/* 'text' for titles and labels: letters, digits, blanks and harmless signs; others become '_'. */
void gud_gnuplot_text(FILE *g, const char *text);
/* 'folder/file': begins with / or ./, so that it is a file and no pipe; quotes are doubled. The folder has no control
   characters (gud_has_control). */
void gud_gnuplot_path(FILE *g, const char *folder, const char *file);
/* A name as part of a file name: letters, digits, '_', '-', '.'; others become '_'. Returns out. */
const char *gud_file_name_of(const char *name, char *out, size_t size);
/* The unit that people read values up to `most` in, of a unit in SI; *factor: from SI to it. */
const char *gud_plot_unit(const char *unit, double most, double *factor);
/* Draws every PREFIX*.csv of a folder, in the order of their names; the sum of what `draw` returns (1: drawn, 0: nothing in it). */
int gud_plot_each(FILE *g, const char *folder, const char *prefix,
                  int (*draw)(FILE *g, const char *folder, const char *file));
/* A page of several diagrams in plots/, named like the csv file; format 0: png, 1: svg. Diagrams are put between the two calls. */
enum { GUD_PLOT_FORMATS = 2 };
void gud_plot_page_begin(FILE *g, const char *folder, const char *file, int format, int height,
                         const char *title);
void gud_plot_page_end(FILE *g);
/* Runs gnuplot on folder/script without a shell and without the user's or the folder's start files. 0: done. */
int gud_gnuplot_run(const char *folder, const char *script);

#endif
