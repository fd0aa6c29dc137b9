/* PVD collection: the list of VTU files over time that ParaView opens, as a context.

   The file on disk is complete and valid at every moment after gud_pvd_open(): each flush writes the whole
   list to `path.tmp` and renames it. A killed run loses at most the entries of its last second. Close a VTU
   before adding it, so that the list never names a file that is not there. Functions return 0 or an errno
   value; gud_pvd_error() gives the reason and names the file. */
#ifndef GUD_PVD_H
#define GUD_PVD_H

typedef struct GudPvd GudPvd;

int  gud_pvd_create(GudPvd **pvd);  /* *pvd = NULL and ENOMEM on failure */
void gud_pvd_destroy(GudPvd **pvd); /* writes nothing; NULL is fine */

/* A new, empty collection; replaces a file of that name at once. */
int gud_pvd_open(GudPvd *pvd, const char *path);
/* Continue the collection in `path`, which must be one of ours: entries later than `time` are dropped (from
   the file too, at once). The VTU files they named are left alone: the resumed run writes them again. */
int gud_pvd_resume(GudPvd *pvd, const char *path, double time);
/* One VTU. file: name relative to the folder of the PVD (so the results can be moved); an absolute one is
   refused. part: 0, 1, ... when several files make up one instant. Writes the file if the last time was more
   than 1 s ago. */
int gud_pvd_add(GudPvd *pvd, double time, int part, const char *file);
/* Write pending entries: now if force, else when the last write was more than 1 s ago.
   Cheap when there is nothing to do: call it every step. */
int gud_pvd_flush(GudPvd *pvd, int force);
int gud_pvd_close(GudPvd *pvd); /* forced flush; the context can be opened again */

int         gud_pvd_num_entries(const GudPvd *pvd);
const char *gud_pvd_error(const GudPvd *pvd);

#endif
