/* The contract of an ideal joint: rows in a table.

   Slots a and b are frames whose e3 is the joint axis (2-D: e3 = z and e1 the in-plane axis). Both frames coincide in
   the start configuration as drawn in the file unless the file says otherwise. */
#ifndef GUD_JOINT_H
#define GUD_JOINT_H

#include "contract/row.h"
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
} GudJointParams;

typedef struct {
  GudTypeInfo   info;
  const GudRow *rows2d, *rows3d;
  int           num_rows2d, num_rows3d;
  int           driver; /* 0 no, 1 angle, 2 displacement */
  int           uses_axis;
  int each_node; /* 1: slot b is a set of nodes, and the rows (of points) hold for each of them: clamp */
} GudJointType;

#endif
