/* Coefficients of Radau IIA with three stages (Hairer and Wanner II, IV.5): nodes, matrix A, its inverse. */
#ifndef GUD_RADAU_COEFFICIENTS_H
#define GUD_RADAU_COEFFICIENTS_H

enum { GUD_RADAU_STAGES = 3 };

#define SQRT6 2.449489742783178098197
static const double gud_radau_c[GUD_RADAU_STAGES]                   = {(4 - SQRT6) / 10, (4 + SQRT6) / 10, 1};
static const double gud_radau_A[GUD_RADAU_STAGES][GUD_RADAU_STAGES] = {
  {(88 - 7 * SQRT6) / 360, (296 - 169 * SQRT6) / 1800, (-2 + 3 * SQRT6) / 225},
  {(296 + 169 * SQRT6) / 1800, (88 + 7 * SQRT6) / 360, (-2 - 3 * SQRT6) / 225},
  {(16 - SQRT6) / 36, (16 + SQRT6) / 36, 1.0 / 9}};
static const double gud_radau_A_1[GUD_RADAU_STAGES][GUD_RADAU_STAGES] = {
  {3.224744871391589049, 1.167840084690405495, -0.253197264742180826},
  {-3.567840084690405495, 0.775255128608410951, 1.053197264742180826},
  {5.531972647421808256, -7.531972647421808256, 5}};

#endif
