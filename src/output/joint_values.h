/* joints.csv: of every joint with clearance the gap, the force and all outputs, at the times of probes.csv.

     NAME.gap_1 ..   journal seen from the bearing, in the axes of the bearing (e3 is its axis; in the plane 1 and 2 only)
     NAME.load_x ..  force on the journal's body, in space
     NAME.load_1 ..  the same in the axes of the bearing
     NAME.journal_load_1 ..  the same in the axes of the journal's body
     NAME.film_min_at_1, _2, NAME.film_pressure_at_1, _2  where the film is thinnest and where its pressure is highest: a place on the
                     wall in the axes of the bearing; NaN without a film
     NAME.OUTPUT     its outputs */
#ifndef GUD_JOINT_VALUES_H
#define GUD_JOINT_VALUES_H

#include "contract/output.h"
#include "system/evaluated.h"

/* Columns of a force, which are those of one joint; 0: it has none. */
enum { GUD_MAX_JOINT_COLUMNS = GUD_MAX_OUTPUTS + 16 };
int gud_joint_columns(const GudModel *m, int force, const GudOutput **out);

/* Values of one instant, for all such joints. */
int  gud_joint_values_num(const GudModel *m);
void gud_joint_values(GudEvaluated *at, double *out);
/* The outputs among them serve probes at that point until `out` goes: then they are forgotten. */
void gud_joint_values_forget(GudEvaluated *at);
/* How each of them goes from node to node (output/course.h). */
void gud_joint_values_course(const GudModel *m, char *course);
/* The header; the caller frees it. */
char *gud_joint_values_header(const GudModel *m, int plain);

#endif
