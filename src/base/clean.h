/* Text that came from outside (a model file, a results folder of someone else) before it goes to a terminal, run.log or
   a csv: control characters neither steer a terminal nor forge a line. */
#ifndef GUD_CLEAN_H
#define GUD_CLEAN_H

/* Length of the UTF-8 character at s (at most 4 bytes, no overlong forms checked), 0: none begins here. */
static inline int gud_utf8_length(const char *s)
{
  const unsigned char *u = (const unsigned char *)s;
  int n = u[0] < 0x80 ? 1 : u[0] < 0xc2 ? 0 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : u[0] < 0xf5 ? 4 : 0;
  for (int i = 1; i < n; i++)
    if ((u[i] & 0xc0) != 0x80) return 0;
  return n;
}

/* Is the character of n bytes at s a control: C0, DEL, C1, a line or paragraph separator, a change of direction? */
static inline int gud_is_control(const char *s, int n)
{
  const unsigned char *u = (const unsigned char *)s;
  if (n == 1) return u[0] < 0x20 || u[0] == 0x7f;
  if (n == 2) return u[0] == 0xc2 && u[1] < 0xa0;
  return n == 3 && u[0] == 0xe2 &&
         ((u[1] == 0x80 && u[2] >= 0xa8 && u[2] <= 0xae) || (u[1] == 0x81 && u[2] >= 0xa6 && u[2] <= 0xa9));
}

/* In place: controls become blanks, bytes that are no UTF-8 become '?'. Returns s. */
static inline char *gud_clean(char *s)
{
  for (char *c = s; *c;) {
    int n = gud_utf8_length(c);
    if (n == 0) *c++ = '?';
    else if (gud_is_control(c, n))
      for (; n > 0; n--) *c++ = ' ';
    else c += n;
  }
  return s;
}

/* Does a text hold a control character? */
static inline int gud_has_control(const char *s)
{
  while (*s) {
    int n = gud_utf8_length(s);
    if (n && gud_is_control(s, n)) return 1;
    s += n ? n : 1;
  }
  return 0;
}

#endif
