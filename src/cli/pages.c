/* gudgeon completion, gudgeon man: the completion for bash and the manual page, from the list of commands. */
#include "cli/commands.h"

#include <ctype.h>
#include <string.h>

static int no_arguments(int argc, char **argv, const char *allowed)
{
  if (argc == 0 || (allowed && argc == 1 && !strcmp(argv[0], allowed))) return 1;
  fprintf(stderr, "error: unexpected argument '%s'\n", argv[argc > 1 ? 1 : 0]);
  return 0;
}

/* The options of a command: those in its usage, each once */
static void put_options(const GudCommand *c)
{
  for (const char *p = c->usage; (p = strstr(p, "--")); p++) {
    size_t n = 2;
    while (isalnum((unsigned char)p[n]) || p[n] == '-') n++;
    printf("%.*s ", (int)n, p);
  }
  printf("--help");
}

PetscErrorCode GudCommandCompletion(int argc, char **argv, int *code)
{
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  if (!no_arguments(argc, argv, "bash")) PetscFunctionReturn(PETSC_SUCCESS);
  printf("# bash completion of gudgeon, made by `gudgeon completion bash`\n_gudgeon()\n{\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  if ((COMP_CWORD == 1)); then\n    COMPREPLY=($(compgen -W \"");
  for (int i = 0; gud_commands[i].name; i++) printf("%s ", gud_commands[i].name);
  printf("--version --help\" -- \"$word\"))\n    return\n  fi\n  case $before in\n"
         "  --resume | --out) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n  esac\n"
         "  if [[ $word == -* ]]; then\n    case ${COMP_WORDS[1]} in\n");
  for (int i = 0; gud_commands[i].name; i++) {
    printf("    %s) COMPREPLY=($(compgen -W \"", gud_commands[i].name);
    put_options(&gud_commands[i]);
    printf("\" -- \"$word\")) ;;\n");
  }
  printf("    esac\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n");
  for (int i = 0; gud_commands[i].name; i++)
    if (strstr(gud_commands[i].usage, "MODEL"))
      printf("  %s) COMPREPLY=($(compgen -f -X '!*.y*ml' -- \"$word\") $(compgen -d -- \"$word\")) ;;\n",
             gud_commands[i].name);
  printf(
    "  *) COMPREPLY=($(compgen -d -- \"$word\")) ;;\n  esac\n}\ncomplete -o filenames -F _gudgeon gudgeon\n");
  *code = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Text in roff: a hyphen is a minus, a backslash and a leading point are none of its own */
static void put_roff(const char *s)
{
  for (; *s; s++) {
    if (*s == '-') putchar('\\');
    if (*s == '\\') fputs("\\e", stdout);
    else putchar(*s);
  }
}

PetscErrorCode GudCommandMan(int argc, char **argv, int *code)
{
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  if (!no_arguments(argc, argv, NULL)) PetscFunctionReturn(PETSC_SUCCESS);
  printf(".TH GUDGEON 1 \"\" \"gudgeon %s\" \"User commands\"\n.SH NAME\n"
         "gudgeon \\- dynamics of mechanisms with flexible bodies, joint clearance, impact, friction and oil "
         "films\n"
         ".SH SYNOPSIS\n.B gudgeon\n.I COMMAND\n[\\fIARGUMENT\\fR]...\n.SH DESCRIPTION\n"
         "A model file in YAML, with units, is simulated; forces, energies, film thicknesses and frames for "
         "ParaView are\n"
         "written to a folder. In parallel: \\fBmpiexec \\-n\\fR \\fIN\\fR \\fBgudgeon run\\fR "
         "\\fIMODEL\\fR.\n.SH COMMANDS\n",
         GudVersion());
  for (int i = 0; gud_commands[i].name; i++) {
    printf(".TP\n.B gudgeon ");
    put_roff(gud_commands[i].usage);
    printf("\n");
    put_roff(gud_commands[i].summary);
    printf(".\n");
    for (const GudCommandOption *o = gud_commands[i].options; o && o->name; o++) {
      printf(".RS\n.TP\n.B ");
      put_roff(o->name);
      printf("\n");
      put_roff(o->doc);
      printf(".\n.RE\n");
    }
  }
  printf(
    ".SH OPTIONS OF PETSC\nOptions with one dash go to PETSc: \\fB\\-snes_monitor\\fR, \\fB\\-log_view\\fR.\n"
    ".SH EXIT STATUS\n0 done, 2 bad input, 3 failed, 4 a limit of the model is exceeded "
    "(\\fB\\-\\-check\\-limits\\fR), "
    "130 interrupted.\n.SH SEE ALSO\n\\fBgudgeon help\\fR, paraview(1), gnuplot(1)\n");
  *code = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
