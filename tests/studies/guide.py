#!/usr/bin/env python3
# label: study
"""The guide in closed form, and its bad cases: each defined, and right or refused with a reason."""
import math
from common import Report, simulate

rep = Report("guide")
G = 9.81

BLOCK = """
space: 2d
gravity: [%(gx)r, %(gy)r]
bodies:
  block: {type: rigid_body, at: [%(x)r, %(y)r], mass: 2, inertia: 0.1, velocity: [%(vx)r, %(vy)r], points: {p: [0, 0]}}
%(more)s
forces:
  guide: {type: guide, a: %(a)s, b: [block.p], %(guide)s, contact: {law: kelvin_voigt, stiffness: 1e6, damping: 1e3}, friction: {%(friction)s}}
  upright: {type: torsion_spring, a: ground, b: block, stiffness: 1e3, damping: 10}
probes:
  x: {type: position, of: block, component: x}
  y: {type: position, of: block, component: y}
  vx: {type: velocity, of: block, component: x}
  normal: {type: output, name: guide, output: normal}
  friction: {type: output, name: guide, output: friction}
  stick: {type: each, name: guide, output: stick}
analysis: {end: %(end)r, tolerance: 1e-9}
output: {sample: %(sample)r, vtk: 0}
"""


def block(name, expect=0, **keys):
    d = dict(gx=0.0, gy=-G, x=0.0, y=0.0, vx=0.0, vy=0.0, more="", a="ground", guide="lower: 0",
             friction="law: coulomb, kinetic: 0.2, static: 0.3", end=2.0, sample=0.01)
    d.update(keys)
    return simulate(BLOCK % d, "guide_" + name, expect=expect)


# ---- closed form: a plane at 30 degrees (guide turned, gravity straight down), from rest just above it and from a push ----
c, s = math.cos(math.pi / 6), math.sin(math.pi / 6)
down = dict(guide="axis: [%r, %r], lower: 0" % (c, -s), end=1.0)
slide = block("slope", **down)
a = G * (s - 0.2 * c)
along = [x * c - y * s for x, y in zip(slide["x"], slide["y"])]
rep.below("block slides down a slope of 30 deg: way after 1 s", "a t^2/2, a = g (sin - mu cos)",
          abs(along[-1] - a / 2) / (a / 2), 1e-3)
rep.below("its normal force", "m g cos", abs(slide["normal"][-1] / (2 * G * c) - 1), 1e-6)
deep = 2 * G * c / 1e6 # pressed in by its weight, so that it sticks from the start
hold = block("hold", friction="law: coulomb, kinetic: 0.2, static: 0.6", x=-deep * s, y=-deep * c, **down)
rep.below("with static 0.6 > tan 30 deg it stays (m/s)", "0", max(abs(v) for v in hold["vx"][2:]), 1e-9)
rep.below("and friction carries it", "m g sin", abs(hold["friction"][-1] / (-2 * G * s) - 1), 1e-6)
push = block("push", vx=1.0)
rep.below("pushed at 1 m/s on a level guide it stops after", "v/(mu g) = 0.5097 s, way v^2/(2 mu g)",
          abs(push["x"][-1] - 1 / (2 * 0.2 * G)), 1e-4)

# ---- a guide that moves: a slot on a carriage that is driven; friction takes the block along ----
CAR = ("  car: {type: rigid_body, at: [0, -1], mass: 5, inertia: 1}\n"
       "joints:\n  rail: {type: prismatic, a: {body: ground, at: [0, -1]}, b: car, axis: [1, 0]}\n"
       "drivers:\n  drive: {type: displacement_driver, joint: rail, position: 0.5*t*t}")
REST = dict(more=CAR, a="car", guide="lower: 1", y=-2 * G / 1e6, end=1.0)
car = block("carriage", **REST)
rep.below("a carriage that pulls away with 1 m/s^2 < mu_s g takes the block along (m)", "t^2/2",
          max(abs(x - 0.5 * t * t) for t, x in zip(car.t, car["x"])), 1e-4)
fast = block("carriage_fast", **dict(REST, more=CAR.replace("0.5*t*t", "2.5*t*t")))
rep.below("with 5 m/s^2 it slips: way after 1 s", "mu g t^2/2", abs(fast["x"][-1] - 0.2 * G / 2) / 0.981, 1e-3)

