/* Signals of the command: INT, TERM, HUP ask a run to stop (base/interrupt.h); a second one, half a second later or more,
   ends the process at once. PIPE is ignored: results do not depend on a reader of the terminal. */
#ifndef GUD_SIGNALS_H
#define GUD_SIGNALS_H

/* Called at the start and again when PETSc, which has handlers of its own, is running. */
void gud_signals_install(void);

#endif
