#!/usr/bin/python3
# label: study
# timeout: 120
"""studies/engine.yaml: gas force over the crank angle at free speed.

1. The table is what tests/oracle/engine_gas.py computes.
2. Rigid rod, ideal joints: one freedom, I(a) a'' + I'(a) a'^2/2 = gas - load, integrated by RK4 here, with a spline and an
   inertia of its own (inertia by complex step of the positions).
3. The engine with films, ten cycles on the default settings: only the one warning that it must give (a short film at
   L/D = 1.14); gas work, load, losses and kinetic energy balance to 1e-4, by the probes and by the ledger.
4. By hand: the work per cycle that the table and the kinematics of rigid links give is what load and losses take."""
import cmath
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle"))
import engine_gas
from runs import below, call, check, energy, finish, folder, probes, run, study

TEXT = study("engine.yaml")
TABLE = engine_gas.table()
with open(study("engine_gas.csv"), encoding="utf-8") as file:
    rows = [tuple(map(float, line.split(","))) for line in file if not line.startswith("#")]
below(max(abs(a - c) + abs(b - d) for (a, b), (c, d) in zip(rows, TABLE)), 1e-6, "the table is the oracle's")  # 6 decimals
check(len(rows) == len(TABLE) == 360, "360 points")

# ---- the spline through the table: m_(i-1) + 4 m_i + m_(i+1) = 6 (y_(i-1) - 2 y_i + y_(i+1))/h^2, periodic ----

H, Y = 2 * math.pi / 180, [force for _, force in rows]
COUNT = len(Y)
RIGHT = [6 * (Y[i - 1] - 2 * Y[i] + Y[(i + 1) % COUNT]) / H**2 for i in range(COUNT)]
M = [0.0] * COUNT
for _ in range(60):  # Gauss and Seidel: contracts by 2 + sqrt 3 or more per sweep
    for i in range(COUNT):
        M[i] = (RIGHT[i] - M[i - 1] - M[(i + 1) % COUNT]) / 4


def gas(angle):
    s = angle / H
    i = math.floor(s)
    b = s - i
    a, i, k = 1 - b, i % COUNT, (i + 1) % COUNT
    return a * Y[i] + b * Y[k] + ((a**3 - a) * M[i] + (b**3 - b) * M[k]) * H * H / 6


# ---- one freedom ----

R, L, INERTIA, PISTON, ROD = 0.043, 0.145, 0.15, 0.5, 7850 * 0.025 * 0.016 * 0.145
ROD_INERTIA = ROD * (L**2 + 0.016**2) / 12
RATED, LOAD = 3000 * math.pi / 30, 34.0


def positions(a):
    """rod centre x, y, rod angle, piston y; complex arguments allowed"""
    s = R * cmath.sin(a) / L
    y = R * cmath.cos(a) + L * cmath.sqrt(1 - s * s)
    return 0.5 * R * cmath.sin(a), 0.5 * (R * cmath.cos(a) + y), cmath.asin(s), y


def lever(a):
    """d piston y/d angle"""
    return positions(a + 1e-30j)[3].imag / 1e-30


def inertia(a):
    d = [p.imag / 1e-30 for p in positions(a + 1e-30j)]
    return INERTIA + ROD * (d[0] ** 2 + d[1] ** 2) + ROD_INERTIA * d[2] ** 2 + PISTON * d[3] ** 2


def slope(a, w):
    h = 1e-3  # fourth order: 1e-13 relative
    rate = (8 * (inertia(a + h) - inertia(a - h)) - inertia(a + 2 * h) + inertia(a - 2 * h)) / (12 * h)
    return w, (-gas(a) * lever(a) - LOAD * (w / RATED) ** 2 - 0.5 * rate * w * w) / inertia(a)


def oracle(times, parts):
    a, w, t, out = 2 * math.pi, RATED, 0.0, []
    for end in times:
        for _ in range(parts):
            h = (end - t) / parts
            k1 = slope(a, w)
            k2 = slope(a + h / 2 * k1[0], w + h / 2 * k1[1])
            k3 = slope(a + h / 2 * k2[0], w + h / 2 * k2[1])
            k4 = slope(a + h * k3[0], w + h * k3[1])
            a += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
            w += h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
        t = end
        out.append((a, w))
    return out