# ---- a round guide: a bead inside a ring, no friction: energy, and the force at the bottom ----
ring = block("ring", y=0.0, x=0.999999, guide="shape: round, upper: 1", friction="kinetic: 0", end=1.2, sample=0.001)
low = min(range(len(ring.t)), key=lambda k: ring["y"][k])
rep.below("bead in a ring, released at the side: force at the bottom", "3 m g", abs(ring["normal"][low] / (6 * G) - 1), 5e-3)

# ---- a rigid block on two points: both stick, and share the load in proportion to their normal forces ----
PAIR = """
space: 2d
gravity: [0, -9.81]
bodies:
  block: {type: rigid_body, at: [0, 0.05], mass: 2, inertia: 0.02, velocity: [%(v)r, 0], points: {l: [-0.1, -0.05], r: [0.1, -0.05]}}
forces:
  guide: {type: guide, a: ground, b: [block.l, block.r], lower: 0, contact: {law: kelvin_voigt, stiffness: 1e6, damping: 1e3}, friction: {law: coulomb, kinetic: 0.2, static: 0.3%(more)s}}
  pull: {type: force, a: block, direction: [1, 0], value: %(pull)s}
probes:
  x: {type: position, of: block, component: x}
  v: {type: velocity, of: {body: block, at: [0, 0]}, component: x}
  foot: {type: position, of: block.l, component: x}
  normal: {type: each, name: guide, output: normal}
  friction: {type: each, name: guide, output: friction}
  stick: {type: output, name: guide, output: stick}
analysis: {end: %(end)r, tolerance: 1e-9, max_step: 1e-3} # the shares follow the normal forces one step behind
output: {sample: 0.001, vtk: 0}
"""


def pair(name, **keys):
    return simulate(PAIR % dict(dict(v=0.0, pull="0 N", more="", end=1.0), **keys), "guide_" + name)


stop = pair("pair_stop", v=1.0)
rep.below("rigid block on two points stops after", "v^2/(2 mu g)", abs(stop["x"][-1] - 1 / (2 * 0.2 * G)), 1e-4)
rep.below("both stick: velocity (m/s)", "0", abs(stop["v"][-1]), 1e-9)
ramp = pair("pair_ramp", pull="4 N/s*t", end=2.0)
go = next(t for t, k in zip(ramp.t, ramp["stick"]) if t > 0.1 and k < 0.5)
rep.below("pulled by 4 N/s it lets go at (s)", "mu_s m g/4 = %.4f" % (0.3 * 2 * G / 4), abs(go - 0.3 * 2 * G / 4), 1.5e-3)
held = [k for k, t in enumerate(ramp.t) if 0.2 < t < go - 2e-3]
rep.below("until then friction is shared as the normal forces are", "each of it",
          max(abs(ramp["friction_1"][k] / ramp["normal_1"][k] * ramp["normal_2"][k] / ramp["friction_2"][k] - 1) for k in held), 2e-3)
crept = (ramp["foot"][held[-1]] - ramp["foot"][held[0]]) / (ramp.t[held[-1]] - ramp.t[held[0]])
rep.within("and creeps, in the mean (m/s)", "1e-6 times friction over its bound, 0.57e-6", crept, 0.5e-6, 0.65e-6)
go = 0.3 * 2 * G / 4
end = 0.5 * 4 * (2 ** 2 - go ** 2) / 2 - 0.2 * G * (2 - go)
rep.below("then slips with mu_k: velocity at 2 s", "closed form", abs(ramp["v"][-1] / end - 1), 5e-3)
exact = pair("pair_exact", more=", creep: 0", end=0.3, v=1.0)
rep.true("without creep a warning says what may happen", "leave their forces undetermined" in exact.text, "a warning", exact.text[:300])

