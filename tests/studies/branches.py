#!/usr/bin/env python3
# label: study
"""Branches of `gudgeon periodic --over`: both folds of Duffing's oscillator, flip, fold and grazing of the impact oscillator, the Hopf point of
a rotor in its bearing as a torus point of its equilibria; beyond the flip the doubled motion and its own flip.

References: Fourier collocation with Moore and Spence's equations (Duffing), closed forms (impact oscillator), eigenvalues (rotor). It fails for a
fold that is read off the steps instead of solved for, a wrong derivative across impacts, a test function that misses a sign."""
import csv
import math
import os
import shutil
import subprocess

from common import GUDGEON, OUT, SOURCE, Report

rep = Report("branches of periodic motions")


def branch(name, model, over, longest, *words, **sets):
    """[row of branch.csv] as texts."""
    out = os.path.join(OUT, name)
    shutil.rmtree(out, ignore_errors=True)
    flags = [w for k, v in sets.items() for w in ("--set", f"{k}={v!r}" if isinstance(v, float) else f"{k}={v}")]
    p = subprocess.run([GUDGEON, "periodic", os.path.join(SOURCE, "studies", "benchmarks", model + ".yaml"), "--out", out, "--over", over,
                        "--step", longest, *words, *flags], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True,
                       check=False)
    rep.true(name, p.returncode == 0, "exit code 0", "%d %s" % (p.returncode, p.stdout[-600:]))
    with open(os.path.join(out, "branch.csv"), encoding="utf-8") as f:
        return [{k.split(" [")[0]: v for k, v in r.items()} for r in csv.DictReader(f)]


def special(rows, kind, key):
    return [float(r[key]) for r in rows if r["point"] == kind]


def check(case, got, want, bound, reference):
    rep.true(case, len(got) == len(want), "%d points" % len(want), "%d: %s" % (len(got), got))
    for g, w in zip(got, want):
        rep.below(case, reference, abs(g / w - 1), bound)


rows = branch("duffing", "duffing", "w=1.1:1.2", "0.1", x0=0.9, v0=2.57)
check("Duffing: folds", special(rows, "fold", "w"), [1.1307282007805, 1.1159639700210], 1e-8, "Moore-Spence")
stable = [r["stable"] for r in rows if r["point"] == "point"]
changes = sum(a != b for a, b in zip(stable, stable[1:]))
rep.true("Duffing: stable, unstable, stable", changes == 2 and stable[0] == stable[-1] == "1", "two changes", "%d" % changes)

