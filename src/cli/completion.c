/* gudgeon completion: the completion for bash, from the list of commands and their tables. */
#include "cli/commands.h"

#include <string.h>

typedef struct {
  const char *shell;
} Args;

static const GudArg args[] = {{"bash", NULL, "the shell", GUD_ARG_TEXT, offsetof(Args, shell), NULL}};

static void put_options(const GudCommand *c)
{
  for (int i = 0; i < c->num_args; i++)
    if (!strncmp(c->args[i].name, "--", 2)) printf("%s ", c->args[i].name);
  printf("--help");
}

static PetscErrorCode run(const void *given, int *code)
{
  const Args *w = given;
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  if (w->shell && strcmp(w->shell, "bash")) {
    fprintf(stderr, "error: unexpected argument '%s'\n", w->shell);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  printf("# bash completion of gudgeon, made by `gudgeon completion bash`\n_gudgeon()\n{\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  if ((COMP_CWORD == 1)); then\n    COMPREPLY=($(compgen -W \"");
  for (int i = 0; gud_commands[i]; i++) printf("%s ", gud_commands[i]->name);
  printf("--version --help\" -- \"$word\"))\n    return\n  fi\n  case $before in\n"
         "  --resume | --out) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n  esac\n"
         "  if [[ $word == -* ]]; then\n    case ${COMP_WORDS[1]} in\n");
  for (int i = 0; gud_commands[i]; i++) {
    printf("    %s) COMPREPLY=($(compgen -W \"", gud_commands[i]->name);
    put_options(gud_commands[i]);
    printf("\" -- \"$word\")) ;;\n");
  }
  printf("    esac\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n");
  for (int i = 0; gud_commands[i]; i++)
    if (strstr(gud_commands[i]->usage, "MODEL"))
      printf("  %s) COMPREPLY=($(compgen -f -X '!*.y*ml' -- \"$word\") $(compgen -d -- \"$word\")) ;;\n",
             gud_commands[i]->name);
  printf(
    "  *) COMPREPLY=($(compgen -d -- \"$word\")) ;;\n  esac\n}\ncomplete -o filenames -F _gudgeon gudgeon\n");
  *code = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_completion = {
  .name     = "completion",
  .usage    = "completion bash",
  .summary  = "completion of commands and options for bash",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(Args),
  .plain    = 1,
  .run      = run,
};
