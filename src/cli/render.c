/* gudgeon render: src/scripts/render.py. Its options are listed here too, for the completion and the manual page. */
#include "cli/commands.h"

static const GudArg args[] = {
  {"", NULL, "all arguments: the script reads them", GUD_ARG_ALL, 0, NULL},
  {"--at", "T", "the frame nearest to this time, in s; the last if left out", GUD_ARG_SCRIPT, 0, NULL},
  {"--movie", "FILE", "all frames as .mp4 or .gif (ffmpeg)", GUD_ARG_SCRIPT, 0, NULL},
  {"--mode", "N", "mode N of `analysis: modes`; with --movie one oscillation", GUD_ARG_SCRIPT, 0, NULL},
  {"--fps", "N", "frames of a movie for each second (25)", GUD_ARG_SCRIPT, 0, NULL},
  {"--field", "NAME", "colour by this field, a vector by its length", GUD_ARG_SCRIPT, 0, NULL},
  {"--component", "K", "that component instead of the length", GUD_ARG_SCRIPT, 0, NULL},
  {"--range", "LO HI", "of the colours, in SI units", GUD_ARG_SCRIPT, 0, NULL},
  {"--frames", "N", "N frames, evenly spread, as a contact sheet", GUD_ARG_SCRIPT, 0, NULL},
  {"--separate", NULL, "with --frames: OUT_000.png, ...", GUD_ARG_SCRIPT, 0, NULL},
  {"--camera", "x|y|z|iso|AZ,EL", "direction of view", GUD_ARG_SCRIPT, 0, NULL},
  {"--parallel", NULL, "no perspective in space", GUD_ARG_SCRIPT, 0, NULL},
  {"--size", "WxH", "of the picture (1200x800) or of one tile (480x320)", GUD_ARG_SCRIPT, 0, NULL},
  {"--edges", "feature|all|none", "edges that are drawn", GUD_ARG_SCRIPT, 0, NULL},
  {"--solid", NULL, "blocks around bearings are not glass", GUD_ARG_SCRIPT, 0, NULL},
  {"--no-symbols", NULL, "bodies only", GUD_ARG_SCRIPT, 0, NULL},
  {"--angle", "PROBE", "crank angle in the corner (default: a probe that turns)", GUD_ARG_SCRIPT, 0, NULL},
  {"--unwrap", NULL, "oil films only, unwrapped", GUD_ARG_SCRIPT, 0, NULL},
  {"--zoom", "Z", "more than 1 comes closer", GUD_ARG_SCRIPT, 0, NULL},
};

static PetscErrorCode run(const void *given, int *code)
{
  PetscFunctionBeginUser;
  PetscCall(GudScriptRun("render.py", given, code));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_render = {
  .name     = "render",
  .usage    = "render FOLDER [--at T | --movie FILE] [--field NAME]",
  .summary  = "pictures and movies of the mechanism (VTK, ffmpeg)",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(GudTexts),
  .plain    = 1,
  .run      = run,
};
