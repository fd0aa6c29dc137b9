/* Model files as trees: places, limits, bad files, includes (src/text/doc.c, include.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/doc.h"

static char *printed(const GudDiag *d)
{
  char  *text = NULL, *copy;
  size_t size;
  FILE  *f = open_memstream(&text, &size);

  gud_diag_print(d, f);
  fclose(f);
  copy = strdup(text); /* gcc 12 takes what open_memstream returns for a dangling pointer */
  free(text);
  return copy;
}

/* ---- texts ---- */

static void check_refused(const char *text, const char *words)
{
  GudDiag *d        = gud_diag_create();
  GudDoc  *doc      = gud_doc_parse_string(text, "m.yaml", d);
  char    *messages = printed(d);

  if (doc) fail_msg("accepted: %.80s", text);
  if (!strstr(messages, words)) fail_msg("%.80s\n  gives '%s'\n  expected '%s'", text, messages, words);
  free(messages);
  gud_diag_free(d);
}

static void nodes_know_their_place(void **state)
{
  GudDiag *d    = gud_diag_create();
  GudDoc  *doc  = gud_doc_parse_string("a: 1\nb:\n  c: [x, \"y z\"]\n", "m.yaml", d);
  GudNode *list = gud_node_get(gud_node_get(doc->root, "b"), "c");

  (void)state;
  assert_int_equal(list->kind, GUD_NODE_SEQUENCE);
  assert_int_equal(list->num, 2);
  assert_string_equal(list->item[1]->text, "y z");
  assert_string_equal(list->item[1]->mark.file, "m.yaml");
  assert_int_equal(list->item[1]->mark.line, 3);
  assert_int_equal(list->item[1]->mark.column, 10);
  assert_int_equal(list->item[1]->text_column, 11);
  assert_int_equal(gud_node_get(doc->root, "b")->key_mark[0].column, 3);
  assert_null(gud_node_get(doc->root, "d"));
  assert_null(gud_node_get(list, "d"));
  gud_doc_free(doc);
  gud_diag_free(d);
}

static void only_a_text_on_one_line_has_columns(void **state)
{
  GudDiag *d   = gud_diag_create();
  GudDoc  *doc = gud_doc_parse_string("a: 1 +\n  2\nb: \"x\\ty\"\nc: |\n  xyz\nd: 1 + 2\n", "m.yaml", d);

  (void)state;
  assert_int_equal(gud_node_get(doc->root, "a")->text_column, 0);
  assert_int_equal(gud_node_get(doc->root, "b")->text_column, 0);
  assert_int_equal(gud_node_get(doc->root, "c")->text_column, 0);
  assert_int_equal(gud_node_get(doc->root, "d")->text_column, 4);
  gud_doc_free(doc);
  gud_diag_free(d);
}

static void mappings_keep_the_order_of_the_file(void **state)
{
  GudDiag *d   = gud_diag_create();
  GudDoc  *doc = gud_doc_parse_string("z: 1\na: 2\nm: 3\n", "m.yaml", d);

  (void)state;
  assert_string_equal(doc->root->key[0], "z");
  assert_string_equal(doc->root->key[2], "m");
  assert_string_equal(gud_node_get(doc->root, "a")->text, "2");
  gud_doc_free(doc);
  gud_diag_free(d);
}

static void duplicate_keys_name_both_places(void **state)
{
  (void)state;
  check_refused("a: 1\nb: 2\na: 3\n", "m.yaml:3:1: error: 'a' is defined twice; the first is at m.yaml:1:1");
  check_refused("s: {x: 1, x: 2}\n", "m.yaml:1:11: error: 'x' is defined twice; the first is at m.yaml:1:5");
}

