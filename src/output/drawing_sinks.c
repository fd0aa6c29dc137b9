/* Sinks that draw: ParaView frames (frames.c), envelopes over flexible bodies (envelope.c). */
#include "output/envelope.h"
#include "output/frames.h"
#include "output/sink.h"

#include <stdlib.h>

/* ---- frames ---- */

typedef struct {
  GudFrames *frames;
} Drawn;

static int draws(const GudSink *self, const GudSinkView *v)
{
  (void)self;
  return v->opt->vtk > 0;
}

static PetscErrorCode begin(Drawn *d, GudObserver *ob, double t)
{
  GudSinkView     v   = gud_observer_view(ob);
  GudFrameOptions opt = {v.opt->exaggerate, v.opt->bezier, !v.opt->shapes, v.opt->plain == GUD_HEADER_PLAIN};
  PetscFunctionBeginUser;
  PetscCall(GudFramesCreate(v.so->sys, v.folder, &opt, v.resume, t, &d->frames));
  gud_observer_set_frames(ob, d->frames);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode open_frames(const GudSink *self, void *own, GudObserver *ob)
{
  PetscFunctionBeginUser;
  (void)self;
  if (!gud_observer_view(ob).resume) PetscCall(begin(own, ob, 0)); /* else: when the last frame is known */
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode resume_frames(const GudSink *self, void *own, GudObserver *ob)
{
  PetscFunctionBeginUser;
  (void)self;
  PetscCall(begin(own, ob, gud_observer_last_frame(ob)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode frame(const GudSink *self, void *own, GudObserver *ob, const GudMoment *now)
{
  Drawn *d = own;
  PetscFunctionBeginUser;
  (void)self, (void)ob;
  now->at->p.t = now->t;
  PetscCall(GudFramesWrite(d->frames, now->at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode flush_frames(const GudSink *self, void *own)
{
  Drawn *d = own;
  PetscFunctionBeginUser;
  (void)self;
  if (d->frames) PetscCall(GudFramesFlush(d->frames));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int sync_frames(const GudSink *self, void *own)
{
  Drawn *d = own;
  (void)self;
  return d->frames ? gud_frames_sync(d->frames) : 0;
}

static PetscErrorCode close_frames(const GudSink *self, void *own, GudObserver *ob, int open)
{
  Drawn *d = own;
  PetscFunctionBeginUser;
  (void)self, (void)open;
  gud_observer_set_frames(ob, NULL);
  if (d->frames) PetscCall(GudFramesDestroy(&d->frames));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudSink gud_sink_frames = {.name     = "frames",
                                 .size     = sizeof(Drawn),
                                 .in_parts = 1,
                                 .wanted   = draws,
                                 .open     = open_frames,
                                 .resume   = resume_frames,
                                 .frame    = frame,
                                 .flush    = flush_frames,
                                 .sync     = sync_frames,
                                 .close    = close_frames};

/* ---- envelopes ---- */

typedef struct {
  GudEnvelope *envelope;
} Enveloped;

static int asked_for(const GudSink *self, const GudSinkView *v)
{
  (void)self;
  return v->opt->envelope.n > 0;
}

static void create_envelope(const GudSink *self, void *own, const GudSinkView *v)
{
  Enveloped *d = own;
  (void)self;
  d->envelope = gud_envelope_create(v->so->sys->model, &v->opt->envelope);
}

static void look(const GudSink *self, void *own, GudObserver *ob)
{
  Enveloped *d = own;
  (void)self;
  gud_envelope_look(d->envelope, gud_observer_view(ob).so->s->q);
}

static void archive_envelope(const GudSink *self, void *own, GudArchive *ar)
{
  Enveloped *d = own;
  (void)self;
  gud_envelope_archive(d->envelope, ar);
}

static PetscErrorCode close_envelope(const GudSink *self, void *own, GudObserver *ob, int open)
{
  GudSinkView v = gud_observer_view(ob);
  Enveloped  *d = own;
  PetscFunctionBeginUser;
  (void)self;
  if (open)
    PetscCall(GudEnvelopeWrite(d->envelope, v.folder, v.opt->precision, v.opt->plain == GUD_HEADER_PLAIN));
  gud_envelope_destroy(d->envelope);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudSink gud_sink_envelope = {.name    = "envelope",
                                   .size    = sizeof(Enveloped),
                                   .files   = {"envelope_*.csv", "envelope_*.vtu"},
                                   .wanted  = asked_for,
                                   .create  = create_envelope,
                                   .look    = look,
                                   .archive = archive_envelope,
                                   .close   = close_envelope};
