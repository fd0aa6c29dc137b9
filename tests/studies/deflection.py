#!/usr/bin/python3
# label: study
# timeout: 120
"""Elastic deflection seen from the chord of a body, in the plane and in space, against closed forms.

1. Cantilever with a tip load, statics: u(x) = F/(6 EI) (x^2 (3 L - x) - 2 L^2 x) from the chord; -F L^3/(16 EI) at the middle.
   (Shear bends a cantilever along a straight line, of which nothing is left seen from the chord.)
2. A rod that swings as a pendulum: q = m g sin a (1 - 3 x/(2 L))/L bends it, so that from its chord
   EI u = p (x^4/24 - x^5/(80 L) - L x^3/24 + L^3 x/80), p = m g sin a/L; p L^4/(307.2 EI) at the middle: like a
   simply supported beam that turns with the rod.
3. A rigid motion has none: the field of the pictures is zero in a flexible body that only falls and turns."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, check, finish, model, probes, read_csv, run

E, B, H, L, F, G = 210e9, 0.01, 0.02, 1.0, 1.0, 9.81

SPACE = """
space: 3d
bodies:
  beam: {type: ancf_beam3d3, at: [0.2, 0.1, 0], euler: [0.3, 0.4, 0.5],
         mesh: {type: line, from: [0, 0, 0], to: [1 m, 0, 0], elements: 8}, E: 210 GPa, nu: 0, density: 7850 kg/m^3,
         section: rectangle, width: 10 mm, height: 20 mm, points: {middle: [0.5 m, 0, 0]}}
joints: {clamp: {type: fixed, a: {body: ground, at: [0.2, 0.1, 0]}, b: beam.from}}
forces:
  fy: {type: follower_force, a: beam.to, direction: [%s], value: 1 N}
probes:
  y: {type: deflection, body: beam, of: beam.middle, component: y}
  z: {type: deflection, body: beam, of: beam.middle, component: z}
  x: {type: deflection, body: beam, of: beam.middle, component: x}
  most: {type: deflection, body: beam}
analysis: {type: static}
output: {vtk: 0, precision: 12}
"""


def axes(a, b, c):
    """Columns: body axes after turns about x, the new y, the new z"""
    rx = [[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]]
    ry = [[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]]
    rz = [[math.cos(c), -math.sin(c), 0], [math.sin(c), math.cos(c), 0], [0, 0, 1]]

    def times(p, q):
        return [[sum(p[i][k] * q[k][j] for k in range(3)) for j in range(3)] for i in range(3)]

    return times(times(rx, ry), rz)


R = axes(0.3, 0.4, 0.5)
for k, name, inertia in ((1, "y", H * B**3 / 12), (2, "z", B * H**3 / 12)):
    text = SPACE % ", ".join(repr(R[i][k]) for i in range(3))
    p = {n: v[0] for n, v in probes(run(f"space_{name}", model(f"space_{name}", text))).items()}
    middle = -F * L**3 / (16 * E * inertia)
    most = F * L**3 / (9 * math.sqrt(3) * E * inertia)
    other = p["z" if name == "y" else "y"]
    # the element holds the cubic of the closed form; what is left is the bending itself, (u/L)^2
    below(abs(p[name] / middle - 1), 1e-6, f"cantilever in space, load along {name}: middle, {p[name]:.4e} m")
    below(abs(other / middle), 1e-9, "nothing in the other direction")
    below(abs(p["x"] / middle), 1e-2, "little along the chord")
    below(abs(p["most"] / most - 1), 2e-3, "the largest, of nodes and middles")  # 1/16 of the length apart
    print(f"| deflection of a cantilever from its chord, space, load along {name} | {p[name] / middle - 1:.1e} |")

PENDULUM = """
space: 2d
gravity: [0, -9.81]
bodies:
  rod: {type: ancf_cable2d, angle: -90 deg, mesh: {type: line, from: [0, 0], to: [1 m, 0], elements: 8}, E: 210 GPa,
        density: 7850 kg/m^3, section: rectangle, width: 10 mm, height: 20 mm, spin: 4 rad/s, points: {middle: [0.5 m, 0]}}
