#!/usr/bin/env python3
# label: study
"""IFToMM spatial slider-crank: the free motion under gravity against tests/oracle/spatial_slider_crank.csv, its energy
balance, and kinematic (inverse dynamic) against dynamic analysis of the driven crank, both against the closed form."""
from common import SOURCE, Report, Worst, compare, edit, order, read_csv, simulate, study, worst_of
import os

from spatial_slider_crank import SliderCrank      # tests/oracle comes first in the path

rep = Report("spatial slider-crank")
TEXT = edit(study("iftomm/spatial_slider_crank.yaml"), [("vtk: 0.05 s", "vtk: 0")])
REF = read_csv(os.path.join(SOURCE, "tests", "oracle", "spatial_slider_crank.csv"))

# --- free motion --------------------------------------------------------------------------------------------------------
STEPS = [4e-4, 2e-4, 1e-4]
runs = [simulate(TEXT, "h%g" % h, {"step": "%g s" % h}) for h in STEPS]
for c in ("crank_angle", "slider_x"):
    errors = [compare(r, c, REF[c]).error for r in runs]
    for h, o in zip(STEPS[1:], order(errors, STEPS)):
        rep.within("%s, order at h = %g" % (c, h), "2", o, 1.9, 2.1, errors)
rep.below("crank_angle, h = 1e-4", "order 16", compare(runs[-1], "crank_angle", REF["crank_angle"]), 3e-6)
worst = Worst()
for c in ("crank_angle", "crank_speed", "slider_x", "slider_v", "energy"):
    table, top = [r[c] for r in runs], max(abs(x) for x in REF[c])
    for n in (4, 8):
        table = [[(n * b - a) / (n - 1) for a, b in zip(p, q)] for p, q in zip(table, table[1:])]
    for t, got, want in zip(REF["t"], table[0], REF[c]):
        if not abs(got - want) / top <= worst.error:
            worst = Worst(abs(got - want) / top, t, want, got, c)
# h^4 and the Newton tolerance remain; the slider's speed, which is steep near its turning points, is the worst column
rep.below("5 columns, extrapolated from three steps", "order 16", worst, 2e-7)
kinetic = runs[-1].energy["kinetic"]
turned = sum(abs(b - a) for a, b in zip(kinetic, kinetic[1:]))
rep.below("energy balance, h = 1e-4", "energy exchanged", max(abs(x) for x in runs[-1].energy["numerical"]) / turned, 1e-6)
rep.below("energy at the start, J", "0.71589168", abs(runs[-1]["energy"][0] - 0.71589168), 1e-12)
run = simulate(TEXT, "adaptive")
rep.below("crank_angle, adaptive, defaults", "order 16", compare(run, "crank_angle", REF["crank_angle"]), 1e-4)
rep.below("energy balance, adaptive, defaults", "energy exchanged",
          max(abs(x) for x in run.energy["numerical"]) / turned, 1e-5)

# --- kinematic and dynamic analysis of the driven crank --------------------------------------------------------------------
# Both report consistent values at the rows, positions from the same constraints: they differ by the tolerances of the
# consistent solve (1e-11) and of Newton. A full check, since the dynamic run gets there by integration.
MORE = """probes:
  moment: {type: driver, name: drive}
  crank_acceleration: {type: angular_acceleration, of: crank.pin, from: crank, axis: [1, 0, 0], reference: [0, 0, 1]}
"""
NAMES = []
for joint in ("pivot", "crank_pin", "slider_pin", "guide"):
    for kind in ("force", "moment"):
        for axis in "xyz":
            NAMES.append("%s_%s_%s" % (joint, kind, axis))
            MORE += "  %s: {type: joint_%s, name: %s, component: %s}\n" % (NAMES[-1], kind, joint, axis)
for axis in "xyz":
    for kind in ("position", "velocity", "acceleration"):
        NAMES.append("rod_%s_%s" % (kind, axis))
        MORE += "  %s: {type: %s, of: {body: rod, local: [0.15, 0.01, 0.02]}, component: %s}\n" % (NAMES[-1], kind, axis)
for axis in "xyz":
    NAMES.append("centre_acceleration_" + axis)
    MORE += "  %s: {type: acceleration, of: {body: rod, local: [0.15, 0, 0]}, component: %s}\n" % (NAMES[-1], axis)
    NAMES.append("pin_position_" + axis)
    MORE += "  %s: {type: position, of: crank.pin, from: crank, component: %s}\n" % (NAMES[-1], axis)
