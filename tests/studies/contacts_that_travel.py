#!/usr/bin/env python3
# label: study
"""Contacts that travel, begin and end in awkward ways: each case was wrong once, or crawled, and has a second way to its answer."""
import math

from common import Report, simulate

rep = Report("contacts that travel")


def steps(run):
    return int(run.text.split(" steps, ")[0].split()[-1])


# --- a mass slides round a ball: the normal passes every axis of the ball ------------------------------------------------
# pressed on by a spring to the centre: N = k r - m v^2/r, m v' = -mu N: artanh(v/V) = artanh(v0/V) - mu V t/r, V = r sqrt(k/m)
k, K, mu, v0, end = 2000.0, 1e6, 0.02, 2.0, 0.3
r = 0.1
for _ in range(50):
    r = 0.1 - (k * r - v0 * v0 / r) / K
V = r * math.sqrt(k)
want = V * math.tanh(math.atanh(v0 / V) - mu * V * end / r)
BALL = """
space: 3d
parameters: {law: coulomb, turn: 0}
bodies:
  b: {type: point_mass, mass: 1 kg, at: [%.17g, 0, 0], velocity: [0, %g*cos(turn), %g*sin(turn)]}
forces:
  s: {type: spring, a: ground, b: b, stiffness: %g, length: 0}
  j: {type: contact, surface: ball, radius_a: 0.1, a: ground, b: b, contact: {law: kelvin_voigt, stiffness: %g, damping: 300}, friction: {law: $law, kinetic: %g, v0: 1e-3, v1: 2e-3, bristle: 1e6, bristle_damping: 0}}
probes:
  v: {type: velocity, of: b}
  slip: {type: output, name: j, output: slip}
analysis: {end: %g, tolerance: 1e-9}
output: {vtk: 0}
""" % (r, v0, v0, k, K, mu, end)
for law in ("coulomb", "karnopp", "tanh", "lugre"):
    for turn in (0, 0.7):
        run = simulate(BALL, "ball_%s_%g" % (law, turn), {"law": law, "turn": turn})
        name = "round a ball, %s, direction %g rad: " % (law, turn)
        rep.below(name + "speed at 0.3 s, relative (r is taken constant)", "%.5f m/s" % want, abs(run["v"][-1] / want - 1), 1e-3, run["v"][-1])
        rep.below(name + "slip against speed", "equal", abs(run["slip"][-1] / run["v"][-1] - 1), 1e-3)
        rep.below(name + "missing energy, J", "2 J", max(abs(x) for x in run.energy["numerical"]), 1e-4)

# --- a ball that starts in the middle of its socket falls along any axis alike -------------------------------------------
FALL = """
space: 3d
parameters: {x: 0, y: 0, z: 0, law: coulomb}
gravity: [x, y, z]
bodies:
  b: {type: rigid_body, mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3]}
joints:
  j: {type: spherical, model: dry, a: ground, b: b, clearance: 0.2 mm, bearing_radius: 10 mm, contact: {restitution: 0.8}, friction: {law: $law, kinetic: 0.1}}
probes:
  F: {type: output, name: j, output: force}
  t: {type: output, name: j, output: last_impact_time}
analysis: {end: 0.01 s, tolerance: 1e-10}
output: {vtk: 0}
"""
falls = {axis: simulate(FALL, "fall_" + axis, {axis: -9.81}) for axis in "xyz"}
for axis, run in falls.items():
    rep.below("falls along %s: instant of the impact, s" % axis, "sqrt(2 c/g)", abs(run["t"][-1] - math.sqrt(2 * 2e-4 / 9.81)), 1e-9, run["t"][-1])
    rep.below("falls along %s: force, largest, against x" % axis, "equal", abs(max(run["F"]) / max(falls["x"]["F"]) - 1), 1e-6)

# --- an aligned journal of two ends is the planar one: linear spring and damper, which never pulls -------------------------
m, c = 1.0, 500.0
w0, zeta = math.sqrt(1e7 / m), c / (2 * math.sqrt(1e7 * m))
wd = w0 * math.sqrt(1 - zeta * zeta)
t = (math.pi - math.atan(c * wd / (1e7 - c * zeta * w0))) / wd  # K delta + c delta' = 0
e = -math.exp(-zeta * w0 * t) * (math.cos(wd * t) - zeta * w0 / wd * math.sin(wd * t))
for space, inertia, v in (("2d", "1e-3", "[0, -0.1]"), ("3d", "[1e-3, 1e-3, 1e-3]", "[0, -0.1, 0]")):
    run = simulate("""
space: %s
bodies:
  b: {type: rigid_body, mass: 1 kg, inertia: %s, velocity: %s}
joints:
  j: {type: revolute, model: dry, a: ground, b: b, clearance: 0.2 mm, bearing_radius: 10 mm, length: 20 mm, contact: {law: kelvin_voigt, stiffness: 1e7, damping: 500}}
probes:
  v: {type: velocity, of: b, component: y}
analysis: {end: 4 ms, tolerance: 1e-11}
output: {vtk: 0}
""" % (space, inertia, v), "journal_" + space)
    rep.below("kelvin_voigt in a revolute joint, %s: speed after over before" % space, "%.6f" % e, abs(run["v"][-1] / 0.1 - e), 1e-4, run["v"][-1] / 0.1)

