/* Markers: the only access to bodies (design: docs/theory.md, section 1).

   A marker vector is a constant affine map of the coordinates,   x = s0 + sum_k S_k Q_k,   x' = sum_k S_k Q_k',
   where Q_k are coordinate vectors (positions, slopes, directors) and S_k = a_k 1 (3-D) or S_k = a_k 1 + b_k J (2-D,
   J = quarter turn). A generalised force F on the marker vector gives S_k^T F on Q_k.

   Joints, forces and probes never see coordinates: they get marker vectors in slots. One slot of kind
     GUD_POINT  holds 1 vector:  position
     GUD_ARROW  holds 2 vectors: position, and one direction of the material there
     GUD_FRAME  holds 4 vectors: position, e1, e2, e3 (e3 = z in 2-D). e_i need not be orthonormal: see base/frame.h.
     GUD_EDGE   holds the positions of all points of an edge (contract/edge.h), as many as it has; of a force, its last slot.
   All marker vectors have 3 components; in 2-D the third is a constant. */
#ifndef GUD_MARKER_H
#define GUD_MARKER_H

/* The value is the number of vectors; an edge has as many as points. */
typedef enum { GUD_EDGE = 0, GUD_POINT = 1, GUD_ARROW = 2, GUD_FRAME = 4 } GudMarkerKind;

typedef struct {
  const char   *name; /* key in the model file, "a", "b" */
  GudMarkerKind kind;
  int           optional; /* absent = ground, at the same place */
  const char   *doc;
} GudMarkerSlot;

/* Vectors of the slots of a force without an edge, at most. */
enum { GUD_MAX_SLOTS = 4, GUD_MAX_SLOT_VECTORS = 16 };

#endif
