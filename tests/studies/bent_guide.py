#!/usr/bin/env python3
# label: study
"""Guides along a path with rounded corners, and round guides with ends, in closed form. What is left of the error is the
penetration under the load, m g/K, over the radius of a corner."""
import math
from common import Report, order, simulate, study

rep = Report("bent guide")
G, M, K = 9.81, 2.0, 1e8

BLOCK = """
space: 2d
gravity: [0, -9.81]
bodies:
  block: {type: point_mass, at: [%(x)r, %(y)r], mass: 2, velocity: [%(vx)r, %(vy)r]}
forces:
  guide: {type: guide, a: ground, b: [block], %(guide)s, contact: {law: kelvin_voigt, stiffness: 1e8, damping: 1e4}, friction: {%(friction)s}}
probes:
  x: {type: position, of: block, component: x}
  y: {type: position, of: block, component: y}
  vx: {type: velocity, of: block, component: x}
  vy: {type: velocity, of: block, component: y}
  normal: {type: output, name: guide, output: normal}
  friction: {type: output, name: guide, output: friction}
  stick: {type: output, name: guide, output: stick}
  along: {type: output, name: guide, output: along}
  contact: {type: output, name: guide, output: contact}
analysis: {end: %(end)r, tolerance: %(tolerance)r}
output: {sample: %(sample)r, vtk: 0}
"""


def block(name, expect=0, **keys):
    d = dict(x=0.0, y=0.0, vx=0.0, vy=0.0, friction="kinetic: 0", end=1.0, sample=0.001, tolerance=1e-9)
    d.update(keys)
    return simulate(BLOCK % d, "bent_" + name, expect=expect)


def simpson(f, a, b, n=2000):
    h = (b - a) / n
    return h / 3 * sum((1 if k in (0, n) else 4 if k % 2 else 2) * f(a + k * h) for k in range(n + 1))


def first(run, condition):
    return next(t for k, t in enumerate(run.t) if condition(k))


# ---- down two inclines of 40 and 15 degrees and to rest on a level, with friction; two valleys of radius R between them ----
# on an arc: m w'/2 = -(g sin - mu g cos) R m + mu m w with w = v^2 as a function of the slope f, which falls, so that
# w = A exp(2 mu f) + 6 mu R g/(1 + 4 mu^2) sin f + 2 R g (1 - 2 mu^2)/(1 + 4 mu^2) cos f
MU, R = 0.3, 0.5
slope = [math.radians(40), math.radians(15), 0.0]
length = [2.0, 2.0, 4.0]
points = [[0.0, 0.0]]
for f, l in zip(slope, length):
    points.append([points[-1][0] + l * math.cos(f), points[-1][1] - l * math.sin(f)])
cut = [0.0] + [R * math.tan((a - b) / 2) for a, b in zip(slope, slope[1:])] + [0.0]


def on_arc(w, f0, mu=MU):
    """v^2 on the arc that is entered with v^2 = w at the slope f0, as a function of the slope"""
    a, b = 6 * mu * R * G / (1 + 4 * mu * mu), 2 * R * G * (1 - 2 * mu * mu) / (1 + 4 * mu * mu)
    A = (w - a * math.sin(f0) - b * math.cos(f0)) / math.exp(2 * mu * f0)
    return lambda f: A * math.exp(2 * mu * f) + a * math.sin(f) + b * math.cos(f)


START = 0.2 # along the first incline, so that the point is on the guide from the start
t, v, way, marks = 0.0, 0.0, START, []
for k in range(3):
    acc = G * (math.sin(slope[k]) - MU * math.cos(slope[k]))
    straight = length[k] - cut[k] - cut[k + 1] - (START if k == 0 else 0)
    if v * v + 2 * acc * straight < 0: # comes to rest
        way, t = way - v * v / (2 * acc), t - v / acc
        break
    end = math.sqrt(v * v + 2 * acc * straight)
    t, way, v = t + (end - v) / acc, way + straight, end
    marks.append((t, way, v))
    if k < 2:
        w = on_arc(v * v, slope[k])
        t += simpson(lambda f: R / math.sqrt(w(f)), slope[k + 1], slope[k])
        way, v = way + R * (slope[k] - slope[k + 1]), math.sqrt(w(slope[k + 1]))
        marks.append((t, way, v))