# ---- bad cases ----
inside = block("inside", y=-1e-4, end=0.5)
rep.true("a point that starts inside is named", "start inside the material" in inside.text, "a warning", inside.text[:200])
rep.below("and is pushed out: height at the end", "-m g/K", abs(inside["y"][-1] + 2 * G / 1e6), 1e-7)
between = block("inside_gap", y=-1e-4, guide="lower: 0, upper: 1e-3", end=2.0)
rep.below("the same between two surfaces: ends on the lower one", "-m g/K", abs(between["y"][-1] + 2 * G / 1e6), 1e-7)
zero = block("zero", guide="lower: 0, upper: 0", vx=1.0)
rep.below("zero clearance: stops as on one surface (m)", "v^2/(2 mu g)", abs(zero["x"][-1] - 1 / (2 * 0.2 * G)), 2e-4)
short = block("short", guide="lower: 0, from: -1, to: 0.3", vx=2.0, friction="kinetic: 0", end=1.0, sample=0.001)
after = [t for t, x in zip(short.t, short["x"]) if x > 0.3][0]
rep.below("guide shorter than the way: free fall behind its end (m)", "-g (t - t_end)^2/2",
          max(abs(y + 2 * G / 1e6 + 0.5 * G * (t - 0.15) ** 2) for t, y in zip(short.t, short["y"]) if t > after), 1e-3)
rep.below("and no force there", "0", max(f for t, f in zip(short.t, short["normal"]) if t > after), 0)
smooth = block("smooth", friction="law: coulomb, kinetic: 0", vx=1.0, end=1.0)
rep.below("mu = 0: no friction, way after 1 s", "v t", abs(smooth["x"][-1] - 1), 1e-9)
for name, keys, reason in (("weak", dict(friction="law: coulomb, kinetic: 0.3, static: 0.2"), "below friction.kinetic"),
                           ("none", dict(guide="from: 0"), "'lower', 'upper' or both"),
                           ("crossed", dict(guide="lower: 0, upper: -1"), "is below 'lower'"),
                           ("ends", dict(guide="lower: 0, from: 1, to: 0"), "'to' must be above 'from'"),
                           ("round", dict(guide="shape: round, upper: 1, to: 1"), "straight guide")):
    bad = block("bad_" + name, expect=2, **keys)
    rep.true("refused: " + name, reason in bad.text, reason, bad.text[:300])

# mesh finer than the clearance: 1.25 mm cells, 2.5 mm clearance
FINE = """
space: 2d
gravity: [0, -9.81]
bodies:
  block: {type: quad4, mesh: {type: rectangle, corner: [0, 0], size: [0.01, 0.005], nx: 8, ny: 4}, E: 1e6, density: 1000, thickness: 0.1, beta: 1e-3, strain: linear, mass: lumped, velocity: [0.1, 0]}
forces:
  guide: {type: guide, a: ground, b: [block.top, block.bottom], lower: -0.0025, upper: 0.0075, contact: {law: kelvin_voigt, stiffness: 1e4, damping: 1}, friction: {law: coulomb, kinetic: 0.2}}
probes:
  v: {type: velocity, of: block.centre_of_mass, component: x}
  y: {type: position, of: block.centre_of_mass, component: y}
  normal: {type: output, name: guide, output: normal}
  stick: {type: output, name: guide, output: stick}
analysis: {end: 0.2, restart: damped, rho: 0.3, tolerance: 1e-7}
output: {vtk: 0, values: raw}
"""
fine = simulate(FINE, "guide_fine")
rep.below("cells smaller than the clearance: falls, rests: normal force", "m g", abs(fine["normal"][-1] / (0.005 * G) - 1), 1e-3)
rep.below("it has come to rest (m/s)", "0", abs(fine["v"][-1]), 1e-6)
# ---- instants of stick and slip: m v = m v0 - mu_k m g t - c t^2/2 comes to rest, then c t = mu_s m g lets go ----
r = simulate("""
space: 2d
gravity: [0, -10 m/s^2]
bodies:
  p: {type: point_mass, mass: 1 kg, at: [0, -1e-5], velocity: [1 m/s, 0]}
forces:
  guide: {type: guide, a: ground, b: [p], lower: 0, contact: {law: kelvin_voigt, stiffness: 1e6, damping: 1e3}, friction: {law: coulomb, kinetic: 0.2, static: 0.3}}
  pull: {type: force, a: p, value: 10*t, direction: [-1, 0]}
probes:
  stick: {type: output, name: guide, output: stick_time}
  slip: {type: output, name: guide, output: slip_time}
analysis: {end: 0.4 s, tolerance: 1e-10}
output: {sample: 0.1 s}
""", "guide_instants")
rep.below("instant of sticking (s)", "closed form", abs(r["stick"][-1] - (math.sqrt(24) - 2) / 10), 1e-8)
rep.below("instant of slipping (s)", "closed form", abs(r["slip"][-1] - 0.3), 1e-8)

rep.done()