# --- an axial stop pushes and does not pull --------------------------------------------------------------------------------
for c in (300, 2000):
    run = simulate("""
space: 3d
parameters: {c: 0}
bodies:
  b: {type: rigid_body, mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3], velocity: [0, 0, 0.1]}
joints:
  j: {type: cylindrical, model: dry, a: ground, b: b, clearance: 0.2 mm, bearing_radius: 10 mm, length: 20 mm, axial: stop, axial_gap: 1 mm, axial_stiffness: 1e6, axial_damping: c, contact: {law: hertz}}
probes:
  v: {type: velocity, of: b, component: z}
  F: {type: joint_force, name: j, component: z}
analysis: {end: 25 ms}
output: {vtk: 0, sample: 1e-5}
""", "stop_%d" % c, {"c": c})
    rep.true("axial stop, damping %d: never pulls" % c, max(run["F"]) <= 1e-9, "F <= 0", max(run["F"]))
    rep.true("axial stop, damping %d: comes back" % c, run["v"][-1] < -1e-3, "v < 0", run["v"][-1])

# --- set-valued friction at impacts that stick at once: no crawling --------------------------------------------------------
HANG = """
space: 2d
gravity: [0, -9.81]
parameters: {law: lankarani_nikravesh, friction: coulomb, mk: 0.2, ms: 0.3}
bodies:
  b: {type: rigid_body, from: [0, 0], to: [0.3, 0], centre: [0.15, 0], mass: 1 kg, shape: rod}
joints:
  j: {type: revolute, model: dry, a: ground, b: b.from, clearance: 0.2 mm, bearing_radius: 10 mm, length: 20 mm, contact: {law: $law, restitution: 0.8}, friction: {law: $friction, kinetic: mk, static: ms}}
probes:
  F: {type: output, name: j, output: force}
  T: {type: output, name: j, output: friction}
  angle: {type: angle, of: b}
analysis: {end: 0.1 s}
output: {vtk: 0}
"""
for law in ("lankarani_nikravesh", "hertz", "flores", "hunt_crossley", "gonthier", "johnson"):
    for friction in ("coulomb", "karnopp"):
        run = simulate(HANG, "hang_%s_%s" % (law, friction), {"law": law, "friction": friction})
        rep.below("pendulum let go in its bearing, %s, %s: steps" % (law, friction), "it crawled", steps(run), 3000)
        rep.below("pendulum let go in its bearing, %s, %s: missing energy of 0.36 J" % (law, friction), "0",
                  max(abs(x) for x in run.energy["numerical"]), 1e-3)
run = simulate(HANG, "hang_10", {"mk": 10, "ms": 10})
rep.below("the same, friction 10: steps", "it crawled", steps(run), 3000)
run = simulate("""
space: 2d
gravity: [0, -9.81]
bodies:
  A: {type: ancf_beam2d, E: 2e11, density: 7800, section: rectangle, width: 10 mm, height: 10 mm, mesh: {type: line, from: [0, 0], to: [0.3, 0], elements: 4}}
  B: {type: ancf_beam2d, E: 2e11, density: 7800, section: rectangle, width: 10 mm, height: 10 mm, at: [0.3, 0], mesh: {type: line, from: [0, 0], to: [0.3, 0], elements: 4}}
joints:
  w: {type: fixed, a: ground, b: A.from}
  j: {type: revolute, model: dry, a: A.to, b: B.from, clearance: 0.1 mm, bearing_radius: 5 mm, contact: {law: flores, restitution: 0.7}, friction: {law: coulomb, kinetic: 0.2}}
analysis: {end: 0.03}
output: {vtk: 0}
""", "beams")
rep.below("one beam hangs from another: steps", "it crawled", steps(run), 30000)

# --- a point that starts inside is pushed out as by a spring -----------------------------------------------------------------
run = simulate("""
space: 2d
bodies:
  b: {type: point_mass, mass: 1 kg, at: [0, -0.1 mm]}
forces:
  j: {type: guide, a: ground, b: b, lower: 0, contact: {law: lankarani_nikravesh, stiffness: 1e8, restitution: 0.8}}
probes:
  v: {type: velocity, of: b, component: y}
analysis: {end: 0.01, tolerance: 1e-10}
output: {vtk: 0}
""", "inside")
rep.below("starts 0.1 mm inside: speed outside, relative", "energy K delta^2.5/2.5", abs(run["v"][-1] / math.sqrt(2 * 1e8 * 1e-10 / 2.5) - 1), 1e-4, run["v"][-1])
run = simulate(HANG.replace("from: [0, 0]", "from: [5 mm, 0]"), "deep", expect=2)
rep.true("starts 5 mm off in a clearance of 0.2 mm: refused", "inside the wall" in run.text, "refused", run.text[-300:])
rep.done()
