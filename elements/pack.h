/* At the end of an element's file: GUD_PACK_DEFINE(name, table, strain, damping) makes its packs (contract/pack.h) of the strain kernels
   with a table that has no modes and no law; strain: place of the strain data, damped: is this element damped, or not of that table? For wide registers,
   chosen when the program runs, and for any processor. Compiled with GUD_PACK. */
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

#define GUD_PACK_DEFINE(name, table, strain, other)                                                        \
  GUD_ALWAYS GudStatus pack(const double *data, const double *Q, double *r)                                \
  {                                                                                                        \
    return strain_forces_kind(&table, (StrainKind){0, 0, 0, 0}, data + (strain), (GudScalar(*)[3])Q, NULL, \
                              (GudScalar(*)[3])r, NULL);                                                   \
  }                                                                                                        \
  GUD_WIDE static GudStatus wide_pack(const double *data, const double *Q, double *r)                      \
  {                                                                                                        \
    return pack(data, Q, r);                                                                               \
  }                                                                                                        \
  GudStatus gud_pack_##name(const double *data, const double *Q, double *r)                                \
  {                                                                                                        \
    if ((other) || data[(strain) + GUD_STRAIN_BETA] != 0) return GUD_RETRY;                                \
    return GUD_WIDER ? wide_pack(data, Q, r) : pack(data, Q, r);                                           \
  }
#endif

#endif
