#!/usr/bin/env python3
# label: study
"""Statics along a path: von Mises truss against its closed form (arc length, load steps, prescribed displacement), Lee's frame against an independent
shooting solution at points before and behind its limit points, and against the published limit load."""
import math
import os
import subprocess
from common import GUDGEON, OUT, Report, peak, read_csv, simulate, study

rep = Report("path")


def below(error, bound, case, reference="closed form"):
    rep.below(case, reference, error, bound)


# ---- von Mises truss: two springs, half span 1 m, height 0.1 m: F(y) = 2 k (l0 - l) y/l ----
TRUSS = """
space: 2d
parameters: {n: 20}
bodies:
  top: {type: point_mass, at: [0, 0.1], mass: 1 kg}
joints:
  axis: {type: roller, a: ground, b: top, normal: [1, 0]}
DRIVER
forces:
  left: {type: spring, a: {body: ground, at: [-1, 0]}, b: top, stiffness: 1e6 N/m}
  right: {type: spring, a: {body: ground, at: [1, 0]}, b: top, stiffness: 1e6 N/m}
  load: {type: force, a: top, value: 1000 N, direction: [0, -1]}
probes:
  y: {type: position, of: top, component: y}
PROBE
analysis: {type: static, PATH}
output: {vtk: 0}
"""
l0 = math.hypot(1, 0.1)


def force(y):
    return 2e6 * (l0 - math.hypot(1, y)) * y / math.hypot(1, y)


def truss(path, driver="", probe=""):
    return TRUSS.replace("PATH", path).replace("DRIVER", driver).replace("PROBE", probe)


limit = 2e6 * (l0 - l0 ** (1 / 3)) * math.sqrt(l0 ** (2 / 3) - 1) / l0 ** (1 / 3)
energies = []
for n in (20, 40):
    run = simulate(truss("path: arc_length, load_steps: %d" % n), "truss_%d" % n)
    below(max(abs(1000 * f - force(y)) for f, y in zip(run.t, run["y"])), 1e-9, "von Mises truss, arc length: every point is an equilibrium, N")
    below(abs(run.t[-1] - 1), 1e-12, "von Mises truss: the path ends at max_load")
    energies.append(max(abs(x) for x in run.energy["numerical"]))
k = max(i for i, f in enumerate(run.t) if f < 0.39 and run["y"][i] > 0 and f == max(run.t[:i + 1]))
(y0, f0), (y1, f1), (y2, f2) = [(run["y"][i], run.t[i]) for i in (k - 1, k, k + 1)]
d1, d2 = (f1 - f0) / (y1 - y0), (f2 - f1) / (y2 - y1)
c = (d2 - d1) / (y2 - y0)
top = f1 - (d1 + c * (y1 - y0)) ** 2 / (4 * c)
below(abs(1000 * top / limit - 1), 1e-4, "von Mises truss: limit load, parabola through three points of the path")
below(abs(1000 * min(run.t) / limit + 1), 2e-3, "von Mises truss: lower limit load, lowest point")
below(energies[1] / energies[0], 0.35, "von Mises truss: work of the load, trapezoidal rule: residue with half the step")
run = simulate(truss("path: load, load_steps: 8"), "truss_load")  # load control jumps over the unstable part
below(abs(len(run.t) - 8) + max(abs(f - (i + 1) / 8) for i, f in enumerate(run.t)), 1e-12, "von Mises truss, path: load: one row for each part")
below(max(abs(1000 * f - force(y)) for f, y in zip(run.t, run["y"])), 1e-8, "von Mises truss, path: load: equilibria, N")
once = simulate(truss("load_steps: 8"), "truss_once")
below(abs(once["y"][0] - run["y"][-1]), 1e-12, "path: load ends where statics at once does, m", "statics")
driven = truss("path: time, end: 23 s, step: 1 s", "drivers:\n  press: {type: displacement_driver, a: ground, b: top, axis: [0, 1], position: -0.01*t}",
               "  F: {type: driver, name: press}").replace("1000 N", "0 N")
run = simulate(driven, "truss_driven")
below(max(abs(y - 0.1 + 0.01 * t) for t, y in zip(run.t, run["y"])), 1e-12, "prescribed displacement, path: time: position, m")
below(max(abs(F + force(y)) for F, y in zip(run["F"], run["y"])), 1e-8, "prescribed displacement: force of the driver, N")
below(abs(len(run.t) - 24), 0, "prescribed displacement: a row at every step")

# ---- Lee's frame (Lee, Manuel & Rossow 1968): L = 1.2 m, section 20 x 30 mm, E = 71.74 GPa, load at 0.24 m ----
LEE = study("benchmarks/lee_frame.yaml")
EA, EI = 71.74e9 * 6e-4, 71.74e9 * 2e-8


