/* FNV-1a sums, 64 bits: they show whether bytes have changed by accident. */
#ifndef GUD_SUM_H
#define GUD_SUM_H

#include <stddef.h>

#define GUD_SUM_START 1469598103934665603ull

static inline unsigned long long gud_sum_add(unsigned long long sum, const void *data, size_t size)
{
  const unsigned char *byte = data;
  for (size_t i = 0; i < size; i++) sum = (sum ^ byte[i]) * 1099511628211ull;
  return sum;
}

#endif
