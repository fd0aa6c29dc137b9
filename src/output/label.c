/* Names of numbers: output/label.h. */
#include "output/label.h"

#include <stdio.h>

const char *gud_label(char buf[GUD_LABEL_SIZE], const char *name, const char *unit, int plain)
{
  if (plain) snprintf(buf, GUD_LABEL_SIZE, "%s", name);
  else snprintf(buf, GUD_LABEL_SIZE, "%.200s [%s]", name, unit);
  return buf;
}