joints: {pivot: {type: revolute, a: ground, b: rod.from}}
probes:
  angle: {type: angle, of: rod.to, from: rod.from, reference: [0, -1]}
  middle: {type: deflection, body: rod, of: rod.middle, component: y}
  most: {type: deflection, body: rod, component: y}
  tip: {type: deflection, body: rod, of: rod.to, component: y}
  moment: {type: field, body: rod, field: moment, which: absolute}
analysis: {end: 0.8 s, tolerance: 1e-9}
output: {sample: 2 ms, vtk: 0.4 s, precision: 12, envelope: [rod]}
"""
out = run("pendulum", model("pendulum", PENDULUM))
p = probes(out)
LOADED = 7850 * B * H * G
INERTIA = H * B**3 / 12
form = [-LOADED * math.sin(a) * L**4 / (307.2 * E * INERTIA) for a in p["angle"]]
ratio = sum(x * y for x, y in zip(p["middle"], form)) / sum(y * y for y in form)
# the mean over the vibration of the rod (its first bending frequency is 100 times that of the pendulum)
below(abs(ratio - 1), 2e-2, f"pendulum: deflection of the middle, mean ratio {ratio:.5f}")
top = max(map(abs, form))
below(max(abs(x - ratio * y) for x, y in zip(p["middle"], form)) / top, 0.1, "pendulum: at every time, of the largest")
below(max(map(abs, p["tip"])), 1e-12, "the end of the chord has none across it")
check(max(map(abs, p["most"])) >= max(map(abs, p["middle"])), "the largest is not below that of the middle")
print(f"| deflection of a swinging rod from its chord, quasi-static closed form | {ratio - 1:.1e} |")

# envelope of the bending moment: M = p x (L - x)^2/(4 L), the falling chimney's, at the largest |sin a| of each sign
e = read_csv(os.path.join(out, "envelope_rod.csv"))
sides = [max(math.sin(a) for a in p["angle"]), max(-math.sin(a) for a in p["angle"])]
big = LOADED * max(sides) * L**2 / 27
worst = 0.0
for x, high, low in zip((-y for y in e["y"]), e["moment_max"], e["moment_min"]):
    shape = LOADED * x * (L - x) ** 2 / (4 * L)
    found = sorted([high, -low])
    wanted = sorted(shape * s for s in sides)
    worst = max([worst] + [abs(f - w) for f, w in zip(found, wanted)])
check(len(e["node"]) == 9 and abs(max(-y for y in e["y"]) - L) < 1e-12, "envelope: nine nodes along the rod")
below(worst / big, 0.1, "envelope of the bending moment along the rod, of its largest (the rod vibrates)")
below(abs(max(max(e["moment_max"]), -min(e["moment_min"])) - max(map(abs, p["moment"]))) / big, 1e-2,
      "envelope: its largest is that of the probe")
with open(os.path.join(out, "envelope_rod.vtu"), "rb") as file:
    check(b'Name="moment_max' in file.read(), "envelope for ParaView")
print(f"| envelope of the bending moment along a swinging rod, closed form | {worst / big:.1e} of its largest |")

FALLING = """
space: 3d
gravity: [0, 0, -9.81]
bodies:
  rod: {type: ancf_beam3d, mesh: {type: line, from: [0, 0, 0], to: [1 m, 0, 0], elements: 2}, E: 210 GPa,
        density: 7850 kg/m^3, section: rectangle, width: 50 mm, height: 50 mm, spin: [0.3 rad/s, 0.2 rad/s, -0.1 rad/s]}
probes: {most: {type: deflection, body: rod}}
analysis: {end: 0.5 s}
output: {vtk: 0.25 s, precision: 12}
"""
out = run("falling", model("falling", FALLING))
below(max(probes(out)["most"]), 1e-7, "a body that falls and turns: no deflection (centrifugal strain 1e-9)")
for number in range(3):
    with open(os.path.join(out, "vtk", f"bodies_{number:06d}.vtu"), "rb") as file:
        check(b'Name="deflection' in file.read(), f"frame {number} has the field (its values: t830)")
finish()