t_rest, way_rest = t, way

c, s = math.cos(slope[0]), math.sin(slope[0])
deep = M * G * c / K
CHUTE = "shape: polyline, points: %r, fillet: %r, lower: 0" % (points, R)
keys = dict(guide=CHUTE, x=START * c - deep * s, y=-START * s - deep * c, end=t_rest + 0.2, tolerance=1e-10)
run = block("chute", friction="law: coulomb, kinetic: %r" % MU, **keys)
rep.below("down two inclines to rest on a level, with friction: comes to rest at", "closed form, %.6f s" % t_rest,
          abs(first(run, lambda k: run["stick"][k] > 0.5 and run.t[k] > 0.1) - t_rest), 2.5e-3)
rep.below("the same: way along the guide", "closed form, %.6f m" % way_rest, abs(run["along"][-1] / way_rest - 1), 1e-5)
for n, (t, x, v) in enumerate(marks):
    k = min(range(len(run.t)), key=lambda i: abs(run.t[i] - t))
    got = math.hypot(run["vx"][k], run["vy"][k])
    dv = (math.hypot(run["vx"][k + 1], run["vy"][k + 1]) - math.hypot(run["vx"][k - 1], run["vy"][k - 1])) / (run.t[k + 1] - run.t[k - 1])
    rep.below("the same: speed at joint %d of the path" % (n + 1), "closed form, %.6f m/s" % v, abs(got + dv * (t - run.t[k]) - v) / v, 5e-4)
lost = -(run.energy["work_friction"][-1])
rep.below("the same: heat of friction", "loss of height", abs(lost / (M * G * (points[0][1] - START * s - points[2][1])) - 1), 1e-5)
e = run.energy
rep.below("the same: energy that the method loses or makes, of the heat", "0", max(map(abs, e["numerical"])) / lost, 1e-6)
rep.below("and sticks there (m/s)", "0", abs(run["vx"][-1]), 1e-12)

# ---- over a crest of radius R, no friction: leaves it where g R cos f = v^2; then v_x is constant ----
v0 = 1.2
CREST = "shape: polyline, points: [[-1, 0], [2, 0], [2.5, -3]], fillet: %r, lower: 0" % R
turn = math.atan2(3, 0.5)
begin = 2 - R * math.tan(turn / 2)
leave = math.acos((2 + v0 * v0 / (G * R)) / 3)
assert 0 < leave < turn
run = block("crest", guide=CREST, vx=v0, y=-M * G / K, end=begin / v0 + 0.5, tolerance=1e-10)
rep.below("over a crest: velocity after leaving it", "v_x^2 = g R cos^3, cos = 2/3 + v^2/(3 g R)",
          abs(run["vx"][-1] / math.sqrt(G * R * math.cos(leave) ** 3) - 1), 1e-5)
t_leave = first(run, lambda k: run.t[k] > begin / v0 and run["contact"][k] < 0.5)
# time on the arc: R df/v, v^2 = v0^2 + 2 g R (1 - cos f)
want = begin / v0 + simpson(lambda f: R / math.sqrt(v0 * v0 + 2 * G * R * (1 - math.cos(f))), 0, leave)
rep.below("the same: leaves it at (s)", "%.6f" % want, abs(t_leave - want), 3e-3)
fast = block("crest_fast", guide=CREST, vx=3.0, y=-M * G / K, end=begin / 3 + 0.3)
gone = first(fast, lambda k: fast["contact"][k] < 0.5 and fast.t[k] > 0.01)
rep.below("faster than sqrt(g R): leaves where the crest begins (s)", "%.6f" % (begin / 3), abs(gone - begin / 3), 2e-3)

# ---- a polygon about a circle: a bead in it, pushed from the middle of a side, against the same in a ring. The height of
# the path differs by O(1/n^2), and so does the motion as long as the bead does not stop: near a turning point the time is
# off by O(n^-3/2) ----
START_ANGLE = math.radians(-150)


