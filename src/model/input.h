/* From a model file to a frozen model. The sections that other folders own (analysis, output) are read through the
   tables that the caller passes in, so that all errors of a file come out in one go. */
#ifndef GUD_INPUT_H
#define GUD_INPUT_H

#include "model/model.h"
#include "text/read.h"

typedef struct {
  const char        *name; /* key at top level */
  const GudTypeInfo *info;
  void              *out; /* the table's struct */
} GudSection;

typedef struct {
  GudDoc   *doc;
  GudEnv   *env;
  GudDiag  *diag;
  GudReader reader;
  GudModel *model; /* owned; NULL when the file has errors */
} GudInput;

/* Always fills input->diag; model is NULL after errors. */
void gud_input_load(const char *path, const char *const *sets, int num_sets, const GudSection *sections,
                    GudInput *input);
/* The same of a document that is in input->doc and input->diag already (NULL: it had errors); the rest is filled in here. */
void gud_input_build(GudInput *input, const char *const *sets, int num_sets, const GudSection *sections);
void gud_input_free(GudInput *input);

/* `mesh:` of a body (input_mesh.c); NULL after an error. */
GudMesh *gud_read_mesh(GudReader *rd, const GudNode *entry, const GudElementType *type);

/* Parameters of a body's place and the places themselves, for help: bodies' common keys, and how a marker is written. */
extern const GudTypeInfo gud_body_info, gud_model_info;
extern const char *const gud_marker_help;
extern const GudParam    gud_frame_params[2]; /* `axis` and `reference` of forces whose places are frames */
extern const GudTypeInfo gud_mesh_types[];
extern const int         gud_num_mesh_types;

#endif
