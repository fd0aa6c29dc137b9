#!/usr/bin/env python3
# label: study
"""Joints one by one against closed forms: universal, cylindrical, planar, point_on_line (space and plane), distance,
prismatic with a moving axis, spherical under gyroscopic moments; and redundant rows.

Free motions are extrapolated from several steps (common.extrapolated): bounds of 1e-8 of the peak, so that a small wrong
term cannot hide behind the second order of the method."""
from common import Report, compare, extrapolated, model, order, simulate, worst_of
import math

import planar
import point_models as exact

rep = Report("small joints")
S, C = math.sin, math.cos

# --- universal joint: tan th2 = tan th1/cos beta --------------------------------------------------------------------------
for beta in (0.6, 1.2):
    run = simulate(model("cardan.yaml"), "cardan", {"beta": "%g rad" % beta})
    w, k = 10.0, C(beta)
    want = {c: [] for c in ("input_angle", "angle", "speed", "acceleration", "moment")}
    for t in run.t:
        q = w * t
        d = k * k * C(q) ** 2 + S(q) ** 2
        speed = w * k / d
        acc = -w * w * k * 2 * S(q) * C(q) * (1 - k * k) / d ** 2
        turns = 2 * math.pi * math.floor(q / (2 * math.pi) + 0.5)
        values = (q, turns + math.atan2(S(q), k * C(q)), speed, acc, 0.05 * acc * speed / w)
        for c, v in zip(want, values):
            want[c].append(v)
    rep.below("universal joint, %g rad: angle, speed, acceleration, moment" % beta, "closed form", worst_of(
        [compare(run, c, v) for c, v in want.items()]), 1e-10)

# --- cylindrical, planar, point_on_line: constant acceleration along what is free ----------------------------------------------
run = extrapolated(model("helix.yaml"), "helix", 1e-3, count=4)
g = 9.81
# axis n = (1, 2, 2)/3: acceleration -2 g/3 along it, from 0.5 m/s; spin 4 rad/s; reaction m (g z - (2 g/3) n)
zero = [0.0] * len(run.t)
rep.below("cylindrical joint: helical slide", "closed form", worst_of([
    compare(run, "slide", lambda t: 2 / 3 * (0.5 * t - g / 3 * t * t)), compare(run, "turn", lambda t: 4 * t),
    compare(run, "shaft_x", lambda t: 3 * (-2 * g / 9)), compare(run, "shaft_y", lambda t: 3 * (-4 * g / 9)),
    compare(run, "shaft_z", lambda t: 3 * (g - 4 * g / 9)), compare(run, "shaft_moment", zero, peak=3 * g)]), 1e-8)
# table normal (0.6, 0, 0.8): down the slope (0.8, 0, -0.6) with 0.6 g, thrown with (-0.8, 2, 0.6); spin 3 about the normal
rep.below("planar joint: puck on an inclined table", "closed form", worst_of([
    compare(run, "puck_y", lambda t: 2 * t), compare(run, "puck_z", lambda t: -0.6 * (-t + 0.3 * g * t * t)),
    compare(run, "puck_turn", lambda t: 3 * t), compare(run, "normal", lambda t: 2 * g * 0.8)]), 1e-8)
# wire (1, 1, 1): acceleration -g/3 (1, 1, 1); force m (a + g z)
rep.below("point_on_line: bead on a wire", "closed form", worst_of([
    compare(run, "bead_x", lambda t: t - g / 6 * t * t), compare(run, "bead_v", lambda t: 1 - g / 3 * t),
    compare(run, "wire_x", lambda t: -0.1 * g / 3), compare(run, "wire_z", lambda t: 0.1 * g * 2 / 3)]), 1e-8)

# --- point_on_line in the plane: a ladder is a pendulum upside down ----------------------------------------------------------------
# th from the vertical, L = 2: th'' = (3 g/2L) sin th; pi - th swings like a pendulum. The bar's x axis points from the
# wall to the floor: (sin th, -cos th), angle th from -y. Centre (sin th, cos th): forces m a and m (a + g).
run = extrapolated(model("ladder.yaml"), "ladder", 1e-3, count=4)
w0 = math.sqrt(3 * g / 4)
state = [exact.pendulum(t, w0, math.pi - 0.2, 0.0) for t in run.t]
th = [math.pi - s[0] for s in state]
dth = [-s[1] for s in state]
acc = [w0 ** 2 * S(q) for q in th]
rep.below("point_on_line in the plane: ladder", "elliptic functions", worst_of([
    compare(run, "tilt", th), compare(run, "speed", dth),
    compare(run, "wall_x", [3 * (a * C(q) - w * w * S(q)) for q, w, a in zip(th, dth, acc)]),
    compare(run, "floor_y", [3 * (g - a * S(q) - w * w * C(q)) for q, w, a in zip(th, dth, acc)]),
    compare(run, "wall_y", zero[:1] * len(run.t), peak=3 * g)]), 1e-7)

# --- prismatic joint on a turning rod -------------------------------------------------------------------------------------------
run = extrapolated(model("bead.yaml"), "bead", 1e-3, count=4)
r = [0.3 * math.cosh(2 * t) for t in run.t]
v = [0.6 * math.sinh(2 * t) for t in run.t]
rep.below("prismatic joint on a turning rod", "r0 cosh(w t)", worst_of([
    compare(run, "x", [a * C(2 * t) for a, t in zip(r, run.t)]), compare(run, "y", [a * S(2 * t) for a, t in zip(r, run.t)]),
    compare(run, "moment", [0.7 * 2 * a * b * 2 for a, b in zip(r, v)]), compare(run, "across", [0.7 * 4 * b for b in v]),
    compare(run, "along", zero[:1] * len(run.t), peak=10.0), compare(run, "slot_moment", zero[:1] * len(run.t), peak=10.0)]), 1e-8)
