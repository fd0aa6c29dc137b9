/* Packs: GUD_PACK_WIDTH elements of equal data (a mesh of congruent elements shares them) computed at once, one in each lane of a vector
   register. Optional part of an element's contract; the kernel is the element's own, compiled once more with GudScalar as a vector
   (base/scalar.h), so that every lane does the operations of the element alone, in the same order: results are the same bits, whatever
   the width of the processor's registers (products and sums are not contracted).   verified by: t226 */
#ifndef GUD_PACK_H
#define GUD_PACK_H

#include "base/status.h"

/* At most GUD_PACK_VECTORS coordinate vectors. */
enum { GUD_PACK_WIDTH = 4, GUD_PACK_ALIGNMENT = 32, GUD_PACK_VECTORS = 12 };

/* Internal force and strain energy of undamped elements: Q and r as in GudElementType, each number GUD_PACK_WIDTH times, and one energy per
   element, aligned. They add; r or energy may be NULL. GUD_RETRY: what was added is of no use, and the elements have to be computed one by
   one: they are damped, or one of them is in no possible state. */
typedef GudStatus (*GudElementPack)(const double *data, const double *Q, double *r, double *energy);

#if defined(GUD_COMPLEX) || defined(GUD_PACK) || !defined(__GNUC__) || defined(__clang__)
#define GUD_PACK_OF(name) NULL
#else
#define GUD_PACK_OF(name) gud_pack_##name
#define GUD_HAVE_PACKS    1
#endif

#endif
