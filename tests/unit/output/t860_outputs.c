/* Everything that leaves the program has a name, a unit that can be read, and a line that says what it is: outputs of
   forces, fields of elements, notes of the summary, probes. */
#include "model/probe.h"
#include "model/registry.h"
#include "text/units.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static int bad_unit(const char *unit)
{
  GudUnit u;
  char    why[GUD_UNIT_WHY];
  if (!unit || !unit[0]) return 1;
  if (!strcmp(unit, "-")) return 0;
  return !gud_unit_parse(unit, &u, why) || u.factor != 1; /* SI */
}

/* Wrong rows of a table; each is named. */
static int wrong(const char *owner, const GudOutput *table, int num)
{
  int bad = 0;
  for (int i = 0; i < num; i++) {
    const GudOutput *o  = &table[i];
    int              at = o->name ? gud_output_find(table, num, o->name) : -1;
    if (at == i && !bad_unit(o->unit) && o->doc && strlen(o->doc) > 3) continue;
    print_error("%s: row %d (%s) lacks a unit or a meaning, or its name is there twice\n", owner, i,
                o->name ? o->name : "?");
    bad++;
  }
  return bad;
}

static void test_outputs(void **unused)
{
  int bad = 0, num = 0;
  (void)unused;
  for (int i = 0; gud_forces[i]; i++, num++) {
    const GudForceType *t = gud_forces[i];
    bad += wrong(t->info.name, t->outputs, t->num_outputs);
    for (int k = 0; k < t->num_notes; k++) bad += bad_unit(t->notes[k].unit);
  }
  for (int i = 0; gud_clearances[i]; i++, num++) {
    const GudForceType *t = gud_clearances[i];
    bad += wrong(t->info.name, t->outputs, t->num_outputs);
    for (int k = 0; k < t->num_notes; k++) bad += bad_unit(t->notes[k].unit);
  }
  assert_true(num > 10);
  assert_int_equal(bad, 0);
}

static void test_fields(void **unused)
{
  int bad = 0, num = 0;
  (void)unused;
  for (int i = 0; gud_elements[i]; i++) {
    bad += wrong(gud_elements[i]->info.name, gud_elements[i]->fields, gud_elements[i]->num_fields);
    num += gud_elements[i]->num_fields;
  }
  assert_true(num > 30);
  assert_int_equal(bad, 0);
}

/* Probes without a unit of their own take that of what they look at. */
static void test_probes(void **unused)
{
  (void)unused;
  for (int i = 0; i < gud_num_probe_types; i++) {
    const GudProbeType *t = &gud_probe_types[i];
    int of = t->kind == GUD_PROBE_DRIVER || t->kind == GUD_PROBE_OUTPUT || t->kind == GUD_PROBE_EACH ||
             t->kind == GUD_PROBE_FIELD || t->kind == GUD_PROBE_EXPRESSION;
    assert_int_equal(t->kind, i); /* gud_probe_unit looks it up so */
    assert_int_equal(of, !t->unit);
    if (!of) assert_false(bad_unit(t->unit));
  }
}

/* The test itself sees what it should. */
static void test_wrong(void **unused)
{
  static const GudOutput rows[] = {{"a", "m", "a length"}, {"a", "m", "again"},         {"b", "", "no unit"},
                                   {"c", "mm", "not SI"},  {"d", "furlong", "no unit"}, {"e", "N", ""},
                                   {"f", "-", "a number"}};
  (void)unused;
  assert_int_equal(wrong("test", rows, GUD_COUNT(rows)), 5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_outputs), cmocka_unit_test(test_fields),
                                     cmocka_unit_test(test_probes), cmocka_unit_test(test_wrong)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
