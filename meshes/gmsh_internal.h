/* The contents of a Gmsh file, as they are: between the reader of its sections (gmsh.c) and the checks (gmsh_body.c). */
#ifndef GUD_GMSH_INTERNAL_H
#define GUD_GMSH_INTERNAL_H

#include "meshes/gmsh.h"

#include <stdint.h>

typedef struct {
  long long tag;
  double    x[3]; /* in units of the file */
  int       line;
} MshNode;

typedef struct {
  long long tag;
  int       type; /* Gmsh's number of the cell type */
  int       owner;
  int       line;
  int       first; /* its nodes: ref[first ...] */
} MshElement;

/* Whom an element belongs to, with the physical groups of that: format 2.2 a physical tag, 4.1 an entity. */
typedef struct {
  int       dim;
  long long tag;
  int       line;       /* of its first mention */
  int       declared;   /* 1: in $Entities; format 2.2: always */
  int       first, num; /* physical tags: physical[first ...] */
} MshOwner;

typedef struct {
  int       dim, line;
  long long tag;
  char     *name;
} MshGroup;

typedef struct {
  const char *file;
  GudDiag    *diag;
  int         version; /* 22 or 41 */
  int         has_entities;
  MshNode    *nodes;
  MshElement *elements;
  long long  *ref; /* node tags of all elements; resolve() turns them into indices */
  MshOwner   *owners;
  int        *owner_table; /* hash of (dim, tag): 1 + owner, 0: free */
  size_t      owner_slots; /* a power of two, at least twice the owners */
  long long  *physical;
  MshGroup   *groups;
  int         num_nodes, num_elements, num_ref, num_owners, num_physical, num_groups;
  int         nodes_line, elements_line; /* of the sections; 0: there is none */
  long        work;                      /* steps of all searches */
} Msh;

/* Place of a key in a table of 2^k slots. */
static inline size_t gud_msh_slot(uint64_t a, uint64_t b, size_t slots)
{
  uint64_t h = a * 0x9E3779B97F4A7C15u ^ b * 0xC2B2AE3D27D4EB4Fu;
  return (size_t)(h ^ h >> 31) & (slots - 1);
}

/* Cell types by Gmsh's numbers; num: nodes of a cell, 0: unknown type. */
typedef struct {
  int         dim, num;
  const char *name;
} MshType;
enum { MSH_LINE2 = 1, MSH_LINE3 = 8 };
const MshType *gud_msh_type(long long type);

/* gmsh_body.c */
int gud_msh_body(Msh *f, const GudGmsh *what, GudMesh *m);

#endif
