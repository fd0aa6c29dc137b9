/* In an element's file: GUD_PACK_DEFINE(name, sums, other) makes its packs (contract/pack.h) of sums(data, Q, r, ledger), a GUD_ALWAYS
   function of the file that calls pack_strains with the element's tables, which have no modes and no law; other: is this element damped, or
   not of these tables? For wide registers, chosen when the program runs, and for any processor. Compiled with GUD_PACK. */
#ifndef GUD_ELEMENTS_PACK_H
#define GUD_ELEMENTS_PACK_H

#include "contract/pack.h"

#include <stddef.h>

#ifdef GUD_PACK
#if defined(__x86_64__)
#define GUD_WIDE  __attribute__((target("avx2")))
#define GUD_WIDER __builtin_cpu_supports("avx2")
#else
#define GUD_WIDE
#define GUD_WIDER 0
#endif

GUD_ALWAYS GudStatus pack_strains(const GudStrainTable *t, const double *data, GudScalar (*Q)[3],
                                  GudScalar (*r)[3], GudScalar          *ledger)
{
  return strain_forces_kind(t, (StrainKind){0, 0, 0, 0}, data, Q, NULL, r, ledger);
}

/* Forces, and energies, by the instructions that `where` names */
#define GUD_PACK_BY(where, kind, sums)                                                        \
  where static GudStatus kind##_forces(const double *data, const double *Q, double *r)        \
  {                                                                                           \
    return sums(data, (GudScalar(*)[3])Q, (GudScalar(*)[3])r, NULL);                          \
  }                                                                                           \
  where static GudStatus kind##_energies(const double *data, const double *Q, double *energy) \
  {                                                                                           \
    GudScalar ledger[2] = {GUD_ZERO, GUD_ZERO};                                               \
    GudStatus status    = sums(data, (GudScalar(*)[3])Q, NULL, ledger);                       \
    *(GudScalar *)energy += ledger[0];                                                        \
    return status;                                                                            \
  }

#define GUD_PACK_DEFINE(name, sums, other)                                                            \
  GUD_PACK_BY(GUD_WIDE, wide, sums)                                                                   \
  GUD_PACK_BY(, any, sums)                                                                            \
  GudStatus gud_pack_##name(const double *data, const double *Q, double *r, double *energy)           \
  {                                                                                                   \
    GudStatus status = (other) ? GUD_RETRY : GUD_OK;                                                  \
    if (status == GUD_OK && r) status = GUD_WIDER ? wide_forces(data, Q, r) : any_forces(data, Q, r); \
    if (status == GUD_OK && energy)                                                                   \
      status = GUD_WIDER ? wide_energies(data, Q, energy) : any_energies(data, Q, energy);            \
    return status;                                                                                    \
  }
#endif

#endif
