#!/usr/bin/python3
# label: mpi
"""A friction law, a normal law, a film model, a probe, a mesh cell, an analysis, an output sink and a command that exist only in tests/extension: one file and one line each.

Each against a closed form, then all together through an interruption and on two processes.
"""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import (EXTENDED, below, call, check, difference, energy, finish, folder, interrupt_at, model, probes, read_csv,
                  run, same_results)

if not EXTENDED:
    print("the command with extensions is not built")
    sys.exit(1)

MU, V0, SPEED, GRAVITY = 0.2, 0.05, 0.5, 10.0
RADIUS, CLEARANCE, LENGTH, VISCOSITY, MASS, PUSH = 0.01, 2e-4, 0.01, 0.1, 10.0, 1e-5
E, SIDE, PULL = 2e9, 0.1, 1e5
ALL = f"""
space: 2d
gravity: [0, 0]
parameters: {{end: 0.2 s, step: 1e-4 s, sample: 0.01 s}}
bodies:
  ground: {{points: {{O: [0, 0]}}}}
  block: {{type: point_mass, mass: 1 kg, at: [0, -1e-5], velocity: [{SPEED}, 0]}}
  journal: {{type: rigid_body, at: [1, 0], mass: {MASS} kg, inertia: 1 kg m^2, velocity: [{PUSH}, 0]}}
  plate: {{type: slash, E: {E}, nu: 0.3, density: 1000, thickness: 10 mm, strain: linear,
          mesh: {{type: rectangle, corner: [0, 2], size: [{SIDE}, {SIDE}], nx: 3, ny: 3}}}}
joints:
  bearing: {{type: revolute, a: {{body: ground, at: [1, 0]}}, b: journal, model: lubricated, journal_radius: {RADIUS},
            clearance: {CLEARANCE}, length: {LENGTH}, film: {{model: FILM, viscosity: {VISCOSITY}, cavitation: full}}}}
forces:
  weight: {{type: force, a: block, direction: [0, -1], value: 10 N}}
  floor: {{type: contact, a: ground, b: block, normal: [0, 1], contact: {{law: stiffening, stiffness: 1e6, full_depth: 1 m}},
          friction: {{law: rational, kinetic: {MU}, v0: {V0}}}}}
probes:
  v: {{type: velocity, of: block, component: x}}
  e: {{type: stretch, of: journal, from: {{body: ground, at: [1, 0]}}}}
  slid: {{type: stretch, of: block, from: ground.O, length: 1e-5}}
  corner: {{type: position, of: {{body: plate, local: [{SIDE}, {2 + SIDE}]}}, component: x}}
analysis: {{end: end, step: step}}
output: {{sample: sample, vtk: 0.1 s, precision: 17}}
"""


def words(film):
    """The model with that film."""
    return ALL.replace("model: FILM", "model: " + film)


path = model("kinds", words("linear"))
said = call(["help", "stretch"], program=EXTENDED)
check(said.returncode == 0 and "natural length" in said.stdout, "help knows the probe and its parameter")
check("rational" in call(["help", "friction"], program=EXTENDED).stdout, "help knows the friction law")
check(call(["check", path]).returncode == 2, "the plain command knows none of them")
said = call(["bodies", path, "--times", "2"], program=EXTENDED)
check(said.returncode == 0 and said.stdout == "bodies: 8\n", f"the command counts: {said.stdout} {said.stderr}")
said = call(["bodies", path, "--tims", "2"], program=EXTENDED)
check(said.returncode == 2 and "unknown option --tims; did you mean '--times'?" in said.stderr, "its options are known: " + said.stderr)
check("--times" in call(["completion", "bash"], program=EXTENDED).stdout and "bodies" not in call(["completion", "bash"]).stdout,
      "the completion knows the command; that of the plain program does not")
bad = call(["check", model("same", words("linear").replace("length: 1e-5}", "length: 1e5}"))], program=EXTENDED)
check(bad.returncode == 2 and "a natural length of 100000 m" in bad.stderr, "a probe refuses its parameters with its own words")

got = probes(run("kinds", path, "--quiet", program=EXTENDED))


def slide(v):
    """sqrt(v^2 + v0^2) + v0 ln(v/(v0 + sqrt(v^2 + v0^2))): it falls by mu g t."""
    s = math.sqrt(v * v + V0 * V0)
    return s + V0 * math.log(v / (V0 + s))


