/* gudgeon report: src/scripts/report.py. Its options are listed here too, for the completion and the manual page. */
#include "cli/commands.h"

static const GudArg args[] = {
  {"", NULL, "all arguments: the script reads them", GUD_ARG_ALL, 0, NULL},
  {"--out", "FILE.html", "FOLDER/report.html of the first folder if left out", GUD_ARG_SCRIPT, 0, NULL},
  {"--frames", "N", "at most so many frames of the motion (1000)", GUD_ARG_SCRIPT, 0, NULL},
  {"--megabytes", "M", "largest size of the page (14)", GUD_ARG_SCRIPT, 0, NULL},
  {"--cycle", "360|720", "crank angle of one cycle", GUD_ARG_SCRIPT, 0, NULL},
  {"--angle", "PROBE", "the crank angle (default: the first probe that turns)", GUD_ARG_SCRIPT, 0, NULL},
};

static PetscErrorCode run(const void *given, int *code)
{
  PetscFunctionBeginUser;
  PetscCall(GudScriptRun("report.py", given, code));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_report = {
  .name     = "report",
  .usage    = "report FOLDER... [--out FILE.html]",
  .summary  = "one page for the browser: the mechanism moving, curves, orbits, limits",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(GudTexts),
  .plain    = 1,
  .run      = run,
};
