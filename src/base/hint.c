#include "base/hint.h"

#include "base/diag.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define GUD_SYNONYM(other, ours) {other, ours},
static const char *const synonyms[][2] = {
#include "base/synonyms.def"
};
#undef GUD_SYNONYM

const char *gud_synonym(const char *word, const char *const *list, int n)
{
  for (int k = 0; word && k < (int)(sizeof synonyms / sizeof *synonyms); k++)
    for (int i = 0; i < n && !strcasecmp(word, synonyms[k][0]); i++)
      if (list[i] && !strcmp(list[i], synonyms[k][1])) return list[i];
  return NULL;
}

const char *gud_offer(char buf[GUD_OFFER_SIZE], const char *word, const char *const *list, int n)
{
  char hint[GUD_HINT_SIZE];
  int  len = snprintf(buf, GUD_OFFER_SIZE, "%s", gud_hint(hint, word, list, n)), num = 0;
  for (int i = 0; i < n && !hint[0]; i++) {
    if (!list[i]) continue;
    if (len + (int)strlen(list[i]) + (num ? 12 : 24) > GUD_OFFER_SIZE) {
      snprintf(buf + len, (size_t)(GUD_OFFER_SIZE - len), ", ...");
      break;
    }
    len += snprintf(buf + len, (size_t)(GUD_OFFER_SIZE - len), "%s %s",
                    num++ ? "," : "; known here:", list[i]);
  }
  if (!len) snprintf(buf, GUD_OFFER_SIZE, "; there are none");
  return buf;
}
