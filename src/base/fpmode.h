/* Subnormal numbers as zeros: far from a local load the coordinates of a long beam are some 1e-310, and arithmetic with them is a
   hundred times slower. The mode belongs to the thread; who changes it restores it. */
#ifndef GUD_FPMODE_H
#define GUD_FPMODE_H

#if defined(__SSE2__)

enum { GUD_FP_BITS = 0x8040 }; /* flush-to-zero of results, denormals-are-zero of operands */

/* Returns what gud_fp_restore needs. */
static inline unsigned gud_fp_flush(void)
{
  unsigned mode = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(mode | GUD_FP_BITS);
  return mode;
}

static inline void gud_fp_restore(unsigned mode)
{
  __builtin_ia32_ldmxcsr((__builtin_ia32_stmxcsr() & ~(unsigned)GUD_FP_BITS) |
                         (mode & GUD_FP_BITS)); /* exception flags stay */
}

#else /* no such mode known: numbers are the same but for the last 1e-308 */

static inline unsigned gud_fp_flush(void)
{
  return 0;
}

static inline void gud_fp_restore(unsigned mode)
{
  (void)mode;
}
#endif

#endif
