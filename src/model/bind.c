/* Functions of the state, once the whole file has been read: their arguments become probes, internals and inputs of the
   model, and every force learns which of its functions depend on the state.

   Only positions and velocities are arguments (GudProbeType.argument), an integral of them, or an input: none of these depends
   on a force of the same instant, so that a value cannot depend on itself. Drivers follow functions of time alone: a target
   that depends on a probe would be a constraint on velocities, or an equation for the time. */
#include "model/input_internal.h"

#include "contract/integral.h"
#include "model/probe.h"
#include "text/units.h"

#include <stdio.h>
#include <string.h>

/* Dimension of a unit of the tables; a number where it has none */
static GudDim dim_of(const char *unit)
{
  GudUnit u = {1, GUD_NUMBER};
  char    why[GUD_UNIT_WHY];
  return unit && gud_unit_parse(unit, &u, why) ? u.dim : (GudDim)GUD_NUMBER;
}

/* The names that functions may use: of all probes that are written, in their order, before they are read. For a probe (nothing
   depends on it) those that depend on forces are arguments, too; gud_input_argument_read gives them their units. */
void gud_input_name_arguments(Builder *b, int for_probe)
{
  const GudNode   *probes = gud_node_get(b->in->doc->root, "probes");
  int              num    = 0;
  GudArgumentName *list;
  if (!probes || probes->kind != GUD_NODE_MAPPING) return;
  list = gud_arena_alloc(&b->m->arena, sizeof *list * (size_t)(probes->num + 1));
  for (int i = 0; i < probes->num; i++) {
    const GudNode *type = gud_node_get(probes->item[i], "type");
    for (int k = 0; type && type->kind == GUD_NODE_SCALAR && gud_probe_types[k]; k++) {
      const GudProbeType *t = gud_probe_types[k];
      GudArgumentName     a = {.name = probes->key[i]};
      char                why[300];
      if (strcmp(type->text, t->info.name)) continue;
      a.name = gud_arena_text(&b->m->arena, probes->key[i]), a.dim = dim_of(t->unit);
      if (!t->argument && !for_probe) {
        snprintf(
          why, sizeof why,
          "probe '%.60s' (%s) cannot be an argument: it depends on the forces of the same instant, and the "
          "value could depend on itself; position, velocity, angle and angular_velocity can",
          a.name, type->text);
        a.why = gud_arena_text(&b->m->arena, why);
      }
      list[num++] = a;
    }
  }
  gud_env_set_arguments(b->in->env, list, num);
  b->arguments = list, b->num_arguments = num;
}

void gud_input_argument_read(Builder *b, const GudProbe *probe)
{
  int i =
    0; /* probes are read in the order of the list: the first entry that is left is nearly always the one */
  while (i < b->num_arguments && strcmp(b->arguments[i].name, probe->name)) i++;
  if (i == b->num_arguments) return;
  b->arguments[i].dim = dim_of(gud_probe_unit(b->m, probe));
  b->arguments += i, b->num_arguments -= i;
}

/* The entry of history of an input; two functions of one name share it. -1 after an error. */
static int bind_input(Builder *b, const GudArgument *a, double start)
{
  GudModel *m = b->m;
  for (int i = 0; i < m->num_inputs; i++) {
    GudInputValue *in = &m->inputs[i];
    if (strcmp(in->name, a->name)) continue;
    if (memcmp(&in->dim, &a->dim, sizeof a->dim) || in->start != start) {
      gud_diag_error(b->in->diag, a->mark, "input '%.60s' is used elsewhere with another dimension or start",
                     a->name);
      return -1;
    }
    return in->history;
  }
  int entry                           = gud_model_add_history(m, 1, GUD_HISTORY_MEMORY);
  *GUD_GROW(m->inputs, m->num_inputs) = (GudInputValue){a->name, a->dim, entry, start};
  return entry;
}