p = probes(run("rigid", TEXT, sets=["joint=ideal", "rod=rigid", "cycles=2", "tolerance=1e-9"]))
fine, coarse = oracle(p["t"][1:], 4), oracle(p["t"][1:], 2)
own = max(abs(x[1] - y[1]) for x, y in zip(fine, coarse))
below(own, 1e-6, "oracle: its own error, rad/s")
error = max(abs(x[1] - y) for x, y in zip(fine, p["crank_speed"][1:]))
turned = max(abs(x[0] - y) for x, y in zip(fine, p["crank_angle"][1:]))
swing = max(p["crank_speed"]) - min(p["crank_speed"])
below(error / swing, 1e-5, "rigid: crank speed over two cycles, of its swing")
below(turned, 1e-5, "rigid: crank angle, rad")
print(f"| engine, rigid with ideal joints: crank speed, RK4 of one freedom | {error / swing:.1e} of its swing |")

# ---- the engine ----

out = folder("engine")
done = call(["run", TEXT, "--quiet", "--out", out])
lines = done.stderr.splitlines()
check(done.returncode == 0, "ten cycles")
check(len(lines) == 1 and "film model short at L/D = 1.14" in lines[0], f"one warning, the short film's: {lines}")
p, e = probes(out), energy(out)


def work(power, first, last):
    """Trapezoid: smooth powers, 360 points per cycle"""
    return sum(0.5 * (power[i] + power[i + 1]) * (p["t"][i + 1] - p["t"][i]) for i in range(first, last))


last = len(p["t"]) - 1
powers = {
    "gas": [-f * v for f, v in zip(p["gas_force"], p["slider_v"])],
    "load": [-m * w for m, w in zip(p["load_moment"], p["crank_speed"])],
    "films": [-a - b for a, b in zip(p["big_loss"], p["pin_loss"])],
}
turned = [m * w for m, w in zip(p["gas_torque"], p["crank_speed"])]
below(abs(work(turned, 0, last) - work(powers["gas"], 0, last)) / work(powers["gas"], 0, last), 1e-4,
      "gas torque over the crank's turn is the gas work")
works = {name: work(power, 0, last) for name, power in powers.items()}
scale = abs(works["gas"])
gain = e["kinetic"][-1] + e["strain"][-1] - e["kinetic"][0] - e["strain"][0]
left = gain - e["work_loads"][-1] - e["work_films"][-1] - e["work_elements"][-1]
below(abs(left) / scale, 1e-4, "ledger: what is left of the gas work")
below(abs(works["gas"] + works["load"] - e["work_loads"][-1]) / scale, 1e-4, "gas and load by the probes are the ledger's")
below(abs(gain - sum(works.values())) / scale, 1e-4, "balance by the probes alone")
print(f"| engine, ten cycles: gas {works['gas']:.1f} J, load {works['load']:.1f} J, films {works['films']:.1f} J, kinetic "
      f"{gain:.1f} J | left {left / scale:.1e} of the gas work |")

# by hand: indicated work of one cycle from the table, with rigid links, is that of the run within what the films give way
# (30 um of 86 mm stroke) and the rod's strain; every cycle ends at the same angle
indicated = -sum(gas(math.radians(d)) * lever(math.radians(d)) for d in range(720)) * math.pi / 180
passages = [next(i for i, a in enumerate(p["crank_angle"]) if a >= (1 + 2 * k) * 2 * math.pi) for k in range(10)]
cycle = [work(powers["gas"], a, b) for a, b in zip(passages, passages[1:])]
worst = max(abs(c - indicated) for c in cycle) / indicated
below(worst, 2e-3, f"gas work of a cycle against the table by hand ({indicated:.1f} J)")
a, b = passages[-2], passages[-1]
taken = -work(powers["load"], a, b) - work(powers["films"], a, b)
kinetic = 0.5 * INERTIA * (p["crank_speed"][b] ** 2 - p["crank_speed"][a] ** 2)
below(abs(indicated - taken - kinetic) / indicated, 5e-3, "by hand: indicated = load + losses + flywheel, last cycle")
print(f"| engine: indicated work per cycle by hand {indicated:.1f} J, in the run {cycle[-1]:.1f} J; mean effective moment "
      f"{indicated / 4 / math.pi:.1f} N m | {worst:.1e} |")
below(-min(p["big_film_min"]), 0, "a film is left in the big end")
finish()
