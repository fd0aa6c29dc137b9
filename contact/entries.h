/* The entries of a contact whose kernels take what `make(params, kind)` makes of the parameters: one set of functions for each
   kind, all of the same shape. `what` is the prefix of the kernels: what_residual(s, &x, f, rz) and so on. */
#ifndef GUD_ENTRIES_H
#define GUD_ENTRIES_H

#define GUD_ENTRIES(name, kind, Type, what)                                                \
  static int name##_layout(const void *params, int dim, int *differential)                 \
  {                                                                                        \
    Type x = make(params, kind);                                                           \
    (void)dim;                                                                             \
    return what##_layout(&x, differential);                                                \
  }                                                                                        \
  static void name##_start(const GudForceArgs *s, double *history, double *z)              \
  {                                                                                        \
    Type x = make(s->params, kind);                                                        \
    (void)z;                                                                               \
    what##_start(s, &x, history);                                                          \
  }                                                                                        \
  static GudStatus name##_residual(const GudForceArgs *s, GudScalar(*f)[3], GudScalar *rz) \
  {                                                                                        \
    Type x = make(s->params, kind);                                                        \
    return what##_residual(s, &x, f, rz);                                                  \
  }                                                                                        \
  static GudStatus name##_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)  \
  {                                                                                        \
    Type x = make(s->params, kind);                                                        \
    return what##_tangent(s, &x, c, K);                                                    \
  }                                                                                        \
  static GudScalar name##_energy(const GudForceArgs *s)                                    \
  {                                                                                        \
    Type x = make(s->params, kind);                                                        \
    return what##_energy(s, &x);                                                           \
  }                                                                                        \
  static void name##_power(const GudForceArgs *s, GudScalar *P)                            \
  {                                                                                        \
    Type x = make(s->params, kind);                                                        \
    what##_power(s, &x, P);                                                                \
  }                                                                                        \
  static void name##_events(const GudForceArgs *s, double *g)                              \
  {                                                                                        \
    Type x = make(s->params, kind);                                                        \
    what##_events(s, &x, g);                                                               \
  }                                                                                        \
  static void name##_accept(const GudForceArgs *s, int event, double *history)             \
  {                                                                                        \
    Type x = make(s->params, kind);                                                        \
    what##_accept(s, &x, event, history);                                                  \
  }                                                                                        \
  static int name##_hidden(const GudForceArgs *s, int i)                                   \
  {                                                                                        \
    Type x = make(s->params, kind);                                                        \
    return what##_hidden(s, &x, i);                                                        \
  }                                                                                        \
  static void name##_output(const GudForceArgs *s, double *out)                            \
  {                                                                                        \
    Type x = make(s->params, kind);                                                        \
    what##_output(s, &x, out);                                                             \
  }

#define GUD_ENTRY_MODES(name, kind, Type, what)                                                     \
  static int name##_modes(const GudForceArgs *s, GudStepMoment when, double *history, double *late) \
  {                                                                                                 \
    Type x = make(s->params, kind);                                                                 \
    return what##_modes(s, &x, when, history, late);                                                \
  }

#endif
