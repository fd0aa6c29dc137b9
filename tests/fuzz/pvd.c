/* PVD collections on resume. */
#include "fuzz.h"

#include "output/pvd.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  GudPvd *pvd;
  if (gud_pvd_create(&pvd)) return 0;
  if (!gud_pvd_resume(pvd, fuzz_file("collection", data, size), 0.5)) {
    gud_pvd_add(pvd, 0.6, 0, "vtk/a.vtu");
    gud_pvd_close(pvd);
  }
  gud_pvd_destroy(&pvd);
  return 0;
}
