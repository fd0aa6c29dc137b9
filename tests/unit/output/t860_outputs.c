/* All tables: everything that leaves the program or is kept between steps has a name, a unit that can be read, and a line that
   says what it is: outputs of forces, fields of elements, history of forces, probes. Roles are in their bounds and not
   ambiguous; every event has a kind. */
#include "contact/friction.h"
#include "contact/normal.h"
#include "lubrication/film.h"
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
    const GudOutput *o     = &table[i];
    int              at    = o->name ? gud_output_find(table, num, o->name) : -1;
    int              clear = (unsigned)o->role < GUD_NUM_OUTPUT_ROLES &&
                (gud_output_role_repeats(o->role) || gud_output_of_role(table, num, o->role) == i);
    if (at == i && clear && !bad_unit(o->unit) && o->doc && strlen(o->doc) > 3) continue;
    print_error("%s: row %d (%s) lacks a unit, a meaning or a role, or its name or role is there twice\n",
                owner, i, o->name ? o->name : "?");
    bad++;
  }
  return bad;
}

/* What is reported becomes a key of run.json and a column of summary.csv: one name, once, without a comma. */
static int bad_reported(const GudHistory *table, int row)
{
  int bad = table[row].reported && table[row].name && strchr(table[row].name, ',') != NULL;
  for (int k = 0; k < row; k++)
    bad |= table[row].reported && table[k].reported && !strcmp(table[k].name, table[row].name);
  return bad;
}

/* Wrong rows of a history. Only what can be counted from `settle` on is reported. */
static int wrong_history(const char *owner, const GudHistory *table, int num)
{
  int bad = 0;
  for (int i = 0; i < num; i++) {
    const GudHistory *h     = &table[i];
    int               known = h->kind >= GUD_HISTORY_MODE && h->kind <= GUD_HISTORY_INSTANT;
    int               sums  = h->kind == GUD_HISTORY_NUMBER || h->kind == GUD_HISTORY_TIME ||
               gud_history_is_largest(h->kind);
    int time = (h->kind != GUD_HISTORY_TIME && h->kind != GUD_HISTORY_INSTANT) ||
               (h->unit && !strcmp(h->unit, "s"));
    if (h->name && h->name[0] && known && time && !bad_unit(h->unit) && (sums || !h->reported) &&
        !bad_reported(table, i))
      continue;
    print_error("%s: row %d of its history (%s) lacks a name of its own, a kind or a unit\n", owner, i,
                h->name ? h->name : "?");
    bad++;
  }
  return bad;
}

/* Wrong rows of parameters: a role of its own is there once; but for sizes, of which a joint may have several. */
static int wrong_params(const GudTypeInfo *t)
{
  int bad = 0;
  for (int i = 0; i < t->num_params; i++) {
    const GudParam *p    = &t->params[i];
    int             once = p->role == GUD_ROLE_NONE || p->role == GUD_ROLE_JOINT_SIZE ||
               gud_param_of_role(t->params, t->num_params, p->role) == i;
    int kinds = p->role == GUD_ROLE_NONE ||
                p->kind == (p->role == GUD_ROLE_JOINT_MODEL ? GUD_CHOICE : GUD_REAL);
    if ((unsigned)p->role < GUD_NUM_ROLES && once && kinds && p->doc && p->doc[0]) continue;
    print_error("%s: parameter %s: wrong role, or no doc\n", t->name, p->name);
    bad++;
  }
  return bad;
}

static int wrong_force(const GudForceType *t)
{
  int bad = wrong(t->info.name, t->outputs, t->num_outputs) + wrong_params(&t->info);
  bad += t->num_history && !t->history ? 1 : wrong_history(t->info.name, t->history, t->num_history);
  for (int k = 0; k < t->num_events; k++)
    bad += !t->event_kinds || t->event_kinds[k] < GUD_EVENT_GAP || t->event_kinds[k] > GUD_EVENT_STATE;
  return bad;
}

static void test_outputs(void **unused)
{
  const GudForceType *const *const lists[] = {gud_forces, gud_clearances, gud_joint_frictions, gud_oiled};
  int                              bad = 0, num = 0;
  (void)unused;
  for (int k = 0; k < GUD_COUNT(lists); k++)
    for (int i = 0; lists[k][i]; i++, num++) {
      bad += wrong_force(lists[k][i]);
      if (lists[k] == gud_clearances ||
          lists[k] == gud_oiled) /* the reader asks it which of its models it is */
        bad += !lists[k][i]->compliant ||
               gud_param_of_role(lists[k][i]->info.params, lists[k][i]->info.num_params,
                                 GUD_ROLE_JOINT_MODEL) < 0;
    }
  assert_true(num > 20);
  assert_int_equal(bad, 0);
}

