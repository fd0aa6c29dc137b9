#!/usr/bin/env python3
# label: study
"""Friction in ideal joints: bound by the joint's own multipliers, implicit, set-valued (contact/joint_friction.c).

Pendulum: turning points of tests/reference/pendulum_friction.csv (explicit Runge-Kutta of order 8 with the acceleration from its quadratic
and located events, and once more as w(theta) = theta'^2, agreeing to 1e-14). Slider-crank: drive moment and reactions of
tests/reference/slider_crank_friction.csv (chain with iteration, and all unknowns by Newton with 25 digits, agreeing to 6e-15).
Block, joints in space: closed forms. Bounds: the issue's where it has one; closed forms to 100 times the tolerance of the run."""
import math
import os

from common import SOURCE, Report, model, read_csv, simulate, study

rep = Report("friction in ideal joints")


def reference(name):
    return read_csv(os.path.join(SOURCE, "tests", "reference", name))


# --- pendulum: amplitudes and final stick -----------------------------------------------------------------------------
TEXT = study("benchmarks/pendulum_friction.yaml")
want = reference("pendulum_friction.csv")
worst_angle = worst_speed = 0.0
for n, t, theta in list(zip(want["n"], want["t_exact"], want["theta_exact"]))[1:-1]:
    run = simulate(TEXT, "pendulum_%d" % n, {"end": "%.12f s" % t, "sample": "%.12f s" % t})
    worst_angle = max(worst_angle, abs(run["angle"][-1] - theta))
    worst_speed = max(worst_speed, abs(run["speed"][-1]))
rep.below("pendulum, four amplitudes, rad", "reference", worst_angle, 1e-8)
# the acceleration there is above 2 rad/s^2: a speed below 2e-8 rad/s is an instant known to 1e-8 s; data have 11 digits
rep.below("pendulum, speed at these instants, rad/s", "0", worst_speed, 1e-7)
run = simulate(TEXT, "pendulum")
rep.below("pendulum, angle where it sticks, rad", "reference", abs(run["angle"][-1] - want["theta_exact"][-1]), 1e-8)
rep.below("sticking velocity, m/s", "0", max(abs(v) for v, s in zip(run["slip"], run["stick"]) if s), 1e-10)
rep.below("force of the pin, N", "m g at rest", abs(run["force"][-1] - 2 * 9.81), 1e-8)
swing = simulate(TEXT, "swing", {"end": "0.35 s", "sample": "0.35 s"})
rep.below("load of a moving pin, N", "force of the pin", abs(swing["load"][-1] - swing["force"][-1]), 1e-9)
rep.below("moment of a moving pin, N m", "mu R N", abs(swing["moment"][-1] - 0.3 * 0.05 * swing["load"][-1]), 1e-7)
rep.below("energy not accounted for, of 7 J lost", "0", abs(run.energy["numerical"][-1]) / 7, 1e-8)
t_stick = want["t_exact"][-1]
for side, dt in ((0, -2e-8), (1, 2e-8)):
    near = simulate(TEXT, "near_%d" % side, {"end": "%.12f s" % (t_stick + dt), "sample": "%.12f s" % (t_stick + dt)})
    rep.true("sticks since t = %.11f s" % t_stick, near["stick"][-1] == side, side, near["stick"][-1])
alpha = simulate(TEXT, "alpha", {"method": "generalized_alpha", "tolerance": "1e-10"})
rep.below("generalized_alpha, tolerance 1e-10: the same angle, rad", "reference",
          abs(alpha["angle"][-1] - want["theta_exact"][-1]), 1e-7)
# modes found within the step: a transition is known to the length of its step, and shifts what follows by that
coarse = simulate(TEXT, "within", {"method": "generalized_alpha", "tolerance": "1e-10"},
                  edits=[("method: $method", "method: $method, transitions: within_step")])
