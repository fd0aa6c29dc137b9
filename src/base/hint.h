/* What a message offers in place of a name that is not known; gud_hint, the nearest name alone, is in base/diag.h. */
#ifndef GUD_BASE_HINT_H
#define GUD_BASE_HINT_H

/* Our name for what other programs, or other people, call `word` (base/synonyms.def), if it is in the list; else NULL. */
const char *gud_synonym(const char *word, const char *const *list, int n);

enum { GUD_OFFER_SIZE = 700 };
/* "; did you mean 'x'?" as gud_hint; where no word is near, the list as far as it fits, "; known here: a, b, c"; for an empty list
   "; there are none". Returns buf. */
const char *gud_offer(char buf[GUD_OFFER_SIZE], const char *word, const char *const *list, int n);

#endif
