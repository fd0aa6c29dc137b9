/* A straight guide with oil: films of edge_film.c between the edges of a slider, elastic or rigid, and the surfaces that they face. One entry
   makes one force for each edge, on the surface that is nearer to it at the start: `NAME.lower`, `NAME.upper`.

   Two surfaces at s = lower and s = upper across the guide (U1 of guide.c); gaps (B2) of edge_film.c
   (O1) h = s_edge - lower (force on the edge along +n), h = upper - s_edge (along -n)
   lubricated: smooth surfaces, whatever film.sigma; a film that gets no thickness cuts the step. mixed: rough ones (B7); h is the distance of the mean planes.
   verified by: battery, tests/studies: guide_model, crosshead */
#include "contact/guide.h"

#include <stdio.h>
#include <string.h>

enum { WHY = 200 };

static const GudParam      params[] = {GUD_GUIDE_ROWS(NULL)};
static const char *const   faces[]  = {"lower", "upper"};
static const GudMarkerSlot slots[]  = {
   {"a", GUD_FRAME, 0, "the guide"},
   {"b", GUD_EDGE, 0, "the faces that slide: node sets along them, lists of points, or points of one body"}};

/* The surface that is nearer to an edge at that place across */
static int face_of(const GuideParams *p, double across)
{
  if (isnan(p->lower) || isnan(p->upper)) return isnan(p->lower);
  return fabs(across - p->upper) < fabs(across - p->lower);
}

static int face(const GudForceType *self, void *params_, double across)
{
  (void)self;
  GuideParams *p = params_;
  int          k = face_of(p, across);
  p->face        = k ? FACE_UPPER : FACE_LOWER;
  return k;
}

static const char *fault(const GuideParams *p)
{
  if (isnan(p->lower) && isnan(p->upper)) return "a guide needs 'lower', 'upper' or both";
  if (p->upper < p->lower) return "'upper' is below 'lower'";
  if (p->shape != STRAIGHT) return "a guide with oil is straight: model dry serves the other shapes";
  if (!isnan(p->from) || !isnan(p->to))
    return "a guide with oil has no ends: 'from' and 'to' belong to model dry";
  if (p->model == GUIDE_MIXED && !(p->oil.sigma > 0))
    return "model mixed needs film.sigma, the combined rms roughness";
  return NULL;
}

static GudStatus setup(const GudForceType *self, void *params_, char *why)
{
  GuideParams *p   = params_;
  const char  *bad = fault(p);
  if (bad) {
    snprintf(why, WHY, "%s", bad);
    return GUD_FATAL;
  }
  int upper    = p->face == FACE_NEAREST ? isnan(p->lower) : p->face == FACE_UPPER;
  p->oil.lower = upper ? NAN : p->lower, p->oil.upper = upper ? p->upper : NAN;
  p->oil.profile = (GudTable){0}, p->oil.speed = 0;
  if (p->model != GUIDE_MIXED) p->oil.sigma = p->oil.modulus = NAN, p->oil.boundary = p->oil.wear[1] = 0;
  return gud_edge_setup_face(self, &p->oil, why);
}

static int compliant(const GudForceType *self, int choice)
{
  (void)self;
  return choice != GUIDE_DRY;
}

/* Of one face; of the other one nothing is known here: 0. */
static void output(const GudForceArgs *s, double *out)
{
  const GuideParams *p     = s->params;
  const Head        *o     = s->work;
  int                upper = p->face == FACE_UPPER;
  double             f[GUD_FACE_FIGURES];
  memset(out, 0, sizeof(double) * GUD_GUIDE_OUTPUTS);
  gud_edge_face_figures(s, f);
  out[GUD_GUIDE_NORMAL] = out[upper ? GUD_GUIDE_UPPER : GUD_GUIDE_LOWER] = f[GUD_FACE_NORMAL];
  out[GUD_GUIDE_FRICTION] = out[upper ? GUD_GUIDE_FRICTION_UPPER : GUD_GUIDE_FRICTION_LOWER] =
    f[GUD_FACE_FRICTION];
  out[GUD_GUIDE_FILM_MIN] = out[GUD_GUIDE_FILM_MIN_LOWER + upper] = f[GUD_FACE_MIN];
  out[GUD_GUIDE_FILM_PRESSURE] = out[GUD_GUIDE_FILM_PRESSURE_LOWER + upper] = f[GUD_FACE_PRESSURE];
  out[GUD_GUIDE_FILM_LOSS] = out[GUD_GUIDE_FILM_LOSS_LOWER + upper] = f[GUD_FACE_LOSS];
  out[GUD_GUIDE_FILM_FLOW] = f[GUD_FACE_FLOW], out[GUD_GUIDE_FILM_MOMENT] = f[GUD_FACE_MOMENT];
  out[GUD_GUIDE_ASPERITY_LOWER + upper]                       = f[GUD_FACE_ROUGH],
                                 out[GUD_GUIDE_ASPERITY_LOSS] = f[GUD_FACE_ROUGH + 2];
  out[GUD_GUIDE_LAMBDA] = f[GUD_FACE_ROUGH + 3], out[GUD_GUIDE_BELOW_1] = f[GUD_FACE_ROUGH + 4];
  out[GUD_GUIDE_BELOW_3] = f[GUD_FACE_ROUGH + 5];
  GudScalar r[2], v[2]; /* of the middle of the edge, seen from a */
  for (int i = 0; i < 2; i++) {
    int last = XB + p->oil.edge->num - 1;
    r[i]     = (s->x[XB][i] + s->x[last][i]) / 2 - s->x[XA][i],
    v[i]     = (s->v[XB][i] + s->v[last][i]) / 2 - s->v[XA][i];
  }
  out[GUD_GUIDE_ALONG] = gud_re(dot2(r, o->a.T)), out[GUD_GUIDE_ACROSS] = gud_re(dot2(r, o->a.N));
  out[GUD_GUIDE_V]     = gud_re(dot2(v, o->a.T) + o->a.w * dot2(o->a.N, r)),
  out[GUD_GUIDE_VY]    = gud_re(dot2(v, o->a.N) - o->a.w * dot2(o->a.T, r));
  out[GUD_GUIDE_DEPTH] = -f[GUD_FACE_MIN];
}

const GudForceType gud_oiled_guide = {
  .info         = {"guide", "surfaces with oil between them and the faces of a body", NULL, GUD_2D, params,
                   GUD_COUNT(params), sizeof(GuideParams)},
  .slots        = slots,
  .num_slots    = 2,
  .ledger       = GUD_LEDGER_FILM,
  .spread       = 1,
  .face         = face,
  .faces        = faces,
  .compliant    = compliant,
  .history_size = gud_edge_history_size,
  .num_outputs  = GUD_GUIDE_OUTPUTS,
  .outputs      = gud_guide_outputs,
  .attach       = gud_edge_attach_face,
  .setup        = setup,
  .start        = gud_edge_start,
  .ready        = gud_edge_ready,
  .size         = gud_edge_size,
  .evaluate     = gud_edge_evaluate,
  .residual     = gud_edge_residual,
  .tangent      = gud_edge_tangent,
  .accept       = gud_edge_accept,
  .output       = output,
  .film         = &gud_edge_face_film,
  .surface      = &gud_edge_surface_group,
  .symbol       = gud_guide_symbol,
  .curve        = gud_guide_curve,
};