/* The integral that a controller needs: a force `integral` of its deviation. Its internal; -1 after an error. */
static int bind_integral(Builder *b, const GudArgument *a, const char *owner, const GudIntegralParams *params)
{
  char name[160], why[200] = "";
  snprintf(name, sizeof name, "%.120s.%s", owner, a->name);
  int force = gud_model_add_force(b->m, name, &gud_force_integral, params, NULL, NULL, why);
  if (force < 0) {
    gud_input_fail(b, a->mark, why);
    return -1;
  }
  b->m->forces[force].mark = a->mark;
  return b->m->forces[force].internal;
}

static void bind_argument(Builder *b, GudFunction *f, GudArgument *a, const char *owner)
{
  GudIntegralParams integral;
  switch (a->kind) {
  case GUD_ARGUMENT_PROBE:
    a->index = gud_model_find_probe(b->m, a->name);
    if (a->index < 0) gud_input_not_found(b, a->mark, "probes", "probe", a->name);
    else if (gud_probe_in_body_axes(&b->m->probes[a->index].params))
      gud_diag_error(
        b->in->diag, a->mark,
        "%s: probe '%.60s' is measured along an axis of a moving body (component 1, 2, 3), and functions "
        "cannot depend on that: use x, y, z or magnitude",
        b->what, a->name);
    return;
  case GUD_ARGUMENT_INTERNAL:
    integral.value = gud_function_integral_of(f, &integral.start);
    a->index       = bind_integral(b, a, owner, &integral);
    return;
  case GUD_ARGUMENT_INPUT: a->index = bind_input(b, a, gud_function_start(f)); return;
  }
}

/* Once, also where the points of a guide share it */
static void bind_function(Builder *b, int n, const char *owner)
{
  GudFunction *f = b->in->reader.functions[n];
  for (int i = 0; i < b->m->num_state_functions; i++)
    if (b->m->state_functions[i] == n) return;
  for (int k = 0; k < gud_function_num_args(f); k++) bind_argument(b, f, gud_function_arg(f, k), owner);
  *GUD_GROW(b->m->state_functions, b->m->num_state_functions) = n;
}

/* All functions of the state that the parameters of a force name. */
static void bind_force(Builder *b, int force)
{
  const GudTypeInfo *info = &b->m->forces[force].type->info;
  for (int i = 0; i < info->num_params; i++) {
    const char *at = (const char *)b->m->forces[force].params + info->params[i].offset;
    int         n;
    if (info->params[i].kind != GUD_FUNCTION) continue;
    memcpy(&n, at, sizeof n);
    if (n < 0 || !gud_function_num_args(b->in->reader.functions[n])) continue;
    bind_function(b, n, b->m->forces[force].name);
    GudModelForce *fo = &b->m->forces[force]; /* others may have been added */
    if (fo->num_functions < GUD_MAX_FORCE_FUNCTIONS) fo->function[fo->num_functions++] = n;
    else gud_input_fail(b, fo->mark, "too many functions of probes in one force");
  }
}

int gud_input_bind_probe(Builder *b, GudProbe *probe)
{
  GudFunction *f = b->in->reader.functions[probe->params.value];
  GudDim       dim;
  char         unit[GUD_DIM_SIZE];
  for (int k = 0; k < gud_function_num_args(f); k++) {
    GudArgument *a = gud_function_arg(f, k);
    if (a->kind != GUD_ARGUMENT_PROBE) {
      gud_diag_error(b->in->diag, a->mark, "%s: a probe has no controllers and inputs of its own", b->what);
      return 0;
    }
    a->index = gud_model_find_probe(b->m, a->name);
    if (a->index >= 0) continue;
    gud_diag_error(b->in->diag, a->mark,
                   "%s: probe '%.60s' must be defined before this one, and without errors", b->what, a->name);
    return 0;
  }
  probe->unit = "-";
  if (gud_function_dim(f, &dim)) probe->unit = gud_arena_text(&b->m->arena, gud_dim_unit(dim, unit));
  return 1;
}

void gud_input_bind_functions(Builder *b)
{
  if (gud_diag_num_errors(b->in->diag)) return;
  for (int i = 0; i < b->m->num_forces; i++) { /* those that are added on the way, too */
    snprintf(b->what, sizeof b->what, "force '%.100s'", b->m->forces[i].name);
    bind_force(b, i);
  }
}