static void test_fields(void **unused)
{
  int bad = 0, num = 0;
  (void)unused;
  for (int i = 0; gud_elements[i]; i++) {
    bad += wrong(gud_elements[i]->info.name, gud_elements[i]->fields, gud_elements[i]->num_fields);
    bad += wrong_params(&gud_elements[i]->info);
    num += gud_elements[i]->num_fields;
    for (int k = 0; k < gud_elements[i]->num_fields; k++) /* nothing else of an element has this unit */
      bad += gud_output_is_stress(gud_elements[i]->fields[k].role) !=
             !strcmp(gud_elements[i]->fields[k].unit, "Pa");
  }
  assert_true(num > 30);
  assert_int_equal(bad, 0);
}

/* Probes without a unit of their own take that of what they read: outputs, fields, drivers, expressions. */
static void test_probes(void **unused)
{
  int without = 0;
  (void)unused;
  for (int i = 0; gud_probe_types[i]; i++) {
    const GudProbeType *t = gud_probe_types[i];
    assert_int_equal(wrong_params(&t->info), 0);
    assert_non_null(t->value);
    assert_true((t->unit != NULL) != (t->unit_of != NULL));
    if (t->unit) assert_false(bad_unit(t->unit));
    else without++;
    if (t->measure) assert_false(t->dynamic); /* a function must not depend on forces of the same instant */
    assert_true(!t->course || t->dynamic);
    assert_true(!t->each || t->reads == GUD_READS_OUTPUT);
    assert_int_equal(t->num_history > 0, t->accept != NULL);
    for (int k = 0; k < t->num_history; k++) assert_true(t->history[k].kind && !bad_unit(t->history[k].unit));
  }
  assert_int_equal(without, 5);
}

/* Words of choices that a list fills: as many as the list has, each with a name and a summary. */
static int words_of(const char *choices)
{
  int num = 1;
  for (; *choices; choices++) num += *choices == '|';
  return num;
}

static void test_laws(void **unused)
{
  int num = 0;
  (void)unused;
  for (; gud_normal_laws[num]; num++)
    assert_true(gud_normal_laws[num]->summary && gud_normal_laws[num]->exponent > 0);
  assert_int_equal(words_of(GUD_NORMAL_LAWS), num);
  for (num = 0; gud_friction_laws[num]; num++) {
    const GudFrictionLaw *l = gud_friction_laws[num];
    assert_non_null(l->summary);
    assert_int_equal(l->form == GUD_FRICTION_EXPLICIT, l->coefficient != NULL);
    assert_int_equal(l->form == GUD_FRICTION_BRISTLE, l->steady != NULL);
  }
  assert_int_equal(words_of(GUD_FRICTION_LAWS), num);
  for (num = 0; gud_films[num]; num++) assert_true(gud_films[num]->summary && gud_films[num]->force);
  assert_int_equal(words_of(gud_film_names), num + 1);         /* auto */
  for (double slender = 0.01; slender < 100; slender *= 1.1) { /* auto always finds one */
    int found = 0;
    for (int i = 0; gud_films[i]; i++)
      found |= slender >= gud_films[i]->auto_from && slender <= gud_films[i]->auto_to;
    assert_true(found);
  }
}

/* The test itself sees what it should. */
static void test_wrong(void **unused)
{
  static const GudOutput  rows[] = {{"a", "m", "a length"},
                                    {"a", "m", "again"},
                                    {"b", "", "no unit"},
                                    {"c", "mm", "not SI"},
                                    {"d", "furlong", "no unit"},
                                    {"e", "N", ""},
                                    {"f", "-", "a number"},
                                    {"g", "N", "normal force", GUD_OUTPUT_NORMAL},
                                    {"h", "N", "another one", GUD_OUTPUT_NORMAL}};
  static const GudHistory past[] = {{"a", GUD_HISTORY_MODE, "-", 0},      {"b", 0, "m", 0},
                                    {"c", GUD_HISTORY_TIME, "m", 0},      {"d", GUD_HISTORY_MEMORY, "m", 1},
                                    {"e", GUD_HISTORY_LARGEST, "N", 1},   {"e", GUD_HISTORY_LARGEST, "N", 1},
                                    {"e, f", GUD_HISTORY_LARGEST, "N", 1}};
  (void)unused;
  assert_int_equal(wrong("test", rows, GUD_COUNT(rows)), 6);
  assert_int_equal(wrong_history("test", past, GUD_COUNT(past)), 5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_outputs), cmocka_unit_test(test_fields),
                                     cmocka_unit_test(test_probes), cmocka_unit_test(test_laws),
                                     cmocka_unit_test(test_wrong)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
