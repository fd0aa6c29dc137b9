/* Material laws for the strain integrator other than its own linear one (St. Venant-Kirchhoff), in the plane.

   Compressible neo-Hookean solid, C = F^T F = 1 + 2 E, J = det F, in three dimensions:
   (M1) psi = mu/2 (tr C - 3) - mu ln J + lam/2 (ln J)^2        per reference volume
   (M2) S = mu (1 - C^-1) + lam ln J C^-1
   In the plane, with E the 2 x 2 Green strain, d = det C = 1 + 2 tr E + 4 det E, and y = ln C33:
   (M3) ln J = 1/2 (ln d + y);  plane strain: y = 0;  plane stress, S33 = 0:  mu (e^y - 1) + lam/2 (y + ln d) = 0
        (Newton: the left side is convex in y; from the second step on it converges from above)
   (M4) S = [2 mu (E + 2 det E 1) + lam ln J (1 + 2 adj E)]/d             no differences of nearly equal numbers
   (M5) dS/dE = lam k C^-1 (x) C^-1 + 2 (mu - lam ln J) I,   I_ijkl = 1/2 (C^-1_ik C^-1_jl + C^-1_il C^-1_jk),
        k = d(2 ln J)/d(ln d) = 1 in plane strain, 2 mu e^y/(2 mu e^y + lam) in plane stress
   Small strains: Hooke's law with Lame's constants mu, lam. det F <= 0, or (M3) without a solution (possible for lam < 0
   and strong compression only): GUD_RETRY.
   verified by: battery, t223, tests/studies/plane.py */
#ifndef GUD_MATERIAL_H
#define GUD_MATERIAL_H

#include "strain.h"

enum { GUD_LAW_SVK, GUD_LAW_NEO_HOOKEAN };
#define GUD_LAW_WORDS "svk|neo_hookean"

/* Constants of both: Lame's constants in space, 1 for plane strain and 0 for plane stress. */
enum { GUD_LAW_MU, GUD_LAW_LAM, GUD_LAW_PLANE_STRAIN };

extern const GudLaw gud_laws[]; /* by index; NULL: the integrator's own */

/* What happens across the thickness for Green strains (11, 22, 2*12), for output: stretch of the thickness and S33. */
void gud_law_across(int law, const double *c, const double e[3], double *stretch, double *s33);

#endif
