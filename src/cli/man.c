/* gudgeon man: the manual page, from the list of commands and their tables. */
#include "cli/commands.h"

#include <string.h>

/* Text in roff: a hyphen is a minus, a backslash and a leading point are none of its own */
static void put_roff(const char *s)
{
  for (; *s; s++) {
    if (*s == '-') putchar('\\');
    if (*s == '\\') fputs("\\e", stdout);
    else putchar(*s);
  }
}

static void put_option(const GudArg *w)
{
  if (strncmp(w->name, "--", 2)) return;
  printf(".RS\n.TP\n.B ");
  put_roff(w->name);
  if (w->value) putchar(' '), put_roff(w->value);
  printf("\n");
  put_roff(w->doc);
  printf(".\n.RE\n");
}

static PetscErrorCode run(const void *given, int *code)
{
  PetscFunctionBeginUser;
  (void)given;
  printf(".TH GUDGEON 1 \"\" \"gudgeon %s\" \"User commands\"\n.SH NAME\n"
         "gudgeon \\- dynamics of mechanisms with flexible bodies, joint clearance, impact, friction and oil "
         "films\n"
         ".SH SYNOPSIS\n.B gudgeon\n.I COMMAND\n[\\fIARGUMENT\\fR]...\n.SH DESCRIPTION\n"
         "A model file in YAML, with units, is simulated; forces, energies, film thicknesses and frames for "
         "ParaView are\n"
         "written to a folder. In parallel: \\fBmpiexec \\-n\\fR \\fIN\\fR \\fBgudgeon run\\fR "
         "\\fIMODEL\\fR.\n.SH COMMANDS\n",
         GudVersion());
  for (int i = 0; gud_commands[i]; i++) {
    printf(".TP\n.B gudgeon ");
    put_roff(gud_commands[i]->usage);
    printf("\n");
    put_roff(gud_commands[i]->summary);
    printf(".\n");
    for (int k = 0; k < gud_commands[i]->num_args; k++) put_option(&gud_commands[i]->args[k]);
  }
  printf(
    ".SH OPTIONS OF PETSC\nOptions with one dash go to PETSc: \\fB\\-snes_monitor\\fR, \\fB\\-log_view\\fR.\n"
    ".SH EXIT STATUS\n0 done, 2 bad input, 3 failed, 4 a limit of the model is exceeded "
    "(\\fB\\-\\-check\\-limits\\fR), "
    "130 interrupted.\n.SH SEE ALSO\n\\fBgudgeon help\\fR, paraview(1), gnuplot(1)\n");
  *code = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_man = {
  .name    = "man",
  .usage   = "man",
  .summary = "the manual page, in roff",
  .plain   = 1,
  .run     = run,
};
