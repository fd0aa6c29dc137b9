#!/usr/bin/env python3
# label: study
"""`gudgeon periodic` on motions that stick and slip: a block on a belt, driven by a harmonic force (period of the drive) and by the belt alone
(unknown period).

References: of the driven block its map of a period, by an integration of its own between located instants, and the derivative of that map by
differences; of the undriven one the closed form of its period (slip: a harmonic arc; stick: the belt's speed) and the trivial multiplier 1, the others
being 0, since it forgets everything while it sticks. It fails for a dropped jump of accelerations
and for a section that begins in the wrong mode."""
import csv
import math
import os
import shutil
import subprocess

from common import GUDGEON, HERE, OUT, SOURCE, Report

rep = Report("stick-slip")


def periodic(name, path, *words, **sets):
    out = os.path.join(OUT, name)
    shutil.rmtree(out, ignore_errors=True)
    flags = [w for k, v in sets.items() for w in ("--set", "%s=%s" % (k, v))]
    p = subprocess.run([GUDGEON, "periodic", path, "--out", out, *words, *flags], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       universal_newlines=True, check=False)
    rep.true(name, p.returncode == 0, "exit code 0", "%d %s" % (p.returncode, p.stdout[-600:]))
    if p.returncode:
        return {}, [complex(math.nan)] * 4, p.stdout
    with open(os.path.join(out, "periodic.csv"), encoding="utf-8") as f:
        row = {k.split(" [")[0]: float(v) for k, v in next(csv.DictReader(f)).items()}
    with open(os.path.join(out, "multipliers.csv"), encoding="utf-8") as f:
        return row, [complex(float(r["real"]), float(r["imag"])) for r in csv.DictReader(f)], p.stdout


MASS, K, C, V, N, MU_S, MU_K = 1.0, 100.0, 1.0, 0.1, 9.81, 0.3, 0.2


def block(x, w, force, steps=1000):
    """x after a period that begins sticking at x: sticks and slips once (events located to round-off)."""
    T = 2 * math.pi / w
    pull = lambda t, y, u: force * math.cos(w * t) - K * y - C * u
    stuck = lambda t, y: MU_S * N - abs(pull(t, y, V))
    t = 0.0
    while stuck(t, x + V * t) > 0 and t < T:
        t += T / steps
    low, high = t - T / steps, t
    for _ in range(100):
        t = 0.5 * (low + high)
        low, high = (t, high) if stuck(t, x + V * t) > 0 else (low, t)
    y, u = x + V * t, V
    side = 1.0 if pull(t, y, V) < 0 else -1.0  # the belt drags it along, or back

    def step(t, y, u, h):
        f = lambda s, a, b: (b, (pull(s, a, b) + side * MU_K * N) / MASS)
        k1 = f(t, y, u)
        k2 = f(t + h / 2, y + h / 2 * k1[0], u + h / 2 * k1[1])
        k3 = f(t + h / 2, y + h / 2 * k2[0], u + h / 2 * k2[1])
        k4 = f(t + h, y + h * k3[0], u + h * k3[1])
        return y + h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0]), u + h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
    h, first = T / steps, True
    while True:
        after = step(t, y, u, h)
        if side * (V - after[1]) < 0 and not first:
            break
        y, u, t, first = after[0], after[1], t + h, False
        assert t < T
    low, high = 0.0, h
    for _ in range(100):
        h = 0.5 * (low + high)
        low, high = (h, high) if side * (V - step(t, y, u, h)[1]) > 0 else (low, h)
    y, u = step(t, y, u, h)
    t += h
    assert stuck(t, y) > 0 and t < T
    return y + V * (T - t)


model = os.path.join(HERE, "models", "stick_slip.yaml")
for w, force, cycles in ((8.0, 2.0, 8), (7.0, 2.0, 8), (9.0, 2.0, 8), (8.5, 1.0, 8)):
    case = "block on a belt, w = %g, F = %g N" % (w, force)
    got, m, text = periodic("block_%g_%g" % (w, force), model, "--cycles", str(cycles), w=w, force="%g N" % force)
    x = got.get("x", math.nan)
    try:
        off = abs(block(x, w, force) - x)
        want = (block(x + 1e-6, w, force) - block(x - 1e-6, w, force)) / 2e-6
    except (AssertionError, OverflowError):
        off = want = math.nan
    rep.below(case + ": x closes", "own integration", off, 1e-8)
    rep.below(case + ": multiplier", "its derivative", abs(m[0] - want), 2e-6)
    rep.below(case + ": the others", "0", max(abs(z) for z in m[1:]), 1e-9)

# ---- undriven: slips from x_s = (mu_s N - c V)/k with v = V; without damping x - mu_k N/k is a harmonic arc ----

w0, xs, xk = math.sqrt(K / MASS), MU_S * N / K, MU_K * N / K
slip = (math.pi + 2 * math.atan2(V / w0, xs - xk)) / w0  # the arc on which v < V
stick = 2 * (xs - xk) / V
got, m, text = periodic("block_free", model, "--period", "free", "--guess", "%.9g s" % (0.97 * (slip + stick)),
                        "--cycles", "3", force="0 N", damping="0 N s/m", x0=0.01, v0=0.1)
rep.below("belt alone: period", "closed form", abs(got.get("period", math.nan) / (slip + stick) - 1), 1e-9)
rep.below("belt alone: trivial multiplier", "1", abs(m[0] - 1), 1e-6)
rep.below("belt alone: the others", "0", max(abs(z) for z in m[1:]), 1e-9)

rep.done()
