#!/usr/bin/env python3
# label: study
"""Four-bar whose hinge at C is 5 deg off, flexible bars, 12 s (studies/benchmarks/misaligned_four_bar.yaml): it goes
through both places where the bars lie on one line, and elements, step and element type agree.

Errors are in units of the largest value of a column. "Outside": without 0.3 s around 2.62 s and from 7.7 s to 8.3 s, where
the follower snaps over in some steps' time, and without the first 0.1 s, in which the hinge at C gets its load."""
import math
from common import Report, Worst, simulate, study

TEXT = study("benchmarks/misaligned_four_bar.yaml")
NO_VTK = ("vtk: 0.1 s", "vtk: 0")
COLUMNS = ("torque", "turn_D", "force_x", "force_y", "force_z", "moment_1", "moment_2", "out_of_plane")
rep = Report("misaligned four-bar")


def go(name, edits=(), **sets):
    return simulate(TEXT, "misaligned_" + name, sets, [NO_VTK] + list(edits))


def outside(t):
    return t > 0.1 and abs(t - 2.618) > 0.3 and not 7.7 < t < 8.3


def worst(a, b, use):
    """Largest difference of two runs over all columns; every row must be there and finite."""
    out = Worst(-1.0)
    if len(a.t) != 601 or len(b.t) != 601:
        return Worst(math.inf, name="601 rows expected, got %d and %d" % (len(a.t), len(b.t)))
    for c in COLUMNS:
        top = max(abs(x) for x in b[c])
        for t, x, y in zip(a.t, a[c], b[c]):
            e = abs(x - y) / top if math.isfinite(x) and math.isfinite(y) else math.inf
            if use(t) and e > out.error:
                out = Worst(e, t, y, x, c)
    return out


STEP = "4e-3 s"
plain = go("plain", beta=0, step=STEP)
damped = go("damped", step=STEP)
fine = go("fine", elements=8, step=STEP)
half = go("half", step="2e-3 s")
default = go("default")
other = simulate(TEXT.replace("ancf_beam3d3", "ancf_beam3d").replace("shear_factor: 5/6",
                                                                     "shear_factor: 5/6\n    formulation: locking_free"),
                 "misaligned_other", {"step": STEP, "elements": 8}, [NO_VTK])

for name, run in (("undamped", plain), ("damped", damped), ("8 elements", fine), ("half the step", half),
                  ("as shipped", default)):
    rep.true(name + ": runs to the end", abs(run.t[-1] - 12) < 1e-9, "12 s", run.t[-1])
    rep.within(name + ": largest torque", "15 N m", max(abs(x) for x in run["torque"]), 12, 16.5, quiet=True)
    rep.within(name + ": largest force at C", "6 kN at most, where the bars lie on one line",
               max(abs(x) for x in run["force_x"]), 3000, 6500, quiet=True)
    rep.within(name + ": moment at C about e2", "100 N m", max(run["moment_2"]), 95, 125, quiet=True)
    rep.within(name + ": the follower swings to", "+90 deg", max(run["turn_D"]), 1.54, 1.60, quiet=True)
    # the start does not fit the tilted axis: the strain rates of its first milliseconds are not resolved by these steps, and
    # what damping takes then is wrong (up to 1 J by the trapezoidal rule); from 0.1 s on the balance must close
    begin = next(i for i, t in enumerate(run.energy["t"]) if t >= 0.1)
    n = [x - run.energy["numerical"][begin] for x in run.energy["numerical"][begin:]]
    turned = sum(abs(b - a) for a, b in zip(run.energy["strain"], run.energy["strain"][1:]))
    rep.below(name + ": energy balance", "strain energy exchanged", max(abs(x) for x in n) / turned, 5e-3)

# measured: 1.5e-5, 2.5e-5; with the snap, 1.3e-2 and 0.1: a jerk of some steps that moves by a fraction of a step
rep.below("8 elements per bar instead of 4, outside", "refined", worst(damped, fine, outside), 1e-4)
rep.below("half the step, outside", "refined", worst(damped, half, outside), 1e-4)
rep.below("8 elements per bar instead of 4, everywhere", "refined", worst(damped, fine, lambda t: t > 0.1), 0.05)
rep.below("half the step, everywhere", "refined", worst(damped, half, lambda t: t > 0.1), 0.2)
# the study's own steps are adaptive; its forces at the default tolerance are in force_errors.py
rep.below("fixed steps, outside", "as shipped", worst(damped, default, outside), 1e-4)
# shear is not converged to better than this by 8 two-node elements
rep.below("two-node beams, locking_free, outside", "three-node beams", worst(other, damped, outside), 1e-2)
# undamped, the ringing after the snap is another one with every change of the steps, and dies out by 9 s
rep.below("without damping, outside and not before 9 s", "beta = 1e-4 s",
          worst(plain, damped, lambda t: outside(t) and not 7.7 < t < 9), 2e-3)

# nearly static and elastic: after a whole turn of the crank everything repeats
turn, dt = 2 * math.pi / 0.6, 0.02
error = Worst(-1.0)
for c in COLUMNS:
    top = max(abs(x) for x in damped[c])
    for k in range(5, 76):
        s = (damped.t[k] + turn) / dt
        i = int(s)
        later = damped[c][i] + (s - i) * (damped[c][i + 1] - damped[c][i])
        e = abs(later - damped[c][k]) / top
        if not e <= error.error:
            error = Worst(e, damped.t[k], damped[c][k], later, c)
rep.below("one turn later, 0.1 ... 1.5 s", "the same values", error, 1e-3)

# aligned: a planar parallelogram that needs no moment but for inertia, some 1e-5 N m
aligned = go("aligned", tilt=0, end="2.4 s", step=STEP, beta=0)
rep.below("aligned: torque in N m", "0", max(abs(x) for x in aligned["torque"]), 1e-4)
rep.below("aligned: way out of the plane in m", "0", max(abs(x) for x in aligned["out_of_plane"]), 1e-12)
rep.below("aligned: follower turns with the crank", "0.6 rad/s",
          max(abs(a - 0.6 * t) for a, t in zip(aligned["turn_D"], aligned.t)), 1e-6)
rep.done()
