/* The list of commands, from commands.def. A second program (tests/extension) compiles this file with a longer list. */
#include "cli/commands.h"

#define GUD_COMMAND(name) extern const GudCommand gud_command_##name;
#include "cli/commands.def"
#ifdef GUD_EXTRA_COMMANDS
#include GUD_EXTRA_COMMANDS
#endif
#undef GUD_COMMAND

#define GUD_COMMAND(name) &gud_command_##name,
const GudCommand *const gud_commands[] = {
#include "cli/commands.def"
#ifdef GUD_EXTRA_COMMANDS
#include GUD_EXTRA_COMMANDS
#endif
  NULL};
