/* The contract of an ideal joint: rows in a table.

   Slots a and b are frames whose e3 is the joint axis (2-D: e3 = z and e1 the in-plane axis). Both frames coincide in
   the start configuration as drawn in the file unless the file says otherwise. */
#ifndef GUD_JOINT_H
#define GUD_JOINT_H

#include "contract/row.h"
#include "contract/symbol.h"
#include "contract/type_info.h"

/* The parameters of all joints and drivers; a type's table says which of them it reads. */
typedef struct {
  double axis[3];      /* joint axis in space at the start, of frame a and (unless axis_b) of frame b */
  double axis_b[3];    /* zero = as axis */
  double reference[3]; /* direction that fixes e1; zero = any */
  double distance;     /* distance joint; NaN = as drawn */
  int    motion[3];    /* driver: function index of position, speed, acceleration; -1 not given */
  double start;        /* driver: position at t = 0 when driven by speed or acceleration */
  double start_speed;  /* driver: speed at t = 0 when driven by acceleration */
  /* couplers: names of the joints, and what makes up the factor */
  const char *first, *second;
  double      ratio, radius[2], lead;
  int         crossed;
} GudJointParams;

/* A joint with rows for each node of a set (slot b). ROLLER: its position keeps its distance along the axis; a point of any body
   may be given there, too. MIRROR: the same, and slopes of beams keep their side of the plane normal to the axis. */
enum { GUD_EACH_NONE, GUD_EACH_CLAMP, GUD_EACH_ROLLER, GUD_EACH_MIRROR };

typedef struct GudJointType GudJointType;
struct GudJointType {
  GudTypeInfo   info;
  const GudRow *rows2d, *rows3d;
  int           num_rows2d, num_rows3d;
  int           driver; /* 0 no, 1 angle, 2 displacement */
  int           uses_axis;
  GudSymbolKind symbol;    /* how it is drawn */
  int           each_node; /* GUD_EACH_x */
  /* A coupler relates the motions of two other joints: `part` says of each what moves (a type with one ROLL or SLIDE row), `factor`
     how much the second one moves for a unit of the first. one_joint: both are of `first`. NULL: no coupler. */
  const GudJointType *part[2];
  double (*factor)(const GudJointType *self, const GudJointParams *p);
  int one_joint;
};

#endif
