/* LD_PRELOAD: from the GUD_STARVE_FROM-th request of at least GUD_STARVE_SIZE bytes on there is no memory. glibc only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
  *__libc_memalign(size_t, size_t);

static int refused(size_t size)
{
  static long count, from = -1, least;
  if (from < 0) {
    const char *n = getenv("GUD_STARVE_FROM"), *s = getenv("GUD_STARVE_SIZE");
    from = n ? atol(n) : 0, least = s ? atol(s) : 100000;
  }
  if (!from || size < (size_t)least) return 0;
  return __sync_add_and_fetch(&count, 1) >= from;
}

void *malloc(size_t size)
{
  if (!refused(size)) return __libc_malloc(size);
  errno = ENOMEM;
  return NULL;
}

void *calloc(size_t num, size_t size)
{
  if (!refused(num * size)) return __libc_calloc(num, size);
  errno = ENOMEM;
  return NULL;
}

void *realloc(void *old, size_t size)
{
  if (!refused(size)) return __libc_realloc(old, size);
  errno = ENOMEM;
  return NULL;
}

int posix_memalign(void **out, size_t align, size_t size)
{
  *out = refused(size) ? NULL : __libc_memalign(align, size);
  return *out ? 0 : ENOMEM;
}
