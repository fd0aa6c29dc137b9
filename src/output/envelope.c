/* Envelopes of fields: envelope.h. */
#include "output/envelope.h"

#include "output/checkpoint.h"
#include "output/corners.h"
#include "output/folder.h"
#include "output/label.h"
#include "output/vtk.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int        body;
  GudCorners at;
  double    *range; /* per node and field: max, min */
} Part;

struct GudEnvelope {
  const GudModel *m;
  Part           *parts;
  int             num_parts, seen;
};

static const GudElementType *type_of(const GudEnvelope *e, const Part *p)
{
  return e->m->bodies[p->body].type;
}

static int num_ranges(const GudEnvelope *e, const Part *p)
{
  return e->m->bodies[p->body].mesh->num_nodes * type_of(e, p)->num_fields;
}

GudEnvelope *gud_envelope_create(const GudModel *m, const GudStringList *bodies)
{
  GudEnvelope *e;
  if (!bodies->n) return NULL;
  e    = gud_alloc(sizeof *e);
  e->m = m;
  for (int i = 0; i < bodies->n; i++) {
    Part *p = GUD_GROW(e->parts, e->num_parts);
    p->body = gud_model_find_body(m, bodies->s[i]);
    gud_corners(m, p->body, &p->at);
    p->range = gud_alloc(sizeof(double) * 2 * (size_t)num_ranges(e, p));
    for (int k = 0; k < num_ranges(e, p); k++) p->range[2 * k] = -INFINITY, p->range[2 * k + 1] = INFINITY;
  }
  return e;
}

void gud_envelope_destroy(GudEnvelope *e)
{
  for (int i = 0; e && i < e->num_parts; i++) free(e->parts[i].range);
  if (e) free(e->parts), free(e);
}

void gud_envelope_look(GudEnvelope *e, const double *q)
{
  for (int i = 0; i < e->num_parts; i++) {
    const Part    *p  = &e->parts[i];
    const GudBody *b  = &e->m->bodies[p->body];
    int            nf = b->type->num_fields, cell = b->type->cell->num_nodes;
    for (int n = 0; n < b->num_elements; n++) {
      double out[GUD_MAX_CORNERS * GUD_MAX_ELEMENT_FIELDS];
      gud_corner_fields(e->m, b->element + n, q, &p->at, out);
      for (int k = 0; k < p->at.num; k++)
        for (int f = 0; f < nf; f++) {
          double *r = p->range + 2 * (nf * b->mesh->cells[cell * n + p->at.node[k]] + f), v = out[nf * k + f];
          r[0] = fmax(r[0], v), r[1] = fmin(r[1], v);
        }
    }
  }
  e->seen = 1;
}

void gud_envelope_archive(GudEnvelope *e, GudArchive *ar)
{
  gud_archive_int(ar, &e->seen, 0, 1, "a flag");
  for (int i = 0; i < e->num_parts; i++) /* infinite before the first look */
    gud_archive(ar, e->parts[i].range, sizeof(double) * 2 * (size_t)num_ranges(e, &e->parts[i]));
}

/* Column k: FIELD_max, FIELD_min, with its unit */
static const char *label_of(const GudElementType *t, int k, int plain, char label[GUD_LABEL_SIZE])
{
  char name[80];
  snprintf(name, sizeof name, "%.60s_%s", t->fields[k / 2].name, k % 2 ? "min" : "max");
  return gud_label(label, name, t->fields[k / 2].unit, plain);
}

