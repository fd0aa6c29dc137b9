#!/usr/bin/env python3
# label: study
"""`gudgeon periodic` against independent references (tests/reference): Duffing's three motions and their multipliers, Mathieu's
multipliers, the impact oscillator's orbits in closed form, the limit cycle of a rotor in oil whirl with its unknown period and trivial multiplier.

The references are shooting with DOP853 and the variational equations, confirmed by Fourier collocation (Duffing, rotor) and Hill's
determinant (Mathieu). The bounds are those of their own accuracy and of the integration tolerance. It fails for a wrong tangent anywhere in the
variational equation, for a dropped term of the constraints (slider on a prismatic joint), for multipliers by differences (1e-5 is lost)."""
import csv
import math
import os
import shutil
import subprocess

from common import GUDGEON, OUT, SOURCE, Report

rep = Report("periodic motions")


def reference(name):
    with open(os.path.join(SOURCE, "tests", "reference", name + ".csv"), encoding="utf-8") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


def periodic(name, model, *words, code=0, **sets):
    """Columns of periodic.csv as numbers, and the multipliers; the text of the command."""
    out = os.path.join(OUT, name)
    shutil.rmtree(out, ignore_errors=True)
    flags = [w for k, v in sets.items() for w in ("--set", f"{k}={v!r}" if isinstance(v, float) else f"{k}={v}")]
    p = subprocess.run([GUDGEON, "periodic", os.path.join(SOURCE, "studies", "benchmarks", model + ".yaml"), "--out", out, *words,
                        *flags], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, check=False)
    rep.true(name, p.returncode == code, "exit code %d" % code, "%d %s" % (p.returncode, p.stdout[-600:]))
    if p.returncode:
        return {}, [], p.stdout
    with open(os.path.join(out, "periodic.csv"), encoding="utf-8") as f:
        row = {k.split(" [")[0]: float(v) for k, v in next(csv.DictReader(f)).items()}
    with open(os.path.join(out, "multipliers.csv"), encoding="utf-8") as f:
        m = [complex(float(r["real"]), float(r["imag"])) for r in csv.DictReader(f)]
    return row, m, p.stdout


def apart(got, want):
    """Largest distance between two lists of multipliers, each sorted."""
    key = lambda z: (round(z.real, 6), z.imag)
    return max(abs(a - b) for a, b in zip(sorted(got, key=key), sorted(want, key=key)))


def pair(r):
    return [complex(float(r["m1re"]), float(r["m1im"])), complex(float(r["m2re"]), float(r["m2im"]))]


# ---- Duffing: each branch from a start near it; the middle one is unstable, no simulation finds it ----

for r in reference("duffing"):
    name = "duffing_%s_%s" % (r["w"], r["branch"])
    got, m, text = periodic(name, "duffing", w=float(r["w"]), x0=float(r["x0"]) + 0.02, v0=float(r["v0"]) - 0.02)
    rep.below("Duffing w = %s, %s: orbit" % (r["w"], r["branch"]), "DOP853, collocation",
              max(abs(got["x"] - float(r["x0"])), abs(got["v"] - float(r["v0"]))), 1e-8)
    rep.below("Duffing w = %s, %s: multipliers" % (r["w"], r["branch"]), "the same", apart(m, pair(r)), 1e-7)
    rep.below("Duffing w = %s, %s: product of multipliers" % (r["w"], r["branch"]), "exp(-c T)",
              abs(m[0] * m[1] - math.exp(-0.1 * 2 * math.pi / float(r["w"]))), 1e-9)
    rep.true("Duffing w = %s, %s: words" % (r["w"], r["branch"]), ("beyond a fold" in text) == (r["branch"] == "middle"),
             "unstable in the middle only", text[:200])

# ---- Mathieu ----

for r in reference("mathieu"):
    got, m, text = periodic("mathieu_" + r["delta"], "mathieu", delta=float(r["delta"]), eps=float(r["eps"]), c=float(r["c"]))
    rep.below("Mathieu delta = %s, eps = %s: multipliers" % (r["delta"], r["eps"]), "Hill's determinant", apart(m, pair(r)), 1e-7)

# ---- a driven pendulum in absolute coordinates, whose constraint turns: Liouville's formula, det M = exp(-T/q) ----

T = 3 * math.pi
for drive, words in (("0.9", "motion: stable"), ("1.07", "beyond a flip")):
    got, m, text = periodic("pendulum_" + drive, "driven_pendulum", "--cycles", "30", drive=drive, transient=0)
    rep.below("driven pendulum, drive %s: product of multipliers" % drive, "exp(-T/q)", abs(m[0] * m[1] - math.exp(-T / 2)), 1e-9)
    rep.true("driven pendulum, drive %s" % drive, words in text, words, text[:200])

# ---- impact oscillator: closed form (Shaw and Holmes); started half a period after the impact, to which phase = 0 is moved ----


