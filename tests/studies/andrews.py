#!/usr/bin/env python3
# label: study
"""Andrews' squeezing mechanism against the end values of the test set for initial value problems (16 digits), both methods, default and tight.

Version 0.1.0, of second order throughout, had 1.7e-4 at the default tolerance and 9.5e-8 at 1e-12, in 1.2 s."""
from common import Report, simulate, study

rep = Report("Andrews' squeezer")
TEXT = study("benchmarks/andrews.yaml")
BETA, THETA, GAMMA, PHI, DELTA = 15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.5244099658805304
OMEGA, EPSILON = 0.5347301163226948, 1.048080741042263
ANGLES = {"beta": BETA, "beta_theta": BETA + THETA, "gamma": GAMMA, "phi_delta": PHI + DELTA, "delta": DELTA,
          "omega_epsilon": OMEGA + EPSILON, "epsilon": EPSILON}
SPEEDS = {"beta_v": 1139.920302151208, "beta_theta_v": 1139.920302151208 - 1424.379294994111, "gamma_v": 11.03291221937134}

# tolerance, bound of the angles (rad), of the speeds and of energy: two to three times what was measured
BOUNDS = (("auto", "1e-8", 1e-7, 1.5e-7), ("radau", "1e-10", 1e-8, 3e-9), ("radau", "1e-12", 3e-9, 1e-9),
          ("generalized_alpha", "1e-8", 1e-3, 3e-4), ("generalized_alpha", "1e-10", 5e-5, 1.5e-5))

for method, tolerance, angle, speed in BOUNDS:
    run = simulate(TEXT, "%s_%s" % (method, tolerance), {"method": method, "tolerance": tolerance})
    case = "%s, tolerance %s (%.2f s)" % (method, tolerance, run.cpu)
    rep.below(case + ": angles (rad)", "test set", max(abs(run[n][-1] - x) for n, x in ANGLES.items()), angle)
    rep.below(case + ": speeds / largest", "test set", max(abs(run[n][-1] - x) for n, x in SPEEDS.items()) / SPEEDS["beta_v"], speed)
    rep.below(case + ": energy residue / work of the motor", "0", max(map(abs, run.energy["numerical"])) / 0.52, speed)
    rep.true(case + ": no warning", "warning" not in run.text, "no warning", run.text)
rep.done()