static PetscErrorCode write_csv(const GudEnvelope *e, const Part *p, const char *path, int digits, int plain)
{
  const GudBody *b  = &e->m->bodies[p->body];
  int            nf = b->type->num_fields;
  FILE          *f  = fopen(path, "w");
  char           label[GUD_LABEL_SIZE];
  PetscFunctionBeginUser;
  PetscCheck(f, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "cannot write %s: %s", path, strerror(errno));
  fprintf(f, "node");
  for (int k = 0; k < 3; k++)
    fprintf(f, ",%s", gud_label(label, (const char *[]){"x", "y", "z"}[k], "m", plain));
  for (int k = 0; k < 2 * nf; k++) fprintf(f, ",%s", label_of(b->type, k, plain, label));
  for (int n = 0; n < b->mesh->num_nodes; n++) {
    double r[3];
    gud_body_to_space(e->m, p->body, b->mesh->x[n], r);
    fprintf(f, "\n%d,%.*g,%.*g,%.*g", n + 1, digits, r[0], digits, r[1], digits, r[2]);
    for (int k = 0; k < 2 * nf; k++) fprintf(f, ",%.*g", digits, p->range[2 * nf * n + k]);
  }
  fprintf(f, "\n");
  PetscCheck(!fclose(f), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "cannot write %s: %s", path, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_vtu(const GudEnvelope *e, const Part *p, const char *path, int plain)
{
  const GudBody *b  = &e->m->bodies[p->body];
  int            nf = b->type->num_fields, nn = b->mesh->num_nodes, cell = b->type->cell->num_nodes;
  double        *x = gud_alloc(sizeof(double) * 3 * (size_t)nn),
         *v        = gud_alloc(sizeof(double) * (size_t)(2 * nf * nn));
  int64_t *conn    = gud_alloc(sizeof *conn * (size_t)(cell * b->num_elements)),
          *offsets = gud_alloc(sizeof *offsets * (size_t)b->num_elements);
  uint8_t *types   = gud_alloc((size_t)b->num_elements);
  GudVtk  *vtk     = NULL;
  char     label[GUD_LABEL_SIZE];
  PetscFunctionBeginUser;
  for (int n = 0; n < nn; n++) gud_body_to_space(e->m, p->body, b->mesh->x[n], x + 3 * n);
  for (int n = 0; n < b->num_elements; n++) {
    offsets[n] = cell * (n + 1), types[n] = (uint8_t)b->type->cell->vtk;
    for (int k = 0; k < cell; k++) conn[cell * n + k] = b->mesh->cells[cell * n + k];
  }
  PetscCheck(!gud_vtk_create(&vtk), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  gud_vtk_open(vtk, path, nn, b->num_elements, 0);
  gud_vtk_points(vtk, GUD_VTK_FLOAT64, x);
  gud_vtk_cells(vtk, cell * b->num_elements, conn, offsets, types);
  for (int k = 0; k < 2 * nf; k++) {
    for (int n = 0; n < nn; n++) v[k * nn + n] = p->range[2 * nf * n + k];
    gud_vtk_point_field(vtk, label_of(b->type, k, plain, label), GUD_VTK_FLOAT64, 1, v + k * nn, NULL);
  }
  int bad = gud_vtk_close(vtk);
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_vtk_error(vtk));
  gud_vtk_destroy(&vtk);
  free(x), free(v), free(conn), free(offsets), free(types);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudEnvelopeWrite(const GudEnvelope *e, const char *folder, int digits, int plain)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < e->num_parts && e->seen; i++) {
    const Part *p = &e->parts[i];
    char        path[GUD_MAX_FOLDER + 200];
    snprintf(path, sizeof path, "%s/envelope_%.100s.csv", folder, e->m->bodies[p->body].name);
    PetscCall(write_csv(e, p, path, digits, plain));
    snprintf(path, sizeof path, "%s/envelope_%.100s.vtu", folder, e->m->bodies[p->body].name);
    PetscCall(write_vtu(e, p, path, plain));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void gud_envelope_check(const GudModel *m, const GudStringList *bodies, const GudNode *node, GudDiag *diag)
{
  const char *names[200];
  int         num = 0;
  for (int i = 1; i < m->num_bodies && num < GUD_COUNT(names); i++)
    if (m->bodies[i].mesh && m->bodies[i].type->field) names[num++] = m->bodies[i].name;
  for (int i = 0; i < bodies->n; i++) {
    const GudNode *at   = node->kind == GUD_NODE_SEQUENCE && i < node->num ? node->item[i] : node;
    int            body = gud_model_find_body(m, bodies->s[i]);
    char           hint[GUD_HINT_SIZE];
    if (body > 0 && m->bodies[body].mesh && m->bodies[body].type->field) continue;
    gud_diag_error(diag, at->mark, "output, 'envelope': '%.60s' is no flexible body with fields%s",
                   bodies->s[i], gud_hint(hint, bodies->s[i], names, num));
  }
}
