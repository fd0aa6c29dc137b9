/* The list of analyses, from analyses.def. A second program (tests/extension) compiles this file with a longer list. */
#include "solve/analysis.h"

#define GUD_ANALYSIS(name, text) extern const GudAnalysis gud_analysis_##name;
#include "solve/analyses.def"
#ifdef GUD_EXTRA_ANALYSES
#include GUD_EXTRA_ANALYSES
#endif
#undef GUD_ANALYSIS

#define GUD_ANALYSIS(name, text) &gud_analysis_##name,
const GudAnalysis *const gud_analyses[] = {
#include "solve/analyses.def"
#ifdef GUD_EXTRA_ANALYSES
#include GUD_EXTRA_ANALYSES
#endif
  NULL};
#undef GUD_ANALYSIS

#define GUD_ANALYSIS(name, text) "|" #name
const char gud_analysis_names[] = ""
#include "solve/analyses.def"
#ifdef GUD_EXTRA_ANALYSES
#include GUD_EXTRA_ANALYSES
#endif
  ;
#undef GUD_ANALYSIS

#define GUD_ANALYSIS(name, text) "; " #name ": " text
const char gud_analysis_texts[] = ""
#include "solve/analyses.def"
#ifdef GUD_EXTRA_ANALYSES
#include GUD_EXTRA_ANALYSES
#endif
  ;
