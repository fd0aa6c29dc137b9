/* Ctrl-C and its relatives. A run checks gud_interrupted between steps and in its output loops, finishes what it does and
   writes a checkpoint; where it is not checked (reading, assembly, statics, modes) the command ends at once. */
#ifndef GUD_INTERRUPT_H
#define GUD_INTERRUPT_H

#include <signal.h>

extern volatile sig_atomic_t gud_interrupted;      /* set by SIGINT, SIGTERM, SIGHUP */
extern volatile sig_atomic_t gud_interrupt_polled; /* set while it is checked */

#endif
