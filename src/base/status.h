/* What a kernel answers. Recoverable is positive, fatal negative (SUNDIALS' habit). */
#ifndef GUD_STATUS_H
#define GUD_STATUS_H

typedef enum {
  GUD_OK    = 0,
  GUD_RETRY = 1, /* impossible state (film thickness <= 0, inverted element): cut the step and try again */
  GUD_FATAL = -1 /* cannot be mended by a smaller step */
} GudStatus;

#endif