errors = [compare(x, "x", [a * C(2 * t) for a, t in zip(r, x.t)]).error for x in run.runs]
for o in order(errors, run.steps):
    rep.within("prismatic joint on a turning rod, order", "2", o, 1.9, 2.1, errors, quiet=True)

# --- distance joint: conical pendulum ----------------------------------------------------------------------------------------------
run = extrapolated(model("conical.yaml"), "conical", 1e-3, count=4)
al, length = 0.7, 1.3
w = math.sqrt(g / (length * C(al)))
rep.below("distance joint: conical pendulum", "circle", worst_of([
    compare(run, "x", lambda t: length * S(al) * C(w * t)), compare(run, "y", lambda t: length * S(al) * S(w * t)),
    compare(run, "z", lambda t: 2 - length * C(al)), compare(run, "tension", lambda t: 2 * g / C(al)),
    compare(run, "tz", lambda t: 2 * g), compare(run, "tz_ground", lambda t: -2 * g)]), 1e-8)

# --- spherical joint: regular precession of a heavy top ------------------------------------------------------------------------------
# w = p z + (s - p cos th) u with A p^2 cos th - C s p + m g l = 0. The tip turns at p on its cone; the force in the foot
# is m (g z - l p^2 sin th e). A wrong gyroscopic term makes it nutate or precess at another rate.
run = extrapolated(model("top.yaml"), "top", 2e-4, {"sample": "0.02 s"}, count=4)
A, spin, arm, th = 0.02 + 0.04, 0.8, 0.2, 0.5        # spin = C s
p = (spin - math.sqrt(spin ** 2 - 4 * A * C(th) * g * arm)) / (2 * A * C(th))
rep.below("spherical joint: precession of a top", "closed form", worst_of([
    compare(run, "turn", lambda t: p * t), compare(run, "z", lambda t: C(th)),
    compare(run, "x", lambda t: S(th) * C(p * t)), compare(run, "fz", lambda t: g),
    compare(run, "fx", lambda t: -arm * p * p * S(th) * C(p * t))]), 1e-6)

# --- redundant rows: four-bar with four spatial hinges -------------------------------------------------------------------------------
TEXT = model("four_bar_3d.yaml")
run = simulate(TEXT, "redundant")
rep.true("redundant: 3 rows are reported", "redundant rows 3" in run.log, "redundant rows 3 in run.log", run.log[:1500])
warnings = [x for x in run.text.splitlines() if x.startswith("warning") and "redundant" in x]
named = [j for j in ("pivot", "crank_pin", "pin", "follower_pivot") if any("'%s'" % j in x for x in warnings)]
rep.true("redundant: a warning for each row names joints", len(warnings) == 3 and len(named) >= 2, "3 warnings with names", warnings)
ref = [planar.at_time(planar.four_bar, t, planar.FOUR_BAR_SPEED) for t in run.t]
rep.below("redundant: motion, moment and plane forces", "closed form in the plane", worst_of(
    [compare(run, c, [x[c] for x in ref]) for c in ("coupler_angle", "follower_angle", "follower_speed",
                                                    "follower_acceleration", "crank_moment", "force_x", "force_y")]), 1e-9)
# a plane mechanism with everything in the plane loads nothing across it: least-squares multipliers are zero there
force = max(x["joint_force"] for x in ref)
rep.below("redundant: reactions across the plane", "0", max(
    abs(x) for c in ("force_z", "moment_x", "moment_y") for x in run[c]) / force, 1e-9)
rep.below("redundant: it stays in the plane, m", "0", max(abs(x) for x in run["out_of_plane"]), 1e-12)
# with gravity across the plane the hinges share the load in some way, but they carry it, and the motion is the same
run = simulate(TEXT, "across", {}, [("space: 3d\n", "space: 3d\ngravity: [0, 0, -9.81]\n"), ("probes:\n", """probes:
  left_z: {type: joint_force, name: pivot, component: z}
  right_z: {type: joint_force, name: follower_pivot, component: z}
""")])
weight = 9.81 * (3.12 + 2.028 + 3.588)
worst = max(abs(a + b - weight) for a, b in zip(run["left_z"], run["right_z"]))
rep.below("redundant, weight across the plane: carried by the two pivots", "total weight", worst / weight, 1e-9)
rep.below("redundant, weight across the plane: motion and plane forces", "closed form in the plane", worst_of(
    [compare(run, c, [x[c] for x in ref]) for c in ("follower_angle", "follower_acceleration", "crank_moment", "force_x")]), 1e-9)
rep.true("redundant: finite reactions", all(abs(x) < 1e3 for c in ("left_z", "force_z", "moment_x", "moment_y") for x in run[c]),
         "below 1000 N, N m", [max(abs(x) for x in run[c]) for c in ("left_z", "force_z", "moment_x", "moment_y")])
run = simulate(TEXT, "refused", {"treatment": "error"}, expect=2)
rep.true("redundant: error refuses", "redundant" in run.text and "error" in run.text, "a message", run.text)
rep.done()