DRIVEN = edit(TEXT, [("probes:\n", MORE)])
SETS = {"end": "1.2 s", "step": "1e-3 s"}
kin = simulate(DRIVEN, "kinematic", dict(SETS, analysis="kinematic"))
dyn = simulate(DRIVEN, "dynamic", SETS, [("{when: analysis == kinematic, type", "{type")])
rep.true("rows", len(kin.t) == len(dyn.t) == 121, 121, (len(kin.t), len(dyn.t)))
force = max(abs(x) for c in NAMES if "_force_" in c for x in kin[c])
moment = max(abs(x) for c in NAMES if "_moment_" in c for x in kin[c])
groups = {"positions": [], "velocities": [], "accelerations": [], "reactions": []}
for c in kin.columns:
    if c in ("t", "energy"):
        continue
    # a component that vanishes is measured by the largest of its kind
    peak = force if "_force" in c else moment if "moment" in c else max(1e-6, max(abs(x) for x in kin[c]))
    key = ("reactions" if "force" in c or "moment" in c else "accelerations" if c.endswith("_a") or "acceleration" in c
           else "velocities" if c.endswith("_v") or "speed" in c or "velocity" in c else "positions")
    if "acceleration" in c:
        peak = max(peak, 36.0)      # speed^2
    groups[key].append(compare(dyn, c, kin[c], peak=peak))
for key, w in groups.items():
    rep.true("columns", len(w) >= 3, "at least 3 columns of " + key, len(w))
    rep.below("driven: dynamic, %s" % key, "kinematic analysis", worst_of(w), 1e-9)

# closed form of the driven crank: M = M'(q) w^2/2 + V'(q), slider from exact derivatives
oracle, w = SliderCrank(), 6.0
x, v, a, m = [], [], [], []
for t in kin.t:
    jet = oracle.geometry(w * t)[1]
    _, dm, pot = oracle.inertia(w * t)
    x.append(jet.v), v.append(jet.d * w), a.append(jet.e * w * w), m.append(0.5 * dm * w * w + pot.d)
for name, run in (("kinematic", kin), ("dynamic", dyn)):
    rep.below("driven: %s, slider and driver moment" % name, "closed form", worst_of(
        [compare(run, c, y) for c, y in (("slider_x", x), ("slider_v", v), ("slider_a", a), ("moment", m))]), 1e-9)
    rep.below("driven: %s, crank angle, rad" % name, "6 t", compare(run, "crank_angle", lambda t: w * t, peak=1.0), 1e-12)

# Newton and Euler for each body, from reactions and accelerations alone: signs, bodies and points of all reactions.
# Crank and slider do not accelerate but the slider along x; moments: crank about its pivot, slider about its centre;
# the cross of the universal joint takes no moment about its axis x.
worst = Worst()


def balance(name, k, value, size):
    global worst
    if not abs(value) / size <= worst.error:
        worst = Worst(abs(value) / size, kin.t[k], 0.0, value, name)


for k in range(len(kin.t)):
    f = {c: [kin["%s_%s" % (c, axis)][k] for axis in "xyz"] for c in (
        "pivot_force", "crank_pin_force", "slider_pin_force", "guide_force", "pivot_moment", "slider_pin_moment",
        "guide_moment", "centre_acceleration", "pin_position")}
    arm, pin = f["pin_position"], f["crank_pin_force"]
    turn = [arm[1] * pin[2] - arm[2] * pin[1], arm[2] * pin[0] - arm[0] * pin[2], arm[0] * pin[1] - arm[1] * pin[0]]
    for i in range(3):
        g = -9.81 * (i == 2)
        balance("rod", k, pin[i] + f["slider_pin_force"][i] + 0.5 * (g - f["centre_acceleration"][i]), force)
        balance("crank", k, f["pivot_force"][i] - pin[i] + 0.12 * g, force)
        balance("slider", k, f["guide_force"][i] - f["slider_pin_force"][i] + 2 * (g - kin["slider_a"][k] * (i == 0)), force)
        balance("crank moment", k, f["pivot_moment"][i] + kin["moment"][k] * (i == 0) - turn[i], moment)
        balance("slider moment", k, f["guide_moment"][i] - f["slider_pin_moment"][i], moment)
    balance("cross", k, f["slider_pin_moment"][0], moment)
    balance("crank_pin", k, max(abs(kin["crank_pin_moment_" + axis][k]) for axis in "xyz"), moment)
rep.below("reactions", "Newton-Euler of crank, rod and slider", worst, 1e-9)
# work of the driver in a kinematic analysis: the energy balance is the trapezoidal rule's, (w h)^2/12
rep.below("driven: kinematic, energy balance over one turn, J", "0", max(abs(x) for x in kin.energy["numerical"]), 1e-4)
rep.done()
