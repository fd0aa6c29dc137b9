#!/usr/bin/env python3
# label: study
"""Rigid rotor on a short bearing: static eccentricity and attitude of Ocvirk's bearing, small motion by the textbook's stiffness and damping
(eight coefficients in closed form), and oil whirl above the threshold speed that follows from them, not below.

The coefficients are those of the books (Friswell, Penny, Garvey, Lees: Dynamics of Rotating Machines, section 5.5), with the load along
-y and the rotor turning counter-clockwise; here they are first compared with differences of the closed force, so that a typing error
in either is seen. The film's own derivatives against them: t406_rotor_coefficients.
It fails for a wrong factor of squeeze against wedge (the threshold moves), a wrong attitude angle, a film that brakes the rotor."""
from common import Report, simulate, study
from ocvirk_rotor import *
import math

rep = Report("rotor on a short bearing")
TEXT = study("benchmarks/rotor.yaml")


def go(name, **sets):
    return simulate(TEXT, name, {k: "%.17g" % v if isinstance(v, float) else str(v) for k, v in sets.items()})


# --- the closed forms among themselves ---------------------------------------------------------------------------------
for w in (300.0, 800.0):
    worst = 0.0
    for A, N in zip(dimensional(w), differences(w)):
        top = max(abs(v) for row in A for v in row)
        worst = max([worst] + [abs(a - n) / top for p, q in zip(A, N) for a, n in zip(p, q)])
    rep.below("coefficients at e/c = %.3f" % static(w)[0], "differences of the quadrature", worst, 1e-5)
threshold = bisect(lambda w: least_damped(w).real, 300.0, 1500.0)
rep.within("threshold w sqrt(c/g)", "2.4 ... 2.8 for light loads", threshold * math.sqrt(C / G), 2.4, 2.8)

# --- settling ----------------------------------------------------------------------------------------------------------
e, x, y = static(500.0)
run = go("settle", speed=500.0, end=0.4)
# what is left of the start decays with the least damped root
left = 10 * math.exp(least_damped(500.0).real * 0.4)
rep.below("static place of the journal, e/c = %.4f" % e, "Ocvirk", math.hypot(run["ecc_x"][-1] - x, run["ecc_y"][-1] - y) / C,
          1e-6 + left)
rep.below("force", "weight", abs(run["joint_force"][-1] / W - 1), 1e-6 + left)
rep.below("nothing brakes the rotor", "spin constant", max(abs(v / 500.0 - 1) for v in run["spin"]), 1e-4)
rep.below("least film thickness / c", "1 - e", abs(run["film_min"][-1] / C - (1 - e)), 1e-6 + left)

# --- small motion: the run against the linear equations with the book's coefficients --------------------------------------
small = 1e-3 * C
for w in (300.0, 500.0, 700.0, 900.0):
    e, x, y = static(w)
    K, D = dimensional(w)
    run = go("small%d" % w, speed=w, x=x + small, y=y, end=0.04, step="5e-6 s")
    n, h, worst = 20, 1e-4 / 20, 0.0

    def rate(s):
        return [s[2], s[3]] + [-(sum(K[i][j] * s[j] + D[i][j] * s[2 + j] for j in (0, 1))) / MASS for i in (0, 1)]
    s = [small, 0.0, 0.0, 0.0]
    for k in range(len(run.t)):
        worst = max(worst, math.hypot(run["ecc_x"][k] - x - s[0], run["ecc_y"][k] - y - s[1]) / small)
        for _ in range(n):  # Runge-Kutta of order 4
            k1 = rate(s)
            k2 = rate([a + h / 2 * b for a, b in zip(s, k1)])
            k3 = rate([a + h / 2 * b for a, b in zip(s, k2)])
            k4 = rate([a + h * b for a, b in zip(s, k3)])
            s = [a + h / 6 * (p + 2 * q + 2 * r + z) for a, p, q, r, z in zip(s, k1, k2, k3, k4)]
    # the film is not linear: a thousandth of c leaves less than that, which grows with time at 900 rad/s
    rep.below("small motion over 0.04 s at %d rad/s (e/c = %.3f), of its start" % (w, e), "8 coefficients of the book", worst, 3e-3)

# --- whirl -------------------------------------------------------------------------------------------------------------
SAMPLE = 5e-5
for factor in (0.95, 1.05, 1.25):
    w = factor * threshold
    e, x, y = static(w)
    z = least_damped(w)
    run = go("whirl%g" % factor, speed=w, x=x + 0.01 * C, y=y, end=0.25, sample="%g s" % SAMPLE)
    away = [math.hypot(a - x, b - y) / C for a, b in zip(run["ecc_x"], run["ecc_y"])]
    turn = round(2 * math.pi / z.imag / SAMPLE)
    first, late = max(away[turn:2 * turn]), max(away[-turn:])  # amplitude over one turn of the whirl
    growth = math.log(late / first) / (SAMPLE * (len(away) - 1 - 2 * turn))
    print("| %.2f of the threshold (%.1f rad/s): root %.3f %+.2f i, amplitude / c %.4f -> %.4f, whirl %s |"
          % (factor, threshold, z.real, z.imag, first, late, "grows" if late > first else "dies out"))
    if factor < 1:
        rep.below("no whirl at %.2f of the threshold: amplitude after 0.25 s, of the first" % factor, "dies out", late / first, 0.2)
    if factor < 1.1:  # near the threshold it is still small
        rep.within("growth of the whirl at %.2f of the threshold / real part of the root" % factor, "1", growth / z.real, 0.85, 1.15)
        continue
    rep.within("whirl at %.2f of the threshold: distance from the static place / c" % factor, "large", late, 0.3, 2)
    mean = sum(run["ecc_x"][-2000:]) / 2000
    up = [k for k in range(len(away) - 2000, len(away) - 1) if run["ecc_x"][k] < mean <= run["ecc_x"][k + 1]]
    rep.within("its frequency / speed", "about one half", (len(up) - 1) / (run.t[up[-1]] - run.t[up[0]]) * 2 * math.pi / w, 0.45, 0.55)
    rep.within("the journal stays in the bearing: largest e/c", "below 1",
               max(math.hypot(a, b) for a, b in zip(run["ecc_x"], run["ecc_y"])) / C, 0.3, 0.999)
rep.done()