worst = max(abs(slide(v) - slide(SPEED) + MU * GRAVITY * t) for t, v in zip(got["t"], got["v"]))
below(worst, 1e-6 * SPEED, "friction law: the block slows down as the closed form says")
damping = math.pi * VISCOSITY * RADIUS * (LENGTH / CLEARANCE) ** 3
exact = [PUSH * MASS / damping * -math.expm1(-damping * t / MASS) for t in got["t"]]
below(max(abs(a - b) for a, b in zip(got["e"], exact)), 1e-5 * max(exact), "film and probe: the journal creeps to its place")
short = probes(run("short", model("short", words("short")), "--quiet", program=EXTENDED))
below(max(abs(a - b) for a, b in zip(got["e"], short["e"])), 1e-4 * max(exact), "the built-in short bearing does the same at small eccentricity")

# ---- the normal law: depth of an impact by its energy, and the speed after it ----

SPEED_IN, STIFFNESS, DEPTH = 2.0, 1e4, 0.02
BALL = f"""
space: 2d
gravity: [0, 0]
bodies:
  ball: {{type: point_mass, mass: 1 kg, at: [0, 1 mm], velocity: [0, -{SPEED_IN}]}}
forces:
  floor: {{type: contact, a: ground, b: ball, normal: [0, 1], contact: {{law: stiffening, stiffness: {STIFFNESS}, full_depth: {DEPTH}}}}}
probes:
  v: {{type: velocity, of: ball, component: y}}
  depth: {{type: output, name: floor, output: penetration}}
analysis: {{end: 0.05 s, method: radau, tolerance: 1e-10}}
output: {{vtk: 0, sample: 1e-5 s}}
"""
got = probes(run("ball", model("ball", BALL), "--quiet", program=EXTENDED))
# K d^2/2 + K d^4/(4 D^2) = m v^2/2, a quadratic equation for d^2; the sample nearest to the peak misses 4e-7 of it at most
exact = math.sqrt(DEPTH * DEPTH * (math.sqrt(1 + 2 * SPEED_IN ** 2 / (STIFFNESS * DEPTH * DEPTH)) - 1))
below(abs(max(got["depth"]) / exact - 1), 1e-6, f"normal law: depth of the impact {max(got['depth']):.9g} m, by its energy {exact:.9g} m")
below(abs(got["v"][-1] / SPEED_IN - 1), 1e-7, "normal law: nothing is lost")

# ---- the cell: constant strain is exact, and the mesh with the other diagonal deforms alike ----

PATCH = f"""
space: 2d
bodies:
  plate: {{type: slash, E: {E}, nu: 0.3, density: 1000, thickness: 10 mm, strain: linear,
          mesh: {{type: rectangle, corner: [0, 0], size: [{SIDE}, {SIDE}], nx: 3, ny: 2}}}}
joints:
  wall: {{type: roller, a: ground, b: plate.left, normal: [1, 0]}}
  foot: {{type: roller, a: ground, b: plate.bottom, normal: [0, 1]}}
forces:
  pull: {{type: traction, a: plate.right, value: {PULL}, direction: [1, 0]}}
probes:
  x: {{type: position, of: {{body: plate, local: [{SIDE}, {SIDE}]}}, component: x}}
  y: {{type: position, of: {{body: plate, local: [{SIDE}, {SIDE}]}}, component: y}}
  s: {{type: field, body: plate, field: stress_xx, which: min}}
analysis: {{type: static}}
"""
got = probes(run("patch", model("patch", PATCH), "--quiet", program=EXTENDED))
below(abs(got["x"][-1] - SIDE * (1 + PULL / E)), 1e-12 * SIDE, "cell: patch test, along")
below(abs(got["y"][-1] - SIDE * (1 - 0.3 * PULL / E)), 1e-12 * SIDE, "cell: patch test, across")
below(abs(got["s"][-1] / PULL - 1), 1e-8, "cell: stress everywhere")

# ---- interrupted and resumed, and on two processes ----

