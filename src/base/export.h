/* Functions and tables of the shared library that programs may use; everything else is hidden. */
#ifndef GUD_EXPORT_H
#define GUD_EXPORT_H

#if defined(__GNUC__)
#define GUD_EXPORT __attribute__((visibility("default")))
#else
#define GUD_EXPORT
#endif

#endif