def bead(name, guide):
    depth = M * G * abs(math.sin(START_ANGLE)) / K
    return block(name, guide=guide, x=(1 + depth) * math.cos(START_ANGLE), y=(1 + depth) * math.sin(START_ANGLE),
                 vx=-2 * math.sin(START_ANGLE), vy=2 * math.cos(START_ANGLE), end=0.6)


ring = bead("ring", "shape: round, upper: 1")
counts, errors = (6, 12, 24, 48), [] # each has the middle of a side at the start
for n in counts:
    corners = [[math.cos(2 * math.pi * (k + 0.5) / n - math.pi / 2) / math.cos(math.pi / n),
                math.sin(2 * math.pi * (k + 0.5) / n - math.pi / 2) / math.cos(math.pi / n)] for k in range(n)]
    poly = bead("polygon_%d" % n, "shape: polygon, points: %r, fillet: 0.3, lower: 0" % corners)
    errors.append(max(math.hypot(a - b, x - y) for a, b, x, y in zip(ring["x"], poly["x"], ring["y"], poly["y"])))
print("| bent guide: polygons of %s sides against the ring | each other (m) | %s |  |" % (counts, ", ".join("%.2e" % e for e in errors)))
for n, p in zip(counts[2:], order(errors[1:], [1 / n for n in counts[1:]])):
    rep.within("order in the number of sides, up to %d" % n, "2", p, 1.8, 2.2)
corners = [[1, -1], [1, 1], [-1, 1], [-1, -1]]
circle = bead("square", "shape: polygon, points: %r, fillet: 1, lower: 0" % corners)
rep.below("a square whose fillets are its half side is the ring (m)", "the round guide",
          max(math.hypot(a - b, x - y) for a, b, x, y in zip(ring["x"], circle["x"], ring["y"], circle["y"])), 1e-6)

# ---- a round guide that ends: a quarter of a ring, released at its upper end; it flies from the lower end with v^2 = 2 g R ----
quarter = block("quarter", guide="shape: round, upper: 1, from_angle: -180 deg, to_angle: -90 deg", x=-1.0, y=-1e-6, end=1.0)
off = first(quarter, lambda k: quarter["x"][k] > 1e-9)
rep.below("quarter of a ring: flies off with", "sqrt(2 g R)", abs(quarter["vx"][-1] / math.sqrt(2 * G) - 1), 1e-4)
rep.below("and falls freely (m)", "g x^2/(2 v^2) below its end",
          max(abs(y + 1 + x * x / 4) for t, x, y in zip(quarter.t, quarter["x"], quarter["y"]) if t > off + 0.002), 1e-4)
rep.below("without force", "0", max(f for t, f in zip(quarter.t, quarter["normal"]) if t > off + 0.002), 0)

# ---- a path that ends: free fall behind its last point ----
ramp = block("ramp", guide="shape: polyline, points: [[-1, 0], [0.3, 0]], lower: 0", vx=2.0, y=-M * G / K, end=0.5)
rep.below("path of two points: free fall behind its end (m)", "-g (t - t_end)^2/2",
          max(abs(y + 0.5 * G * (t - 0.15) ** 2) for t, y in zip(ramp.t, ramp["y"]) if t > 0.152), 1e-5)

# ---- the study: an elastic block, every node of its lower edge on the chute by itself ----
chute = simulate(study("benchmarks/chute.yaml"), "bent_study", {"vtk": "0 s"})
rep.below("elastic block in a chute: friction while it slips", "mu times the normal force",
          max(abs(f + 0.25 * n) for f, n, v, k in zip(chute["friction"], chute["normal"], chute["vx"], chute["num_stick"])
              if v > 0.1 and k < 0.5) / max(map(abs, chute["friction"])), 1e-5) # what Newton's tolerance leaves
rep.below("it rests on the level: normal force", "m g", abs(chute["normal"][-1] / (3 * G) - 1), 1e-4)
rep.below("at rest (m/s)", "0", abs(chute["vx"][-1]), 1e-5)
turned = -chute.energy["work_friction"][-1]
rep.below("energy that the method loses or makes, of the heat of friction", "0", max(map(abs, chute.energy["numerical"])) / turned, 1e-3)
rep.done()