p = subprocess.run([GUDGEON, "plot", os.path.join(OUT, "duffing")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
rep.true("gudgeon plot of a branch", p.returncode == 0 and os.path.getsize(os.path.join(OUT, "duffing", "plots", "branch_x.png")) > 5000,
         "a picture", p.stdout.decode()[-200:])

rows = branch("flip", "impact_oscillator", "w=2.55:2.7", "0.4", "--cycles", "10")
check("impact oscillator: flip", special(rows, "flip", "w"), [2.65888454668484], 1e-8, "closed form")

# beyond e = 1 there is no model: the branch comes as near as its steps may get, also after steps that could not be set up
rows = branch("beyond", "impact_oscillator", "e=0.95:1.1", "0.2", "--cycles", "10", "--points", "12", w=2.6)
last = max(float(r["e"]) for r in rows)
rep.true("impact oscillator: branch up to the last restitution there is", 0.999 < last <= 1, "0.999 ... 1", last)

# ---- beyond the flip: the doubled motion, against its own closed form (flights between impacts, Newton for their ends) ----


def impact_map(w, t, v, z=0.05, e=0.8, sigma=0.0):
    """From just after an impact at time t with velocity v to just after the next: time, velocity, derivative (periodic_orbits.md, a)."""
    wd, D = math.sqrt(1 - z * z), (1 - w * w)**2 + (2 * z * w)**2
    xp = lambda s: ((1 - w * w) * math.cos(w * s) + 2 * z * w * math.sin(w * s)) / D
    vp = lambda s: w * (2 * z * w * math.cos(w * s) - (1 - w * w) * math.sin(w * s)) / D
    free = lambda s: (math.exp(-z * s) * (math.cos(wd * s) + z / wd * math.sin(wd * s)), math.exp(-z * s) * math.sin(wd * s) / wd,
                      -math.exp(-z * s) * math.sin(wd * s) / wd, math.exp(-z * s) * (math.cos(wd * s) - z / wd * math.sin(wd * s)))

    def at(s):
        a, b, c, d = free(s)
        al, be = sigma - xp(t), v - vp(t)
        return xp(t + s) + a * al + b * be, vp(t + s) + c * al + d * be
    s = 0.2
    while at(s)[0] < sigma:
        s += 0.01
    for _ in range(50):
        x, u = at(s)
        s -= (x - sigma) / u
    u = at(s)[1]
    a0 = math.cos(w * t) - 2 * z * v - sigma
    a1 = math.cos(w * (t + s)) - 2 * z * u - sigma
    f = free(s)

    def derivative(dt, dv):
        dx, dw = -v * dt, dv - a0 * dt
        dx, dw = f[0] * dx + f[1] * dw, f[2] * dx + f[3] * dw
        dT = -dx / u
        return dT, -e * (dw + a1 * dT)
    return t + s, -e * u, (derivative(1, 0), derivative(0, 1))


def doubled(w, t, v):
    """The motion of two impacts in two periods near (t, v): its time and velocity after the first impact, and trace + 1 + det (0: flip)."""
    for _ in range(40):
        t1, v1, A = impact_map(w, t, v)
        t2, v2, B = impact_map(w, t1, v1)
        M = [[sum(A[j][k] * B[k][i] for k in range(2)) for j in range(2)] for i in range(2)]
        r, q = t2 - t - 4 * math.pi / w, v2 - v
        a, b, c, d = M[0][0] - 1, M[0][1], M[1][0], M[1][1] - 1
        det = a * d - b * c
        dt, dv = -(d * r - b * q) / det, -(a * q - c * r) / det
        t, v = t + dt, v + dv
        if abs(dt) + abs(dv) < 1e-14:
            break
    return t, v, M[0][0] + M[1][1] + 1 + M[0][0] * M[1][1] - M[0][1] * M[1][0]


rows = branch("doubled", "impact_oscillator", "w=2.64:2.74", "0.2", "--cycles", "10", "--doubled", "1")
two = [r for r in rows if r["branch"] == "2"]
second = sorted((float(r["w"]), float(r["impact_time"]), abs(float(r["impact_speed"]))) for r in two if r["section"] == "2" and r["point"] == "point" and r["stable"] == "1")
rep.true("impact oscillator: doubled branch, two sections", len(second) > 3 and min(p[0] for p in second) > 2.6588, "beyond the flip", "%s" % second[:2])
t, v = None, None
w0, t0, v0 = second[-1][0], second[-1][1] % (2 * math.pi / second[-1][0]), -0.8 * second[-1][2]
t, v, _ = doubled(w0, t0, v0)
rep.below("impact oscillator: doubled motion, time of impact", "closed form", abs((t - t0 + 1) % (2 * math.pi / w0) - 1), 1e-8)
low, high = w0, 2.74
for _ in range(60):
    middle = 0.5 * (low + high)
    if doubled(middle, t, v)[2] > 0:
        low = middle
    else:
        high = middle
check("impact oscillator: flip of the doubled motion", sorted(set(special(two, "flip", "w"))), [0.5 * (low + high)], 1e-8, "closed form")

rows = branch("grazing", "impact_oscillator", "w=1.75:1.7", "0.5", sigma=0.5, x0=-0.48)
check("impact oscillator: grazing", special(rows, "grazing", "w"), [1.72988574575351], 1e-8, "closed form")
rows = branch("impact_fold", "impact_oscillator", "w=1.8:2.1", "0.15", "--points", "12", sigma=0.5, x0=-3.5661146912463435,
              v0=-0.5242080391314483, phase=4.331573540498593)
check("impact oscillator: fold", special(rows, "fold", "w"), [1.89297909766096], 1e-8, "closed form")

G, C, R, L, MASS = 9.81, 50e-6, 25e-3, 20e-3, 10.0
U = math.sqrt(G / C)
with open(os.path.join(SOURCE, "tests", "reference", "rotor_hopf.csv"), encoding="utf-8") as f:
    table = list(csv.DictReader(line for line in f if not line.startswith("#")))
for r in table:
    w, T = float(r["w_hopf"]) * U, 2.0 / U
    rows = branch("hopf_" + r["S0"], "rotor", "speed=%.17g:%.17g" % (0.99 * w, 1.01 * w), "0.5", "--period", "%.17g s" % T,
                  drive="prescribed", clearance="%.17g m" % C, radius="%.17g m" % R, length="%.17g m" % L,
                  viscosity=float(r["S0"]) * C**2 * MASS * G / (R * L**3 * U), x="%.17g m" % (float(r["X"]) * C),
                  y="%.17g m" % (float(r["Y"]) * C), step=0, tolerance=1e-10, end="%.17g s" % T, sample="1e-4 s")
    check("rotor S0 = %s: Hopf speed" % r["S0"], special(rows, "torus", "speed"), [w], 1e-8, "eigenvalues")
    check("rotor S0 = %s: whirl frequency" % r["S0"], [a / T for a in special(rows, "torus", "angle")], [float(r["whirl"]) * U], 1e-8,
          "eigenvalues")

rep.done()
