#!/usr/bin/env python3
# label: long
# timeout: 1200
"""Cost of the dry slider-crank (c = 0.5 mm, e = 0.9): the adaptive default against fixed steps.

The error is the largest one of rod angle (rad), slider position (in 0.17 m) and slider velocity (in 28.4 m/s) against the
independent code of tests/reference/planar_dry.csv, at t = 0.0012 s and at 0.003 s. The fixed step is halved from 1e-5 s, the
paper's, until both errors are no larger than those of the adaptive run: it must then need at least 5 times the steps."""
import os

from common import Report, SOURCE, log_number, simulate, study

rep = Report("cost of the dry slider-crank")
TEXT = study("flores2007/slider_crank.yaml").replace("vtk: period/60", "vtk: 0")
COLUMNS = {"q1": ("rod_angle", 1.0), "q2": ("slider_x", 0.17), "dq2": ("slider_v", 28.4)}
INSTANTS = (0.0012, 0.003)
REF = {}
with open(os.path.join(SOURCE, "tests", "reference", "planar_dry.csv")) as f:
    for line in f:
        if line.startswith("slider_dry_c0.5,state,"):
            t, quantity, value = line.split(",")[2:5]
            REF[float(t), quantity] = float(value)


def errors(name, sets):
    run = simulate(TEXT, name, dict(sets, revolutions=0.25, sample="1e-4 s"))
    worst = [max(abs(run.at(c, t) - REF[t, q]) / size for q, (c, size) in COLUMNS.items()) for t in INSTANTS]
    return worst, log_number(run, "simulated 0.003 s in ")


print("| step | steps to 3 ms | error at 1.2 ms | error at 3 ms |")
adaptive, steps = errors("adaptive", {})
print("| adaptive | %d | %.1e | %.1e |" % (steps, *adaptive))
step, fixed = 2e-5, (1.0, 1.0)
while fixed[0] > adaptive[0] or fixed[1] > adaptive[1]:
    step /= 2
    fixed, count = errors("fixed_%g" % step, {"step": "%.17g s" % step})
    print("| %g s | %d | %.1e | %.1e |" % (step, count, *fixed))
rep.true("fixed over adaptive steps at the same error", count >= 5 * steps, ">= 5", count / steps)
print("fixed / adaptive: %.2f" % (count / steps))

print("| 20 revolutions | steps | s of wall time | us per step |")
for name, sets in (("h = 1e-5 s", {"step": "1e-5 s"}), ("adaptive", {})):
    run = simulate(TEXT, "twenty_" + name.split()[0], dict(sets, revolutions=20))
    n, seconds = log_number(run, "simulated 0.24 s in "), log_number(run, " steps, ")
    print("| %s | %d | %.2f | %.1f |" % (name, n, seconds, 1e6 * seconds / n))
    rep.true("%s: all 20 revolutions" % name, abs(run.t[-1] - 0.24) < 1e-9, 0.24, run.t[-1])
rep.done()
