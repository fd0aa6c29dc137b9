/* gudgeon wear: arguments of study/wear.h. */
#include "cli/commands.h"
#include "study/wear.h"

#include <math.h>

typedef struct {
  const char *model, *out;
  GudTexts    sets;
  double      cycles, cycle, jump, tolerance;
  int         euler, quiet;
} Args;

static const GudArg args[] = {
  GUD_ARG_MODEL(Args, model),
  {"--cycles", "N", "how many cycles", GUD_ARG_NUMBER, offsetof(Args, cycles), NULL},
  {"--cycle", "TIME", "length of a cycle; the time from settle to end of the model if left out",
   GUD_ARG_NUMBER, offsetof(Args, cycle), NULL, GUD_TIME, 0},
  {"--jump", "N", "cycles that are jumped over at once; chosen by stability and --tolerance if left out",
   GUD_ARG_NUMBER, offsetof(Args, jump), NULL},
  {"--tolerance", "X", "wear of one jump, as a part of the clearance (0.02)", GUD_ARG_NUMBER,
   offsetof(Args, tolerance), NULL},
  {"--euler", NULL, "one run per jump, of first order; else two, of second order", GUD_ARG_FLAG,
   offsetof(Args, euler), NULL},
  GUD_ARG_SET(Args, sets),
  GUD_ARG_OUT(Args, out),
  GUD_ARG_QUIET(Args, quiet),
};

static int positive(const char *name, double x)
{
  if (isnan(x) || (x > 0 && isfinite(x))) return 1;
  fprintf(stderr, "error: %s must be above 0, found %g\n", name, x);
  return 0;
}

static PetscErrorCode run(const void *given, int *code)
{
  const Args *w = given;
  GudWear     st;
  GudWearArgs a = {w->model, w->out,  w->sets.text, w->sets.num, w->cycles,
                   w->cycle, w->jump, w->tolerance, w->euler,    !w->quiet};
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  if (isnan(a.cycles)) fprintf(stderr, "error: how many cycles? gudgeon wear MODEL --cycles N\n");
  if (isnan(a.cycles) || !positive("--cycles", a.cycles) || !positive("--cycle", a.cycle) ||
      !positive("--jump", a.jump) || !positive("--tolerance", a.tolerance))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudWearRun(&st, &a, code));
  if (*code == GUD_DONE && !w->quiet) {
    printf("%.9g cycles in %ld jumps, %ld runs now\n", st.done, st.jumps, st.runs);
    for (int i = 0; i < st.num; i++)
      for (int side = 0; side < 2; side++) {
        double depth, volume;
        gud_wear_figures(&st.worn[i], side, &depth, &volume);
        if (st.worn[i].map.wear[side] > 0)
          printf("%s, body %c: depth %.6g m, volume %.6g m^3\n", st.worn[i].name, 'a' + side, depth, volume);
      }
    printf("results: %s/wear.csv, surface_JOINT.csv, maps for ParaView: wear.pvd; gudgeon plot %s\n", st.out,
           st.out);
  }
  gud_wear_free(&st);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_wear = {
  .name  = "wear",
  .usage = "wear MODEL --cycles N [--cycle TIME] [--jump N] [--tolerance X] [--euler] [--set name=value]... "
           "[--out DIR]",
  .summary  = "wear of joints over many cycles, by cycle jumps; continues after an interruption",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(Args),
  .run      = run,
};
