/* Each .def list is included twice: to declare and to fill. A second program (tests/extension) compiles this file with
   further lists of its own, which is all that it takes to add an element, a joint or a force. */
#include "model/registry.h"

#include "contact/friction.h"
#include "contact/normal.h"
#include "lubrication/film.h"
#include "model/probe.h"

#include <stddef.h>
#include <string.h>

#define GUD_ELEMENT(name)        extern const GudElementType gud_element_##name;
#define GUD_JOINT(name)          extern const GudJointType gud_joint_##name;
#define GUD_FORCE_TYPE(name)     extern const GudForceType gud_force_##name;
#define GUD_CLEARANCE(name)      extern const GudForceType gud_clearance_##name;
#define GUD_CELL(name)           extern const GudCell gud_cell_##name;
#define GUD_JOINT_FRICTION(name) extern const GudForceType gud_joint_friction_##name;
#define GUD_NORMAL_LAW(name)     extern const GudNormalLaw gud_normal_law_##name;
#define GUD_FRICTION_LAW(name)   extern const GudFrictionLaw gud_friction_law_##name;
#define GUD_PROBE(name)          extern const GudProbeType gud_probe_##name;
#define GUD_FILM(name)           extern const GudFilmModel gud_film_##name;
#include "contact/clearances.def"
#include "contact/friction_laws.def"
#include "contact/joint_frictions.def"
#include "contact/normal_laws.def"
#include "elements/elements.def"
#include "elements/forces.def"
#include "elements/joints.def"
#ifdef GUD_EXTRA_ELEMENTS
#include GUD_EXTRA_ELEMENTS
#endif
#ifdef GUD_EXTRA_JOINTS
#include GUD_EXTRA_JOINTS
#endif
#ifdef GUD_EXTRA_FORCES
#include GUD_EXTRA_FORCES
#endif
#include "lubrication/films.def"
#ifdef GUD_EXTRA_NORMAL_LAWS
#include GUD_EXTRA_NORMAL_LAWS
#endif
#ifdef GUD_EXTRA_FRICTION_LAWS
#include GUD_EXTRA_FRICTION_LAWS
#endif
#ifdef GUD_EXTRA_FILMS
#include GUD_EXTRA_FILMS
#endif
#include "meshes/cells/cells.def"
#include "model/probes.def"
#ifdef GUD_EXTRA_PROBES
#include GUD_EXTRA_PROBES
#endif
#ifdef GUD_EXTRA_CELLS
#include GUD_EXTRA_CELLS
#endif
#undef GUD_ELEMENT
#undef GUD_JOINT
#undef GUD_FORCE_TYPE
#undef GUD_CLEARANCE
#undef GUD_JOINT_FRICTION
#undef GUD_CELL
#undef GUD_NORMAL_LAW
#undef GUD_FRICTION_LAW
#undef GUD_FILM
#undef GUD_PROBE

#define GUD_ELEMENT(name) &gud_element_##name,
const GudElementType *const gud_elements[] = {
#include "elements/elements.def"
#ifdef GUD_EXTRA_ELEMENTS
#include GUD_EXTRA_ELEMENTS
#endif
  NULL};

#define GUD_JOINT(name) &gud_joint_##name,
const GudJointType *const gud_joints[] = {
#include "elements/joints.def"
#ifdef GUD_EXTRA_JOINTS
#include GUD_EXTRA_JOINTS
#endif
  NULL};

#define GUD_FORCE_TYPE(name) &gud_force_##name,
const GudForceType *const gud_forces[] = {
#include "elements/forces.def"
#ifdef GUD_EXTRA_FORCES
#include GUD_EXTRA_FORCES
#endif
  NULL};

#define GUD_CELL(name) &gud_cell_##name,
const GudCell *const gud_cells[] = {
#include "meshes/cells/cells.def"
#ifdef GUD_EXTRA_CELLS
#include GUD_EXTRA_CELLS
#endif
  NULL};

#define GUD_CLEARANCE(name) &gud_clearance_##name,
const GudForceType *const gud_clearances[] = {
#include "contact/clearances.def"
  NULL};

#define GUD_JOINT_FRICTION(name) &gud_joint_friction_##name,
const GudForceType *const gud_joint_frictions[] = {
#include "contact/joint_frictions.def"
  NULL};

#ifndef GUD_COMPLEX /* the battery links kernels only */
#define GUD_PROBE(name) &gud_probe_##name,
const GudProbeType *const gud_probe_types[] = {
#include "model/probes.def"
#ifdef GUD_EXTRA_PROBES
#include GUD_EXTRA_PROBES
#endif
  NULL};
#endif

/* Lists that parameters choose from: the same order gives the words. */

#define GUD_NORMAL_LAW(name) &gud_normal_law_##name,
const GudNormalLaw *const gud_normal_laws[] = {
#include "contact/normal_laws.def"
#ifdef GUD_EXTRA_NORMAL_LAWS
#include GUD_EXTRA_NORMAL_LAWS
#endif
  NULL};
#undef GUD_NORMAL_LAW
#define GUD_NORMAL_LAW(name) "|" #name
const char gud_normal_law_names[] = ""
#include "contact/normal_laws.def"
#ifdef GUD_EXTRA_NORMAL_LAWS
#include GUD_EXTRA_NORMAL_LAWS
#endif
  ;

#define GUD_FRICTION_LAW(name) &gud_friction_law_##name,
const GudFrictionLaw *const gud_friction_laws[] = {
#include "contact/friction_laws.def"
#ifdef GUD_EXTRA_FRICTION_LAWS
#include GUD_EXTRA_FRICTION_LAWS
#endif
  NULL};
#undef GUD_FRICTION_LAW
#define GUD_FRICTION_LAW(name) "|" #name
const char gud_friction_law_names[] = ""
#include "contact/friction_laws.def"
#ifdef GUD_EXTRA_FRICTION_LAWS
#include GUD_EXTRA_FRICTION_LAWS
#endif
  ;

#define GUD_FILM(name) &gud_film_##name,
const GudFilmModel *const gud_films[] = {
#include "lubrication/films.def"
#ifdef GUD_EXTRA_FILMS
#include GUD_EXTRA_FILMS
#endif
  NULL};
#undef GUD_FILM
#define GUD_FILM(name) "|" #name
const char gud_film_names[] = "auto"
#include "lubrication/films.def"
#ifdef GUD_EXTRA_FILMS
#include GUD_EXTRA_FILMS
#endif
  ;

const GudForceType *gud_joint_friction_of(const GudJointType *type, int dim)
{
  for (int i = 0; gud_joint_frictions[i]; i++)
    if (!strcmp(gud_joint_frictions[i]->info.name, type->info.name) &&
        gud_joint_frictions[i]->info.space & (dim == 2 ? GUD_2D : GUD_3D))
      return gud_joint_frictions[i];
  return NULL;
}
