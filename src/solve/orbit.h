/* What is known of a periodic motion, for people and tables: its period and Floquet multipliers (found by src/periodic.c). */
#ifndef GUD_ORBIT_H
#define GUD_ORBIT_H

/* Stable, or what the largest unstable multiplier says: (PE6) */
typedef enum { GUD_ORBIT_STABLE, GUD_ORBIT_FOLD, GUD_ORBIT_FLIP, GUD_ORBIT_TORUS } GudOrbitKind;

typedef struct GudOrbit {
  double       period, closure; /* s; (PE4) */
  double      *re, *im;         /* multipliers, by falling size */
  int          n;               /* how many */
  int          by_map;          /* 1: found by settle.c, without derivatives: the multipliers are unknown */
  int          trivial;         /* number of the one that belongs to the motion along the orbit; -1: none */
  int          num_unstable;
  GudOrbitKind kind;
  int          iterations; /* of Newton */
  int          simulated;  /* periods before it, or by_map: all of them, */
  long         steps;      /* in so many steps */
  int          num_events; /* in one period */
} GudOrbit;

/* With room for n multipliers; a copy, of size `from->n`. */
GudOrbit *gud_orbit_create(int n);
GudOrbit *gud_orbit_copy(const GudOrbit *from);
void      gud_orbit_free(GudOrbit *orbit); /* may be NULL */
/* Fills in what follows from the multipliers, n of them, sorted; free_period: one of them, the nearest to 1, is trivial. */
void gud_orbit_judge(GudOrbit *orbit, int n, int free_period);
/* Largest modulus but that of the trivial multiplier; its number in *which (NULL: not wanted), -1: there is none. */
double gud_orbit_largest(const GudOrbit *orbit, int *which);
/* "stable", "unstable: ..."; what one multiplier means. */
const char *gud_orbit_words(const GudOrbit *orbit);
const char *gud_multiplier_words(const GudOrbit *orbit, int k);

#endif
