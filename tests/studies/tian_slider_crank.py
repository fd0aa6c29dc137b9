#!/usr/bin/env python3
# label: study
"""Slider-crank of Tian et al. 2010 at 5000 rpm, perfect joints, one revolution: rigid rod against the closed form, the stiff
ANCF rod (E = 2.07e15 Pa) close to it, the soft one (E = 5e9 Pa) converging with elements and step.

What would break it: a driver or hinge that holds the rod's end softly, wrong start velocities, wrong signs of joint forces."""
import math
from common import Report, compare, order, simulate, study

SPEED, R, L = 523.598775598298873, 0.05, 0.12
SLIDER, ROD, WIDTH, G = 0.14, 7777.78 * 0.12 * 0.015 ** 2, 0.015, 9.81
END, ROWS = 0.012, 121
TEXT = study("tian2010/slider_crank.yaml")
rep = Report("slider-crank of Tian et al.")


def closed(t):
    """x, v, a of the slider and the force on the rod's end, with a rigid rod. In the plane (x, z), crank angle about +y: the
    crank pin is P = (R cos, -R sin). With s = sin f, root = sqrt(L^2 - R^2 s^2): x = R cos f + root."""
    f, w = SPEED * t, SPEED
    s, c = math.sin(f), math.cos(f)
    root = math.sqrt(L * L - R * R * s * s)
    root1 = -R * R * s * c * w / root
    root2 = (-R * R * (c * c - s * s) * w * w - root1 * root1) / root
    x, v, a = R * c + root, -R * s * w + root1, -R * c * w * w + root2
    P, aP = (R * c, -R * s), (-R * c * w * w, R * s * w * w)
    # rod turned from x towards z by h, sin h = R s/L
    h1 = R * c * w / root
    h2 = (-R * s * w * w - R * c * w * root1 / root) / root
    ux, uz = x - P[0], -P[1]
    aG = (0.5 * (aP[0] + a), 0.5 * aP[1])
    Fx = -SLIDER * a  # the rod moves the slider
    inertia = ROD * (L * L + WIDTH * WIDTH) / 12
    # moments about P: u x F + u/2 x (0, -ROD G) = inertia h'' + ROD u/2 x aG
    moment = inertia * h2 + 0.5 * ROD * (ux * aG[1] - uz * aG[0]) + 0.5 * ROD * G * ux
    Fz = (moment + uz * Fx) / ux
    return {"slider_x": x, "slider_v": v, "slider_a": a, "joint_force_x": Fx, "joint_force_z": Fz}


# the closed form itself: x' and x'' by differences
h = 1e-6
for t in (0.0017, 0.0083):
    y = [closed(t + k * h) for k in (-1, 0, 1)]
    rep.below("closed form, v at %g s" % t, "difference", abs((y[2]["slider_x"] - y[0]["slider_x"]) / (2 * h) - y[1]["slider_v"]), 1e-4, quiet=True)
    rep.below("closed form, a at %g s" % t, "difference", abs((y[2]["slider_v"] - y[0]["slider_v"]) / (2 * h) - y[1]["slider_a"]), 1e-1, quiet=True)


def go(name, **sets):
    run = simulate(TEXT, "tian_" + name, dict({"end": "%g s" % END}, **{k: str(v) for k, v in sets.items()}))
    rep.true(name + ": rows", len(run.t) == ROWS, ROWS, len(run.t))
    rep.true(name + ": no redundant rows", "redundant rows 0" in run.log, "redundant rows 0", "other")
    return run


# bounds, a few times what was measured; v: the jerk of the start
STIFF = {"slider_x": 5e-8, "slider_v": 5e-4, "slider_a": 3e-5, "joint_force_x": 3e-5, "joint_force_z": 3e-5}
COLUMNS = ("slider_x", "slider_v", "slider_a", "joint_force_x", "joint_force_z")
rigid = go("rigid", rod="rigid", step="1e-5 s")
for c in COLUMNS:
    rep.below("rigid rod, " + c, "closed form", compare(rigid, c, lambda t: closed(t)[c]), 1e-9)
# an elastic rod starts without stress; what rings then is damped by the method, 0.8 a step: forces from 1 ms on
stiff = go("stiff", rod="ancf", E="2.07e15 Pa", step="1e-5 s")
for c in COLUMNS:
    late = 1e-3 if c in ("slider_a", "joint_force_x", "joint_force_z") else 0
    rep.below("E = 2.07e15, " + c, "rigid rod, closed form", compare(stiff, c, lambda t: closed(t)[c], begin=late), STIFF[c])


def apart(a, b):
    return max(abs(x - y) for x, y in zip(a["slider_x"], b["slider_x"]))


# the soft rod, nothing damps it: it rings along its axis and across, by so much it differs from the rigid one
soft = {n: go("soft_%d" % n, elements=n, step="5e-6 s") for n in (2, 4, 8, 16)}
gaps = [apart(soft[n], soft[2 * n]) for n in (2, 4, 8)]
rep.within("E = 5e9: slider apart from that of the rigid rod in mm", "the rod bends", 1e3 * apart(soft[16], rigid), 0.5, 1.5)
rep.below("E = 5e9: slider in m, 8 elements", "16 elements", gaps[2], 2e-5)
rep.true("E = 5e9: converges with elements", gaps[0] > gaps[1] > 2 * gaps[2], "falling differences", gaps)
steps = [go("step_%d" % k, step="%g s" % (2e-5 / 2 ** k)) for k in range(4)]
gaps = [apart(a, b) for a, b in zip(steps, steps[1:])]
rep.within("E = 5e9: order in the step", "2", order(gaps, (1, 0.5, 0.25))[1], 1.6, 2.2)
rep.done()
