#!/usr/bin/env python3
# label: study
# timeout: 900
"""Wear of a rough bearing (model mixed, film.sigma), `gudgeon wear` on studies/benchmarks/stribeck.yaml.

1. Hardly any oil: then the asperities carry alone, and the wall is p = K' E* F_5/2(h/sigma) of the gap. That problem is integrated here by classical
   Runge-Kutta steps, with F_5/2 by quadrature. Heun's jumps are of second order.
2. The worn profile, drawn (film.profile), wears on as the worn bearing does.
3. With oil: the volume worn is k/mu_b times the work of the asperities' friction, an output that is computed elsewhere.
4. A rigid block on a rough guide (film on an edge): volume k F v t, and the pressure that the worn face tends to in closed form."""
import csv
import math
import os
import subprocess

from common import GUDGEON, OUT, SOURCE, Report, simulate, study

MODEL = os.path.join(SOURCE, "studies", "benchmarks", "stribeck.yaml")
R, C, B, SIGMA, LOAD, TURN = 0.02, 30e-6, 0.02, 0.5e-6, 2000.0, 2 * math.pi
FACTOR = 16 * math.sqrt(2) * math.pi / 15 * 0.05**2 * math.sqrt(0.01) * 115e9
K = 2e-16
rep = Report("wear of a rough bearing")


def load(u):
    """F_5/2 by the midpoint rule, in w with s = u + w^2: smooth at w = 0"""
    n, top = 400, math.sqrt(max(8 - u, 1))
    h = top / n
    return sum(2 * ((i + 0.5) * h) ** 6 * math.exp(-0.5 * (u + ((i + 0.5) * h) ** 2) ** 2) for i in range(n)) * h / math.sqrt(TURN)


STEP, LOW, HIGH = 0.005, -3.0, 6.0
TABLE = [math.log(load(LOW + STEP * i)) for i in range(int((HIGH - LOW) / STEP) + 3)]


def pressure(h):
    x = (h / SIGMA - LOW) / STEP
    i = min(int(x), len(TABLE) - 3)
    if i < 1:
        raise SystemExit("FAILED the gap left the table")
    t = x - i
    p = TABLE[i - 1 : i + 3]  # cubic through four points
    w = (-t * (t - 1) * (t - 2) / 6, (t + 1) * (t - 1) * (t - 2) / 2, -(t + 1) * t * (t - 2) / 2, (t + 1) * t * (t - 1) / 6)
    return FACTOR * math.exp(sum(a * b for a, b in zip(w, p))) if h < HIGH * SIGMA else 0.0


