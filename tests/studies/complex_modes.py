#!/usr/bin/env python3
# label: study
"""Complex eigenvalues (`eigenvalues: complex`) and steady rotation (`start: steady`) against closed forms.

- damped oscillator: s = -c/2m +- i sqrt(k/m - (c/2m)^2);
- rigid disc on springs, spinning: It th'' - i Ip w th' + K th = 0 for the tilt th = a + i b: w1,2 = (Ip w +- sqrt(Ip^2 w^2 + 4 It K))/2 It
  (forward and backward precession); with dampers the roots of It s^2 + (D - i Ip w) s + K;
- round shaft, simply supported, spinning: Timoshenko's beam with the gyroscopic term, rho I (omega^2 - 2 w omega) in place of rho I omega^2;
  the shaft is also stretched across by the rotation, strains of rho w^2 r^2/E = 1e-5, and has 16 elements of order 4 (8: errors of 5e-5 and 8e-4, mode 1 and 2);
- rotor on Ocvirk's film: place and eigenvalues of the eight coefficients of the books (tests/studies/rotor.py), threshold of whirl;
- point mass on springs in a rotating frame (Foucault): omega = sqrt(k/m) +- w.
It fails without 2 M W, with one of the two M W terms missing, with C W of wrong sign."""
import cmath
import math
import os
from common import *
import ocvirk_rotor as rotor

rep = Report("complex modes")


def run(name, **sets):
    got = simulate(model("complex_modes.yaml"), name, sets)
    got.modes = read_csv(os.path.join(got.folder, "modes.csv"))
    got.s = sorted((complex(g, w) for g, w in zip(got.modes["growth"], got.modes["omega"])), key=abs)
    return got


def apart(got, exact):
    """Largest distance of an exact eigenvalue from the next one found, relative."""
    return max(min(abs(s - e) for s in got) / abs(e) for e in exact)


def upper(roots):
    """Those of a real system come in pairs: with omega > 0."""
    return [complex(r.real, abs(r.imag)) for r in roots]


def oscillator():
    got = run("oscillator", what="oscillator")
    rep.below("damped oscillator", "closed form", apart(got.s, [complex(-4, math.sqrt(400 - 16))]), 1e-12)
    rep.below("damped oscillator: damping ratio", "0.2", abs(got.modes["damping_ratio"][0] - 0.2), 1e-12)


def disc():
    It, Ip, K, m = 0.1, 0.15, 2e6 * 0.04, 10.0
    for w in (0.0, 500.0, 2000.0):
        for c in (0.0, 200.0):
            got, D = run("disc_%g_%g" % (w, c), what="disc", speed=w, damping=c), 2 * c * 0.04
            b = complex(D, -Ip * w)
            root = cmath.sqrt(b * b - 4 * It * K)
            exact = upper([(-b + root) / (2 * It), (-b - root) / (2 * It)])
            exact.append(complex(-c / m, math.sqrt(2e6 / m - (c / m) ** 2)))
            rep.below("disc, %g rad/s, dampers %g: eigenvalues" % (w, c), "closed form", apart(got.s, exact), 1e-10)
            rep.true("disc, %g rad/s, dampers %g: 2 rigid-body modes, 6 in all" % (w, c),
                     [sum(1 for s in got.s if s == 0), len(got.s)] == [2, 6], "2, 6", got.s)
    rep.true("disc, unequal moments of inertia across its axis: refused",
             "not a body of revolution" in simulate(model("complex_modes.yaml"), "unequal", {"what": "disc", "Ix": 0.11, "start": "as_given"}, expect=3).text,
             "a message", "none")
    rep.true("disc, bearing beside its axis: refused",
             "does not last" in simulate(model("complex_modes.yaml"), "beside", {"what": "disc", "beside": 1e-3, "start": "as_given"}, expect=3).text,
             "a message", "none")


def shaft():
    E, nu, rho, r = 200e9, 0.3, 7800.0, 0.025
    A, I = math.pi * r * r, math.pi * r ** 4 / 4
    kGA = 6 * (1 + nu) / (7 + 6 * nu) * 0.5 * E / (1 + nu) * A

    def exact(n, w, sign):
        """w ~ sin(n pi x), psi ~ cos(n pi x): the lowest root of a 2 x 2 determinant"""
        b = n * math.pi

        def f(om):
            x = rho * I * (om * om - 2 * w * om * sign)
            # [rho A om^2 - kGA b^2, kGA b; kGA b, x - E I b^2 - kGA] of (w, psi) ~ (sin, cos)
            return (rho * A * om * om - kGA * b * b) * (x - E * I * b * b - kGA) - (kGA * b) ** 2
        lo, hi = 0.0, math.sqrt(E * I / (rho * A)) * b * b * 1.2
        for _ in range(200):
            mid = 0.5 * (lo + hi)
            lo, hi = (mid, hi) if f(mid) * f(lo) > 0 else (lo, mid)
        return 0.5 * (lo + hi)
    for w in (500.0, 2000.0):
        got = run("shaft_%g" % w, what="shaft", speed=w, n=16)
        for n in (1, 2):
            both = [exact(n, w, 1), exact(n, w, -1)]
            rep.below("shaft, %g rad/s, mode %d: forward and backward" % (w, n), "Timoshenko with gyroscopic term",
                      apart(got.s, [1j * x for x in both]), 2e-4)
            near = sorted(got.s, key=lambda s: abs(abs(s) - sum(both) / 2))[:2]
            rep.below("shaft, %g rad/s, mode %d: their difference" % (w, n), "the same",
                      abs(abs(abs(near[0]) - abs(near[1])) / (both[0] - both[1]) - 1), 5e-3)
        rep.below("shaft, %g rad/s: growth of an undamped shaft" % w, "0", max(abs(s.real) / abs(s) for s in got.s if s), 1e-8)


def film():
    for w in (300.0, 500.0, 900.0):
        got = run("rotor_%g" % w, what="rotor", speed=w)
        rep.below("rotor on a film, %g rad/s: eigenvalues" % w, "eight coefficients of the books", apart(got.s, upper(rotor.roots(*rotor.dimensional(w)))), 1e-5)
    threshold = rotor.bisect(lambda w: rotor.least_damped(w).real, 300.0, 1500.0)
    lo, hi = 790.0, 820.0
    for k in range(9):
        mid = 0.5 * (lo + hi)
        growth = max(s.real for s in run("threshold", what="rotor", speed=mid).s if 300 < s.imag < 600)
        lo, hi = (mid, hi) if growth < 0 else (lo, mid)
    rep.below("rotor on a film: threshold of whirl, %.2f rad/s" % threshold, "eight coefficients of the books", abs(lo / threshold - 1), 1e-4)


def foucault():
    text = ("bodies:\n  p: {type: point_mass, mass: 1 kg}\nrotation: {speed: 3 rad/s, axis: [0, 0, 1]}\nforces:\n" + "".join(
        "  s%d: {type: spring, a: {body: ground, at: %s}, b: p, stiffness: 50 N/m}\n" % (k, at)
        for k, at in enumerate(("[1, 0, 0]", "[-1, 0, 0]", "[0, 1, 0]", "[0, -1, 0]", "[0, 0, 1]"))) +
        "analysis: {type: modes, eigenvalues: complex}\noutput: {vtk: 0}\n")
    got = simulate(text, "foucault")
    omega = read_csv(os.path.join(got.folder, "modes.csv"))["omega"]
    rep.below("point mass on springs in a rotating frame", "sqrt(k/m) +- w", max(min(abs(x - e) for x in omega) for e in (7, 13)), 1e-9)


oscillator()
disc()
shaft()
film()
foucault()
rep.done()
