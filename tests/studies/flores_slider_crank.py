#!/usr/bin/env python3
# label: study
"""Planar slider-crank of Flores et al. 2007, ideal joints, against the closed form (tests/oracle/planar.py).

The crank is driven, so the positions follow from the constraints alone and the reported velocities, accelerations and
reactions are consistent: every column is exact but for round-off and the tolerance of the consistent solve (1e-11).
The bound of 1e-9 of a column's peak is that of the issue; about 3e-12 is measured. It fails for any wrong sign, mass,
inertia, centre, driver speed or reaction, and when raw values are reported (raw ones are wrong by 1e-5: also tested).
"""
from common import Report, compare, edit, peak, raw_multipliers, simulate, study, worst_of
import math

import planar

rep = Report("slider-crank 5000 rpm")
TEXT = edit(study("flores2007/slider_crank.yaml"), [("default: period/60", "default: 0"), ("joint: {default: dry", "joint: {default: ideal"), ("probes:\n", """probes:
  rod_acceleration: {type: angular_acceleration, of: rod}
  force_x: {type: joint_force, name: pin, component: x}
  force_y: {type: joint_force, name: pin, component: y}
  on_rod_x: {type: joint_force, name: pin, component: x, on: a}
  crank_pin_x: {type: joint_force, name: crank_pin, component: x}
  crank_pin_y: {type: joint_force, name: crank_pin, component: y}
  guide_force_y: {type: joint_force, name: guide, component: y}
  guide_force_x: {type: joint_force, name: guide, component: x}
  guide_moment: {type: joint_moment, name: guide}
  pivot_x: {type: joint_force, name: pivot, component: x}
  pivot_y: {type: joint_force, name: pivot, component: y}
""")])
SPEED = planar.SLIDER_CRANK_SPEED
MOTION = ["crank_angle", "rod_angle", "rod_speed", "rod_acceleration", "slider_x", "slider_v", "slider_a"]
FORCES = ["crank_moment", "joint_force", "force_x", "force_y", "crank_pin_x", "crank_pin_y", "guide_force_y"]


def reference(run, speed, **changes):
    rows = [planar.at_time(planar.slider_crank, t, speed, **changes) for t in run.t]
    return {c: [r[c] for r in rows] for c in rows[0]}


def all_columns(run, ref, speed, crank=0.05, crank_mass=0.3):
    """Worst error of all columns, each in units of its own peak (of the pin force for what must vanish)."""
    top = max(ref["joint_force"])
    w = [compare(run, c, ref[c]) for c in MOTION + FORCES]
    w.append(compare(run, "on_rod_x", [-x for x in ref["force_x"]]))
    # the pivot carries the crank pin and the crank's own centripetal force, centre at mid-length
    own = crank_mass * 0.5 * crank * speed ** 2
    w.append(compare(run, "pivot_x", [x - own * math.cos(q) for x, q in zip(ref["crank_pin_x"], ref["crank_angle"])]))
    w.append(compare(run, "pivot_y", [x - own * math.sin(q) for x, q in zip(ref["crank_pin_y"], ref["crank_angle"])]))
    zero = [0.0] * len(run.t)
    w += [compare(run, c, zero, peak=top) for c in ("guide_force_x", "guide_moment")]
    w += [compare(run, c, zero, peak=crank) for c in ("ecc_x", "ecc_y")]
    return worst_of(w)


# --- h = 1e-5, one revolution --------------------------------------------------------------------------------------
run = simulate(TEXT, "fixed", {"step": "1e-5 s", "revolutions": 1})
rep.true("rows", len(run.t) == 1201, "1201 rows", len(run.t))
ref = reference(run, SPEED)
rep.below("all columns, h = 1e-5", "closed form", all_columns(run, ref, SPEED), 1e-9)
rep.below("crank moment, h = 1e-5", "closed form", compare(run, "crank_moment", ref["crank_moment"]), 1e-9)

# values printed in planar_revolute.md; the bound is one unit of their last digit (10 digits)
PRINTED = {"slider_x": 0.1090871211, "slider_v": -26.17993878, "slider_a": 6282.952445, "force_x": 879.6133423,
           "force_y": 122.6789062, "crank_moment": 76.96616745}
rep.below("at -90 deg, 6 columns", "printed, 10 digits",
          max(abs(run.at(c, 0.003) / x - 1) for c, x in PRINTED.items()), 1e-9,
          {c: run.at(c, 0.003) for c in PRINTED})