rep.true("within the step: it sticks, too", coarse["stick"][-1] == 1, 1, coarse["stick"][-1])
rep.below("within the step: angle, rad", "reference", abs(coarse["angle"][-1] - want["theta_exact"][-1]), 1e-3)
# the regularised law holds, and creeps
soft = simulate(TEXT, "tanh", {"law": "tanh", "tolerance": "1e-8"})
slow = simulate(TEXT, "tanh_slow", {"law": "tanh", "tolerance": "1e-8", "end": "7.5 s", "sample": "7.5 s"})
rep.below("tanh: moment, N m", "mu R N tanh(v/v0)",
          abs(slow["moment"][-1] + 0.3 * 0.05 * slow["load"][-1] * math.tanh(slow["slip"][-1] / 1e-3)), 1e-9)
rep.true("tanh: it creeps", abs(soft["angle"][-1]) < 0.9 * abs(want["theta_exact"][-1]), "towards 0", soft["angle"][-1])
bristles = simulate(TEXT, "lugre", {"law": "lugre", "tolerance": "1e-8"})
rep.below("lugre: angle at rest, rad", "about that of coulomb", abs(bristles["angle"][-1] - want["theta_exact"][-1]), 0.02)

# --- slider-crank ------------------------------------------------------------------------------------------------------
TEXT = study("benchmarks/slider_crank_friction.yaml")
want = reference("slider_crank_friction.csv")


def crank(run, bound, what):
    worst = 0.0
    for name in ("M", "Ox", "Oy", "Qx", "Qy", "Px", "Py", "N", "Mg", "ff"):
        peak = max(abs(x) for x in want[name])
        for theta, x in zip(want["theta_rad"], want[name]):
            k = min(range(len(run.t)), key=lambda i: abs(run["crank_angle"][i] - theta))
            if abs(run["crank_angle"][k] - theta) > 1e-9:
                raise SystemExit("FAILED no row at crank angle %.9g" % theta)
            got = run[{"M": "crank_moment", "N": "guide_normal"}.get(name, name)][k]
            worst = max(worst, abs(got - x) / peak)
    rep.below("slider-crank, moment and ten reactions, %s" % what, "reference", worst, bound)


crank(simulate(TEXT, "crank"), 1e-9, "inverse dynamics")
crank(simulate(TEXT, "crank_run", {"analysis": "dynamic", "tolerance": "1e-10"}), 1e-6, "in a run")

# self-locking of the guide alone at mu = sqrt(l^2 - r^2)/r
limit = math.sqrt(0.12 ** 2 - 0.05 ** 2) / 0.05
for part, locks in ((0.98, False), (1.02, True)):
    run = simulate(TEXT, "lock_%d" % locks, {"mu": 0, "mu_guide": limit * part, "sample": "0.02 ms"})
    rep.true("self-locking at %.2f of its limit is reported" % part, ("self-locking" in run.text) == locks, locks, run.text[-300:])
failed = simulate(TEXT, "jam", {"mu": 0, "mu_guide": 1.02 * limit, "analysis": "dynamic", "tolerance": "1e-6"}, expect=3)
rep.true("a run that jams says why", "self-locking" in failed.text and "'G'" in failed.text, "the joint", failed.text[-300:])

# --- block -------------------------------------------------------------------------------------------------------------
TEXT = study("benchmarks/jamming_block.yaml")
for e, Q, a in ((0.1, 0, 17.5), (0.2, 60, 10.0), (0.4, 0, 0.0)):
    run = simulate(TEXT, "block", {"offset": "%g m" % e, "across": "%g N" % Q})
    rep.below("block, offset %g m, across %g N: acceleration" % (e, Q), "closed form", abs(run["a"][0] - a), 1e-9)
    rep.below("block, offset %g m, across %g N: way" % (e, Q), "closed form", abs(run["x"][-1] - a / 2), 1e-8)
rep.below("jammed block, speed, m/s", "0", max(abs(v) for v in run["v"]), 1e-10)
rep.true("a block at rest is no reason to warn", "warning" not in run.text, "no warning", run.text[-400:])
run = simulate(TEXT, "stops", {"offset": "0.4 m", "speed": "1 m/s"})
rep.below("moving block jams after", "v^2/(2 a), a = 5 m/s^2", abs(run["x"][-1] - 0.1), 1e-8)

