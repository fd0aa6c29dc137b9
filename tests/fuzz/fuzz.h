/* Fuzz targets: LLVMFuzzerTestOneInput of libFuzzer (preset fuzz, clang), or run over files by standalone.c (all presets).
   Each reads its input as a file of its own, made in memory. */
#ifndef GUD_FUZZ_H
#define GUD_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A folder of this process, in memory where there is one. */
static inline const char *fuzz_folder(void)
{
  static char path[800];
  if (!path[0]) {
    const char *out = getenv("GUD_OUT");
    snprintf(path, sizeof path, "%s/fuzz_%ld",
             out                        ? out
             : access("/dev/shm", W_OK) ? "/tmp"
                                        : "/dev/shm",
             (long)getpid());
    if (mkdir(path, 0777)) abort();
  }
  return path;
}

/* FOLDER/name with these bytes; returns its path. */
static inline const char *fuzz_file(const char *name, const void *data, size_t size)
{
  static char path[900];
  snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
  FILE *f = fopen(path, "wb");
  if (!f || (size && fwrite(data, 1, size, f) != size) || fclose(f)) abort();
  return path;
}

/* Messages of the program are no findings; those of libFuzzer and of the sanitizers stay. */
static inline void fuzz_silence(void)
{
  static FILE *nowhere;
  if (!nowhere) nowhere = fopen("/dev/null", "w");
  if (nowhere) stderr = stdout = nowhere; /* variables in glibc and musl */
}

#endif
