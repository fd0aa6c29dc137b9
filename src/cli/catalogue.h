/* Everything that a model file may contain, in chapters, collected from the tables: for help, the reference page and the schema. */
#ifndef GUD_CATALOGUE_H
#define GUD_CATALOGUE_H

#include "contract/output.h"
#include "contract/type_info.h"

typedef struct {
  const GudTypeInfo   *info;
  const GudMarkerSlot *slots;
  int                  num_slots;
  const GudOutput     *outputs;
  int                  num_outputs, fields; /* outputs of a force, or fields of an element */
  int                  turned;              /* `axis` and `reference` turn its frames (gud_frame_params) */
} GudThing;

typedef struct {
  const char *title, *intro;
  GudThing    things[100];
  int         num;
} GudChapter;

enum {
  GUD_CHAPTER_MODEL,
  GUD_CHAPTER_BODIES,
  GUD_CHAPTER_JOINTS,
  GUD_CHAPTER_DRIVERS,
  GUD_CHAPTER_FORCES,
  GUD_CHAPTER_PROBES,
  GUD_CHAPTER_FUNCTIONS,
  GUD_CHAPTER_ANALYSIS,
  GUD_CHAPTER_MESHES,
  GUD_CHAPTER_CLEARANCES,
  GUD_CHAPTER_FRICTION,
  GUD_NUM_CHAPTERS
};

void gud_catalogue(GudChapter chapters[GUD_NUM_CHAPTERS]);

/* The rules of the language (language.c): one topic for people, or all of them as docs/language.md. 0: there is no such topic. */
int         gud_language_topic(const char *name);
void        gud_language_page(void);
const char *gud_language_name(int i); /* NULL behind the last */
const char *gud_language_summary(int i);

#endif
