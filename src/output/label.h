/* Names of numbers as they leave the program: "film_min [m]", in headers of csv files and in VTK. */
#ifndef GUD_LABEL_H
#define GUD_LABEL_H

enum { GUD_LABEL_SIZE = 300 };

/* "name [unit]", or with plain = 1 the name alone (output: header). Returns buf. */
const char *gud_label(char buf[GUD_LABEL_SIZE], const char *name, const char *unit, int plain);

#endif