# --- joints in space ---------------------------------------------------------------------------------------------------
TEXT = model("joint_friction_3d.yaml")
M = 0.2 * 0.03 * 3 * 9.81
run = simulate(TEXT, "ball", {"sample": "0.4 s"})
for t, w in ((0.4, (2.236543478018, 1.652272809950, -2.717871543546)), (0.8, (0.687154798897, 0.176667062191, -1.436704972023))):
    T = 0.5 * sum(J * x * x for J, x in zip((0.02, 0.03, 0.04), w))
    rep.below("ball, kinetic energy at %g s, J" % t, "two integrators", abs(run.at("kinetic", t) - T), 1e-8)
w0 = math.sqrt(4 + 25 + 9)
same = {"J1": 0.03, "J2": 0.03, "J3": 0.03, "sample": "0.25 s"}
run = simulate(TEXT, "sphere", same)
rep.below("ball, equal inertias: kinetic energy, J", "J/2 (|w0| - M t/J)^2",
          max(abs(T - 0.015 * max(w0 - M * t / 0.03, 0) ** 2) for t, T in zip(run.t, run["kinetic"])), 1e-8)
# a sleeve with J = m R^2 slips along a straight line of (R w, v): |v| falls by mu g
J = 3 * 0.03 ** 2
run = simulate(TEXT, "sleeve", {"kind": "cylindrical", "J1": J, "J2": J, "J3": J, "w1": 0, "w2": 0, "w3": 10, "v": 0.4, "sample": "0.05 s"})
v0 = math.hypot(0.3, 0.4)
rep.below("sleeve: kinetic energy, J", "m/2 (|v0| - mu g t)^2",
          max(abs(T - 1.5 * max(v0 - 0.2 * 9.81 * t, 0) ** 2) for t, T in zip(run.t, run["kinetic"])), 1e-8)
rep.below("sleeve: speed along its axis, m/s", "0.8 of that",
          max(abs(v - 0.8 * max(v0 - 0.2 * 9.81 * t, 0)) for t, v in zip(run.t, run["vz"])), 1e-8)
# turning about the first axis of a cross that is fixed to the ground; the second sticks
run = simulate(TEXT, "cross", dict(same, kind="universal", w1=5, w2=0, w3=0))
rep.below("universal: kinetic energy, J", "J/2 (w0 - M t/J)^2",
          max(abs(T - 0.015 * max(5 - M * t / 0.03, 0) ** 2) for t, T in zip(run.t, run["kinetic"])), 1e-8)
# an overhung rotor: its bearings, 0.1 m apart, carry m g/2 +- m g c/L, together 2 m g c/L for c = 0.08
run = simulate(TEXT, "overhung", {"kind": "revolute", "overhang": 0.08, "w1": 0, "w2": 0, "w3": 9, "sample": "0.1 s"})
rep.below("overhung rotor: kinetic energy, J", "load 2 m g c/L",
          max(abs(T - 0.02 * max(9 - M * 1.6 * t / 0.04, 0) ** 2) for t, T in zip(run.t, run["kinetic"])), 1e-8)
# a guide in space under its weight and a moment along its axis: load m g + T/R
run = simulate(TEXT, "guide", {"kind": "prismatic", "w1": 0, "w2": 0, "w3": 0, "torque": 0.6, "push": 20, "end": "1 s"})
a = (20 - 0.2 * (3 * 9.81 + 0.6 / 0.03)) / 3
rep.below("guide in space: way, m", "load m g + T/R", max(abs(z - a * t * t / 2) for t, z in zip(run.t, run["z"])), 1e-8)
# two hinges on one axis: rows are redundant, the load of each is not unique
run = simulate(TEXT, "twice", {"kind": "revolute", "w1": 0, "w2": 0},
               edits=[("  pin: ", "  hinge: {type: revolute, a: {body: ground, at: [0, 0, 0.2 m]}, b: {body: body, at: [0, 0, 0.2 m]}, axis: [0, 0, 1]}\n  pin: ")])
rep.true("redundant rows: reported", "is not unique" in run.text, "a warning", run.text[:600])
rep.done()