def shoot(P, u, steps=400):
    """Extensible rod without shear from the foot, Green's axial strain as the cable has it: N = EA e (1 + stretch) along the axis, moment EI d(angle)/ds.
    u = (angle, H, V) at the foot, H, V: force on the rod there. Returns misfit at the other end, and the load point."""
    state = [0.0, 0.0, u[0] + math.pi / 2, 0.0]                            # x, y, direction of the axis, moment
    H, V = u[1], u[2]

    def rate(s):
        x, y, a, m = s
        c, d = math.cos(a), math.sin(a)
        N = -(H * c + V * d)                                               # tension along the axis
        z = 1.0                                                            # stretch: EA (z^2 - 1)/2 z = N
        for _ in range(20):
            z -= (EA * (z * z - 1) / 2 * z - N) / (EA * (3 * z * z - 1) / 2)
        return [z * c, z * d, m / EI, z * (V * c - H * d)]                 # moment balance of a piece of the axis

    def go(length, n):
        nonlocal state
        h = length / n
        for _ in range(n):
            k1 = rate(state)
            k2 = rate([s + h / 2 * k for s, k in zip(state, k1)])
            k3 = rate([s + h / 2 * k for s, k in zip(state, k2)])
            k4 = rate([s + h * k for s, k in zip(state, k3)])
            state = [s + h / 6 * (a + 2 * b + 2 * c + d) for s, a, b, c, d in zip(state, k1, k2, k3, k4)]

    go(1.2, steps)
    state[2] -= math.pi / 2                                                # the corner
    go(0.24, steps // 5)
    place = state[:2]
    V -= P                                                                 # the load points down
    go(0.96, 4 * steps // 5)
    return [state[0] - 1.2, state[1] - 1.2, state[3] / EI], place


def solve(P, u):
    """Newton with differences: an oracle needs no speed."""
    for _ in range(20):
        r, place = shoot(P, u)
        if max(abs(x) for x in r) < 1e-11:
            break
        cols = []
        for i in range(3):
            d = 1e-6 * max(1, abs(u[i]))
            w = list(u)
            w[i] += d
            cols.append([(p - q) / d for p, q in zip(shoot(P, w)[0], r)])
        A = [[cols[j][i] for j in range(3)] + [-r[i]] for i in range(3)]
        for i in range(3):
            k = max(range(i, 3), key=lambda q: abs(A[q][i]))
            A[i], A[k] = A[k], A[i]
            A[i] = [x / A[i][i] for x in A[i]]
            for j in range(3):
                if j != i:
                    A[j] = [x - A[j][i] * y for x, y in zip(A[j], A[i])]
        step, size = 1.0, max(abs(x) for x in r)
        while step > 1e-4 and not max(abs(x) for x in shoot(P, [x + step * A[i][3] for i, x in enumerate(u)])[0]) < size:
            step /= 2
        u = [x + step * A[i][3] for i, x in enumerate(u)]
    return place, max(abs(x) for x in r)


limits, lows = [], []
for n in (5, 10, 20):
    run = simulate(LEE, "lee_%d" % n, {"n": n})
    P = [20 * f for f in run.t]
    i = next(k for k in range(1, len(P) - 1) if P[k] > P[k - 1] and P[k] >= P[k + 1])
    j = next(k for k in range(i + 1, len(P) - 1) if P[k] < P[k - 1] and P[k] <= P[k + 1])
    s = list(range(len(P)))
    limits.append(peak(s[i - 6:i + 7], P[i - 6:i + 7])[1])
    lows.append(peak(s[j - 6:j + 7], P[j - 6:j + 7], -1)[1])
print("| Lee's frame | limit loads, kN, 5, 10, 20 elements per member | %s; lower %s |" % (", ".join("%.4f" % x for x in limits), ", ".join("%.4f" % x for x in lows)))
below(abs(limits[2] - limits[1]) / abs(limits[1] - limits[0]), 0.15, "Lee's frame: limit load, change from 10 to 20 elements over that from 5 to 10", "refinement")
below(abs(limits[2] / 18.5 - 1), 5e-3, "Lee's frame: limit load about 18.5 kN", "literature")
worst = 0
for k in (i // 2, i + (j - i) // 4, (i + j) // 2, j - (j - i) // 4, j + (len(P) - j) // 3, len(P) - 1):
    place, left = solve(1e3 * P[k], [run["angle"][k], run["H"][k], run["V"][k]])
    below(left, 1e-9, "Lee's frame: shooting at P = %.3f kN converges" % P[k], "oracle")
    worst = max(worst, math.hypot(place[0] - run["x"][k], place[1] - run["y"][k]))
# at the limit points themselves a small error of the load is a large one of the place: not there
below(worst, 1e-4, "Lee's frame, 20 elements: load point at six points of the path, before and behind both limits, m", "shooting")

# ---- two processes ----
two = os.path.join(OUT, "truss_two")
env = {**os.environ, "OMPI_MCA_mpi_yield_when_idle": "1"}
subprocess.run([os.environ.get("MPIEXEC", "mpiexec"), "--oversubscribe", "-n", "2", GUDGEON, "run", "--force", os.path.join(OUT, "truss_40.yaml"), "--out", two, "--quiet"],
               check=True, env=env)
one, other = read_csv(os.path.join(OUT, "truss_40", "probes.csv")), read_csv(os.path.join(two, "probes.csv"))
below(max(abs(a - b) for a, b in zip(one["y"], other["y"])), 1e-10, "path on two processes: position, m", "one process")
rep.done()
