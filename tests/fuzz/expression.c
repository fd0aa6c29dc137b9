/* Expressions with units and parameters, conditions, values of --set. */
#include "fuzz.h"

#include "text/expr.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  GudDiag *diag  = gud_diag_create();
  GudArena arena = {0};
  char    *text = gud_alloc(size + 3), *set = gud_alloc(size + 3);
  memcpy(text, data, size);
  snprintf(set, size + 3, "a=%s", text);
  static GudDoc *parameters; /* read once: not what is tested */
  if (!parameters)
    parameters = gud_doc_parse_string("parameters: {a: 2, b: 3 mm, c: word}\n", "p.yaml", diag);
  const char *const sets[] = {set};
  GudEnv           *env    = gud_env_create(gud_node_get(parameters->root, "parameters"), sets, 1, diag);
  GudDoc           *doc    = gud_doc_parse_value(text, "v.yaml", diag);
  if (doc && doc->root->kind == GUD_NODE_SCALAR) {
    GudJet   jet;
    int      yes;
    GudExpr *e = gud_expr_parse(env, doc->root, 1, diag, &arena);
    for (int i = 0; e && i < 3; i++) gud_expr_eval(e, 0.5 * i, &jet);
    gud_env_condition(env, doc->root, diag, &yes);
    gud_env_word(env, doc->root, diag);
  }
  gud_doc_free(doc);
  gud_env_free(env);
  gud_arena_free(&arena);
  gud_diag_free(diag);
  free(text), free(set);
  return 0;
}
