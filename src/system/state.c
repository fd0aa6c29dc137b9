#include "system/state.h"

#include "base/diag.h"

#include <stdlib.h>
#include <string.h>

GudState *gud_state_create(int nq, int nr, int nz, int nh)
{
  GudState *s = gud_alloc(sizeof *s);
  s->nq = nq, s->nr = nr, s->nz = nz, s->nh = nh;
  s->num_block = 5 * nq + 4 * nr + 3 * nz + nh;
  s->block     = gud_alloc(sizeof(double) * (size_t)(s->num_block + 1));
  double *p    = s->block;
  s->q         = p, p += nq;
  s->v         = p, p += nq;
  s->acc       = p, p += nq;
  s->v_last    = p, p += nq;
  s->a         = p, p += nq;
  s->lam       = p, p += nr;
  s->lam_last  = p, p += nr;
  s->eta       = p, p += nr;
  s->peak      = p, p += nr;
  s->z         = p, p += nz;
  s->zt        = p, p += nz;
  s->zaux      = p, p += nz;
  s->history   = p;
  return s;
}

void gud_state_copy(GudState *to, const GudState *from)
{
  GudState keep = *to;
  memcpy(to->block, from->block, sizeof(double) * (size_t)from->num_block);
  *to   = *from;
  to->q = keep.q, to->v = keep.v, to->acc = keep.acc, to->a = keep.a;
  to->v_last = keep.v_last, to->lam_last = keep.lam_last, to->eta = keep.eta, to->peak = keep.peak;
  to->lam = keep.lam, to->z = keep.z, to->zt = keep.zt, to->zaux = keep.zaux, to->history = keep.history;
  to->block = keep.block;
}

void gud_state_destroy(GudState *s)
{
  if (!s) return;
  free(s->block);
  free(s);
}