EXTREMES = (("crank_moment", 1, 138.521666439, 1e-11), ("crank_moment", -1, -138.521666439, 1e-11),
            ("slider_a", -1, -19419.3605114, 1e-11), ("slider_a", 1, 9695.8557191, 1e-11),
            ("slider_v", 1, 28.4113304353, 1e-11), ("slider_v", -1, -28.4113304353, 1e-11),
            ("joint_force", 1, 2718.710, 5e-7), ("joint_force", -1, 434.399, 2e-6))
for column, sign, value, digits in EXTREMES:        # digits: half a unit of the last printed one, relative
    t, y = peak(run.t, run[column], sign)
    rep.below("%s of %s" % ("largest" if sign > 0 else "least", column), "printed %.12g" % value, abs(y / value - 1),
              max(digits, 1e-10), "got %.15g at t = %.9g" % (y, t), quiet=True)
t, _ = peak(run.t, run["crank_moment"], -1)
rep.below("angle of the largest moment", "printed 0.610406 rad", abs(abs(SPEED * t) - 0.610406), 1e-6,
          "angle %.9g" % (SPEED * t), quiet=True)
rep.below("8 extremes over a revolution", "printed", max(
    abs(peak(run.t, run[c], s)[1] / x - 1) for c, s, x, d in EXTREMES if d == 1e-11), 1e-10)

# --- changed data by --set -----------------------------------------------------------------------------------------
CHANGED = dict(crank=0.06, rod=0.2, rod_mass=0.5, rod_inertia=1e-3, slider_mass=0.3)
run = simulate(TEXT, "changed", {
    "crank.length": "60 mm", "rod.length": "200 mm", "crank.mass": "450 g", "rod.mass": "0.5 kg",
    "rod.inertia": "1e-3 kg m^2", "slider.mass": "0.3 kg", "speed": "3000 rpm", "step": "2e-5 s", "sample": "2e-5 s",
    "revolutions": 1})
rep.below("lengths, masses, speed by --set", "closed form",
          all_columns(run, reference(run, 100 * math.pi, **CHANGED), 100 * math.pi, 0.06, 0.45), 1e-9)

# --- adaptive step -------------------------------------------------------------------------------------------------
# Rows between two steps: motion from Hermite interpolants of fourth order, accelerations and reactions from straight
# lines, (h w)^2/8 of the second derivative: with steps near 2e-5 s some 1e-5. At the end of the run a step ends.
run = simulate(TEXT, "adaptive", {"revolutions": 1})
ref = reference(run, SPEED)
rep.below("adaptive: motion", "closed form", worst_of(
    [compare(run, c, ref[c]) for c in ("crank_angle", "rod_angle", "rod_speed", "slider_x", "slider_v")]), 1e-9)
rep.below("adaptive: all columns, interpolated", "closed form", all_columns(run, ref, SPEED), 1e-4)
rep.below("adaptive: slider_a, joint_force at the end of a step", "closed form", worst_of(
    [compare(run, c, ref[c], begin=run.t[-1]) for c in ("slider_a", "joint_force", "force_x")]), 1e-9)

# --- raw multipliers ------------------------------------------------------------------------------------------------
raw_multipliers(rep, TEXT, lambda run: reference(run, SPEED), 0.006)

# --- 3000 revolutions ----------------------------------------------------------------------------------------------
# The driver by a constant speed is exact at any time (closed form from t = 0): 2 pi 3000 = 18850 rad, and a turn lost is
# 6.28. What is seen: 15 digits in the file (5e-11 rad), and a row that takes the value of a step end when that is nearer
# than 1e-9 of a step, 2.4e-13 s or 1.3e-10 rad. Bound: 2e-10 rad. The sum of 150000 steps in floating point drifts from
# the rows' own times by up to 2e-6 of a step (half an ulp each), and accelerations between step ends are straight
# lines: 2e-6 (w h)^2/2 of the peak = 2e-8. Bound: 5e-8.
TURNS = 3000
run = simulate(TEXT, "many", {"step": "2.4e-4 s", "sample": "0.012 s", "revolutions": TURNS})
rep.true("3000 turns: no step cut", "for Newton 0," in run.log, "rejected for Newton 0", run.log[-3000:])
rep.true("3000 turns: rows", len(run.t) == TURNS + 1, TURNS + 1, len(run.t))
rep.below("3000 turns: crank angle, rad", "-2 pi k", compare(
    run, "crank_angle", [-2 * math.pi * k for k in range(TURNS + 1)], peak=1.0), 2e-10)
rep.below("3000 turns: slider_x, slider_a at every turn", "closed form", worst_of(
    [compare(run, "slider_x", lambda t: 0.17), compare(run, "slider_a", lambda t: -19419.3605114)]), 5e-8)
rep.done()