class Wall:
    """Upper half of the contact, angles from the load"""

    def __init__(self, cells):
        self.h = TURN / cells
        self.cos = [math.cos(i * self.h) for i in range(cells // 8)]
        self.depth = [0.0] * len(self.cos)
        self.e = C - SIGMA

    def rate(self, depth):
        """Depth per revolution; e by the secant method from the load"""
        def carried(e):
            p = [pressure(C - e * c + d) for c, d in zip(self.cos, depth)]
            return p, B * R * self.h * (2 * sum(x * c for x, c in zip(p, self.cos)) - p[0])

        a, b = self.e, self.e + 1e-3 * SIGMA
        fa = carried(a)[1] - LOAD
        for _ in range(60):
            p, F = carried(b)
            if abs(F - LOAD) < 1e-12 * LOAD or a == b:
                break
            a, b, fa = b, b - (F - LOAD) * (b - a) / (F - LOAD - fa), F - LOAD
        self.e = b
        return [K * x * TURN * R for x in p]

    def advance(self, n):
        d = self.depth
        k1 = self.rate(d)
        k2 = self.rate([x + 0.5 * n * k for x, k in zip(d, k1)])
        k3 = self.rate([x + 0.5 * n * k for x, k in zip(d, k2)])
        k4 = self.rate([x + n * k for x, k in zip(d, k3)])
        self.depth = [x + n / 6 * (a + 2 * b + 2 * c + e) for x, a, b, c, e in zip(d, k1, k2, k3, k4)]

    def at(self, angle):
        x = abs(math.remainder(angle, TURN)) / self.h
        i = int(x)
        return 0.0 if i + 1 >= len(self.depth) else (1 + i - x) * self.depth[i] + (x - i) * self.depth[i + 1]


def wear(name, cycles, jump, sets, model=MODEL, surface="surface_bearing.csv", cycle=None):
    out = os.path.join(OUT, name)
    subprocess.run(["rm", "-rf", out], check=True)
    words = [GUDGEON, "wear", model, "--quiet", "--out", out, "--cycles", repr(cycles), "--jump", repr(jump), "--cycle",
             repr(cycle or TURN / float(sets["speed"].split()[0]))]
    for key, value in sets.items():
        words += ["--set", "%s=%s" % (key, value)]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    if run.returncode:
        rep.fail(name, "exit code 0", "%d %s" % (run.returncode, run.stderr))
        rep.done()
    with open(os.path.join(out, surface)) as f:
        return [[float(x) for x in row] for row in list(csv.reader(f))[1:]]


GRID = {"nx": "240", "ny": "2", "k_bearing": repr(K)}
DRY = dict(GRID, viscosity="1e-12", speed="10 rad/s", e="29.6e-6", phase="0")
CYCLES = 2000
wall, fine = Wall(1440), Wall(2880)
for _ in range(40):
    wall.advance(CYCLES / 40)
    fine.advance(CYCLES / 40)
most = max(wall.depth)
own = max(abs(a - b) for a, b in zip(wall.depth, fine.depth[::2])) / most
rep.below("the reference's own error, of the largest depth", "twice as many places", own, 1e-4)
errors = []
for jump in (200, 100):
    rows = wear("dry_%d" % jump, CYCLES, jump, dict(DRY, turn="0.001"))
    errors.append(max(abs(r[2] - wall.at(r[0] + TURN / 4)) for r in rows) / most)
rep.below("asperities alone: depth after %d revolutions, jumps of 200, of the largest" % CYCLES, "Runge-Kutta", errors[0], 2e-2)
rep.below("the same, jumps of 100", "Runge-Kutta", errors[1], 5e-3)
rep.within("order of the jumps", "2", math.log(errors[0] / errors[1], 2), 1.6, 2.6)

# the next revolution: its wear is what the worn profile, drawn, says by boundary friction
next_one = wear("dry_next", CYCLES + 1, 100, dict(DRY, turn="0.001"))
profile = "[" + ", ".join("[%r, %r]" % (r[0], r[2]) for r in rows[: len(rows) // 2]) + "]"
text = study("benchmarks/stribeck.yaml").replace("  lambda:  ", "  loss: {type: output, name: bearing, output: film_loss_asperity}\n  lambda:  ")
drawn = simulate(text.replace("      boundary_slip:", "      profile: %s\n      boundary_slip:" % profile), "drawn", dict(DRY, k_bearing="0"))
more = sum(a[2] - b[2] for a, b in zip(next_one, rows)) * TURN / 240 * R * B / 2
rep.below("the profile of the worn bearing, drawn: wear of the next revolution", "gudgeon wear",
          abs(more / (K * drawn["loss"][-1] / 0.1 * TURN / 10) - 1), 1e-4)

sets = dict(GRID, speed="5 rad/s", nx="120", ny="6")
run = simulate(text, "oil", sets)
volume = sum(r[2] for r in wear("oil_wear", 1, 1, sets)) * TURN / 120 * R * B / 6
rep.below("with oil: volume of one revolution", "k (loss/mu_b) t", abs(volume / (K * run["loss"][-1] / 0.1 * TURN / 5) - 1), 1e-4)

# a rigid block that is pressed off its middle onto a guide: while it wears, its pressure becomes straight, as a rigid block can only sink and tilt
slider = os.path.join(SOURCE, "tests", "studies", "models", "rough_slider.yaml")
L, WIDTH, FORCE, E = 0.08, 0.06, 3000.0, 0.004
new, old = (wear("slider_%g" % n, n, 2.5, {}, slider, "surface_film.lower.csv", 1.0) for n in (1, 25))
straight = [[FORCE / (L * WIDTH) * (1 + 12 * E * (r[0] - L / 2) / L**2) for r in rows] for rows in (new, old)]
wrong = [max(abs(r[4] / p - 1) for r, p in zip(rows, line)) for rows, line in zip((new, old), straight)]
rep.below("block on a guide: pressure after 25 cycles", "straight", wrong[1], 1e-2)
rep.within("the same after 1 cycle, where the asperities' law still counts", "not straight", wrong[0], 2e-2, 1)
volume = sum(r[3] for r in old) * L / 64 * WIDTH
rep.below("block on a guide: volume", "k F v t", abs(volume / (2e-14 * FORCE * 2 * 25) - 1), 1e-6)
rep.done()
