/* Each .def list is included twice: to declare and to fill. A second program (tests/extension) compiles this file with
   further lists of its own, which is all that it takes to add an element, a joint or a force. */
#include "model/registry.h"

#include "contact/friction.h"
#include "contact/normal.h"
#include "lubrication/film.h"
#include "model/probe.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define GUD_ELEMENT(name)        extern const GudElementType gud_element_##name;
#define GUD_JOINT(name)          extern const GudJointType gud_joint_##name;
#define GUD_FORCE_TYPE(name)     extern const GudForceType gud_force_##name;
#define GUD_CLEARANCE(name)      extern const GudForceType gud_clearance_##name;
#define GUD_OILED(name)          extern const GudForceType gud_oiled_##name;
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
#include "contact/oiled.def"
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
#undef GUD_OILED
#undef GUD_JOINT_FRICTION
#undef GUD_CELL
#undef GUD_NORMAL_LAW
#undef GUD_FRICTION_LAW
#undef GUD_FILM
#undef GUD_PROBE

#define GUD_ELEMENT(name) &gud_element_##name,
const GudElementType *gud_elements[GUD_MAX_TYPES] = {
#include "elements/elements.def"
#ifdef GUD_EXTRA_ELEMENTS
#include GUD_EXTRA_ELEMENTS
#endif
  NULL};

#define GUD_JOINT(name) &gud_joint_##name,
const GudJointType *gud_joints[GUD_MAX_TYPES] = {
#include "elements/joints.def"
#ifdef GUD_EXTRA_JOINTS
#include GUD_EXTRA_JOINTS
#endif
  NULL};

#define GUD_FORCE_TYPE(name) &gud_force_##name,
const GudForceType *gud_forces[GUD_MAX_TYPES] = {
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
const GudForceType *gud_clearances[GUD_MAX_TYPES] = {
#include "contact/clearances.def"
  NULL};

#define GUD_OILED(name) &gud_oiled_##name,
const GudForceType *gud_oiled[GUD_MAX_TYPES] = {
#include "contact/oiled.def"
  NULL};

#define GUD_JOINT_FRICTION(name) &gud_joint_friction_##name,
const GudForceType *gud_joint_frictions[GUD_MAX_TYPES] = {
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

/* ---- at run time ---- */

/* Room in a list of `num` entries for one more, and no entry of that name in the same space? 0 with the reason in why[200]. */
static int may_add(const GudTypeInfo *info, const GudTypeInfo *const *have, int num, const char *noun,
                   char *why)
{
  if (num >= GUD_MAX_TYPES - 1) snprintf(why, 200, "more than %d types", GUD_MAX_TYPES - 1);
  else if (!info->name || !info->name[0] || !info->summary)
    snprintf(why, 200, "a type needs a name and a summary");
  else if (!(info->space & (GUD_2D | GUD_3D))) snprintf(why, 200, "%s: space is 2d or 3d", info->name);
  else if (info->num_params < 0 || info->num_params > 64 || (info->num_params && !info->params))
    snprintf(why, 200, "%s: 0 to 64 parameters", info->name);
  else {
    for (int i = 0; i < num; i++)
      if (!strcmp(have[i]->name, info->name) && have[i]->space & info->space) {
        snprintf(why, 200, "there is a %s '%s' already", noun, info->name);
        return 0;
      }
    return 1;
  }
  return 0;
}

#define ADD(list, noun)                                        \
  do {                                                         \
    const GudTypeInfo *have[GUD_MAX_TYPES];                    \
    int                num = 0;                                \
    for (; list[num]; num++) {                                 \
      have[num] = &list[num]->info;                            \
      if (list[num] == type) return 1;                         \
    }                                                          \
    if (!may_add(&type->info, have, num, noun, why)) return 0; \
    list[num] = type;                                          \
    return 1;                                                  \
  } while (0)

int gud_registry_add_element(const GudElementType *type, char *why)
{
  if (!type->setup || !type->mass || type->num_vec < 1 || type->num_vec > GUD_MAX_ELEMENT_VECTORS) {
    snprintf(why, 200, "an element needs setup, mass and 1 to %d coordinate vectors",
             GUD_MAX_ELEMENT_VECTORS);
    return 0;
  }
  ADD(gud_elements, "element");
}

int gud_registry_add_joint(const GudJointType *type, char *why)
{
  ADD(gud_joints, "joint");
}

int gud_registry_add_force(const GudForceType *type, char *why)
{
  if (!type->residual || !type->tangent) {
    snprintf(why, 200, "a force needs residual and tangent");
    return 0;
  }
  ADD(gud_forces, "force");
}

int gud_registry_add_clearance(const GudForceType *type, char *why)
{
  if (!type->residual || !type->tangent) {
    snprintf(why, 200, "a clearance joint needs residual and tangent");
    return 0;
  }
  ADD(gud_clearances, "clearance joint");
}

const GudForceType *gud_joint_friction_of(const GudJointType *type, int dim)
{
  for (int i = 0; gud_joint_frictions[i]; i++)
    if (!strcmp(gud_joint_frictions[i]->info.name, type->info.name) &&
        gud_joint_frictions[i]->info.space & (dim == 2 ? GUD_2D : GUD_3D))
      return gud_joint_frictions[i];
  return NULL;
}
