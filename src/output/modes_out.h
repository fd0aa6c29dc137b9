/* Natural modes for people: a table, FOLDER/modes.csv, and FOLDER/modes.pvd, where the time is the number of the mode. */
#ifndef GUD_MODES_OUT_H
#define GUD_MODES_OUT_H

#include "output/observe.h"
#include "solve/modes.h"

#include <stdio.h>

void gud_modes_print(const GudModes *modes, FILE *f);

#endif