flags = ["--set", "step=2e-6", "--set", "sample=1e-3"]
whole = run("whole", path, "--quiet", *flags, program=EXTENDED)
parts = folder("parts")
code, said = interrupt_at(40, ["run", path, "--out", parts, *flags], program=EXTENDED)
check(code == 130 and "--resume" in said, f"interrupted: exit code {code}")
again = call(["run", "--resume", parts, "--quiet"], program=EXTENDED)
check(again.returncode == 0, f"resumed: exit code {again.returncode} {again.stderr[-300:]}")
same_results(whole, parts, "interrupted and resumed")
one = run("one", path, "--quiet", program=EXTENDED)
two = run("two", path, "--quiet", processes=2, program=EXTENDED)
worst, column = difference(probes(one), probes(two))
below(worst, 1e-9, f"two processes give the same, relative to the peaks ({column})")

# ---- the sink: its file is one of those compared above, and says what energy.csv says ----


def total(out):
    """The file of the sink."""
    return read_csv(os.path.join(out, "total.csv"))


check(os.path.exists(os.path.join(parts, "total.csv")), "the sink has written; the resumed run has gone on with its file and its count")
file, parts_of = total(one), energy(one)
worst = max(abs(a - (k + p + s)) for a, k, p, s in zip(file["total"], parts_of["kinetic"], parts_of["potential"], parts_of["strain"]))
below(worst, 1e-15 * max(map(abs, file["total"])), "sink: the sum of the energies")
check(len(file["t"]) == len(parts_of["t"]) and file["steps"][-1] == 2001, f"sink: one look at the start and at every step: {file['steps'][-1]}")
check(total(two)["steps"] == file["steps"], "sink: two processes count alike")

# a run that takes the folder removes the file of the older one, also where it has no such file itself: an equilibrium
check("total.csv" in os.listdir(two), "sink: its file is there")
said = call(["run", model("patch", PATCH), "--force", "--quiet", "--out", two], program=EXTENDED)
check(said.returncode == 0 and "total.csv" not in os.listdir(two) and "probes.csv" in os.listdir(two),
      f"sink: its file goes with the older run: {said.returncode} {said.stderr[-200:]}")

# ---- the analysis: (C1) of coast.c, whole, resumed and on two processes ----

COAST = """
space: 2d
parameters: {end: 2 s}
gravity: [0, -9.81]
bodies:
  p: {type: point_mass, mass: 1 kg, at: [1, 2], velocity: [0.3, -0.7]}
  q: {type: point_mass, mass: 2 kg, at: [0, 0], velocity: [0, 5]}
probes:
  x: {type: position, of: p, component: x}
  y: {type: position, of: p, component: y}
  z: {type: position, of: q, component: y}
analysis: {type: coast, end: end, step: 0.02 s}
output: {sample: 0.02 s, vtk: 1 s, precision: 17}
"""
path = model("coast", COAST)
check("bodies without joints go on" in call(["help", "analysis"], program=EXTENDED).stdout, "help knows the analysis")
bad = call(["check", path])
check(bad.returncode == 2 and "coast" in bad.stderr and "dynamic" in bad.stderr, "the plain command does not, and says what there is")
whole = run("coasting", path, "--quiet", program=EXTENDED)
got = probes(whole)
worst = max(max(abs(x - 1 - 0.3 * t), abs(y - 2 + 0.7 * t), abs(z - 5 * t)) for t, x, y, z in zip(got["t"], got["x"], got["y"], got["z"]))
below(worst, 1e-14 * 10, "analysis: bodies go on as they move, gravity or not")
check(len(got["t"]) == 101 and abs(got["t"][-1] - 2) < 1e-12, "analysis: samples to the end")
half = folder("half")
check(call(["run", path, "--quiet", "--set", "end=1 s", "--out", half], program=EXTENDED).returncode == 0, "half of it")
said = call(["run", "--resume", half, "--quiet", "--set", "end=2 s"], program=EXTENDED)
check(said.returncode == 0, f"resumed to a later end: {said.stderr}")
check(probes(half)["z"][-1] == got["z"][-1] and total(half)["steps"][-1] == total(whole)["steps"][-1],
      "analysis and sink: half a run and its continuation end as the whole one")
two = probes(run("coasting2", path, "--quiet", processes=2, program=EXTENDED))
check(two == got, "analysis: two processes give the same numbers")
held = call(["run", model("held", COAST.replace("probes:", "joints: {pin: {type: revolute, a: ground, b: p}}\nprobes:")), "--quiet"], program=EXTENDED)
check(held.returncode == 2 and "do not coast" in held.stderr, f"analysis: refuses with its own words: {held.returncode} {held.stderr}")
finish()
