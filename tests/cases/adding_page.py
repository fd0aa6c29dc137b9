#!/usr/bin/python3
# label: fast
"""docs/adding.md: every contract, list and example of its table exists, and its printed examples, which are compiled into the second program, compute what the page says.

The element against an integration of its own, the joint and the force against closed forms.
"""
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import EXTENDED, SOURCE, below, call, check, finish, model, probes, run

if not EXTENDED:
    print("the command with extensions is not built")
    sys.exit(1)

# ---- the table ----

with open(os.path.join(SOURCE, "docs/adding.md"), encoding="utf-8") as file:
    page = file.read()
rows = [row.split("|")[1:-1] for row in page[page.index("| kind |"):].split("\n\n")[0].split("\n")[2:]]
check(len(rows) >= 13, f"kinds of things in the table: {len(rows)}")
for row in rows:
    named = [p for cell in (row[1], row[3], row[4]) for p in re.findall(r"`([\w./]+\.(?:h|c|def))`", cell)]
    for path in named:
        found = any(os.path.exists(os.path.join(SOURCE, folder, path)) for folder in ("", "tests/extension"))
        check(found, f"{row[0].strip()}: {path}")
    check(any(p.endswith(".def") for p in named), f"{row[0].strip()}: has a list")
for name in ("rubber_bar", "point_on_plane", "drag"):
    check(call(["help", name], program=EXTENDED).returncode == 0, f"help knows {name}")

# ---- the element: bar of two nodes, hinged at the origin; its tip by Runge and Kutta of order 4 ----

MASS, LENGTH, EA, GRAVITY = 0.3, 1.0, 1000.0, 9.81
BAR = f"""
space: 2d
gravity: [0, -{GRAVITY}]
bodies:
  bar: {{type: rubber_bar, from: [0, 0], to: [{LENGTH}, 0], mass: {MASS} kg, stiffness: {EA} N}}
joints:
  pin: {{type: revolute, a: ground, b: bar.from}}
probes:
  x: {{type: position, of: bar.to, component: x}}
  y: {{type: position, of: bar.to, component: y}}
analysis: {{end: 1 s}}
output: {{sample: 1 s, vtk: 0, precision: 17}}
"""


def rate(s):
    """m/3 R'' = -EA e d/l + m/2 g: row R of (E3), (E4) with P at rest."""
    x, y, u, v = s
    k = 3 / MASS * EA * 0.5 * ((x * x + y * y) / LENGTH**2 - 1) / LENGTH
    return [u, v, -k * x, -k * y - 1.5 * GRAVITY]


def along(s, d, h):
    """s + h d"""
    return [a + h * b for a, b in zip(s, d)]


state, steps = [LENGTH, 0.0, 0.0, 0.0], 20000
for _ in range(steps):
    h = 1.0 / steps
    a = rate(state)
    b = rate(along(state, a, h / 2))
    c = rate(along(state, b, h / 2))
    d = rate(along(state, c, h))
    state = [s + h / 6 * (p + 2 * q + 2 * r + w) for s, p, q, r, w in zip(state, a, b, c, d)]
got = probes(run("bar", model("bar", BAR), "--quiet", program=EXTENDED))
below(math.hypot(got["x"][-1] - state[0], got["y"][-1] - state[1]), 1e-4, "element: the tip after 1 s")

# ---- the joint: a point on an inclined plane falls by g sin(slope) ----

SLOPE = 0.5
PLANE = f"""
gravity: [0, 0, -{GRAVITY}]
bodies:
  p: {{type: point_mass, mass: 2 kg, at: [0, 0, 0], velocity: [0, 1, 0]}}
joints:
  plane: {{type: point_on_plane, a: ground, b: p, axis: [{math.sin(SLOPE)}, 0, {math.cos(SLOPE)}]}}
probes:
  x: {{type: position, of: p, component: x}}
  y: {{type: position, of: p, component: y}}
  z: {{type: position, of: p, component: z}}
  F: {{type: joint_force, name: plane}}
analysis: {{end: 1 s}}
output: {{sample: 0.5 s, vtk: 0, precision: 17}}
"""
got = probes(run("plane", model("plane", PLANE), "--quiet", program=EXTENDED))
fall = GRAVITY * math.sin(SLOPE) / 2
below(math.dist((got["x"][-1], got["y"][-1], got["z"][-1]), (fall * math.cos(SLOPE), 1, -fall * math.sin(SLOPE))), 1e-9,
      "joint: the point slides down")
below(abs(got["F"][-1] - 2 * GRAVITY * math.cos(SLOPE)), 1e-9, "joint: the plane bears its weight")

# ---- the force: v = -vt tanh(g t/vt), vt = sqrt(m g/c) ----

FALL = f"""
space: 2d
gravity: [0, -{GRAVITY}]
bodies:
  p: {{type: point_mass, mass: 1 kg, at: [0, 0]}}
forces:
  air: {{type: drag, a: p, coefficient: 0.5 kg/m}}
probes:
  v: {{type: velocity, of: p, component: y}}
  F: {{type: output, name: air, output: force}}
analysis: {{end: 1 s, tolerance: 1e-10}}
output: {{sample: 0.01 s, vtk: 0, precision: 17}}
"""
got = probes(run("fall", model("fall", FALL), "--quiet", program=EXTENDED))
vt = math.sqrt(GRAVITY / 0.5)
exact = [-vt * math.tanh(GRAVITY * t / vt) for t in got["t"]]
below(max(abs(a - b) for a, b in zip(got["v"], exact)), 1e-6, "force: speed of a fall")
below(max(abs(f - 0.5 * v * v) for f, v in zip(got["F"], exact)), 1e-5, "force: its output")
finish()
