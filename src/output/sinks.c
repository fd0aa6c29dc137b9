/* The list of output sinks, from sinks.def. A second program (tests/extension) compiles this file with a longer list. */
#include "output/sink.h"

#define GUD_SINK(name) extern const GudSink gud_sink_##name;
#include "output/sinks.def"
#ifdef GUD_EXTRA_SINKS
#include GUD_EXTRA_SINKS
#endif
#undef GUD_SINK

#define GUD_SINK(name) &gud_sink_##name,
const GudSink *const gud_sinks[] = {
#include "output/sinks.def"
#ifdef GUD_EXTRA_SINKS
#include GUD_EXTRA_SINKS
#endif
  NULL};
