/* Collects the tables of everything that a model file may contain: catalogue.h. */
#include "cli/catalogue.h"

#include "cli/commands.h"
#include "model/probe.h"
#include "model/registry.h"

#include <string.h>

static const GudMarkerSlot joint_slots[] = {{"a", GUD_FRAME, 0, "place on the first body"},
                                            {"b", GUD_FRAME, 0, "place on the second body"}};

static void add(GudChapter *c, const GudTypeInfo *info, const GudMarkerSlot *slots, int num_slots)
{
  if (c->num < GUD_COUNT(c->things)) c->things[c->num++] = (GudThing){info, slots, num_slots, NULL, 0, 0, 0};
}

/* The frames of a force between two bodies are turned by `axis` and `reference`. */
static int is_turned(const GudForceType *f)
{
  int frames = 0;
  for (int s = 0; s < f->num_slots; s++) frames |= f->slots[s].kind == GUD_FRAME;
  return frames && f->num_slots > 1;
}

/* What the thing that was added last gives. */
static void gives(GudChapter *c, const GudOutput *outputs, int num, int fields)
{
  GudThing *t = &c->things[c->num - 1];
  t->outputs = outputs, t->num_outputs = num, t->fields = fields;
}

void gud_catalogue(GudChapter c[GUD_NUM_CHAPTERS])
{
  memset(c, 0, sizeof *c * GUD_NUM_CHAPTERS);
  c[GUD_CHAPTER_MODEL].title = "Model file",
  c[GUD_CHAPTER_MODEL].intro =
    "Keys at the top, besides the sections below. `include: FILE` merges another file; "
    "`parameters:` are names for values, set with --set.";
  add(&c[GUD_CHAPTER_MODEL], &gud_model_info, NULL, 0);
  c[GUD_CHAPTER_BODIES].title = "bodies", c[GUD_CHAPTER_BODIES].intro = gud_marker_help;
  add(&c[GUD_CHAPTER_BODIES], &gud_body_info, NULL, 0);
  for (int i = 0; gud_elements[i]; i++) {
    add(&c[GUD_CHAPTER_BODIES], &gud_elements[i]->info, NULL, 0);
    gives(&c[GUD_CHAPTER_BODIES], gud_elements[i]->fields, gud_elements[i]->num_fields, 1);
  }
  c[GUD_CHAPTER_JOINTS].title  = "joints",
  c[GUD_CHAPTER_JOINTS].intro  = "Between place `a` and place `b`, which coincide at the start. Axis 3 of a "
                                 "joint is `axis`, axis 1 the part of "
                                 "`reference` normal to it (default: x of space, or y where the axis is along "
                                 "x), axis 2 completes them (3 x 1). In the "
                                 "plane axis 3 is z and axis 1 the sliding axis. They turn with body a: along "
                                 "them are components 1, 2, 3 of "
                                 "its forces and moments.";
  c[GUD_CHAPTER_DRIVERS].title = "drivers",
  c[GUD_CHAPTER_DRIVERS].intro = "Between `a` and `b`, or of a joint (`joint: NAME`).";
  for (int i = 0; gud_joints[i]; i++)
    add(&c[gud_joints[i]->driver ? GUD_CHAPTER_DRIVERS : GUD_CHAPTER_JOINTS], &gud_joints[i]->info,
        joint_slots, gud_joints[i]->part[0] ? 0 : 2);
  c[GUD_CHAPTER_FORCES].title = "forces",
  c[GUD_CHAPTER_FORCES].intro =
    "Loads, springs and sensors. Where a frame is asked for, `axis` and `reference` turn it.";
  for (int i = 0; gud_forces[i]; i++) {
    add(&c[GUD_CHAPTER_FORCES], &gud_forces[i]->info, gud_forces[i]->slots,
        gud_forces[i]->pieces ? 1 : gud_forces[i]->num_slots);
    gives(&c[GUD_CHAPTER_FORCES], gud_forces[i]->outputs, gud_forces[i]->num_outputs, 0);
    c[GUD_CHAPTER_FORCES].things[c[GUD_CHAPTER_FORCES].num - 1].turned = is_turned(gud_forces[i]);
  }
  c[GUD_CHAPTER_PROBES].title = "probes", c[GUD_CHAPTER_PROBES].intro = "Columns of probes.csv.";
  for (int i = 0; gud_probe_types[i]; i++)
    add(&c[GUD_CHAPTER_PROBES], &gud_probe_types[i]->info, gud_probe_types[i]->slots,
        gud_probe_types[i]->num_slots);
  c[GUD_CHAPTER_FUNCTIONS].title = "functions of time",
  c[GUD_CHAPTER_FUNCTIONS].intro = "Where a function of time is asked for: a number, an "
                                   "expression in t such as 6*sin(pi/6*t), or one of these.";
  for (int i = 0; i < gud_num_function_types; i++)
    add(&c[GUD_CHAPTER_FUNCTIONS], &gud_function_types[i], NULL, 0);
  c[GUD_CHAPTER_ANALYSIS].title = "analysis and output",
  c[GUD_CHAPTER_ANALYSIS].intro = "What is computed and what is written.";
  add(&c[GUD_CHAPTER_ANALYSIS], &gud_analysis_info, NULL, 0);
  add(&c[GUD_CHAPTER_ANALYSIS], &gud_output_info, NULL, 0);
  add(&c[GUD_CHAPTER_ANALYSIS], &gud_poincare_info, NULL, 0);
  add(&c[GUD_CHAPTER_ANALYSIS], &gud_limit_info, NULL, 0);
  c[GUD_CHAPTER_MESHES].title = "meshes",
  c[GUD_CHAPTER_MESHES].intro =
    "Under `mesh:` of a body made of many elements; coordinates are those of the body.";
  for (int i = 0; i < gud_num_mesh_types; i++) add(&c[GUD_CHAPTER_MESHES], &gud_mesh_types[i], NULL, 0);
  c[GUD_CHAPTER_CLEARANCES].title = "joints with clearance",
  c[GUD_CHAPTER_CLEARANCES].intro =
    "Under `joints:`. A joint of these types becomes a force when its `model` is not ideal; with "
    "`model: ideal` the "
    "other keys are allowed and not used. Keys with a dot belong to a group: `contact: {law: "
    "hertz, E: 207 GPa}`. Body a is the bearing or socket: it carries axes 1, 2, 3 (see joints), from whose "
    "first "
    "axis a groove is counted, and b is the journal or ball.";
  for (int i = 0; gud_clearances[i]; i++) {
    add(&c[GUD_CHAPTER_CLEARANCES], &gud_clearances[i]->info, gud_clearances[i]->slots,
        gud_clearances[i]->num_slots);
    gives(&c[GUD_CHAPTER_CLEARANCES], gud_clearances[i]->outputs, gud_clearances[i]->num_outputs, 0);
    c[GUD_CHAPTER_CLEARANCES].things[c[GUD_CHAPTER_CLEARANCES].num - 1].turned = is_turned(gud_clearances[i]);
  }
  c[GUD_CHAPTER_FRICTION].title = "friction in ideal joints",
  c[GUD_CHAPTER_FRICTION].intro =
    "Under `joints:`, group `friction:` of an ideal joint: `friction: {kinetic: 0.1, static: 0.12, "
    "pin_radius: "
    "10 mm}`. Its bound comes from the reaction of the joint at the same instant. In an entry with `model:` "
    "the group belongs to the joint with clearance unless it holds `pin_radius` or `length`.";
  for (int i = 0; gud_joint_frictions[i]; i++) {
    add(&c[GUD_CHAPTER_FRICTION], &gud_joint_frictions[i]->info, gud_joint_frictions[i]->slots,
        gud_joint_frictions[i]->num_slots);
    c[GUD_CHAPTER_FRICTION].things[c[GUD_CHAPTER_FRICTION].num - 1].outputs = gud_joint_frictions[i]->outputs;
    c[GUD_CHAPTER_FRICTION].things[c[GUD_CHAPTER_FRICTION].num - 1].num_outputs =
      gud_joint_frictions[i]->num_outputs;
  }
}
