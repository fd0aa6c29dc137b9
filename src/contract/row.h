/* Constraint rows: every joint, driver and internal constraint is a list of these.

   (R1)  phi = U . V - g        U = sum_i alpha_i m_i,  V = sum_j beta_j m_j   (or V = constant axis of space)

   with marker vectors m and coefficients that are constant, or functions of time for an angle driver. It follows
   (R2)  d phi/d m_i = alpha_i V + beta_i U
   (R3)  d2 phi/d m_i d m_j = (alpha_i beta_j + alpha_j beta_i) 1        a multiple of the unit matrix
   (R4)  phi_t = U_t . V + U . V_t - g'
   (R5)  phi'' with m'' = 0:  U0''.V + 2 U'.V' + U.V0'' - g''             (right-hand side of the acceleration level)

   The kinds are only shorthands for choosing alpha, beta and g:
     POINT   component `axis` of (u0 - u1)               coincidence, linear; axis in space
     DOT     (u0 [- u1]) . (v0 [- v1]) - g               right angle, distance, unit length, point on a line
     TURN    u0 . (-sin f v0 + cos f v1)                 angle driver: u0 has turned by f from v0 towards v1
     SHIFT   (u0 - u1) . v0 - g - f(t)                   displacement driver
     PAIR    u0 . v0 - u1 . v1                           two products: u0, u1 follow v1, v0 in the mean of both
     ROLL    u0 . (-sin f v0 + cos f v1),  f = k psi     as TURN, but the angle is an unknown psi times a factor k
     SLIDE   (u0 - u1) . v0 - g - k psi                  as SHIFT, likewise
   ROLL and SLIDE come in pairs with the same psi: couplers (model/coupler.c). Further derivatives, V_f = -cos f v0 - sin f v1:
   (R6)  ROLL:  d phi/d psi = k U . V_f,    d2 phi/d psi d U = k V_f,   d2/d psi d v0 = -k cos f U,   d2/d psi d v1 = -k sin f U,
                d2 phi/d psi2 = -k^2 U . V;   in (R5) f' = k psi', f'' = 0.     SLIDE:  d phi/d psi = -k, nothing else   */
#ifndef GUD_ROW_H
#define GUD_ROW_H

typedef enum {
  GUD_ROW_POINT,
  GUD_ROW_DOT,
  GUD_ROW_TURN,
  GUD_ROW_SHIFT,
  GUD_ROW_PAIR,
  GUD_ROW_ROLL,
  GUD_ROW_SLIDE
} GudRowKind;

/* Where the right-hand side g of a DOT row comes from. */
typedef enum {
  GUD_RHS_ZERO,
  GUD_RHS_START,    /* value of U.V in the start configuration as drawn in the file */
  GUD_RHS_UNIT,     /* 1 */
  GUD_RHS_DISTANCE2 /* square of the joint's `distance` parameter */
} GudRhs;

/* Indices are marker vectors of the joint: slot a: 0..3 = position, e1, e2, e3; slot b: 4..7. -1 = none. */
typedef struct {
  GudRowKind kind;
  int        u0, u1;
  int        v0, v1;
  int        axis; /* POINT: 0, 1, 2 */
  GudRhs     rhs;
} GudRow;

#endif