def flight(w, phi, v, sigma, time, z=0.05, n=4000):
    """x, v after a free flight from the stop (Runge-Kutta-Nystroem)."""
    h, x, t = time / n, sigma, phi / w

    def f(s, y, u):
        return math.cos(w * s) - y - 2 * z * u
    for _ in range(n):
        a1 = f(t, x, v)
        a2 = f(t + h / 2, x + h / 2 * v, v + h / 2 * a1)
        a3 = f(t + h / 2, x + h / 2 * v + h * h / 4 * a1, v + h / 2 * a2)
        a4 = f(t + h, x + h * v + h * h / 2 * a2, v + h * a3)
        x, v, t = x + h * v + h * h / 6 * (a1 + a2 + a3), v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4), t + h
    return x, v


for r in reference("impact_oscillator"):
    w, sigma, phi, speed = (float(r[k]) for k in ("w", "sigma", "phi", "v0"))
    T = 2 * math.pi / w
    x, v = flight(w, phi, speed, sigma, T / 2)
    name = "impact_%s_%s" % (r["sigma"], r["w"])
    got, m, text = periodic(name, "impact_oscillator", w=w, sigma=sigma, x0=x - 1e-4, v0=v, phase=phi + math.pi)
    if not got:
        continue
    rep.below("impact oscillator sigma = %s, w = %s: orbit" % (r["sigma"], r["w"]), "closed form",
              max(abs(got["x"] - x), abs(got["v"] - v)), 1e-8)
    rep.below("impact oscillator sigma = %s, w = %s: multipliers" % (r["sigma"], r["w"]), "closed form",
              apart(m, pair(r)), 1e-7)

# ---- oil whirl: unknown period, trivial multiplier ----

G, CLEARANCE, RADIUS, LENGTH, MASS = 9.81, 50e-6, 25e-3, 20e-3, 10.0
UNIT = math.sqrt(G / CLEARANCE)


def rotor(S0, w):
    """Parameters of studies/benchmarks/rotor.yaml for the load number and the speed in sqrt(g/c)."""
    mu = S0 * CLEARANCE**2 * MASS * G / (RADIUS * LENGTH**3 * UNIT)
    return {"drive": "prescribed", "clearance": "%.17g m" % CLEARANCE, "radius": "%.17g m" % RADIUS, "length": "%.17g m" % LENGTH,
            "viscosity": mu, "speed": "%.17g rad/s" % (w * UNIT), "step": 0, "tolerance": 1e-10}


r = reference("rotor_limit_cycle")[0]
T = float(r["T"]) / UNIT
start = {"x": "%.17g m" % ((float(r["X0"]) + 0.01) * CLEARANCE), "y": "%.17g m" % ((float(r["Y0"]) - 0.01) * CLEARANCE),
         "vx": "%.17g m/s" % (float(r["U0"]) * CLEARANCE * UNIT), "end": "%.17g s" % T, "sample": "1e-6 s"}
got, m, text = periodic("whirl", "rotor", "--period", "free", "--guess", "%.17g" % (1.02 * T), **rotor(float(r["S0"]), float(r["w"])), **start)
rep.below("oil whirl: period", "collocation", abs(got["period"] / T - 1), 1e-8)
rep.below("oil whirl: trivial multiplier", "1", abs(min(m, key=lambda z: abs(z - 1)) - 1), 1e-6)
rep.below("oil whirl: largest other multiplier", "DOP853", abs(m[1] - float(r["multiplier"])), 1e-7)
rep.below("oil whirl: the pair, size", "1.8e-5", abs(abs(m[2]) - 1.8e-5), 1e-6)
with open(os.path.join(OUT, "whirl", "probes.csv"), encoding="utf-8") as f:
    rows = [{k.split(" [")[0]: float(v) for k, v in row.items()} for row in csv.DictReader(f)]
for probe, column, pick in (("ecc_x", "Xmax", max), ("ecc_x", "Xmin", min), ("ecc_y", "Ymax", max), ("ecc_y", "Ymin", min)):
    rep.below("oil whirl: " + column, "collocation", abs(pick(row[probe] for row in rows) / CLEARANCE - float(r[column])), 1e-6)
_, _, text = periodic("not_free", "duffing", "--period", "free", "--guess", "5.6", "--fallback", "1", code=3)

# ---- beyond the flip at w = 2.65888: the doubled motion, one period of the force later it is elsewhere ----

got, m, text = periodic("doubled", "impact_oscillator", "--times", "2", "--cycles", "20", w=2.67)
rep.true("impact oscillator beyond its flip: doubled motion", "motion: stable" in text and "2 events" in text, "stable, two impacts", text[:200])
rep.below("impact oscillator, doubled: product of multipliers", "e^4 exp(-4 z T)",
          abs(m[0] * m[1] / (0.8**4 * math.exp(-0.2 * 2 * math.pi / 2.67)) - 1) if m else math.nan, 1e-9)

# ---- what cannot be ----

for words, said in ((("--period", "free"), "--guess"), (("--period", "soon"), "expected a time"), (("--over", "w=1"), "NAME=FROM:TO")):
    _, _, text = periodic("wrong", "duffing", *words, code=2)
    rep.true("wrong: " + " ".join(words), said in text, said, text[-200:])

rep.done()