static void aliases_anchors_and_tags_are_refused(void **state)
{
  (void)state;
  check_refused("a: *x\n", "'*x' is a YAML alias");
  check_refused("a: *x\n", "must be in quotes");
  check_refused("a: *(2+3)\n", "put the expression in quotes");
  check_refused("a: &x 3\n", "'&x' is a YAML anchor");
  check_refused("a: !!str 3\n", "tag");
  check_refused("a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "anchor");
}

static void texts_that_are_no_model(void **state)
{
  (void)state;
  check_refused("", "the file is empty");
  check_refused("# only a comment\n\n", "only comments");
  check_refused("hello world\n",
                "not a model file: expected sections such as 'bodies:', found 'hello world'");
  check_refused("- a\n- b\n", "found a list");
  check_refused("a: 1\n---\nb: 2\n", "m.yaml:2:1: error: a model file holds one YAML document");
  check_refused("a: [1, 2\n", "not valid YAML");
  check_refused("a: \"x\n", "not valid YAML");
  check_refused("a:\n\tb: 1\n", "a tab cannot indent");
  check_refused("a: b: c\n", "not in quotes?");
  check_refused("{a: b}: c\n", "a key must be a word");
  check_refused("? \n: c\n", "a key is empty");
  check_refused("a: \x01\n", "control characters");
  check_refused("a: \xFF\n", "m.yaml:1:4: error: byte 0xFF is not valid UTF-8 text");
  check_refused("a: \"x\\0y\"\n", "zero byte");
  check_refused("caf\xE9: 1\n", "byte 0xE9 is not valid UTF-8");
}

static void limits_are_errors(void **state)
{
  char  *text = NULL;
  size_t size;
  FILE  *f = open_memstream(&text, &size);

  (void)state;
  fputs("a: ", f);
  for (int i = 0; i < 5000; ++i) fputc('[', f);
  fclose(f);
  check_refused(text, "nested more than 64 deep");
  free(text);
  f = open_memstream(&text, &size);
  fputs("a: [", f);
  for (int i = 0; i < 200001; ++i) fputs("1,", f);
  fputs("]\n", f);
  fclose(f);
  check_refused(text, "more than 200000 values");
  free(text);
}

static void a_value_may_be_of_any_kind(void **state)
{
  GudDiag *d   = gud_diag_create();
  GudDoc  *doc = gud_doc_parse_value("[0, 0, 1]", "default", d);

  (void)state;
  assert_int_equal(doc->root->num, 3);
  gud_doc_free(doc);
  gud_diag_free(d);
}

/* ---- files ---- */

static char folder[64];

static int make_folder(void **state)
{
  (void)state;
  snprintf(folder, sizeof(folder), "/tmp/gud_t030_XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static void put(const char *name, const char *text, size_t size)
{
  char  path[200];
  FILE *f;

  snprintf(path, sizeof(path), "%s/%s", folder, name);
  f = fopen(path, "wb");
  assert_non_null(f);
  fwrite(text, 1, size, f);
  fclose(f);
}

static const char *const file_names[] = {"main.yaml", "a.yaml",     "b.yaml", "c.yaml",
                                         "bad",       "sub/d.yaml", "big",    "pipe"};

static int remove_folder(void **state)
{
  char path[200];

  (void)state;
  for (int i = 0; i < (int)(sizeof(file_names) / sizeof(*file_names)); ++i) {
    snprintf(path, sizeof(path), "%s/%s", folder, file_names[i]);
    unlink(path);
  }
  snprintf(path, sizeof(path), "%s/sub", folder);
  rmdir(path);
  return rmdir(folder);
}

/* Loads main.yaml; *messages to be freed. */
static GudDoc *load(const char *name, char **messages)
{
  char     path[200];
  GudDiag *d = gud_diag_create();
  GudDoc  *doc;

  snprintf(path, sizeof(path), "%s/%s", folder, name);
  doc       = gud_doc_load(path, d);
  *messages = printed(d);
  gud_diag_free(d);
  return doc;
}

static void check_file_refused(const char *name, const char *words)
{
  char   *messages;
  GudDoc *doc = load(name, &messages);

  if (doc) fail_msg("%s accepted", name);
  if (!strstr(messages, words)) fail_msg("%s gives '%s', expected '%s'", name, messages, words);
  free(messages);
}

static void put_text(const char *name, const char *text)
{
  put(name, text, strlen(text));
}

static void files_that_cannot_be_read(void **state)
{
  char path[200];

  (void)state;
  check_file_refused("missing.yaml", "No such file");
  check_file_refused("", "it is a folder, not a file");
  put("bad", "a: 1\0b", 6);
  check_file_refused("bad", "binary file");
  put("bad", "", 0);
  check_file_refused("bad", "the file is empty");
  snprintf(path, sizeof(path), "%s/pipe", folder);
  assert_int_equal(mkfifo(path, 0600), 0);
  check_file_refused("pipe", "a device or pipe");
  put_text("bad", "a: 1\n");
  snprintf(path, sizeof(path), "%s/bad", folder);
  chmod(path, 0);
  if (geteuid() != 0) check_file_refused("bad", "Permission denied"); /* root reads everything */
  chmod(path, 0600);
}

static void a_file_that_is_too_large(void **state)
{
  char  path[200];
  FILE *f;

  (void)state;
  snprintf(path, sizeof(path), "%s/big", folder);
  f = fopen(path, "wb");
  assert_non_null(f);
  fseek(f, GUD_MAX_FILE_SIZE, SEEK_SET);
  fputc('\n', f);
  fclose(f);
  check_file_refused("big", "is larger than 16 MiB");
}

static void includes_are_merged_section_by_section(void **state)
{
  char   *messages, path[200];
  GudDoc *doc;

  (void)state;
  snprintf(path, sizeof(path), "%s/sub", folder);
  mkdir(path, 0700);
  put_text("main.yaml",
           "include: [a.yaml, sub/d.yaml]\nbodies: {crank: 1}\nparameters: {x: 2, p: dry, n: {y: 5}}\n");
  put_text(
    "a.yaml",
    "bodies: {rod: 2}\nparameters: {x: 1, p: {default: ideal, choices: [ideal, dry]}, n: {y: 3, z: 4}}\n");
  put_text("sub/d.yaml", "include: ../b.yaml\njoints: {pin: 3}\n");
  put_text("b.yaml", "bodies: {slider: 4}\n");
  doc = load("main.yaml", &messages);
  if (!doc) fail_msg("refused: %s", messages);
  assert_string_equal(messages, "");
  assert_int_equal(gud_node_get(doc->root, "bodies")->num, 3);
  assert_string_equal(gud_node_get(doc->root, "bodies")->key[2], "crank"); /* included ones first */
  assert_string_equal(gud_node_get(gud_node_get(doc->root, "joints"), "pin")->text, "3");
  assert_string_equal(gud_node_get(gud_node_get(doc->root, "parameters"), "x")->text, "2");
  assert_string_equal(gud_node_get(gud_node_get(gud_node_get(doc->root, "parameters"), "n"), "y")->text, "5");
  assert_string_equal(gud_node_get(gud_node_get(gud_node_get(doc->root, "parameters"), "n"), "z")->text, "4");
  assert_string_equal(gud_node_get(gud_node_get(gud_node_get(doc->root, "parameters"), "p"), "default")->text,
                      "dry");
  assert_int_equal(gud_node_get(gud_node_get(gud_node_get(doc->root, "parameters"), "p"), "choices")->num, 2);
  assert_null(gud_node_get(doc->root, "include"));
  free(messages);
  gud_doc_free(doc);
}

static void a_name_in_two_files_is_an_error(void **state)
{
  (void)state;
  put_text("main.yaml", "include: a.yaml\nbodies: {crank: 1}\n");
  put_text("a.yaml", "bodies: {crank: 2}\n");
  check_file_refused("main.yaml", "main.yaml:2:10: error: 'crank' is defined twice; it is also at");
  check_file_refused("main.yaml", "a.yaml:1:10");
}

static void two_included_files_cannot_define_one_parameter(void **state)
{
  (void)state;
  put_text("main.yaml", "include: [a.yaml, b.yaml]\n");
  put_text("a.yaml", "parameters: {x: 2}\n");
  put_text("b.yaml", "parameters: {x: 3}\n");
  check_file_refused("main.yaml", "'x' is defined twice");
}

static void a_file_included_twice_is_read_once(void **state)
{
  char   *messages;
  GudDoc *doc;

  (void)state;
  put_text("main.yaml", "include: [a.yaml, b.yaml]\n");
  put_text("a.yaml", "include: c.yaml\nbodies: {x: 1}\n");
  put_text("b.yaml", "include: c.yaml\nbodies: {y: 1}\n");
  put_text("c.yaml", "bodies: {z: 1}\n");
  doc = load("main.yaml", &messages);
  assert_string_equal(messages, "");
  assert_int_equal(gud_node_get(doc->root, "bodies")->num, 3);
  free(messages);
  gud_doc_free(doc);
}

static void circles_of_includes_show_the_chain(void **state)
{
  char *messages, *first, *second;

  (void)state;
  put_text("main.yaml", "include: a.yaml\n");
  put_text("a.yaml", "x: 1\ninclude: b.yaml\n");
  put_text("b.yaml", "include: ./a.yaml\n");
  assert_null(load("main.yaml", &messages));
  first  = strstr(messages, "in a circle: ");
  second = first ? strstr(first, "a.yaml -> ") : NULL;
  assert_non_null(second);
  assert_non_null(strstr(second, "b.yaml -> "));
  assert_non_null(strstr(messages, "b.yaml:1:10: error"));
  free(messages);
  put_text("a.yaml", "include: a.yaml\n");
  check_file_refused("a.yaml", "circle");
}

static void errors_of_includes(void **state)
{
  (void)state;
  put_text("main.yaml", "x: 1\ninclude: nowhere.yaml\n");
  check_file_refused("main.yaml", "main.yaml:2:10: error: cannot read");
  put_text("main.yaml", "include: {a: b}\n");
  check_file_refused("main.yaml", "expected the name of a file or a list of names");
  put_text("main.yaml", "include: [[a]]\n");
  check_file_refused("main.yaml", "expected the name of a file, found a list");
  put_text("main.yaml", "include:\n");
  check_file_refused("main.yaml", "found nothing");
  put_text("main.yaml", "include: a.yaml\n");
  put_text("a.yaml", "a: [\n");
  check_file_refused("main.yaml", "a.yaml:");
}

/* ---- nonsense ---- */

static void mutated_models_do_not_crash(void **state)
{
  static const char good[]  = "parameters:\n  a: 3 mm\n  b: {default: x, choices: [x, y]}\nbodies:\n"
                              "  crank: {type: rigid_body, mass: \"2*a\", at: [0, 1, 2]}\n  - q\n? k\n: v\n";
  static const char marks[] = "{}[]:-?*&!|>'\"%@`#,\n ";
  unsigned          seed    = 3;
  char              text[400];

  (void)state;
  for (int i = 0; i < 6000; ++i) {
    GudDiag *d = gud_diag_create();
    GudDoc  *doc;

    snprintf(text, sizeof(text), "%s", good);
    for (int k = 0; k < 1 + i % 6; ++k) {
      char c;

      seed = seed * 1664525u + 1013904223u;
      c    = marks[(seed >> 3) % (sizeof(marks) - 1)];

      text[(seed >> 10) % (sizeof(good) - 1)] = i % 2 ? (char)(1 + (seed >> 3) % 255) : c;
    }
    doc = gud_doc_parse_string(text, "m.yaml", d);
    if (!doc) assert_true(gud_diag_num_errors(d) > 0);
    gud_doc_free(doc);
    gud_diag_free(d);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(nodes_know_their_place),
    cmocka_unit_test(only_a_text_on_one_line_has_columns),
    cmocka_unit_test(mappings_keep_the_order_of_the_file),
    cmocka_unit_test(duplicate_keys_name_both_places),
    cmocka_unit_test(aliases_anchors_and_tags_are_refused),
    cmocka_unit_test(texts_that_are_no_model),
    cmocka_unit_test(limits_are_errors),
    cmocka_unit_test(a_value_may_be_of_any_kind),
    cmocka_unit_test(files_that_cannot_be_read),
    cmocka_unit_test(a_file_that_is_too_large),
    cmocka_unit_test(includes_are_merged_section_by_section),
    cmocka_unit_test(a_name_in_two_files_is_an_error),
    cmocka_unit_test(two_included_files_cannot_define_one_parameter),
    cmocka_unit_test(a_file_included_twice_is_read_once),
    cmocka_unit_test(circles_of_includes_show_the_chain),
    cmocka_unit_test(errors_of_includes),
    cmocka_unit_test(mutated_models_do_not_crash),
  };

  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
