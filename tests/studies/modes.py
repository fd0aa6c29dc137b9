#!/usr/bin/env python3
# label: study
"""Natural frequencies and modes against closed forms.

Timoshenko's beam, from w' = psi + V/(k G A), psi' = M/(E I), M' = -V - rho I omega^2 psi, V' = -rho A omega^2 w:
omega is a root of a 2 x 2 minor of exp(L S), S the matrix of that system; which minor depends on the ends. Slender
beams give Euler-Bernoulli's. Double pendulum: M2 phi = omega^2 K2 phi for the two angles. Tolerances: discretisation
errors fall with the order stated in the element's header; extrapolated values hold to the remaining error."""
import math
import os
import subprocess
from common import *

E, NU, RHO = 200e9, 0.3, 7800.0


class Section:
    def __init__(self, b, h, nu=NU):
        self.A, self.I = b * h, b * h ** 3 / 12
        self.kGA = 10 * (1 + nu) / (12 + 11 * nu) * 0.5 * E / (1 + nu) * self.A       # Cowper, rectangle


def expm(S):
    n, m = len(S), 0
    size = max(sum(abs(x) for x in row) for row in S)
    while size > 0.25:
        size, m = size / 2, m + 1
    S = [[x / 2 ** m for x in row] for row in S]
    mul = lambda a, b: [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
    out = [[float(i == j) for j in range(n)] for i in range(n)]
    term = [row[:] for row in out]
    for k in range(1, 20):
        term = [[x / k for x in row] for row in mul(term, S)]
        out = [[a + b for a, b in zip(r, s)] for r, s in zip(out, term)]
    for _ in range(m):
        out = mul(out, out)
    return out


def timoshenko(sec, L, free_left, zero_right, num):
    """The first roots omega. free_left: state variables (w, psi, M, V) that are free at x = 0; zero_right: those that
    vanish at x = L. Lengths, moments and forces are made dimensionless: the minors would be of no size otherwise."""
    EI, w1 = E * sec.I, math.sqrt(E * sec.I / (RHO * sec.A)) / L ** 2

    def minor(x):
        om2 = (x * w1) ** 2
        S = [[0, 1, 0, EI / (sec.kGA * L * L)],
             [0, 0, 1, 0],
             [0, -RHO * sec.I * om2 * L * L / EI, 0, -1],
             [-RHO * sec.A * om2 * L ** 4 / EI, 0, 0, 0]]
        X = expm(S)
        (a, b), (c, d) = [[X[i][j] for j in free_left] for i in zero_right]
        return a * d - b * c
    roots, x, f = [], 0.05, minor(0.05)
    while len(roots) < num:
        y, step = x * 1.02 + 0.05, None
        g = minor(y)
        if f * g < 0:
            lo, hi, flo = x, y, f
            for _ in range(80):
                mid = 0.5 * (lo + hi)
                fm = minor(mid)
                if flo * fm <= 0:
                    hi = mid
                else:
                    lo, flo = mid, fm
            roots.append(0.5 * (lo + hi) * w1)
        x, f = y, g
    return roots


CLAMPED, PINNED, FREE = ((2, 3), (2, 3)), ((1, 3), (0, 2)), ((0, 1), (2, 3))


def modes(name, text, sets=None, **more):
    run = simulate(text, name, sets, **more)
    run.modes = read_csv(os.path.join(run.folder, "modes.csv"))
    return run


def nearest(run, omega):
    return min(run.modes["omega"], key=lambda x: abs(x - omega))


def richardson(values, p):
    return values[-1] + (values[-1] - values[-2]) / (2 ** p - 1)


def beams(rep):
    text, L, h = model("modes_beam.yaml"), 1.0, 0.05
    sec = Section(1.6 * h, h)
    first = 1.8751040687119611 ** 2 * math.sqrt(E * Section(1, 1e-3).I / (RHO * 1e-3))
    rep.below("oracle: Timoshenko of a slender beam", "Euler-Bernoulli",
              abs(timoshenko(Section(1.6e-3, 1e-3), 1.0, *CLAMPED, 1)[0] / first - 1), 1e-5, quiet=True)
    for ends, how, num in (("clamped", CLAMPED, 3), ("pinned", PINNED, 3), ("free", FREE, 2)):
        exact = timoshenko(sec, L, *how, num)
        runs = [modes("beam_%s_%d" % (ends, n), text, {"ends": ends, "n": n, "h": h, "num": 14},
                      edits=() if n == 8 else [("analysis:", "output: {vtk: 0}\nanalysis:")]) for n in (8, 16, 32)]
        for k, om in enumerate(exact):
            got = [nearest(r, om) for r in runs]
            errors = [abs(g / om - 1) for g in got]
            rep.within("%s beam, mode %d: order" % (ends, k + 1), "2 (header of ancf_beam3d)",
                       order(errors, [4, 2, 1])[-1], 1.9, 2.1)
            rep.below("%s beam, mode %d, extrapolated from 16 and 32 elements" % (ends, k + 1), "Timoshenko",
                      abs(richardson(got, 2) / om - 1), 1e-5 * (k + 1) ** 4)
        rigid = [sum(1 for x in r.modes["frequency"] if x == 0) for r in runs]
        rep.true("%s beam: rigid-body modes" % ends, rigid == [6 if ends == "free" else 0] * 3,
                 "6 if free, else none", rigid)
        rep.below("%s beam: residual of the eigenproblem" % ends, "0", max(max(r.modes["residual"]) for r in runs), 1e-12)
        rep.true("%s beam: files for ParaView" % ends,
                 os.path.exists(os.path.join(runs[0].folder, "modes.pvd"))
                 and os.path.exists(os.path.join(runs[0].folder, "vtk", "mode_0014.vtu")), "modes.pvd, 14 VTU", "missing")
    # modal mass of a slender simply supported beam: shape sin(pi x/L), half the mass (rotary inertia: pi^2 h^2/12 of it)
    run = modes("beam_mass", text, {"ends": "pinned", "n": 32, "h": 0.01})
    rep.below("pinned beam, mode 1: modal mass", "half the mass",
              abs(run.modes["modal_mass"][0] / (0.5 * RHO * 1.6e-4) - 1), 1e-3)


def tension(rep):
    """omega^2 = (E I b^4 + T b^2)/(rho A), b = n pi/L. Corrections: strain 1e-4, shear and rotary inertia 2.6 (b h)^2/12."""
    text, h, n = model("modes_beam.yaml"), 5e-3, 32
    sec = Section(1.6 * h, h)
    T = 1e-4 * E * sec.A
    run = modes("tension", text, {"ends": "pinned", "n": n, "h": h, "tension": T, "num": 12})
    for k in (1, 2, 3):
        b = k * math.pi
        om2 = (E * sec.I * b ** 4 + T * b * b) / (RHO * sec.A)
        rep.below("beam in tension, mode %d" % k, "tensioned Euler-Bernoulli beam",
                  abs(nearest(run, math.sqrt(om2)) / math.sqrt(om2) - 1), 2e-4 + k * k * math.pi ** 2 / 24 / n ** 2)
    P = 1.2 * E * sec.I * math.pi ** 2
    run = modes("buckled", text, {"ends": "pinned", "n": n, "h": h, "tension": -P})
    rate = math.sqrt((P - E * sec.I * math.pi ** 2) * math.pi ** 2 / (RHO * sec.A))
    rep.true("beam above Euler's load: unstable modes", sum(1 for x in run.modes["growth"] if x > 0) == 1, "1",
             run.modes["growth"])
    rep.below("beam above Euler's load: rate of growth", "closed form", abs(max(run.modes["growth"]) / rate - 1), 5e-3)
    rep.true("beam above Euler's load: says so", "UNSTABLE" in run.text, "UNSTABLE", run.text[-800:])


def beck(rep):
    """Beck's column: a follower force has no potential; two frequencies meet at P = 20.051 E I/L^2, then flutter."""
    text, h = model("modes_beam.yaml"), 5e-3
    unit = E * Section(1.6 * h, h).I
    below, above = [modes("beck_%s" % p, text, {"n": 24, "h": h, "follower": p * unit}) for p in (19.8, 20.3)]
    rep.true("Beck's column at 19.8 E I/L^2: stable", max(below.modes["growth"]) == 0, "no growth", below.modes["growth"])
    rep.true("Beck's column at 20.3 E I/L^2: flutter",
             sum(1 for g, w in zip(above.modes["growth"], above.modes["omega"]) if g > 0 and w > 0) == 2, "a complex pair",
             [above.modes["growth"], above.modes["omega"]])
    rep.below("Beck's column at 20.3 E I/L^2: frequency", "11.02 sqrt(E I/(rho A))/L^2 at the critical load",
              abs(max(w for g, w in zip(above.modes["growth"], above.modes["omega"]) if g > 0)
                  / (11.016 * math.sqrt(unit / (RHO * 1.6 * h * h))) - 1), 0.02)


def plates(rep):
    text, L, h = model("modes_plate.yaml"), 1.0, 0.05
    exact = timoshenko(Section(0.01, h, nu=0), L, *CLAMPED, 2)
    for kind in ("quad8", "quad9"):
        runs = [modes("plate_%s_%d" % (kind, nx), text, {"type": kind, "nx": nx}) for nx in (10, 20, 40)]
        for k, om in enumerate(exact):
            # what is left is beam theory's own error, (h/L)^2 (measured: a quarter of it at half the height), with the
            # clamp holding the section plane
            rep.below("clamped strip of %s, 40 x 2 cells, mode %d" % (kind, k + 1), "Timoshenko",
                      abs(nearest(runs[-1], om) / om - 1), (4e-5, 3e-4)[k])
            got = [nearest(r, om) for r in runs]
            rep.within("clamped strip of %s, mode %d: order" % (kind, k + 1), "about 4 = 2 p",
                       math.log(abs((got[0] - got[1]) / (got[1] - got[2]))) / math.log(2), 2.5, 4.5)
        axial = 0.5 * math.pi * math.sqrt(E / RHO)
        rep.below("clamped strip of %s, first axial mode" % kind, "bar", abs(nearest(runs[-1], axial) / axial - 1), 1e-3)


def pendulum(rep):
    l1, l2, m1, m2, I1, I2, g = 0.5, 0.7, 1.0, 2.0, 0.02, 0.05, 9.81
    a, b, c = m1 * l1 ** 2 / 4 + I1 + m2 * l1 ** 2, m2 * l1 * l2 / 2, m2 * l2 ** 2 / 4 + I2
    k1, k2 = (m1 / 2 + m2) * l1 * g, m2 * l2 / 2 * g
    half, det = 0.5 * (k1 * c + k2 * a), (a * c - b * b)
    om2 = [(half - s * math.sqrt(half ** 2 - det * k1 * k2)) / det for s in (1, -1)]
    text = model("modes_double_pendulum.yaml")
    run = modes("pendulum", text)
    # equilibrium to 1e-11 of the size (statics), curvature of the potential: relative error of the same size
    for k in (0, 1):
        rep.below("double pendulum about its equilibrium, mode %d" % (k + 1), "closed form",
                  abs(run.modes["omega"][k] / math.sqrt(om2[k]) - 1), 1e-9)
    rep.below("double pendulum: hangs straight", "0", abs(run["lower_x"][0]), 1e-9)
    rep.true("double pendulum: all modes", "no other modes" in run.text and len(run.modes["omega"]) == 2, "2 modes", run.text)
    run = modes("inverted", text, {"aslant": 0, "side": 1, "start": "as_given"})
    rates = sorted(run.modes["growth"])
    for k in (0, 1):
        rep.below("inverted double pendulum, rate %d" % (k + 1), "closed form", abs(rates[k] / math.sqrt(om2[k]) - 1), 1e-9)
    run = modes("off_balance", text, {"start": "as_given"})
    rep.true("state that is no equilibrium: warning", "not an equilibrium" in run.text, "a warning", run.text)


def springs(rep):
    text = model("modes_spring.yaml")
    for num in (1, 2, 3, 10):
        run = modes("spring_%d" % num, text, {"num": num})
        rep.true("mass on a spring, %d modes asked" % num, len(run.modes["omega"]) == min(num, 3), min(num, 3),
                 run.modes["omega"])
    rep.below("mass on a spring", "sqrt(k/m)", abs(run.modes["omega"][2] / 20 - 1), 1e-13)
    rep.true("mass on a spring: free directions", run.modes["omega"][:2] == [0, 0], "two zeros", run.modes["omega"])
    rep.true("damping: said to be left out", "left out" in run.text, "a note", run.text)
    held = edit(text, [("forces:", "joints:\n  j: {type: spherical, a: ground, b: ball}\nforces:")])
    run = simulate(held, "held", expect=3)
    rep.true("nothing can vibrate", "no freedom" in run.text, "a reason", run.text)


def processes(rep):
    """The same numbers on two processes."""
    mpiexec = os.environ.get("MPIEXEC")
    if not mpiexec:
        return
    one = modes("one_process", model("modes_beam.yaml"), {"ends": "free", "num": 8})
    p = subprocess.run([mpiexec, "-n", "2", GUDGEON, "run", "--force", os.path.join(OUT, "one_process.yaml"), "--set", "ends=free",
                        "--set", "num=8", "--out", os.path.join(OUT, "two_processes")],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    rep.true("two processes", p.returncode == 0, "exit code 0", p.stdout[-2000:])
    if p.returncode == 0:
        two = read_csv(os.path.join(OUT, "two_processes", "modes.csv"))
        rep.below("free beam on two processes", "one process",
                  max(abs(a / b - 1) for a, b in zip(two["omega"][6:], one.modes["omega"][6:])), 1e-8)
        rep.true("two processes: rigid-body modes", two["omega"][:6] == [0.0] * 6, "6 zeros", two["omega"])


if __name__ == "__main__":
    rep = Report("modes")
    for part in (springs, pendulum, beams, tension, beck, plates, processes):
        part(rep)
    rep.done()
